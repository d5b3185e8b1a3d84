/**
 * Bars that show chips beside their words: how far a cover goes, where a result stands between two caps,
 * which part of a wager was covered. Drawn as SVG, for the page sets no styles from markup. Pure.
 * @module
 */
import { html } from "../html.js";

/** @import { SettlementLine } from "../types.d.ts" */

const WIDTH = 200;
const HEIGHT = 10;

/** @param {number} part @param {number} whole */
const at = (part, whole) => (whole > 0 ? Math.round((WIDTH * Math.min(Math.max(part, 0), whole)) / whole) : 0);

/** @param {string} kind @param {import("../html.js").Markup} parts */
const frame = (kind, parts) => html`<svg class="gauge ${kind}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
  <rect class="gauge-ground" width="${WIDTH}" height="${HEIGHT}" rx="3"/>${parts}</svg>`;

/**
 * What a result pays, against the cover.
 * @param {number} pays
 * @param {number} cover
 * @param {number} most of all results, which fills the bar
 */
export function coverBar(pays, cover, most) {
  const whole = Math.max(most, cover, 1);
  return frame(pays > cover ? "short" : "enough", html`<rect class="gauge-fill" width="${at(pays, whole)}" height="${HEIGHT}" rx="3"/>
    <rect class="gauge-mark" x="${Math.min(WIDTH - 2, at(cover, whole) - 1)}" width="2" height="${HEIGHT}"/>`);
}

/**
 * A player-dealer's result between the most that he can lose and win.
 * @param {number} net
 * @param {number} cover
 */
export function resultBar(net, cover) {
  const middle = WIDTH / 2;
  const width = at(Math.abs(net), 2 * cover);
  return frame(net < 0 ? "loss" : "gain", html`<rect class="gauge-fill" x="${net < 0 ? middle - width : middle}" width="${width}" height="${HEIGHT}"/>
    <rect class="gauge-mark" x="${middle - 1}" width="2" height="${HEIGHT}"/>`);
}

/**
 * How much of what a wager was to move has moved; null where nothing was to move, or all did.
 * @param {SettlementLine} line
 * @returns {{ moved: number, whole: number } | null}
 */
export function coveredPart(line) {
  const moved = line.verdict === "take" ? line.collected : line.paid;
  const whole = line.verdict === "take" ? line.amount : line.paid + line.uncovered;
  return line.verdict === "push" || moved === whole ? null : { moved, whole };
}

/** A wager's covered part, beside its chips. @param {SettlementLine} line */
export function lineBar(line) {
  const part = coveredPart(line);
  if (!part) return html``;
  return frame(`part ${line.verdict}`, html`<rect class="gauge-fill" width="${at(part.moved, part.whole)}" height="${HEIGHT}" rx="3"/>`);
}
