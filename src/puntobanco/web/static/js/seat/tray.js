/**
 * The tray: what lies on the felt, the chips, and the acts. While a hand is settled it shows its net and
 * the next hand; for a watcher it shows the way to a seat.
 * @module
 */
import { money, signedMoney, wholeSeconds } from "../format.js";
import { html } from "../html.js";
import { t } from "../messages.js";
import { chip, icon } from "../svg.js";
import { TRAY_ACTS, ability, againStakes } from "./acts.js";
import { isAccepted, total } from "./stakes.js";
import { isVoid } from "./picture.js";
import { spoken } from "./words.js";

/** @import { Picture } from "./picture.js" */

/** Keys of the chips, smallest first. */
export const CHIP_KEYS = ["q", "w", "e", "r", "t", "y"];

/** @param {Picture} picture */
export function tray(picture) {
  if (picture.place === null) return watching(picture);
  if (picture.isBank && !picture.settled) return covering(picture);
  return picture.settled ? settled(picture) : betting(picture);
}

/** @param {Picture} picture */
function watching({ sitAt, mine, phase, table }) {
  const closed = phase === "closed";
  const isBacked = table.back_line > 0 && !closed;
  return html`<div class="tray-part watching" data-key="watching"><p class="tray-caption">${t(mine ? "seat.tray.watching" : "seat.tray.visitor")}</p>
      <p class="tray-text">${t(closed ? "seat.tray.closed" : sitAt === null ? "seat.tray.full" : "seat.tray.free")}</p></div>
    ${(isBacked || (sitAt !== null && !closed)) && html`<div class="tray-part acts" data-key="sit">
      <button class="button" data-key="places" data-sheet="places">${t("seat.places.all")}</button>
      ${sitAt !== null && !closed && html`<button class="button primary" data-key="at" data-sit="${sitAt}">${t("seat.sit.at", { place: sitAt })}</button>`}</div>`}`;
}

/** Whoever covers places no wagers: what is at stake, and what it may cost. @param {Picture} picture */
function covering({ mine, currency, state }) {
  return html`<div class="tray-part on-felt" data-key="felt"><p class="tray-caption">${t("seat.bank.cover")}</p>
      <p class="tray-sum">${money(mine?.cover ?? 0, currency)}</p></div>
    <div class="tray-part" data-key="words"><p class="tray-text">${t(state.view.covers ? "seat.tray.covering" : "seat.tray.covering.next")}</p></div>`;
}

/** @param {Picture} picture */
function betting(picture) {
  const { view, onFelt, currency, table } = picture;
  return html`<div class="tray-part on-felt" data-key="felt"><p class="tray-caption">${t("seat.tray.on-felt")}</p>
      <p class="tray-sum ${isAccepted(view) ? "" : "pending"}">${money(onFelt, currency)}</p></div>
    <div class="tray-part answer" data-key="answer">${answerWords(picture)}</div>
    <div class="tray-part chips" data-key="chips" role="group" aria-label="${t("seat.tray.chips")}">
      ${table.chips.map((value, index) => html`<button class="chip-button" data-key="${value}" data-chip="${value}"
        aria-pressed="${view.chip === value}" aria-label="${t("seat.tray.chip", { amount: spoken(value, currency) })}"
        aria-keyshortcuts="${CHIP_KEYS[index] ?? ""}">${chip(value, currency)}</button>`)}</div>
    <div class="tray-part next-tap" data-key="next"><p class="tray-caption">${t("seat.tray.next-tap")}</p>
      <p class="tray-text">${money(view.chip ?? 0, currency)}</p></div>
    <div class="tray-part acts" data-key="acts">${TRAY_ACTS.map((type) => act(picture, type))}</div>`;
}

/** @param {Picture} picture */
function answerWords({ view, onFelt }) {
  if (!onFelt) return false;
  if (!isAccepted(view)) return html`<p class="sending" data-key="sending">${t("seat.tray.sending")}</p>`;
  return html`<p class="accepted" data-key="accepted">${icon("tick")}<span>${t("seat.tray.accepted")}</span></p>`;
}

/** @type {Record<typeof TRAY_ACTS[number], Parameters<typeof icon>[0] | null>} */
const ICONS = { undo: "undo", clear: null, repeat: "repeat", double: null };
/** @type {Record<typeof TRAY_ACTS[number], string>} */
const KEYS = { undo: "z", clear: "x", repeat: "a", double: "d" };

/** @param {Picture} picture @param {typeof TRAY_ACTS[number]} type */
function act({ view, currency }, type) {
  const { can, why, amount, rack } = ability(view, type);
  const reason = why === null ? "" : t(`seat.why.${why}`, { needs: money(amount, currency), rack: money(rack, currency) });
  const key = ICONS[type];
  const long = type === "double" && can && t("seat.act.double.to", { amount: money(amount, currency) });
  return html`<button class="button act act-${type}" data-key="${type}" data-act="${type}" aria-keyshortcuts="${KEYS[type]}"
    ${can ? "" : html`aria-disabled="true" title="${reason}" aria-description="${reason}"`}>${key && icon(key)}<span class="${long ? "brief" : ""}">${t(`seat.act.${type}`)}</span>
    ${long && html`<span class="long" data-key="long">${long}</span>`}
    ${why === "rack" && html`<small data-key="why">${reason}</small>`}</button>`;
}

/** @param {Picture} picture */
function settled(picture) {
  const { mine, currency, state, view, size, isLost } = picture;
  const isOff = isVoid(state.view);
  const result = mine?.result;
  const again = total(againStakes(view));
  return html`<div class="tray-part this-hand" data-key="net"><p class="tray-caption">${t("seat.tray.this-hand")}</p>
      <p class="tray-net">${isOff ? html`<b>${t("seat.hand.void")}</b> <span>${result && netTail(picture)}</span>` : result
        ? html`<b class="${result.net > result.fee ? "gain" : ""}">${signedMoney(result.net - result.fee, currency)}</b> <span>${netTail(picture)}</span>`
        : html`<span>${t("seat.tray.no-wager")}</span>`}</p></div>
    <div class="tray-part next-hand" data-key="next-hand">${state.view.next_ms !== null && !isLost && html`<p><span class="tray-caption">${t("seat.tray.next-hand")}</span>
      <b class="next-seconds" data-own="">${t("seconds", { seconds: wholeSeconds(state.view.next_ms) })}</b></p>`}</div>
    <div class="tray-part acts" data-key="acts">
      ${(!isOff || size === "phone") && html`<button class="button" data-key="detail" data-sheet="${size === "phone" ? "shoe" : "detail"}">${t(size === "phone" ? "seat.act.board" : "seat.act.detail")}</button>`}
      ${again > 0 && html`<button class="button again" data-key="again" data-again="" aria-pressed="${view.again}">
        ${icon(view.again ? "tick" : "repeat")}<span>${t(view.again ? "seat.act.again.on" : "seat.act.again", { amount: money(again, currency) })}</span></button>`}</div>`;
}

/** What the net is made of: won, returned, collected. @param {Picture} picture */
export function netTail({ mine, currency }) {
  const { lines = [], fee = 0, as_player_dealer: bank = null } = mine?.result ?? {};
  const parts = /** @type {const} */ (["paid", "collected", "uncovered", "returned"]).flatMap((name) => {
    const sum = lines.reduce((whole, line) => whole + (name === "returned" && line.paid ? 0 : line[name]), 0);
    return sum ? [t(`seat.net.${name}`, { amount: money(sum, currency) })] : [];
  });
  if (bank !== null) parts.push(t("seat.net.bank", { amount: signedMoney(bank, currency) }));
  if (fee) parts.push(t("seat.net.fee", { amount: money(fee, currency) }));
  return parts.join(t("seat.net.between"));
}
