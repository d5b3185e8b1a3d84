/**
 * What a patron sets himself: limits, a reminder of time and money, his exclusion. Pure.
 * @module
 */
import { money, signedMoney, timeOfDay } from "../format.js";
import { attr, html } from "../html.js";
import { rich, t } from "../messages.js";
import { icon } from "../svg.js";
import { inTime } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Currency, Mine } from "../types.d.ts" */
/** @import { Picture } from "./picture.js" */
/** @import { Sheet } from "./sheets.js" */

/** Days of an exclusion that are offered. */
const DAYS = [1, 7, 30, 183];
const PERIODS = /** @type {const} */ (["day", "week", "month"]);

/** @param {string} name @param {string} label @param {string | number} value @param {"decimal" | "numeric"} mode */
const field = (name, label, value, mode) => html`<label data-key="${name}">${label}<input class="field" name="${name}" inputmode="${mode}" autocomplete="off"
  placeholder="${t("seat.limits.none")}" value="${value}"></label>`;

/** Own limits on loss, time and purchases, the reminder, and the way out. @param {Picture} picture @param {Sheet} open @param {Markup | false} refusal */
export function limits({ mine, currency }, open, refusal) {
  const found = mine?.limits;
  const unit = 10 ** currency.exponent;
  const typed = (/** @type {number | null | undefined} */ minor) => (minor == null ? "" : minor / unit);
  return html`<form class="form" data-key="limits" data-form="limits"><p data-key="words">${rich("seat.limits.words")}</p>
    ${mine && standing(mine, currency)}
    ${field("loss", t("seat.limits.loss.ask", { symbol: currency.symbol }), typed(found?.later.loss), "decimal")}
    ${field("minutes", t("seat.limits.time.ask"), found?.later.minutes ?? "", "numeric")}
    ${field("reminder", t("seat.reminder.ask"), mine?.reminder?.minutes ?? "", "numeric")}
    <fieldset class="deposits" data-key="deposits"><legend>${t("seat.deposits.ask", { symbol: currency.symbol })}</legend>
      ${PERIODS.map((period) => field(period, t(`seat.deposits.${period}`), typed(mine?.deposits?.[period].later), "decimal"))}</fieldset>
    <p class="why" data-key="deposits-why">${t("seat.deposits.words")}</p>
    ${refusal}<button class="button primary" data-key="go" aria-busy="${open.busy}">${t("seat.limits.go")}</button></form>
    ${exclusion(open)}`;
}

/** What holds now, what holds later, and how far it is used up. @param {Mine} mine @param {Currency} currency */
function standing({ limits: found, deposits }, currency) {
  const named = (/** @type {number | null | undefined} */ value, /** @type {(value: number) => string} */ words) => (value == null ? t("seat.limits.none") : words(value));
  const isLater = found && (found.later.loss !== found.loss || found.later.minutes !== found.minutes);
  const bought = PERIODS.flatMap((period) => (deposits ? [{ period, ...deposits[period] }] : []));
  return html`${found && html`<dl class="terms" data-key="now"><div><dt>${t("seat.limits.loss")}</dt><dd>${named(found.loss, (value) => t("seat.limits.of", { used: money(Math.max(0, found.lost), currency), limit: money(value, currency) }))}</dd></div>
      <div><dt>${t("seat.limits.time")}</dt><dd>${named(found.minutes, (value) => t("seat.limits.minutes", { used: Math.floor(found.spent_ms / 60_000), limit: value }))}</dd></div>
      <div><dt>${t("seat.limits.renews")}</dt><dd>${inTime(found.opens_ms)}</dd></div></dl>`}
    ${bought.some(({ most }) => most !== null) && html`<dl class="terms" data-key="bought">${bought.filter(({ most }) => most !== null).map(({ period, most, used }) => html`<div><dt>${t(`seat.deposits.${period}.bought`)}</dt>
      <dd>${t("seat.limits.of", { used: money(used, currency), limit: money(most ?? 0, currency) })}</dd></div>`)}</dl>`}
    ${isLater && html`<p data-key="later" class="form-refusal">${icon("lock")} ${t("seat.limits.later", {
      loss: named(found.later.loss, (value) => money(value, currency)), time: named(found.later.minutes, (value) => t("seat.limits.time.value", { minutes: value })) })}</p>`}
    ${bought.filter(({ most, later, later_ms: ms }) => ms > 0 && later !== most).map(({ period, later, later_ms: ms }) => html`<p data-key="later-${period}" class="form-refusal">${icon("lock")} ${t("seat.deposits.later", {
      period: t(`seat.deposits.${period}`), most: named(later, (value) => money(value, currency)), opens: inTime(ms) })}</p>`)}`;
}

/** The way out: so many days without play, said twice. @param {Sheet} open */
function exclusion({ amount, confirm, busy }) {
  const days = amount ?? DAYS[1];
  const isSure = confirm === days;
  return html`<section class="exclusion form" data-key="exclusion" aria-labelledby="exclusion-title"><h3 id="exclusion-title">${t("seat.exclude")}</h3><p>${t("seat.exclude.words")}</p>
    <div class="presets" role="group" aria-labelledby="exclusion-title">${DAYS.map((each) => html`<button type="button" class="button" data-key="${each}" data-amount="${each}" aria-pressed="${each === days}">${t(`seat.exclude.${each}`)}</button>`)}</div>
    <button type="button" class="button danger" data-key="go" data-exclude="${days}" aria-busy="${busy}">${t(isSure ? "seat.exclude.sure" : "seat.exclude.go", { days: t(`seat.exclude.${days}`) })}</button></section>`;
}

/** The reminder that the patron set: time, money, and three ways on. @param {Picture} picture @param {Sheet} open @param {Markup | false} refusal */
export function reminder({ mine, currency, state, place }, open, refusal) {
  const due = mine?.reminder;
  if (!due) return html``;
  const played = Math.floor(due.spent_ms / 60_000);
  return html`<p class="detail-head serif" data-key="head">${t("seat.reminder.played", { count: played })}</p>
    <dl class="terms" data-key="terms"><div><dt>${t("seat.reminder.now")}</dt><dd data-now="">${timeOfDay(new Date(state.now))}</dd></div>
      <div><dt>${t("seat.reminder.net")}</dt><dd>${signedMoney(due.net, currency)}</dd></div>
      <div><dt>${t("seat.reminder.rack")}</dt><dd>${money(mine.rack, currency)}</dd></div></dl>
    <p data-key="words">${t("seat.reminder.words", { count: due.minutes })}</p>${refusal}
    <button class="button primary" data-key="on" data-answer="" aria-busy="${open.busy}">${t("seat.reminder.go")}</button>
    <div class="menu-links" data-key="ways"><button class="button" data-sheet="limits">${t("seat.sheet.limits")}</button>
      <button class="button" data-sheet="menu" ${attr("hidden", place === null ? "" : null)}>${t("seat.reminder.leave")}</button></div>`;
}
