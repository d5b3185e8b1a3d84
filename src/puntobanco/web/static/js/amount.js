/** @file Amounts that people type. Pure. */

const MOST = 10 ** 12;
const SHAPE = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;

/**
 * What somebody typed as an amount, in minor units: figures, thousands in commas or not at all, and no
 * more decimals than the unit has. Null for anything else, for a wrong guess would be somebody's money.
 * @param {string} text
 * @param {number} exponent
 * @returns {number | null}
 */
export function minorOf(text, exponent) {
  const [, whole, decimals = ""] = SHAPE.exec(text.trim()) ?? [];
  if (whole === undefined || decimals.length > exponent) return null;
  const value = Number(whole.replaceAll(",", "") + decimals.padEnd(exponent, "0"));
  return value <= MOST ? value : null;
}
