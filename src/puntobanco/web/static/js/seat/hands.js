/**
 * The middle of the table: the two hands, the clock between them, the words of the moment and the result.
 * @module
 */
import { html } from "../html.js";
import { t } from "../messages.js";
import { card, cardBack, emblem, icon } from "../svg.js";
import { isVoid } from "./picture.js";
import { resultWords } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Phase, Side } from "../types.d.ts" */
/** @import { Picture } from "./picture.js" */

/** @param {Picture} picture */
export function hands(picture) {
  return html`${hand(picture, "player")}${centre(picture)}${hand(picture, "banker")}${result(picture)}`;
}

/**
 * @param {Picture} picture
 * @param {Side} side
 */
function hand({ state, dealt, size, settled }, side) {
  const { coup, round } = state.view;
  const cards = coup?.[side].cards.slice(0, dealt[side]) ?? [];
  const lie = cards.length > 1 && cards.length === coup?.[side].cards.length && dealt.flying !== side && dealt.down !== side;
  const outlines = Array.from({ length: Math.max(0, 2 - cards.length) }, (_, index) => html`
    <li class="card-outline" data-key="outline-${cards.length + index}"></li>`);
  const won = settled && coup?.winner === side;
  const face = size === "phone" ? "small" : "full";
  return html`<section class="hand ${side} ${won ? "winner" : ""}" data-key="${side}">
    <h2 class="hand-name serif">${t(side)}${lie && html`
      <span class="total" data-key="total">${coup?.[side].total}<span class="visually-hidden"> ${t("seat.points")}</span></span>`}</h2>
    <ol class="cards" data-count="${cards.length}">${cards.map((code, index) => (dealt.down === side && index === cards.length - 1
      ? covered(code, `${round}-${index}`, `${side}-${index}`, index === 2)
      : html`
      <li class="card-place ${index === 2 ? "third" : ""}" data-key="${round}-${index}" data-card="${side}-${index}">
        <span class="front">${card(code, face)}</span><span class="reverse" aria-hidden="true">${cardBack()}</span>
      </li>`))}${outlines}</ol>
  </section>`;
}

/**
 * A card face down, to be bent up: the flap shows of its face what a finger has lifted, whatever comes meanwhile.
 * @param {string} code
 * @param {string} key
 * @param {string} name
 * @param {boolean} isThird
 */
const covered = (code, key, name, isThird) => html`<li class="card-place down ${isThird ? "third" : ""}" data-key="${key}-down" data-card="${name}" data-own="data-late">
  <span class="front" aria-hidden="true">${cardBack()}</span><span class="flap" aria-hidden="true"><span>${card(code)}</span></span>
  <span class="squeeze" data-squeeze="" role="slider" tabindex="0" aria-label="${t("seat.squeeze")}" aria-orientation="vertical"
    aria-valuemin="0" aria-valuemax="100" aria-valuenow="0"></span></li>`;

/** @param {Picture} picture */
function centre(picture) {
  const { state, settled, phase } = picture;
  const words = state.view.coup && resultWords(state.view.coup, state.view.table);
  const call = settled && words?.call ? state.view.table.calls.find(({ id }) => id === words.call) : undefined;
  if (settled) {
    return html`<div class="centre" data-key="centre">${call && html`
      <div class="call-disc ${call.colour}" data-key="disc">${emblem(call)}</div>`}</div>`;
  }
  return html`<div class="centre" data-key="centre">
    ${picture.isLost ? sign("lost") : state.view.clock && phase !== "dealing" ? clock(phase) : sign(isShut(picture) ? "closed" : phase)}
    ${picture.dealt.down !== null && picture.dealt.flying === null && html`<button class="button show" data-key="show" data-show="">${t("seat.squeeze.show")}</button>`}
    <p class="state-words ${isShut(picture) && !picture.isLost ? "closed" : ""}" data-key="words">${stateWords(picture)}</p>
  </div>`;
}

/** The clock; its numeral and ring are moved by the page between two states. @param {Phase} phase */
const clock = (phase) => html`<div class="clock" data-key="clock" data-phase="${phase}" role="timer" data-own="">
  <svg viewBox="0 0 120 120" aria-hidden="true"><circle class="clock-ground" cx="60" cy="60" r="53"/>
    <circle class="clock-track" cx="60" cy="60" r="55"/>
    <circle class="clock-ring" cx="60" cy="60" r="55" pathLength="100" transform="rotate(-90 60 60)"/></svg>
  <span class="clock-numeral"></span>
</div>`;

/** @type {Record<string, Parameters<typeof icon>[0]>} */
const SIGNS = { paused: "lock", closed: "lock", dealing: "next-card", waiting: "next-card", lost: "offline" };

/** @param {Phase | "lost"} phase */
const sign = (phase) => html`<div class="clock sign" data-key="sign-${phase}" aria-hidden="true">${icon(SIGNS[phase] ?? "shuffle")}</div>`;

/** No more bets, and no card yet. @param {Pick<Picture, "phase" | "dealt">} picture */
const isShut = ({ phase, dealt }) => phase === "dealing" && dealt.player + dealt.banker === 0;

/** @param {Picture} picture */
export function stateWords({ phase, state, dealt, isLost }) {
  if (isLost) return t("seat.state.lost");
  if (phase === "dealing") return isShut({ phase, dealt }) ? t("seat.state.no-more-bets") : t("seat.state.dealing");
  if (phase === "betting" && state.view.last_rounds === 1) return t("seat.state.last-hand");
  if (phase === "betting" && !state.view.clock) return t("seat.state.betting.open");
  return t(`seat.state.${phase}`);
}

/** @param {Picture} picture @returns {Markup | false} */
function result({ state, settled, table }) {
  if (settled && isVoid(state.view)) {
    return html`<div class="result tone-void" data-key="void-${state.view.round}"><p class="result-head serif">${t("seat.void.head", { hand: state.view.hand })}</p>
      <p class="result-tail">${t("seat.void.tail")}</p></div>`;
  }
  const words = settled && state.view.coup && resultWords(state.view.coup, table);
  if (!words) return false;
  return html`<div class="result tone-${words.tone}" data-key="result-${state.view.round}">
    <p class="result-head serif">${words.head}</p><p class="result-tail">${words.tail}</p>
    ${state.view.settlement?.kind === "corrected" && html`<p class="result-mark" data-key="mark">${icon("pencil")}<span>${t("seat.corrected")}</span></p>`}</div>`;
}
