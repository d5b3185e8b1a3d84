/**
 * What a patron can do with chips, as lists of steps; and whether it can be done now, with the reason.
 * The server decides; this only keeps the page from asking what it cannot answer with yes. Pure.
 * @module
 */
import { acceptedStakes, isAt, stakesOf, steps, total } from "./stakes.js";

/** @import { Refusal } from "../types.d.ts" */
/** @import { View } from "./state.js" */
/** @import { Stakes, Step } from "./stakes.js" */

/**
 * @typedef {{ type: "place", bet: string, amount: number } | { type: "take-back", bet: string, amount: number }
 *   | { type: "take-off", bet: string } | { type: "move", from: string, to: string }
 *   | { type: "undo" } | { type: "clear" } | { type: "repeat" } | { type: "double" }} Act
 * @typedef {{ can: boolean, why: string | null, amount: number, rack: number }} Ability `why`: key of the reason
 */

/** Acts of the tray. */
export const TRAY_ACTS = /** @type {const} */ (["undo", "clear", "repeat", "double"]);

/**
 * The steps of an act from the present stakes.
 * @param {View} view
 * @param {Act} act
 * @returns {readonly Step[]}
 */
export function stepsOf(view, act) {
  const now = stakesOf(view);
  return steps(now, targetOf(view, act, now), view.state?.view.table.bets ?? []);
}

/**
 * The stakes that an act asks for.
 * @param {View} view
 * @param {Act} act
 * @param {Stakes} now
 * @returns {Stakes}
 */
function targetOf(view, act, now) {
  switch (act.type) {
    case "place":
      return { ...now, [act.bet]: (now[act.bet] ?? 0) + act.amount };
    case "take-back":
      return { ...now, [act.bet]: Math.max(0, (now[act.bet] ?? 0) - act.amount) };
    case "take-off":
      return { ...now, [act.bet]: 0 };
    case "move":
      return { ...now, [act.from]: 0, [act.to]: (now[act.to] ?? 0) + (now[act.from] ?? 0) };
    case "undo":
      return view.undo.at(-1) ?? now;
    case "clear":
      return {};
    case "repeat":
      return { ...now, ...raised(now, lastStakes(view)) };
    case "double":
      return Object.fromEntries(Object.entries(now).map(([bet, amount]) => [bet, 2 * amount]));
  }
}

/**
 * @param {Stakes} now
 * @param {Stakes} last
 * @returns {Stakes}
 */
function raised(now, last) {
  return Object.fromEntries(Object.entries(last).map(([bet, amount]) => [bet, Math.max(amount, now[bet] ?? 0)]));
}

/**
 * Own wagers of the hand before this one, for bets that the table still takes.
 * @param {View} view
 * @returns {Stakes}
 */
export function lastStakes(view) {
  const known = new Set(view.state?.view.table.bets.map((bet) => bet.id));
  return Object.fromEntries((view.state?.mine?.last_wagers ?? [])
    .filter((wager) => known.has(wager.bet)).map((wager) => [wager.bet, wager.amount]));
}

/**
 * Own wagers that "Same again" will place: those of the hand on the felt, else of the one before.
 * @param {View} view
 * @returns {Stakes}
 */
export function againStakes(view) {
  const lines = (view.state?.mine?.result?.lines ?? []).filter((line) => isAt(line, view.state?.mine) && line.verdict !== "void");
  if (!lines.length) return lastStakes(view);
  return Object.fromEntries(lines.map((line) => [line.bet, line.amount]));
}

/**
 * Whether betting is open to this patron, by the newest state and his own clock.
 * @param {View} view
 * @returns {boolean}
 */
export function isOpen(view) {
  const mine = view.state?.mine;
  return view.status === "open" && view.state?.view.phase === "betting" && view.shut !== view.state.view.round && mine?.place != null && !mine.is_player_dealer;
}

/**
 * Whether an act of the tray can be done, what it would bring to the felt, and why not.
 * @param {View} view
 * @param {typeof TRAY_ACTS[number]} type
 * @returns {Ability}
 */
export function ability(view, type) {
  const now = stakesOf(view);
  const sum = total(now);
  const after = total(targetOf(view, { type }, now));
  const rack = (view.state?.mine?.rack ?? 0) - (sum - total(acceptedStakes(view)));
  /** @type {(why: string | null) => Ability} */
  const say = (why) => ({ can: why === null, why, amount: after, rack });
  if (!isOpen(view)) return say("closed");
  switch (type) {
    case "undo":
      return say(view.undo.length ? null : "nothing");
    case "clear":
      return say(sum ? null : "empty");
    case "repeat":
      if (!total(lastStakes(view))) return say("no-last");
      if (after === sum) return say("on-felt");
      return say(after - sum > rack ? "rack" : null);
    case "double":
      if (!sum) return say("empty");
      return say(after - sum > rack ? "rack" : null);
  }
}

/**
 * The refusal that a spot already carries and that no wager under way can change.
 * @param {View} view
 * @param {string} bet
 * @returns {Refusal | null}
 */
export function standingRefusal(view, bet) {
  if (view.pending.length) return null;
  return view.state?.mine?.spots[bet]?.refusal ?? null;
}
