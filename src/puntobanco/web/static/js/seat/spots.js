/**
 * The patron's own spots, enlarged: label, odds, stake or reason, limits; after the hand, what became of it.
 * @module
 */
import { money, oddsWords, range, signedMoney } from "../format.js";
import { html } from "../html.js";
import { t } from "../messages.js";
import { emblem, icon, stack } from "../svg.js";
import { bankDesk } from "./bank.js";
import { lineBar } from "./bars.js";
import { acceptedStakes, isAt, isPending } from "./stakes.js";
import { widthOf } from "./felt.js";
import { inscription, isAboutSpot, lineWords, pushReason, refusalShort, refusalWords, shortWords, spotName, terms } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Bet, SettlementLine } from "../types.d.ts" */
/** @import { ZoneLayout } from "./felt.js" */
/** @import { Picture } from "./picture.js" */

/** Milliseconds that a refusal stays on its spot. */
export const REFUSAL_TIME = 4000;

/** @param {Picture} picture @param {Markup | null} news what stands in place of the title, if anything happened */
export function spots(picture, news) {
  const { felt, size } = picture;
  if (picture.isBank) return html`${news && html`<div class="strip" data-key="strip">${news}</div>`}${bankDesk(picture)}`;
  const oneRow = size === "wide" || size === "middle";
  const rows = oneRow ? [felt.zones] : [felt.upper, felt.lower];
  return html`${news ? html`<div class="strip ${picture.view.ruled ? "ruled" : ""}" data-key="strip">${news}</div>${stands(picture)}` : heading(picture)}
    ${rows.map((zones, index) => html`<div class="spot-row ${oneRow ? "" : index ? "lower" : "upper"}" data-key="row-${index}">
      ${zones.map((each) => zone(picture, each))}</div>${!oneRow && moreOf(zones)}`)}`;
}

/** @param {Picture} picture */
function heading(picture) {
  return html`<p class="spots-title ${picture.place === null ? "" : "seated"}" data-key="title">${title(picture)}</p>
    ${picture.size === "phone" && html`<p class="sign-line serif" data-key="sign">${inscription(picture.table)}</p>`}`;
}

/** @param {Picture} picture */
function title(picture) {
  const { place, line, settled, mine, currency, table } = picture;
  const seat = place === null ? t("seat.title.watching") : t(`seat.title.own.${line}`, { place });
  const commission = table.bets.find((bet) => bet.commission);
  const note = settled && mine?.result?.lines.length
    ? t("seat.title.net", { net: signedMoney(mine.result.net - mine.result.fee, currency) })
    : mine?.fees_due && !settled ? t("seat.title.fees", { fee: money(mine.fees_due, currency) })
    : commission ? t("seat.title.commission", { commission: commission.commission, bet: commission.label })
      : fees(table.collection, currency);
  return html`<b>${seat}</b> <span>· ${note}</span>${stands(picture)}`;
}

/** The patron's other positions, to look at and to bet from. @param {Picture} picture */
function stands({ mine }) {
  const all = mine?.positions ?? [];
  return all.length > 1 && html`<span class="stands" data-key="stands" role="group" aria-label="${t("seat.stands")}">${all.map(({ place, line }) => html`
    <button class="button" data-stand="${place}" data-line="${line}" aria-pressed="${isAt({ place, line }, mine)}">${t(`seat.stand.${line}`, { place })}</button>`)}</span>`;
}

/**
 * What a hand costs beside the wagers.
 * @param {Picture["table"]["collection"]} collection
 * @param {Picture["currency"]} currency
 */
function fees(collection, currency) {
  if (!collection) return t("seat.title.no-commission");
  if (collection.waived) return t("seat.title.waived");
  const [first, ...more] = collection.player_fee;
  if (!first) return t("seat.title.no-fee");
  return t(more.length ? "seat.title.fee.from" : "seat.title.fee", { fee: money(first.fee, currency) });
}

/** @param {Picture} picture @param {ZoneLayout} layout */
function zone(picture, layout) {
  const width = layout.spots.some((bet) => widthOf(bet) === "main") ? "main"
    : layout.spots.every((bet) => widthOf(bet) === "circle") ? "circle" : "narrow";
  return html`<div class="zone zone-${width} ${layout.arrangement}" data-key="${layout.zone}" data-count="${layout.spots.length}">
    ${layout.spots.map((bet) => html`<div class="spot-box" data-key="${bet.id}">${spot(picture, bet)}${bubble(picture, bet)}</div>`)}
    ${(picture.size === "wide" || picture.size === "middle") && moreOf([layout])}
  </div>`;
}

/** What leads to the bets that find no room in some zones. @param {readonly ZoneLayout[]} zones */
function moreOf(zones) {
  const hidden = zones.filter(({ more }) => more.length > 0);
  const count = hidden.reduce((sum, { more }) => sum + more.length, 0);
  return count > 0 && html`<button class="button more" data-key="more" data-more="${hidden.map((each) => each.zone).join(" ")}">
    ${t("seat.more-bets", { count })}</button>`;
}

/** @param {Picture} picture @param {Bet} bet */
export function spot(picture, bet) {
  const { view, stakes, settled, currency } = picture;
  const line = settled ? lineOf(picture, bet) : undefined;
  const placed = stakes[bet.id] ?? 0;
  const pending = isPending(view, bet.id);
  const reason = reasonOf(picture, bet, placed);
  const locked = reason !== null && placed === 0;
  const classes = [
    "spot", bet.shape, `colour-${bet.colour}`, widthOf(bet),
    placed && !settled ? "placed" : "", pending ? "pending" : "", locked ? "unavailable" : "",
    picture.open || locked ? "" : "frozen", view.refused?.bet === bet.id ? "refused" : "", line ? `line-${shortWords(line, currency, picture.ended) === null ? line.verdict : "short"}` : "",
  ].filter(Boolean).join(" ");
  const call = picture.table.calls.find(({ id }) => id === bet.call);
  return html`<button class="${classes}" data-bet="${bet.id}" ${isTappable(picture) && !locked ? "" : DISABLED}
    ><span class="visually-hidden" data-key="name">${spotName(bet, { placed, pending, reason }, currency)}</span>
    <span class="spot-face" aria-hidden="true" data-key="face">${call && html`<span class="spot-emblem" data-key="emblem">${emblem(call)}</span>`}
    <span class="spot-label serif" data-key="label">${bet.label}</span>
    <span class="spot-odds" data-key="odds">${terms(bet, picture.calls)}</span>
    <span class="spot-odds-short" data-key="odds-short">${oddsWords(bet.pays)}</span>
    ${line ? settledStake(picture, bet, line) : stake(picture, placed)}
    ${locked ? plate(reason) : limits(picture, bet, placed, reason)}</span>
  </button>`;
}

/** A spot takes a chip, or leads a watcher to a seat. @param {Picture} picture */
const isTappable = ({ open, place, sitAt }) => open || (place === null && sitAt !== null);

const DISABLED = html`aria-disabled="true"`;

/**
 * Why nothing more fits on a spot now, if the reason is the spot's own.
 * @param {Picture} picture
 * @param {Bet} bet
 * @param {number} placed
 */
function reasonOf(picture, bet, placed) {
  const refusal = picture.mine?.spots[bet.id]?.refusal;
  if (!picture.open || !refusal || !isAboutSpot(refusal) || picture.view.pending.length) return null;
  const isSmall = widthOf(bet) !== "main" && placed === 0;
  return refusalShort(refusal, askedOf(picture, bet, placed), picture.table, isSmall);
}

/** @param {Picture} picture @param {Bet} bet @param {number | null} asked */
export function askedOf(picture, bet, asked) {
  const placed = acceptedStakes(picture.view)[bet.id] ?? 0;
  return {
    bet: bet.id, asked, placed, next: picture.state.view.next_ms,
    wallet: picture.mine?.wallet ?? 0, rack: picture.mine?.rack ?? 0,
  };
}

/** @param {Picture} picture @param {number} placed @returns {Markup | false} */
function stake({ table, currency }, placed) {
  if (!placed) return false;
  return html`<span class="spot-stake" data-key="stake"><span class="spot-stack">${stack(placed, table.chips, currency)}</span>
    <span class="amount">${money(placed, currency)}</span></span>`;
}

/** @param {string} reason */
const plate = (reason) => html`<span class="plate" data-key="plate">${icon("lock")}<span>${reason}</span></span>`;

/** @param {Picture} picture @param {Bet} bet @param {number} placed @param {string | null} reason */
function limits({ currency, settled }, bet, placed, reason) {
  if (settled) return false;
  return html`<span class="spot-limits ${reason ? "now" : ""}" data-key="limits">${placed && reason ? reason : range(bet.min, bet.max, currency)}</span>`;
}

/** @param {Picture} picture @param {Bet} bet */
function lineOf({ lines }, bet) {
  return lines.find((line) => line.bet === bet.id);
}

/** @param {Picture} picture @param {Bet} bet @param {SettlementLine} line */
function settledStake({ table, currency, state, ended }, bet, line) {
  const stakeStack = html`<span class="spot-stack" data-key="own">${stack(line.amount, table.chips, currency)}${lineBar(line)}</span>`;
  const short = shortWords(line, currency, ended);
  if (short !== null) {
    return html`<span class="spot-stake" data-key="short">${stakeStack}${line.paid > 0 && html`
        <span class="won" data-key="won">${signedMoney(line.paid, currency)}</span>`}</span>
      <span class="verdict" data-key="verdict">${widthOf(bet) === "main" ? short : shortest(line, currency, ended)}</span>`;
  }
  if (line.verdict === "pay") {
    return html`<span class="spot-stake paid" data-key="paid">${stakeStack}
        <span class="spot-stack payment" data-key="payment">${stack(line.paid, table.chips, currency)}</span></span>
      <span class="won" data-key="won">${signedMoney(line.paid, currency)}</span>`;
  }
  if (line.verdict === "push" || line.verdict === "void") {
    const why = state.view.coup ? pushReason(bet, state.view.coup, table) : "";
    return html`<span class="spot-stake" data-key="push">${stakeStack}<span class="amount">${money(line.amount, currency)}</span></span>
      <span class="verdict" data-key="verdict"><b>${t(`seat.spot.${line.verdict}`, { amount: money(line.returned, currency) })}</b> <span>${why}</span></span>`;
  }
  return html`<span class="spot-stake taken" data-key="taken">${stakeStack}</span>
    <span class="verdict" data-key="verdict">${t("seat.spot.collected", { amount: money(line.collected, currency) })}</span>`;
}

/** The same in two words, where a sentence has no room. @param {SettlementLine} line @param {Picture["currency"]} currency @param {number | null} ended */
function shortest(line, currency, ended) {
  const { word, tail } = lineWords(line, currency, ended);
  return html`<b>${word}</b> <i>${tail}</i>`;
}

/** The sentence of a refusal, where the finger was. @param {Picture} picture @param {Bet} bet @returns {Markup | false} */
function bubble(picture, bet) {
  const { refused } = picture.view;
  if (refused?.bet !== bet.id) return false;
  return html`<p class="bubble" data-key="bubble">${refusalWords(refused.refusal, askedOf(picture, bet, refused.amount), picture.table)}</p>`;
}
