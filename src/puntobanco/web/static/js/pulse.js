/**
 * The heartbeat of a line: a ping now and then, what its answers say of the way, and the silence after a cut.
 * @module
 */

/** @import { Lag } from "./types.d.ts" */

/**
 * Milliseconds between two pings, and of silence after one until the line counts as lost, and as dead. Where
 * chips are at stake both come to less than three seconds together.
 */
export const PULSE = Object.freeze({
  acts: Object.freeze({ beat: 1000, patience: 1250, end: 8000 }),
  watches: Object.freeze({ beat: 10_000, patience: 10_000, end: 15_000 }),
});

/** There and back in so many milliseconds is good, or still slow. */
const GOOD = 150;
const SLOW = 500;
/** Answers whose middle one counts: one late packet is no slow line. */
const KEPT = 5;

/**
 * What a way there and back feels like.
 * @param {readonly number[]} times milliseconds
 * @returns {Lag}
 */
export function lagOf(times) {
  const middle = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  if (middle < GOOD) return "good";
  return middle < SLOW ? "slow" : "bad";
}

/**
 * @param {boolean} acts whether somebody acts here, or looks on
 * @param {{
 *   send: () => void, onSilence: (heard: number) => void, onDead: () => void, onLag: (lag: Lag) => void,
 * }} on
 */
export function makePulse(acts, { send, onSilence, onDead, onLag }) {
  const { beat, patience, end } = acts ? PULSE.acts : PULSE.watches;
  /** @type {number | undefined} */
  let timer;
  /** @type {number | null} When the ping was sent that is not answered. */
  let asked = null;
  /** @type {number} When anything was heard. */
  let heard = 0;
  /** @type {number[]} */
  let times = [];

  const ask = () => {
    asked = performance.now();
    send();
    wait(patience, listen);
  };
  // Silence counts from the ping on: a page that slept has asked nothing meanwhile.
  const listen = () => {
    if (asked === null) return;
    const silent = performance.now() - Math.max(asked, heard);
    if (silent >= end) onDead();
    else {
      if (silent >= patience) onSilence(heard);
      wait(silent >= patience ? end - silent : patience - silent, listen);
    }
  };
  /** @param {number} ms @param {() => void} then */
  const wait = (ms, then) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };

  return {
    start() {
      heard = performance.now();
      times = [];
      ask();
    },
    stop() {
      clearTimeout(timer);
      asked = null;
    },
    /**
     * Something came.
     * @param {boolean} isPong
     * @param {number} at
     */
    hear(isPong, at) {
      heard = at;
      if (!isPong || asked === null) return;
      times = [...times, at - asked].slice(-KEPT);
      wait(Math.max(0, beat - (at - asked)), ask);
      asked = null;
      if (acts) onLag(lagOf(times));
    },
  };
}
