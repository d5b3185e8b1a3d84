import assert from "node:assert/strict";
import { test } from "node:test";
import * as format from "../../src/puntobanco/web/static/js/format.js";
import { use } from "../../src/puntobanco/web/static/js/messages.js";

const USD = { code: "USD", symbol: "$", exponent: 2 };
use({ odds: "{above} to {below}", "bets.more": "{bets} and {count} more" });

/** A balance has its currency sign, groups, and no cents where there are none. */
test("balances", () => {
  assert.deepEqual([184000, 0, 50, 1234567].map((minor) => format.money(minor, USD)), ["$1,840", "$0", "$0.50", "$12,345.67"]);
});

/** Where the table's unit has cents they are always shown, two of them. */
test("a unit with cents", () => {
  assert.equal(format.amount(2500, { ...USD, unit: 50 }), "25.00");
  assert.equal(format.amount(2500, { ...USD, unit: 100 }), "25");
});

/** A currency without minor units has no places. */
test("a currency without cents", () => {
  assert.equal(format.money(1840, { code: "KRW", symbol: "₩", exponent: 0 }), "₩1,840");
});

/** A result has a plus or a minus of its own width; zero has neither. */
test("results carry a sign", () => {
  assert.deepEqual([40000, -3500, 0].map((minor) => format.signedMoney(minor, USD)), ["+$400", "\u2212$35", "$0"]);
});

/** Limits are joined by an en dash without spaces, and are one number where both are the same. */
test("ranges", () => {
  assert.equal(format.range(2500, 500000, USD), "25\u20135,000");
  assert.equal(format.range(500, 500, USD), "5");
});

/** Odds are words: one pair, several to one, or pairs with different bases. */
test("odds in words", () => {
  assert.equal(format.oddsWords(["40:1"]), "40 to 1");
  assert.equal(format.oddsWords(["25:1", "12:1", "6:1"]), "25, 12, 6 to 1");
  assert.equal(format.oddsWords(["3:2", "1:1"]), "3 to 2, 1 to 1");
});

/** A score has the winner first. */
test("scores", () => {
  assert.equal(format.score({ winner: "banker", player: 6, banker: 7 }), "7\u20136");
  assert.equal(format.score({ winner: "player", player: 5, banker: 2 }), "5\u20132");
  assert.equal(format.score({ winner: "tie", player: 9, banker: 9 }), "9\u20139");
});

/** A clock shows 1 until the last millisecond and 0 only when the time is over. */
test("seconds left", () => {
  assert.deepEqual([12000, 11999, 1, 0, -5].map(format.wholeSeconds), [12, 12, 1, 0, 0]);
  assert.equal(format.minutes(74), "1:14");
});

/** Winners have whole percentages, calls one decimal, none of them lost. */
test("shares", () => {
  assert.equal(format.percent(43), "43%");
  assert.deepEqual([0, 3.6, 12.34].map(format.share), ["0.0%", "3.6%", "12.3%"]);
});

/** Bets of equal limits are named, and where there are many the rest is counted. */
test("bets in a head", () => {
  assert.equal(format.betsWords(["Tie", "Heron 9", "Crane 7", "Pair", "Twins"]), "Tie, Heron 9, Crane 7, Pair, Twins");
  assert.equal(format.betsWords(["Tie", "Heron 9", "Crane 7", "Pair", "Twins", "Six"]), "Tie, Heron 9, Crane 7, Pair and 2 more");
});
