/** @file The cashier's window: patrons, chips in and out with a receipt, boxes to count, the journal. Pure. */
import { money, signedMoney } from "../format.js";
import { attr, html } from "../html.js";
import { t } from "../messages.js";
import { isUnderWay } from "../once.js";
import { field, form, select } from "./forms.js";

/** @import { Markup } from "../html.js" */
/** @import { Currency } from "../types.d.ts" */
/** @import { Cage, CageEntry, Patron } from "./types.d.ts" */

/**
 * @typedef {object} Window
 * @property {Cage} cage
 * @property {string} sought
 * @property {string} chosen the id of a patron
 * @property {CageEntry | null} receipt
 * @property {Record<string, Markup>} told
 */

/** @param {Window} shown */
export function cageScreen(shown) {
  const { cage } = shown;
  return html`<h1 class="visually-hidden">${t("cage.title")}</h1><div class="cage-side">${patrons(shown)}${enrolment(shown)}</div>
<div class="cage-work">${exchange(shown)}${drop(shown)}${journal(cage)}</div>`;
}

/** @param {Window} shown */
function patrons({ cage, sought, chosen }) {
  const words = sought.toLocaleLowerCase();
  const found = cage.patrons.filter(({ name, id }) => name.toLocaleLowerCase().includes(words) || id === sought)
    .sort((a, b) => a.name.localeCompare(b.name));
  const rows = found.map(({ id, name, kind, wallet }) => html`<li data-key="${id}"><button type="button" class="patron" data-act="choose" data-patron="${id}" aria-pressed="${String(id === chosen)}">
<span>${name} <span class="caption">${id.slice(-4)}</span>${kind === "third-party" && html` <span class="caption">${t("floor.third_party")}</span>`}</span><b>${money(wallet, cage.currency)}</b></button></li>`);
  const none = t(cage.patrons.length > 0 ? "cage.none_found" : "cage.nobody");
  return html`<section class="panel" aria-labelledby="patrons"><h2 class="panel-title" id="patrons">${t("cage.patrons")}</h2>
<div class="labelled"><label><span>${t("cage.search")}</span><input class="field" name="sought" type="search" value="${sought}" autocomplete="off" data-own=""></label></div>
${rows.length > 0 ? html`<ul class="patrons">${rows}</ul>` : html`<p class="quiet">${none}</p>`}</section>`;
}

/** @param {Window} shown */
function enrolment({ told }) {
  const kinds = ["patron", "third-party"].map((value) => ({ value, label: t(`cage.kind.${value}`) }));
  return html`<section class="panel" aria-labelledby="enrol"><h2 class="panel-title" id="enrol">${t("cage.enrol")}</h2>
${form("enrol", [field("name", t("cage.name"), { most: 100 }), select("kind", t("cage.kind"), kinds, "patron")], { label: t("cage.enrol"), told: told["enrol"] ?? null })}</section>`;
}

/** @param {Window} shown */
function exchange({ cage, chosen, told, receipt }) {
  const patron = cage.patrons.find(({ id }) => id === chosen);
  if (!patron) return html`<section class="panel"><p class="quiet">${t("cage.choose")}</p></section>`;
  const busy = attr("aria-busy", isUnderWay("exchange") && "true");
  return html`<section class="panel" aria-labelledby="exchange"><h2 class="panel-title" id="exchange">${t("cage.exchange", { name: patron.name })}</h2>
<p><span class="caption">${t("cage.wallet")}</span><br><b class="balance">${money(patron.wallet, cage.currency)}</b></p><div class="columns">
<form class="form" data-form="exchange" data-deed="exchange" autocomplete="off"><input type="hidden" name="patron" value="${patron.id}">${field("amount", t("cage.amount"), { kind: "amount" })}
<div class="acts"><button type="submit" class="button primary" value="in" name="direction" ${busy}>${t("cage.in")}</button><button type="submit" class="button" value="out" name="direction" ${busy}>${t("cage.out")}</button></div>
${told["exchange"] && html`<p class="told" role="status">${told["exchange"]}</p>`}</form>${receipt && slip(receipt, cage.currency)}</div></section>`;
}

/** @param {CageEntry} entry @param {Currency} currency */
const slip = ({ kind, name, number, amount, clock, day, by }, currency) => html`<div class="receipt"><p class="caption">${t("cage.receipt")}</p>
<p>${t(kind === "in" ? "cage.receipt.in" : "cage.receipt.out")}</p><p class="amount">${money(amount, currency)}</p><p>${t("cage.receipt.line", { name, time: `${day} ${clock}`, number })}</p>
<p class="caption">${t("cage.receipt.by", { name: by })}</p><p class="acts"><button type="button" class="button" data-act="print">${t("cage.print")}</button></p></div>`;

/** @param {Window} shown */
function drop({ cage, told }) {
  const boxes = cage.boxes.map(({ table, box }) => ({ value: `${table}:${box}`, label: t("cage.box_at", { box, table }) }));
  return html`<section class="panel" aria-labelledby="drop"><h2 class="panel-title" id="drop">${t("cage.drop")}</h2>
${boxes.length > 0 ? html`<p class="caption">${t("cage.drop.how")}</p>${form("count", [select("box", t("cage.box"), boxes), field("counted", t("cage.counted"), { kind: "amount" })], { label: t("cage.count") })}` : html`<p class="quiet">${t("cage.no_boxes")}</p>`}
${told["count"] && html`<p class="told" role="status">${told["count"]}</p>`}</section>`;
}

/** @param {Cage} cage */
function journal({ entries, currency }) {
  const columns = ["when", "what", "who", "amount", "by"];
  const rows = entries.map((entry) => html`<tr data-key="${entry.number}"><th scope="row">${entry.day} ${entry.clock}</th><td>${t(`cage.entry.${entry.kind}`)}</td>
<td>${entry.kind === "count" ? t("cage.box_at", { box: entry.box, table: entry.table }) : entry.name}</td><td>${entry.kind === "enrolled" ? "" : money(entry.amount, currency)}${entry.kind === "count" && html` <span class="caption">${signedMoney(entry.difference, currency)}</span>`}</td><td>${entry.by}</td></tr>`);
  return html`<section class="panel" aria-labelledby="journal"><h2 class="panel-title" id="journal">${t("cage.entries")}</h2>
${rows.length > 0 ? html`<div class="entries" tabindex="0" role="group" aria-labelledby="journal"><table><thead><tr>${columns.map((name) => html`<th scope="col">${t(`cage.column.${name}`)}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>` : html`<p class="quiet">${t("cage.no_entries")}</p>`}</section>`;
}
