/**
 * Dragging: a chip from the tray to a spot, a stack from spot to spot or off the felt. A tap stays a tap.
 * @module
 */
import { render } from "../html.js";

/** @import { Markup } from "../html.js" */

/** Pixels that a finger moves before it drags. */
const SLACK = 8;

/**
 * @param {HTMLElement} page
 * @param {{ chipOf: (value: number) => Markup, stackOf: (bet: string) => Markup | null,
 *   onChip: (value: number, bet: string) => void, onStack: (from: string, to: string | null) => void }} on
 */
export function enableDrag(page, on) {
  /** @type {{ chip: number | null, bet: string | null, x: number, y: number, id: number, ghost: HTMLElement | null } | null} */
  let held = null;
  let dropped = false;

  page.addEventListener("pointerdown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const chip = target?.closest("[data-chip]");
    const stack = target?.closest(".spot-stack")?.closest("[data-bet]");
    if (event.button !== 0 || !(chip ?? stack)) return;
    held = {
      chip: chip ? Number(chip.getAttribute("data-chip")) : null, bet: stack?.getAttribute("data-bet") ?? null,
      x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null,
    };
  });
  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      const picture = held.chip === null ? on.stackOf(held.bet ?? "") : on.chipOf(held.chip);
      if (!picture) {
        held = null;
        return;
      }
      held.ghost = document.createElement("div");
      held.ghost.className = "chip-ghost";
      render(held.ghost, picture);
      document.body.append(held.ghost);
    }
    held.ghost.style.transform = `translate(${event.clientX - 32}px, ${event.clientY - 32}px)`;
  });
  addEventListener("pointerup", (event) => {
    const done = held;
    held = null;
    if (!done?.ghost) return;
    done.ghost.remove();
    dropped = true;
    setTimeout(() => {
      dropped = false;
    });
    const bet = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-bet]")?.getAttribute("data-bet") ?? null;
    if (done.chip !== null && bet !== null) on.onChip(done.chip, bet);
    if (done.bet !== null && bet !== done.bet) on.onStack(done.bet, bet);
  });
  addEventListener("pointercancel", () => {
    held?.ghost?.remove();
    held = null;
  });
  // The click that ends a drag is no tap.
  page.addEventListener("click", (event) => {
    if (dropped) event.stopImmediatePropagation();
  }, { capture: true });
}
