import assert from "node:assert/strict";
import { test } from "node:test";
import { allCards, isDone, keep, landed, nextSide, noCards, oneMore, opened } from "../../src/puntobanco/web/static/js/seat/deal.js";
import { placeAt } from "../../src/puntobanco/web/static/js/seat/arc.js";

const coup = (player, banker) => ({
  player: { cards: Array(player).fill("2C"), total: 0 }, banker: { cards: Array(banker).fill("2D"), total: 0 },
  winner: null, calls: [], natural: false,
});

function order(whole) {
  const sides = [];
  let dealt = noCards(1);
  for (let side = nextSide(dealt, whole); side; side = nextSide(dealt, whole)) {
    sides.push(side[0]);
    dealt = oneMore(dealt, side);
  }
  return sides.join("");
}

/** Cards come Player, Banker, Player, Banker, then the Player's third, then the Banker's. */
test("order of dealing", () => {
  assert.equal(order(coup(2, 2)), "pbpb");
  assert.equal(order(coup(3, 3)), "pbpbpb");
  assert.equal(order(coup(3, 2)), "pbpbp");
  assert.equal(order(coup(2, 3)), "pbpbb");
  assert.equal(order(coup(1, 0)), "p");
  assert.equal(order(null), "");
});

/** A new round clears the felt; cards that were withdrawn are not shown any more. */
test("what stays on the felt", () => {
  assert.deepEqual(keep(allCards(1, coup(3, 2)), 1, coup(3, 2)), { round: 1, player: 3, banker: 2, flying: null, down: null });
  assert.deepEqual(keep(allCards(1, coup(3, 2)), 2, coup(3, 2)), noCards(2));
  assert.deepEqual(keep(allCards(1, coup(3, 2)), 1, coup(2, 2)), { round: 1, player: 2, banker: 2, flying: null, down: null });
});

/** A card that came to lie face down is not shown, and nothing is told, before it is open. */
test("a card face down", () => {
  const whole = coup(1, 0);
  const flying = oneMore(noCards(1), "player", true);
  assert.equal(flying.down, "player");
  const lies = landed(flying);
  assert.ok(!isDone(flying, whole) && !isDone(lies, whole));
  assert.ok(isDone(opened(lies), whole));
  assert.ok(isDone(allCards(1, whole), whole));
});

/** Place 1 is on the right of the screen, the last on the left, and the arc is symmetrical. */
test("places on the arc", () => {
  for (const seats of [2, 5, 7, 8, 9]) {
    const spots = Array.from({ length: seats }, (_, index) => placeAt(index + 1, seats, 1424));
    assert.ok(spots[0].left > spots.at(-1).left);
    assert.ok(Math.abs(spots[0].left + spots.at(-1).left - 1424) <= 1);
    assert.equal(spots[0].top, spots.at(-1).top);
    assert.ok(spots.every(({ left }) => left >= 72 && left <= 1424 - 72));
  }
  assert.deepEqual(placeAt(1, 1, 1424), { left: 712, top: 434 });
});
