/** @file A table on the floor: what it is doing, what it takes, who banks it, what is wrong. Pure. */
import { remaining } from "../clock.js";
import { money, range, signedMoney, wholeSeconds } from "../format.js";
import { attr, html } from "../html.js";
import { icon } from "../icons.js";
import { t } from "../messages.js";
import { bigRoad } from "../roads.js";
import { holdWords, lineOf } from "./words.js";

/** @import { Anchored } from "../clock.js" */
/** @import { Currency } from "../types.d.ts" */
/** @import { AlertGroup, ClosedTable, Floor, FloorBank, FloorTable, OpenTable } from "./types.d.ts" */

const COLUMNS = 26;

/** @param {FloorTable} table @returns {table is OpenTable} */
export const isOpen = (table) => table.phase !== "closed";

/**
 * The tables with the troubled ones first, each group by its number.
 * @param {Floor} floor
 */
export function inOrder({ tables, alerts, currency }) {
  const rank = (/** @type {FloorTable} */ table) =>
    isOpen(table) ? 2 - lineOf(table, of(alerts, table.id), currency).grave : 3;
  const byName = new Intl.Collator("en", { numeric: true });
  return [...tables].sort((a, b) => rank(a) - rank(b) || byName.compare(a.id, b.id));
}

/** @param {readonly AlertGroup[]} alerts @param {string} table */
export const of = (alerts, table) => alerts.filter((alert) => alert.table === table);

/**
 * The state of a table in a word or two.
 * @param {OpenTable} table
 * @param {Anchored | null} clock
 * @param {number} now
 */
export function stateWords(table, clock, now) {
  if (table.is_stopped) return t("floor.state.frozen");
  if (table.suspended !== null) return t("floor.state.suspended");
  if (table.phase === "betting" && clock) return t("floor.state.bets", { seconds: wholeSeconds(remaining(clock, now)) });
  return t(`floor.state.${table.phase}`);
}

/** @param {OpenTable} table @param {Anchored | null} clock @param {number} now */
function pill(table, clock, now) {
  const kind = table.is_stopped ? "frozen" : table.suspended === null ? table.phase : "suspended";
  return html`<span class="pill is-${kind}" data-clock="${table.id}">${stateWords(table, clock, now)}</span>`;
}

/** @param {string} label @param {string} value */
const figure = (label, value) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

/** @param {OpenTable} table @param {Currency} currency */
function figures(table, currency) {
  const { per_hour: pace, places, today, bank } = table;
  const taken = places.filter((place) => place.taken).length;
  const seats = figure(t("floor.seats"), t("floor.of", { count: taken, all: places.length }));
  const rounds = figure(t("floor.per_hour"), pace === null ? "\u2013" : String(pace));
  if (places.length === 0) return html`<dl class="figures">${rounds}${figure(t("floor.rounds_today"), String(today.rounds))}</dl>`;
  return bank === "house"
    ? html`<dl class="figures">${rounds}${figure(t("floor.hold"), holdWords(today.hold))}${figure(t("floor.drop"), money(today.bought, currency))}</dl>`
    : html`<dl class="figures">${rounds}${figure(t("floor.fees"), money(today.collected, currency))}${seats}</dl>`;
}

/**
 * The cover as a bar around nought: what it has lost at the left, what it has won at the right.
 * @param {FloorBank} bank
 * @param {Currency} currency
 */
function cover(bank, currency) {
  const { last } = bank;
  const size = last?.cover ?? bank.cover;
  const net = last?.net ?? 0;
  const share = size > 0 ? Math.min(1, Math.abs(net) / size) : 0;
  const width = Math.round(share * 50);
  const words = t("floor.cover", { net: signedMoney(net, currency), cover: money(size, currency) });
  return html`<p class="bank"><b>${bank.name}</b><span>${words}</span></p>
<svg class="cover" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="cover-all" width="100" height="4"/>
<rect class="${net < 0 ? "cover-lost" : "cover-won"}" x="${net < 0 ? 50 - width : 50}" width="${width}" height="4"/><rect class="cover-zero" x="49.7" width=".6" height="4"/></svg>`;
}

/** @param {OpenTable} table @param {Currency} currency */
function bankOf(table, currency) {
  if (table.player_dealer) return cover(table.player_dealer, currency);
  const name = t(table.cards === "results" ? "floor.tracked" : table.bank === "house" ? "floor.house_bank" : "floor.nobody_banks");
  const hand = table.hand ? t("floor.hand", { hand: table.hand }) : t("floor.no_hand");
  return html`<p class="bank"><b>${name}</b><span>${hand}</span></p>`;
}

/** @param {OpenTable} table */
function tally({ tally: counts }) {
  const winners = /** @type {const} */ (["player", "banker", "tie"]).map((winner) => ({
    short: t(`glyph.${winner}`), label: t(winner), count: counts[winner], role: winner,
  }));
  const calls = counts.calls.map(({ token, label, count, colour }) => ({ short: token.toUpperCase(), label, count, role: colour }));
  return html`<ul class="tally">${[...winners, ...calls].map(({ short, label, count, role }) => html`<li><span aria-hidden="true">${short}
<b class="role-${role}">${count}</b></span><span class="visually-hidden">${label} ${count}</span></li>`)}</ul>`;
}

/**
 * @param {FloorTable} table
 * @param {Floor} floor
 * @param {Anchored | null} clock
 * @param {number} now
 * @param {boolean} mayOpen
 */
export function card(table, floor, clock, now, mayOpen) {
  return isOpen(table) ? openCard(table, floor, clock, now) : closedCard(table, mayOpen);
}

/** @param {OpenTable} table @param {Floor} floor @param {Anchored | null} clock @param {number} now */
function openCard(table, { alerts, currency }, clock, now) {
  const line = lineOf(table, of(alerts, table.id), currency);
  const trouble = ["", "is-soon", "is-grave"][line.grave];
  const limits = range(table.limits.min, table.limits.max, currency);
  return html`<article class="table ${trouble}" data-key="${table.id}" aria-labelledby="table-${table.id}">
<header><b class="number" aria-hidden="true">${table.id}</b><div class="names"><h2 id="table-${table.id}"><span class="visually-hidden">${table.name}, </span>${table.game}</h2><p>${limits}</p></div>${pill(table, clock, now)}</header>
${figures(table, currency)}${bankOf(table, currency)}${tally(table)}
<div class="mini" data-theme="night">${bigRoad(table.big_road, { columns: COLUMNS, bare: true, plain: true, calls: table.tally.calls, label: t("floor.road", { table: table.name }) })}</div>
<p class="line" ${attr("data-grave", line.grave > 0)}>${line.grave > 0 && icon("warning")}<span>${line.words}</span></p>
<button type="button" class="into" data-act="table" data-table="${table.id}" aria-label="${t("floor.sheet", { table: table.name, game: table.game })}"></button></article>`;
}

/** @param {ClosedTable} table @param {boolean} mayOpen */
function closedCard({ id, today }, mayOpen) {
  return html`<article class="table is-closed" data-key="${id}" aria-labelledby="table-${id}"><header><b class="number" aria-hidden="true">${id}</b>
<div class="names"><h2 id="table-${id}">${t("floor.table", { table: id })}</h2></div><span class="pill">${t("floor.state.closed")}</span></header>
<p>${t("floor.closed", { count: today.rounds })}</p>
${mayOpen && html`<button type="button" class="button" data-act="open" data-table="${id}" aria-label="${t("floor.open_again", { table: id })}">${t("floor.open")}</button>`}</article>`;
}
