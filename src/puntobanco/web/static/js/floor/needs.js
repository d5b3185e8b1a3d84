/** @file The column of what waits for somebody: what stops a table first, then proposals and alerts, the newest first. Pure. */
import { money } from "../format.js";
import { attr, html } from "../html.js";
import { t } from "../messages.js";
import { isUnderWay } from "../once.js";
import { isOpen as isTableOpen } from "./cards.js";
import { THRESHOLDS } from "./thresholds.js";
import { alertWords, exactWords, isGrave, isLost, movesWords, proposalWords } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { AlertGroup, Floor, Me, OpenTable, Proposal } from "./types.d.ts" */

/** The keys of what can be pressed here. */
export const proposalKey = (/** @type {string} */ table, /** @type {number} */ number) => `proposal-${table}-${number}`;
const alertKey = (/** @type {AlertGroup} */ { table, kind }) => `alert-${table}-${kind}`;

/**
 * @param {Floor} floor
 * @param {Me} me
 * @param {Record<string, Markup>} told what became of each proposal, by its key
 */
export function needs(floor, me, told) {
  const proposals = floor.tables.filter(isTableOpen).flatMap((table) =>
    table.proposals.map((proposal) => ({ at: proposal.at, blocks: table.is_stopped || proposal.matter.matter === "irregularity", markup: proposalItem(proposal, table, floor, me, told) })));
  const alerts = floor.alerts.map((alert) => ({ at: alert.at, blocks: false, markup: alertItem(alert, floor, me) }));
  const shoes = floor.tables.filter(isTableOpen).filter(({ waits }) => waits).map((table) => ({ at: floor.at, blocks: true, markup: shoeItem(table) }));
  const items = [...shoes, ...proposals, ...alerts].sort((a, b) => Number(b.blocks) - Number(a.blocks) || b.at - a.at);
  const cleared = floor.cleared.map((alert) => html`<li><span>${alert.table ? t("floor.table", { table: alert.table }) : t("floor.the_house")}</span> <span>${alertWords(alert, floor.currency)}</span>
<span class="caption">${t("floor.cleared_by", { name: alert.name, time: alert.clock })}</span></li>`);
  return html`<header><h2>${t("floor.needs")}</h2><span class="count" ${attr("data-some", items.length > 0)}>${items.length}</span>
<span class="caption">${t("floor.order")}</span></header>
${items.length > 0 ? html`<ul class="items">${items.map(({ markup }) => markup)}</ul>` : html`<p class="calm">${t("floor.nothing")}</p>`}
${cleared.length > 0 && html`<details class="cleared"><summary>${t("floor.cleared")}</summary><ul>${cleared}</ul></details>`}
${THRESHOLDS.map((kind) => html`<p class="caption threshold">${t(`floor.threshold.${kind}`, { amount: money(kind === "large-win" ? floor.large_win : floor.late_gain, floor.currency) })} ${me.clears && html`<button type="button" class="button quiet small" data-act="${kind}">${t("floor.change")}<span class="visually-hidden"> ${t(`floor.threshold.${kind}.title`)}</span></button>`}</p>`)}`;
}

/** A shoe of real cards that waits for a second person. @param {OpenTable} table */
const shoeItem = ({ id, waits }) => html`<li data-key="shoe-${id}" class="item is-soon"><p class="item-head"><b>${t("floor.table", { table: id })}</b></p>
<p><b>${t(`floor.line.${waits}`)}.</b></p><div class="acts"><button type="button" class="button" data-act="table" data-table="${id}">${t("floor.look", { table: id })}</button></div></li>`;

/** @param {AlertGroup} alert @param {Floor} floor @param {Me} me */
function alertItem(alert, floor, me) {
  const key = alertKey(alert);
  const isThere = floor.tables.some((table) => table.id === alert.table && isTableOpen(table));
  const name = alert.table ? t("floor.table", { table: alert.table }) : t("floor.the_house");
  return html`<li data-key="${key}" class="item ${isGrave(alert.kind) ? "is-grave" : "is-soon"}"><p class="item-head"><b>${name}</b><time>${alert.clock}</time></p>
<p>${alertWords(alert, floor.currency)}${alert.numbers.length > 1 && html` <span class="caption">${t("floor.times", { count: alert.numbers.length })}</span>`}</p>
${alert.facts.wagers && html`<details class="exact"><summary>${t("floor.exact")}</summary><p class="caption">${exactWords(alert)}</p></details>`}
<div class="acts">${me.clears && html`<button type="button" class="button primary" data-act="seen" data-deed="${key}" data-numbers="${alert.numbers.join(" ")}" ${attr("aria-busy", isUnderWay(key) && "true")}
aria-label="${t("floor.seen.of", { table: name })}">${t("floor.seen")}</button>`}
${isThere && html`<button type="button" class="button" data-act="table" data-table="${alert.table}">${t("floor.look", { table: alert.table })}</button>`}</div></li>`;
}

/**
 * @param {Proposal} proposal
 * @param {OpenTable} table
 * @param {Floor} floor
 * @param {Me} me
 * @param {Record<string, Markup>} told
 */
function proposalItem(proposal, table, floor, me, told) {
  const key = proposalKey(table.id, proposal.number);
  const preview = proposal.previews[0];
  return html`<li data-key="${key}" class="item is-soon"><p class="item-head"><b>${t("floor.table", { table: table.id })}</b><time>${proposal.clock}</time></p>
<p>${proposalWords(proposal, table, floor.currency)}</p>${preview && movesWords(preview, floor.currency)}
${proposalActs(proposal, table, me)}${told[key] && html`<p class="told">${told[key]}</p>`}</li>`;
}

/**
 * What may be said to a proposal: by its own proposer nothing but to take it back.
 * @param {Proposal} proposal
 * @param {OpenTable} table
 * @param {Me} me
 * @param {boolean} [isOpen] whether it is looked at already
 */
export function proposalActs(proposal, table, me, isOpen = false) {
  const isOwn = proposal.by === me.actor;
  const isBusy = isUnderWay(proposalKey(table.id, proposal.number));
  const why = isOwn ? "floor.own_proposal" : me.role !== "supervisor" ? "floor.not_a_supervisor" : isLost(proposal) ? "floor.lost_proposal" : null;
  const at = html`data-table="${table.id}" data-number="${proposal.number}"`;
  const id = `why-${table.id}-${proposal.number}`;
  const approve = why
    ? html`<button type="button" class="button" aria-disabled="true" aria-describedby="${id}">${t("floor.approve")}</button>`
    : html`<button type="button" class="button primary" data-act="approve" ${at} ${attr("aria-busy", isBusy && "true")}>${t("floor.approve")}</button>`;
  const mayReject = isOwn || me.role === "supervisor";
  return html`<div class="acts">${approve}${mayReject && html`<button type="button" class="button" data-act="reject" ${at} ${attr("aria-busy", isBusy && "true")}>${t(isOwn ? "floor.take_back" : "floor.reject")}</button>`}
${!isOpen && html`<button type="button" class="button" data-act="proposal" ${at}>${t("floor.see")}</button>`}</div>${why && html`<p class="caption" id="${id}">${t(why)}</p>`}`;
}
