import assert from "node:assert/strict";
import { test } from "node:test";
import { anchor } from "../../src/puntobanco/web/static/js/clock.js";
import { gap, pictureOf, resultWords } from "../../src/puntobanco/web/static/js/board/clock.js";
import { handsAfter, limitGroups } from "../../src/puntobanco/web/static/js/board/zones.js";
import { chosen, filters, phaseWords } from "../../src/puntobanco/web/static/js/lobby/cards.js";
import { use } from "../../src/puntobanco/web/static/js/messages.js";

use({
  player: "Player", "lobby.phase.betting": "Bets {seconds} s",
  "lobby.phase.open": "Bets open", "lobby.phase.dealing": "Dealing", "lobby.filter.all": "All", "lobby.filter.free": "Free",
});
const clock = anchor({ remaining_ms: 14000, total_ms: 20000, paused: false }, 0);
const moment = (change) => ({ view: { phase: "betting", board: { outcomes: 3 } }, clock, nextAt: null, banner: null, offline: false, ...change });
const phase = (name) => moment({ view: { phase: name, board: { outcomes: 0 } } });
const bet = (label, zone, kind, min, max) => ({ label, zone, kind, min, max });

/** The last five seconds are another picture, not another colour. */
test("the last five seconds", () => {
  assert.deepEqual([0, 8999, 9000, 14000].map((now) => pictureOf(moment({}), now)), ["place-bets", "place-bets", "last-bets", "last-bets"]);
});

/** A lost line is shown before anything else, a call before the state of the table. */
test("what is shown first", () => {
  const banner = { id: "heron-9" };
  assert.equal(pictureOf(moment({ banner, offline: true }), 0), "offline");
  assert.equal(pictureOf(moment({ banner }), 0), "banner");
});

/** Dealing shows that bets are closed; betting without a clock is open without a number. */
test("states without a clock", () => {
  assert.equal(pictureOf(phase("dealing"), 0), "no-more-bets");
  assert.equal(pictureOf(moment({ clock: null }), 0), "open");
  assert.equal(pictureOf(phase("shuffling"), 0), "shuffling");
});

/** The ring is whole at the start and gone at the end. */
test("the ring empties", () => {
  assert.equal(gap(anchor({ remaining_ms: 20000, total_ms: 20000, paused: false }, 0), 0), "0.0");
  assert.equal(gap(clock, 14000), (2 * Math.PI * 102).toFixed(1));
});

/** A result with a call is named by the call, any other by its winner. */
test("the name of a result", () => {
  const calls = [{ id: "heron-9", label: "Heron 9" }];
  assert.equal(resultWords({ winner: "player", player: 9, banker: 2, calls: ["heron-9"] }, calls).text, "Heron 9 9\u20132");
  assert.equal(resultWords({ winner: "player", player: 9, banker: 2, calls: [] }, calls).text, "Player 9\u20132");
  assert.equal(resultWords({ winner: "player", player: null, banker: null, calls: [] }, calls).text, "Player");
});

/** Bets of equal limits stand together; both sides come first, bonus bets last. */
test("limits in groups", () => {
  const bets = [
    bet("Low", "left-bonus", "side", 500, 5000), bet("Right", "banker", "main", 2500, 50000), bet("Mid", "centre", "main", 500, 10000),
    bet("Left", "player", "main", 2500, 50000), bet("High", "right-bonus", "side", 500, 5000),
  ];
  assert.deepEqual(limitGroups(bets).map(({ labels }) => labels), [["Left", "Right"], ["Mid"], ["High", "Low"]]);
});

/** The rounds that are left count the one in play until it is settled. */
test("hands that follow", () => {
  assert.deepEqual(["betting", "dealing", "settled"].map((phase) => handsAfter(phase, 1)), [0, 0, 1]);
  assert.deepEqual(["dealing", "settled"].map((phase) => handsAfter(phase, 2)), [1, 2]);
  assert.equal(handsAfter("shuffling", 0), 0);
});

const SEAT = [{ place: 1, taken: false }];
const TABLES = [{ game: "A", free: 2, places: SEAT }, { game: "B", free: 0, places: SEAT }, { game: "A", free: 0, places: SEAT }];

/** Filters are offered only where they would change what is seen. */
test("filters that change something", () => {
  assert.deepEqual(filters(TABLES).map(({ key }) => key), ["all", "game:A", "game:B", "free"]);
  assert.deepEqual(filters([{ game: "A", free: 2, places: SEAT }]), []);
  assert.deepEqual(filters([{ game: "A", free: 0, places: [] }]), []);
  assert.deepEqual(filters([]), []);
});

/** A filter leaves the tables of its game, or those with a free seat. */
test("what a filter leaves", () => {
  assert.equal(chosen(TABLES, "all").length, 3);
  assert.equal(chosen(TABLES, "game:A").length, 2);
  assert.equal(chosen(TABLES, "free").length, 1);
});

/** A card of the lobby counts the seconds of an open bet and names every other state. */
test("what a table is doing", () => {
  assert.equal(phaseWords({ phase: "betting" }, clock, 2500), "Bets 12 s");
  assert.equal(phaseWords({ phase: "betting" }, null, 0), "Bets open");
  assert.equal(phaseWords({ phase: "dealing" }, clock, 0), "Dealing");
});
