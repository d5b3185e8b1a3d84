/**
 * What opens over the page: corrections with their preview, options, help, the PIN. Pure.
 * @module
 */
import { attr, html } from "../html.js";
import { icon } from "../icons.js";
import { t } from "../messages.js";
import { bead, callBead } from "../roads.js";
import { EMPTY, isReady } from "./entry.js";
import { keyOfCall } from "./keys.js";
import { oneCard, pad, roads } from "./screen.js";
import { cardWords, handWords, refusalWords } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Board, Call, Roads } from "../types.d.ts" */
/** @import { DealerState, Entry, Hand, Refused, Settings, Tracking } from "./types.d.ts" */

/**
 * @typedef {object} Correction
 * @property {number | null} hand which hand is chosen
 * @property {"change" | "insert" | "delete"} act
 * @property {Entry} entry what it is to be
 * @property {boolean} fresh whether that is still what it was
 * @property {Roads | null} board how the board would look
 * @property {Refused | null} refused
 */

const ACTS = /** @type {const} */ (["change", "insert", "delete"]);
const LIGHTS = /** @type {const} */ (["day", "evening", "night", "auto"]);
const VOLUMES = [1, 2, 3];

/** @param {string} title @param {string} id @param {unknown} body */
const sheet = (title, id, body) => html`<header class="sheet-head"><h2 id="${id}" tabindex="-1" autofocus>${title}</h2>
<button class="button icon-button" data-close="" aria-label="${t("dealer.close")}">${icon("close")}</button></header><section class="sheet-body">${body}</section>`;

/** @param {Hand} hand @param {readonly Call[]} calls */
function beadOf(hand, calls) {
  const call = calls.find(({ token }) => hand.marks.includes(token));
  return call ? callBead(call) : bead(hand.winner);
}

/**
 * @param {Correction} picked @param {DealerState} state @param {Tracking} tracking @param {string | null} lit
 */
export function correctSheet(picked, state, tracking, lit) {
  const { calls } = state.view.table;
  const plate = tracking.hands.map((hand, at) => {
    const isIt = picked.hand === at + 1;
    return html`<button class="button bead-button" data-hand="${at + 1}" aria-pressed="${String(isIt)}" aria-label="${t("dealer.bead", { hand: at + 1, result: handWords(hand, calls, tracking.draws) })}">${beadOf(hand, calls)}</button>`;
  });
  return sheet(t("dealer.correct.title"), "sheet-title", html`<div class="correct"><div class="plate-box"><p class="caption">${t("dealer.correct.pick")}</p>
<div class="plate" role="group" aria-label="${t("road.bead_plate")}">${plate}</div></div>
${picked.hand === null ? null : correction(picked, state, tracking, lit)}</div>`);
}

/** @param {Correction} picked @param {DealerState} state @param {Tracking} tracking @param {string | null} lit */
function correction(picked, state, tracking, lit) {
  const { calls } = state.view.table;
  const stood = tracking.hands[(picked.hand ?? 0) - 1];
  const ready = picked.act === "delete" || isReady(picked.entry, tracking);
  const refused = picked.entry.refused ?? picked.refused;
  return html`<div class="correction"><h3>${t("dealer.correct.hand", { hand: picked.hand, result: stood ? handWords(stood, calls, tracking.draws) : "" })}</h3>
<div class="choice" role="group" aria-label="${t("dealer.correct.what")}">${ACTS.map((act) => html`<button class="button" data-correct="${act}" aria-pressed="${String(picked.act === act)}">${t(`dealer.correct.${act}`)}</button>`)}</div>
${picked.act !== "delete" && pad(picked.entry, calls, tracking, lit, picked.fresh ? EMPTY : picked.entry)}
${refused && html`<p class="message bad">${icon("warning")}<span>${refusalWords(refused, calls)}</span></p>`}
<h3>${t("dealer.correct.preview")}</h3>
<div class="dealer-roads preview">${picked.board ? roads(picked.board, calls, { big: 22, bead: 0 }) : html`<p class="muted">${t("dealer.correct.no_preview")}</p>`}</div>
<button class="button primary confirm" data-act="confirm" ${attr("aria-disabled", ready ? null : "true")}>${t(`dealer.correct.confirm.${picked.act}`, { hand: picked.hand })}</button></div>`;
}

/** The card that was turned when the shoe was burned. @param {{ rank: string, suit: string, refused: Refused | null }} burn */
export function burnSheet({ refused, ...chosen }) {
  const card = chosen.rank + chosen.suit;
  const ready = card.length === 2;
  return sheet(t("dealer.burn"), "sheet-title", html`<p>${t("dealer.burn.words")}</p>${oneCard(chosen)}
${refused && html`<p class="message bad">${icon("warning")}<span>${refusalWords(refused, [])}</span></p>`}
<button class="button primary confirm" data-act="burn" ${attr("aria-disabled", ready ? null : "true")}>${ready ? t("dealer.burn.confirm", { card: cardWords(card) }) : t("dealer.burn.choose")}</button>`);
}

/** @param {DealerState} state @param {Tracking} tracking @param {Settings} settings @param {Refused | null} refused */
export function menuSheet(state, tracking, settings, refused) {
  const { table } = state.view;
  const frozen = state.staff?.suspended != null;
  const toggle = (/** @type {string} */ name, /** @type {boolean} */ on, /** @type {string} */ words) => html`<button class="button toggle" data-toggle="${name}" aria-pressed="${String(on)}"><span>${t(`dealer.menu.${name}`)}<small>${words}</small></span><i class="knob"></i></button>`;
  return sheet(t("dealer.menu"), "sheet-title", html`${refused && html`<p class="message bad">${icon("warning")}<span>${refusalWords(refused, table.calls)}</span></p>`}
${toggle("quick", settings.quick, t("dealer.menu.quick.words"))}
${toggle("sound", settings.sound, t("dealer.menu.sound.words"))}
<div class="choice" role="group" aria-label="${t("dealer.menu.volume")}">${VOLUMES.map((volume) => html`<button class="button" data-volume="${volume}" aria-pressed="${String(settings.volume === volume)}">${t(`dealer.menu.volume.${volume}`)}</button>`)}</div>
<h3>${t("dealer.menu.light")}</h3>
<div class="choice" role="group" aria-label="${t("dealer.menu.light")}">${LIGHTS.map((light) => html`<button class="button" data-glow="${light}" aria-pressed="${String(settings.light === light)}">${t(`dealer.menu.light.${light}`)}</button>`)}</div>
<h3>${t("dealer.menu.shoe")}</h3>
<button class="button" data-act="mark-cut-card" ${attr("aria-disabled", tracking.cut_card || state.view.shoe === null ? "true" : null)}>${tracking.cut_card ? t("dealer.menu.cut_card.out") : t("dealer.menu.cut_card")}</button>
<button class="button" data-act="${frozen ? "resume-table" : "suspend-table"}">${frozen ? t("dealer.menu.unfreeze") : t("dealer.menu.freeze")}</button>
<form class="limit" data-form="limit"><label>${t("dealer.menu.limit")}<input class="field" name="hands" inputmode="numeric" pattern="[0-9]*" maxlength="3" autocomplete="off" value="${tracking.hands_limit ?? ""}"></label>
<button class="button">${t("dealer.menu.limit.set")}</button></form><p class="muted">${t("dealer.menu.limit.words")}</p>
<form class="limit line" data-form="line"><label>${t("dealer.menu.line")}<input class="field" name="line" maxlength="60" autocomplete="off" value="${state.view.message ?? ""}"></label>
<button class="button">${t("dealer.menu.limit.set")}</button></form><p class="muted">${t("dealer.menu.line.words")}</p>
<div class="links"><button class="button" data-sheet="help">${t("dealer.help")}</button><a class="button" href="/table/${encodeURIComponent(table.id)}/board">${t("dealer.menu.board")}</a>
<button class="button" data-act="sign-out">${t("dealer.menu.sign_out")}</button></div>`);
}

/** @param {readonly Call[]} calls */
export function helpSheet(calls) {
  const row = (/** @type {string} */ keys, /** @type {string} */ words) => html`<div><dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${words}</dd></div>`;
  const called = calls.flatMap((call) => {
    const key = keyOfCall(call);
    return key ? [row(key.toUpperCase(), call.label)] : [];
  });
  return sheet(t("dealer.help"), "sheet-title", html`<h3>${t("dealer.help.result")}</h3><dl class="keys-list">${row("1 P", t("player"))}${row("2 T", t("tie"))}${row("3 B", t("banker"))}${called}
${row("4", t("dealer.mark.pp"))}${row("6", t("dealer.mark.bp"))}${row("/", t("dealer.mark.n8"))}${row("*", t("dealer.mark.n9"))}${row("0", t("dealer.free"))}</dl>
<h3>${t("dealer.help.cards")}</h3><dl class="keys-list">${row("1 … 9", t("dealer.help.ranks"))}${row("0", t("dealer.help.ten"))}${row("J Q K", t("dealer.help.courts"))}${row("C D H S", t("dealer.help.suits"))}</dl><p>${t("dealer.help.scanner")}</p>
<h3>${t("dealer.help.both")}</h3><dl class="keys-list">${row("Enter", t("dealer.help.enter"))}${row("- ⌫", t("dealer.help.back"))}${row(".", t("dealer.help.mode"))}${row("+", t("dealer.help.bets"))}${row("Esc", t("dealer.help.clear"))}${row("?", t("dealer.help"))}</dl>
<p>${t("dealer.help.hold")}</p><p>${t("dealer.help.odds")}</p>`);
}

/** @param {Refused | null} refused @param {boolean} busy */
export const pinSheet = (refused, busy) => sheet(t("dealer.pin"), "pin-title", html`<form class="pin-form" data-form="pin"><label>${t("dealer.pin.words")}
<input class="field" name="pin" type="password" inputmode="numeric" pattern="[0-9]*" maxlength="12" autocomplete="off" autofocus></label>
${refused && html`<p class="message bad" role="alert">${icon("warning")}<span>${refusalWords(refused, [])}</span></p>`}
<button class="button primary" ${attr("aria-busy", busy ? "true" : null)}>${t("dealer.pin.give")}</button></form>`);

/** Asked where a key cannot be held. @param {string} name @param {Tracking} tracking */
export const askSheet = (name, tracking) => sheet(t(`dealer.ask.${name}`, askParams(tracking)), "sheet-title", html`<p>${t(`dealer.ask.${name}.words`, askParams(tracking))}</p>
<button class="button danger" data-sure="${name}">${t(`dealer.ask.${name}.yes`, askParams(tracking))}</button><button class="button" data-close="">${t("dealer.ask.no")}</button>`);

/** @param {Tracking} tracking */
const askParams = (tracking) => ({ shoe: tracking.next_shoe, hand: tracking.hands.length, back: tracking.back_to ?? "" });

/**
 * What stands here once the table takes wagers, or the sign-in is over.
 * @param {DealerState} state @param {string} lastWords
 */
export function otherTable({ view, staff }, lastWords) {
  const address = `/table/${encodeURIComponent(view.table.id)}`;
  const [words, way] = staff ? [t("dealer.other"), html`<a class="button primary" href="${address}/dealer">${t("dealer.other.console")}</a>`]
    : [t("dealer.not_signed_in"), html`<a class="button primary" href="/sign-in">${t("dealer.sign_in")}</a>`];
  return html`<main class="dealer-other"><h1>${view.table.name}</h1><p>${words}</p>
<dl><div><dt>${t("dealer.other.state")}</dt><dd>${t(`dealer.phase.${view.phase}`)}</dd></div>
${view.shoe !== null && html`<div><dt>${t("dealer.other.shoe")}</dt><dd>${t("shoe", { shoe: view.shoe })}, ${t("hand", { hand: view.hand })}</dd></div>`}
${lastWords && html`<div><dt>${t("dealer.last")}</dt><dd>${lastWords}</dd></div>`}</dl>
<p class="links">${way}<a class="button" href="${address}/board">${t("dealer.menu.board")}</a></p></main>`;
}
