/**
 * Keys of the seat. Pure: a key becomes an intent, or null when it belongs to somebody else.
 * @module
 */
import { CHIP_KEYS } from "./tray.js";

/**
 * @typedef {{ type: "spot", index: number, back: boolean } | { type: "chip", index: number }
 *   | { type: "undo" } | { type: "clear" } | { type: "repeat" } | { type: "double" }
 *   | { type: "skip" } | { type: "help" } | { type: "close" } | { type: "take-off" }} Intent
 */

/** @type {Record<string, Intent>} */
const LETTERS = {
  z: { type: "undo" }, x: { type: "clear" }, a: { type: "repeat" }, d: { type: "double" }, "?": { type: "help" },
  " ": { type: "skip" }, escape: { type: "close" }, delete: { type: "take-off" }, backspace: { type: "take-off" },
};

/**
 * @param {{ key: string, code: string, shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean }} event
 * @returns {Intent | null}
 */
export function intentOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const digit = /^(?:Digit|Numpad)([1-9])$/u.exec(event.code);
  if (digit) return { type: "spot", index: Number(digit[1]) - 1, back: event.shiftKey };
  const key = event.key.toLowerCase();
  const chip = CHIP_KEYS.indexOf(key);
  if (chip >= 0) return { type: "chip", index: chip };
  return LETTERS[key] ?? null;
}
