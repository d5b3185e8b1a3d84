import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const STATIC = new URL("../../src/puntobanco/web/static/", import.meta.url);

/** @param {URL} folder @returns {Generator<string>} */
function* scripts(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* scripts(new URL(`${entry.name}/`, folder));
    else if (entry.name.endsWith(".js")) yield readFileSync(new URL(entry.name, folder), "utf8");
  }
}

const code = [...scripts(new URL("js/", STATIC))].join("\n");
const folder = new URL("messages/en/", STATIC);
/** @type {Record<string, string>} */
const catalogue = Object.assign({}, ...readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"))));

/** Keys that stand in the code as they are. */
const whole = new Set([...code.matchAll(/"([\w.-]+)"/g)].map(([, key]) => key));

/** Keys that the code makes: a template that begins like a key, whose holes are filled with one word each. */
const made = [...code.matchAll(/`([a-z]+\.(?:[\w.-]|\$\{[^}]*\})*)`/g)].map(([, template]) =>
  new RegExp(`^${String(template).replace(/\./g, "\\.").replace(/\$\{[^}]*\}/g, "[\\w-]+")}$`));

/** What is hung on a key that is there: its plural forms, and the ends of templates. */
const ends = new Set([...whole, "one", ...[...code.matchAll(/`\$\{[^}`]*\}\.(\w+)`/g)].map(([, end]) => end)]);

/** @param {string} key @returns {boolean} */
function isUsed(key) {
  const [, base, end] = /^(.+)\.([^.]+)$/.exec(key) ?? [];
  if (whole.has(key) || made.some((shape) => shape.test(key))) return true;
  if (base === undefined || end === undefined || !ends.has(end)) return false;
  return (base in catalogue || /^(?:one|other)$/.test(end)) && isUsed(base);
}

/** A message that no page asks for is not kept for translators to work on. */
test("every message is used", () => {
  assert.ok(made.length > 20);
  assert.deepEqual(Object.keys(catalogue).filter((key) => !isUsed(key)), []);
});

/** What has a form for one has a form for more. */
test("both forms of a plural", () => {
  const halves = Object.keys(catalogue).filter((key) => key.endsWith(".one") && !(key.replace(/one$/, "other") in catalogue));
  assert.deepEqual(halves, []);
});

/** What is bold in a message is markup, and asked for as that; `t` gives plain text. */
test("no markup is shown as text", () => {
  const plain = [...code.matchAll(/(?<!bare\()\bt\(\s*"([\w.-]+)"/g)].map(([, key]) => String(key));
  assert.ok(plain.length > 100);
  const known = new Set(["seat.limits.not-number", "seat.limits.unanswered", "seat.buy-in.not-number"]); // bare where shown
  assert.deepEqual(plain.filter((key) => /<b>/.test(catalogue[key] ?? "") && !known.has(key)), []);
});
