/** @file The plots of the lab: the edge by decks as a line, the effect of each card gone as bars. */
import { cardName } from "../cards.js";
import { html } from "../html.js";
import { t } from "../messages.js";
import { percent } from "./figures.js";
import { RANKS, rankWord } from "./shoe.js";

/** @import { Odds } from "./types.d.ts" */

const WIDTH = 480;
const HEIGHT = 250;
const LEFT = 64;
const RIGHT = 470;
const TOP = 34;
const BOTTOM = 214;
const SUITS = { S: "\u2660", H: "\u2665", D: "\u2666", C: "\u2663" };

/**
 * Round values that a scale shows, three of them or some more.
 * @param {number} low @param {number} high
 */
function ticks(low, high) {
  const power = 10 ** Math.floor(Math.log10(high - low));
  const steps = [1, 0.5, 0.2, 0.1].map((part) => part * power);
  const step = steps.find((each) => Math.floor(high / each) - Math.ceil(low / each) >= 2) ?? power / 10;
  const found = [];
  for (let at = Math.ceil(low / step); at <= Math.floor(high / step); at += 1) found.push(at * step);
  return { found, step };
}

/** @param {number} step */
const placesOf = (step) => Math.max(1, Math.min(6, -Math.floor(Math.log10(100 * step) + 1e-9)));

/**
 * @param {Odds} odds
 * @param {number} decks
 */
export function decksChart({ decks: edges }, decks) {
  const [low, high] = [Math.min(...edges), Math.max(...edges)];
  const pad = (high - low || Math.abs(high) || 0.01) * 0.12;
  const x = (/** @type {number} */ index) => LEFT + 24 + ((RIGHT - LEFT - 48) * index) / (edges.length - 1);
  const y = (/** @type {number} */ value) => BOTTOM - ((BOTTOM - TOP) * (value - low + pad)) / (high - low + 2 * pad);
  const { found, step } = ticks(low - pad, high + pad);
  const grid = found.map((value) => html`<path class="grid" d="M${LEFT} ${y(value).toFixed(1)}H${RIGHT}"/>
<text class="tick" x="${LEFT - 8}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${percent(value, placesOf(step))}</text>`);
  const line = edges.map((value, index) => `${index ? "L" : "M"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const points = edges.map((value, index) => {
    const isChosen = index + 1 === decks;
    const label = isChosen && html`<text class="value" x="${Math.min(x(index), RIGHT - 30).toFixed(1)}" y="${(y(value) - 14).toFixed(1)}" text-anchor="middle">${percent(value, 3)}</text>`;
    return html`<circle class="point${isChosen ? " is-chosen" : ""}" cx="${x(index).toFixed(1)}" cy="${y(value).toFixed(1)}" r="${isChosen ? 8 : 5}"/>${label}
<text class="tick" x="${x(index).toFixed(1)}" y="${BOTTOM + 24}" text-anchor="middle">${index + 1}</text>`;
  });
  const spoken = edges.map((value, index) => t("lab.chart.decks.point", { decks: t("lab.decks", { count: index + 1 }), edge: percent(value) })).join(", ");
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${t("lab.chart.decks.spoken", { points: spoken })}">${grid}<path class="line" d="${line}"/>${points}</svg>`;
}

/** @param {string} card "9", "9S" */
const shortName = (card) => rankWord(card.slice(0, 1)) + (SUITS[/** @type {keyof typeof SUITS} */ (card.slice(1))] ?? "");

/** The effect of one card gone, as bars above and below a line: good for a bettor, bad for him. @param {Odds} odds */
export function removalChart({ removal }) {
  if (!removal) return html`<p class="caption">${t("lab.removal.none")}</p>`;
  const cards = Object.keys(removal).sort((one, other) => order(one) - order(other));
  const most = Math.max(...Object.values(removal).map(Math.abs)) || 1e-9;
  const middle = (TOP + BOTTOM) / 2;
  const width = (RIGHT - LEFT) / cards.length;
  const bars = cards.map((card, index) => {
    const value = removal[card] ?? 0;
    const height = (Math.abs(value) / most) * (middle - TOP);
    const left = LEFT + width * index;
    const label = (cards.length < 20 || card.endsWith("S")) && html`<text class="tick" x="${(left + (width * (cards.length < 20 ? 1 : 4)) / 2).toFixed(1)}" y="${BOTTOM + 24}" text-anchor="middle">${
      cards.length < 20 ? shortName(card) : rankWord(card.slice(0, 1))}</text>`;
    return html`<rect class="bar ${value < 0 ? "is-bad" : "is-good"}" x="${(left + width * 0.14).toFixed(2)}" y="${(value < 0 ? middle : middle - height).toFixed(2)}"
width="${(width * 0.72).toFixed(2)}" height="${height.toFixed(2)}"><title>${t("lab.removal.point", { card: shortName(card), change: millionths(value) })}</title></rect>${label}`;
  });
  const scale = [most, 0, -most].map((value, index) => html`<path class="grid" d="M${LEFT} ${[TOP, middle, BOTTOM][index]}H${RIGHT}"/>
<text class="tick" x="${LEFT - 8}" y="${([TOP, middle, BOTTOM][index] ?? 0) + 4}" text-anchor="end">${millionths(value)}</text>`);
  const spoken = cards.map((card) => t("lab.removal.point", { card: card.length > 1 ? cardName(card) : t(`card.rank.${card}`), change: millionths(removal[card] ?? 0) })).join(", ");
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${t("lab.removal.spoken", { points: spoken })}">${scale}${bars}</svg>`;
}

/** @param {string} card */
const order = (card) => RANKS.indexOf(card.slice(0, 1)) * 4 + "SHDC".indexOf(card.slice(1) || "S");

/** @param {number} value */
function millionths(value) {
  const count = Math.round(1e6 * value);
  return `${count > 0 ? "+" : count < 0 ? "\u2212" : ""}${Math.abs(count)}`;
}
