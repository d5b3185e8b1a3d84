/**
 * From a form of the console to the command that it means. Pure.
 * @module
 */

import { minorOf } from "../amount.js";

/** @import { Currency } from "../types.d.ts" */
/** @import { ConsoleState, Frame } from "./types.d.ts" */

/** @typedef {(name: string) => string} Given what a field of the form holds */
/** @typedef {(given: Given, state: ConsoleState) => Frame} Maker */

/** What somebody typed is no amount: nothing is made of it. */
export class NoAmountError extends Error {
  code = "no-amount";
}

/** What somebody typed is no whole number. */
export class NoCountError extends NoAmountError {
  code = "no-count";
}

/** An amount as somebody types it, in minor units. @param {string} text @param {Currency} currency */
export function minor(text, { exponent }) {
  const value = minorOf(text, exponent);
  if (value === null) throw new NoAmountError(text);
  return value;
}

/** A number of cards as somebody types it. @param {string} text */
export function count(text) {
  const value = minorOf(text, 0);
  if (value === null) throw new NoCountError(text);
  return value;
}

/** @param {string} text */
const place = (text) => JSON.parse(text);

/** A card as somebody types it: "10s", "9 S". @param {string} text */
export const cardCode = (text) => text.toUpperCase().replace(/\s/gu, "").replace("10", "T");

/** @param {Given} given @param {ConsoleState} state @returns {Frame} */
export function irregularity(given, { view }) {
  const named = {
    ...(given("card") && { card: cardCode(given("card")) }),
    ...(given("wager") && { wager: given("wager") }),
    ...(given("amount") && { amount: minor(given("amount"), view.table.currency) }),
  };
  return { matter: "irregularity", kind: given("kind"), handling: given("handling"), ...named, type: "" };
}

/** Only what differs is said. @param {Given} given @param {ConsoleState} state @returns {Frame} */
export function correction(given, { console: c, view }) {
  const stood = c?.rounds.find(({ round }) => round === Number(given("round")));
  const cards = given("cards").trim().split(/[\s,]+/u).filter(Boolean).map(cardCode);
  const spots = (stood?.wagers ?? []).flatMap(({ wager, bet, amount }) => {
    const now = minor(given(`spot.${wager}`), view.table.currency);
    return now === amount ? [] : [{ wager, bet, amount: now }];
  });
  const same = cards.join(" ") === stood?.cards.join(" ");
  return { matter: "correct-round", round: Number(given("round")), ...(!same && cards.length && { cards }), ...(spots.length && { spots }), type: "" };
}

/** @param {Frame} matter @param {string} reason @returns {Frame} */
function propose({ type: _, ...matter }, reason) {
  return { type: "propose", reason, matter };
}

/** @type {Record<string, Maker>} */
export const FORMS = {
  "start-shoe": (given) => ({ type: "start-shoe", lot: given("lot"), receipt: given("receipt"), prepared: given("prepared") === "on" }),
  "cut-shoe": (given) => ({ type: "cut-shoe", depth: count(given("depth")) }),
  "offer-cut": (given) => ({ type: "offer-cut", place: Number(given("place")) }),
  "count-shoe": (given) => ({ type: "count-shoe", rest: count(given("rest")) }),
  "accept": (given, state) => ({ type: "accept-player-dealer", patron: offered(state), cover: minor(given("cover"), state.view.table.currency) }),
  "wager": (given, { view }) => {
    const [patron, at, line] = place(given("at"));
    return { type: "set-wager", patron, place: at, line, bet: given("bet"), amount: minor(given("amount"), view.table.currency), round: view.round };
  },
  "sit": (given, { view }) => ({ type: "take-seat", patron: given("patron"), place: Number(given("place")), buy_in: minor(given("buy_in"), view.table.currency) }),
  "stand": (given, { view }) => ({ type: "stand-behind", patron: given("patron"), place: Number(given("place")), buy_in: minor(given("buy_in"), view.table.currency) }),
  "buy-in": (given, { view }) => ({ type: "buy-in", patron: given("patron"), amount: minor(given("amount"), view.table.currency) }),
  "move": (given) => {
    const [patron, at] = place(given("at"));
    return { type: given("type"), patron, ...(given("type") === "leave-seat" && { place: at }) };
  },
  "cover": (given, state) => ({ type: "post-cover", patron: holder(state), amount: minor(given("amount"), state.view.table.currency) }),
  "irregularity": (given, state) => propose(irregularity(given, state), given("reason") || given("kind")),
  "void": (given) => ({ type: "propose", reason: given("reason"), matter: { matter: "void-round", refund_fees: given("refund") === "on" } }),
  "correct": (given, state) => propose(correction(given, state), given("reason")),
};

/** Who sits at a place. @param {ConsoleState} state @param {number | undefined} at */
const sitting = ({ staff }, at) =>
  staff?.people.find(({ positions }) => positions.some(({ place: where, line }) => where === at && line === "front"))?.patron ?? "";

/** To whom the position is offered. @param {ConsoleState} state */
export const offered = (state) => sitting(state, state.view.offer?.place);

/** @param {ConsoleState} state */
const holder = (state) => sitting(state, state.view.player_dealer?.place);
