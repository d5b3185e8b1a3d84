/**
 * The head of the page, and the news over the own spots.
 * @module
 */
import { minutes, money, signedMoney, timeOfDay } from "../format.js";
import { html } from "../html.js";
import { rich, t } from "../messages.js";
import { icon, mark } from "../svg.js";
import { inTime, limitGroups, ruledShort, ruledWords } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Currency } from "../types.d.ts" */
/** @import { Picture } from "./picture.js" */
/** @import { Missed } from "./state.js" */

/** @param {Picture} picture @param {{ sound: boolean }} settings */
export function head(picture, settings) {
  const { state, told, table, currency, mine, place, size } = picture;
  const { view } = state;
  const { lag } = picture.view;
  const session = told.mine?.session;
  return html`<a class="brand" href="/" aria-label="${t("seat.to-lobby")}">${mark()}<span>${t("product")}</span></a>
    <div class="head-table"><h1>${table.name}</h1><p>${size === "phone" && view.hand !== null ? t("seat.head.game", { game: table.game, hand: view.hand }) : table.game}</p></div>
    ${size === "wide" && html`<ul class="head-limits" data-key="limits" aria-label="${t("seat.head.limits")}">${limitGroups(table.bets, currency)
      .map((text) => html`<li>${text}</li>`)}</ul>`}
    <dl class="head-facts">
      <div class="fact at" data-key="hand"><dt>${view.shoe === null ? t("seat.head.no-shoe") : t("shoe", { shoe: view.shoe })}</dt><dd>${view.hand === null ? t("seat.none") : t("hand", { hand: view.hand })}</dd></div>
      ${place !== null && session && html`<div class="fact session" data-key="session"><dt>${t("seat.head.session")}</dt>
        <dd>${t("seat.head.session.value", { time: duration(session.since_ms), net: signedMoney(session.net, currency) })}</dd></div>`}
      ${place !== null && lag && html`<div class="fact lag" data-key="lag" data-lag="${lag}"><dt>${t("seat.lag")}</dt><dd>${icon(lag === "good" ? "tick" : "warning")}<span>${t(`seat.lag.${lag}`)}</span></dd></div>`}
      <div class="fact now" data-key="now"><dt>${t("seat.head.now")}</dt><dd data-now="">${timeOfDay(new Date(state.now))}</dd></div>
      ${mine && html`<div class="fact rack" data-key="rack"><dt>${t(place === null ? "seat.wallet" : size === "phone" ? "seat.head.rack.short" : "seat.head.rack")}</dt>
        <dd>${money(place === null ? mine.wallet : told.mine?.rack ?? mine.rack, currency)}</dd></div>`}
    </dl>
    <div class="head-acts">
      <button class="button icon-button sound" data-toggle="sound" aria-pressed="${settings.sound}" aria-label="${t("seat.sound")}">${icon(settings.sound ? "sound" : "mute")}</button>
      <button class="button icon-button help" data-sheet="help" aria-label="${t("seat.help")}" aria-keyshortcuts="?">${icon("help")}</button>
      <button class="button icon-button menu" data-sheet="menu" aria-label="${t("seat.menu")}">${icon("menu")}</button>
    </div>`;
}

/** @param {number} ms */
function duration(ms) {
  const whole = Math.floor(ms / 60000);
  return whole < 60 ? t("seat.head.minutes", { minutes: whole }) : t("seat.head.hours", { time: minutes(whole) });
}

/**
 * News over the own spots: what is so, what it means for the chips, what comes next.
 * @param {Picture} picture
 * @param {number | null} retryIn milliseconds
 * @param {string | null} notice sentence of a refusal nobody's finger was at
 * @returns {Markup | null}
 */
export function news(picture, retryIn, notice) {
  const { view, isLost, mine } = picture;
  if (isLost) {
    return message("bad", "warning", rich("seat.lost", { seconds: Math.max(1, Math.ceil((retryIn ?? 0) / 1000)) }));
  }
  if (view.status === "elsewhere") {
    return html`${message("bad", "warning", rich("seat.elsewhere"))}
      <button class="button" data-key="here" data-here="">${t("seat.elsewhere.here")}</button>`;
  }
  const { missed, state } = view;
  if (missed && state) return message("good", "tick", rich(...backWords(missed, state.view.table.currency)));
  if (notice !== null) return message("", "lock", rich("seat.notice", { notice }));
  if (view.ruled) return ruling(picture);
  if (mine?.excluded_ms) return message("", "lock", rich("seat.excluded", { opens: inTime(mine.excluded_ms) }));
  if (mine?.reminder?.due) return act("person", rich("seat.reminder.news"), "reminder", t("seat.reminder.see"));
  if (mine?.offer) return act("person", rich("seat.offer.news"), "offer", t("seat.offer.see"));
  if (mine?.limits?.reached) return message("", "lock", limitWords(mine.limits, picture.currency));
  if (mine?.break_ms != null) {
    return html`${message("", "lock", rich("seat.break.news", { minutes: Math.max(1, Math.ceil(mine.break_ms / 60_000)) }))}
      <button class="button" data-key="here" data-ask="come-back">${t("seat.break.back")}</button>`;
  }
  const told = state?.view.notice;
  const isOwn = mine?.history.some(({ round, rulings }) => round === told?.round && rulings.length > 0);
  if (told && !isOwn && (!picture.settled || told.kind === "corrected" || told.kind === "terms")) return message("", "warning", rich(`seat.notice.${told.kind}`));
  const line = state?.view.message;
  return line ? message("", "person", html`${line}`) : null;
}

/** An own hand was void or corrected: it stands there until it is read, or the next hand is over. @param {Picture} picture */
export function ruling({ view: { ruled }, table, size, settled }) {
  if (!ruled) return html``;
  return html`${message("", ruled.hand.kind === "void" ? "undo" : "pencil", size === "phone" && !settled ? ruledShort(ruled.hand, table) : ruledWords(ruled.hand, table))}
    <button class="button" data-key="here" data-sheet="hands" data-round="${ruled.hand.round}">${t("seat.ruled.see")}</button>
    <button class="button icon-button" data-key="heard" data-heard="" aria-label="${t("seat.ruled.heard")}">${icon("close")}</button>`;
}

/** @param {import("../types.d.ts").OwnLimits} limits @param {Currency} currency */
function limitWords({ reached, loss, minutes, opens_ms }, currency) {
  return rich(`seat.limits.reached.${reached}`, { loss: money(loss ?? 0, currency), minutes: minutes ?? 0, opens: inTime(opens_ms) });
}

/** @param {Parameters<typeof icon>[0]} sign @param {Markup} words @param {string} sheet @param {string} label */
function act(sign, words, sheet, label) {
  return html`${message("", sign, words)}<button class="button" data-key="here" data-sheet="${sheet}">${label}</button>`;
}

/**
 * Key and parameters of the welcome after a lost connection.
 * @param {Missed} missed
 * @param {Currency} currency
 * @returns {[string, Record<string, unknown>]}
 */
export function backWords(missed, currency) {
  if (missed.hands === 0) return ["seat.back.none", {}];
  return ["seat.back", { count: missed.hands, hand: missed.hand, net: signedMoney(missed.net, currency) }];
}

/** @param {string} kind @param {Parameters<typeof icon>[0]} sign @param {Markup} words */
const message = (kind, sign, words) => html`<div class="message ${kind}" data-key="message">${icon(sign)}<p>${words}</p></div>`;
