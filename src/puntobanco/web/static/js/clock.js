/** @file Clocks of the table, read on the browser's own monotonic clock. */

/** @import { Clock } from "./types.d.ts" */
/** @typedef {{ endsAt: number, remaining: number, total: number, paused: boolean }} Anchored */

/** Milliseconds by which bets end sooner where they are placed than in the house: what is on its way then arrives. */
export const EARLY = 500;

/**
 * Tie a clock to the moment its message arrived.
 * @param {Clock} clock
 * @param {number} at performance.now() on receipt
 * @param {number} [early] milliseconds by which it ends sooner here
 * @returns {Anchored}
 */
export const anchor = (clock, at, early = 0) => ({
  endsAt: at + clock.remaining_ms - early,
  remaining: Math.max(0, clock.remaining_ms - early),
  total: clock.total_ms - early,
  paused: clock.paused,
});

/**
 * Milliseconds left; a paused clock stands.
 * @param {Anchored} clock
 * @param {number} now performance.now()
 */
export const remaining = (clock, now) => (clock.paused ? clock.remaining : Math.max(0, clock.endsAt - now));

/**
 * The share that is left, 0 to 1.
 * @param {Anchored} clock
 * @param {number} now
 */
export const share = (clock, now) => (clock.total > 0 ? Math.min(1, remaining(clock, now) / clock.total) : 0);

/**
 * Call a function on every frame in which something may have changed, until stopped. With reduced
 * motion it runs four times a second, enough for the numeral.
 * @param {(now: number) => void} draw
 * @returns {() => void} stop
 */
export function everyFrame(draw) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let stopped = false;
  const step = () => {
    if (stopped) return;
    draw(performance.now());
    if (calm) setTimeout(step, 250);
    else requestAnimationFrame(step);
  };
  step();
  return () => {
    stopped = true;
  };
}
