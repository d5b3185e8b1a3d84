/**
 * Keys of a keyboard, a number pad or a scanner that types. Pure: a key becomes an intent, or null.
 * @module
 */
import { RANKS, SUITS } from "./entry.js";

/** @import { Call } from "../types.d.ts" */
/** @import { Entry, Intent } from "./types.d.ts" */

/** @type {Record<string, Intent>} In both modes. */
const ALWAYS = {
  "enter": { type: "enter" }, "backspace": { type: "back" }, "-": { type: "back" }, "escape": { type: "clear" },
  ".": { type: "mode" }, ",": { type: "mode" }, "+": { type: "bets" }, "?": { type: "help" },
};

/** @type {Record<string, Intent>} The digits of a number pad, and letters that say the same. */
export const RESULT_KEYS = {
  "1": { type: "winner", winner: "player" }, "p": { type: "winner", winner: "player" },
  "2": { type: "winner", winner: "tie" }, "t": { type: "winner", winner: "tie" },
  "3": { type: "winner", winner: "banker" }, "b": { type: "winner", winner: "banker" },
  "4": { type: "mark", mark: "pp" }, "6": { type: "mark", mark: "bp" },
  "/": { type: "mark", mark: "n8" }, "*": { type: "mark", mark: "n9" }, "0": { type: "free" },
};

/** The key of a call is its mark, unless another key is there. @param {Call} call */
export const keyOfCall = ({ mark }) => (/^[0-9a-z]$/i.test(mark) && !(mark.toLowerCase() in RESULT_KEYS) ? mark.toLowerCase() : null);

/** @type {Record<string, string>} */
const RANK_KEYS = { 1: "A", 0: "T" };

/**
 * @param {{ key: string, ctrlKey: boolean, altKey: boolean, metaKey: boolean }} event
 * @param {Entry["mode"]} mode
 * @param {readonly Call[]} calls
 * @returns {Intent | null}
 */
export function intentOf(event, mode, calls) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const key = event.key.toLowerCase();
  const always = ALWAYS[key];
  if (always) return always;
  if (mode === "cards") {
    const sign = (RANK_KEYS[key] ?? key).toUpperCase();
    if (sign.length !== 1) return null;
    if (RANKS.includes(sign)) return { type: "rank", rank: sign };
    return SUITS.includes(sign) ? { type: "suit", suit: sign } : null;
  }
  const call = calls.find((each) => keyOfCall(each) === key);
  return RESULT_KEYS[key] ?? (call ? { type: "call", token: call.token } : null);
}
