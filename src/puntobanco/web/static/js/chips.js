/** @file Chips seen from above, alone and in stacks. The amount beside a stack is the truth, the stack is the picture. */
import { amount } from "./format.js";
import { html } from "./html.js";

/** @import { Currency } from "./types.d.ts" */

const RADIUS = 48;
const LIFT = RADIUS * 2 * 0.085;
const MOST_SHOWN = 8;
/** Values with a colour of their own, in whole units; any other value wears that of the next lower one. */
const COLOURED = [1000, 500, 100, 25, 5, 1];

/**
 * A point of the circle, rounded to the hundredth.
 * @param {number} radius
 * @param {number} degrees
 */
function at(radius, degrees) {
  const angle = (degrees * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
}

/** Six edge spots of 28 degrees, from .74 of the radius to the rim. */
const SPOTS = [0, 60, 120, 180, 240, 300]
  .map((middle) => {
    const [from, to] = [middle - 14, middle + 14];
    const inner = RADIUS * 0.74;
    return (
      `M${at(RADIUS, from)}A${RADIUS} ${RADIUS} 0 0 1 ${at(RADIUS, to)}` +
      `L${at(inner, to)}A${inner} ${inner} 0 0 0 ${at(inner, from)}Z`
    );
  })
  .join("");

/** What shows of the spots on the edge of a chip under another. */
const EDGE_SPOTS = [60, 120]
  .map((middle) => `M${at(45.5, middle - 13)}A45.5 45.5 0 0 1 ${at(45.5, middle + 13)}`)
  .join("");

/**
 * @param {number} value minor units
 * @param {Currency} currency
 */
const colourOf = (value, currency) => {
  const whole = value / 10 ** currency.exponent;
  return `chip-${COLOURED.find((step) => step <= whole) ?? 1}`;
};

/**
 * The numeral on a chip; from a thousand on it is the one number that is shortened.
 * @param {number} value
 * @param {Currency} currency
 */
export function numeral(value, currency) {
  const thousand = 1000 * 10 ** currency.exponent;
  return value >= thousand && value % thousand === 0 ? `${value / thousand}K` : amount(value, currency);
}

/**
 * @param {number} value
 * @param {Currency} currency
 */
function face(value, currency) {
  const text = numeral(value, currency);
  const size = RADIUS * (text.length > 2 ? 0.58 : 0.68);
  return html`<circle class="chip-body" r="${RADIUS}"/><path class="chip-spot" d="${SPOTS}"/>
<circle class="chip-rim" r="47.4"/><circle class="chip-ring" r="${RADIUS * 0.68}"/>
<text class="chip-numeral" text-anchor="middle" y="${(size * 0.343).toFixed(2)}" font-size="${size}">${text}</text>`;
}

/**
 * One chip.
 * @param {number} value minor units
 * @param {Currency} currency
 */
export const chip = (value, currency) => html`<svg class="chip ${colourOf(value, currency)}" viewBox="-50 -50 100 100"
aria-hidden="true">${face(value, currency)}</svg>`;

/**
 * The chips of an amount, largest first. More than can be shown are thinned where there are most, and
 * what no chip can make is left to the number beside the stack.
 * @param {number} total
 * @param {readonly number[]} values chips of the table, minor units
 */
export function breakDown(total, values) {
  const piles = [...values].sort((a, b) => b - a).map((value) => ({ value, count: 0 }));
  let rest = total;
  for (const pile of piles) {
    pile.count = Math.floor(rest / pile.value);
    rest %= pile.value;
  }
  let shown = piles.reduce((sum, { count }) => sum + count, 0);
  while (shown > MOST_SHOWN) {
    const highest = piles.reduce((most, pile) => (pile.count > most.count ? pile : most));
    const spare = highest.count > 1 ? Math.min(highest.count - 1, shown - MOST_SHOWN, Math.ceil(highest.count / 2)) : 1;
    highest.count -= spare;
    shown -= spare;
  }
  return piles.flatMap(({ value, count }) => Array.from({ length: count }, () => value));
}

/**
 * A stack, largest value at the bottom. Its box keeps the width of a chip and grows upwards.
 * @param {number} total minor units
 * @param {readonly number[]} values
 * @param {Currency} currency
 */
export function stack(total, values, currency) {
  const chips = breakDown(total, values);
  const top = chips.at(-1) ?? Math.min(...values);
  const height = 100 + LIFT * Math.max(0, chips.length - 1);
  const edges = chips.slice(0, -1).map(
    (value, index) => html`<g class="${colourOf(value, currency)}" transform="translate(0 ${(-LIFT * index).toFixed(2)})">
<circle class="chip-edge" r="${RADIUS}"/><path class="chip-edge-spot" d="${EDGE_SPOTS}"/></g>`,
  );
  const raise = (-LIFT * Math.max(0, chips.length - 1)).toFixed(2);
  return html`<svg class="chip-stack" viewBox="-50 ${(50 - height).toFixed(2)} 100 ${height.toFixed(2)}" aria-hidden="true">
${edges}<g class="${colourOf(top, currency)}" transform="translate(0 ${raise})">${face(top, currency)}</g></svg>`;
}
