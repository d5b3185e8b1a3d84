/** @file The five roads, drawn from the cells the house sends. A cell is a box of 100; pure but for the drawing of emblems. */
import { emblemShapes, isDrawn } from "./emblems.js";
import { html } from "./html.js";
import { icon } from "./icons.js";
import { glyph } from "./messages.js";

/**
 * @import { BeadCell, BigRoadCell, Call, LowerCell, NextMarks, RoadColour } from "./types.d.ts"
 * @import { Markup } from "./html.js"
 */
/** @typedef {"big_eye_boy" | "small_road" | "cockroach_pig"} LowerRoad */
/**
 * @typedef {object} Plan
 * @property {number} columns columns that are drawn
 * @property {number} [rows] rows that are drawn, 6 if nothing is said
 * @property {number} [cell] side of a cell in px; without it the road fills its box
 * @property {readonly Call[]} [calls] the calls of the game, for the marks that have one
 * @property {boolean} [bare] no naturals and no pairs, for a road in small
 * @property {boolean} [plain] below 16 px a cell: fill and ring, no numeral either
 * @property {string} [label] what a reader hears in place of the picture; without it the picture is silent
 * @property {readonly number[]} [corrected] hands, from 1, whose result was corrected
 * @property {number | null} [checked] the hand whose result is being checked; it may not be there yet
 * @property {string} [newest] a key that changes with every hand and starts the fade of the newest mark
 */

const ROWS = 6;
/** @type {Record<"B" | "P" | "T", string>} */
const SIDES = { B: "banker", P: "player", T: "tie" };
/** @type {Record<string, string>} The ring a call wears where only the call is known. */
const CALL_SIDES = { gold: "banker", slate: "player", ink: "ink" };

/** The columns a road takes, with one empty column at its right, where the next mark may go. */
export const columnsOf = (/** @type {readonly [number, ...unknown[]][]} */ cells) =>
  cells.reduce((most, [column]) => Math.max(most, column), -1) + 2;

/**
 * The first column of the window: whole columns move out at the left.
 * @param {readonly [number, ...unknown[]][]} cells
 * @param {number} columns
 */
export const windowStart = (cells, columns) => Math.max(0, columnsOf(cells) - columns);

/**
 * The first column of the bead plate's window. Its next mark stands in the last column until that is full.
 * @param {number} hands
 * @param {number} columns
 * @param {number} [rows]
 */
export const beadStart = (hands, columns, rows = ROWS) => Math.max(0, Math.floor(hands / rows) + 1 - columns);

/**
 * @template {readonly [number, ...unknown[]]} Cell
 * @param {readonly Cell[]} cells
 * @param {number} start
 * @param {Plan} plan
 * @param {(cell: Cell, isNewest: boolean, index: number) => Markup} mark
 * @param {Markup} [above]
 */
function road(cells, start, plan, mark, above) {
  const { columns, rows = ROWS, cell, label } = plan;
  const [width, height] = [columns * 100, rows * 100];
  let lines = "";
  for (let x = 0; x <= columns; x += 1) lines += `M${x * 100} 0V${height}`;
  for (let y = 0; y <= rows; y += 1) lines += `M0 ${y * 100}H${width}`;
  const marks = cells.map((each, index) => {
    const [column, row] = /** @type {[number, number]} */ (/** @type {unknown} */ (each));
    if (column < start || column >= start + columns || row >= rows) return null;
    const isNewest = index === cells.length - 1;
    const key = isNewest && plan.newest !== undefined ? `newest-${plan.newest}` : `${column}-${row}`;
    return html`<g data-key="${key}" transform="translate(${(column - start) * 100} ${row * 100})">${mark(each, isNewest, index)}</g>`;
  });
  const size = cell === undefined ? "" : html` width="${columns * cell}" height="${rows * cell}"`;
  const role = label === undefined ? html`aria-hidden="true"` : html`role="img" aria-label="${label}"`;
  return html`<svg class="road" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMinYMin meet"${size} ${role}>
<rect class="road-grid" width="${width}" height="${height}"/><path class="road-lines" d="${lines}"/>${marks}${above}</svg>`;
}

const FADE = (/** @type {Plan} */ plan) => (plan.newest === undefined ? "newest" : "newest newest-fades");

/**
 * @param {readonly string[]} marks
 * @param {Plan} plan
 */
const callOf = (marks, plan) => plan.calls?.find(({ token }) => marks.includes(token));

/** @param {Plan} plan */
const isFine = ({ bare, plain }) => !bare && !plain;

/** @param {readonly string[]} marks */
const isNatural = (marks) => marks.includes("n8") || marks.includes("n9");

/** @param {readonly string[]} marks */
const pairs = (marks) => html`${marks.includes("bp") && html`<circle class="pair fill-banker" cx="12" cy="12" r="8.5"/>`}
${marks.includes("pp") && html`<circle class="pair fill-player" cx="88" cy="88" r="8.5"/>`}`;

/**
 * A disc of .86 of its box with a letter, or the emblem of a call in a ring of the winner's colour.
 * @param {string} side
 * @param {Call | undefined} call
 */
function disc(side, call) {
  if (!call) {
    return html`<circle class="fill-${side}" cx="50" cy="50" r="43"/>
<text class="bead-letter" x="50" y="68" text-anchor="middle" font-size="52">${glyph(side)}</text>`;
  }
  const drawn = isDrawn(call.id);
  const shapes = html`<g class="on-call ground-${call.colour}" transform="${drawn ? "translate(19 19) scale(.62)" : "translate(25 25) scale(.5)"}">
${emblemShapes(call, true)}</g>`;
  return html`<g transform="translate(7 7) scale(.86)"><circle class="fill-${side}" cx="50" cy="50" r="50"/>
<circle class="fill-${call.colour} call-edge" cx="50" cy="50" r="43"/>${shapes}</g>`;
}

/**
 * A bead by itself, for a legend or a counter.
 * @param {"player" | "banker" | "tie"} winner
 */
export const bead = (winner) => lone(disc(winner, undefined));

/**
 * The bead of a call by itself: gold is a Banker win, slate a Player win, ink either.
 * @param {Call} call
 */
export const callBead = (call) => lone(disc(CALL_SIDES[call.colour] ?? "ink", call));

/** @param {Markup} shapes */
const lone = (shapes) => html`<svg class="bead" viewBox="7 7 86 86" aria-hidden="true">${shapes}</svg>`;

/**
 * Bead plate: one mark a hand, column by column.
 * @param {readonly BeadCell[]} cells
 * @param {Plan} plan
 */
export function beadPlate(cells, plan) {
  const start = beadStart(cells.length, plan.columns, plan.rows);
  const rows = plan.rows ?? ROWS;
  const checked = plan.checked ? plan.checked - 1 : -1;
  const place = [Math.floor(checked / rows) - start, checked % rows].map((at) => at * 100).join(" ");
  // Above every bead, for a hand that has no bead yet is ringed too.
  const ringed = checked >= start * rows && html`<g transform="translate(${place})"><circle class="checked" cx="50" cy="50" r="45"/></g>`;
  return road(cells, start, plan, ([, , outcome, marks], isNewest, index) => {
    const call = callOf(marks, plan);
    const natural = isFine(plan) && isNatural(marks) && html`<path class="fill-gold" d="M70 0H100V30Z"/>`;
    const ring = isNewest && html`<circle class="${FADE(plan)}" cx="50" cy="50" r="47.4" stroke-width="3.6"/>`;
    const pencil = plan.corrected?.includes(index + 1) && pencilPlate();
    return html`${natural}${disc(SIDES[outcome], call)}${isFine(plan) && pairs(marks)}${ring}${pencil}`;
  }, html`${ringed}`);
}

/** What a corrected bead wears at its lower left. */
const pencilPlate = () => html`<rect class="pencil-plate" x="2" y="64" width="34" height="34" rx="7"/>
<g class="pencil" transform="translate(7 69)">${icon("pencil", 24)}</g>`;

/**
 * Big road: streaks as columns, ties as slashes on the mark before them.
 * @param {readonly BigRoadCell[]} cells
 * @param {Plan} plan
 */
export function bigRoad(cells, plan) {
  return road(cells, windowStart(cells, plan.columns), plan, ([, , side, ties, , , marks], isNewest) => {
    const call = callOf(marks, plan);
    const body = side && (call ? filled(side, call) : ring(side, marks, plan));
    // The numeral of a call stands on the slash, so that a tie after it hides nothing.
    const numeral = side && call && !plan.plain && callNumeral(call);
    // A thin line would be lost in a road in small.
    const edge = plan.bare || plan.plain ? html`x="4" y="4" width="92" height="92" rx="14" stroke-width="11"` : html`x="2" y="2" width="96" height="96" rx="6" stroke-width="6"`;
    const square = isNewest && html`<rect class="${FADE(plan)}" ${edge}/>`;
    return html`${body}${ties > 0 && tieSlash(ties, plan)}${numeral}${isFine(plan) && pairs(marks)}${square}`;
  });
}

/**
 * @param {"P" | "B"} side
 * @param {readonly string[]} marks
 * @param {Plan} plan
 */
function ring(side, marks, plan) {
  const dot = isFine(plan) && isNatural(marks) && html`<circle class="fill-${SIDES[side]}" cx="50" cy="50" r="9"/>`;
  return html`<circle class="stroke-${SIDES[side]}" cx="50" cy="50" r="36" stroke-width="${plan.plain ? 15 : 13}"/>${dot}`;
}

/**
 * @param {"P" | "B"} side
 * @param {Call} call
 */
const filled = (side, call) => html`<circle class="fill-${SIDES[side]}" cx="50" cy="50" r="42.5"/>
<circle class="fill-${call.colour} call-edge" cx="50" cy="50" r="34"/>`;

/** @param {Call} call */
const callNumeral = (call) => html`<text class="call-numeral ground-${call.colour}" x="50" y="67" text-anchor="middle"
font-size="49">${call.mark}</text>`;

/**
 * @param {number} ties
 * @param {Plan} plan
 */
function tieSlash(ties, plan) {
  const number = ties > 1 && !plan.plain && html`<text class="tie-number" x="80" y="95" text-anchor="middle" font-size="46">${ties}</text>`;
  return html`<path class="tie-halo" d="M14 86L86 14"/><path class="stroke-tie tie-slash" d="M14 86L86 14"/>${number}`;
}

/**
 * A mark of a lower road: ring, disc or slash.
 * @param {LowerRoad} kind
 * @param {RoadColour} colour
 */
function lowerMark(kind, colour) {
  const side = colour === "red" ? "banker" : "player";
  if (kind === "big_eye_boy") return html`<circle class="stroke-${side}" cx="50" cy="50" r="31" stroke-width="18"/>`;
  if (kind === "small_road") return html`<circle class="fill-${side}" cx="50" cy="50" r="40"/>`;
  return html`<path class="stroke-${side} lower-slash" d="M18 82L82 18"/>`;
}

/**
 * Big eye boy, small road or cockroach pig.
 * @param {LowerRoad} kind
 * @param {readonly LowerCell[]} cells
 * @param {Plan} plan
 */
export const lowerRoad = (kind, cells, plan) =>
  road(cells, windowStart(cells, plan.columns), plan, ([, , colour]) => lowerMark(kind, colour));

/** @type {LowerRoad[]} The lower roads in the order of `next`. */
export const LOWER_ROADS = ["big_eye_boy", "small_road", "cockroach_pig"];

/**
 * The three marks that the next hand would make; nothing stands where a road has not begun.
 * @param {NextMarks} marks
 */
export const nextMarks = (marks) =>
  marks.every((each) => each === null) ? html`<span class="next-none" aria-hidden="true">\u2013</span>` : LOWER_ROADS.map((kind, index) => {
    const colour = marks[index] ?? null;
    return html`<svg class="next-mark" viewBox="6 6 88 88" aria-hidden="true">${colour && lowerMark(kind, colour)}</svg>`;
  });
