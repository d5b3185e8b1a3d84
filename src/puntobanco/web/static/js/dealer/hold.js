/**
 * Keys that must be held: a short press does nothing but say so.
 * @module
 */

export const UNDO_MS = 800;
export const SHOE_MS = 1500;

/**
 * @param {HTMLElement} root
 * @param {{ done: (name: string) => void, short: (name: string) => void, change: (name: string | null) => void }} on
 */
export function holding(root, { done, short, change }) {
  /** @type {{ name: string, timer: number, button: HTMLElement | null } | null} */
  let held = null;

  const end = () => {
    if (!held) return null;
    const { name, timer, button } = held;
    clearTimeout(timer);
    button?.removeAttribute("data-held");
    held = null;
    change(null);
    return name;
  };
  /** @param {string} name @param {number} length @param {HTMLElement | null} button */
  const begin = (name, length, button) => {
    end();
    button?.setAttribute("data-held", "");
    const timer = setTimeout(() => {
      end();
      done(name);
    }, length);
    held = { name, timer, button };
    change(name);
  };
  const letGo = () => {
    const name = end();
    if (name) short(name);
  };

  /** @param {EventTarget | null} target */
  const buttonOf = (target) => {
    const found = target instanceof Element ? target.closest("[data-hold]") : null;
    return found instanceof HTMLElement ? found : null;
  };
  /** @param {HTMLElement} button */
  const press = (button) => {
    if (button.getAttribute("aria-disabled") === "true") return;
    begin(button.dataset["hold"] ?? "", Number(button.dataset["ms"]), button);
  };

  root.addEventListener("pointerdown", (event) => {
    const button = buttonOf(event.target);
    if (button && event.button === 0) press(button);
  });
  // A finger leaves no focus behind: the next Enter of a number pad is for the entry.
  root.addEventListener("mousedown", (event) => {
    if (buttonOf(event.target)) event.preventDefault();
  });
  for (const over of ["pointerup", "pointercancel"]) addEventListener(over, letGo);
  addEventListener("blur", end);
  root.addEventListener("contextmenu", (event) => {
    if (buttonOf(event.target)) event.preventDefault();
  });
  root.addEventListener("keydown", (event) => {
    const button = buttonOf(event.target);
    if (!button || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) press(button);
  });
  root.addEventListener("keyup", (event) => {
    if (buttonOf(event.target)) letGo();
  });
  // What has no press to hold, a screen reader's click, is asked instead.
  root.addEventListener("click", (event) => {
    const button = buttonOf(event.target);
    if (button && event.detail === 0 && event.isTrusted) short(button.dataset["hold"] ?? "");
  });

  return { begin, cancel: end, isHeld: () => held !== null };
}
