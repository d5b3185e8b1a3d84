import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const sheet = readFileSync(new URL("../../src/puntobanco/web/static/css/tokens.css", import.meta.url), "utf8")
  .replace(/\/\*.*?\*\//gs, "").replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");

/** The tokens in a light: those of `:root` below those of the light. @param {string} light */
function tokens(light) {
  const values = {};
  for (const [, selectors, body] of sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const names = selectors.split(",").map((each) => each.trim());
    if (!names.includes(":root") && !names.includes(`[data-light="${light}"]`)) continue;
    for (const [, name, value] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) values[name] = value;
  }
  return (name) => {
    let value = values[name];
    while (value?.startsWith("var(")) value = values[value.slice(6, -1)];
    return value;
  };
}

/** @param {string} hex */
function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** In every light text has 4.5 to 1 on what it stands on, and a side's colour under its letter too. */
for (const light of ["day", "evening", "night"]) {
  test(`the light of the ${light}`, () => {
    const value = tokens(light);
    for (const text of ["text", "text-2", "muted", "now", "alarm", "ok", "player", "banker", "tie", "dragon", "panda"]) {
      for (const ground of ["frame", "panel", "raised", "deep"]) assert.ok(contrast(value(text), value(ground)) >= 4.5, `${text} on ${ground}`);
    }
    for (const role of ["player", "banker", "tie", "dragon", "panda"]) assert.ok(contrast(value("on-role"), value(role)) >= 4.5, `on ${role}`);
    assert.ok(contrast(value("on-act"), value("act")) >= 4.5);
    assert.ok(contrast(value("danger-text"), value("danger-bg")) >= 4.5);
    assert.ok(contrast(value("line-strong"), value("frame")) >= (light === "day" ? 3 : 1.5));
    assert.ok(contrast(value("focus"), value("frame")) >= 3);
  });
}

/** By day a sheet's text reads in each of its colours, and so do good, bad and the plots of the lab. */
test("the text of a sheet", () => {
  const day = tokens("day");
  for (const part of ["key", "string", "number", "table", "comment"]) assert.ok(contrast(day(`code-${part}`), day("panel")) >= 4.5, part);
  for (const text of ["bad", "text", "code-comment"]) assert.ok(contrast(day(text), day("bad-bg")) >= 4.5, text);
  for (const [text, ground] of [["good", "good-bg"], ["text", "chosen-bg"]]) assert.ok(contrast(day(text), day(ground)) >= 4.5, text);
  for (const mark of ["series", "code-number"]) assert.ok(contrast(day(mark), day("panel")) >= 3, mark);
});
