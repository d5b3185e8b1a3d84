/**
 * Own stakes: what is accepted, what is on its way, and the steps from one set of stakes to another. Pure.
 * @module
 */

/** @import { Bet, LineName, State } from "../types.d.ts" */
/** @import { View } from "./state.js" */

/**
 * @typedef {Readonly<Record<string, number>>} Stakes amount on the felt by id of bet, none of them zero
 * @typedef {Readonly<{ place: number, line: LineName }>} Stand a place, and the line there
 * @typedef {Readonly<Stand & { id: string, type: "set-wager", round: number, bet: string, amount: number }>} Sent
 */

/**
 * A state as it is for one of the patron's positions: where he chose to look, else the first.
 * @param {State} state
 * @param {Stand | null} stand
 * @returns {State}
 */
export function focusOn(state, stand) {
  const { mine } = state;
  const chosen = mine?.positions.find((each) => isAt(each, stand)) ?? mine?.positions[0];
  if (!mine || !chosen) return state;
  return { ...state, mine: { ...mine, place: chosen.place, line: chosen.line, spots: chosen.spots } };
}

/** @param {Stand} one @param {{ place: number | null, line?: LineName | null } | null | undefined} other */
export const isAt = (one, other) => one.place === other?.place && one.line === (other.line ?? "front");

/**
 * Own stake on a spot as the server knows it.
 * @param {State | null} state
 * @param {string} bet
 * @returns {number}
 */
export function amountIn(state, bet) {
  return state?.mine?.spots[bet]?.amount ?? 0;
}

/**
 * Own stakes as the server knows them.
 * @param {View} view
 * @returns {Stakes}
 */
export function acceptedStakes(view) {
  const spots = view.state?.mine?.spots ?? {};
  return Object.freeze(Object.fromEntries(
    Object.entries(spots).filter(([, spot]) => spot.amount > 0).map(([bet, spot]) => [bet, spot.amount]),
  ));
}

/**
 * Own stakes as they will be when all that was sent is accepted.
 * @param {View} view
 * @returns {Stakes}
 */
export function stakesOf(view) {
  const round = view.state?.view.round;
  const stakes = { ...acceptedStakes(view) };
  for (const command of view.pending) {
    if (command.round === round && isAt(command, view.state?.mine)) set(stakes, command.bet, command.amount);
  }
  return Object.freeze(standing(stakes, view.state?.view.table.bets ?? []));
}

/**
 * Whether a spot waits for an answer.
 * @param {View} view
 * @param {string} bet
 * @returns {boolean}
 */
export function isPending(view, bet) {
  return (stakesOf(view)[bet] ?? 0) !== amountIn(view.state, bet)
    || view.pending.some((command) => command.bet === bet && !command.answered
      && command.round === view.state?.view.round && isAt(command, view.state.mine));
}

/**
 * Whether every wager on the felt has the server's answer.
 * @param {View} view
 * @returns {boolean}
 */
export function isAccepted(view) {
  const round = view.state?.view.round;
  return !view.pending.some((command) => command.round === round && !command.answered);
}

/**
 * Sum of stakes.
 * @param {Stakes} stakes
 * @returns {number}
 */
export function total(stakes) {
  return Object.values(stakes).reduce((sum, amount) => sum + amount, 0);
}

/**
 * @param {Record<string, number>} stakes
 * @param {string} bet
 * @param {number} amount
 */
function set(stakes, bet, amount) {
  if (amount > 0) stakes[bet] = amount;
  else delete stakes[bet];
}

/**
 * Stakes without those whose required wager is gone: the server takes them off with it.
 * @param {Stakes} stakes
 * @param {readonly Bet[]} bets
 * @returns {Record<string, number>}
 */
function standing(stakes, bets) {
  /** @type {Record<string, number>} */
  const kept = { ...stakes };
  for (let before = -1; before !== Object.keys(kept).length;) {
    before = Object.keys(kept).length;
    for (const bet of bets) {
      if (kept[bet.id] && bet.requires.length && !bet.requires.some((id) => kept[id])) delete kept[bet.id];
    }
  }
  return kept;
}

/**
 * @typedef {{ bet: string, amount: number }} Step
 */

/**
 * Steps from one set of stakes to another, in an order that keeps every prerequisite: first chips come
 * off, dependants before what they need, then chips go on, what is needed before its dependants.
 * @param {Stakes} from
 * @param {Stakes} to
 * @param {readonly Bet[]} bets
 * @returns {readonly Step[]}
 */
export function steps(from, to, bets) {
  const order = byNeed(bets);
  /** @type {Step[]} */
  const made = [];
  /** @type {Record<string, number>} */
  let now = { ...from };
  for (const bet of [...order].reverse()) {
    const target = to[bet.id] ?? 0;
    if ((now[bet.id] ?? 0) <= target) continue;
    made.push({ bet: bet.id, amount: target });
    set(now, bet.id, target);
    now = standing(now, bets);
  }
  for (const bet of order) {
    const target = to[bet.id] ?? 0;
    if ((now[bet.id] ?? 0) < target) made.push({ bet: bet.id, amount: target });
  }
  return Object.freeze(made);
}

/**
 * Bets, each after those that it needs; otherwise in the order of the sheet.
 * @param {readonly Bet[]} bets
 * @returns {readonly Bet[]}
 */
function byNeed(bets) {
  const byId = new Map(bets.map((bet) => [bet.id, bet]));
  /** @type {(bet: Bet, seen: ReadonlySet<string>) => number} */
  const depth = (bet, seen) => Math.max(0, ...bet.requires.map((id) => {
    const needed = byId.get(id);
    return needed && !seen.has(id) ? 1 + depth(needed, new Set([...seen, bet.id])) : 0;
  }));
  return bets.map((bet) => ({ bet, depth: depth(bet, new Set([bet.id])) }))
    .sort((a, b) => a.depth - b.depth).map(({ bet }) => bet);
}
