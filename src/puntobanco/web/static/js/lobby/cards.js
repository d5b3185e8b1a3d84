/** @file A table in the lobby: its cloth, limits, free seats and big road. */
import { remaining } from "../clock.js";
import { range, wholeSeconds } from "../format.js";
import { attr, html } from "../html.js";
import { t } from "../messages.js";
import { bigRoad } from "../roads.js";

/**
 * @import { Anchored } from "../clock.js"
 * @import { Currency, SignedInStaff, TableCard } from "../types.d.ts"
 */
/**
 * @typedef {object} Room
 * @property {Currency} currency
 * @property {boolean} canSit signed in, or guests are taken
 * @property {number} columns of the big road
 * @property {SignedInStaff | null} staff who works here
 */

const MINUTE = 60000;

/**
 * What the table is doing, in a word or two.
 * @param {TableCard} card
 * @param {Anchored | null} clock
 * @param {number} now
 */
export function phaseWords({ phase }, clock, now) {
  if (phase !== "betting") return t(`lobby.phase.${phase}`);
  if (!clock) return t("lobby.phase.open");
  return t("lobby.phase.betting", { seconds: wholeSeconds(remaining(clock, now)) });
}

/**
 * Which tables a filter leaves: "all", "free", or the name of a game.
 * @param {readonly TableCard[]} tables
 * @param {string} filter
 */
export const chosen = (tables, filter) =>
  tables.filter(({ game, free }) => filter === "all" || (filter === "free" ? free > 0 : `game:${game}` === filter));

/**
 * The filters worth showing: none where they would all leave the same tables.
 * @param {readonly TableCard[]} tables
 */
export function filters(tables) {
  const games = [...new Set(tables.map(({ game }) => game))];
  const byGame = games.length > 1 ? games.map((game) => ({ key: `game:${game}`, label: game })) : [];
  const byRoom = tables.some(({ free, places }) => free === 0 && places.length > 0) ? [{ key: "free", label: t("lobby.filter.free") }] : [];
  const found = [...byGame, ...byRoom];
  return found.length > 0 ? [{ key: "all", label: t("lobby.filter.all") }, ...found] : [];
}

/** @param {TableCard} card */
function tallyOf({ tally }) {
  const winners = /** @type {const} */ (["player", "banker", "tie"]).map((winner) => ({
    short: t(`glyph.${winner}`), label: t(winner), count: tally[winner], role: winner,
  }));
  const calls = tally.calls.map(({ token, label, count, colour }) => ({
    short: token.toUpperCase(), label, count, role: colour,
  }));
  const items = [...winners, ...calls].map(
    ({ short, label, count, role }) => html`<li><span aria-hidden="true">${short} <b class="role-${role}">${count}</b></span><span
class="visually-hidden">${t("lobby.tally.spoken", { label, count })}</span></li>`,
  );
  return html`<ul class="card-tally">${items}</ul>`;
}

/**
 * The big road, or in words why there is none.
 * @param {TableCard} card
 * @param {Anchored | null} clock
 * @param {number} now
 * @param {Room} room
 */
function roadOf(card, clock, now, room) {
  const isShuffling = card.phase === "shuffling" || card.phase === "no-shoe";
  if (card.big_road.length > 0) {
    const calls = card.tally.calls;
    const plan = { columns: room.columns, calls, bare: true, label: t("lobby.road.spoken", { table: card.name }) };
    return html`<div class="card-road">${bigRoad(card.big_road, plan)}</div>`;
  }
  const blank = { columns: room.columns, bare: true };
  if (!isShuffling && card.phase !== "closed") {
    return html`<div class="card-road">${bigRoad([], { ...blank, label: t("lobby.no_hands") })}</div>`;
  }
  const first = isShuffling ? "lobby.shuffling" : "lobby.closed";
  const minutes = isShuffling && clock ? Math.max(1, Math.ceil(remaining(clock, now) / MINUTE)) : null;
  return html`<div class="card-road is-empty">${bigRoad([], blank)}<div><p>${t(first)}</p>${minutes !== null && html`<p>${t("lobby.first_hand", { count: minutes })}</p>`}</div></div>`;
}

/**
 * @param {TableCard} card
 * @param {Room} room
 */
function actsOf(card, room) {
  const path = `/table/${encodeURIComponent(card.id)}`;
  const isOpen = card.phase !== "closed" && card.free > 0;
  const sit = html`<a class="button primary" href="${path}#sit" aria-label="${t("lobby.sit.at", { table: card.name })}">${t("lobby.sit")}</a>`;
  const cannot = html`<a class="button" role="link" aria-disabled="true" tabindex="0" aria-describedby="why-not">${t("lobby.sit")}</a>`;
  const free = card.places.length === 0 ? t("lobby.tracked") : card.free > 0 ? t("lobby.free", { count: card.free }) : t("lobby.full");
  const isHis = room.staff?.deals && (room.staff.table === null || room.staff.table === card.id);
  const deal = isHis && html`<a class="button primary" href="${path}/dealer" aria-label="${t("lobby.deal.at", { table: card.name })}">${t("lobby.deal")}</a>`;
  return html`<div class="card-acts">${deal}${isOpen && !room.staff && (room.canSit ? sit : cannot)}<a class="button" href="${path}/board"
aria-label="${t("lobby.watch.at", { table: card.name })}">${t("lobby.watch")}</a><span class="card-free">${free}</span></div>`;
}

/**
 * @param {TableCard} card
 * @param {Anchored | null} clock
 * @param {number} now
 * @param {Room} room
 */
export function tableCard(card, clock, now, room) {
  const taken = card.places.filter((place) => place.taken).length;
  const seats = t("lobby.seats", { taken, seats: card.places.length });
  const limits = range(card.limits.min, card.limits.max, room.currency);
  const dots = card.places.map((place) => html`<i class="${place.taken ? "seat taken" : "seat"}"></i>`);
  return html`<article class="table-card" data-key="${card.id}" aria-labelledby="name-${card.id}">
<div class="card-felt felt" data-felt="${card.felt}"><h2 id="name-${card.id}"><span class="card-table">${card.name}</span>
<span class="card-game">${card.game}</span></h2><p class="card-limits" aria-label="${t("lobby.limits", { range: limits })}">${limits}</p>
${card.places.length > 0 && html`<p class="card-bank">${t(card.bank === "house" ? "lobby.house_bank" : "lobby.player_dealer_bank")}</p>
<p class="card-seats" role="img" aria-label="${seats}">${dots}</p>`}</div>
<div class="card-side"><div class="card-line"><p class="card-phase" ${attr("data-clock", clock ? card.id : null)}>${phaseWords(card, clock, now)}</p>
${card.big_road.length > 0 && tallyOf(card)}</div>${roadOf(card, clock, now, room)}${actsOf(card, room)}</div></article>`;
}
