/**
 * Geometry of the table: the two lines of the arc, the line of its inscription, and where places stand. Pure.
 * @module
 */

/** @typedef {{ outer: string, inner: string, text: string }} Arc paths in px */
/** @typedef {{ left: number, top: number }} Spot */

/** Degrees of the first and the last place, from the horizontal through the dealer: of few places, and of many. */
const FIRST = 11;
const FIRST_OF_MANY = 4;
const FEW = 7;
/** Half the width of a place, with what stays free at the edge of the felt. */
const EDGE = 72;
const EDGE_OF_MANY = 86;

/**
 * Lines of the arc, in a box whose top edge is the dealer's edge of the table.
 * @param {number} width
 * @param {number} height of the lowest point of the outer line
 * @param {number} share of the half width that the outer line takes
 * @returns {Arc}
 */
export function arc(width, height, share) {
  const gap = Math.max(34, height * 0.125);
  const middle = width / 2;
  const rx = middle * share;
  // Letters stand a little nearer to the outer line, so that their middle is midway.
  return {
    outer: bow(middle, rx, height),
    inner: bow(middle, rx - gap * 0.78, height - gap),
    text: bow(middle, rx - gap * 0.5, height - gap * 0.34),
  };
}

/**
 * A half ellipse, open at the top, drawn from left to right through its lowest point.
 * @param {number} middle
 * @param {number} rx
 * @param {number} ry
 */
function bow(middle, rx, ry) {
  const at = (/** @type {number} */ value) => value.toFixed(1);
  return `M${at(middle - rx)} 0A${at(rx)} ${at(ry)} 0 0 0 ${at(middle + rx)} 0`;
}

/**
 * Where the middle of a place's upper edge stands. Place 1 is at the house dealer's left, which is the
 * right of the screen.
 * @param {number} place
 * @param {number} seats
 * @param {number} width of the felt
 * @returns {Spot}
 */
export function placeAt(place, seats, width) {
  const first = seats > FEW ? FIRST_OF_MANY : FIRST;
  const step = seats > 1 ? (180 - 2 * first) / (seats - 1) : 0;
  const angle = ((seats > 1 ? first + step * (place - 1) : 90) * Math.PI) / 180;
  return {
    left: Math.round(width / 2 + (width / 2 - (seats > FEW ? EDGE_OF_MANY : EDGE)) * Math.cos(angle)),
    top: Math.round(73 + 361 * Math.sin(angle)),
  };
}
