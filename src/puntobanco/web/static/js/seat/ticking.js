/**
 * What moves between two states: the clock's ring and numeral, and the seconds to the next hand.
 * @module
 */
import { EARLY, anchor, remaining, share } from "../clock.js";
import { timeOfDay, wholeSeconds } from "../format.js";
import { t } from "../messages.js";

/** @import { Picture } from "./picture.js" */

/** Seconds that count as the last. */
export const LAST = 5;

/**
 * @param {Picture} picture
 * @param {number} now performance.now()
 * @returns {number | null} whole seconds left for bets
 */
export function tick(picture, now) {
  const { view } = picture.state;
  nextHand(picture, now);
  timeNow(picture, now);
  offered(picture, now);
  const clock = document.querySelector(".clock[role='timer']");
  if (!view.clock || !clock) return null;
  const anchored = anchor(view.clock, picture.view.at, EARLY);
  const left = remaining(anchored, now);
  const seconds = wholeSeconds(left);
  const betting = picture.phase === "betting";
  const last = betting && seconds <= LAST;
  clock.classList.toggle("last", last);
  const numeral = clock.querySelector(".clock-numeral") ?? clock;
  const words = betting || seconds < 100 ? String(seconds) : t("seat.clock.minutes", { minutes: Math.ceil(seconds / 60) });
  if (numeral.textContent !== words) numeral.textContent = words;
  // In the last seconds the ring goes one step a second.
  const part = last ? (seconds * 1000) / anchored.total : share(anchored, now);
  clock.querySelector(".clock-ring")?.setAttribute("stroke-dashoffset", (100 * (1 - Math.min(1, part))).toFixed(2));
  return betting && !anchored.paused ? seconds : null;
}

/** How long the position is still offered to the patron. @param {Picture} picture @param {number} now */
function offered({ mine, view }, now) {
  const box = document.querySelector(".offer-seconds");
  if (!box || mine?.offer?.remaining_ms == null) return;
  const words = t("seat.offer.seconds", { seconds: wholeSeconds(mine.offer.remaining_ms - (now - view.at)) });
  if (box.textContent !== words) box.textContent = words;
}

/** The time of day by the house's clock, wherever it is shown. @param {Picture} picture @param {number} now */
function timeNow({ state, view }, now) {
  const words = timeOfDay(new Date(state.now + now - view.at));
  for (const box of document.querySelectorAll("[data-now]")) if (box.textContent !== words) box.textContent = words;
}

/** @param {Picture} picture @param {number} now */
function nextHand({ state, view }, now) {
  const box = document.querySelector(".next-seconds");
  if (!box || state.view.next_ms === null) return;
  const seconds = wholeSeconds(state.view.next_ms - (now - view.at));
  const words = t("seconds", { seconds });
  if (box.textContent !== words) box.textContent = words;
}
