/** @file Cards: the full face from 64 px, rank over suit below, and the back. */
import { COURTS } from "./courts.js";
import { GLYPHS } from "./glyphs.js";
import { html } from "./html.js";
import { MARK_BODY } from "./icons.js";
import { t } from "./messages.js";

/** @import { Markup } from "./html.js" */

/** @type {Record<string, string>} Suit signs in a box of 100. */
const SUITS = {
  S:
    "M50 3C59 22 94 40 94 64C94 78 84 86 73 86C64.5 86 58 81.5 54.5 75C55 86 59 93 68 97L32 97" +
    "C41 93 45 86 45.5 75C42 81.5 35.5 86 27 86C16 86 6 78 6 64C6 40 41 22 50 3Z",
  H:
    "M50 92C22 66 5 50 5 29C5 14 16 5 28.5 5C38.5 5 46.5 11 50 20C53.5 11 61.5 5 71.5 5" +
    "C84 5 95 14 95 29C95 50 78 66 50 92Z",
  C:
    "M50 3C62 3 71 12 71 23.5C71 30 68 36 63.5 40C67 38.5 71 37.5 74.5 37.5C86.5 37.5 95 47 95 58.5" +
    "C95 70.5 86 80 74.5 80C65.5 80 57.5 75 54.5 67.5C54.5 82 59 92 68 97L32 97C41 92 45.5 82 45.5 67.5" +
    "C42.5 75 34.5 80 25.5 80C14 80 5 70.5 5 58.5C5 47 13.5 37.5 25.5 37.5C29 37.5 33 38.5 36.5 40" +
    "C32 36 29 30 29 23.5C29 12 38 3 50 3Z",
  D: "M50 3C58 20 72 38 87 50C72 62 58 80 50 97C42 80 28 62 13 50C28 38 42 20 50 3Z",
};

const [LEFT, MIDDLE, RIGHT] = [92, 125, 158];
const [TOP, BOTTOM] = [60, 290];
/** @type {Record<string, [number, number][]>} Where the pips stand, in the old order. */
const PIPS = {
  2: column(MIDDLE, [TOP, BOTTOM]),
  3: column(MIDDLE, [TOP, 175, BOTTOM]),
  4: columns([TOP, BOTTOM]),
  5: [...columns([TOP, BOTTOM]), [MIDDLE, 175]],
  6: columns([TOP, 175, BOTTOM]),
  7: [...columns([TOP, 175, BOTTOM]), [MIDDLE, 117]],
  8: [...columns([TOP, 175, BOTTOM]), [MIDDLE, 117], [MIDDLE, 233]],
  9: [...columns([TOP, 137, 213, BOTTOM]), [MIDDLE, 175]],
  T: [...columns([TOP, 137, 213, BOTTOM]), [MIDDLE, 98], [MIDDLE, 252]],
};

/**
 * @param {number} x
 * @param {number[]} rows
 * @returns {[number, number][]}
 */
function column(x, rows) {
  return rows.map((y) => [x, y]);
}

/** @param {number[]} rows */
function columns(rows) {
  return [...column(LEFT, rows), ...column(RIGHT, rows)];
}

/**
 * A suit sign centred on a point, upside down in the lower half of the card.
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function pip(suit, x, y, size) {
  const turn = y > 175 ? `rotate(180 ${x} ${y}) ` : "";
  return html`<path transform="${turn}translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})"
d="${SUITS[suit]}"/>`;
}

/**
 * A rank, its capitals `height` high, centred on x and never wider than `widest`.
 * @param {string} rank
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {number} widest
 */
function rankAt(rank, x, y, height, widest) {
  const glyphs = (rank === "T" ? ["1", "0"] : [rank]).map((sign) => GLYPHS[sign] ?? { width: 0, path: "" });
  const natural = glyphs.reduce((sum, { width }) => sum + width, 0);
  const scaleY = height / 100;
  const scaleX = Math.min(scaleY, widest / natural);
  let advance = 0;
  const paths = glyphs.map(({ width, path }) => {
    const shape = html`<path transform="translate(${advance} 0)" d="${path}"/>`;
    advance += width;
    return shape;
  });
  return html`<g transform="translate(${x - (natural * scaleX) / 2} ${y}) scale(${scaleX} ${scaleY})">${paths}</g>`;
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function centre(rank, suit) {
  const court = COURTS[rank];
  if (court) {
    const half = html`<g>${court}</g>`;
    return html`<rect class="court-panel" x="66" y="50" width="118" height="250" rx="8"/>
<g>${half}<g transform="rotate(180 125 175)">${half}</g><path class="waist" d="M67 175H183"/></g>
${pip(suit, 84, 69, 24)}${pip(suit, 166, 281, 24)}`;
  }
  if (rank === "A") {
    const mark = html`<g class="on-ace" transform="translate(105.5 153) scale(.38)"><path fill-rule="evenodd"
d="${MARK_BODY}"/><circle cx="62" cy="77.5" r="18"/></g>`;
    return html`${pip(suit, 125, 170, 104)}${suit === "S" && mark}`;
  }
  const size = rank === "9" || rank === "T" ? 36 : 44;
  return (PIPS[rank] ?? []).map(([x, y]) => pip(suit, x, y, size));
}

/**
 * The name of a card for the reader: "queen of spades".
 * @param {string} code "QS"
 */
export const cardName = (code) =>
  t("card.name", { rank: t(`card.rank.${code.slice(0, -1)}`), suit: t(`card.suit.${code.slice(-1)}`) });

/**
 * A suit sign alone, in the colour of the text around it.
 * @param {string} suit "S" "H" "D" "C"
 */
export const suitSign = (suit) =>
  html`<svg class="suit" viewBox="0 0 100 100" fill="currentColor" aria-hidden="true"><path d="${SUITS[suit]}"/></svg>`;

/**
 * A card face up. `full` from 64 px of width, `small` from 28; the colours follow the suit, four of
 * them under `[data-cards="four"]`.
 * @param {string} code "QS", "TH"
 * @param {"full" | "small"} [size]
 */
export function card(code, size = "full") {
  const rank = code.slice(0, -1);
  const suit = code.slice(-1);
  /** @type {Markup[] | Markup} */
  let face;
  if (size === "full") {
    const corner = html`${rankAt(rank, 36, 24, 50, 54)}${pip(suit, 36, 102, 36)}`;
    face = html`<g class="card-index">${corner}<g transform="rotate(180 125 175)">${corner}</g></g>${centre(rank, suit)}`;
  } else {
    // The lower sign stands upright here, so it is drawn above the line and moved down.
    face = html`${rankAt(rank, 125, 34, 150, 205)}<g transform="translate(0 195)">${pip(suit, 125, 74, 110)}</g>`;
  }
  return html`<svg class="card suit-${suit}" viewBox="0 0 250 350" role="img" aria-label="${cardName(code)}">
<rect class="card-face" x="1" y="1" width="248" height="348" rx="${size === "full" ? 17 : 28}"/>${face}</svg>`;
}

/** A card face down. */
export const cardBack = () => html`<svg class="card card-back" viewBox="0 0 250 350" role="img"
aria-label="${t("card.back")}"><defs><pattern id="card-lattice" width="22" height="22" patternUnits="userSpaceOnUse"
patternTransform="rotate(45)"><circle class="lattice-ring" cx="11" cy="11" r="4.2"/><g class="lattice-dot"><circle
cx="0" cy="0" r="2.2"/><circle cx="22" cy="0" r="2.2"/><circle cx="0" cy="22" r="2.2"/><circle cx="22" cy="22" r="2.2"/>
</g></pattern></defs><rect class="card-face" x="1" y="1" width="248" height="348" rx="17"/><rect class="back-ground"
x="14" y="14" width="222" height="322" rx="10"/><rect x="14" y="14" width="222" height="322" rx="10"
fill="url(#card-lattice)"/><rect class="back-line" x="24" y="24" width="202" height="302" rx="6"/><circle
class="back-line back-ground" cx="125" cy="175" r="44"/><g class="back-mark" transform="translate(93 143) scale(.64)">
<path fill-rule="evenodd" d="${MARK_BODY}"/><circle cx="62" cy="77.5" r="18"/></g></svg>`;
