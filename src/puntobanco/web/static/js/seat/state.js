/**
 * What the seat page knows: the newest state of the server, what was sent and not yet answered, and what
 * can be undone. Pure: `reduce(view, message)` makes the next view; only the page holds one.
 * @module
 */

import { EARLY } from "../clock.js";
import { amountIn, focusOn, stakesOf, steps } from "./stakes.js";

/** @import { Answer, HistoryEntry, Lag, Refusal, State } from "../types.d.ts" */
/** @import { Sent, Stakes, Stand } from "./stakes.js" */

/**
 * @typedef {"connecting" | "open" | "lost" | "elsewhere" | "gone"} Status
 * @typedef {Readonly<Sent & { answered: boolean }>} Pending a wager that was sent
 * @typedef {Readonly<{ refusal: Refusal, bet: string | null, amount: number | null, at: number }>} Refused
 * @typedef {Readonly<{ hand: number, hands: number, net: number }>} Missed own hands settled while away, 0 if none was
 * @typedef {Readonly<{ hand: HistoryEntry, until: number }>} Ruled an own hand that was void or corrected, told until a round
 * @typedef {Readonly<{
 *   status: Status, since: number, state: State | null, at: number,
 *   pending: readonly Pending[], undo: readonly Stakes[], refused: Refused | null,
 *   chip: number | null, again: boolean, missed: Missed | null, left: string | null, stand: Stand | null, quits: boolean,
 *   shut: number | null, lag: Lag | null, ruled: Ruled | null,
 * }>} View `stand`: which of his positions the patron looks at; `state` says of himself what is so there;
 *   `shut`: the round whose bets are over here, a moment before they are in the house
 * @typedef {{ type: "state", state: State, at: number }
 *   | { type: "answer", answer: Answer, at: number }
 *   | { type: "sent", commands: readonly Sent[], undo: "push" | "pop", at: number }
 *   | { type: "refused", refusal: Refusal, bet: string | null, amount: number | null, at: number }
 *   | { type: "status", status: Status, at: number }
 *   | { type: "chip", value: number }
 *   | { type: "again", on: boolean }
 *   | { type: "stand", stand: Stand }
 *   | { type: "quits", on: boolean }
 *   | { type: "shut" }
 *   | { type: "lag", lag: Lag | null }
 *   | { type: "read" }
 *   | { type: "heard" }} Message
 */

/** Milliseconds of a lost connection that nobody needs to hear of. */
export const NOTICED_AFTER = 1000;

/** Rounds for which a patron is told of a ruling unless he says that he has read it: the next one is played through. */
const TOLD_FOR = 2;

/** Steps back that are kept within one hand. */
const UNDO_MAX = 50;

/** @type {View} */
export const EMPTY = Object.freeze({
  status: "connecting", since: 0, state: null, at: 0, pending: Object.freeze([]), undo: Object.freeze([]),
  refused: null, chip: null, again: false, missed: null, left: null, stand: null, quits: false, shut: null, lag: null,
  ruled: null,
});

/**
 * The next view after a message.
 * @param {View} view
 * @param {Message} message
 * @returns {View}
 */
export function reduce(view, message) {
  switch (message.type) {
    case "state":
      return onState(view, message.state, message.at);
    case "answer":
      return onAnswer(view, message.answer, message.at);
    case "sent":
      return onSent(view, message.commands, message.undo);
    case "refused":
      return next(view, {
        refused: Object.freeze({
          refusal: message.refusal, bet: message.bet, amount: message.amount, at: message.at,
        }),
      });
    case "status":
      return onStatus(view, message.status, message.at);
    case "chip":
      return next(view, { chip: message.value });
    case "again":
      return next(view, { again: message.on });
    case "stand":
      return next(view, { stand: message.stand, state: view.state && focusOn(view.state, message.stand), undo: Object.freeze([]) });
    case "shut":
      return next(view, { shut: view.state?.view.round ?? null });
    case "lag":
      return view.lag === message.lag ? view : next(view, { lag: message.lag });
    case "quits":
      return next(view, { quits: message.on });
    case "read":
      return next(view, { refused: null, missed: null });
    case "heard":
      return next(view, { ruled: null });
  }
}

/**
 * @param {View} view
 * @param {Partial<View>} change
 * @returns {View}
 */
function next(view, change) {
  return Object.freeze({ ...view, ...change });
}

/**
 * @param {View} view
 * @param {State} whole
 * @param {number} at
 * @returns {View}
 */
function onState(view, whole, at) {
  const state = focusOn(whole, view.stand);
  const sameRound = view.state?.view.round === state.view.round;
  const { chips } = state.view.table;
  const back = view.status === "connecting" || view.status === "lost";
  return next(view, {
    state,
    at,
    status: back ? "open" : view.status,
    since: back ? at : view.since,
    // What was answered is in this state already: the answer follows the commit, and so does the state.
    pending: Object.freeze(view.pending.filter((command) => !command.answered)),
    undo: sameRound ? view.undo : Object.freeze([]),
    refused: sameRound ? view.refused : null,
    chip: view.chip !== null && chips.includes(view.chip) ? view.chip : usualChip(state),
    again: state.mine?.place ? view.again : false,
    quits: view.quits && (state.mine?.is_player_dealer ?? false),
    shut: shutsIn(state) === 0 ? view.shut : null,
    missed: view.left === null ? view.missed : missedSince(view.left, state, at - view.since),
    left: null,
    ruled: ruledSince(view, state),
  });
}

/**
 * The ruling that a patron is told of: one that he has not seen come, else the one before it for a while.
 * @param {View} view
 * @param {State} state
 * @returns {Ruled | null}
 */
function ruledSince({ state: before, ruled }, { view, mine }) {
  const known = new Map(before?.mine?.history.map(({ round, rulings }) => [round, rulings.length]));
  const hand = mine?.history.find(({ round, rulings }) => (before?.mine
    ? rulings.length > (known.get(round) ?? 0) : rulings.length > 0 && round === view.notice?.round));
  if (hand) return Object.freeze({ hand, until: view.round + TOLD_FOR });
  return ruled && mine && view.round < ruled.until ? ruled : null;
}

/**
 * In how many milliseconds from its arrival on bets are over here; null while nothing runs.
 * @param {State} state
 */
export function shutsIn({ view: { clock, phase } }) {
  return phase === "betting" && clock && !clock.paused ? Math.max(0, clock.remaining_ms - EARLY) : null;
}

/**
 * The smallest chip that every main bet takes, so that a first tap is not refused.
 * @param {State} state
 * @returns {number | null}
 */
function usualChip(state) {
  const { chips, bets } = state.view.table;
  const least = Math.max(0, ...bets.filter(({ kind }) => kind === "main").map(({ min }) => min));
  return chips.find((value) => value >= least) ?? chips.at(-1) ?? null;
}

/**
 * @param {View} view
 * @param {Answer} answer
 * @param {number} at
 * @returns {View}
 */
function onAnswer(view, answer, at) {
  const command = view.pending.find(({ id }) => id === answer.id);
  if (!command) return view;
  const others = view.pending.filter(({ id }) => id !== answer.id);
  if (!answer.ok) {
    const { bet, amount } = command;
    const fallen = next(view, { pending: Object.freeze(others) });
    return next(fallen, {
      undo: changed(fallen),
      refused: Object.freeze({ refusal: answer.refusal, bet, amount, at }),
    });
  }
  const shown = amountIn(view.state, command.bet) === command.amount;
  const kept = shown ? others
    : view.pending.map((each) => (each.id === answer.id ? Object.freeze({ ...each, answered: true }) : each));
  return next(view, { pending: Object.freeze(kept) });
}

/**
 * Steps back without the newest if it would change nothing: what it would undo was refused.
 * @param {View} view
 */
function changed(view) {
  const newest = view.undo.at(-1);
  const isSame = newest && steps(newest, stakesOf(view), view.state?.view.table.bets ?? []).length === 0;
  return isSame ? Object.freeze(view.undo.slice(0, -1)) : view.undo;
}

/**
 * @param {View} view
 * @param {readonly Sent[]} commands
 * @param {"push" | "pop"} undo
 * @returns {View}
 */
function onSent(view, commands, undo) {
  const back = undo === "pop" ? view.undo.slice(0, -1) : [...view.undo, stakesOf(view)].slice(-UNDO_MAX);
  const sent = commands.map((command) => Object.freeze({ ...command, answered: false }));
  return next(view, {
    pending: Object.freeze([...view.pending, ...sent]),
    undo: Object.freeze(back),
    refused: null,
  });
}

/**
 * @param {View} view
 * @param {Status} status
 * @param {number} at
 * @returns {View}
 */
function onStatus(view, status, at) {
  if (status === view.status) return view;
  const leaves = status === "lost" && view.state !== null && view.left === null;
  return next(view, { status, since: at, left: leaves ? newestHand(view.state) : view.left });
}

/**
 * Key of the newest own hand in a state, to know later which hands were missed.
 * @param {State | null} state
 * @returns {string}
 */
function newestHand(state) {
  const newest = state?.mine?.history[0];
  return newest ? String(newest.round) : "";
}

/**
 * @param {string} left
 * @param {State} state
 * @param {number} away milliseconds
 * @returns {Missed | null}
 */
function missedSince(left, state, away) {
  const history = state.mine?.history ?? [];
  const known = history.findIndex(({ round }) => String(round) === left);
  const missed = history.slice(0, known === -1 ? history.length : known).filter((entry) => entry.wagers.length);
  const newest = left === "" ? undefined : missed[0];
  if (!newest) {
    const stands = (state.mine?.on_felt ?? 0) + (state.mine?.cover ?? 0) > 0;
    const { hand } = state.view;
    return stands && hand !== null && away >= NOTICED_AFTER ? Object.freeze({ hand, hands: 0, net: 0 }) : null;
  }
  return Object.freeze({
    hand: newest.hand, hands: missed.length, net: missed.reduce((sum, entry) => sum + entry.net, 0),
  });
}
