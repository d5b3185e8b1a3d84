/**
 * How a board looks: its address says it. Keys turn it, for whoever hangs the screen; they change the
 * address, so that a page that loads itself anew looks as it did.
 * @module
 */
import { html, render } from "../html.js";
import { t } from "../messages.js";
import { lookAt, settingsOf, turned } from "./settings.js";

/** @import { Turned } from "./settings.js" */

const SHOWN_MS = 5000;
const AGAIN_MS = 20000;
/** @type {Record<string, Turned>} */
const KEYS = { l: "light", d: "preset", t: "theme" };

/**
 * Wear what the address asks for, now and as the day goes on.
 * @param {HTMLElement} strip where it is said what a key has changed
 * @param {() => void} changed after a key
 */
export function wearLook(strip, changed) {
  /** @type {number | undefined} */
  let hiding;
  const wear = () => {
    const settings = settingsOf(location.search);
    const { theme, light } = lookAt(settings, new Date().getHours());
    Object.assign(document.documentElement.dataset, { theme, dim: light, preset: settings.preset, kiosk: String(settings.isKiosk) });
  };
  addEventListener("keydown", ({ key, ctrlKey, altKey, metaKey, repeat }) => {
    const name = KEYS[key.toLowerCase()];
    if (ctrlKey || altKey || metaKey || repeat || (!name && key.toLowerCase() !== "s")) return;
    if (name) {
      history.replaceState(null, "", turned(location.search, name));
      wear();
      changed();
    }
    render(strip, words());
    clearTimeout(hiding);
    hiding = setTimeout(() => render(strip, html``), SHOWN_MS);
  });
  setInterval(wear, AGAIN_MS);
  wear();
}

/** What is asked for, and the key that turns it. */
function words() {
  const settings = settingsOf(location.search);
  return html`<p>${Object.entries(KEYS).map(([key, name]) => html`<span><kbd>${key.toUpperCase()}</kbd> ${t(`board.look.${name}`)} <b>${t(`board.look.${name}.${settings[name]}`)}</b></span>`)}</p>`;
}
