import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, layOut, shortNames, widthOf } from "../../src/puntobanco/web/static/js/seat/felt.js";
import { bet } from "./seat-fixtures.js";

const ids = (layouts) => layouts.map(({ zone, spots }) => [zone, spots.map(({ id }) => id)]);

/** Zones stand left bonus, Player, centre, Banker, right bonus, whatever the order of the sheet. */
test("zones are ordered left to right", () => {
  const bets = [
    bet({ id: "r", zone: "right-bonus" }), bet({ id: "b", zone: "banker" }), bet({ id: "c", zone: "centre" }),
    bet({ id: "p", zone: "player" }), bet({ id: "l", zone: "left-bonus" }),
  ];
  const felt = layOut(bets);
  assert.deepEqual(felt.order.map(({ id }) => id), ["l", "p", "c", "b", "r"]);
  assert.deepEqual(ids(felt.upper), [["left-bonus", ["l"]], ["centre", ["c"]], ["right-bonus", ["r"]]]);
  assert.deepEqual(ids(felt.lower), [["player", ["p"]], ["banker", ["b"]]]);
});

/** A zone without bets takes no room. */
test("empty zones are left out", () => {
  assert.deepEqual(ids(layOut([bet({ id: "p" })]).zones), [["player", ["p"]]]);
});

/** Two bets stand side by side in the centre and one over the other on a flank; three and four in a square. */
test("arrangement follows count and zone", () => {
  const many = (zone, count) => Array.from({ length: count }, (_, index) => bet({ id: `${index}`, zone }));
  const arranged = (zone, count) => layOut(many(zone, count)).zones[0].arrangement;
  assert.equal(arranged("centre", 1), "one");
  assert.equal(arranged("centre", 2), "beside");
  assert.equal(arranged("left-bonus", 2), "above");
  assert.equal(arranged("right-bonus", 3), "square");
  assert.equal(arranged("centre", 4), "square");
});

/** From the fifth bet on a zone keeps the rest behind "More bets". */
test("more than four go behind more", () => {
  const bets = Array.from({ length: 6 }, (_, index) => bet({ id: `${index}`, zone: "centre" }));
  const [zone] = layOut(bets).zones;
  assert.deepEqual(zone.spots.map(({ id }) => id), ["0", "1", "2", "3"]);
  assert.deepEqual(zone.more.map(({ id }) => id), ["4", "5"]);
});

/** A bet with a wager on it is never behind "More bets", and the others give it their room. */
test("staked bets are always shown", () => {
  const bets = Array.from({ length: 6 }, (_, index) => bet({ id: `${index}`, zone: "centre" }));
  const [zone] = layOut(bets, new Set(["5", "4"])).zones;
  assert.deepEqual(zone.spots.map(({ id }) => id), ["0", "1", "4", "5"]);
  const [all] = layOut(bets, new Set(["0", "1", "2", "3", "4"])).zones;
  assert.deepEqual(all.more.map(({ id }) => id), ["5"]);
});

/** Where the columns do not suffice, a flank shows one bet and the centre two; wagers on a flank lie one over the other. */
test("few columns", () => {
  const bets = ["left-bonus", "centre", "right-bonus"].flatMap((zone) => ["1", "2", "3"].map((id) => bet({ id: zone[0] + id, zone })));
  const lines = [bet({ id: "p", zone: "player" }), bet({ id: "b", zone: "banker" })];
  const felt = layOut([...bets, ...lines], new Set(["l2", "l3"]), COLUMNS.phone);
  assert.deepEqual(ids(felt.upper), [["left-bonus", ["l2", "l3"]], ["centre", ["c1", "c2"]], ["right-bonus", ["r1"]]]);
  assert.deepEqual(felt.upper.map(({ arrangement }) => arrangement), ["above", "beside", "one"]);
  assert.deepEqual(felt.upper.map(({ more }) => more.length), [1, 1, 2]);
  const few = layOut([...bets.filter(({ zone }) => zone !== "centre"), ...lines], new Set(), COLUMNS.phone);
  assert.deepEqual(few.upper.map(({ spots }) => spots.length), [3, 3]);
});

/** A bar is narrow in the centre and wide elsewhere; a circle is a circle everywhere. */
test("width follows shape and zone", () => {
  assert.equal(widthOf(bet({ zone: "player", shape: "bar" })), "main");
  assert.equal(widthOf(bet({ zone: "centre", shape: "bar" })), "narrow");
  assert.equal(widthOf(bet({ zone: "centre", shape: "circle" })), "circle");
});

/** Short names are initials with figures kept whole, and no two are equal. */
test("short names are unique", () => {
  const named = (...labels) => [...shortNames(labels.map((label) => bet({ id: label, label }))).values()];
  assert.deepEqual(named("Banker", "Banker pair", "Dragon 7", "Lucky-7"), ["B", "BP", "D7", "L7"]);
  assert.equal(new Set(named("Tie", "Tiger", "Tower")).size, 3);
});
