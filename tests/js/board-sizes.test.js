import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { lookAt, settingsOf, turned } from "../../src/puntobanco/web/static/js/board/settings.js";
import { HOURS } from "../../src/puntobanco/web/static/js/light.js";

const CSS = new URL("../../src/puntobanco/web/static/css/", import.meta.url);
const read = (/** @type {string} */ name) => readFileSync(new URL(name, CSS), "utf8").replace(/\/\*.*?\*\//gs, "");

/** The rules of a style sheet, each with the condition of its screen. @param {string} css */
function* rulesOf(css) {
  let query = "";
  for (const [, media, head, body] of css.matchAll(/@media ([^{]*)\{|([^{}@]+)\{([^{}]*)\}/g)) {
    if (media !== undefined) query = media.trim();
    else yield { query, selectors: head.split(",").map((each) => each.trim()), body };
  }
}

const WIDE = "(min-width: 600px) and (min-height: 560px)";
const rules = [...rulesOf(read("board.css"))];
const wide = rules.filter(({ query }) => query === WIDE);

/** The rectangle of a zone on the wide canvas. @param {string[]} selectors */
function place(selectors) {
  const found = {};
  for (const { selectors: all, body } of wide) {
    if (!all.some((each) => selectors.includes(each))) continue;
    for (const [, name, value] of body.matchAll(/--([xywh]):\s*(\d+)/g)) found[name] = Number(value);
  }
  return [found.x, found.y, found.w, found.h];
}

/** The size of a text in pixels of the drawing. @param {string} selector */
function type(selector) {
  const all = wide.filter(({ selectors }) => selectors.includes(selector)).flatMap(({ body }) =>
    [...body.matchAll(/font-size: calc\((\d+) \* var\(--u\)\)/g)].map(([, size]) => Number(size)));
  return all.at(-1);
}

const ZONES = {
  header: [24, 16, 1872, 84], bead: [24, 112, 812, 372], counters: [852, 112, 620, 372], clock: [1488, 112, 408, 372],
  big: [24, 496, 1872, 262], big_eye_boy: [24, 770, 600, 146], small_road: [660, 770, 600, 146], cockroach_pig: [1296, 770, 600, 146],
  next: [24, 928, 560, 136], last: [600, 928, 760, 136], message: [1376, 928, 520, 136],
};

/** Every zone stands where the drawing of the board has it. */
test("the zones of the board", () => {
  for (const [name, rectangle] of Object.entries(ZONES)) {
    const lower = ["big_eye_boy", "small_road", "cockroach_pig"].includes(name);
    assert.deepEqual(place([`.zone-${name}`, ...(lower ? [".zone-lower"] : [])]), rectangle, name);
  }
});

/** No two zones meet, and all keep 16 px from the edge. */
test("zones keep apart", () => {
  const all = Object.entries(ZONES);
  for (const [index, [name, [x, y, w, h]]] of all.entries()) {
    assert.ok(x >= 16 && y >= 16 && x + w <= 1920 - 16 && y + h <= 1080 - 16, name);
    for (const [other, [x2, y2, w2, h2]] of all.slice(index + 1)) {
      assert.ok(x + w <= x2 || x2 + w2 <= x || y + h <= y2 || y2 + h2 <= y, `${name} and ${other}`);
    }
  }
});

/** Minutes of arc of so many pixels of type, of which .7 is seen as the height of a figure. @param {number} pixels @param {number} metres */
const arc = (pixels, metres) => (60 * 180 / Math.PI) * Math.atan((0.7 * pixels * 0.369) / (1000 * metres));

/** On a 32 inch screen, counts, clock and hand number are comfortable at 3 m, names and shares at 2 m, labels at 1 m. */
test("what reads from how far", () => {
  const digits = Number(/\.dial-digits \{[^}]*font-size: (\d+)px/.exec(read("board.css"))?.[1]);
  assert.equal(digits, 110);
  assert.equal(type(".counter-count"), 56);
  for (const [name, pixels] of Object.entries({ count: type(".counter-count"), clock: digits, hand: type(".hand-number b"), score: type(".state-score") })) {
    assert.ok(arc(pixels, 3) >= 16, name);
  }
  for (const selector of [".counter-name", ".counter-aside", ".state-words", ".table-name", ".next-row"]) {
    assert.ok(arc(type(selector), 2) >= 14.5, selector);
  }
  for (const selector of [".limit dd", ".last-result", ".last-counts dd", ".small-line", ".state-detail"]) {
    assert.ok(arc(type(selector), 1.2) >= 18, selector);
  }
  assert.ok(arc(type(".road-label"), 1) >= 15);
});

/** Cells: 58, 39 and 20 px, and every road has room for what 99 of 100 shoes of 80 hands need. */
test("cells of the roads", () => {
  const [columns] = rules.filter(({ body }) => body.includes("--bead-columns")).map(({ body }) =>
    Object.fromEntries([...body.matchAll(/--(\w+)-columns: (\d+)/g)].map(([, name, count]) => [name, Number(count)])));
  assert.deepEqual(columns, { bead: 14, big: 48, lower: 30 });
  assert.equal(812 / columns.bead, 58);
  assert.equal(1872 / columns.big, 39);
  assert.equal(600 / columns.lower, 20);
  assert.ok(columns.bead * 6 >= 80);
  assert.ok(columns.big >= 47 + 1);
});

/** From afar, counts and bead plate are twice as large. */
test("the far preset", () => {
  const far = [...rulesOf(read("board-wide.css"))].filter(({ query }) => query === WIDE);
  const size = (/** @type {string} */ name) => far.filter(({ selectors }) => selectors.includes(`[data-preset="far"] ${name}`)).map(({ body }) => body).join();
  assert.equal(Number(/font-size: calc\((\d+)/.exec(size(".counter-count"))?.[1]), 2 * type(".counter-count"));
  const columns = Number(/--bead-columns: (\d+)/.exec(size(".board"))?.[1]);
  const width = Number(/--w: (\d+)/.exec(size(".zone-bead"))?.[1]);
  assert.equal(width / columns, 2 * 58);
});

/** An address asks for a theme, a preset, a kiosk and languages; what it cannot ask for is the usual. */
test("what an address asks for", () => {
  const usual = { theme: "auto", light: "day", hours: HOURS, preset: "near", isKiosk: false, languages: ["en"] };
  assert.deepEqual(settingsOf(""), usual);
  assert.deepEqual(settingsOf("?theme=pink&preset=huge&kiosk=yes&lang=../x&light=dusk&hours=9"), usual);
  assert.deepEqual(settingsOf("?theme=night&preset=far&kiosk=1&lang=en,vi&light=auto&hours=8,18,23"), {
    theme: "night", light: "auto", hours: [8, 18, 23], preset: "far", isKiosk: true, languages: ["en", "vi"],
  });
  for (const hours of ["8,18,24", "8,8,9", "18,8,23", "8,18", "8,18,23,24", "-1,2,3"]) assert.deepEqual(settingsOf(`?hours=${hours}`).hours, HOURS, hours);
  assert.deepEqual(settingsOf("?lang=zh-Hant,en,ko").languages, ["zh-Hant", "en"]);
});

/** A key turns one thing to its next value, round and round, and leaves the rest of the address alone. */
test("what a key turns", () => {
  let query = "?kiosk=1&lang=en,vi&hours=8,18,23";
  const seen = [];
  for (let times = 0; times < 4; times += 1) {
    query = turned(query, "light");
    seen.push(settingsOf(query).light);
    assert.deepEqual({ ...settingsOf(query), light: "day" }, settingsOf("?kiosk=1&lang=en,vi&hours=8,18,23"));
  }
  assert.deepEqual(seen, ["evening", "night", "auto", "day"]);
  assert.equal(turned("", "preset"), "?preset=far");
  assert.equal(turned("?preset=far", "preset"), "?preset=near");
  assert.equal(turned("?lang=en,vi", "theme"), "?lang=en,vi&theme=paper");
});

/** By the clock a board is bright by day, veiled in the evening, and dark and veiled by night, in the room's own hours. */
test("the light of a board", () => {
  const looks = (query) => Array.from({ length: 24 }, (_, hour) => Object.values(lookAt(settingsOf(query), hour)).join(" "));
  const day = looks("?light=auto&hours=8,18,23");
  assert.deepEqual([7, 8, 17, 18, 22, 23, 0].map((hour) => day[hour]),
    ["night night", "paper day", "paper day", "paper evening", "paper evening", "night night", "night night"]);
  assert.deepEqual(new Set(looks("?light=night&theme=safe")), new Set(["safe night"]));
  assert.deepEqual(new Set(looks("")), new Set(["paper day"]));
});
