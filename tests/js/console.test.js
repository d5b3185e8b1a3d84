import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FORMS, NoAmountError, cardCode, correction, minor } from "../../src/puntobanco/web/static/js/console/commands.js";
import { intentOf, keysOf, linesLeft, writesCard } from "../../src/puntobanco/web/static/js/console/keys.js";
import { lineNote, lineWhy, lineWords, nextTitle, sayWords, seatWords, whyWords } from "../../src/puntobanco/web/static/js/console/words.js";
import { use } from "../../src/puntobanco/web/static/js/messages.js";

const FOLDER = new URL("../../src/puntobanco/web/static/messages/en/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));
use({ ...read("common"), ...read("console"), ...read("refusals"), ...read("irregularities") });
globalThis.document = { documentElement: { lang: "en" } };

const CURRENCY = { code: "USD", symbol: "$", exponent: 2 };
const TABLE = { currency: CURRENCY, bets: [{ id: "heron-9", label: "Heron 9" }] };
const NEXT = { act: "open-betting", by: "dealer", command: { type: "open-betting" }, why: null, params: {} };
const LINE = { wager: "w", place: 2, seat: 1, line: "front", name: "Ann", bet: "heron-9", amount: 1000, verdict: "pay", odds: "40:1",
  act: "pay", moves: 26000, chips: [[10000, 2]], owed: 40000, collected: 0, paid: 26000, returned: 1000, uncovered: 14000, net: -60000, used: 60000, ends: "exhausted", no_action: false };

/** What the page holds, with something of it changed. */
function picture({ next = NEXT, commands = {}, console = {}, view = {}, ...more } = {}) {
  return {
    view: { phase: "waiting", table: TABLE, ...view }, staff: { suspended: null }, done: 0, typed: { rank: null, suit: null }, writes: false, acting: false,
    console: { paced: "dealer", step: "bets", pad: null, settling: null, irregularities: [], next, commands, ...console }, ...more,
  };
}

const press = (key, more = {}) => intentOf({ key, ctrlKey: false, altKey: false, metaKey: false }, { writes: false, acting: false, typed: { rank: null, suit: null }, ...more });

/** A digit is one of the ten keys, Backspace and minus the seventh; a key with Ctrl is the browser's. */
test("keys of the keyboard", () => {
  assert.deepEqual(press("8"), { type: "digit", digit: 8 });
  assert.deepEqual(press("-"), { type: "digit", digit: 7 });
  assert.deepEqual(press("Enter"), { type: "enter" });
  assert.equal(press("x"), null);
  assert.equal(intentOf({ key: "8", ctrlKey: true, altKey: false, metaKey: false }, { writes: false, acting: false, typed: { rank: null, suit: null } }), null);
});

/** While a card is due digits write it: rank, then suit by number or letter; after a full stop they are keys. */
test("a card on the number pad", () => {
  const writes = { writes: true };
  assert.deepEqual(["1", "0", "9", "/", "*", "+", "q"].map((key) => press(key, writes).rank), ["A", "T", "9", "J", "Q", "K", "Q"]);
  const ranked = { writes: true, typed: { rank: "9", suit: null } };
  assert.deepEqual(["1", "2", "3", "4", "s"].map((key) => press(key, ranked).suit), ["C", "D", "H", "S", "S"]);
  assert.deepEqual(press("5", ranked), { type: "rank", rank: "5" });
  assert.deepEqual(press(".", writes), { type: "acting" });
  assert.deepEqual(press("8", { ...writes, acting: true }), { type: "digit", digit: 8 });
});

/** Keys keep their places; one is amber, and it is what comes next; what is refused has no act but its reason. */
test("the ten keys", () => {
  const keys = keysOf(picture({ commands: { "close-betting": { code: "betting-not-open", params: {} } } }));
  assert.deepEqual(keys.map(({ digit }) => digit), [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
  assert.deepEqual(keys.filter(({ primary }) => primary).map(({ digit }) => digit), [1]);
  assert.equal(keys[1].act, null);
  assert.equal(keys[1].why.code, "betting-not-open");
});

/** Lines of a settlement are done one by one, then it is settled; where the house's clock deals there is no amber key. */
test("lines and the settlement", () => {
  const settle = { act: "settle", by: "dealer", command: { type: "settle" }, why: null, params: {} };
  const at = (done, more = {}) => picture({ next: settle, done, console: { step: "settle", settling: { lines: [LINE, LINE] }, ...more } });
  assert.equal(linesLeft(at(0)), 2);
  assert.deepEqual(keysOf(at(0))[4].act, { do: "line" });
  assert.deepEqual(keysOf(at(0))[5].act, { do: "all" });
  assert.equal(keysOf(at(0))[6].act, null);
  assert.deepEqual(keysOf(at(2))[4].act, { do: "send", command: { type: "settle" } });
  const clock = at(0, { paced: "clock" });
  clock.console.next = { ...settle, by: "software" };
  assert.equal(linesLeft(clock), 0);
  assert.ok(keysOf(clock).every(({ primary }) => !primary));
});

/** A typed card is dealt when it is whole; a card of the software's at once. */
test("the next card", () => {
  const card = { act: "deal-card", by: "dealer", command: null, why: null, params: { position: 3, side: "banker" } };
  const typed = (rank, suit) => picture({ next: card, typed: { rank, suit }, console: { pad: { "9S": 8 } } });
  assert.ok(writesCard(typed(null, null)));
  assert.equal(keysOf(typed("9", null))[2].act, null);
  assert.deepEqual(keysOf(typed("9", "S"))[2].act, { do: "card" });
  const command = { type: "deal-card", position: 3 };
  assert.deepEqual(keysOf(picture({ next: { ...card, command } }))[2].act, { do: "send", command });
});

/** What the house names by code is said in words, numbers as they are spoken, lists as people read them. */
test("words", () => {
  const why = { key: "banker-draws", params: { total: 5, third: 6, on: [4, 5, 6, 7] } };
  const next = { act: "deal-card", by: "dealer", command: null, why, params: { side: "banker", aside: false } };
  assert.equal(nextTitle(next, TABLE), "One card to Banker");
  assert.equal(whyWords(next, TABLE), "Banker has 5. Player’s third card counts 6: Banker 5 draws on 4, 5, 6, and 7.");
  assert.equal(sayWords([{ key: "drew", params: { player: 0 } }, { key: "card", params: { side: "banker" } }], TABLE), "Player, zero. Card for the Banker.");
  assert.equal(sayWords([{ key: "banker-wins", params: { player: 6, banker: 7 } }, { key: "call", params: { call: "Heron 9" } }], TABLE), "Banker seven, Player six. Banker wins. Heron 9.");
  assert.equal(seatWords({ seat: 6, place: 7, line: "back" }), "Seat 6, back");
});

/** A line says what is done and, where the cover ends, what is owed, paid and not covered. */
test("a line", () => {
  assert.equal(lineWords(LINE, TABLE), "Pay 260 of 400");
  assert.match(lineWhy(LINE, TABLE).text, /Owed 400, paid 260, 140 uncovered. Give the stake of 10 back/);
  const back = { ...LINE, act: "return", moves: 1000, paid: 0, uncovered: 40000, no_action: true, ends: "" };
  assert.equal(`${lineWords(back, TABLE)} ${lineNote(back)}`, "Return 10 no action");
  const taken = { ...LINE, act: "take", verdict: "take", moves: 20000, amount: 40000, collected: 20000, paid: 0, returned: 20000, uncovered: 0, ends: "" };
  assert.equal(lineWords(taken, TABLE), "Take 200 of 400");
});

/** A count of cards is read strictly: what is no whole number makes no command, and says so. */
test("a count of cards", () => {
  const asked = (/** @type {string} */ name, /** @type {string} */ text) => /** @type {any} */ (FORMS[name])(() => text, {});
  assert.deepEqual(asked("cut-shoe", " 26 "), { type: "cut-shoe", depth: 26 });
  assert.deepEqual(asked("count-shoe", "0"), { type: "count-shoe", rest: 0 });
  for (const name of ["cut-shoe", "count-shoe"]) {
    for (const text of ["", "1e2", "0x1A", "2.5", "-3", "26 cards", "1,00"]) assert.throws(() => asked(name, text), { code: "no-count" });
  }
});

/** Amounts are typed in whole units or with cents; cards with ten as T or 10, in any case. */
test("what is typed", () => {
  assert.deepEqual(["20", "2.5", "1,000", " 7 "].map((text) => minor(text, CURRENCY)), [2000, 250, 100000, 700]);
  for (const text of ["", "2,5", "12,50", "1e2", "-5", "0x10", "2.505"]) assert.throws(() => minor(text, CURRENCY), NoAmountError);
  const seat = (buyIn) => FORMS.sit((name) => ({ patron: "p", place: "3", buy_in: buyIn })[name], { view: { table: TABLE } });
  assert.equal(seat("1,000").buy_in, 100000);
  assert.throws(() => seat("12,50"), NoAmountError);
  assert.deepEqual(["10s", "9 S", "th"].map(cardCode), ["TS", "9S", "TH"]);
});

/** A correction says only what differs from the hand as it stands. */
test("a correction", () => {
  const state = {
    view: { table: TABLE },
    console: { rounds: [{ round: 4, cards: ["9C", "2C", "KD", "4D"], wagers: [{ wager: "w", bet: "heron-9", amount: 1000 }] }] },
  };
  const given = (cards, amount) => (name) => ({ round: "4", cards, "spot.w": amount })[name] ?? "";
  assert.deepEqual(correction(given("9c 2c kd 4d", "10"), state), { matter: "correct-round", round: 4, type: "" });
  assert.deepEqual(correction(given("2C 9C 4D KD", "5"), state), {
    matter: "correct-round", round: 4, type: "", cards: ["2C", "9C", "4D", "KD"], spots: [{ wager: "w", bet: "heron-9", amount: 500 }],
  });
});
