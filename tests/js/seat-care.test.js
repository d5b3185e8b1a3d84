import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { use } from "../../src/puntobanco/web/static/js/messages.js";
import { limits, reminder } from "../../src/puntobanco/web/static/js/seat/care.js";
import { allCards, noCards } from "../../src/puntobanco/web/static/js/seat/deal.js";
import { hands } from "../../src/puntobanco/web/static/js/seat/hands.js";
import { head, news } from "../../src/puntobanco/web/static/js/seat/head.js";
import { pictureOf } from "../../src/puntobanco/web/static/js/seat/picture.js";
import { places } from "../../src/puntobanco/web/static/js/seat/places.js";
import { EMPTY, reduce } from "../../src/puntobanco/web/static/js/seat/state.js";
import { spots } from "../../src/puntobanco/web/static/js/seat/spots.js";
import { tray } from "../../src/puntobanco/web/static/js/seat/tray.js";
import { state } from "./seat-fixtures.js";

const MESSAGES = new URL("../../src/puntobanco/web/static/messages/en/", import.meta.url);
const read = (area) => JSON.parse(readFileSync(new URL(`${area}.json`, MESSAGES), "utf8"));
const CURRENCY = { code: "USD", symbol: "$", exponent: 2 };
const COUP = {
  player: { cards: ["4C", "2H"], total: 6 }, banker: { cards: ["3H", "4D"], total: 7 }, winner: "banker", calls: [], natural: false,
};
const LINE = {
  number: 1, place: 5, line: "front", name: "Dara", bet: "north", amount: 5000, verdict: "pay", odds: "1:1",
  paid: 5000, collected: 0, returned: 5000, uncovered: 0, bank: null,
};

before(() => use({ ...read("common"), ...read("seat"), ...read("refusals") }));

/** The picture of a state, with all its cards on the felt. */
function drawn(change, size = "wide") {
  const whole = state(change);
  whole.view.table.currency = CURRENCY;
  const coup = whole.view.coup;
  const view = reduce(EMPTY, { type: "state", state: whole, at: 0 });
  return pictureOf(view, whole, coup ? allCards(whole.view.round, coup) : noCards(whole.view.round), size);
}

const all = (picture) => [head(picture, { sound: false }), hands(picture), spots(picture, null), tray(picture)].map(({ text }) => text).join(" ");
const SETTLED = {
  view: { coup: COUP, settlement: { kind: "settled", lines: [LINE], player_dealer: null } },
  mine: { result: { net: 5000, fee: 0, as_player_dealer: null, lines: [LINE] } },
};

/** D1: wager and balance stand on the page in every state of a hand, the result from its cards until bets open. */
test("wager, result and balance", () => {
  const staked = { spots: { north: 5000 } };
  for (const size of ["wide", "phone"]) {
    for (const phase of ["betting", "paused", "dealing"]) {
      const text = all(drawn({ ...staked, phase }, size));
      assert.match(text, /\$1,000/u, phase);
      assert.match(text, /\$50/u, phase);
    }
    const result = drawn({ phase: "settled", ...SETTLED }, size);
    assert.match(all(result), /\$1,000/u);
    assert.match(all(result), /\+\$50/u);
    assert.match(hands(result).text, /Banker wins/u);
    assert.match(hands(result).text, /7 to 6/u);
  }
});

/** A8: who plays for a third-party provider is marked at his place and on the back line, on every screen. */
test("a provider's player", () => {
  const plate = { place: 3, seat: 3, name: "Tia", away: false, wagers: [], net: null, behind: [], third_party: true };
  const behind = [{ name: "Tom", wagers: [], net: null, third_party: true }];
  const other = { ...plate, place: 4, name: "Ann", third_party: false, behind };
  for (const [size, mark, count] of [["wide", "third party", 2], ["middle", "third party", 1], ["phone", "TP", 1]]) {
    const text = places(drawn({ view: { places: [plate, other] } }, size)).text;
    assert.equal(text.split(mark).length - 1, count, size);
  }
});

/** L3: the time stands at the head of the page in every state and size, and in the reminder. */
test("the time is always there", () => {
  for (const size of ["wide", "middle", "small", "phone"]) {
    for (const phase of ["betting", "paused", "dealing", "settled", "waiting", "shuffling", "closed"]) {
      assert.match(head(drawn({ phase }, size), { sound: false }).text, /Time now/u);
    }
  }
});

/** L3: a reminder says how long, what came of it, and how to go on; until then the page says that it waits. */
test("a reminder", () => {
  const due = { minutes: 60, spent_ms: 3_660_000, net: -12300, due: true };
  const picture = drawn({ mine: { reminder: due } });
  const text = reminder(picture, { busy: false }, false).text;
  for (const part of [/61 minutes/u, /\u2212\$123/u, /\$1,000/u, /data-answer/u, /data-sheet="limits"/u]) assert.match(text, part);
  assert.match(news(picture, null, null).text, /waits for you/u);
  assert.equal(news(drawn({ mine: { reminder: { ...due, due: false } } }), null, null), null);
});

/** L1: limits on what is bought say what is used up, and when a looser one holds. */
test("limits on what is bought", () => {
  const none = { most: null, later: null, later_ms: 0, used: 20000 };
  const deposits = { day: { most: 50000, later: 90000, later_ms: 72_000_000, used: 20000 }, week: none, month: none };
  const text = limits(drawn({ mine: { deposits } }), { busy: false, amount: null, confirm: null }, false).text;
  assert.match(text, /\$200 of \$500/u);
  assert.match(text, /24 hours: \$900 holds in 20 hours/u);
});

/** L4: an exclusion is said twice, and then the page says until when. */
test("no play for a time", () => {
  const once = limits(drawn(), { busy: false, amount: 30, confirm: null }, false).text;
  const twice = limits(drawn(), { busy: false, amount: 30, confirm: 30 }, false).text;
  assert.match(once, /data-exclude="30"[^>]*>No play for 30 days/u);
  assert.match(twice, /data-exclude="30"[^>]*>Yes: no play for 30 days/u);
  assert.match(news(drawn({ mine: { place: null, excluded_ms: 7 * 86_400_000 } }), null, null).text, /in 7 days/u);
});
