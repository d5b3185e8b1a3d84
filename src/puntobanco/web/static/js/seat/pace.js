/**
 * The pace of dealing: lets the picture follow the state card by card.
 * @module
 */
import { allCards, isDone, keep, landed, nextSide, noCards, oneMore } from "./deal.js";
import { CARD_EVERY, CARD_WHOLE, isCalm } from "./motion.js";

/** @import { CoupView } from "../types.d.ts" */
/** @import { Dealt } from "./deal.js" */

/** Milliseconds a card for those who asked for little motion. */
const CALM = 140;

/**
 * @param {() => void} onStep called when the picture shows more than before
 */
export function makePace(onStep) {
  /** @type {Dealt | null} */
  let dealt = null;
  /** @type {CoupView | null} */
  let coup = null;
  /** @type {number | undefined} */
  let timer;

  const step = () => {
    timer = undefined;
    const side = dealt && nextSide(dealt, coup);
    if (!dealt) return;
    dealt = side ? oneMore(dealt, side) : landed(dealt);
    onStep();
    if (isDone(dealt, coup)) return;
    const more = nextSide(dealt, coup) !== null;
    timer = setTimeout(step, isCalm() ? CALM : more ? CARD_EVERY : CARD_WHOLE);
  };

  return {
    /** What the picture shows. @returns {Dealt} */
    dealt: () => dealt ?? noCards(0),
    /**
     * Follow a new state. The first one is shown as it is; so is everything while the page is hidden.
     * @param {number} round
     * @param {CoupView | null} next
     */
    follow(round, next) {
      coup = next;
      if (dealt === null || document.hidden) {
        clearTimeout(timer);
        timer = undefined;
        dealt = allCards(round, next);
        return;
      }
      const kept = keep(dealt, round, next);
      if (kept.round !== dealt.round || kept.player + kept.banker < dealt.player + dealt.banker) {
        clearTimeout(timer);
        timer = undefined;
      }
      dealt = timer === undefined ? landed(kept) : kept;
      if (timer === undefined && !isDone(dealt, coup)) timer = setTimeout(step);
    },
    /** Show everything now. @returns {boolean} whether something was still to come */
    skip() {
      if (!dealt || isDone(dealt, coup)) return false;
      clearTimeout(timer);
      timer = undefined;
      dealt = allCards(dealt.round, coup);
      onStep();
      return true;
    },
  };
}
