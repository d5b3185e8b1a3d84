/**
 * Layout of the felt, from the bets of a sheet alone. Pure.
 * Zones, shapes and sizes come with each bet; here they are put in order and counted.
 * @module
 */

/** @import { Bet, Zone } from "../types.d.ts" */

/** The five zones, left to right: Player is left of Banker on every screen, as the hands lie. */
export const ZONES = /** @type {const} */ (["left-bonus", "player", "centre", "banker", "right-bonus"]);

/** Zones of the upper row on screens too narrow for one row. */
const UPPER = new Set(["left-bonus", "centre", "right-bonus"]);

/** Spots that a zone shows before the rest goes behind "More bets". */
export const SHOWN_MAX = 4;

/** Bonus spots that find room side by side. */
export const COLUMNS = Object.freeze({ wide: 5, middle: 4, small: 6, phone: 4 });

/** Widths on the felt: [bar of a main line, narrow bar in the centre, circle], and the height of a bar. */
export const SIZES = Object.freeze({
  wide: Object.freeze({ main: 270, narrow: 166, circle: 184, height: 224 }),
  middle: Object.freeze({ main: 200, narrow: 123, circle: 138, height: 178 }),
});

/**
 * @typedef {"one" | "beside" | "above" | "square"} Arrangement
 * @typedef {{ zone: Zone, arrangement: Arrangement, spots: readonly Bet[], more: readonly Bet[] }} ZoneLayout
 * @typedef {{ zones: readonly ZoneLayout[], order: readonly Bet[], upper: readonly ZoneLayout[],
 *   lower: readonly ZoneLayout[] }} FeltLayout
 */

/**
 * Lay out the bets of a table. A bet that holds a wager is never behind "More bets".
 * @param {readonly Bet[]} bets
 * @param {ReadonlySet<string>} [staked] ids of bets with chips on them
 * @param {number} [columns] bonus spots that find room side by side
 * @returns {FeltLayout}
 */
export function layOut(bets, staked = new Set(), columns = COLUMNS.wide) {
  const whole = zonesOf(bets, staked, false);
  const zones = columnsOf(whole) <= columns ? whole : zonesOf(bets, staked, true);
  return Object.freeze({
    zones: Object.freeze(zones),
    order: Object.freeze(zones.flatMap((layout) => layout.spots)),
    upper: Object.freeze(zones.filter((layout) => UPPER.has(layout.zone))),
    lower: Object.freeze(zones.filter((layout) => !UPPER.has(layout.zone))),
  });
}

/**
 * @param {readonly Bet[]} bets
 * @param {ReadonlySet<string>} staked
 * @param {boolean} isNarrow two columns in the centre and one on a flank, as long as wagers make them
 * @returns {readonly ZoneLayout[]}
 */
const zonesOf = (bets, staked, isNarrow) => ZONES
  .map((zone) => layOutZone(zone, bets.filter((bet) => bet.zone === zone), staked, isNarrow))
  .filter((layout) => layout.spots.length > 0);

/** Columns of bonus spots. @param {readonly ZoneLayout[]} zones */
const columnsOf = (zones) => zones.filter(({ zone }) => UPPER.has(zone))
  .reduce((sum, { arrangement }) => sum + (arrangement === "beside" || arrangement === "square" ? 2 : 1), 0);

/**
 * @param {Zone} zone
 * @param {readonly Bet[]} bets
 * @param {ReadonlySet<string>} staked
 * @param {boolean} isNarrow
 * @returns {ZoneLayout}
 */
function layOutZone(zone, bets, staked, isNarrow) {
  const isFlank = isNarrow && UPPER.has(zone) && zone !== "centre";
  const most = !isNarrow ? SHOWN_MAX : isFlank ? 1 : 2;
  const held = bets.filter((bet) => staked.has(bet.id));
  const free = bets.filter((bet) => !staked.has(bet.id)).slice(0, Math.max(0, most - held.length));
  const shown = new Set([...held, ...free]);
  const spots = bets.filter((bet) => shown.has(bet));
  return Object.freeze({
    zone,
    arrangement: isFlank && spots.length > 1 ? "above" : arrangementOf(zone, spots.length),
    spots: Object.freeze(spots),
    more: Object.freeze(bets.filter((bet) => !shown.has(bet))),
  });
}

/**
 * Two in the centre stand side by side, two on a flank one over the other, three and four in a square.
 * @param {Zone} zone
 * @param {number} count
 * @returns {Arrangement}
 */
function arrangementOf(zone, count) {
  if (count <= 1) return "one";
  if (count === 2) return zone === "centre" ? "beside" : "above";
  return "square";
}

/**
 * Name of the width of a spot: a bar on a main line, a narrow bar in the centre, or a circle.
 * @param {Bet} bet
 * @returns {"main" | "narrow" | "circle"}
 */
export function widthOf(bet) {
  if (bet.shape === "circle") return "circle";
  return bet.zone === "centre" ? "narrow" : "main";
}

/**
 * Short names of bets, for strips and narrow lists: first letters, or the first letter and the digits
 * of a call ("Dragon 7" is D7). Two bets never share a short name.
 * @param {readonly Bet[]} bets
 * @returns {ReadonlyMap<string, string>}
 */
export function shortNames(bets) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const used = new Set();
  for (const bet of bets) {
    const words = bet.label.split(/[\s-]+/u).filter(Boolean);
    const initials = words.map((word) => (/^\d+$/u.test(word) ? word : (word[0] ?? "").toUpperCase())).join("");
    let name = initials;
    for (let letters = 2; used.has(name) && letters <= bet.label.length; letters += 1) {
      name = bet.label.slice(0, letters);
    }
    used.add(name);
    names.set(bet.id, name);
  }
  return names;
}
