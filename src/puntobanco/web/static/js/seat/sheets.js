/**
 * Sheets: help, menu, buy-in, the hand in detail, more bets. They lie beside the table, never over a
 * running clock, and none of them stops it.
 * @module
 */
import { money, oddsWords, range } from "../format.js";
import { attr, html } from "../html.js";
import { rich, t } from "../messages.js";
import { card, icon } from "../svg.js";
import { game, hands } from "./asked.js";
import { goButton, typedAmount } from "./amounts.js";
import { limits, reminder } from "./care.js";
import { bankPanel, coverForm, giveUpForm, offerForm } from "./bank.js";
import { action, note, own, paytable, settlement, shoe } from "./side.js";
import { spot } from "./spots.js";
import { CHIP_KEYS } from "./tray.js";
import { bare, inscription, list, resultWords } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Bet, Game, Outlook, OwnHand } from "../types.d.ts" */
/** @import { Picture } from "./picture.js" */

/**
 * @typedef {"help" | "menu" | "buy-in" | "cash-out" | "sit" | "behind" | "places" | "detail" | "more" | "paytable" | "own"
 *   | "shoe" | "bank" | "offer" | "cover" | "give-up" | "hands" | "game" | "limits" | "reminder"} SheetName
 * @typedef {{ name: SheetName, place: number | null, zone: string | null, amount: number | null,
 *   busy: boolean, refusal: string | null, newcomer: boolean, guests: boolean | null, confirm: number | null,
 *   outlook: Outlook | null, hands: OwnHand[] | null, game: Game | null }} Sheet
 *   `newcomer`: somebody whom the house does not know yet; he becomes a guest on his way to the seat;
 *   `outlook`, `hands`, `game`: what was asked of the house, once it has answered
 * @typedef {{ keys: boolean, sound: boolean, cards: boolean, squeeze: boolean }} Settings
 */

/** Least wagers that a first buy-in should last for. */
const FIRST_WAGERS = 20;

/** @param {Picture} picture @param {Sheet} open @param {Settings} settings */
export function sheet(picture, open, settings) {
  const parts = {
    help: () => help(picture, settings), menu: () => menu(picture, open, settings), sit: () => sit(picture, open),
    behind: () => sit(picture, open), places: () => places(picture), "cash-out": () => cashOut(picture, open),
    bank: () => bankPanel(picture), offer: () => offerForm(picture, open, refusal(open)),
    cover: () => coverForm(picture, open, refusal(open)), "give-up": () => giveUpForm(picture, open, refusal(open)),
    hands: () => hands(picture, open), game: () => game(picture, open), limits: () => limits(picture, open, refusal(open)),
    reminder: () => reminder(picture, open, refusal(open)),
    "buy-in": () => buyIn(picture, open), detail: () => detail(picture), more: () => more(picture, open),
    paytable: () => paytable(picture), own: () => own(picture), shoe: () => shoe({ ...picture, settled: false }),
  };
  return html`<div class="sheet-head" data-key="head"><h2 id="sheet-title" tabindex="-1">${titleOf(open)}</h2>
      <button class="button icon-button" data-close="" aria-label="${t("seat.close")}">${icon("close")}</button></div>
    <div class="sheet-body" data-key="body-${open.name}" tabindex="0" role="group" aria-labelledby="sheet-title">${parts[open.name]()}</div>`;
}

/** @param {Sheet} open */
const titleOf = ({ name, place }) => t(`seat.sheet.${name}`, { place: place ?? "" });

/** @param {Picture} picture @param {Settings} settings */
function help(picture, settings) {
  const { table, felt } = picture;
  const bets = felt.zones.flatMap(({ spots, more: rest }) => [...spots, ...rest]);
  return html`<div class="menu-links" data-key="links"><button class="button" data-sheet="game">${t("seat.sheet.game")}</button>
      <button class="button" data-sheet="hands">${t("seat.sheet.hands")}</button></div>
    <h3>${t("seat.help.game")}</h3><p>${t("seat.help.game.words")}</p>
    ${table.bank === "player-dealer" && html`<h3>${t("seat.bank")}</h3><p>${t(`seat.help.bank.${table.cover.policy}`)}</p>`}
    <h3>${t("seat.lag")}</h3><p>${t("seat.late")}</p>
    <p class="sign serif">${inscription(table)}</p>
    <dl class="bets">${bets.map((bet) => html`<div><dt class="colour-${bet.colour}">${bet.label}</dt><dd>${betWords(picture, bet)}</dd></div>`)}</dl>
    ${picture.size !== "phone" && html`<h3>${t("seat.keys")}</h3>
      ${settings.keys ? keyList(picture) : html`<p>${t("seat.keys.off")}</p>`}`}
    <h3>${t("seat.touch")}</h3><p>${t("seat.touch.words")}</p>`;
}

/** A bet in sentences. @param {Picture} picture @param {Bet} bet */
function betWords({ currency, bets }, bet) {
  const labels = bet.requires.map((id) => bets.get(id)?.label ?? id);
  const pushes = [...(bet.pushes_on_tie ? [t("seat.bet.tie")] : []), ...bet.pushes_on];
  return [
    t("seat.bet.pays", { odds: oddsWords(bet.pays) }),
    bet.commission ? t("seat.bet.commission", { commission: bet.commission }) : "",
    pushes.length ? t("seat.bet.pushes", { on: list(pushes, "conjunction") }) : "",
    bet.loses_on.length ? t("seat.bet.loses", { on: list(bet.loses_on, "conjunction") }) : "",
    labels.length ? t("seat.bet.requires", { bets: list(labels, "disjunction") }) : "",
    t("seat.bet.limits", { limits: range(bet.min, bet.max, currency) }),
  ].filter(Boolean).join(" ");
}

/** @param {Picture} picture */
function keyList({ table }) {
  const chips = table.chips.map((_, index) => (CHIP_KEYS[index] ?? "").toUpperCase()).join(" ");
  const rows = [
    ["1 – 9", "spots"], ["⇧ 1 – 9", "back"], [chips, "chips"], ["Z", "undo"], ["X", "clear"], ["A", "repeat"],
    ["D", "double"], ["Space", "skip"], ["?", "help"], ["Esc", "close"],
  ];
  return html`<dl class="keys">${rows.map(([key, name]) => html`<div><dt><kbd>${key === "Space" ? t("seat.key.space") : key}</kbd></dt>
    <dd>${t(`seat.key.${name}`)}</dd></div>`)}</dl>`;
}

/** @param {Picture} picture @param {Sheet} open @param {Settings} settings */
function menu(picture, open, settings) {
  const { mine, place, currency, table, size } = picture;
  const toggle = (/** @type {keyof Settings} */ name) => html`<button class="button toggle" data-key="${name}" data-toggle="${name}" aria-pressed="${settings[name]}">
    <span>${t(`seat.setting.${name}`)}</span><i class="knob" aria-hidden="true"></i></button>`;
  const link = (/** @type {SheetName} */ name, /** @type {string} */ label) => html`<button class="button" data-key="${name}" data-sheet="${name}">${label}</button>`;
  return html`${mine && html`<p class="menu-name" data-key="name">${mine.patron.name} <span>${t("seat.menu.wallet", { amount: money(mine.wallet, currency) })}</span></p>`}
    ${mine && place !== null && html`<div class="menu-links" data-key="chips">${link("buy-in", t("seat.buy-in.more"))}${link("cash-out", t("seat.cash-out"))}
      <button class="button" data-key="break" data-ask="${mine.break_ms === null ? "take-break" : "come-back"}">${t(mine.break_ms === null ? "seat.break" : "seat.break.back")}</button></div>
      ${leaving(picture, open)}${refusal(open)}`}
    <div class="menu-links" data-key="asked">${mine && link("limits", t("seat.sheet.limits"))}${mine && link("hands", t("seat.sheet.hands"))}${link("game", t("seat.sheet.game"))}${link("places", t("seat.sheet.places"))}</div>
    ${size === "phone" && html`<div class="menu-links" data-key="panels">${link("paytable", t("seat.paytable"))}${link("own", t("seat.own"))}${link("help", t("seat.help"))}</div>`}
    <div class="menu-links" data-key="pages"><a class="button" href="/table/${table.id}/board">${t("seat.board")}</a><a class="button" href="/">${t("seat.lobby")}</a></div>
    <h3 data-key="settings">${t("seat.settings")}</h3>${toggle("sound")}${toggle("cards")}${toggle("squeeze")}${size !== "phone" && toggle("keys")}
    ${mine && place === null && html`<button class="button quiet" data-key="out" data-sign-out="">${t("seat.sign-out")}</button>`}`;
}

/** The way out of each position. @param {Picture} picture @param {Sheet} open */
function leaving({ mine, currency }, open) {
  const stays = (mine?.on_felt ?? 0) > 0;
  const positions = mine?.positions ?? [];
  return html`${positions.map(({ place, line }) => html`<button class="button danger" data-key="leave-${place}" data-leave="${place}" ${attr("aria-disabled", stays ? "true" : null)}>${
    open.confirm !== place ? t(`seat.leave.${line}`, { place })
      : positions.length > 1 ? t("seat.leave.of-two", { place }) : t("seat.leave.again", { amount: money(mine?.rack ?? 0, currency) })}</button>`)}
    <p class="why" data-key="leave-why">${t(stays ? "seat.leave.wagers" : "seat.leave.words")}</p>`;
}

/** The hand card by card, and what it did to every bet and every wager. @param {Picture} picture */
function detail(picture) {
  const { coup } = picture.told.view;
  const words = coup && resultWords(coup, picture.table);
  if (!coup || !words) return html`<p>${t("seat.detail.none")}</p>`;
  return html`<p class="serif detail-head">${words.head}, ${words.tail}</p>${action(picture)}
    ${(/** @type {const} */ (["player", "banker"])).map((side) => html`<div class="detail-hand" data-key="${side}"><h3 class="colour-${side}">${t(side)}
      <b>${coup[side].total}</b></h3><ol>${coup[side].cards.map((code) => html`<li>${card(code, "small")}</li>`)}</ol></div>`)}
    ${settlement(picture)}`;
}

/** @param {Picture} picture @param {Sheet} open */
function sit(picture, open) {
  if (open.newcomer && open.guests === false) return html`<p>${rich("seat.sit.no-guests")}</p>`;
  return buyInForm(picture, open, open.name === "behind" ? "stand-behind" : "take-seat");
}

/** @param {Picture} picture @param {Sheet} open */
const buyIn = (picture, open) => buyInForm(picture, open, "buy-in");

/**
 * The amount of a first buy-in: some hands' worth of the least main wager, in whole chips.
 * @param {Picture} picture
 */
export function usualBuyIn({ table, mine }) {
  const least = Math.min(...table.bets.filter(({ kind }) => kind === "main").map(({ min }) => min), Infinity);
  const largest = Math.max(...table.chips, table.unit);
  const usual = Math.ceil((Number.isFinite(least) ? least : table.unit) * FIRST_WAGERS / largest) * largest;
  return Math.min(usual, mine?.wallet ?? usual);
}

/** @param {Picture} picture @param {Sheet} open */
function cashOut(picture, open) {
  const { mine, currency } = picture;
  const rack = mine?.rack ?? 0;
  const value = open.amount ?? rack;
  return html`<form class="form" data-key="cash-out" data-form="cash-out"><p data-key="words">${rich("seat.cash-out.words", { rack: money(rack, currency) })}</p>
    <label data-key="other">${t("seat.buy-in.other", { symbol: currency.symbol })}<input class="field" name="amount" inputmode="decimal" autocomplete="off"
      value="${typedAmount(value, currency)}"></label>
    ${refusal(open)}${goButton(picture, open, value, (amount) => t("seat.cash-out.go", { amount }))}</form>`;
}

/** Every place, with what a patron can do there. @param {Picture} picture */
function places(picture) {
  const { state, table, maySit, mine } = picture;
  const words = maySit ? table.back_line ? "seat.places.words.behind" : "seat.places.words" : "seat.places.words.taken";
  return html`<p>${t(words, { most: table.back_line })}</p>
    <ul class="place-list">${state.view.places.map((each) => {
      const here = mine?.positions.some((position) => position.place === each.place);
      const bank = state.view.player_dealer?.place === each.place;
      const may = maySit && !here;
      return html`<li data-key="${each.place}"><span class="place-number">${each.place}</span><span class="who"><b>${here ? t("seat.you") : each.name ?? t("seat.place.open")}</b>${each.third_party && html`<small>${t("seat.place.third-party")}</small>`}
          ${bank && html`<small>${t("seat.place.player-dealer")}</small>`}${each.behind.length > 0 && html`<small>${t("seat.behind.count", { count: each.behind.length })}</small>`}</span>
        ${may && each.name === null && html`<button class="button" data-key="sit" data-sit="${each.place}">${t("seat.sit")}<span class="visually-hidden">${t("seat.sit.where", { place: each.place })}</span></button>`}
        ${may && each.name !== null && !bank && each.behind.length < table.back_line && html`<button class="button" data-key="behind" data-behind="${each.place}">${t("seat.behind.act")}<span class="visually-hidden">${t("seat.sit.where", { place: each.place })}</span></button>`}</li>`;
    })}</ul>`;
}

/** @param {Picture} picture @param {Sheet} open @param {"take-seat" | "stand-behind" | "buy-in"} act */
function buyInForm(picture, open, act) {
  const { mine, currency, table } = picture;
  const { newcomer } = open;
  // What a newcomer's wallet will hold is known once he is a guest.
  const wallet = newcomer ? Infinity : (mine?.wallet ?? 0);
  const usual = usualBuyIn(picture);
  const value = open.amount ?? usual;
  const presets = [...new Set([usual / 2, usual, usual * 2, ...(newcomer ? [] : [wallet])])]
    .filter((each) => each > 0 && each <= wallet && each % table.unit === 0).sort((a, b) => a - b);
  return html`<form class="form" data-key="${act}" data-form="${act}"><p data-key="words">${newcomer
      ? rich("seat.guest.words") : rich("seat.buy-in.words", { wallet: money(wallet, currency) })}</p>
    ${newcomer && html`<label data-key="name">${t("seat.guest.name")}<input class="field" name="name" maxlength="24" autocomplete="nickname"
      placeholder="${t("seat.guest.any")}"></label>`}
    <p class="form-label" data-key="amount" id="amount-label">${t("seat.buy-in.amount")}</p>
    <div class="presets" data-key="presets" role="group" aria-labelledby="amount-label">${presets.map((each) => html`<button type="button" class="button"
      data-amount="${each}" aria-pressed="${each === value}">${each === wallet ? t("seat.buy-in.all", { amount: money(each, currency) }) : money(each, currency)}</button>`)}</div>
    <label data-key="other">${t("seat.buy-in.other", { symbol: currency.symbol })}<input class="field" name="amount" inputmode="decimal" autocomplete="off"
      value="${typedAmount(value, currency)}"></label>
    ${act !== "buy-in" && html`<p class="form-late" data-key="late">${t("seat.late")}</p>`}
    ${refusal(open)}${goButton(picture, open, value, (amount) => t(act === "buy-in" ? "seat.buy-in.go" : `seat.${act}.with`, { place: open.place ?? "", amount }))}</form>`;
}

/** @param {Sheet} open @returns {Markup | false} */
const refusal = ({ refusal: words }) => words !== null && html`<p class="form-refusal" data-key="refusal" role="alert">${bare(words)}</p>`;

/** @param {Picture} picture @param {Sheet} open */
function more(picture, open) {
  const zones = open.zone?.split(" ") ?? [];
  const bets = picture.felt.zones.filter(({ zone }) => zones.includes(zone)).flatMap((each) => each.more);
  return html`<div class="more-spots">${bets.map((bet) => html`<div class="more-bet"><div class="spot-box">${spot(picture, bet)}</div>
    <p>${note(bet)}</p></div>`)}</div>`;
}
