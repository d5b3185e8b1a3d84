import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const CSS = new URL("../../src/puntobanco/web/static/css/", import.meta.url);
/** The tokens without comments and without what a wish for more contrast changes. */
const sheet = readFileSync(new URL("tokens.css", CSS), "utf8").replace(/\/\*.*?\*\//gs, "").replace(/@media.*/s, "");

/** The custom properties of a rule, those of `:root` below them. @param {string} selector */
function theme(selector) {
  const values = {};
  for (const [, selectors, body] of sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const names = selectors.split(",").map((each) => each.trim());
    if (!names.includes(":root") && !names.includes(selector)) continue;
    for (const [, name, value] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) values[name] = value;
  }
  return values;
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

const root = theme(":root");
const ratio = (values, front, back) => Number(contrast(values[front], values[back]).toFixed(1));

/** The frame's texts have the contrast that the look states for them. */
test("texts on the frame", () => {
  assert.equal(ratio(root, "text", "frame"), 16.2);
  assert.equal(ratio(root, "muted", "frame"), 8.6);
  assert.equal(ratio(root, "now", "frame"), 11.6);
  for (const text of ["text", "text-2", "muted", "now", "alarm", "ok", "paid", "player", "banker", "tie"]) {
    for (const ground of ["frame", "panel", "raised", "deep"]) assert.ok(ratio(root, text, ground) >= 4.5, `${text} on ${ground}`);
  }
});

/** Every role reads on the brightest point of every cloth. */
test("roles on the cloths", () => {
  for (const felt of ["pine-hi", "felt-ink-hi", "plum-hi", "oxblood-hi"]) {
    for (const role of ["player", "banker", "tie", "dragon", "panda", "bone", "text"]) {
      assert.ok(ratio(root, role, felt) >= 4.5, `${role} on ${felt}`);
    }
  }
});

/** On each board every mark has 3 to 1 on the grid, and what stands on it 4.5 to 1 on the mark. */
test("marks on the boards", () => {
  for (const name of ["paper", "night", "safe"]) {
    const values = theme(`[data-theme="${name}"]`);
    for (const mark of ["banker", "player", "tie", "gold", "slate", "ink"]) {
      assert.ok(ratio(values, `mark-${mark}`, "grid") >= 3, `${mark} on the grid of ${name}`);
      assert.ok(ratio(values, "letter", `mark-${mark}`) >= 4.5, `a letter on ${mark} of ${name}`);
      assert.ok(ratio(values, `role-${mark}`, "panel") >= 4.5, `the word ${mark} on ${name}`);
    }
  }
});

/** The veils of evening and night leave every mark, letter and word of a board the contrast that it needs. */
test("boards by less light", () => {
  const veiled = (hex, veil) => `#${[1, 3, 5].map((at) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * (1 - veil)).toString(16).padStart(2, "0")).join("")}`;
  for (const veil of [root["dim-evening"], root["dim-night"]].map(Number)) {
    assert.ok(veil > 0);
    for (const name of ["paper", "night", "safe"]) {
      const values = theme(`[data-theme="${name}"]`);
      const left = (front, back) => contrast(veiled(values[front], veil), veiled(values[back], veil));
      for (const mark of ["banker", "player", "tie", "gold", "slate", "ink"]) {
        assert.ok(left(`mark-${mark}`, "grid") >= 3, `${mark} on the grid of ${name}`);
        assert.ok(left("letter", `mark-${mark}`) >= 4.5, `a letter on ${mark} of ${name}`);
        assert.ok(left(`role-${mark}`, "panel") >= 4.5, `the word ${mark} on ${name}`);
      }
      for (const text of ["text", "muted", "now"]) assert.ok(left(text, "panel") >= 4.5 && left(text, "frame") >= 4.5, `${text} of ${name}`);
      assert.ok(left("focus", "stop") >= 4.5 && left("ink", "now") >= 7, name);
    }
  }
});

/** Signals read: white on the red of closed bets, ink on amber, amber on its warning. */
test("signals", () => {
  assert.ok(ratio(root, "focus", "stop") >= 4.5);
  assert.ok(ratio(root, "ink", "now") >= 7);
  assert.ok(ratio(root, "now", "warn-bg") >= 7);
  assert.ok(ratio(root, "danger-text", "danger-bg") >= 4.5);
});

/** A chip's numeral has 4.5 to 1 on its body. */
test("chips", () => {
  for (const value of [1, 5, 25, 100, 500, 1000]) {
    assert.ok(ratio(root, `chip-${value}-text`, `chip-${value}`) >= 4.5, `chip ${value}`);
  }
});

/** Colours are named once, among the tokens; veils of black and white are the only others. */
test("no colour outside the tokens", () => {
  for (const name of readdirSync(CSS).filter((each) => each.endsWith(".css") && each !== "tokens.css")) {
    const css = readFileSync(new URL(name, CSS), "utf8").replace(/\/\*.*?\*\//gs, "");
    const found = [...css.matchAll(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/gi)].map(([colour]) => colour).filter((colour) => !/^#(?:000|0{6}|(?:000|fff)[0-9a-f]|(?:0{6}|f{6})[0-9a-f]{2})$/i.test(colour));
    assert.deepEqual(found, [], name);
  }
});

/** On each board every role has the contrast that the design states, to a tenth. */
test("the contrast of the themes", () => {
  const stated = {
    paper: { banker: 5.9, player: 6.8, tie: 5.2, gold: 5.6, slate: 7.2, ink: 16.8 },
    night: { banker: 7.4, player: 8.7, tie: 9.7, gold: 12.2, slate: 13.8, ink: 17.1 },
  };
  for (const [name, roles] of Object.entries(stated)) {
    const values = theme(`[data-theme="${name}"]`);
    for (const [role, least] of Object.entries(roles)) assert.equal(ratio(values, `mark-${role}`, "grid"), least, `${role} of ${name}`);
  }
});

/** How people see red, green and blue who lack one kind of cone (Machado, severity 1). */
const BLIND = {
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** A colour in CIELAB as somebody sees it. @param {string} hex @param {number[][]} eye */
function lab(hex, eye) {
  const linear = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [r, g, b] = eye.map((row) => Math.min(1, Math.max(0, row.reduce((sum, part, at) => sum + part * linear[at], 0))));
  const xyz = [0.4124 * r + 0.3576 * g + 0.1805 * b, 0.2126 * r + 0.7152 * g + 0.0722 * b, 0.0193 * r + 0.1192 * g + 0.9505 * b];
  const [x, y, z] = xyz.map((part, at) => {
    const share = part / [0.95047, 1, 1.08883][at];
    return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** On the Safe board the three winners part for every kind of eye; on every board Player and Banker do. */
test("colours for other eyes", () => {
  const far = (values, one, other, eye) => Math.hypot(...lab(values[`mark-${one}`], eye).map((part, at) => part - lab(values[`mark-${other}`], eye)[at]));
  for (const eye of Object.values(BLIND)) {
    const safe = theme('[data-theme="safe"]');
    for (const pair of [["banker", "player"], ["banker", "tie"], ["player", "tie"]]) assert.ok(far(safe, ...pair, eye) >= 28, pair.join());
    for (const name of ["paper", "night"]) assert.ok(far(theme(`[data-theme="${name}"]`), "banker", "player", eye) >= 50, name);
  }
});
