import assert from "node:assert/strict";
import { test } from "node:test";
import { news } from "../../src/puntobanco/web/static/js/seat/head.js";

/** @param {object} said what the table says @param {object} [more] */
const told = (said, more = {}) => news({ view: { status: "open", missed: null, state: { view: { notice: null, message: null, ...said } } }, mine: null, isLost: false, settled: false, ...more }, null, null);

/** The floor's line stands over the spots as it was written, behind what happened to the round. */
test("the floor's line", () => {
  assert.equal(told({}), null);
  const line = told({ message: "Closing at <b>2</b>" });
  assert.match(line.text, /Closing at &lt;b&gt;2&lt;\/b&gt;/);
  assert.doesNotMatch(told({ message: "Closing at 2", notice: { kind: "void", round: 3 } }).text, /Closing/);
});
