/**
 * What the console says, in words. Pure; the codes come from the house.
 * @module
 */
import { cardName } from "../cards.js";
import { amount, money } from "../format.js";
import { has, rich, t } from "../messages.js";

/** @import { Markup } from "../html.js" */
/** @import { Refusal, Table } from "../types.d.ts" */
/** @import { Coded, Line, Next, Picture } from "./types.d.ts" */

/** A number from nought to nine as it is spoken. @param {unknown} value */
const spoken = (value) => t(`console.number.${value}`);

/** @param {readonly unknown[]} parts @param {"conjunction" | "disjunction"} [type] */
const list = (parts, type = "conjunction") =>
  new Intl.ListFormat(document.documentElement.lang, { type }).format(parts.map(String));

/** Which parameters are amounts. */
const AMOUNTS = new Set(["amount", "min", "max", "rack", "wallet", "unit", "fee", "room"]);

/**
 * Parameters of the house as words: sides, cards, lists and amounts.
 * @param {Record<string, unknown>} params @param {Table} table
 */
function worded(params, table) {
  /** @param {string} name @param {unknown} value */
  const word = (name, value) => {
    if (name === "side" || name === "hand") return t(String(value));
    if (name === "card" && typeof value === "string" && value.length > 1) return cardName(value);
    if (name === "step") return t(`console.step.${value}`);
    if (name === "kind") return t(`irregularity.${value}.what`);
    if (name === "bet") return labelOf(String(value), table);
    if (Array.isArray(value)) return list(value.map((each) => (name === "requires" ? labelOf(String(each), table) : each)));
    if (AMOUNTS.has(name) && typeof value === "number") return money(value, table.currency);
    return value;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, word(name, value)]));
}

/** A bet as the felt calls it. @param {string} bet @param {Table} table */
export const labelOf = (bet, table) => table.bets.find(({ id }) => id === bet)?.label ?? bet;

/** What the dealer says now: one sentence after the other. @param {readonly Coded[]} say @param {Table} table */
export function sayWords(say, table) {
  return say.map(({ key, params }) => {
    const numbers = Object.fromEntries(["player", "banker"].filter((side) => side in params).map((side) => [side, spoken(params[side])]));
    return t(`console.say.${key}`, { ...worded(params, table), ...numbers });
  }).join(" ");
}

/** The one thing that comes next. @param {Next} next @param {Table} table */
export function nextTitle(next, table) {
  const { side, aside } = next.params;
  const key = `console.next.${next.act}`;
  const full = [aside && `${key}.aside`, side && `${key}.${side}`, key].find((each) => each && has(String(each)));
  return t(String(full), worded(next.params, table));
}

/** Why. @param {Next} next @param {Table} table */
export function whyWords({ act, why, params }, table) {
  if (why) return t(`console.why.${why.key}`, { ...worded(why.params, table), ...(Array.isArray(why.params["on"]) && { on: list(why.params["on"]) }) });
  const own = `console.why.${act}`;
  return has(own) ? t(own, worded(params, table)) : "";
}

/** Where somebody sits: his number in the order of action, and whether he stands behind. @param {{ seat: number | null, place: number, line: string }} at */
export function seatWords({ seat, place, line }) {
  const words = seat === null ? t("console.bank_place", { place }) : t("console.seat", { seat });
  return line === "back" ? t("console.behind", { seat: words }) : words;
}

/** What is done at a line, in two words and a number. @param {Line} line @param {Table} table */
export function lineWords(line, table) {
  const { currency } = table;
  const moves = amount(line.moves, currency);
  if (line.act === "return") return t("console.line.return", { amount: moves });
  const whole = line.act === "pay" ? line.owed : line.amount;
  const key = line.moves < whole ? `console.line.${line.act}.part` : `console.line.${line.act}`;
  return t(key, { amount: moves, whole: amount(whole, currency) });
}

/** What stands behind those words. @param {Line} line */
export const lineNote = (line) => (line.no_action ? t("console.line.no_action") : line.verdict === "push" ? t("console.line.push") : "");

/** Why a line is as it is, where that is not plain. @param {Line} line @param {Table} table */
export function lineWhy(line, table) {
  const numbers = {
    owed: amount(line.owed, table.currency), paid: amount(line.paid, table.currency), uncovered: amount(line.uncovered, table.currency),
    stake: amount(line.amount, table.currency), returned: amount(line.returned, table.currency), taken: amount(line.collected, table.currency),
  };
  if (line.uncovered > 0 && line.paid > 0) return rich("console.line.why.short", numbers);
  if (line.collected > 0 && line.returned > 0) return rich("console.line.why.room", numbers);
  if (line.no_action) return rich("console.line.why.no_action", numbers);
  if (line.ends) return rich(`console.line.why.${line.ends}`, numbers);
  if (line.act === "pay") return rich("console.line.why.stake", numbers);
  return null;
}

/**
 * Why the house would not do something.
 * @param {Refusal} refusal @param {Table} table @returns {Markup}
 */
export function refusalWords({ code, params }, table) {
  const own = `console.refused.${code}`;
  const key = has(own) ? own : `refusal.${code}`;
  return has(key) ? rich(key, worded(params, table)) : rich("refusal.unknown", { code });
}

export { bare } from "../html.js";

/** Everything that stands there now, for a reader who asks. @param {Picture} picture */
export function allWords({ console: c, view }) {
  return [nextTitle(c.next, view.table), whyWords(c.next, view.table), sayWords(c.say, view.table)].filter(Boolean).join(" ");
}
