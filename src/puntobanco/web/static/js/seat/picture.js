/**
 * What the page draws at one moment: the view, how far the dealing has come in the picture, and the
 * patron's settings. Pure. The picture may lag behind the state by the length of an animation, so that
 * nothing tells a result before its cards lie.
 * @module
 */
import { COLUMNS, layOut } from "./felt.js";
import { isOpen } from "./acts.js";
import { isDone } from "./deal.js";
import { isAt, stakesOf, total } from "./stakes.js";

/** @import { Bet, Currency, LineName, Mine, Phase, SettlementLine, State, Table } from "../types.d.ts" */
/** @import { Dealt } from "./deal.js" */
/** @import { FeltLayout } from "./felt.js" */
/** @import { Stakes } from "./stakes.js" */
/** @import { View } from "./state.js" */

/** @typedef {"wide" | "middle" | "small" | "phone"} Size */
/**
 * @typedef {Readonly<{
 *   view: View, state: State, told: State, table: Table, currency: Currency, bets: ReadonlyMap<string, Bet>,
 *   calls: readonly string[], size: Size, felt: FeltLayout, stakes: Stakes, onFelt: number, mine: Mine | null,
 *   place: number | null, line: LineName, open: boolean, phase: Phase, dealt: Dealt, settled: boolean, sitAt: number | null,
 *   maySit: boolean, isBank: boolean, ended: number | null, lines: readonly SettlementLine[], isLost: boolean,
 * }>} Picture `told`: the newest state whose result may be told; `settled`: this hand's result is shown;
 *   `maySit`: the patron may take one more place; `isBank`: the player-dealer's position is his;
 *   `ended`: the line of the settlement that ended the action; `lines`: what became of the own wagers here;
 *   `isLost`: the connection is gone for so long that it is spoken of
 */

/**
 * @param {View} view
 * @param {State} told
 * @param {Dealt} dealt
 * @param {Size} size
 * @param {boolean} [isLost]
 * @returns {Picture | null}
 */
export function pictureOf(view, told, dealt, size, isLost = false) {
  const { state } = view;
  if (!state) return null;
  const { table } = state.view;
  const stakes = stakesOf(view);
  const place = state.mine?.place ?? null;
  const lies = isDone(dealt, state.view.coup);
  const isOver = state.view.phase === "settled" || isVoid(state.view);
  const settled = isOver && lies;
  const maySit = state.view.phase !== "closed" && (place === null || table.second_place);
  return Object.freeze({
    view, state, told: lies ? state : told, table, currency: table.currency,
    bets: new Map(table.bets.map((bet) => [bet.id, bet])),
    calls: table.calls.map(({ label }) => label),
    size, felt: layOut(table.bets, new Set(Object.keys(stakes)), COLUMNS[size]), stakes, onFelt: total(stakes),
    mine: state.mine, place, line: state.mine?.line ?? "front", open: isOpen(view), maySit,
    isBank: state.mine?.is_player_dealer ?? false,
    ended: state.view.settlement?.player_dealer?.ended ?? null,
    lines: (state.mine?.result?.lines ?? []).filter((line) => isAt(line, state.mine)),
    phase: !isOver ? state.view.phase : lies ? "settled" : "dealing",
    dealt, settled, isLost,
    sitAt: place === null ? bestPlace(state) : null,
  });
}

/** Whether the hand on the felt was void. @param {State["view"]} view */
export const isVoid = ({ settlement }) => settlement?.kind === "void";

/**
 * The free place nearest to the middle of the table.
 * @param {State} state
 * @returns {number | null}
 */
function bestPlace(state) {
  const middle = (state.view.table.places + 1) / 2;
  const free = state.view.places.filter(({ name }) => name === null).map(({ place }) => place);
  return free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b)[0] ?? null;
}

/**
 * Own spots in the order in which they are seen, which is also the order of their keys.
 * @param {Picture} picture
 * @returns {readonly Bet[]}
 */
export function spotOrder({ size, felt }) {
  if (size === "wide" || size === "middle") return felt.order;
  return [...felt.upper, ...felt.lower].flatMap(({ spots }) => spots);
}
