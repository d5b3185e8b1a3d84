import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EMPTY, due, handsOf, isReady, left, press } from "../../src/puntobanco/web/static/js/dealer/entry.js";
import { intentOf, keyOfCall } from "../../src/puntobanco/web/static/js/dealer/keys.js";
import { lightAt } from "../../src/puntobanco/web/static/js/light.js";
import { entryWords, handWords, refusalWords } from "../../src/puntobanco/web/static/js/dealer/words.js";
import { use } from "../../src/puntobanco/web/static/js/messages.js";

const FOLDER = new URL("../../src/puntobanco/web/static/messages/en/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));
use({ ...read("common"), ...read("dealer"), ...read("refusals") });

// A game of our own: Heron 9 is a Banker win with three cards, Lark 6 a Player win.
const CALLS = [
  { id: "heron-9", label: "Heron 9", mark: "9", token: "h9", colour: "gold" },
  { id: "lark-6", label: "Lark 6", mark: "6", token: "l6", colour: "slate" },
];
const side = (call) => ({ n8: ["n9", call], n9: ["n8", "pp", call], pp: ["n9"], bp: [], [call]: ["n8", "n9"] });
const RULES = {
  possible: { player: side("l6"), banker: side("h9"), tie: { n8: ["n9"], n9: ["n8"], pp: [], bp: [] } },
  draws: {
    player: [true, true, true, true, true, true, false, false],
    banker: Array.from({ length: 8 }, (_, total) => Array.from({ length: 11 }, () => total < 6)),
  },
  decks: 1, seen: { "9S": 1, K: 3 }, needs_suits: false,
};

const KEYS = {
  P: { type: "winner", winner: "player" }, T: { type: "winner", winner: "tie" }, B: { type: "winner", winner: "banker" },
  h9: { type: "call", token: "h9" }, l6: { type: "call", token: "l6" }, enter: { type: "enter" }, back: { type: "back" },
  free: { type: "free" }, mode: { type: "mode" }, clear: { type: "clear" },
  ...Object.fromEntries(["n8", "n9", "pp", "bp"].map((mark) => [mark, { type: "mark", mark }])),
};

/** Press keys by name; ranks and suits after a colon. @param {string} keys @param {object} [rules] */
function typed(keys, rules = RULES) {
  let entry = EMPTY;
  let hand = null;
  for (const name of keys.split(" ")) {
    const [kind, sign] = name.split(":");
    const key = sign === undefined ? KEYS[name] : { type: kind, [kind]: sign };
    ({ entry, hand } = press(entry, key, rules));
  }
  return { entry, hand, words: entry.refused && refusalWords(entry.refused, CALLS).text };
}

/** A usual hand takes two presses, and so does each call, whose side it brings along. */
test("two presses", () => {
  assert.deepEqual(typed("B enter").hand, { winner: "banker", marks: [] });
  assert.deepEqual(typed("h9 enter").hand, { winner: "banker", marks: ["h9"] });
  assert.deepEqual(typed("l6 enter").hand, { winner: "player", marks: ["l6"] });
  assert.deepEqual(typed("pp n8 P free enter").hand, { winner: "player", marks: ["pp", "n8"], is_free: true });
});

/** A call with the other side, or a side with the other's call, is refused in words; the entry stays. */
test("a call of the other side", () => {
  const late = typed("P h9");
  assert.equal(late.words, "<b>Heron 9 is a Banker win.</b> Player is chosen; change one of the two.");
  assert.deepEqual([late.entry.winner, late.entry.marks], ["player", []]);
  const early = typed("h9 P");
  assert.equal(early.entry.refused.key, "two-winners");
  assert.deepEqual([early.entry.winner, early.entry.marks], ["banker", ["h9"]]);
});

/** A natural and a call of three cards never come together, in whichever order they are pressed. */
test("a natural with a call", () => {
  for (const keys of ["h9 n8", "n8 h9", "B n9 h9"]) assert.equal(typed(keys).entry.refused.key, "together", keys);
  assert.match(typed("h9 n8").words, /Natural 8 cannot come with Heron 9/);
  assert.equal(typed("n8 n9").entry.refused.key, "together");
});

/** A second winner is refused; the chosen one is taken off by its own key. */
test("two winners", () => {
  assert.match(typed("P B").words, /Player is chosen/);
  assert.equal(typed("P B").entry.winner, "player");
  assert.equal(typed("P P").entry.winner, null);
  assert.deepEqual(typed("P P B enter").hand, { winner: "banker", marks: [] });
});

/** The side after its call means the same; the call taken off takes its side with it. */
test("a call and its side", () => {
  assert.deepEqual(typed("h9 B enter").hand, { winner: "banker", marks: ["h9"] });
  assert.deepEqual([typed("h9 h9").entry.winner, typed("h9 h9").entry.marks], [null, []]);
  assert.equal(typed("B h9 h9").entry.winner, "banker");
});

/** Nothing chosen stores nothing, and says what to press. */
test("nothing to store", () => {
  assert.match(typed("enter").words, /No winner is chosen/);
  assert.match(typed("pp enter").words, /No winner is chosen/);
  assert.equal(isReady(typed("pp").entry, RULES), false);
});

/** Short presses of the key that takes back undo the entry from its end. */
test("taking back", () => {
  assert.equal(typed("pp B back").entry.winner, null);
  assert.deepEqual(typed("pp B back back").entry.marks, []);
  assert.deepEqual([typed("h9 bp back").entry.winner, typed("h9 bp back").entry.marks], ["banker", ["h9"]]);
  assert.equal(typed("h9 back").entry.winner, null);
  assert.equal(typed("free back").entry.free, false);
  assert.deepEqual(typed("mode rank:9 rank:2 back").entry.cards, ["9"]);
});

/** Cards go to the hands by the drawing rules; a missing one and one too many are said. */
test("cards in the order dealt", () => {
  const four = "mode rank:9 rank:2 rank:J rank:4";
  assert.deepEqual(typed(`${four} enter`).hand, { cards: ["9", "2", "J", "4"] });
  assert.match(typed(`${four} rank:5`).words, /No hand draws five/);
  assert.match(typed("mode rank:2 rank:3 rank:J rank:4 enter").words, /Player draws another card/);
  assert.deepEqual(handsOf(["2", "3", "J", "4", "J", "A"], RULES.draws), { player: ["2", "J", "J"], banker: ["3", "4"], totals: { player: 2, banker: 7 } });
  assert.equal(due(["2", "3", "J", "2"], RULES.draws), "player");
  assert.equal(due(["6", "3", "J", "2"], RULES.draws), "banker");
  assert.equal(due(["6", "3", "J", "4"], RULES.draws), null);
});

/** A card that is out as often as it was there is refused before it is stored. */
test("no more cards than there are", () => {
  assert.match(typed("mode rank:9 suit:S").words, /Every nine of spades/);
  assert.match(typed("mode rank:K rank:K").words, /Every king/);
  assert.deepEqual([left("9", [], RULES), left("9H", [], RULES), left("9S", [], RULES)], [3, 1, 0]);
});

/** A scanner's Enter after each card is no fault, and its last one stores the hand. */
test("a scanner that types", () => {
  const scan = (card) => `rank:${card[0]} suit:${card[1]} enter`;
  const all = ["9C", "2C", "JD", "4D"].map(scan);
  assert.equal(typed(["mode", ...all.slice(0, 3)].join(" ")).entry.refused, null);
  assert.deepEqual(typed(["mode", ...all].join(" ")).hand, { cards: ["9C", "2C", "JD", "4D"] });
  assert.match(typed("mode suit:C").words, /rank comes first/);
  assert.match(typed("mode rank:9 rank:2 rank:J rank:4 enter", { ...RULES, needs_suits: true }).words, /needs the suits/);
});

/** In one mode the keys of the other are refused with the way to it. */
test("keys of the other mode", () => {
  for (const keys of ["mode P", "mode h9", "mode pp"]) assert.equal(typed(keys).entry.refused.key, "cards-decide");
  assert.equal(typed("rank:9").entry.refused.key, "result-decides");
  assert.equal(typed("mode rank:9 mode").entry.cards.length, 0);
  assert.equal(typed("P clear").entry.winner, null);
});

/** Digits of a number pad and letters say the same; a call has its mark, unless that key is taken. */
test("the keys", () => {
  const key = (name, mode = "result") => intentOf({ key: name, ctrlKey: false, altKey: false, metaKey: false }, mode, CALLS);
  for (const [digit, letter] of [["1", "P"], ["2", "t"], ["3", "b"]]) assert.deepEqual(key(digit), key(letter));
  assert.deepEqual(key("9"), { type: "call", token: "h9" });
  assert.deepEqual([keyOfCall(CALLS[0]), keyOfCall(CALLS[1])], ["9", null]);
  assert.deepEqual(key("6"), { type: "mark", mark: "bp" });
  assert.deepEqual([key("1", "cards"), key("0", "cards"), key("q", "cards"), key("d", "cards")], [
    { type: "rank", rank: "A" }, { type: "rank", rank: "T" }, { type: "rank", rank: "Q" }, { type: "suit", suit: "D" }]);
  assert.deepEqual([key("-"), key("Backspace"), key("."), key("+")].map(({ type }) => type), ["back", "back", "mode", "bets"]);
  assert.equal(key("z"), null);
  assert.equal(intentOf({ key: "p", ctrlKey: true, altKey: false, metaKey: false }, "result", CALLS), null);
});

/** What is entered is said in words, and what is still to come. */
test("what the entry says", () => {
  const say = (keys) => entryWords(typed(keys).entry, CALLS, RULES.draws);
  assert.match(say("clear"), /Press the winner/);
  assert.match(say("bp"), /Banker pair\. Now press the winner/);
  assert.match(say("h9"), /no natural/);
  assert.match(say("mode rank:9"), /Card 2 goes to Banker/);
  assert.match(say("mode rank:9 rank:2 rank:J rank:4"), /complete/);
  assert.equal(handWords({ winner: "banker", marks: ["h9", "bp"] }, CALLS, RULES.draws), "Banker, Heron 9, Banker pair");
  assert.equal(handWords({ cards: ["9", "2", "J", "4"] }, CALLS, RULES.draws), "Player, 9 to 6");
});

/** A refusal of the house has words of the page, else those of the house. */
test("the house's refusals", () => {
  const words = (key, params = {}) => refusalWords({ key, params, house: true }, CALLS).text;
  assert.match(words("table-suspended"), /stands still/);
  assert.match(words("wrong-hand", { hands: 5 }), /5 hands now/);
  assert.match(words("no-such-card-left", { card: "9S" }), /nine of spades/);
  assert.match(words("unheard-of"), /unheard-of/);
});

/** By the clock the light is day's from seven, evening's from five in the afternoon, night's from ten. */
test("the light of the day", () => {
  assert.deepEqual([6, 7, 16, 17, 21, 22, 0].map((hour) => lightAt("auto", hour)), ["night", "day", "day", "evening", "evening", "night", "night"]);
  assert.equal(lightAt("night", 12), "night");
});
