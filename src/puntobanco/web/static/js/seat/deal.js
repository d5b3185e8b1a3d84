/**
 * The order in which cards reach the felt, and how many of them the picture shows. Pure.
 * @module
 */

/** @import { CoupView, Side } from "../types.d.ts" */

/**
 * @typedef {Readonly<{ round: number, player: number, banker: number, flying: Side | null, down: Side | null }>} Dealt
 *   cards that the picture shows, the side whose last card is still in the air, and the one whose last card lies face down
 */

/** The order of dealing: two to each hand in turn, then the thirds. */
const ORDER = /** @type {const} */ ([
  ["player", 0], ["banker", 0], ["player", 1], ["banker", 1], ["player", 2], ["banker", 2],
]);

/** Nothing dealt. @param {number} round @returns {Dealt} */
export const noCards = (round) => Object.freeze({ round, player: 0, banker: 0, flying: null, down: null });

/** All cards of a coup. @param {number} round @param {CoupView | null} coup @returns {Dealt} */
export const allCards = (round, coup) => Object.freeze({
  round, player: coup?.player.cards.length ?? 0, banker: coup?.banker.cards.length ?? 0, flying: null, down: null,
});

/**
 * The side that shows its next card, or null when the picture shows all there are.
 * @param {Dealt} dealt
 * @param {CoupView | null} coup
 * @returns {Side | null}
 */
export function nextSide(dealt, coup) {
  if (!coup) return null;
  const next = ORDER.find(([side, index]) => index >= dealt[side] && index < coup[side].cards.length);
  return next?.[0] ?? null;
}

/** One card more on a side, still in the air; it may come to lie face down. @param {Dealt} dealt @param {Side} side @param {boolean} [isDown] @returns {Dealt} */
export const oneMore = (dealt, side, isDown = false) =>
  Object.freeze({ ...dealt, [side]: dealt[side] + 1, flying: side, down: isDown ? side : null });

/** The last card has come to lie. @param {Dealt} dealt @returns {Dealt} */
export const landed = (dealt) => Object.freeze({ ...dealt, flying: null });

/** The card that lay face down is open. @param {Dealt} dealt @returns {Dealt} */
export const opened = (dealt) => Object.freeze({ ...dealt, down: null });

/** Whether the picture shows all there is. @param {Dealt} dealt @param {CoupView | null} coup */
export const isDone = (dealt, coup) => dealt.flying === null && dealt.down === null && nextSide(dealt, coup) === null;

/**
 * The cards that a new coup leaves on the felt: all of the old ones that are still there.
 * @param {Dealt} dealt
 * @param {number} round
 * @param {CoupView | null} coup
 * @returns {Dealt}
 */
export function keep(dealt, round, coup) {
  if (dealt.round !== round || !coup) return noCards(round);
  return Object.freeze({
    round,
    flying: dealt.flying,
    down: dealt.down,
    player: Math.min(dealt.player, coup.player.cards.length),
    banker: Math.min(dealt.banker, coup.banker.cards.length),
  });
}
