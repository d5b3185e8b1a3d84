import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { use } from "../../src/puntobanco/web/static/js/messages.js";
import { amountBarred, coverBarred, goButton } from "../../src/puntobanco/web/static/js/seat/amounts.js";

const CURRENCY = { code: "USD", symbol: "$", exponent: 2 };
use(JSON.parse(readFileSync(new URL("../../src/puntobanco/web/static/messages/en/seat.json", import.meta.url), "utf8")));
globalThis.document = { documentElement: { lang: "en" } };

/** @param {object} mine @param {string} [status] */
const picture = (mine = {}, status = "open") => ({ currency: CURRENCY, table: { unit: 100, currency: CURRENCY }, mine: { rack: 5000, cover: 0, offer: { minimum: 10000 }, ...mine }, view: { status } });
const button = (value, about = picture(), barred = null) => goButton(about, { busy: false }, value, (amount) => `Buy in ${amount}`, barred).text;

/** A button with an amount that is none is not to be pressed, reads no figure, and says why. */
test("what cannot be read", () => {
  for (const value of [NaN, 0, 50]) {
    assert.match(button(value), /aria-disabled="true"/);
    assert.match(button(value), /An amount in figures\. 1 is the smallest step\./);
  }
  assert.match(button(NaN), />Buy in …</);
  assert.match(button(125000), />Buy in \$1,250</);
  assert.doesNotMatch(button(125000), /aria-disabled|class="why"/);
});

/** Whom the least cover is beyond reads what he has and what it takes; the house's own word on it counts. */
test("a cover that cannot be afforded", () => {
  assert.match(coverBarred(picture(), null), /rack has \$50, .* least cover is \$100/);
  assert.equal(coverBarred(picture({ rack: 10000 }), null), null);
  assert.match(coverBarred(picture({ rack: 10000 }), { most: 9900 }), /covers \$99 at most/);
  assert.equal(coverBarred(picture({ rack: 0, cover: 10000 }), null), null);
  assert.match(button(10000, picture(), "beyond"), /aria-disabled="true"[^>]*aria-describedby="go-why"/);
});

/** From a page that lost the seat to another nothing is asked for. */
test("a seat that is open elsewhere", () => {
  assert.match(amountBarred(picture({}, "elsewhere"), 10000), /open on another device/);
  assert.equal(amountBarred(picture(), 10000), null);
});
