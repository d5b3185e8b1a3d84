/**
 * What stands on the page of a tracked shoe. Pure but for the drawing of emblems.
 * @module
 */
import { emblem } from "../emblems.js";
import { score } from "../format.js";
import { attr, html } from "../html.js";
import { icon } from "../icons.js";
import { t } from "../messages.js";
import { beadPlate, bigRoad } from "../roads.js";
import { RANKS, SUITS, WINNERS, due, handsOf, isBarred, isReady, winnersWith } from "./entry.js";
import { SHOE_MS, UNDO_MS } from "./hold.js";
import { keyOfCall } from "./keys.js";
import { cardWords, entryWords, handWords, markName, refusalWords } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Call, Roads } from "../types.d.ts" */
/** @import { DealerState, Entry, Key, Settings, Tracking, Winner } from "./types.d.ts" */

/**
 * @typedef {object} Picture
 * @property {DealerState} state
 * @property {Tracking} tracking
 * @property {Entry} entry
 * @property {boolean} sent whether the entry is on its way
 * @property {{ hand: number, words: string, undo: boolean } | null} stored what was stored just now
 * @property {string | null} lit the key that was pressed last, as it is written in the markup
 * @property {string | null} lost since when there is no line
 * @property {string | null} clock
 * @property {boolean} last whether these are the last seconds
 * @property {{ big: number, bead: number }} room columns of the roads
 * @property {Settings} settings
 */

const PAIRS = ["pp", "bp"];
const NATURALS = ["n8", "n9"];
const HINTS = { player: "1", tie: "2", banker: "3", n8: "/", n9: "*", pp: "4", bp: "6", free: "0", mode: ".", bets: "+" };

/** A key as the markup holds it. @param {Key} key */
export const written = (key) => Object.values(key).join(":");

/** The columns of calls: each call below its side. @param {readonly Call[]} calls @param {Tracking} rules */
function callKeys(calls, rules) {
  const side = (/** @type {Call} */ { token }) => WINNERS.indexOf(winnersWith(rules, [token])[0] ?? "tie");
  return [...calls].sort((one, other) => side(one) - side(other));
}

/**
 * The keys of an entry: of a new hand, or of one that is corrected.
 * @param {Entry} entry @param {readonly Call[]} calls @param {Tracking} rules @param {string | null} lit
 * @param {Entry} [base] what a winner is added to, where that is not the entry
 */
export function pad(entry, calls, rules, lit, base = entry) {
  return html`<div class="pad" data-mode="${entry.mode}">
${entry.mode === "cards" ? cardKeys(entry, rules, lit) : resultKeys(entry, calls, rules, lit, base)}</div>`;
}

/**
 * @param {Entry} entry @param {Key} key @param {Tracking} rules @param {string | null} lit
 * @param {{ pressed?: boolean, look: string, body: unknown, hint?: string | null | undefined, base?: Entry }} how
 */
function keyButton(entry, key, rules, lit, { pressed, look, body, hint, base = entry }) {
  const barred = !pressed && isBarred(base, key, rules);
  return html`<button class="button key ${look}" data-press="${written(key)}" data-key="${written(key)}" ${attr("aria-pressed", pressed === undefined ? null : String(pressed))}
${attr("aria-disabled", barred ? "true" : null)} ${attr("data-lit", lit === written(key))}>${body}${hint && html`<kbd aria-hidden="true">${hint}</kbd>`}</button>`;
}

/** @param {Entry} entry @param {readonly Call[]} calls @param {Tracking} rules @param {string | null} lit @param {Entry} base */
function resultKeys(entry, calls, rules, lit, base) {
  const mark = (/** @type {string} */ name) => keyButton(entry, { type: "mark", mark: name }, rules, lit, {
    pressed: entry.marks.includes(name), look: `mark mark-${name}`, hint: HINTS[/** @type {"pp"} */ (name)],
    body: html`<span>${t(`dealer.mark.${name}`)}</span>`,
  });
  const winner = (/** @type {Winner} */ name) => keyButton(entry, { type: "winner", winner: name }, rules, lit, {
    pressed: entry.winner === name, look: `winner role-${name}`, hint: HINTS[name], base,
    body: html`<span class="disc" aria-hidden="true">${t(`glyph.${name}`)}</span><span>${t(name)}</span>`,
  });
  const call = (/** @type {Call} */ each) => keyButton(entry, { type: "call", token: each.token }, rules, lit, {
    pressed: entry.marks.includes(each.token), look: `call call-${each.colour}`, hint: keyOfCall(each)?.toUpperCase(), base,
    body: html`<span class="emblem-box">${emblem(each)}</span><span>${each.label}</span>`,
  });
  return html`<div class="keys marks">${[...NATURALS, ...PAIRS].map(mark)}</div>
<div class="keys winners">${WINNERS.map(winner)}</div>
${calls.length > 0 && html`<div class="keys calls">${callKeys(calls, rules).map(call)}</div>`}`;
}

/** @param {Entry} entry @param {Tracking} rules @param {string | null} lit */
function cardKeys(entry, rules, lit) {
  const { totals, ...hands } = handsOf(entry.cards, rules.draws);
  const next = due(entry.cards, rules.draws);
  const hand = (/** @type {"player" | "banker"} */ side) => html`<div class="hand role-${side} ${next === side && "next"}"><h3>${t(side)} <b>${hands[side].length ? totals[side] : ""}</b></h3>
<ol>${hands[side].map((card) => html`<li aria-label="${cardWords(card)}">${face(card)}</li>`)}${next === side && html`<li class="waiting"><span class="visually-hidden">${t("dealer.waiting")}</span></li>`}</ol></div>`;
  const rank = (/** @type {string} */ each) => keyButton(entry, { type: "rank", rank: each }, rules, lit, { look: "rank", body: rankFace(each) });
  const suit = (/** @type {string} */ each) => keyButton(entry, { type: "suit", suit: each }, rules, lit, { look: `suit-key suit-${each}`, body: suitFace(each) });
  return html`<div class="hands">${hand("player")}${hand("banker")}</div>
<div class="keys ranks">${[...RANKS].map(rank)}</div><div class="keys suits">${[...SUITS].map(suit)}
<button class="button key" data-press="back" aria-label="${t("dealer.back")}" data-key="back">${icon("back")}</button></div>`;
}

/** @type {Record<string, string>} */
const SIGNS = { C: "\u2663", D: "\u2666", H: "\u2665", S: "\u2660" };

/** @param {string} rank */
const rankFace = (rank) => html`<span>${rank === "T" ? "10" : rank}</span>`;
/** @param {string} suit */
const suitFace = (suit) => html`<span aria-hidden="true">${SIGNS[suit]}</span><span class="visually-hidden">${t(`card.suit.${suit}`)}</span>`;

/** Keys that name one card. @param {{ rank: string, suit: string }} chosen */
export const oneCard = (chosen) => html`<div class="pad" data-mode="cards"><div class="keys ranks">${[...RANKS].map((each) => html`<button class="button key rank" data-card="${each}"
aria-pressed="${String(chosen.rank === each)}">${rankFace(each)}</button>`)}</div><div class="keys suits">${[...SUITS].map((each) => html`<button class="button key suit-key suit-${each}" data-card="${each}"
aria-pressed="${String(chosen.suit === each)}">${suitFace(each)}</button>`)}</div></div>`;

/** @param {string} code */
const face = (code) => html`${code.charAt(0) === "T" ? "10" : code.charAt(0)}${code.length > 1 && html`<span class="suit-${code.charAt(1)}">${SIGNS[code.charAt(1)]}</span>`}`;

/** The whole page. @param {Picture} picture */
export function screen(picture) {
  const { state, tracking, entry, lit } = picture;
  const { view } = state;
  const frozen = state.staff?.suspended != null;
  return html`<header class="dealer-head"><h1>${view.table.name}</h1>
<p>${view.shoe !== null && t("shoe", { shoe: view.shoe })}</p><p class="hand-number">${view.shoe !== null && handNumber(tracking)}</p>
<p class="dealer-clock ${picture.last && "last"}" role="timer">${picture.clock}</p>
<button class="button icon-button" data-sheet="menu" aria-label="${t("dealer.menu")}">${icon("menu")}</button></header>
${frozen && html`<p class="message frozen" data-key="frozen">${icon("lock")}<span>${t("dealer.frozen")}</span></p>`}
<section class="dealer-last" aria-label="${t("dealer.last")}">${lastHand(picture)}
${holdButton("undo", UNDO_MS, html`${icon("undo")}<span>${t("dealer.undo")}</span>`, tracking.hands.length === 0)}</section>
<section class="dealer-roads" aria-label="${t("dealer.board")}">${roads(view.board, view.table.calls, picture.room, `${view.shoe}-${view.board.outcomes}`)}</section>
${view.shoe === null ? noShoe() : html`<main class="dealer-pad">${pad(entry, view.table.calls, tracking, lit)}
<div class="keys modes">${modeKeys(picture)}</div>
${storeButton(picture)}
${says(picture)}</main>`}
<nav class="dealer-acts" aria-label="${t("dealer.acts")}">
<button class="button" data-sheet="correct" ${attr("aria-disabled", tracking.hands.length === 0 ? "true" : null)}>${t("dealer.correct")}</button>
${betsButtons(view.phase)}
${holdButton("new-shoe", SHOE_MS, html`<span>${t("dealer.new_shoe")}</span>`, frozen, "danger")}</nav>
<p class="dealer-status ${picture.lost !== null && "lost"}">${statusWords(picture)}</p>`;
}

/** @param {Tracking} tracking */
function handNumber({ hands, hands_limit: limit }) {
  const hand = hands.length + 1;
  if (limit === null) return t("hand", { hand });
  const rest = Math.max(0, limit - hands.length);
  return html`${t("hand", { hand: Math.min(hand, limit) })} <span class="countdown">${t("dealer.hands_left", { count: rest })}</span>`;
}

/**
 * @param {string} name @param {number} length @param {Markup} body @param {boolean} off @param {string} [look]
 */
export const holdButton = (name, length, body, off, look = "") => html`<button class="button hold ${look}" data-hold="${name}" data-ms="${length}" data-key="hold-${name}"
aria-description="${t("dealer.hold")}" ${attr("aria-disabled", off ? "true" : null)}>${body}</button>`;

/** @param {Picture} picture */
function lastHand({ state: { view }, tracking }) {
  const last = view.board.last;
  const hand = tracking.hands.at(-1);
  if (!last || !hand) return html`<p><span class="caption">${t("dealer.last")}</span><b>${t("dealer.none")}</b></p>`;
  const totals = last.player === null ? "" : ` ${score(last)}`;
  return html`<p><span class="caption">${t("dealer.last_hand", { hand: tracking.hands.length })}</span>
<b class="role-${last.winner}">${handWords({ winner: hand.winner, marks: hand.marks }, view.table.calls, tracking.draws)}${totals}</b></p>`;
}

/**
 * @param {Roads} board @param {readonly Call[]} calls @param {Picture["room"]} room @param {string} [newest]
 */
export function roads(board, calls, room, newest) {
  const plan = { calls, ...(newest !== undefined && { newest }) };
  const label = (/** @type {string} */ name) => t("dealer.road", { road: t(name), count: board.bead_plate.length });
  return html`<div class="road-box big">${bigRoad(board.big_road, { ...plan, columns: room.big, label: label("road.big_road") })}</div>
${room.bead > 0 && html`<div class="road-box bead-box">${beadPlate(board.bead_plate, { ...plan, columns: room.bead, label: label("road.bead_plate") })}</div>`}`;
}

const noShoe = () => html`<main class="dealer-pad empty"><p>${t("dealer.no_shoe")}</p></main>`;

/** @param {Picture} picture */
function modeKeys({ entry, lit }) {
  return html`<button class="button key" data-press="free" data-key="free" aria-pressed="${String(entry.free)}" ${attr("data-lit", lit === "free")}><span>${t("dealer.free")}</span>${entry.mode === "result" && html`<kbd aria-hidden="true">${HINTS.free}</kbd>`}</button>
<button class="button key" data-press="mode" data-key="mode" ${attr("data-lit", lit === "mode")}><span>${entry.mode === "cards" ? t("dealer.to_result") : t("dealer.to_cards")}</span><kbd aria-hidden="true">${HINTS.mode}</kbd></button>`;
}

/** The burn card of a shoe without a hand, if it was told: nothing else was seen of it. @param {Tracking} tracking */
const burnCard = ({ seen }) => Object.keys(seen)[0];

/** One big key says what will be stored. @param {Picture} picture */
function storeButton({ entry, sent, state, tracking, settings }) {
  const ready = isReady(entry, tracking);
  const role = entry.winner ?? "none";
  const said = entry.mode === "cards" ? { cards: entry.cards } : { ...(entry.winner && { winner: entry.winner }), marks: entry.marks };
  const words = ready ? t("dealer.store", { hand: handWords(said, state.view.table.calls, tracking.draws) })
    : settings.quick && entry.mode === "result" ? t("dealer.store.quick") : t("dealer.store.nothing");
  return html`<button class="button store store-${ready ? role : "none"}" data-press="enter" data-key="store" ${attr("aria-disabled", ready ? null : "true")} ${attr("aria-busy", sent ? "true" : null)}>
<span>${words}${entry.free && html` <small>${t("dealer.free.short")}</small>`}</span></button>`;
}

/** The line below the big key: what was refused, what was stored, else what comes next. @param {Picture} picture */
function says({ entry, stored, state, tracking }) {
  const calls = state.view.table.calls;
  if (entry.refused) {
    return html`<p class="message bad says" data-key="says-refused">${icon("warning")}<span>${refusalWords(entry.refused, calls)}</span></p>`;
  }
  if (stored) {
    return html`<p class="message good says" data-key="says-stored">${icon("tick")}<span>${t("dealer.stored", stored)}</span>${stored.undo && html`<button class="button" data-act="undo-now">${t("dealer.undo_now")}</button>`}</p>`;
  }
  const isBegun = entry.winner !== null || entry.marks.length + entry.cards.length > 0;
  if (tracking.hands.length === 0 && !isBegun) {
    const burned = burnCard(tracking);
    return html`<p class="message says" data-key="says-new"><span>${t("dealer.shoe_began", { shoe: tracking.next_shoe - 1 })} ${burned && t("dealer.burned", { card: cardWords(burned) })}</span>
${!burned && html`<button class="button" data-sheet="burn">${t("dealer.burn")}</button>`}${tracking.back_to !== null && holdButton("take-back", SHOE_MS, html`<span>${t("dealer.take_back", { shoe: tracking.back_to })}</span>`, false)}</p>`;
  }
  return html`<p class="says" data-key="says-next">${entryWords(entry, calls, tracking.draws)}</p>`;
}

/** @param {string} phase */
function betsButtons(phase) {
  if (phase === "betting") {
    return html`<button class="button" data-act="close-betting" data-key="bets">${t("dealer.close_bets")}<kbd aria-hidden="true">${HINTS.bets}</kbd></button>
<button class="button" data-act="pause-betting" data-key="pause">${t("dealer.pause_bets")}</button>`;
  }
  if (phase === "paused") {
    return html`<button class="button" data-act="close-betting" data-key="bets">${t("dealer.close_bets")}<kbd aria-hidden="true">${HINTS.bets}</kbd></button>
<button class="button" data-act="resume-betting" data-key="pause">${t("dealer.resume_bets")}</button>`;
  }
  const off = phase !== "waiting";
  return html`<button class="button" data-act="open-betting" data-key="bets" ${attr("aria-disabled", off ? "true" : null)}>${phase === "dealing" ? t("dealer.bets_closed") : t("dealer.open_bets")}<kbd aria-hidden="true">${HINTS.bets}</kbd></button>`;
}

/** @param {Picture} picture */
function statusWords({ lost, sent, state }) {
  if (lost !== null) return html`${icon("offline")}<span>${t("dealer.lost", { time: lost })}</span>`;
  if (sent) return html`<span>${t("dealer.saving")}</span>`;
  const count = state.staff?.screens ?? 0;
  return html`${icon("tick")}<span>${count ? t("dealer.saved", { count }) : t("dealer.saved.alone")}</span>`;
}

export { markName };
