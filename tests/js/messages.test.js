import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { html } from "../../src/puntobanco/web/static/js/html.js";
import { both, glyph, has, isBilingual, rich, t, use } from "../../src/puntobanco/web/static/js/messages.js";

const STATIC = new URL("../../src/puntobanco/web/static/", import.meta.url);
const SAMPLE = { plain: "Hand {hand}", "seat.one": "{count} seat", "seat.other": "{count} seats", bold: "<b>Now.</b> {who} & {who}" };

/** The holes of a message are filled by name, and a hole without a value stays to be seen. */
test("holes are filled by name", () => {
  use(SAMPLE);
  assert.equal(t("plain", { hand: 61 }), "Hand 61");
  assert.equal(t("plain"), "Hand {hand}");
});

/** A count chooses the plural form of its language. */
test("a count chooses the form", () => {
  use(SAMPLE);
  assert.deepEqual([0, 1, 2].map((count) => t("seat", { count })), ["0 seats", "1 seat", "2 seats"]);
});

/** A message that nobody wrote shows its key, so that the gap is seen. */
test("an unknown key shows itself", () => {
  use(SAMPLE);
  assert.equal(t("no.such"), "no.such");
  assert.equal(has("no.such"), false);
});

/** A rich message keeps its bold words; what fills a hole is escaped unless it is markup itself. */
test("rich messages", () => {
  use(SAMPLE);
  assert.equal(rich("bold", { who: "<i>" }).text, "<b>Now.</b> &lt;i&gt; &amp; &lt;i&gt;");
  assert.equal(rich("bold", { who: html`<i>x</i>` }).text, "<b>Now.</b> <i>x</i> &amp; <i>x</i>");
});

/** @param {URL} folder @returns {Generator<string>} */
function* scripts(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* scripts(new URL(`${entry.name}/`, folder));
    else if (entry.name.endsWith(".js")) yield readFileSync(new URL(entry.name, folder), "utf8");
  }
}

const folder = new URL("messages/en/", STATIC);
const catalogue = Object.assign({}, ...readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"))));

/** Every message that the code asks for by its whole name is written. */
test("every message in use is written", () => {
  const keys = new Set();
  for (const script of scripts(new URL("js/", STATIC))) {
    for (const [, key] of script.matchAll(/\b(?:t|rich)\("([^"]+)"/g)) keys.add(key);
  }
  const missing = [...keys].filter((key) => !(key in catalogue) && !(`${key}.other` in catalogue));
  assert.ok(keys.size > 50);
  assert.deepEqual(missing, []);
});

/** No message says "please", "oops" or "invalid", and none shouts with an exclamation mark. */
test("the tone of the house", () => {
  const loud = Object.entries(catalogue).filter(([, text]) => /!|\b(?:please|oops|invalid)\b/i.test(String(text)));
  assert.deepEqual(loud, []);
});

/** Two languages stand together, the second after the first; what it has no words for, or the same, stands once. */
test("two languages at once", () => {
  use({ tie: "Tie", hand: "Hand {n}", same: "Bar" }, "en", { tie: "Empate", hand: "Mano {n}", same: "Bar" }, "es");
  assert.equal(both("tie").text, 'Tie <span class="second" lang="es">Empate</span>');
  assert.equal(both("hand", { n: 3 }).text, 'Hand 3 <span class="second" lang="es">Mano 3</span>');
  assert.equal(both("same").text, "Bar");
  assert.equal(both("none").text, "none");
  assert.equal(isBilingual(), true);
  use({ tie: "Tie" });
  assert.equal(both("tie").text, "Tie");
  assert.equal(isBilingual(), false);
});

/** A bead has the sign of the first language that has one of its own; languages of Latin letters keep the English one. */
test("signs in the beads", () => {
  const english = { "glyph.tie": "T" };
  use(english, "en", { "glyph.tie": "和" }, "zh-Hant");
  assert.equal(glyph("tie"), "和");
  use(english, "en", { "glyph.tie": "T" }, "vi");
  assert.equal(glyph("tie"), "T");
  use(english);
  assert.equal(glyph("tie"), "T");
});
