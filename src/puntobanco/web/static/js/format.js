/** @file Numbers as people read them. Pure: the same input gives the same text. */
import { locale, t } from "./messages.js";

const MINUS = "\u2212";
const DASH = "\u2013";

/** @import { Currency } from "./types.d.ts" */

/**
 * An amount of minor units without its sign: groups by locale, cents only if there are any to show.
 * @param {number} minor
 * @param {number} exponent
 * @param {boolean} cents
 */
function digits(minor, exponent, cents) {
  const places = cents ? exponent : 0;
  const options = { minimumFractionDigits: places, maximumFractionDigits: places };
  return new Intl.NumberFormat(`${locale()}-u-nu-latn`, options).format(Math.abs(minor) / 10 ** exponent);
}

/**
 * Cents are shown where there are some, and always where the table's unit has them.
 * @param {number} minor
 * @param {Currency} currency
 */
const hasCents = (minor, { exponent, unit = 0 }) => minor % 10 ** exponent !== 0 || unit % 10 ** exponent !== 0;

/**
 * An amount in a list or on a chip, without a currency sign: "1,840".
 * @param {number} minor
 * @param {Currency} currency
 */
export function amount(minor, currency) {
  return (minor < 0 ? MINUS : "") + digits(minor, currency.exponent, hasCents(minor, currency));
}

/**
 * A balance: "$1,840".
 * @param {number} minor
 * @param {Currency} currency
 */
export function money(minor, currency) {
  return (minor < 0 ? MINUS : "") + currency.symbol + digits(minor, currency.exponent, hasCents(minor, currency));
}

/**
 * A patron's own result: gain has a plus, loss a minus, zero neither.
 * @param {number} minor
 * @param {Currency} currency
 */
export const signedMoney = (minor, currency) => (minor > 0 ? "+" : "") + money(minor, currency);

/**
 * Limits: "25–500", or one number where both are the same.
 * @param {number} low
 * @param {number} high
 * @param {Currency} currency
 */
export const range = (low, high, currency) =>
  low === high ? amount(low, currency) : `${amount(low, currency)}${DASH}${amount(high, currency)}`;

/**
 * Odds as words: ["40:1"] is "40 to 1"; several to one are "25, 12, 6 to 1".
 * @param {readonly string[]} odds
 */
export function oddsWords(odds) {
  const pairs = odds.map((text) => text.split(":"));
  const [, base = "1"] = pairs[0] ?? [];
  if (pairs.every(([, below]) => below === base)) {
    return t("odds", { above: pairs.map(([above]) => above).join(", "), below: base });
  }
  return pairs.map(([above, below]) => t("odds", { above, below })).join(", ");
}

/** Bets named in a head, before the rest is counted. */
const NAMED_MAX = 5;

/**
 * Bets of equal limits in one line: by name, and where there are many the rest by number.
 * @param {readonly string[]} labels
 */
export function betsWords(labels) {
  if (labels.length <= NAMED_MAX) return labels.join(", ");
  const named = labels.slice(0, NAMED_MAX - 1);
  return t("bets.more", { bets: named.join(", "), count: labels.length - named.length });
}

/** @param {number} value A whole percentage. */
export const percent = (value) => `${value}%`;

/** @param {number} value A percentage to one decimal. */
export const share = (value) => `${value.toFixed(1)}%`;

/**
 * A score with the winner first: "5–2"; a tie has two equal numbers. Where nobody recorded the cards it is empty.
 * @param {{ winner: string, player: number | null, banker: number | null }} result
 */
export function score({ winner, player, banker }) {
  if (player === null || banker === null) return "";
  return winner === "banker" ? `${banker}${DASH}${player}` : `${player}${DASH}${banker}`;
}

/**
 * Seconds left, as a clock shows them: it reaches 0 only when the time is over.
 * @param {number} milliseconds
 */
export const wholeSeconds = (milliseconds) => Math.max(0, Math.ceil(milliseconds / 1000));

/**
 * Minutes and seconds, "0:14".
 * @param {number} seconds
 */
export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * The time of day, as the locale has it.
 * @param {Date} date
 */
export const timeOfDay = (date) =>
  new Intl.DateTimeFormat(`${locale()}-u-nu-latn`, { hour: "numeric", minute: "2-digit" }).format(date);

/**
 * The day and the time, as the locale has them.
 * @param {Date} date
 */
export const dayAndTime = (date) =>
  new Intl.DateTimeFormat(`${locale()}-u-nu-latn`, { dateStyle: "medium", timeStyle: "short" }).format(date);
