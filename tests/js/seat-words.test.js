import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { bare } from "../../src/puntobanco/web/static/js/html.js";
import { use } from "../../src/puntobanco/web/static/js/messages.js";
import { coverBar, coveredPart, lineBar, resultBar } from "../../src/puntobanco/web/static/js/seat/bars.js";
import { bend, lift, release } from "../../src/puntobanco/web/static/js/seat/squeeze.js";
import { intentOf } from "../../src/puntobanco/web/static/js/seat/keys.js";
import {
  announcement, handWords, inscription, limitGroups, lineReason, lineWords, refusalShort, refusalText, refusalWords,
  resultWords, ruledShort, ruledWords, shortWords, spotName, terms,
} from "../../src/puntobanco/web/static/js/seat/words.js";
import { bet } from "./seat-fixtures.js";

const MESSAGES = new URL("../../src/puntobanco/web/static/messages/en/", import.meta.url);
const read = (area) => JSON.parse(readFileSync(new URL(`${area}.json`, MESSAGES), "utf8"));
const CURRENCY = { code: "USD", symbol: "$", exponent: 2 };
const HERON = bet({
  id: "heron-9", label: "Heron 9", kind: "side", pays: ["40:1"], call: "heron-9", min: 500, max: 5000, requires: ["player", "banker"],
});
const TABLE = {
  unit: 100, currency: CURRENCY,
  bets: [
    bet({ id: "player", label: "Player", pushes_on: ["Tie"] }),
    bet({ id: "banker", label: "Banker", pushes_on: ["Tie", "Heron 9"] }), HERON,
  ],
  calls: [{ id: "heron-9", label: "Heron 9", mark: "9", token: "h9", colour: "gold" }],
  inscription: [{ key: "pushes", bet: "Banker", on: "Heron 9" }, { key: "pays", bet: "Heron 9", odds: "40:1", pays: ["40:1"] }],
};
const coup = (winner, player, banker, change = {}) => ({
  player: { cards: ["4C", "2H"], total: player }, banker: { cards: ["3H", "QS", "4D"], total: banker },
  winner, calls: [], natural: false, ...change,
});
const CALLED = coup("banker", 6, 7, { calls: ["heron-9"] });
const line = (verdict, change) => ({
  number: 1, bet: "banker", amount: 10000, verdict, odds: null, paid: 0, collected: 0, returned: 0, uncovered: 0, ...change,
});
const asked = (change) => ({ bet: "banker", asked: 50000, placed: 47500, next: null, wallet: 90000, rack: 9000, ...change });
const plain = (code, params = {}, change = {}) => refusalText({ code, params }, asked(change), TABLE);

before(() => use({ ...read("common"), ...read("seat"), ...read("refusals"), ...read("irregularities") }));

/** Every refusal of a wager or a seat has a sentence, and every hole of it is filled. */
test("every refusal speaks", () => {
  const codes = `malformed not-signed-in not-your-place played-elsewhere rate-limited same-id-other-body table-closed table-suspended wrong-round
    betting-not-open betting-closed no-player-dealer player-dealer-may-not-bet not-seated unknown-bet back-line-not-allowed
    back-line-full opposite-main needs-main-wager fee-not-paid not-a-multiple-of-the-unit below-minimum above-maximum
    above-base-wager above-table-aggregate above-differential self-excluded reminder-due self-limit not-enough-chips place-taken already-seated
    wagers-on-felt not-enough-in-wallet no-such-table`.split(/\s+/u);
  for (const code of codes) {
    for (const params of [{}, { room: 0 }, { room: 2500, opposite: "player", requires: ["player", "banker"], unit: 100 }]) {
      const text = plain(code, params);
      assert.doesNotMatch(text, /\{|refusal\.|undefined|NaN/u, code);
      assert.match(refusalWords({ code, params }, asked(), TABLE).text, /^<b>/u);
      assert.doesNotMatch(refusalShort({ code, params }, asked(), TABLE), /\{|<b>/u);
    }
  }
});

/** No message begs, blames, shouts or names a streak. */
test("tone", () => {
  for (const [key, text] of Object.entries({ ...read("seat"), ...read("refusals") })) {
    assert.doesNotMatch(text, /!|\bplease\b|\boops\b|\binvalid\b|\bsorry\b|\bhot\b|\bstreak\b|\bdue\b|\blucky\b/iu, key);
  }
});

/** A refusal says what is so, what it means for the chips and what comes next, with the number that fits. */
test("refusals by example", () => {
  assert.equal(plain("above-maximum", { min: 2500, max: 50000, room: 2500 }), "Banker takes 25 to 500. You have 475 there; 25 more fits.");
  assert.equal(plain("above-maximum", { min: 2500, max: 50000, room: 0 }, { placed: 50000 }),
    "Banker takes 25 to 500. You have 500 there, and that is the most.");
  assert.equal(plain("needs-main-wager", { bet: "heron-9", requires: ["Player", "Banker"] }), "Heron 9 needs your own Player or Banker wager first.");
  assert.equal(plain("opposite-main", { opposite: "banker" }), "You have bet Banker. At this table a patron bets one side a hand.");
  assert.equal(plain("not-enough-chips", { rack: 9000 }, { asked: 22000, placed: 0 }), "Your rack has $90. This wager is $220.");
  assert.equal(plain("betting-closed", {}, { asked: 2500, placed: 0, next: 20000 }),
    "Bets are closed. Your $25 stayed in your rack. Next hand opens in 20 seconds.");
  assert.equal(plain("betting-closed", {}, { asked: 0 }), "Bets are closed. Your wagers on the felt stand.");
  assert.equal(plain("never-heard-of"), "The house said no. Nothing moved. Tell the floor “never-heard-of”.");
});

/** A small spot gets the shortest text that there is. */
test("plates", () => {
  const refusal = { code: "needs-main-wager", params: { requires: ["Player", "Banker"] } };
  assert.equal(refusalShort(refusal, asked(), TABLE), "Needs your own Player or Banker wager first.");
  assert.equal(refusalShort(refusal, asked(), TABLE, true), "Main wager first");
});

/** A spot is named with its odds, what lies on it, its limits and the reason that stops it. */
test("names of spots", () => {
  assert.equal(spotName(HERON, { placed: 1000, pending: false, reason: null }, CURRENCY), "Heron 9, 40 to 1, 10 dollars placed. 5 to 50.");
  assert.equal(spotName(HERON, { placed: 100, pending: true, reason: null }, CURRENCY), "Heron 9, 40 to 1, 1 dollar sent. 5 to 50.");
  assert.equal(spotName(HERON, { placed: 0, pending: false, reason: "Full." }, CURRENCY), "Heron 9, 40 to 1, no chips placed. 5 to 50. Full.");
});

/** The terms of a bet name the call that pushes it; a tie goes without saying. */
test("terms", () => {
  assert.equal(terms(TABLE.bets[1], ["Heron 9"]), "1 to 1, pushes on Heron 9");
  assert.equal(terms(TABLE.bets[0], ["Heron 9"]), "1 to 1");
  assert.equal(terms(bet({ commission: "5%" }), []), "1 to 1, less 5%");
  assert.equal(terms(bet({ pays: ["25:1", "12:1", "6:1"] }), []), "25, 12, 6 to 1");
});

/** A call is the headline of its hand; without one the winner is, with how it won. */
test("results", () => {
  assert.deepEqual(resultWords(CALLED, TABLE),
    { head: "Heron 9", tail: "Banker wins with three cards, 7 to 6", tone: "gold", call: "heron-9" });
  assert.deepEqual(resultWords(coup("player", 9, 4, { natural: true }), TABLE),
    { head: "Player wins", tail: "with a natural, 9 to 4", tone: "player", call: null });
  assert.equal(resultWords(coup("tie", 6, 6), TABLE).tail, "6 to 6");
  assert.equal(resultWords(coup(null, 6, 6), TABLE), null);
});

/** A settled line says paid, collected or returned, and why. */
test("lines", () => {
  const said = (line) => Object.values(lineWords(line, CURRENCY)).slice(0, 2).join(", ");
  assert.equal(said(line("pay", { paid: 40000, odds: "40:1", pays: ["40:1"] })), "Paid 400, 40 to 1");
  assert.equal(said(line("take", { collected: 10000 })), "Collected 100, ");
  assert.equal(said(line("push", { returned: 10000 })), "Returned 100, push");
  assert.equal(lineReason(line("push"), CALLED, TABLE), "push: Heron 9 pushes Banker");
  assert.equal(lineReason(line("push"), coup("tie", 6, 6), TABLE), "push");
});

/** A wager that the cover did not reach says how far it did, and what is back: no one has to ask. */
test("a cover that did not reach", () => {
  const told = (change, ended = null) => {
    const found = line(change.verdict, { number: 10, ...change });
    const { word, tail, isShort } = lineWords(found, CURRENCY, ended);
    return [word, tail, isShort, shortWords(found, CURRENCY, ended), coveredPart(found)];
  };
  assert.deepEqual(told({ verdict: "pay", amount: 1000, paid: 26000, uncovered: 14000, returned: 1000 }), [
    "Paid 260", "140 uncovered", true, "Paid 260 of 400. The cover ran out: 140 uncovered, your stake of 10 is back.", { moved: 26000, whole: 40000 }]);
  assert.deepEqual(told({ verdict: "take", amount: 40000, collected: 20000, returned: 20000 }), [
    "Collected 200", "200 back, not covered", true, "Collected 200 of 400. The rest was not covered: 200 is back.", { moved: 20000, whole: 40000 }]);
  assert.deepEqual(told({ verdict: "take", amount: 5000, returned: 5000 }).slice(0, 4), [
    "Returned 50", "not covered", true, "Not collected. The cover had reached its limit: 50 is back."]);
  assert.deepEqual(told({ verdict: "pay", amount: 500, uncovered: 20000, returned: 500 }, 9).slice(0, 4), [
    "Returned 5", "no action", true, "No action. The cover had run out before this line. 5 returned."]);
  assert.deepEqual(told({ verdict: "push", amount: 30500, returned: 30500 }, 9).slice(0, 2), ["Returned 305", "no action"]);
  assert.equal(told({ verdict: "push", amount: 30500, returned: 30500 }, 10)[1], "push");
  assert.equal(shortWords(line("pay", { number: 1, paid: 500, returned: 500 }), CURRENCY, null), null);
});

/** Bars show of a wager what moved of what was to move, and of a result where it stands between its caps. */
test("bars", () => {
  const width = (markup, kind) => Number(new RegExp(`class="gauge-${kind}"[^>]*width="(\\d+)"`, "u").exec(markup.text)?.[1]);
  assert.equal(width(lineBar(line("pay", { paid: 30000, uncovered: 10000 })), "fill"), 150);
  assert.equal(lineBar(line("take", { collected: 10000 })).text, "");
  assert.equal(width(resultBar(-60000, 60000), "fill"), 100);
  assert.equal(width(resultBar(30000, 60000), "fill"), 50);
  assert.equal(width(coverBar(50000, 60000, 100000), "fill"), 100);
  assert.match(coverBar(75000, 60000, 100000).text, /gauge short/u);
});

/** Limits that a patron set himself are named with what is left, and with when betting opens again. */
test("own limits", () => {
  assert.equal(plain("self-limit", { limit: "loss", loss: 30000, left: 0, opens_ms: 3 * 3_600_000 }),
    "You have reached the loss limit you set, $300. You can watch; it opens again in 3 hours.");
  assert.match(plain("self-limit", { limit: "loss", loss: 30000, left: 4500, opens_ms: 60_000 }), /leaves \$45\./u);
  assert.match(plain("self-limit", { limit: "time", minutes: 90, opens_ms: 60_000 }), /90 minutes.*in 1 minute\./u);
});

/** A card bends with the finger, falls back before half of it is up, and opens beyond. */
test("squeeze", () => {
  assert.equal(lift(300, 260, 100), 0.4);
  assert.equal(lift(300, 320, 100), 0);
  assert.ok(lift(300, 0, 100) < 1);
  assert.deepEqual([0, 0.4, 0.5, 0.51].map(release), ["close", "close", "close", "open"]);
  assert.deepEqual(["ArrowUp", "ArrowDown", "Home", "Enter", "a"].map((key) => bend(key, 0.25)), [0.35, 0.15, 0, 1, null]);
});

/** The reader hears a result as one message. */
test("announcement", () => {
  const lines = [
    line("push", { returned: 10000 }),
    line("pay", { bet: "heron-9", returned: 1000, paid: 40000 }),
  ];
  assert.equal(announcement(CALLED, TABLE, lines),
    "Heron 9. Banker 7, Player 6. Banker pushed, 100 returned. Heron 9 paid 400.");
});

/** Where own lines are of two places each says of which. */
test("announcement of two places", () => {
  const lines = [line("take", { place: 2, line: "front", collected: 10000 }), line("pay", { place: 5, line: "back", paid: 10000, returned: 10000 })];
  assert.match(announcement(CALLED, TABLE, lines), /Seat 2: Banker collected, 100\. Behind 5: Banker paid 100\.$/u);
});

/** A void and a correction say what was and is, what moved, what is open, and why in the words of whoever asked. */
test("rulings", () => {
  const ruling = { cause: "", reason: "the camera shows it", was: null, moved: -20000, to: "rack", owes: 0, owed: 0, forgiven: false };
  const hand = (change, more = {}) => ({ hand: 7, kind: "corrected", winner: "banker", player: 2, banker: 6, calls: [], fee: 100, ...more, rulings: [{ ...ruling, ...change }] });
  const said = (change, more) => bare(ruledWords(hand(change, more), TABLE)).replace(/\s+/gu, " ").trim();
  const was = { winner: "player", player: 9, banker: 6, calls: [] };
  assert.equal(said({ was }), "Hand 7 was corrected: Banker 6–2, not Player 9–6. $200 left your rack. Why: the camera shows it.");
  assert.match(said({ was: { ...was, winner: "banker", player: 2, banker: 6 }, moved: 500, to: "wallet" }), /its wagers\. \$5 went to your wallet\./u);
  assert.match(said({ was, moved: 0 }), /None of your chips moved\./u);
  assert.match(said({ was, moved: 0, owed: 700 }), /6\. \$7 more is owed to you/u);
  assert.match(said({ was, owes: 300, forgiven: true }), /left your rack\. The other \$3 is forgiven\./u);
  const off = { kind: "void", winner: null, player: null, banker: null };
  assert.equal(said({ cause: "ruled", moved: 3500 }, off), "Hand 7 is void. $35 went to your rack. The collection of $1 stays taken. Why: the camera shows it.");
  assert.match(said({ cause: "false-draw", reason: "false-draw", moved: 3500 }, off), /Why: A card was drawn falsely, and it cannot be put right\.$/u);
  assert.equal(bare(ruledShort(hand({ was }), TABLE)), "Hand 7 corrected \u2212$200");
});

/** Bets with equal limits share one line at the head, and the sign of the felt comes from the sheet. */
test("head and sign", () => {
  assert.deepEqual(limitGroups(TABLE.bets, CURRENCY), ["Player, Banker 25–500", "Heron 9 5–50"]);
  assert.equal(inscription(TABLE), "Banker pushes on Heron 9 · Heron 9 pays 40 to 1");
  assert.equal(inscription(TABLE, 1), "Banker pushes on Heron 9");
  assert.equal(handWords({ winner: "banker", player: 2, banker: 6, calls: [] }, TABLE), "Banker 6–2");
});

/** Digits mean spots in any layout and with Shift take a chip back; keys with Control belong to the browser. */
test("keys", () => {
  const key = (name, change = {}) => intentOf({ key: name, code: "", shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...change });
  assert.deepEqual(key("é", { code: "Digit2" }), { type: "spot", index: 1, back: false });
  assert.deepEqual(key("@", { code: "Digit2", shiftKey: true }), { type: "spot", index: 1, back: true });
  assert.deepEqual(key("W"), { type: "chip", index: 1 });
  assert.deepEqual(key("z"), { type: "undo" });
  assert.equal(key("z", { ctrlKey: true }), null);
  assert.equal(key("ArrowUp"), null);
});
