import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { use } from "../../src/puntobanco/web/static/js/messages.js";
import { beadPlate, beadStart, bigRoad, columnsOf, lowerRoad, nextMarks, windowStart } from "../../src/puntobanco/web/static/js/roads.js";

use({ "glyph.player": "P", "glyph.banker": "B", "glyph.tie": "T" });
const CALLS = [{ id: "heron-9", label: "Heron 9", mark: "9", token: "h9", colour: "ink" }];
const count = (markup, pattern) => markup.text.match(pattern)?.length ?? 0;

/** A road keeps one empty column at its right, where the next mark may go. */
test("one empty column", () => {
  assert.equal(columnsOf([]), 1);
  assert.equal(columnsOf([[0, 0], [4, 1], [3, 2]]), 6);
});

/** The window moves by whole columns, and not before the road is full. */
test("the window moves by columns", () => {
  assert.equal(windowStart([[46, 0]], 48), 0);
  assert.equal(windowStart([[47, 0]], 48), 1);
});

/** A bead plate of fourteen columns holds 83 hands and the place of the next. */
test("the bead plate's window", () => {
  assert.deepEqual([0, 83, 84, 89, 90].map((hands) => beadStart(hands, 14)), [0, 0, 1, 1, 2]);
});

/** A mark outside the window or below the rows that are drawn is left out, not squeezed in. */
test("marks outside the window", () => {
  const cells = [[0, 0, "red"], [1, 0, "blue"], [2, 5, "red"]];
  assert.equal(count(lowerRoad("small_road", cells, { columns: 3 }), /<g /g), 2);
  assert.equal(count(lowerRoad("small_road", cells, { columns: 9, rows: 4 }), /<g /g), 2);
});

/** The three lower roads are told apart by shape: ring, disc and slash. */
test("lower roads by shape", () => {
  const cells = [[0, 0, "red"]];
  assert.match(lowerRoad("big_eye_boy", cells, { columns: 2 }).text, /<circle class="stroke-banker"/);
  assert.match(lowerRoad("small_road", cells, { columns: 2 }).text, /<circle class="fill-banker"/);
  assert.match(lowerRoad("cockroach_pig", cells, { columns: 2 }).text, /<path class="stroke-banker/);
});

/** Ties before any decision stand in the first cell as a slash without a side. */
test("leading ties", () => {
  const drawn = bigRoad([[0, 0, null, 2, 0, 0, []]], { columns: 4 });
  assert.equal(count(drawn, /tie-slash/g), 1);
  assert.match(drawn.text, />2<\/text>/);
  assert.equal(count(drawn, /<circle/g), 0);
});

/** Naturals, pairs and calls each have a sign of their own; a plain road has none of them. */
test("signs on the big road", () => {
  const cells = [[0, 0, "P", 0, 0, 0, ["n8", "pp", "bp"]], [1, 0, "B", 1, 1, 0, ["h9"]]];
  const fine = bigRoad(cells, { columns: 4, calls: CALLS });
  assert.equal(count(fine, /class="pair/g), 2);
  assert.match(fine.text, /class="call-numeral[^>]*>9</);
  const plain = bigRoad(cells, { columns: 4, calls: CALLS, plain: true });
  assert.equal(count(plain, /class="pair|call-numeral/g), 0);
  assert.match(plain.text, /fill-ink call-edge/);
});

/** A tie on the bead plate is a letter, not a colour alone. */
test("a tie has its letter", () => {
  assert.match(beadPlate([[0, 0, "T", []]], { columns: 2 }).text, />T<\/text>/);
});

/** Before a lower road has begun its next mark is an empty place. */
test("no mark before the start", () => {
  const [first, second] = nextMarks([null, "red", null]);
  assert.doesNotMatch(first.text, /circle/);
  assert.match(second.text, /fill-banker/);
});

/** A picture without a label is silent; with one it is an image of that name. */
test("a road is named or silent", () => {
  assert.match(bigRoad([], { columns: 2 }).text, /aria-hidden="true"/);
  assert.match(bigRoad([], { columns: 2, label: "Big road" }).text, /role="img" aria-label="Big road"/);
});

/** The index of emblems names exactly the drawings that are there. */
test("the index of emblems", () => {
  const folder = new URL("../../src/puntobanco/web/static/emblems/", import.meta.url);
  const drawings = readdirSync(folder).filter((name) => name.endsWith(".svg")).map((name) => name.slice(0, -4)).sort();
  assert.deepEqual(JSON.parse(readFileSync(new URL("index.json", folder), "utf8")), drawings);
});
