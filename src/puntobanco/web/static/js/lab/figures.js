/** @file Figures of the lab as people read them: four decimals of a percentage, every digit of a count. */
import { locale, t } from "../messages.js";
import { oddsWords } from "../format.js";

/** @import { ResultOdds } from "./types.d.ts" */

const MINUS = "\u2212";

/** @param {number} value @param {number} [places] */
export function percent(value, places = 4) {
  const text = Math.abs(100 * value).toFixed(places);
  return `${value < 0 && Number(text) > 0 ? MINUS : ""}${text}%`;
}

/** The same, a gain with a plus. @param {number} value @param {number} [places] */
export const signed = (value, places = 4) => (value > 0 && Number((100 * value).toFixed(places)) > 0 ? "+" : "") + percent(value, places);

/** A whole number of any size, grouped. @param {string} digits */
export const grouped = (digits) => new Intl.NumberFormat(`${locale()}-u-nu-latn`).format(BigInt(digits)).replace("-", MINUS);

/** @param {ResultOdds} result */
export const termsOf = ({ verdict, odds }) => (verdict === "pay" && odds ? oddsWords([odds]) : t(`lab.verdict.${verdict}`));

/** @param {number} share */
export const oneIn = (share) => (share > 0 ? t("lab.one_in", { number: (1 / share).toFixed(2) }) : t("lab.never"));
