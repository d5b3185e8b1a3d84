/**
 * The pace of dealing: lets the picture follow the state card by card.
 * @module
 */
import { allCards, isDone, keep, landed, nextSide, noCards, oneMore, opened } from "./deal.js";
import { CARD_EVERY, CARD_WHOLE, isCalm } from "./motion.js";

/** @import { CoupView, Side } from "../types.d.ts" */
/** @import { Dealt } from "./deal.js" */

/** Milliseconds a card for those who asked for little motion. */
const CALM = 140;

/** Milliseconds that a card lies face down at most, and that all of them may lag behind a finished coup. */
const SQUEEZE = 8000;

/**
 * @param {() => void} onStep called when the picture shows more than before
 * @param {(side: Side) => boolean} [isSqueezed] whether the patron opens the cards of a side himself
 */
export function makePace(onStep, isSqueezed = () => false) {
  /** @type {Dealt | null} */
  let dealt = null;
  /** @type {CoupView | null} */
  let coup = null;
  /** @type {number | undefined} */
  let timer;
  /** @type {number | undefined} */
  let last;

  const step = () => {
    timer = undefined;
    if (!dealt) return;
    if (dealt.down !== null && dealt.flying !== null) {
      dealt = landed(dealt);
      onStep();
      timer = setTimeout(step, SQUEEZE);
      return;
    }
    const side = nextSide(dealt, coup);
    dealt = side ? oneMore(opened(dealt), side, isSqueezed(side)) : landed(opened(dealt));
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
      // The dealer's pace wins: what the patron has not opened by then is opened for him.
      clearTimeout(last);
      if (next?.winner != null && dealt?.down != null) last = setTimeout(() => this.skip(), SQUEEZE);
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
    /** Open the card that lies face down. */
    open() {
      if (!dealt || dealt.down === null || dealt.flying !== null) return;
      clearTimeout(timer);
      dealt = opened(dealt);
      timer = isDone(dealt, coup) ? undefined : setTimeout(step, CARD_EVERY - CARD_WHOLE + CALM);
      onStep();
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
