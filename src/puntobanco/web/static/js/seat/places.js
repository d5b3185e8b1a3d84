/**
 * Everybody's places: on the arc with their chips where there is room, as a strip otherwise.
 * @module
 */
import { amount, signedMoney } from "../format.js";
import { html } from "../html.js";
import { t } from "../messages.js";
import { chip, stack } from "../svg.js";
import { shortNames } from "./felt.js";
import { labelOf, list } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Bet, PlaceView } from "../types.d.ts" */
/** @import { Picture } from "./picture.js" */

/** Figures from which a number takes the room of its chip, in a row of two cells and in one of more. */
const CHIP_FIGURES = 4;
const CHIP_FIGURES_OF_MANY = 3;

/** Figures above which an amount in a narrow strip is set smaller: of few places, and of more than `FEW`. */
const LONG = 5;
const LONG_OF_MANY = 2;
const FEW = 9;

/** @param {Picture} picture */
export function places(picture) {
  // Place 1 is at the house dealer's left, the right of the screen: the last is written first.
  const inOrder = [...picture.state.view.places].sort((a, b) => b.place - a.place);
  const draw = picture.size === "wide" ? onArc : picture.size === "phone" ? asNumber : asWords;
  return html`${inOrder.map((place) => html`<li class="place ${stateOf(picture, place)}" data-key="${place.place}"
    data-place="${place.place}">${draw(picture, place)}${spokenWagers(picture, place)}</li>`)}`;
}

/** @param {Picture} picture @param {PlaceView} place */
const isOwn = (picture, place) => place.place === picture.place && picture.line === "front";

/** Whether the patron has a place that he does not look at now. @param {Picture} picture @param {PlaceView} place */
const isOwnToo = ({ mine }, { place: at }) => mine?.positions.some(({ place, line }) => place === at && line === "front") ?? false;

/** @param {Picture} picture @param {PlaceView} place */
function stateOf(picture, place) {
  const kind = isBank(picture, place) ? " player-dealer" : "";
  if (isOwn(picture, place)) return `own${kind}`;
  return place.name === null ? "free" : `taken${isOwnToo(picture, place) ? " own-too" : ""}${kind}`;
}

/** Whether the round is covered from this place, where nobody bets. @param {Picture} picture @param {PlaceView} place */
const isBank = ({ state, settled, told }, place) =>
  (settled ? told.view.settlement?.player_dealer : state.view.player_dealer)?.place === place.place;

/** @param {Picture} picture @param {PlaceView} place */
const nameOf = (picture, place) => isOwn(picture, place) || isOwnToo(picture, place) ? t("seat.you") : place.name ?? t(picture.table.places > FEW ? "seat.place.open.short" : "seat.place.open");

/** That somebody plays for a third-party provider, for all to see. @param {{ third_party: boolean }} who @param {string} [key] @returns {Markup | false} */
const thirdParty = ({ third_party: is }, key = "seat.place.third-party") => is && html` <small class="third-party" data-key="kind">${t(key)}</small>`;

/** What stands where nobody bets: the cover of the round, or what it came to. @param {Picture} picture @param {PlaceView} place */
function bank(picture, place) {
  const result = picture.settled ? picture.told.view.settlement?.player_dealer : null;
  const cover = coverOf(picture);
  const isAll = result != null && result.net === -result.cover;
  return html`<div class="place-bank"><p class="place-role">${t("seat.place.player-dealer")}</p><p class="name">${nameOf(picture, place)}${thirdParty(place)}</p>
    ${result ? html`<p class="place-cover ${result.net < 0 ? "loss" : result.net > 0 ? "gain" : ""}"><b>${signedMoney(result.net, picture.currency)}</b>${isAll && html` <small>${t("seat.place.all")}</small>`}</p>`
      : cover && html`<p class="place-cover"><span class="mini-stack" aria-hidden="true">${chip(picture.table.chips.at(-1) ?? 0, picture.currency)}</span><b>${cover}</b></p>`}</div>`;
}

/** Who stands behind a place, with wagers of his own. @param {Picture} picture @param {PlaceView} place @returns {Markup | false} */
function behind(picture, place) {
  if (!place.behind.length) return false;
  const names = shortNames(picture.table.bets);
  return html`<ul class="place-behind" data-key="behind">${place.behind.map(({ name, wagers, net: won, ...who }) => html`<li>
    <span class="name">${t("seat.behind", { name })}</span>${thirdParty(who)} ${picture.settled && won !== null && wagers.length > 0
      ? html`<b class="${won > 0 ? "gain" : ""}">${signedMoney(won, picture.currency)}</b>`
      : html`<b aria-hidden="true">${wagers.map(({ bet, amount: value }) => `${names.get(bet)} ${amount(value, picture.currency)}`).join(", ")}</b>`}</li>`)}</ul>`;
}

/** The action button lies where the first wager is settled. @param {Picture} picture @param {PlaceView} place @returns {Markup | false} */
function puck({ settled, told }, place) {
  const { button } = told.view;
  if (!settled || button?.place !== place.place) return false;
  return html`<p class="puck" data-key="puck"><span>${t("seat.puck")}</span><b>${button.value}</b></p>`;
}

/** The same, where there is little room. @param {Picture} picture @param {PlaceView} place */
const shortBank = (picture, place) => isBank(picture, place) && html`<p class="place-bank short">
  ${t("seat.place.player-dealer.short")} ${coverOf(picture)}</p>`;

/** @param {Picture} picture */
function coverOf(picture) {
  const cover = picture.state.view.player_dealer?.cover;
  return cover ? amount(cover, picture.currency) : "";
}

/**
 * Wagers of a place; the own ones as they are on the patron's spots.
 * @param {Picture} picture
 * @param {PlaceView} place
 * @returns {ReadonlyMap<string, number>}
 */
function wagersOf(picture, place) {
  if (isOwn(picture, place) && !picture.settled) return new Map(Object.entries(picture.stakes));
  return new Map(place.wagers.map(({ bet, amount: value }) => [bet, value]));
}

/** @param {Picture} picture @param {PlaceView} place */
function onArc(picture, place) {
  const wagers = wagersOf(picture, place);
  const row = (/** @type {readonly Bet[]} */ bets) => bets.map((bet) => cell(
    picture, bet, wagers.get(bet.id) ?? 0, bets.length > 2 ? CHIP_FIGURES_OF_MANY : CHIP_FIGURES,
  ));
  const all = (/** @type {"upper" | "lower"} */ part) => picture.felt[part].flatMap(({ spots }) => spots);
  if (isBank(picture, place)) return html`${bank(picture, place)}${behind(picture, place)}`;
  return html`<p class="place-name"><span class="place-number">${place.place}</span>
      <span class="name">${nameOf(picture, place)}</span>${thirdParty(place)}</p>
    ${sit(picture, place)}${puck(picture, place)}
    <div class="place-spots" aria-hidden="true"><div class="place-row upper">${row(all("upper"))}</div>
      <div class="place-row lower">${row(all("lower"))}</div></div>
    ${behind(picture, place)}${net(picture, place)}`;
}

/**
 * @param {Picture} picture
 * @param {Bet} bet
 * @param {number} value
 * @param {number} figures that leave no room for a chip
 */
function cell({ table, currency }, bet, value, figures) {
  const text = amount(value, currency);
  return html`<span class="place-cell colour-${bet.colour} ${value ? "placed" : ""}" data-key="${bet.id}">${value > 0 && html`
    ${text.length < figures && html`<span class="mini-stack">${stack(value, table.chips, currency)}</span>`}<b>${text}</b>`}</span>`;
}

/** @param {Picture} picture @param {PlaceView} place */
function asWords(picture, place) {
  const names = shortNames(picture.table.bets);
  const wagers = [...wagersOf(picture, place)].filter(([, value]) => value > 0);
  return html`<p class="place-name"><span class="place-number">${place.place}</span>
      <span class="name">${nameOf(picture, place)}</span>${thirdParty(place)}</p>
    ${sit(picture, place)}${shortBank(picture, place)}
    <p class="place-wagers" aria-hidden="true">${wagers.map(([bet, value]) => html`<span
      class="colour-${picture.bets.get(bet)?.colour}">${names.get(bet)} ${amount(value, picture.currency)}</span> `)}</p>
    ${place.behind.length > 0 && html`<p class="place-count" data-key="count">${t("seat.behind.count", { count: place.behind.length })}</p>`}
    ${puck(picture, place)}${net(picture, place)}`;
}

/** @param {Picture} picture @param {PlaceView} place */
function asNumber(picture, place) {
  const wagers = [...wagersOf(picture, place).values(), ...place.behind.flatMap(({ wagers: each }) => each.map(({ amount: value }) => value))];
  const sum = wagers.reduce((whole, value) => whole + value, 0);
  const cover = isBank(picture, place) ? coverOf(picture) : "";
  const text = cover || (sum ? amount(sum, picture.currency) : t("seat.none"));
  const mark = isBank(picture, place) ? t("seat.place.player-dealer.short") : place.place;
  const head = isOwn(picture, place) ? t("seat.you") : mark;
  return html`<p><span class="place-number">${head}${thirdParty(place, "seat.place.third-party.short")}</span><b class="${text.length > (picture.table.places > FEW ? LONG_OF_MANY : LONG) ? "long" : ""}">${text}</b></p>`;
}

/** @param {Picture} picture */
const canSit = (picture) => picture.maySit && picture.phase !== "closed";

/** @param {PlaceView} place */
const whereToSit = ({ place }) => html`<span class="visually-hidden">${t("seat.sit.where", { place })}</span>`;

/** @param {Picture} picture @param {PlaceView} place @returns {Markup | false} */
function sit(picture, place) {
  if (place.name !== null || isOwn(picture, place) || !canSit(picture)) return false;
  return html`<button class="button sit" data-key="sit" data-sit="${place.place}">
    ${t("seat.sit")}${whereToSit(place)}</button>`;
}

/** @param {Picture} picture @param {PlaceView} place @returns {Markup | false} */
function net({ settled, currency, state }, place) {
  if (!settled || place.net === null || place.wagers.length === 0) return false;
  const lines = state.view.settlement?.lines.filter((line) => line.place === place.place) ?? [];
  const isReturned = lines.every(({ verdict }) => verdict === "push" || verdict === "void");
  const words = isReturned ? t("seat.place.returned") : signedMoney(place.net, currency);
  return html`<p class="place-net ${place.net > 0 ? "gain" : ""}" data-key="net">${words}</p>`;
}

/** The wagers of a place for a reader who goes there; nobody is told them unasked. @param {Picture} picture @param {PlaceView} place */
function spokenWagers(picture, place) {
  const said = [...wagersOf(picture, place)].filter(([, value]) => value > 0)
    .map(([bet, value]) => t("seat.place.wager", { bet: labelOf(bet, picture.table), amount: amount(value, picture.currency) }));
  return html`<p class="visually-hidden" data-key="said">${said.length ? list(said, "conjunction") : t("seat.place.no-wager")}</p>`;
}
