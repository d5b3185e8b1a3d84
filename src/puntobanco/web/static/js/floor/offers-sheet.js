/** @file Sheets that their authors offer to the house: what each pays, and whether it is taken up. Pure. */
import { attr, html } from "../html.js";
import { t } from "../messages.js";
import { isUnderWay } from "../once.js";
import { sheet } from "./forms.js";

/** @import { Markup } from "../html.js" */
/** @import { Me, Offer } from "./types.d.ts" */

/** @param {number} number @param {string} what */
export const offerKey = (number, what) => `${what}-${number}`;

/** @param {readonly Offer[] | null} offers @param {Me} me @param {Record<string, Markup>} told */
export function offersSheet(offers, me, told) {
  if (offers === null) return sheet(t("floor.offers"), html`<p>${t("floor.fetching")}</p>`);
  return sheet(t("floor.offers"), html`<p class="caption">${t("floor.offers.how")}</p>
${offers.length > 0 ? html`<ul class="items">${offers.map((offer) => item(offer, me, told))}</ul>` : html`<p class="quiet">${t("floor.offers.none")}</p>`}`);
}

/** @param {Offer} offer @param {Me} me @param {Record<string, Markup>} told */
function item(offer, me, told) {
  const { number, name, sheet: id, hash, decks, author, taken_up: by, bets } = offer;
  const isOwn = offer.by === me.actor;
  const why = `offer-why-${number}`;
  const words = told[offerKey(number, "take-up")] ?? told[offerKey(number, "put-away")];
  const button = (/** @type {string} */ what, /** @type {string} */ kind) => html`<button type="button" class="${kind}" data-act="${what}" data-number="${number}"
${attr("aria-busy", isUnderWay(offerKey(number, what)) && "true")} ${attr("aria-disabled", what === "take-up" && isOwn && "true")} ${attr("aria-describedby", what === "take-up" && isOwn && why)}>${t(`floor.offers.${what}`)}<span class="visually-hidden"> ${name}</span></button>`;
  return html`<li data-key="offer-${number}" class="item ${by ? "" : "is-soon"}"><p class="item-head"><b>${name} (${id})</b></p><p>${t(by ? "floor.offers.taken" : "floor.offers.by", { author, by: by ?? "" })}</p>
<p class="caption hash">${t("floor.offered.hash", { hash })}</p><dl class="facts">${bets.map(({ label, edge }) => html`<div><dt>${label}</dt><dd>${edge === null ? t("floor.offers.uncounted") : t("floor.offers.edge", { percent: (100 * edge.value).toFixed(4), decks })}
${edge && html`<details class="exact"><summary>${t("floor.exact")}</summary><p class="caption">${edge.exact}</p></details>`}</dd></div>`)}</dl>
${me.role === "supervisor" && html`<div class="acts">${!by && button("take-up", isOwn ? "button" : "button primary")}${button("put-away", "button")}</div>`}
${!by && isOwn && html`<p class="caption" id="${why}">${t("floor.own_proposal")}</p>`}${words && html`<p class="told" role="status">${words}</p>`}</li>`;
}
