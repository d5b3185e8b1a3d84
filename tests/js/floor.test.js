import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { typed } from "../../src/puntobanco/web/static/js/floor/asks.js";
import { inOrder } from "../../src/puntobanco/web/static/js/floor/cards.js";
import { needs, proposalActs } from "../../src/puntobanco/web/static/js/floor/needs.js";
import { termsOf } from "../../src/puntobanco/web/static/js/floor/commands.js";
import { Reading } from "../../src/puntobanco/web/static/js/floor/reading.js";
import { changeWords } from "../../src/puntobanco/web/static/js/floor/terms.js";
import { offersSheet } from "../../src/puntobanco/web/static/js/floor/offers-sheet.js";
import { choiceOf, opening } from "../../src/puntobanco/web/static/js/floor/open-sheet.js";
import { alertWords, isLost, lineOf, refusalWords } from "../../src/puntobanco/web/static/js/floor/words.js";
import { use } from "../../src/puntobanco/web/static/js/messages.js";

const read = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(`../../src/puntobanco/web/static/messages/en/${name}.json`, import.meta.url), "utf8"));
use({ ...read("common"), ...read("floor"), ...read("irregularities") });

const USD = { code: "USD", symbol: "$", exponent: 2 };
const QUIET = { phase: "betting", suspended: null, rotation: null, player_dealer: null, proposals: [], waits: null, claims: 0, held: 0, hand: 7, patrons: 3 };
/** @param {string} id @param {object} [more] @returns {any} */
const table = (id, more = {}) => ({ id, ...QUIET, ...more });
/** @param {string} kind @returns {any} */
const alert = (kind, id = "1") => ({ numbers: [1], table: id, kind, round: 61, facts: {} });

/** An amount stands in a field as somebody would type it. */
test("amounts", () => {
  assert.equal(typed(50, 2), "0.5");
  assert.equal(typed(100000, 2), "1000");
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
    id: "g", house_banked: false, bets: [{ id: "player", label: "Player", main: true }, { id: "seven", label: "Seven", main: false }],
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
  const wrong = {
    "max:seven": ["much", "no-amount", "Seven, Most"], "min:player": ["12,50", "no-amount", "Player, Least"], unit: ["2.999", "no-amount", "Unit"],
    cover_min: ["1.000,50", "no-amount", "Least cover"], clock: ["abc", "no-count", "Betting clock, seconds"], offer: ["1e2", "no-count", "Time for an answer, seconds"],
    back_line: ["0x10", "no-count", "Behind a place"], table: ["a table", "bad-table", "Number of the table"], name: ["n".repeat(61), "bad-name", "Name"], box: ["1:2", "bad-box", "Drop box"],
  };
  for (const [name, [text, code, field]] of Object.entries(wrong)) {
    const good = String(data.get(name));
    data.set(name, String(text));
    assert.deepEqual(opening(data, sheet, null, USD), { fault: { code, params: { field } } });
    data.set(name, good);
  }
  data.set("clock", "1.5");
  assert.equal(/** @type {any} */ (opening(data, sheet, null, USD)).body.clock, 1500);
});

/** A sheet from a file asks for its own bets, decks and bank; what is no sheet is known before anything is asked for. */
test("a sheet of one's own", () => {
  const sheet = {
    id: "own", name: "Own", bank: "house", decks: { min: 6, max: 8, default: 8 }, seats: [7], bet: [{ id: "north", label: "North", kind: "main" }, { id: "heron", label: "Heron", kind: "side" }],
    venue: { rotation: "r", collection: "none", irregularities: "burn" },
  };
  const found = choiceOf({ hash: "ab", sheet });
  assert.deepEqual(found, choiceOf(sheet));
  assert.deepEqual([found?.house_banked, found?.decks, found?.irregularities], [true, [6, 8, 8], "burn"]);
  assert.deepEqual(found?.bets, [{ id: "north", label: "North", main: true }, { id: "heron", label: "Heron", main: false }]);
  for (const file of [null, 7, {}, { sheet: {} }, { ...sheet, bet: null }]) assert.equal(choiceOf(file), null);
});

/** A code without words of the floor's own is told as it is, never left out. */
test("refusals", () => {
  assert.match(refusalWords({ code: "own-proposal", params: {} }).text, /You proposed this/);
  assert.match(refusalWords({ code: "something-new", params: {} }).text, /something-new/);
});

/** What the house could not take is told by the name of its field, and never in the words of a validator. */
test("malformed", () => {
  const told = (/** @type {Record<string, unknown>} */ params) => refusalWords({ code: "malformed", params }).text;
  assert.match(told({ detail: "Expected `int` <= 1000000000000 - at `$.amount`" }), /^<b>Amount: /);
  assert.match(told({ detail: "Expected `int` >= 0 - at `$.matter.limits[0].min`" }), /^<b>Limits: /);
  assert.match(told({ detail: "cover_min: 50 is no cover in units of 100; write a multiple of it" }), /^<b>Least cover: .*multiple of the unit/);
  assert.match(told({ detail: "limits of dragon-7: 1 to 2 do not fit a unit of 100" }), /^<b>Limits: /);
  assert.match(told({ detail: "12 places: a table of x has 7; choose one of these" }), /^<b>Places: /);
  assert.match(told({ lacks: "reason" }), /^<b>Reason: /);
  assert.match(told({ plain: 60 }), /60 letters/);
  for (const params of [{}, { detail: "Invalid JSON at `$`" }, { detail: "Object missing required field" }]) {
    assert.equal(told(params), "<b>That cannot be.</b> Look at what you wrote, and write it otherwise.");
  }
});

/** A wager behind the cut card is told as one behind it, and one card is one. */
test("where a hand began", () => {
  const words = (/** @type {number} */ left) => alertWords({ ...alert("game-protection"), facts: { left } }, USD).text;
  const found = { "2": "2 cards before the cut card", "1": "1 card before the cut card", "0": "at the cut card", "-1": "1 card after the cut card", "-3": "3 cards after the cut card" };
  for (const [left, where] of Object.entries(found)) assert.match(words(Number(left)), new RegExp(`61, ${where}, bonus wagers`));
});

/** A proposal is lost if no handling of it can be any more; what waits for the end of a round is not. */
test("a lost proposal", () => {
  const proposal = (/** @type {(string | null)[]} */ ...codes) => /** @type {any} */ ({ previews: codes.map((code) => ({ refusal: code && { code, params: {} } })) });
  assert.equal(isLost(proposal("not-in-this-state")), true);
  assert.equal(isLost(proposal("not-in-this-state", null)), false);
  assert.equal(isLost(proposal("round-in-play")), false);
  assert.equal(isLost(proposal()), false);
  const me = /** @type {any} */ ({ actor: "sue", role: "supervisor" });
  const acts = proposalActs({ ...proposal("not-in-this-state"), number: 3, by: "dee" }, table("1"), me).text;
  assert.match(acts, /aria-disabled="true" aria-describedby="why-1-3">Approve<.*data-act="reject".*id="why-1-3">This can no longer be approved. Refuse it.</s);
  assert.doesNotMatch(acts, /data-act="approve"/);
});

/** @param {Record<string, string>} said */
function dataOf(said) {
  const data = new FormData();
  for (const [name, value] of Object.entries(said)) data.set(name, value);
  return data;
}

/** Other terms go out in milliseconds and minor units; what is empty is none, and a wrong count is named. */
test("other terms", () => {
  const read = (/** @type {Record<string, string>} */ said) => new Reading(dataOf(said), 2);
  const pace = { reason: "quiet", clock: "9.5", break: "10", back_line: "2", offer: "", languages: "vi,zh-Hant" };
  assert.deepEqual(termsOf("terms-pace", read(pace), null), { reason: "quiet", clock: 9500, break_ms: 600000, back_line: 2, offer_ms: null, languages: ["vi", "zh-Hant"] });
  assert.deepEqual(termsOf("terms-pace", read({ reason: "quiet", clock: "", break: "10", back_line: "2", languages: "" }), null), { reason: "quiet", clock: null, break_ms: 600000, back_line: 2, languages: [] });
  for (const [name, text] of Object.entries({ clock: "1e2", back_line: "-1", break: "" })) {
    const form = read({ ...pace, [name]: text });
    termsOf("terms-pace", form, null);
    assert.equal(form.fault?.code, "no-count");
  }
  assert.deepEqual(termsOf("terms-rules", read({ reason: "x", schedule: "", irregularities: "burn", second_place: "yes" }), null), { reason: "x", schedule: null, venue: { irregularities: "burn", second_place: true } });
  const game = /** @type {any} */ ({ id: "g", bets: [{ id: "player", label: "Player" }] });
  assert.deepEqual(termsOf("terms-game", read({ reason: "x", decks: "6", "min:player": "5", "max:player": "1,000" }), game), { reason: "x", sheet: "g", decks: 6, limits: [{ bet: "player", min: 500, max: 100000 }] });
  assert.equal(termsOf("suspend", read({}), null), null);
});

/** What a change changes is told by name, in the words and amounts of the page, each once. */
test("a change in words", () => {
  const was = { clock: 20000, back_line: 0, languages: [], limits: [{ bet: "player", min: 500, max: 50000 }, { bet: "tie", min: 100, max: 1000 }], paced: "clock" };
  const now = { clock: null, back_line: 2, languages: ["vi"], limits: [{ bet: "player", label: "Player", min: 500, max: 90000 }, { bet: "tie", label: "Tie", min: 100, max: 1000 }, { bet: "pair", label: "Pair", min: 100, max: 200 }], paced: "dealer" };
  assert.deepEqual(changeWords(/** @type {any} */ ({ was, now }), USD), [
    "Betting clock from 20 s to none", "Behind a place from 0 to 2", "Languages of the board from As the board is linked to vi", "Player from 5\u2013500 to 5\u2013900", "Pair 1\u20132",
    "Who says when from The software, by its clock to The dealer, at the console",
  ]);
});

/** Hash and exact edges stand beside an offered sheet; its author may not take it up, and is told why. */
test("an offered sheet", () => {
  const offer = /** @type {any} */ ({ number: 3, name: "Own", sheet: "own", hash: "ab12", decks: 8, by: "sue", author: "Sue", taken_up: null, bets: [{ id: "x", label: "X", edge: { value: 0.0123456, exact: "1/81" } }, { id: "y", label: "Y", edge: null }] });
  const page = (/** @type {object} */ more, /** @type {object} */ me = {}) => offersSheet([{ ...offer, ...more }], /** @type {any} */ ({ actor: "sam", role: "supervisor", ...me }), {}).text;
  assert.match(page({}), /Sheet ab12.*1\.2346% for the house, 8 decks.*1\/81.*not counted.*data-act="take-up" data-number="3"/s);
  assert.doesNotMatch(page({}), /aria-disabled/);
  assert.match(page({}, { actor: "sue" }), /data-act="take-up"[^>]*aria-disabled="true" aria-describedby="offer-why-3".*You proposed this/s);
  assert.doesNotMatch(page({ taken_up: "Sam" }), /take-up/);
  assert.doesNotMatch(page({}, { role: "auditor" }), /data-act="(take-up|put-away)"/);
});

/** What stops a table stands first, though alerts are newer. */
test("the order of what waits", () => {
  const proposal = { number: 1, by: "dee", name: "Dee", reason: "it stopped", at: 1, clock: "10:00", round: 1, change: null, was: null, previews: [], matter: { matter: "irregularity", kind: "shuffler-fault" } };
  const floor = /** @type {any} */ ({ at: 9, tables: [table("1", { proposals: [proposal], name: "Table 1" })], alerts: [{ ...alert("inventory"), at: 5 }, { ...alert("keyed-card"), at: 7 }], cleared: [], currency: USD, large_win: 1, late_gain: 100 });
  const me = /** @type {any} */ ({ actor: "sue", role: "supervisor", clears: true });
  const keys = [...needs(floor, me, {}).text.matchAll(/data-key="([^"]+)"/g)].map(([, key]) => key);
  assert.match(needs(floor, me, { "proposal-1-1": refusalWords({ code: "rate-limited", params: {} }) }).text, /Too fast/);
  assert.deepEqual(keys, ["proposal-1-1", "alert-1-keyed-card", "alert-1-inventory"]);
});
