/**
 * Options of the page, kept in this browser; and the light that it works in.
 * @module
 */

import { LIGHTS } from "../light.js";

/** @import { Settings } from "./types.d.ts" */

const KEY = "puntobanco.dealer";

/** @type {Settings} */
const DEFAULTS = { quick: false, sound: false, volume: 2, light: "evening" };

/** @returns {Settings} */
export function loadSettings() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return {
      quick: kept.quick === true,
      sound: kept.sound === true,
      volume: [1, 2, 3].includes(kept.volume) ? kept.volume : DEFAULTS.volume,
      light: LIGHTS.includes(kept.light) ? kept.light : DEFAULTS.light,
    };
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
    // They then last as long as the page.
  }
}
