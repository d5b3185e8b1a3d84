/** @file The shoe of the lab: 52 counters, one for each card, that go down and up. */
import { cardName, suitSign } from "../cards.js";
import { attr, html } from "../html.js";
import { icon } from "../icons.js";
import { rich, t } from "../messages.js";

/** @import { Lab } from "./types.d.ts" */

export const RANKS = [..."A23456789TJQK"];
/** In the order of a new deck, as the house counts them; and in the order in which they are shown. */
const SUITS = [..."CDHS"];
const SHOWN = [..."SHDC"];
export const DECKS = [1, 2, 3, 4, 5, 6, 7, 8];
const UNDO_MAX = 500;

/** @param {string} code "9S" */
export const indexOf = (code) => SUITS.indexOf(code.slice(-1)) * RANKS.length + RANKS.indexOf(code.slice(0, -1));

/** @param {string} rank */
export const rankWord = (rank) => (rank === "T" ? "10" : rank);

/** @param {Lab} lab @param {string} code */
export const leftOf = (lab, code) => lab.decks - (lab.gone[indexOf(code)] ?? 0);

/** @param {Lab} lab @param {string} rank */
const leftOfRank = (lab, rank) => SUITS.reduce((sum, suit) => sum + leftOf(lab, rank + suit), 0);

/** @param {Lab} lab */
const keep = (lab) => lab.undone.push({ decks: lab.decks, gone: [...lab.gone] }) > UNDO_MAX && lab.undone.shift();

/**
 * Take one card out or put one back. A rank without a suit takes the suit of which most is left.
 * @param {Lab} lab
 * @param {string} asked "9S", or "9"
 * @returns {boolean} whether there was one
 */
export function move(lab, asked) {
  const codes = asked.length > 1 ? [asked] : SHOWN.map((suit) => asked + suit);
  const sorted = codes.sort((one, other) => (lab.putting ? -1 : 1) * (leftOf(lab, other) - leftOf(lab, one)));
  const code = sorted[0] ?? "";
  const index = indexOf(code);
  const gone = (lab.gone[index] ?? 0) + (lab.putting ? -1 : 1);
  if (gone < 0 || gone > lab.decks) return false;
  keep(lab);
  lab.gone[index] = gone;
  return true;
}

/** @param {Lab} lab @param {number} decks */
export function chooseDecks(lab, decks) {
  if (decks === lab.decks) return;
  keep(lab);
  lab.decks = decks;
  lab.gone = lab.gone.map((gone) => Math.min(gone, decks));
}

/** @param {Lab} lab */
export function undo(lab) {
  Object.assign(lab, lab.undone.pop());
}

/** @param {Lab} lab */
export function reset(lab) {
  if (lab.gone.every((gone) => gone === 0)) return;
  keep(lab);
  lab.gone = lab.gone.map(() => 0);
}

/** @param {Lab} lab */
export function shoePanel(lab) {
  const out = lab.gone.reduce((sum, gone) => sum + gone, 0);
  const decks = DECKS.map((count) => html`<button class="deck" type="button" data-decks="${count}" aria-pressed="${String(count === lab.decks)}"
aria-label="${t("lab.decks", { count })}">${count}</button>`);
  const rows = RANKS.map((rank, column) => html`<div class="rank" role="row">${key(lab, rank, column, 0)}${
    SHOWN.map((suit, row) => key(lab, rank + suit, column, row + 1))}</div>`);
  return html`<section class="panel lab-shoe" aria-labelledby="shoe-title" data-key="shoe"><div class="shoe-head"><h2 class="panel-title" id="shoe-title">${t("lab.shoe")}</h2>
<p class="caption">${t("lab.shoe.left", { left: 52 * lab.decks - out, out })}</p></div>
<div class="decks" role="group" aria-label="${t("lab.shoe.decks")}">${decks}</div>
<div class="shoe-acts"><div class="switch" role="group" aria-label="${t("lab.shoe.click")}">
<button class="button" type="button" data-act="take" aria-pressed="${String(!lab.putting)}">${t("lab.shoe.take")}</button><button class="button" type="button" data-act="put" aria-pressed="${String(lab.putting)}">${t("lab.shoe.put")}</button></div>
<button class="button" type="button" data-act="undo" ${attr("aria-disabled", lab.undone.length === 0 && "true")}>${icon("undo")}${t("lab.undo")}</button>
<button class="button" type="button" data-act="reset" ${attr("aria-disabled", out === 0 && "true")}>${t("lab.reset")}</button></div>
<p class="caption" id="shoe-help">${lab.offer.shoe_kept === null ? t("lab.shoe.help") : rich("lab.shoe.kept", { table: lab.offer.shoe_kept })}</p>
<div class="ranks" role="grid" aria-labelledby="shoe-title" aria-describedby="shoe-help">${rows}</div></section>`;
}

/**
 * A counter. Arrows go from one to the next, so that Tab passes all of them in one step.
 * @param {Lab} lab @param {string} code @param {number} column @param {number} row
 */
function key(lab, code, column, row) {
  const isRank = code.length === 1;
  const left = isRank ? leftOfRank(lab, code) : leftOf(lab, code);
  const most = lab.decks * (isRank ? 4 : 1);
  const ends = lab.offer.shoe_kept !== null || (lab.putting ? left === most : left === 0);
  const suit = code.slice(1);
  const face = isRank ? html`<b>${rankWord(code)}</b>` : html`${suitSign(suit)}<span class="visually-hidden">${cardName(code)}</span>`;
  return html`<span role="gridcell"><button class="counter${isRank ? " of-rank" : ` suit-${suit}`}" type="button" data-card="${code}" data-column="${column}" data-row="${row}"
tabindex="${column === 0 && row === 0 ? 0 : -1}" ${attr("aria-disabled", ends && "true")} ${attr("data-moved", left < most)}>${face} <span>${left}</span> <span class="visually-hidden">${t("lab.counter", { most })}</span></button></span>`;
}
