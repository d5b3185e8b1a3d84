import assert from "node:assert/strict";
import { test } from "node:test";
import { minorOf } from "../../src/puntobanco/web/static/js/amount.js";

/** An amount in figures is exact, to the last minor unit. */
test("amounts", () => {
  const typings = { "25": 2500, "0.50": 50, "0.5": 50, "1,000": 100000, "12,345,678.9": 1234567890, " 10 ": 1000, "0.07": 7, "1.15": 115, "0": 0, "10000000000": 10 ** 12 };
  for (const [text, value] of Object.entries(typings)) assert.equal(minorOf(text, 2), value, text);
  assert.equal(minorOf("1,000", 0), 1000);
  assert.equal(minorOf("0.005", 3), 5);
});

/** What could mean two amounts, or none, is none: nothing is guessed and nothing rounded. */
test("no amounts", () => {
  const typings = ["", " ", "12,50", "1,00", "1000,000", "1,0000", ",100", "1.000,50", "1e2", "0x10", "-5", "+5", "2.999", "5.", ".5", "1 000", "1.2.3", "ten", "NaN", "Infinity", "$5", "١٢", "10000000000.01"];
  for (const text of typings) assert.equal(minorOf(text, 2), null, text);
  assert.equal(minorOf("5.0", 0), null);
});
