import assert from "node:assert/strict";
import { test } from "node:test";
import { removalChart } from "../../src/puntobanco/web/static/js/lab/charts.js";
import { painted } from "../../src/puntobanco/web/static/js/lab/editor.js";
import { grouped, oneIn, percent, signed } from "../../src/puntobanco/web/static/js/lab/figures.js";
import { clicked, newBet, written } from "../../src/puntobanco/web/static/js/lab/form.js";
import { rangeOf } from "../../src/puntobanco/web/static/js/lab/screen.js";
import { chooseDecks, indexOf, leftOf, move, reset, undo } from "../../src/puntobanco/web/static/js/lab/shoe.js";
import { use } from "../../src/puntobanco/web/static/js/messages.js";

use({ "lab.one_in": "1 in {number}", "lab.never": "never", "lab.new_bet": "New {number}", "lab.removal.none": "none", "lab.removal.point": "{card} {change}", "lab.removal.spoken": "{points}" });

/** A lab with a whole shoe. @param {number} decks */
const shoe = (decks = 8) => ({ decks, gone: Array(52).fill(0), undone: [], putting: false });

/** Cards are numbered as the house numbers them: clubs, diamonds, hearts, spades, each ace to king. */
test("the numbers of the cards", () => {
  assert.deepEqual(["AC", "KC", "AD", "9S", "KS"].map(indexOf), [0, 12, 13, 47, 51]);
});

/** A rank takes the suit of which most is left; put back, it gives to the one that lacks most. */
test("a rank shares its cards out", () => {
  const lab = shoe();
  for (let click = 0; click < 6; click += 1) assert.ok(move(lab, "9"));
  assert.deepEqual(["9S", "9H", "9D", "9C"].map((code) => leftOf(lab, code)), [6, 6, 7, 7]);
  lab.putting = true;
  for (let click = 0; click < 6; click += 1) assert.ok(move(lab, "9"));
  assert.deepEqual(lab.gone, shoe().gone);
  assert.equal(move(lab, "9"), false);
});

/** No counter goes below nothing, and every step can be taken back. */
test("a counter has an end", () => {
  const lab = shoe(1);
  assert.deepEqual([move(lab, "KS"), move(lab, "KS")], [true, false]);
  chooseDecks(lab, 3);
  assert.equal(leftOf(lab, "KS"), 2);
  for (let click = 0; click < 2; click += 1) move(lab, "KS");
  chooseDecks(lab, 2);
  assert.equal(leftOf(lab, "KS"), 0);
  reset(lab);
  assert.equal(leftOf(lab, "KS"), 2);
  while (lab.undone.length > 0) undo(lab);
  assert.deepEqual([lab.decks, lab.gone], [1, shoe().gone]);
});

const offer = { features: [{ key: "winner", words: ["player", "banker", "tie"] }, { key: "player.total", words: [0, 1, 2] }] };
const lab = { offer, sheet: { calls: [{ id: "call", label: "Call" }] }, told: { bets: [{ id: "new-bet-1" }] } };

/** A new bet has an id that is free; the form that a click makes leaves the old one as it was. */
test("clicks in the form", () => {
  const old = newBet(lab);
  assert.equal(old.id, "new-bet-2");
  const data = { toggle: "value", row: "0", clause: "0", feature: "winner", word: '"player"' };
  assert.deepEqual(clicked(lab, old, data)?.result[0].when, [{ winner: ["tie", "player"] }]);
  assert.deepEqual(old.result[0].when, [{ winner: ["tie"] }]);
  assert.equal(clicked(lab, old, { do: "add-row" })?.result.length, 2);
  assert.equal(clicked(lab, old, { do: "remove-row", row: "0" }), null);
  assert.equal(clicked(lab, old, { do: "row-up", row: "0" }), null);
  const two = clicked(lab, old, { do: "add-clause", row: "0" });
  assert.deepEqual(two?.result[0].when.length, 2);
  assert.deepEqual(clicked(lab, two, { do: "remove-part", row: "0", clause: "1", part: "winner" })?.result[0].when, [{ winner: ["tie"] }]);
});

/** Fields and choices of the form; a result that pays again has odds; a feature begins with its first value. */
test("fields of the form", () => {
  const old = newBet(lab);
  assert.equal(written(lab, old, { field: "label" }, "<b>").label, "<b>");
  const pushed = written(lab, old, { row: "0", ofRow: "verdict" }, "push");
  assert.equal(pushed.result[0].verdict, "push");
  assert.equal(written(lab, { ...old, result: [{ ...old.result[0], pays: "" }] }, { row: "0", ofRow: "verdict" }, "pay").result[0].pays, "1:1");
  assert.deepEqual(written(lab, old, { add: "0.0" }, "player.total").result[0].when[0], { winner: ["tie"], "player.total": [0] });
  assert.deepEqual(written(lab, old, { add: "0.0" }, "call").result[0].when[0], { winner: ["tie"], call: ["call"] });
});

/** The paint shows the text, letter for letter, whatever is in it; the faulty line is marked. */
test("the painted text", () => {
  const text = 'a = "<img src=x>" # b\n[[bet]]\nwhen = { winner = "tie", n = 3 }\n"unclosed';
  const lines = painted(text, 2).map(String);
  const plain = lines.map((line) => line.replace(/<[^>]*>/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"'));
  assert.deepEqual(plain, text.split("\n"));
  assert.deepEqual(lines.map((line) => line.includes("data-fault")), [false, true, false, false]);
  assert.match(lines[0], /code-string">&quot;&lt;img/);
});

/** A slider has room on both sides, and does not jump while it moves within its range. */
test("the range of a slider", () => {
  for (let value = 1; value < 3000; value += 1) {
    const [least, most] = rangeOf(value);
    assert.ok(least <= value && value < most, `${value} in ${least} to ${most}`);
  }
  assert.deepEqual(rangeOf(17), rangeOf(20));
});

/** Four decimals, a true minus, no sign on nothing; every digit of a count. */
test("figures", () => {
  assert.deepEqual([0.066218, -0.0101830076, 0, -1e-9].map((value) => percent(value)), ["6.6218%", "\u22121.0183%", "0.0000%", "0.0000%"]);
  assert.deepEqual([0.5, -0.5, 0].map((value) => signed(value, 1)), ["+50.0%", "\u221250.0%", "0.0%"]);
  assert.equal(grouped("-4998398275503360"), "\u22124,998,398,275,503,360");
  assert.deepEqual([oneIn(0.0682), oneIn(0)], ["1 in 14.66", "never"]);
});

/** The effects stand in the order of the ranks, each a bar as high as it is large. */
test("the plot of removal", () => {
  const svg = String(removalChart({ removal: { K: 1e-6, A: -2e-6, 9: 0 } }));
  assert.deepEqual([...svg.matchAll(/<title>(.*?)<\/title>/g)].map(([, text]) => text), ["A \u22122", "9 0", "K +1"]);
  assert.equal(String(removalChart({ removal: null })).includes("none"), true);
});
