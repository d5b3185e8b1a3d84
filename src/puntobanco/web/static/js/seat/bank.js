/**
 * The player-dealer: what everybody is told of the cover, what the holder sees in place of spots, and the
 * offer with what may come of it.
 * @module
 */
import { amount, money, signedMoney } from "../format.js";
import { attr, html } from "../html.js";
import { rich, t } from "../messages.js";
import { chip, icon } from "../svg.js";
import { coverBarred, goButton, isElsewhere, typedAmount } from "./amounts.js";
import { coverBar, resultBar } from "./bars.js";

/** @import { Markup } from "../html.js" */
/** @import { CoverRow, Currency, Outlook, OutlookRow, Table, Winner } from "../types.d.ts" */
/** @import { Picture } from "./picture.js" */
/** @import { Sheet } from "./sheets.js" */

/** @param {{ winner: Winner, calls: readonly string[] }} row @param {Table} table */
function resultOf({ winner, calls }, table) {
  const call = table.calls.find(({ id }) => calls.includes(id));
  return { name: call?.label ?? t(winner), colour: call?.colour ?? winner };
}

/** The cover of this hand against every result of the wagers on the felt. @param {Picture} picture */
export function bankPanel(picture) {
  const { state, currency, isBank } = picture;
  const { player_dealer: bank, covers, offer } = state.view;
  if (!bank) return waiting(picture);
  const cover = bank.cover;
  const next = bank.next_offer_in > 0 ? t("seat.bank.hands", { hand: bank.hands + 1, of: bank.hands + bank.next_offer_in }) : t("seat.bank.last");
  const who = isBank ? t("seat.bank.you") : bank.name;
  return html`<section class="panel bank" data-key="bank" data-panel="bank">
    <div class="panel-head"><h2>${t("seat.bank")}</h2><span>${offer ? t("seat.bank.offered", { place: offer.place }) : next}</span></div>
    <p class="bank-cover">${cover ? t(isBank ? "seat.bank.covers.you" : "seat.bank.covers", { name: who, cover: money(cover, currency) }) : t("seat.bank.no-cover", { name: who })}
      ${covers?.in_full && icon("tick")}</p>
    <p class="bank-words">${bankWords(picture)}</p>
    ${covers && hasRows(picture) && coverRows(covers.rows, cover, picture.table)}</section>`;
}

/** Whether rows tell more than the sentence. @param {Picture} picture */
export const hasRows = ({ state }) => state.view.covers !== null && !state.view.covers.in_full;

/** @param {Picture} picture */
function bankWords({ state }) {
  const { covers } = state.view;
  if (!covers) return t("seat.bank.between");
  if (!covers.rows.some(({ pays, collects }) => pays + collects > 0)) return t("seat.bank.empty");
  return t(covers.in_full ? "seat.bank.enough" : "seat.bank.short");
}

/** @param {readonly CoverRow[]} rows @param {number} cover @param {Table} table */
function coverRows(rows, cover, table) {
  const most = Math.max(...rows.flatMap(({ pays, collects }) => [pays, collects]));
  return html`<ul class="cover-rows">${rows.map((row) => {
    const { name, colour } = resultOf(row, table);
    // What goes beyond the cover is told: what winners are owed, else what losers have staked.
    const key = row.pays > cover || row.collects <= cover ? "pays" : "collects";
    const isShort = row[key] > cover;
    return html`<li class="colour-${colour} ${isShort ? "short" : ""}"><b>${name}</b>${coverBar(row[key], cover, most)}
      <span>${t(`seat.bank.${key}`, { amount: amount(row[key], table.currency) })}</span>
      <span class="mark">${icon(isShort ? "warning" : "tick")}<span class="visually-hidden">${t(isShort ? "seat.bank.row.short" : "seat.bank.row.enough")}</span></span></li>`;
  })}</ul>`;
}

/** Nobody covers: why, and what comes. @param {Picture} picture */
function waiting({ state }) {
  const { offer } = state.view;
  return html`<section class="panel bank" data-key="bank" data-panel="bank"><div class="panel-head"><h2>${t("seat.bank")}</h2></div>
    <p class="bank-cover">${offer ? t("seat.bank.offered.to", { name: offer.name, place: offer.place }) : t("seat.bank.nobody")}</p>
    <p class="bank-words">${t(offer ? "seat.bank.offered.words" : "seat.bank.nobody.words")}</p></section>`;
}

/** One line of the cover for a phone, with the way to the rest. @param {Picture} picture */
export function bankLine({ state, currency, isBank, settled }) {
  const { player_dealer: bank, covers, offer } = state.view;
  if (settled || isBank || state.view.table.bank !== "player-dealer") return html``;
  const words = !bank ? rich(offer ? "seat.bank.line.offered" : "seat.bank.line.nobody", { place: offer?.place ?? "" })
    : rich(!covers ? "seat.bank.line.between" : covers.in_full ? "seat.bank.line.enough" : "seat.bank.line.short",
      { name: bank.name, cover: money(bank.cover, currency) });
  return html`<button class="bank-line" data-sheet="bank">${icon(covers && !covers.in_full ? "warning" : "person")}<span>${words}</span>
    <b>${t("seat.bank.line.why")}</b></button>`;
}

/**
 * The running result of the cover against both caps: what the lines have come to, of the newest hand.
 * @param {{ net: number, cover: number, currency: Currency, name: string }} result
 */
export function running({ net, cover, currency, name }) {
  const plain = (/** @type {number} */ value) => (value > 0 ? "+" : "") + amount(value, currency);
  return html`<div class="running" data-key="running"><p class="running-head"><span>${name}</span><b class="${net < 0 ? "loss" : net > 0 ? "gain" : ""}">${signedMoney(net, currency)}</b></p>
    ${resultBar(net, cover)}<p class="running-caps"><span>${plain(-cover)}</span><span>0</span><span>${plain(cover)}</span></p></div>`;
}

/** What the holder sees where others have their spots. @param {Picture} picture */
export function bankDesk(picture) {
  const { mine, currency, settled, state, table, told, view } = picture;
  if (!mine) return html``;
  const bank = state.view.player_dealer;
  const net = settled ? mine.result?.as_player_dealer ?? 0 : 0;
  const played = (settled && told.view.settlement?.player_dealer?.cover) || 0;
  // Until another one is posted, the cover of the hand just settled is the next one's too.
  const cover = mine.cover || played;
  const inPlay = state.view.covers !== null;
  const fee = settled ? told.view.settlement?.player_dealer?.fee ?? 0 : largestFee(table);
  const hands = bank ? t("seat.bank.hands", { hand: bank.hands + 1, of: bank.hands + Math.max(1, bank.next_offer_in) }) : "";
  return html`<div class="bank-desk" data-key="bank-desk"><p class="spots-title seated"><b>${t("seat.bank.desk")}</b> <span>· ${hands}</span></p>
    <div class="bank-figures"><div class="bank-own">${chip(table.chips.at(-1) ?? 0, currency)}<p><span class="tray-caption">${t("seat.bank.cover")}</span><b>${money(cover, currency)}</b></p></div>
      ${running({ net, cover: played || Math.max(cover, 1), currency, name: t(settled ? "seat.bank.result" : "seat.bank.result.open") })}
      <p class="bank-fee"><span class="tray-caption">${t(settled ? "seat.bank.fee.taken" : "seat.bank.fee")}</span><b>${fee ? money(fee, currency) : t("seat.bank.fee.none")}</b></p></div>
    <p class="bank-terms">${t(inPlay ? "seat.bank.desk.play" : "seat.bank.desk.between", { cover: money(cover, currency) })}</p>
    <div class="bank-acts">
      <button class="button" data-key="change" data-sheet="cover" ${attr("aria-disabled", inPlay ? "true" : null)}>${t("seat.bank.change")}</button>
      ${inPlay ? html`<button class="button" data-key="quits" data-quits="" aria-pressed="${view.quits}">${view.quits && icon("tick")}<span>${t("seat.bank.give-up.after")}</span></button>`
        : html`<button class="button danger" data-key="give-up" data-sheet="give-up">${t("seat.bank.give-up")}</button>`}</div></div>`;
}

/** The most that the collection takes from whoever covers. @param {Table} table */
const largestFee = ({ collection }) => Math.max(0, ...(collection?.player_dealer_fee ?? []).map(({ fee }) => fee));

/**
 * The offer: its terms, the cover that is asked for, and what that may come to.
 * @param {Picture} picture
 * @param {Sheet} open
 * @param {Markup | false} refusal
 */
export function offerForm(picture, open, refusal) {
  const { mine, currency } = picture;
  const offer = mine?.offer;
  if (!offer) return html`<p>${t("seat.offer.gone")}</p>`;
  const value = open.amount ?? offer.minimum;
  return html`<form class="form offer" data-key="offer" data-form="accept">
    <p data-key="words">${rich("seat.offer.words")} ${offer.remaining_ms !== null && html`<b class="offer-seconds" data-own=""></b>`}</p>
    <dl class="terms" data-key="terms"><div><dt>${t("seat.offer.minimum")}</dt><dd>${money(offer.minimum, currency)}</dd></div>
      <div><dt>${t("seat.offer.hands")}</dt><dd>${t("seat.offer.hands.value", { count: offer.hands })}</dd></div>
      <div><dt>${t("seat.offer.fee")}</dt><dd>${offer.fee ? t("seat.offer.fee.from", { fee: money(offer.fee, currency) }) : t("seat.bank.fee.none")}</dd></div></dl>
    ${coverField(picture, open, value)}${prospects(picture, open.outlook, value)}${refusal}
    <div class="form-acts" data-key="acts">${goButton(picture, open, value, (cover) => t("seat.offer.take", { cover }), coverBarred(picture, open.outlook))}
      <button type="button" class="button" data-key="pass" data-ask="decline-player-dealer" ${attr("aria-disabled", isElsewhere(picture) ? "true" : null)}>${t("seat.offer.pass")}</button></div></form>`;
}

/** Another cover for the next hand. @param {Picture} picture @param {Sheet} open @param {Markup | false} refusal */
export function coverForm(picture, open, refusal) {
  const { mine, currency } = picture;
  const value = open.amount ?? (mine?.cover || open.outlook?.least || 0);
  return html`<form class="form" data-key="cover" data-form="cover"><p data-key="words">${t("seat.cover.words")}</p>
    ${coverField(picture, open, value)}${prospects(picture, open.outlook, value)}${refusal}
    ${goButton(picture, open, value, (cover) => t("seat.cover.go", { cover }))}</form>`;
}

/** @param {Picture} picture @param {Sheet} open @param {number} value */
function coverField({ currency }, open, value) {
  const { outlook } = open;
  const presets = outlook ? [...new Set([outlook.least, 2 * outlook.least, outlook.most])].filter((each) => each >= outlook.least && each <= outlook.most) : [];
  return html`<p class="form-label" data-key="label" id="cover-label">${t("seat.cover.amount")}</p>
    <div class="presets" data-key="presets" role="group" aria-labelledby="cover-label">${presets.map((each) => html`<button type="button" class="button"
      data-amount="${each}" aria-pressed="${each === value}">${each === outlook?.most && each !== outlook.least ? t("seat.cover.all", { amount: money(each, currency) }) : money(each, currency)}</button>`)}</div>
    <label data-key="other">${t("seat.buy-in.other", { symbol: currency.symbol })}<input class="field" name="amount" inputmode="decimal" autocomplete="off"
      value="${typedAmount(value, currency)}"></label>`;
}

/**
 * What the cover would come to against the wagers of the last hand, result by result.
 * @param {Picture} picture
 * @param {Outlook | null} outlook
 * @param {number} value the cover that is asked about
 */
function prospects({ table, currency }, outlook, value) {
  if (!Number.isSafeInteger(value)) return false;
  if (!outlook) return html`<p class="empty" data-key="prospects">${t("seat.outlook.asking")}</p>`;
  if (outlook.hand === null) return html`<p data-key="prospects">${rich("seat.outlook.none", { worst: money(-value, currency) })}</p>`;
  const rows = outlook.rows.filter(({ pays, collects }) => pays + collects > 0);
  return html`<div class="prospects" data-key="prospects"><p>${rich("seat.outlook.words", {
    worst: signedMoney(outlook.worst, currency), best: signedMoney(outlook.best, currency), hand: outlook.hand, most: signedMoney(-value, currency) })}</p>
    <table class="outlook"><thead><tr><th scope="col">${t("seat.outlook.result")}</th><th scope="col">${t("seat.outlook.worst")}</th><th scope="col">${t("seat.outlook.covered")}</th></tr></thead>
      <tbody>${rows.map((row) => prospect(row, table))}</tbody></table></div>`;
}

/** @param {OutlookRow} row @param {Table} table */
function prospect(row, table) {
  const { name, colour } = resultOf(row, table);
  const plain = (/** @type {number} */ value) => amount(value, table.currency);
  const isShort = row.uncovered > 0 || row.untaken > 0;
  const words = row.uncovered ? t("seat.outlook.exhausted", { amount: plain(row.uncovered) })
    : row.untaken ? t("seat.outlook.untaken", { amount: plain(row.untaken) }) : t("seat.outlook.full");
  return html`<tr class="${isShort ? "short" : ""}"><th scope="row" class="colour-${colour}">${name}</th>
    <td class="${row.worst < 0 ? "loss" : "gain"}">${(row.worst > 0 ? "+" : "") + plain(row.worst)}</td><td>${icon(isShort ? "warning" : "tick")} ${words}</td></tr>`;
}

/** Before the position is given up. @param {Picture} picture @param {Sheet} open @param {Markup | false} refusal */
export function giveUpForm({ mine, currency }, open, refusal) {
  return html`<form class="form" data-key="give-up" data-form="give-up"><p data-key="words">${rich("seat.give-up.words", { cover: money(mine?.cover ?? 0, currency) })}</p>${refusal}
    <button class="button danger" data-key="go" aria-busy="${open.busy}">${t("seat.bank.give-up")}</button></form>`;
}

/** Where the action began, and why there. @param {Picture} picture @param {(code: string) => Markup} face @param {string} rank */
export function actionPanel({ told, table }, face, rank) {
  const { button } = told.view;
  if (!button) return false;
  return html`<section class="panel action" data-key="action" data-panel="paytable"><span class="action-card">${face(button.card)}</span>
    <p>${rich(button.value > table.places - 1 ? "seat.action.round" : "seat.action", {
      place: button.place, rank, value: button.value, seats: table.places - 1 })}</p></section>`;
}

