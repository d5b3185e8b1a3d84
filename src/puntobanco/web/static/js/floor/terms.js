/** @file Other terms in words: what was, and what will be. Pure. */
import { amount } from "../format.js";
import { has, t } from "../messages.js";

/** @import { Currency } from "../types.d.ts" */
/** @import { Change, Terms } from "./types.d.ts" */

const AMOUNTS = new Set(["cover_min", "cover_max", "aggregate", "differential"]);
const TIMES = new Set(["clock", "break_ms", "offer_ms"]);
const CHOICES = { paced: "floor.paced", rotation: "floor.policy", irregularities: "floor.profile" };

/** @param {readonly string[]} languages @param {string} locale */
export const languageWords = (languages, locale) => languages.map((each) => new Intl.DisplayNames(locale, { type: "language" }).of(each)).join(", ");

/** @param {string} name @param {unknown} value @param {Currency} currency */
function spoken(name, value, currency) {
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : t("floor.terms.as_linked");
  if (value === null) return t("floor.terms.none");
  if (typeof value === "boolean") return t(value ? "floor.yes" : "floor.no");
  if (AMOUNTS.has(name)) return amount(Number(value), currency);
  if (TIMES.has(name)) return t("seconds", { seconds: Number(value) / 1000 });
  const key = `${CHOICES[/** @type {keyof typeof CHOICES} */ (name)]}.${value}`;
  return has(key) ? t(key) : String(value);
}

/**
 * What a change changes, one after the other.
 * @param {Pick<Change, "was" | "now">} change
 * @param {Currency} currency
 */
export function changeWords({ was, now }, currency) {
  const names = /** @type {(keyof Terms)[]} */ (Object.keys(now)).filter((name) => name !== "hash" || !("sheet" in now));
  return names.flatMap((name) => {
    if (name === "limits") return limitWords({ was, now }, currency);
    const key = `floor.terms.${name}`;
    return [t("floor.proposal.limit", { bet: t(has(key) ? key : `floor.new.${name}`), from: spoken(name, was[name], currency), to: spoken(name, now[name], currency) })];
  });
}

/** @param {Pick<Change, "was" | "now">} change @param {Currency} currency */
function limitWords({ was, now }, currency) {
  const range = (/** @type {{ min: number, max: number }} */ { min, max }) => `${amount(min, currency)}\u2013${amount(max, currency)}`;
  return (now.limits ?? []).flatMap((limit) => {
    const stood = was.limits?.find(({ bet }) => bet === limit.bet);
    if (stood && stood.min === limit.min && stood.max === limit.max) return [];
    const said = { bet: limit.label, to: range(limit) };
    return [stood ? t("floor.proposal.limit", { ...said, from: range(stood) }) : t("floor.proposal.new_limit", said)];
  });
}
