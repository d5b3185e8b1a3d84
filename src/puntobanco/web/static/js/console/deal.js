/**
 * The hands as they are dealt, the row of the drawing table that decides, and the pad of real cards.
 * @module
 */
import { card, suitSign } from "../cards.js";
import { attr, html } from "../html.js";
import { t } from "../messages.js";

/** @import { Side } from "../types.d.ts" */
/** @import { Picture, Tableau } from "./types.d.ts" */

const RANKS = [..."A23456789TJQK"];
const SUITS = [..."SHDC"];

/** @param {string} rank */
const rankText = (rank) => (rank === "T" ? "10" : rank);

/** @param {Picture} picture */
export const dealt = (picture) => html`<div class="hands">${hand(picture, "player")}${hand(picture, "banker")}</div>
${picture.console.tableau ? drawingRow(picture.console.tableau) : null}
${cardPad(picture)}`;

/** @param {Picture} picture @param {Side} side */
function hand({ view, console: c }, side) {
  const held = view.coup?.[side] ?? { cards: [], total: 0 };
  const due = c.next.act === "deal-card" && c.next.params["side"] === side;
  return html`<section class="hand role-${side}" data-key="${side}"><h2 class="serif"><span>${t(side)}</span>
${held.cards.length > 0 && html`<b class="total">${held.total}</b>`}</h2>
<ol class="cards">${held.cards.map((code, at) => html`<li data-key="${at}">${card(code)}</li>`)}
${due && html`<li class="waiting" data-key="waiting"><span>${t(c.next.by === "software" ? "console.waiting.software" : c.pad ? "console.waiting.shoe" : "console.waiting.enter")}</span></li>`}</ol></section>`;
}

/** @param {Tableau} tableau */
function drawingRow({ side, by, total, cells, at }) {
  const title = by === "third" ? t("console.row.third", { total }) : t("console.row.total", { side: t(side) });
  return html`<section class="drawing" data-key="drawing" aria-label="${t("console.row")}"><p>${title}</p>
<ol>${cells.map((draws, value) => html`<li class="${draws ? "draws" : "stands"}" ${attr("aria-current", value === at ? "true" : null)}><b>${value}</b><span>${t(draws ? "console.draw" : "console.stand")}</span></li>`)}</ol></section>`;
}

/** Fifty-two cards where there is room, rank and then suit where there is not. @param {Picture} picture */
export function cardPad({ console: { pad }, typed, writes, view: { table } }) {
  if (!pad || !writes) return null;
  const left = (/** @type {string} */ rank) => SUITS.reduce((sum, suit) => sum + (pad[rank + suit] ?? 0), 0);
  const chosen = typed.rank && typed.suit ? typed.rank + typed.suit : null;
  return html`<section class="pad" data-key="pad" aria-label="${t("console.pad")}">
<p class="pad-words" data-key="words">${chosen ? html`${t("console.pad.enter")}` : typed.rank ? t("console.pad.suit", { rank: t(`card.rank.${typed.rank}`) }) : t("console.pad.rank")}</p>
${table.cards === "scanned" && html`<label class="second" data-key="second"><span>${t("console.pad.second")}</span><input class="field" name="second" type="password" autocomplete="off"></label>`}
<ol class="pad-52" data-key="all">${SUITS.flatMap((suit) => RANKS.map((rank) => padKey(rank + suit, pad[rank + suit] ?? 0, chosen)))}</ol>
<div class="pad-ranks" data-key="ranks">${RANKS.map((rank) => html`<button class="button pad-key" data-rank="${rank}" data-key="${rank}" aria-pressed="${String(typed.rank === rank)}" ${attr("aria-disabled", left(rank) ? null : "true")}>${rankText(rank)}</button>`)}</div>
<div class="pad-suits" data-key="suits">${[..."CDHS"].map((suit, at) => html`<button class="button pad-key suit-${suit}" data-suit="${suit}" data-key="${suit}" aria-pressed="${String(typed.suit === suit)}"
${attr("aria-disabled", typed.rank && !pad[typed.rank + suit] ? "true" : null)}>${suitSign(suit)}<span class="visually-hidden">${t(`card.suit.${suit}`)}</span><kbd aria-hidden="true">${at + 1}</kbd></button>`)}</div></section>`;
}

/** @param {string} code @param {number} left @param {string | null} chosen */
function padKey(code, left, chosen) {
  const [rank = "", suit = ""] = code;
  return html`<li><button class="button pad-key suit-${suit}" data-card="${code}" data-key="${code}"
aria-pressed="${String(chosen === code)}" ${attr("aria-disabled", left ? null : "true")}><span aria-hidden="true">${rankText(rank)}</span>${suitSign(suit)}<span class="visually-hidden">${t("console.pad.left", { rank: t(`card.rank.${rank}`), suit: t(`card.suit.${suit}`), count: left })}</span></button></li>`;
}
