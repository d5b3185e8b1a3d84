/**
 * The squeeze: a card that lies face down is bent up from its lower edge. Let go before half it falls back,
 * past half it is open. It is a matter of this picture alone: the state is never behind, nobody waits.
 * @module
 */
import { t } from "../messages.js";

/** Part of a card's height from which it opens. */
export const HALF = 0.5;
const MOST = 0.95;
/** From here on the indices in the corners show: pips first, index last. */
const LATE = 0.38;
const STEP = 0.1;
/** Milliseconds of a card that falls back. */
const FALL = 160;

/**
 * How far a card is up, for a finger that has moved.
 * @param {number} from where it was put down, in px
 * @param {number} to where it is now
 * @param {number} height of the card
 */
export const lift = (from, to, height) => Math.min(MOST, Math.max(0, (from - to) / Math.max(1, height)));

/** What a card does when it is let go. @param {number} up @returns {"open" | "close"} */
export const release = (up) => (up > HALF ? "open" : "close");

/**
 * How far a key bends a card that is so far up; null if the key is none of the squeeze's.
 * @param {string} key
 * @param {number} up
 */
export function bend(key, up) {
  switch (key) {
    case "ArrowUp": case "ArrowRight": return Math.min(1, up + STEP);
    case "ArrowDown": case "ArrowLeft": return Math.max(0, up - STEP);
    case "Home": return 0;
    case "End": case "Enter": return 1;
    default: return null;
  }
}

/**
 * @param {HTMLElement} page
 * @param {() => void} open what opens the card
 */
export function enableSqueeze(page, open) {
  /** @type {{ card: HTMLElement, from: number, height: number, id: number } | null} */
  let held = null;

  /** @param {HTMLElement} card @param {number} up */
  const put = (card, up) => {
    card.style.setProperty("--up", up.toFixed(3));
    card.toggleAttribute("data-late", up >= LATE);
    const handle = card.querySelector("[data-squeeze]");
    handle?.setAttribute("aria-valuenow", String(Math.round(100 * up)));
    handle?.setAttribute("aria-valuetext", t("seat.squeeze.value", { percent: Math.round(100 * up) }));
  };
  /** @param {Element} handle @returns {number} */
  const upOf = (handle) => Number(handle.getAttribute("aria-valuenow")) / 100;
  /** @param {HTMLElement} card @param {number} up */
  const fall = (card, up) => {
    const start = performance.now();
    const frame = (/** @type {number} */ now) => {
      const left = up * Math.max(0, 1 - (now - start) / FALL);
      put(card, left);
      if (left > 0 && card.isConnected && !held) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  };

  page.addEventListener("pointerdown", (event) => {
    const handle = event.target instanceof Element ? event.target.closest("[data-squeeze]") : null;
    const card = handle?.closest(".card-place");
    if (event.button !== 0 || !(card instanceof HTMLElement)) return;
    held = { card, from: event.clientY, height: card.getBoundingClientRect().height, id: event.pointerId };
    handle?.setPointerCapture(event.pointerId);
  });
  page.addEventListener("pointermove", (event) => {
    if (held?.id === event.pointerId) put(held.card, lift(held.from, event.clientY, held.height));
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (held?.id !== event.pointerId) return;
    const { card, from, height } = held;
    held = null;
    const up = event.type === "pointercancel" ? 0 : lift(from, event.clientY, height);
    if (!card.isConnected) return; // it was opened, or the hand is over: the one that lies there now is not held
    if (release(up) === "open") open();
    else fall(card, up);
  };
  page.addEventListener("pointerup", end);
  page.addEventListener("pointercancel", end);
  page.addEventListener("keydown", (event) => {
    const handle = event.target instanceof Element ? event.target.closest("[data-squeeze]") : null;
    const card = handle?.closest(".card-place");
    if (!handle || !(card instanceof HTMLElement)) return;
    const up = bend(event.key, upOf(handle));
    if (up === null) return;
    event.preventDefault();
    put(card, up);
    if (release(up) === "open") open();
  });
}
