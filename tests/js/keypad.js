/**
 * Plays random keys on the keypad of a tracked shoe, and writes every hand that it would store.
 * Input: {"rules", "calls", "sequences", "length", "seed"}; output: the distinct hands as JSON.
 */
import { readFileSync } from "node:fs";
import { EMPTY, press } from "../../src/puntobanco/web/static/js/dealer/entry.js";
import { intentOf } from "../../src/puntobanco/web/static/js/dealer/keys.js";

const { rules, calls, sequences, length, seed } = JSON.parse(readFileSync(0, "utf8"));
const KEYS = [..."0123456789ABCDHJKPQST/*.-+?xz", "Enter", "Enter", "Enter", "Backspace", "Escape"];

let state = seed >>> 0;
/** A number below a limit (mulberry32). @param {number} limit */
function below(limit) {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
}

const stored = new Set();
let refused = 0;
for (let run = 0; run < sequences; run += 1) {
  let entry = EMPTY;
  for (let at = 0; at < length; at += 1) {
    const key = KEYS[below(KEYS.length)];
    const intent = intentOf({ key, ctrlKey: false, altKey: false, metaKey: false }, entry.mode, calls);
    if (!intent || intent.type === "bets" || intent.type === "help") continue;
    const before = JSON.stringify({ ...entry, refused: null });
    const pressed = press(entry, intent, rules);
    entry = pressed.entry;
    if (entry.refused) {
      refused += 1;
      // What is refused changes nothing.
      if (JSON.stringify({ ...entry, refused: null }) !== before) throw new Error(`${key} changed ${before}`);
    }
    if (pressed.hand) {
      stored.add(JSON.stringify(pressed.hand));
      entry = { ...EMPTY, mode: entry.mode };
    }
  }
}
process.stdout.write(JSON.stringify({ refused, hands: [...stored].map((hand) => JSON.parse(hand)) }));
