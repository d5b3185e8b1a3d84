/**
 * The places of the table between two deals: who sits where, with what, who covers, whom the offer is for.
 * @module
 */
import { chip } from "../chips.js";
import { amount, money } from "../format.js";
import { html } from "../html.js";
import { t } from "../messages.js";
import { wagerForm } from "./forms.js";
import { labelOf } from "./words.js";

/** @import { PlaceView } from "../types.d.ts" */
/** @import { Picture } from "./types.d.ts" */

/** @param {Picture} picture */
export function places(picture) {
  const { view, console: c } = picture;
  const bets = view.phase === "betting" || view.phase === "paused";
  return html`${bets && c.pad ? wagerForm(picture) : null}
${c.cover ? coverBox(picture) : null}
<ol class="console-places" data-key="places" aria-label="${t("console.places")}">${view.places.map((place) => placeCard(place, picture))}</ol>`;
}

/** The cover as it lies in the box, chip by chip. @param {Picture} picture */
function coverBox({ console: { cover }, view: { table } }) {
  if (!cover) return null;
  return html`<section class="cover-box" data-key="cover"><p>${t("console.covers", { name: cover.name, amount: money(cover.cover, table.currency) })}</p>
<ol>${cover.chips.map(([value, many]) => html`<li>${chip(value, table.currency)}<span>${many} × ${amount(value, table.currency)}</span></li>`)}</ol></section>`;
}

/** @param {PlaceView} place @param {Picture} picture */
function placeCard(place, { view, staff }) {
  const { currency } = view.table;
  const bank = view.player_dealer?.place === place.place;
  const offered = view.offer?.place === place.place;
  const person = staff.people.find(({ positions }) => positions.some((at) => at.place === place.place && at.line === "front"));
  const look = [bank && "bank", offered && "offered", place.name === null && "empty"].filter(Boolean).join(" ");
  return html`<li class="console-place ${look}" data-key="${place.place}"><p class="place-head"><b>${place.seat === null ? t("console.bank") : t("console.seat", { seat: place.seat })}</b>${place.seat !== place.place && html`<small>${t("console.place", { place: place.place })}</small>`}</p>
<p class="who">${place.name ?? t("console.place.empty")}${place.away && html` <em>${t("console.place.away")}</em>`}${offered && html` <em>${t("console.place.offered")}</em>`}</p>
${person && html`<p class="rack">${t("console.place.rack", { rack: money(person.rack, currency) })}</p>`}
${place.wagers.length > 0 && html`<p class="puts">${place.wagers.map(({ bet, amount: put }) => html`<span>${labelOf(bet, view.table)} <b>${amount(put, currency)}</b></span>`)}</p>`}
${place.behind.map(({ name, wagers }) => html`<p class="back"><small>${t("console.place.back", { name })}</small>${wagers.map(({ bet, amount: put }) => html` <span>${labelOf(bet, view.table)} <b>${amount(put, currency)}</b></span>`)}</p>`)}</li>`;
}
