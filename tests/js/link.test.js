import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { EARLY } from "../../src/puntobanco/web/static/js/clock.js";
import { PULSE, lagOf, makePulse } from "../../src/puntobanco/web/static/js/pulse.js";
import { isOpen } from "../../src/puntobanco/web/static/js/seat/acts.js";
import { EMPTY, reduce, shutsIn } from "../../src/puntobanco/web/static/js/seat/state.js";
import { isNews } from "../../src/puntobanco/web/static/js/socket.js";
import { state } from "./seat-fixtures.js";

/** Within an epoch a number never goes down; another epoch begins anew. */
test("old states are no news", () => {
  const at = (epoch, seq) => ({ epoch, seq });
  assert.ok(isNews(at(1, 0), null));
  assert.deepEqual([4, 5, 6].map((seq) => isNews(at(1, seq), at(1, 5))), [false, true, true]);
  assert.deepEqual([0, 5, 9].map((seq) => isNews(at(2, seq), at(1, 5))), [true, true, true]);
});

/** E4: one late answer makes no slow line; what most answers take does. */
test("what a line is like", () => {
  assert.deepEqual([[], [20], [149], [150], [499], [500], [20, 20, 9000], [20, 600, 700]].map(lagOf),
    ["good", "good", "good", "slow", "slow", "bad", "good", "bad"]);
});

/** A pulse whose clock stands still until it is moved. */
function pulse(acts, run) {
  const said = [];
  let now = 0;
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(performance, "now", () => now);
  const wait = (ms) => {
    for (let step = 0; step < ms; step += 10) {
      now += 10;
      mock.timers.tick(10);
    }
  };
  const note = (what) => (heard) => said.push(heard === undefined ? [what, now] : [what, now, heard]);
  const beating = makePulse(acts, { send: note("ping"), onSilence: note("silence"), onDead: note("dead"), onLag: note("lag") });
  try {
    run({ beating, wait, said, now: () => now });
  } finally {
    mock.timers.reset();
    mock.restoreAll();
  }
}

/** I6: whatever the moment of a cut, it is noticed within three seconds; later the line is given up. */
test("a cut is noticed in time", () => {
  const { beat, patience, end } = PULSE.acts;
  assert.ok(beat + patience < 3000);
  pulse(true, ({ beating, wait, said }) => {
    beating.start();
    wait(40);
    beating.hear(true, 40);
    assert.deepEqual(said, [["ping", 0], ["lag", 40, "good"]]);
    wait(beat + patience);
    assert.deepEqual(said.slice(2), [["ping", beat], ["silence", beat + patience, 40]]);
    wait(end);
    assert.deepEqual(said.at(-1), ["dead", beat + end]);
  });
});

/** A line that says anything is there; one ping waits for its answer at a time. */
test("a line that speaks is not silent", () => {
  const { patience } = PULSE.acts;
  pulse(true, ({ beating, wait, said, now }) => {
    beating.start();
    for (let turn = 0; turn < 5; turn += 1) {
      wait(patience - 100);
      beating.hear(false, now());
    }
    assert.deepEqual(said, [["ping", 0]]);
    beating.stop();
    wait(60_000);
    assert.equal(said.length, 1);
  });
});

/** A page that looks on asks seldom, and is told nothing of its line. */
test("a screen asks seldom", () => {
  pulse(false, ({ beating, wait, said, now }) => {
    beating.start();
    for (let turn = 0; turn < 6; turn += 1) {
      wait(20);
      beating.hear(true, now());
      wait(PULSE.watches.beat - 20);
    }
    assert.equal(said.filter(([what]) => what === "ping").length, 7);
    assert.ok(said.every(([what]) => what === "ping"));
  });
});

/** E4: bets end here before they do in the house, and only those of this round and this clock. */
test("bets end early here", () => {
  const clock = (change) => ({ remaining_ms: 12000, total_ms: 20000, paused: false, ...change });
  const at = (change, round = 1, phase = "betting") => state({ round, phase, view: { clock: change === null ? null : clock(change) } });
  assert.equal(shutsIn(at({})), 12000 - EARLY);
  assert.equal(shutsIn(at({ remaining_ms: 100 })), 0);
  for (const none of [at({ paused: true }), at(null), at({}, 1, "dealing")]) assert.equal(shutsIn(none), null);

  const see = (view, ...what) => reduce(view, { type: "state", state: at(...what), at: 0 });
  const open = see(EMPTY, {});
  assert.ok(isOpen(open));
  const shut = reduce(open, { type: "shut" });
  assert.ok(!isOpen(shut));
  assert.ok(!isOpen(see(shut, { remaining_ms: 300 }))); // somebody else's wager, meanwhile
  assert.ok(isOpen(see(shut, { remaining_ms: 9000, paused: true }))); // the dealer gave more time
  assert.ok(isOpen(see(shut, {}, 2)));
});
