import assert from "node:assert/strict";
import { test } from "node:test";
import { anchor, remaining, share } from "../../src/puntobanco/web/static/js/clock.js";
import { backOff } from "../../src/puntobanco/web/static/js/socket.js";

const RUNNING = { remaining_ms: 12000, total_ms: 20000, paused: false };

/** XO5: a clock runs from the moment its message arrived, whatever the hour here, and stops at zero. */
test("a running clock", () => {
  const clock = anchor(RUNNING, 1000);
  assert.deepEqual([1000, 6000, 13000, 99000].map((now) => remaining(clock, now)), [12000, 7000, 0, 0]);
  assert.equal(share(clock, 6000), 0.35);
});

/** A paused clock stands. */
test("a paused clock", () => {
  const clock = anchor({ ...RUNNING, paused: true }, 1000);
  assert.equal(remaining(clock, 99000), 12000);
});

/** A clock without a length is empty rather than a fault. */
test("a clock without a length", () => {
  assert.equal(share(anchor({ remaining_ms: 0, total_ms: 0, paused: false }, 0), 0), 0);
});

/** Tries come later and later, up to eight seconds, each with a tenth of scatter. */
test("tries come later and later", () => {
  const waits = [0, 1, 2, 3, 4, 5, 50].map((attempt) => backOff(attempt, 0.5));
  assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 8000, 8000]);
  assert.deepEqual([backOff(0, 0), backOff(0, 1)], [225, 275]);
});
