/** @file The board's clock zone: one picture for each state of the table, none of which relies on colour. */
import { remaining, share } from "../clock.js";
import { emblem } from "../emblems.js";
import { score, wholeSeconds } from "../format.js";
import { html } from "../html.js";
import { icon } from "../icons.js";
import { both, t } from "../messages.js";
import { bead, callBead } from "../roads.js";

/**
 * @import { Anchored } from "../clock.js"
 * @import { Call, Result, View } from "../types.d.ts"
 */
/**
 * @typedef {object} Moment
 * @property {View} view
 * @property {Anchored | null} clock
 * @property {number | null} nextAt when betting opens, on performance.now()
 * @property {Call | null} banner the call that has just been made
 * @property {boolean} offline
 */

export const LAST_SECONDS = 5;
const RADIUS = 102;
export const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const MINUTE = 60000;

/**
 * Which picture the clock zone shows.
 * @param {Moment} moment
 * @param {number} now
 */
export function pictureOf({ view, clock, banner, offline }, now) {
  if (offline) return "offline";
  if (banner) return "banner";
  if (view.phase === "betting" && clock) {
    return wholeSeconds(remaining(clock, now)) <= LAST_SECONDS ? "last-bets" : "place-bets";
  }
  if (view.phase === "betting") return "open";
  if (view.phase === "dealing") return "no-more-bets";
  if (view.is_suspended) return "suspended";
  return view.phase;
}

/** The zone before the first snapshot, while there is no line. */
export const nothingYet = () =>
  html`<div class="clock-picture is-offline" data-key="offline">${noConnection()}</div>`;

/**
 * A result in one piece: the call or the winner, and the score if it is known.
 * @param {Result} last
 * @param {readonly Call[]} calls
 */
export function resultWords(last, calls) {
  const call = calls.find(({ id }) => last.calls.includes(id));
  const points = score(last);
  return html`${call?.label ?? both(last.winner)}${points && ` ${points}`}`;
}

/**
 * @param {unknown} title
 * @param {unknown} [detail]
 */
const words = (title, detail) => html`<p class="state-words">${title}</p>${detail && html`<p class="state-detail">${detail}</p>`}`;

/**
 * @param {Moment} moment
 * @param {number} now
 */
export function clockZone(moment, now) {
  const { view } = moment;
  const picture = pictureOf(moment, now);
  const { last } = view.board;
  const shown = picture !== "settled" && picture !== "banner" && last;
  const footer = shown && html`<p class="last-result">${both("board.last")} <b class="role-${last.winner}">${resultWords(last, view.table.calls)}</b></p>`;
  return html`<div class="clock-picture is-${picture}" data-key="${picture}">${PICTURES[picture]?.(moment, now)}</div>${footer}`;
}

/** @type {Record<string, (moment: Moment, now: number) => import("../html.js").Markup>} */
const PICTURES = {
  "place-bets": (moment, now) => {
    const seconds = t("board.seconds_left", { seconds: secondsLeft(moment, now) });
    return html`${ring(moment, now)}${words(both("board.place_bets"), html`<span class="narrow-only">${seconds}</span>`)}`;
  },
  "open": () => html`<svg class="dial" viewBox="-110 -110 220 220" aria-hidden="true"><circle class="dial-ring" r="${RADIUS}"/></svg>
${words(both("board.place_bets"))}`,
  "last-bets": (moment, now) => {
    const seconds = secondsLeft(moment, now);
    const blocks = Array.from({ length: LAST_SECONDS }, (_, place) => html`<i class="${place < seconds ? "block full" : "block"}"></i>`);
    return html`<svg class="dial" viewBox="-110 -110 220 220" aria-hidden="true"><circle class="dial-disc" r="106"/>
<text class="dial-digits on-disc" text-anchor="middle" y="39">${seconds}</text></svg>
<p class="blocks" aria-hidden="true">${blocks}</p>${words(both("board.last_bets"))}`;
  },
  "paused": (moment, now) => html`${ring(moment, now)}${words(both("board.paused"))}`,
  "no-more-bets": () => html`<div class="stop"><svg class="stop-sign" viewBox="0 0 76 76" aria-hidden="true"><rect
class="stop-plate" width="76" height="76" rx="12"/><rect class="stop-bar" x="18" y="32" width="40" height="12" rx="3"/></svg>
<p class="stop-words">${both("board.no_more_bets")}</p><div class="drain" aria-hidden="true"><i></i></div></div>`,
  "settled": ({ view, nextAt }, now) => {
    const { last } = view.board;
    if (!last) return words(both("board.waiting"));
    const call = view.table.calls.find(({ id }) => last.calls.includes(id));
    const title = last.winner === "tie" ? both("board.tie_hand") : both(`board.${last.winner}_wins`);
    const next = nextAt !== null && both("board.next_hand", { seconds: wholeSeconds(nextAt - now) });
    return html`<span class="winner-bead">${call ? callBead(call) : bead(last.winner)}</span>
<p class="state-words role-${call?.colour ?? last.winner}">${call ? call.label : title}</p>
<p class="state-score">${score(last)}</p>${next && html`<p class="state-detail">${next}</p>`}`;
  },
  "banner": ({ view, banner }) => {
    const { last } = view.board;
    return html`<div class="banner ground-${banner?.colour} fill-of-${banner?.colour}"><span class="banner-emblem">${banner && emblem(banner)}</span>
<p class="banner-call">${banner?.label}</p>
<p class="banner-score">${last && html`${both(last.winner)} ${score(last)}`}</p></div>`;
  },
  "shuffling": ({ clock }, now) => {
    const minutes = clock ? Math.max(1, Math.ceil(remaining(clock, now) / MINUTE)) : null;
    const when = minutes !== null && html` ${t("board.first_hand", { count: minutes })}`;
    return html`${emptyDial("shuffle")}${words(both("board.new_shoe"), html`${t("board.shuffling")}${when}`)}`;
  },
  "waiting": () => html`${emptyDial("next-card")}${words(both("board.waiting"))}`,
  "suspended": () => html`${emptyDial("lock")}${words(both("board.suspended"))}`,
  "closed": () => html`${emptyDial("lock")}${words(both("board.closed"))}`,
  "offline": noConnection,
};

/**
 * @param {Moment} moment
 * @param {number} now
 */
const secondsLeft = ({ clock }, now) => (clock ? wholeSeconds(remaining(clock, now)) : 0);

/**
 * How much of the ring is missing, for `stroke-dashoffset`.
 * @param {Anchored} clock
 * @param {number} now
 */
export const gap = (clock, now) => (CIRCUMFERENCE * (1 - share(clock, now))).toFixed(1);

/**
 * @param {Moment} moment
 * @param {number} now
 */
function ring(moment, now) {
  const { clock } = moment;
  const seconds = secondsLeft(moment, now);
  return html`<svg class="dial" viewBox="-110 -110 220 220" aria-hidden="true"><circle class="dial-track" r="${RADIUS}"/>
<circle class="dial-ring" r="${RADIUS}" transform="rotate(-90)" stroke-dasharray="${CIRCUMFERENCE.toFixed(1)}"
stroke-dashoffset="${clock ? gap(clock, now) : 0}"/><text class="${seconds > 99 ? "dial-digits long" : "dial-digits"}"
text-anchor="middle" y="${seconds > 99 ? 28 : 38}">${seconds}</text></svg>`;
}

/** @param {"lock" | "offline" | "next-card" | "shuffle"} name */
const emptyDial = (name) => html`<span class="dial empty"><svg viewBox="-110 -110 220 220" aria-hidden="true"><circle
class="dial-dashes" r="${RADIUS}"/></svg>${icon(name)}</span>`;

function noConnection() {
  return html`${emptyDial("offline")}${words(both("board.offline"))}`;
}
