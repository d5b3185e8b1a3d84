import assert from "node:assert/strict";
import { test } from "node:test";
import { byOneId, isUnderWay, meanAnew, once } from "../../src/puntobanco/web/static/js/once.js";

/** @param {unknown} told @param {boolean} isAnswered */
const answer = (told, isAnswered = true) => Promise.resolve({ told, isAnswered });

/** While something is done it is not begun again; when it is over it can be, after a failure as well. */
test("one at a time", async () => {
  let resolve = () => {};
  const promise = /** @type {Promise<void>} */ (new Promise((done) => (resolve = done)));
  let count = 0;
  const first = once("sell", () => (count++, promise));
  await once("sell", async () => count++);
  await once("pay", async () => count++);
  assert.deepEqual([count, isUnderWay("sell"), isUnderWay("pay")], [2, true, false]);
  resolve();
  await first;
  await assert.rejects(once("sell", () => Promise.reject(new Error("fault"))));
  assert.equal(isUnderWay("sell"), false);
});

/** A repeat goes by the same id until it is answered and a moment after; what was refused is asked anew. */
test("one id a deed", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */
  const seen = [];
  const ask = (/** @type {string} */ deed, /** @type {Promise<any>} */ with_) => byOneId(deed, (id) => (seen.push(id), with_));
  await ask("25", answer(null, false));
  await ask("25", answer(null));
  await ask("25", answer(null));
  await ask("30", answer(null));
  context.mock.timers.tick(1000);
  await ask("25", answer("refused"));
  await ask("25", answer(null, false));
  meanAnew();
  await ask("25", answer(null));
  const [lost, told, again, other, later, after, anew] = seen;
  assert.equal(lost, told);
  assert.equal(told, again);
  assert.equal(new Set([again, other, later, after, anew]).size, 5);
});
