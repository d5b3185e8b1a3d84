/**
 * What a form of the seat says of its amount: the button that carries it, and why it cannot be pressed. Pure.
 * @module
 */
import { money } from "../format.js";
import { attr, html } from "../html.js";
import { t } from "../messages.js";
import { bare } from "./words.js";

/** @import { Currency, Outlook } from "../types.d.ts" */
/** @import { Picture } from "./picture.js" */
/** @import { Sheet } from "./sheets.js" */

/** Stands on a button for an amount that nobody can read. */
const UNREAD = "…";

/** An amount as a field has it; nothing for what is none. @param {number} value @param {Currency} currency */
export const typedAmount = (value, { exponent }) => (Number.isNaN(value) ? "" : String(value / 10 ** exponent));

/** Whether another page of the patron has the seat, so that nothing can be asked from here. @param {Picture} picture */
export const isElsewhere = ({ view }) => view.status === "elsewhere";

/**
 * Why an amount cannot be asked for; null where the house may be asked.
 * @param {Picture} picture
 * @param {number} value NaN for what somebody typed that is no amount
 */
export function amountBarred(picture, value) {
  if (isElsewhere(picture)) return t("seat.elsewhere.first");
  const { unit, currency } = picture.table;
  const isGood = Number.isSafeInteger(value) && value > 0 && value % unit === 0;
  return isGood ? null : bare(t("seat.buy-in.not-number", { unit: typedAmount(unit, currency) }));
}

/**
 * Why a patron cannot take the position, whatever he covers it with.
 * @param {Picture} picture
 * @param {Outlook | null} outlook what the house says that he can cover, once it has
 */
export function coverBarred({ mine, currency }, outlook) {
  const rack = (mine?.rack ?? 0) + (mine?.cover ?? 0);
  const most = outlook?.most ?? rack;
  const least = mine?.offer?.minimum ?? 0;
  if (most >= least) return null;
  return t("seat.offer.beyond", { rack: money(rack, currency), most: money(most, currency), least: money(least, currency) });
}

/**
 * The button of a form with an amount, and above it why it cannot be pressed.
 * @param {Picture} picture
 * @param {Sheet} open
 * @param {number} value
 * @param {(amount: string) => string} label
 * @param {string | null} [barred] another reason
 */
export function goButton(picture, open, value, label, barred = null) {
  const why = amountBarred(picture, value) ?? barred;
  const text = label(Number.isSafeInteger(value) ? money(value, picture.currency) : UNREAD);
  return html`${why !== null && html`<p class="why" data-key="why" id="go-why">${why}</p>`}<button class="button primary" data-key="go" ${attr("aria-disabled", why === null ? null : "true")}
    ${attr("aria-describedby", why === null ? null : "go-why")} aria-busy="${open.busy}">${text}</button>`;
}
