/** @file What somebody wrote into a form; the first field that cannot be so is its fault. Pure. */
import { minorOf } from "../amount.js";
import { t } from "../messages.js";

/** @import { Limit, Told } from "./types.d.ts" */

export class Reading {
  /** @param {FormData} data @param {number} exponent of the currency */
  constructor(data, exponent) {
    this.data = data;
    this.exponent = exponent;
    /** @type {Told | null} */
    this.fault = null;
  }

  /** @param {string} name */
  text(name) {
    return String(this.data.get(name) ?? "").trim();
  }

  /**
   * A number in units of its last decimal.
   * @param {string} name
   * @param {string} label
   * @param {number} decimals
   * @param {string} [code] what is told of anything else
   */
  number(name, label, decimals = 0, code = "no-count") {
    const value = minorOf(this.text(name), decimals);
    if (value === null) this.fault ??= { code, params: { field: label } };
    return value ?? 0;
  }

  /** @param {string} name @param {string} label */
  amount(name, label) {
    return this.number(name, label, this.exponent, "no-amount");
  }

  /** Seconds in ms; nothing is none. @param {string} name @param {string} label */
  time(name, label) {
    return this.text(name) === "" ? null : this.number(name, label, 3);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {RegExp} shape
   * @param {string} code what is told of anything else
   */
  shaped(name, label, shape, code) {
    const text = this.text(name);
    if (!shape.test(text)) this.fault ??= { code, params: { field: label } };
    return text;
  }

  /** The name of a drop box. @param {string} label */
  box(label) {
    return this.shaped("box", label, /^[^:]{1,40}$/, "bad-box");
  }

  /** @param {readonly { id: string, label: string }[]} bets @returns {Limit[]} */
  limits(bets) {
    const label = (/** @type {string} */ bet, /** @type {string} */ end) => t("floor.limit_of", { bet, end: t(end) });
    return bets.map((bet) => ({
      bet: bet.id, min: this.amount(`min:${bet.id}`, label(bet.label, "floor.least")), max: this.amount(`max:${bet.id}`, label(bet.label, "floor.most")),
    }));
  }
}
