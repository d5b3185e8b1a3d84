import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY, reduce } from "../../src/puntobanco/web/static/js/seat/state.js";
import { isAccepted, isPending, stakesOf, steps } from "../../src/puntobanco/web/static/js/seat/stakes.js";
import { ability, againStakes, stepsOf } from "../../src/puntobanco/web/static/js/seat/acts.js";
import { MAIN, OTHER, SIDE, bet, state } from "./seat-fixtures.js";

const BETS = [SIDE, MAIN, OTHER];
const seen = (change, view = EMPTY) => reduce(view, { type: "state", state: state(change), at: 0 });
const sent = (view, ...commands) => reduce(view, {
  type: "sent", undo: "push", at: 0,
  commands: commands.map(([name, amount], index) => ({
    id: `${name}-${amount}-${index}`, type: "set-wager", round: view.state.view.round, place: 5, line: "front", bet: name, amount,
  })),
});
const answer = (view, id, refusal) => reduce(view, {
  type: "answer", at: 1, answer: refusal ? { type: "answer", id, ok: false, refusal } : { type: "answer", id, ok: true },
});

/** A view and its stakes are frozen: nobody but `reduce` makes another. */
test("views are frozen", () => {
  const view = sent(seen({}), ["north", 2500]);
  assert.ok(Object.isFrozen(view) && Object.isFrozen(view.pending) && Object.isFrozen(stakesOf(view)));
});

/** A wager that was sent stands at once but is not accepted before the server's answer. */
test("a sent wager is pending until answered", () => {
  const view = sent(seen({}), ["north", 2500]);
  assert.deepEqual(stakesOf(view), { north: 2500 });
  assert.ok(isPending(view, "north"));
  assert.ok(!isAccepted(view));
  const accepted = answer(view, "north-2500-0");
  assert.ok(isAccepted(accepted));
  assert.deepEqual(stakesOf(accepted), { north: 2500 });
});

/** Between answer and state the stake does not flicker; the state then is the truth. */
test("an answered wager stands until the next state", () => {
  const accepted = answer(sent(seen({}), ["north", 2500]), "north-2500-0");
  assert.deepEqual(stakesOf(seen({ spots: { north: 2500 } }, accepted)), { north: 2500 });
  assert.deepEqual(stakesOf(seen({ spots: {} }, accepted)), {});
});

/** A state that overtakes the answer leaves nothing pending once the answer is here. */
test("state before answer", () => {
  const view = seen({ spots: { north: 2500 } }, sent(seen({}), ["north", 2500]));
  assert.ok(!isAccepted(view));
  assert.deepEqual(answer(view, "north-2500-0").pending, []);
});

/** A refused wager falls back to what the server holds and says where the finger was. */
test("a refusal takes the chips back", () => {
  const view = answer(sent(seen({ spots: { north: 2500 } }), ["north", 90000]), "north-90000-0",
    { code: "above-maximum", params: { max: 50000 } });
  assert.deepEqual(stakesOf(view), { north: 2500 });
  assert.equal(view.refused.bet, "north");
  assert.equal(view.refused.amount, 90000);
  assert.equal(reduce(view, { type: "read" }).refused, null);
});

/** An answer to somebody else's command changes nothing. */
test("unknown answers are ignored", () => {
  const view = seen({});
  assert.equal(answer(view, "nobody"), view);
});

/** A new round forgets what could be undone, and wagers sent for the old one are not shown. */
test("a new round starts afresh", () => {
  const view = seen({ round: 2 }, sent(seen({}), ["north", 2500]));
  assert.deepEqual(view.undo, []);
  assert.deepEqual(stakesOf(view), {});
  assert.ok(isAccepted(view));
});

/** Taking off the last required wager takes its dependants with it. */
test("dependants leave with what they need", () => {
  const view = sent(seen({ spots: { north: 2500, "heron-9": 500 } }), ["north", 0]);
  assert.deepEqual(stakesOf(view), {});
});

/** Chips go on what is needed first and come off dependants first. */
test("steps keep prerequisites", () => {
  const full = { north: 2500, "heron-9": 500 };
  assert.deepEqual(steps({}, full, BETS), [{ bet: "north", amount: 2500 }, { bet: "heron-9", amount: 500 }]);
  assert.deepEqual(steps(full, {}, BETS), [{ bet: "heron-9", amount: 0 }, { bet: "north", amount: 0 }]);
});

/** A change of side takes off before it puts on, and puts back the dependant that left with the old main. */
test("steps from one side to the other", () => {
  assert.deepEqual(
    steps({ north: 2500, "heron-9": 500 }, { south: 5000, "heron-9": 500 }, BETS),
    [{ bet: "north", amount: 0 }, { bet: "south", amount: 5000 }, { bet: "heron-9", amount: 500 }],
  );
});

/** A chain of requirements is kept at any depth, and a circle of them does not hang. */
test("steps follow chains", () => {
  const chain = [
    bet({ id: "c", requires: ["b"] }), bet({ id: "b", requires: ["a"] }), bet({ id: "a" }),
    bet({ id: "x", requires: ["y"] }), bet({ id: "y", requires: ["x"] }),
  ];
  assert.deepEqual(steps({}, { a: 1, b: 1, c: 1 }, chain).map((step) => step.bet), ["a", "b", "c"]);
  assert.deepEqual(steps({ a: 1, b: 1, c: 1 }, {}, chain).map((step) => step.bet), ["c", "b", "a"]);
  assert.equal(steps({}, { x: 1, y: 1 }, chain).length, 2);
});

/** Undo goes back one act, whatever number of spots it touched. */
test("undo returns to the stakes before the act", () => {
  let view = sent(seen({}), ["north", 2500]);
  view = sent(view, ["north", 5000], ["heron-9", 500]);
  assert.deepEqual(stepsOf(view, { type: "undo" }), [{ bet: "heron-9", amount: 0 }, { bet: "north", amount: 2500 }]);
});

/** What was refused is no act that could be undone: the next undo takes back the one before it. */
test("undo after a refusal", () => {
  let view = answer(sent(seen({}), ["north", 2500]), "north-2500-0");
  view = seen({ spots: { north: 2500 } }, view);
  view = answer(sent(view, ["north", 5000]), "north-5000-0", { code: "not-enough-chips", params: {} });
  assert.deepEqual(stepsOf(view, { type: "undo" }), [{ bet: "north", amount: 0 }]);
  view = sent(view, ["north", 5000], ["south", 2500]);
  view = answer(view, "south-2500-1", { code: "one-side", params: {} });
  assert.deepEqual(stepsOf(view, { type: "undo" }), [{ bet: "north", amount: 2500 }]);
});

/** Repeat raises each spot to the last hand's wager and lowers none. */
test("repeat places the last hand's wagers", () => {
  const last = [{ bet: "north", amount: 5000 }, { bet: "heron-9", amount: 500 }, { bet: "gone", amount: 700 }];
  const view = seen({ spots: { north: 7500 }, mine: { last_wagers: last } });
  assert.deepEqual(stepsOf(view, { type: "repeat" }), [{ bet: "heron-9", amount: 500 }]);
  assert.equal(ability(seen({}), "repeat").why, "no-last");
});

/** Double doubles every spot, and names what it needs when the rack is too small. */
test("double", () => {
  const view = seen({ spots: { north: 5000, "heron-9": 1000 } });
  assert.deepEqual(stepsOf(view, { type: "double" }), [{ bet: "north", amount: 10000 }, { bet: "heron-9", amount: 2000 }]);
  assert.deepEqual(ability(view, "double"), { can: true, why: null, amount: 12000, rack: 100000 });
  const poor = seen({ spots: { north: 5000 }, mine: { rack: 4000 } });
  assert.deepEqual(ability(poor, "double"), { can: false, why: "rack", amount: 10000, rack: 4000 });
});

/** Chips move from spot to spot in one act, and can be taken back in part. */
test("move and take back", () => {
  const view = seen({ spots: { north: 5000 } });
  assert.deepEqual(stepsOf(view, { type: "move", from: "north", to: "south" }),
    [{ bet: "north", amount: 0 }, { bet: "south", amount: 5000 }]);
  assert.deepEqual(stepsOf(view, { type: "take-back", bet: "north", amount: 2500 }), [{ bet: "north", amount: 2500 }]);
  assert.deepEqual(stepsOf(view, { type: "take-back", bet: "north", amount: 9000 }), [{ bet: "north", amount: 0 }]);
});

/** No act is offered while betting is closed, without a seat, or without a connection. */
test("acts need open betting", () => {
  const why = (view) => ability(view, "clear").why;
  assert.equal(why(seen({ phase: "dealing", spots: { north: 2500 } })), "closed");
  assert.equal(why(seen({ spots: { north: 2500 }, mine: { place: null } })), "closed");
  assert.equal(why(reduce(seen({ spots: { north: 2500 } }), { type: "status", status: "lost", at: 1 })), "closed");
  assert.equal(why(seen({ spots: { north: 2500 } })), null);
});

/** "Same again" means the hand on the felt while it is settled, else the hand before. */
test("same again", () => {
  const lines = [{ bet: "south", amount: 2500, place: 5, line: "front" }];
  assert.deepEqual(againStakes(seen({ mine: { result: { net: 0, lines } } })), { south: 2500 });
  assert.deepEqual(againStakes(seen({ mine: { last_wagers: [{ bet: "north", amount: 500 }] } })), { north: 500 });
});

/** Who has two positions looks at one of them: its spots are his, and what he places goes there. */
test("two positions", () => {
  const spots = (amount) => ({ north: { amount, refusal: null, room: 0 } });
  const positions = [{ place: 5, line: "front", spots: spots(2500) }, { place: 2, line: "back", spots: spots(10000) }];
  const lines = [{ bet: "north", amount: 500, place: 5, line: "front" }, { bet: "south", amount: 700, place: 2, line: "back" }];
  const first = seen({ mine: { positions, result: { net: 0, lines } } });
  assert.deepEqual(stakesOf(first), { north: 2500 });
  assert.deepEqual(againStakes(first), { north: 500 });
  const behind = reduce(first, { type: "stand", stand: { place: 2, line: "back" } });
  assert.deepEqual([behind.state.mine.place, behind.state.mine.line, stakesOf(behind)], [2, "back", { north: 10000 }]);
  assert.deepEqual(againStakes(behind), { south: 700 });
  // A wager on its way to the one place is none at the other, and the next state keeps to the choice.
  const sentThere = reduce(first, { type: "sent", undo: "push", at: 0,
    commands: [{ id: "x", type: "set-wager", round: 1, place: 5, line: "front", bet: "south", amount: 500 }] });
  assert.deepEqual(stakesOf(sentThere), { north: 2500, south: 500 });
  assert.deepEqual(stakesOf(reduce(sentThere, { type: "stand", stand: { place: 2, line: "back" } })), { north: 10000 });
  assert.equal(seen({ mine: { positions } }, behind).state.mine.place, 2);
  // A place that was left is looked at no longer.
  assert.equal(seen({ mine: { positions: positions.slice(0, 1) } }, behind).state.mine.place, 5);
});

/** Whoever covers the hand places nothing. */
test("the player-dealer does not bet", () => {
  assert.equal(ability(seen({ spots: { north: 2500 }, mine: { is_player_dealer: true } }), "clear").why, "closed");
});

/** After a lost connection the hands settled meanwhile are summed, those without a wager left out. */
test("welcome back", () => {
  const hand = (number, net, wagers = [{ bet: "north", amount: 2500 }]) => (
    { round: number, shoe: 3, hand: number, net, wagers, rulings: [] });
  let view = seen({ mine: { history: [hand(60, 2500)] } });
  view = reduce(view, { type: "status", status: "lost", at: 1 });
  view = reduce(view, { type: "status", status: "lost", at: 2 });
  view = seen({ round: 4, mine: { history: [hand(63, 0, []), hand(62, -2500), hand(61, 40000), hand(60, 2500)] } }, view);
  assert.equal(view.status, "open");
  assert.deepEqual(view.missed, { hand: 62, hands: 2, net: 37500 });
});

/** An own hand that is void or corrected is told of, once, until it is read or the hand after it is over. */
test("a ruling", () => {
  const hand = (round, ...rulings) => ({ round, shoe: 3, hand: round, net: 0, wagers: [], rulings });
  const at = (round, history, before, view = {}) => seen({ round, view, mine: { history } }, before);
  const first = at(7, [hand(6), hand(5)]);
  assert.equal(first.ruled, null);
  const told = at(7, [hand(7, "void"), hand(6), hand(5)], first);
  assert.equal(told.ruled?.hand.round, 7);
  assert.equal(reduce(told, { type: "heard" }).ruled, null);
  assert.equal(at(7, [hand(7, "void")], reduce(told, { type: "heard" })).ruled, null, "once");
  assert.equal(at(8, [hand(7, "void")], told).ruled?.hand.round, 7);
  assert.equal(at(9, [hand(7, "void")], told).ruled, null);
  const again = at(8, [hand(7, "void"), hand(6, "cards", "wagers"), hand(5)], at(8, [hand(7, "void"), hand(6, "cards"), hand(5)]));
  assert.equal(again.ruled?.hand.round, 6);
  assert.equal(at(9, [hand(7, "void")]).ruled, null, "whoever comes later finds it among his hands");
  assert.equal(at(7, [hand(7, "void")], undefined, { notice: { kind: "void", round: 7 } }).ruled?.hand.round, 7);
});

/** A short break is not spoken of; a longer one is to who has something on the felt, even when no hand was missed. */
test("a break without hands", () => {
  const back = (at) => reduce(reduce(seen({}), { type: "status", status: "lost", at: 1 }), { type: "state", state: state({}), at });
  assert.equal(back(500).missed, null);
  assert.equal(back(5000).missed, null, "nothing of his stood there");
  const bets = { spots: { north: 2500 } };
  const after = (at) => reduce(reduce(seen(bets), { type: "status", status: "lost", at: 1 }), { type: "state", state: state(bets), at });
  assert.equal(after(500).missed, null);
  assert.deepEqual(after(5000).missed, { hand: 61, hands: 0, net: 0 });
});

/** The chosen chip stays while the table offers it, and otherwise is the smallest that every main bet takes. */
test("chip", () => {
  const view = reduce(seen({}), { type: "chip", value: 500 });
  assert.equal(seen({ round: 2 }, view).chip, 500);
  assert.equal(seen({}, reduce(view, { type: "chip", value: 777 })).chip, 2500);
});
