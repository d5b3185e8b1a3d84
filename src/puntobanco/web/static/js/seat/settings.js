/**
 * Settings of the person, kept in this browser.
 * @module
 */

/** @import { Settings } from "./sheets.js" */

const KEY = "puntobanco.seat";

/** @type {Settings} */
const DEFAULTS = { keys: true, sound: false, cards: false, squeeze: false };

/** @returns {Settings} */
export function loadSettings() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return /** @type {Settings} */ (Object.fromEntries(
      Object.entries(DEFAULTS).map(([name, value]) => [name, typeof stored[name] === "boolean" ? stored[name] : value]),
    ));
  } catch {
    // A browser that keeps nothing, or something that is not ours.
    return { ...DEFAULTS };
  }
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Settings then last as long as the page.
  }
}
