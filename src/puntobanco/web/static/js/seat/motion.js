/**
 * What moves on the felt, and how all of it ends at once. The state is never behind; only the picture is.
 * @module
 */
import { render } from "../html.js";

/** @import { Markup } from "../html.js" */

const CARD = 320;
const TURN = 220;
const CHIP = 260;
/** Between the landing of a card and the next one. */
const NEXT = 120;

export const CARD_EVERY = CARD + NEXT;
export const CARD_WHOLE = CARD + TURN;

const OUT = "cubic-bezier(.2, .8, .2, 1)";
const FOLD = "cubic-bezier(.45, .05, .3, 1)";

/** Whether the patron asked for little motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * A card comes from the shoe at the top edge, face down, and turns about its long axis.
 * @param {Element} place
 */
export function dealCard(place) {
  const front = place.querySelector(".front");
  const reverse = place.querySelector(".reverse");
  if (!front || !reverse) return;
  if (isCalm()) {
    place.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
    return;
  }
  const { left, top, width } = place.getBoundingClientRect();
  const shoe = { x: Math.min(innerWidth, left + 3 * width) - left, y: -top - width };
  place.animate(
    [{ transform: `translate(${shoe.x}px, ${shoe.y}px) rotate(14deg)` }, { transform: "none" }],
    { duration: CARD, easing: OUT, fill: "backwards" },
  );
  reverse.animate(
    [{ visibility: "visible", transform: "none" }, { visibility: "visible", transform: "rotateY(90deg)" }],
    { delay: CARD, duration: TURN / 2, easing: FOLD, fill: "backwards" },
  );
  front.animate([{ visibility: "hidden" }, { visibility: "hidden" }], { duration: CARD + TURN / 2 });
  front.animate([{ transform: "rotateY(-90deg)" }, { transform: "none" }],
    { delay: CARD + TURN / 2, duration: TURN / 2, easing: FOLD });
}

/**
 * Cards that lay already slide to their new place when the hand grows.
 * @param {ReadonlyMap<Element, DOMRect>} before
 */
export function slide(before) {
  if (isCalm()) return;
  for (const [element, old] of before) {
    const now = element.getBoundingClientRect();
    const [x, y] = [old.left - now.left, old.top - now.top];
    if (element.isConnected && Math.abs(x) + Math.abs(y) > 1) {
      element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 200, easing: OUT });
    }
  }
}

/**
 * A chip flies along a flat arc from one place to another.
 * @param {Markup} chip
 * @param {{ x: number, y: number }} from
 * @param {Element} target
 */
export function flyChip(chip, from, target) {
  if (isCalm()) return;
  const box = target.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2 - 32, box.top + box.height / 2 - 32];
  const [fromX, fromY] = [from.x - 32, from.y - 32];
  const ghost = document.createElement("div");
  ghost.className = "chip-ghost";
  render(ghost, chip);
  document.body.append(ghost);
  const flight = ghost.animate([
    { transform: `translate(${fromX}px, ${fromY}px)` },
    { transform: `translate(${(fromX + x) / 2}px, ${(fromY + y) / 2 - 24}px)` },
    { transform: `translate(${x}px, ${y}px) scale(.8)` },
  ], { duration: CHIP, easing: OUT });
  flight.onfinish = () => ghost.remove();
}

/** End everything that moves. */
export function skip() {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}
