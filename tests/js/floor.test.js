import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { minor, typed } from "../../src/puntobanco/web/static/js/floor/asks.js";
import { inOrder } from "../../src/puntobanco/web/static/js/floor/cards.js";
import { opening } from "../../src/puntobanco/web/static/js/floor/open-sheet.js";
import { lineOf, refusalWords } from "../../src/puntobanco/web/static/js/floor/words.js";
import { use } from "../../src/puntobanco/web/static/js/messages.js";

const read = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(`../../src/puntobanco/web/static/messages/en/${name}.json`, import.meta.url), "utf8"));
use({ ...read("common"), ...read("floor"), ...read("irregularities") });

const USD = { code: "USD", symbol: "$", exponent: 2 };
const QUIET = { phase: "betting", suspended: null, rotation: null, player_dealer: null, proposals: [], waits: null, claims: 0, held: 0, hand: 7, patrons: 3 };
/** @param {string} id @param {object} [more] @returns {any} */
const table = (id, more = {}) => ({ id, ...QUIET, ...more });
/** @param {string} kind @returns {any} */
const alert = (kind, id = "1") => ({ numbers: [1], table: id, kind, round: 61, facts: {} });

/** What somebody types as money is exact, and what is no amount is none. */
test("amounts", () => {
  const typings = { "25": 2500, "0.50": 50, "1,000": 100000, " 10 000 ": 1000000, "0.07": 7 };
  for (const [text, value] of Object.entries(typings)) assert.equal(minor(text, 2), value);
  for (const text of ["", "-5", "1e3", "ten", "1.2.3", "99999999999999999"]) assert.equal(minor(text, 2), null);
  assert.equal(typed(50, 2), "0.5");
});

/** The line under a table says the worst that is there, and no more. */
test("what matters most at a table", () => {
  const both = [alert("large-win"), alert("cover-exhausted")];
  assert.deepEqual(lineOf(table("1", { proposals: [{}] }), both, USD), { grave: 2, words: "Cover exhausted, round 61" });
  assert.deepEqual(lineOf(table("1", { proposals: [{}] }), [alert("large-win")], USD), { grave: 1, words: "1 proposal waits" });
  assert.deepEqual(lineOf(table("1"), [alert("large-win")], USD), { grave: 1, words: "Large win, round 61" });
  const rotation = { broken: null, next_breach_ms: 119_000, offer_due: false };
  assert.deepEqual(lineOf(table("1", { rotation }), [], USD), { grave: 1, words: "Rotation: 2 minutes left" });
  assert.deepEqual(lineOf(table("1", { rotation: { ...rotation, broken: "held-too-long" } }), [], USD).grave, 2);
  assert.deepEqual(lineOf(table("1"), [], USD), { grave: 0, words: "Hand 7" });
});

/** Tables in trouble come first, closed ones last, and each group in the order of its numbers. */
test("the order of the tables", () => {
  const tables = [table("10"), { id: "3", phase: "closed" }, table("2"), table("9", { suspended: "fire" }), table("11")];
  const floor = /** @type {any} */ ({ tables, alerts: [alert("inventory", "11")], currency: USD });
  assert.deepEqual(inOrder(floor).map(({ id }) => id), ["11", "9", "2", "10", "3"]);
});

/** A table to open has the amounts in minor units, what is empty is left out, and a wrong one is named. */
test("a table to open", () => {
  const sheet = /** @type {any} */ ({
    id: "g", house_banked: false, bets: [{ id: "player", main: true }, { id: "seven", main: false }],
  });
  const data = new FormData();
  const said = {
    table: "7", name: "Seven", "min:player": "10", "max:player": "500", "min:seven": "1", "max:seven": "20", seats: "7", decks: "8", unit: "1",
    clock: "", cards: "typed", paced: "clock", box: "1", irregularities: "keep", rotation: "r", cover_min: "600", cover_max: "", back_line: "2", offer: "15", schedule: "",
  };
  for (const [name, value] of Object.entries(said)) data.set(name, value);
  assert.deepEqual(opening(data, sheet, null, USD), { body: {
    table: "7", name: "Seven", sheet: "g", mains: { min: 1000, max: 50000 }, sides: { min: 100, max: 2000 },
    limits: [{ bet: "player", min: 1000, max: 50000 }, { bet: "seven", min: 100, max: 2000 }], seats: 7, decks: 8, unit: 100, clock: null, cards: "typed",
    paced: "clock", box: "1", venue: { irregularities: "keep" }, rotation: "r", cover_min: 60000, back_line: 2, offer_ms: 15000,
  } });
  data.set("max:seven", "much");
  assert.deepEqual(opening(data, sheet, null, USD), { fault: "seven" });
});

/** A code without words of the floor's own is told as it is, never left out. */
test("refusals", () => {
  assert.match(refusalWords({ code: "own-proposal", params: {} }).text, /You proposed this/);
  assert.match(refusalWords({ code: "something-new", params: {} }).text, /something-new/);
});
