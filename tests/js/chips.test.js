import assert from "node:assert/strict";
import { test } from "node:test";
import { breakDown, numeral, stack } from "../../src/puntobanco/web/static/js/chips.js";
import { card, cardName } from "../../src/puntobanco/web/static/js/cards.js";
import { use } from "../../src/puntobanco/web/static/js/messages.js";

const USD = { code: "USD", symbol: "$", exponent: 2 };
const VALUES = [500, 2500, 10000, 50000];
use({ "card.name": "{rank} of {suit}", "card.rank.Q": "queen", "card.suit.S": "spades", "card.rank.T": "ten", "card.suit.H": "hearts" });

/** An amount is made of the largest chips, the largest at the bottom. */
test("largest at the bottom", () => {
  assert.deepEqual(breakDown(26000, VALUES), [10000, 10000, 2500, 2500, 500, 500]);
});

/** At most eight chips are drawn, and no value that was in the stack leaves it while another has several. */
test("eight at most", () => {
  for (const total of [500, 183500, 999500, 100000000]) {
    assert.ok(breakDown(total, VALUES).length <= 8);
  }
  assert.deepEqual([...new Set(breakDown(183500, VALUES))], [50000, 10000, 2500, 500]);
});

/** What no chip can make is left to the number beside the stack, and nothing at all draws one chip. */
test("odd amounts", () => {
  assert.deepEqual(breakDown(123, VALUES), []);
  assert.match(stack(0, VALUES, USD).text, /<text/);
});

/** A thousand is the one number that is shortened. */
test("numerals", () => {
  assert.deepEqual([100, 50000, 100000, 500000, 50].map((value) => numeral(value, USD)), ["1", "500", "1K", "5K", "0.50"]);
});

/** Every face of the deck is drawn in both sizes and named for the reader. */
test("fifty-two faces", () => {
  for (const rank of "A23456789TJQK") {
    for (const suit of "CDHS") {
      for (const size of ["full", "small"]) assert.doesNotMatch(card(rank + suit, size).text, /undefined|NaN/);
    }
  }
  assert.equal(cardName("QS"), "queen of spades");
  assert.match(card("TH").text, /aria-label="ten of hearts"/);
});

/** A pip card has as many pips as its rank, beside the two of its corners. */
test("pips", () => {
  for (const [index, rank] of [..."A23456789T"].entries()) {
    const glyphs = rank === "T" ? 4 : 2;
    const paths = card(`${rank}D`).text.match(/<path/g)?.length ?? 0;
    assert.equal(paths - glyphs - 2, index + 1);
  }
});
