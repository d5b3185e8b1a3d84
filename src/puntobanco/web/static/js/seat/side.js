/**
 * The side column: what each bet pays, this shoe, own last hands; after the hand, its settlement.
 * @module
 */
import { amount, money, oddsWords, range, signedMoney } from "../format.js";
import { html } from "../html.js";
import { t } from "../messages.js";
import { beadPlate, bigRoad, lowerRoad, LOWER_ROADS } from "../roads.js";
import { card, icon, stack } from "../svg.js";
import { actionPanel, bankPanel, hasRows, running } from "./bank.js";
import { lineBar } from "./bars.js";
import { isVoid } from "./picture.js";
import { handWords, labelOf, lineReason, lineWords, list, placesOf } from "./words.js";
import { ruling } from "./head.js";
import { netTail } from "./tray.js";

/** @import { Bet, SettlementLine } from "../types.d.ts" */
/** @import { Picture } from "./picture.js" */

/** Panels that stand one at a time where there is no room for a column. */
export const TABS = /** @type {const} */ (["shoe", "paytable", "own"]);

/** @param {Picture} picture */
export function side(picture) {
  const lines = picture.settled ? (picture.told.view.settlement?.lines.length ?? 0) : 0;
  const first = picture.settled ? html`${action(picture)}${settlement(picture)}` : before(picture);
  // A short settlement takes the room of the paytable, and nothing below it moves.
  return html`${first}${shoe({ ...picture, settled: lines > (LINES[picture.size] ?? 0) })}${lines <= FEW && hasRoom(picture) && beads(picture)}${own(picture)}`;
}

/** Before the cards: who covers, and what each bet pays where there is room. @param {Picture} picture */
function before(picture) {
  const isCovered = picture.table.bank === "player-dealer";
  return html`${isCovered && bankPanel(picture)}${!(isCovered && hasRows(picture)) && paytable(picture)}`;
}

/** @param {Picture} picture */
export function action(picture) {
  const code = picture.told.view.button?.card ?? "";
  return actionPanel(picture, (each) => card(each, "small"), t(`card.rank.${code.slice(0, -1)}`));
}

/** Lines of a settlement that leave room for the whole shoe, by size, and for the bead plate too. @type {Record<string, number>} */
const LINES = { wide: 12, middle: 4, small: Infinity };
const FEW = 5;

/** Own hands that leave no room for the bead plate. */
const HANDS = 3;

/** Where there are few own hands yet, the bead plate has room. @param {Picture} picture */
const hasRoom = ({ size, told, table }) => size === "wide" && table.bank === "house" && (told.mine?.history.length ?? 0) < HANDS;

/** @param {Picture} picture */
function beads({ told }) {
  const { board, table, round } = told.view;
  return html`<section class="panel beads" data-key="beads"><div class="panel-head"><h2>${t("road.bead_plate")}</h2></div>
    ${beadPlate(board.bead_plate, { columns: BEAD_COLUMNS, calls: table.calls, newest: String(round), label: roadLabel(told) })}</section>`;
}

/** What each bet pays, in the order of the felt. @param {Picture} picture */
export function paytable({ felt, currency }) {
  const bets = felt.zones.flatMap(({ spots, more }) => [...spots, ...more]);
  return html`<section class="panel paytable" data-key="paytable" data-panel="paytable">
    <div class="panel-head"><h2>${t("seat.paytable")}</h2><span>${t("seat.paytable.note")}</span></div>
    <table><tbody>${bets.map((bet) => html`<tr data-key="${bet.id}" data-row="${bet.id}">
      <th scope="row" class="colour-${bet.colour}">${bet.label}</th>
      <td class="pays">${oddsWords(bet.pays)}</td>
      <td class="note">${note(bet)}</td>
      <td class="limits">${range(bet.min, bet.max, currency)}</td></tr>`)}</tbody></table>
  </section>`;
}

/** What else decides a bet, short. @param {Bet} bet */
export function note(bet) {
  if (bet.requires.length) return t("seat.note.requires");
  if (bet.commission) return t("seat.note.commission", { commission: bet.commission });
  if (bet.pushes_on.length) return t("seat.note.pushes", { on: list(bet.pushes_on, "conjunction") });
  return "";
}

/** Columns of the bead plate. */
const BEAD_COLUMNS = 16;

/** Columns of the big road by the room there is. @type {Record<string, number>} */
const COLUMNS = { wide: 25, middle: 18, small: 34, phone: 27 };

/** This shoe: tally and roads. @param {Picture} picture */
export function shoe({ told, size, settled }) {
  const { board, table, round } = told.view;
  const { tally } = board;
  const columns = COLUMNS[size] ?? 25;
  const plain = size === "middle" ? { plain: false } : {};
  const counts = [
    { name: t("player"), colour: "player", count: tally.player.count },
    { name: t("banker"), colour: "banker", count: tally.banker.count },
    { name: t("tie"), colour: "tie", count: tally.tie.count },
    ...tally.calls.map((call) => ({ name: call.label, colour: call.colour, count: call.count })),
  ];
  return html`<section class="panel shoe" data-key="shoe" data-panel="shoe">
    <div class="panel-head"><h2>${t("seat.shoe")}</h2><span>${t("seat.shoe.hands", { count: tally.hands })}</span></div>
    ${!settled && html`<dl class="counts" data-key="counts">${counts.map(({ name, colour, count }) => html`<div class="colour-${colour}">
      <dt>${name}</dt><dd>${count}</dd></div>`)}</dl>`}
    ${bigRoad(board.big_road, { columns, calls: table.calls, newest: String(round), label: roadLabel(told), ...plain })}
    ${!settled && html`<div class="lower-roads" data-key="lower">${LOWER_ROADS.map((kind) => lowerRoad(kind, board[kind], {
      columns: Math.round(columns * 0.72), plain: true,
    }))}</div>`}
    ${lastShoe(told)}
  </section>`;
}

/** @param {import("../types.d.ts").State} told */
function roadLabel({ view }) {
  const { tally } = view.board;
  return t("seat.road", { hands: tally.hands, player: tally.player.count, banker: tally.banker.count, tie: tally.tie.count });
}

/** @param {import("../types.d.ts").State} told */
function lastShoe({ view }) {
  const last = view.board.last_shoe;
  if (!last || view.board.tally.hands > 0) return false;
  return html`<p class="last-shoe" data-key="last">${t("seat.last-shoe", {
    number: last.number, hands: last.hands, player: last.player, banker: last.banker, tie: last.tie,
  })}</p>`;
}

/** Own last hands and what is in the wallet. @param {Picture} picture */
export function own(picture) {
  const { told, table, currency, place, mine } = picture;
  const history = told.mine?.history ?? [];
  return html`<section class="panel own" data-key="own" data-panel="own">
    <div class="panel-head"><h2>${t("seat.own")}</h2></div>
    ${history.length ? html`<ol class="history" data-key="list">${history.map((hand) => {
      const [first, ...others] = [...hand.wagers].sort((a, b) => rank(picture, a.bet) - rank(picture, b.bet));
      const wager = first ? t(others.length ? "seat.own.wagers" : "seat.own.wager", {
        bet: labelOf(first.bet, table), amount: money(first.amount, currency), count: others.length,
      }) : hand.cover !== null ? t("seat.own.covered", { amount: money(hand.cover, currency) }) : t("seat.own.no-wager");
      const net = hand.net - hand.fee;
      return html`<li data-key="${hand.round}"><span class="number">${hand.hand}</span>
        <span class="outcome tone-${hand.winner ?? "none"}">${hand.kind === "corrected" && icon("pencil")}${handWords(hand, table)}</span>
        <span class="wager ${first || hand.cover !== null ? "" : "none"}">${wager}</span>
        <b class="${net > 0 ? "gain" : ""}">${first || hand.cover !== null ? signedMoney(net, currency) : ""}</b></li>`;
    })}</ol>` : html`<p class="empty" data-key="empty">${t(place === null ? "seat.own.watching" : "seat.own.empty")}</p>`}
    ${mine && html`<div class="own-foot" data-key="foot">${ownLimits(picture)}
      ${place !== null && html`<button class="button" data-key="more" data-sheet="buy-in">${t("seat.buy-in.more")}</button>`}
      <button class="button" data-key="all" data-sheet="hands">${t("seat.hands.all")}</button></div>`}
  </section>`;
}

/** How far own limits are used up, and the way to set them. @param {Picture} picture */
function ownLimits({ mine, currency }) {
  const limits = mine?.limits;
  const part = (/** @type {string} */ key, /** @type {string} */ value) => html`<p data-key="${key}"><span class="tray-caption">${t(`seat.limits.${key}`)}</span><b>${value}</b></p>`;
  return html`${limits?.loss != null && part("loss", t("seat.limits.of", { used: money(Math.max(0, limits.lost), currency), limit: money(limits.loss, currency) }))}
    ${limits?.minutes != null && part("time", t("seat.limits.minutes", { used: Math.floor(limits.spent_ms / 60_000), limit: limits.minutes }))}
    <button class="button" data-key="limits" data-sheet="limits">${t(limits ? "seat.limits.change" : "seat.limits.set")}</button>`;
}

/** Main bets come before side bets. @param {Picture} picture @param {string} bet */
const rank = ({ bets }, bet) => (bets.get(bet)?.kind === "main" ? 0 : 1);

/** Every line of the hand in the order of settlement, own ones tinted. @param {Picture} picture */
export function settlement(picture) {
  const { told, mine, currency } = picture;
  const lines = told.view.settlement?.lines ?? [];
  const bank = told.view.settlement?.player_dealer;
  const isOff = isVoid(told.view);
  const net = isOff ? html`<span>${t("seat.settlement.back")}</span>` : mine?.result?.lines.length ? html`<span>${t("seat.settlement.net")} <b class="${mine.result.net > 0 ? "gain" : ""}">${signedMoney(mine.result.net, currency)}</b></span>`
    : html`<span>${t("seat.settlement.lines", { count: lines.length })}</span>`;
  return html`<section class="panel settlement" data-key="settlement" data-panel="paytable">
    <div class="panel-head"><h2>${t(isOff ? "seat.settlement.void" : bank ? "seat.settlement.order" : "seat.settlement", { hand: told.view.hand })}</h2>${net}</div>
    ${bank && !isOff && running({ net: bank.net, cover: bank.cover, currency, name: t("seat.settlement.bank", { name: bank.name }) })}
    ${lines.length ? html`<ol class="lines" data-key="lines" tabindex="0" aria-label="${t("seat.settlement", { hand: told.view.hand })}">${lines.map((line) => html`${row(picture, line)}${line.number === bank?.ended && line.number < lines.length && ranOut(picture, lines.length)}`)}</ol>`
      : html`<p class="empty" data-key="empty">${t("seat.settlement.empty")}</p>`}
  </section>`;
}

/** The break where the cover ran out, or was won. @param {Picture} picture @param {number} last */
function ranOut({ told, currency }, last) {
  const bank = told.view.settlement?.player_dealer;
  if (!bank) return false;
  const from = (bank.ended ?? 0) + 1;
  const params = { cover: amount(bank.cover, currency), from, last };
  return html`<li class="ran-out">${icon("warning")}<span>${t(bank.exhausted ? "seat.settlement.ran-out" : "seat.settlement.won", { ...params, count: last - from + 1 })}</span></li>`;
}

/** @param {Picture} picture @param {SettlementLine} line */
function row({ table, currency, bets, told, mine }, line) {
  const ended = told.view.settlement?.player_dealer?.ended ?? null;
  const { word, tail, kind, isShort } = lineWords(line, currency, ended);
  const own = mine?.positions.some((each) => each.place === line.place && each.line === line.line);
  const isOver = ended !== null && line.number > ended;
  const bank = line.bank === null ? "" : (line.bank > 0 ? "+" : "") + amount(line.bank, currency);
  return html`<li class="line ${own ? "mine" : ""} ${isOver ? "over" : ""}"><span class="number">${line.number}</span>
    <span class="who"><b>${t("seat.place.seat", { place: line.place })}</b> <small class="on-${line.line}">${own ? t("seat.you") : line.line === "back" ? t("seat.line.back-line", { name: line.name }) : line.name}</small></span>
    <span class="what"><i class="dot colour-${bets.get(line.bet)?.colour}"></i>${labelOf(line.bet, table)} ${amount(line.amount, currency)}</span>
    <span class="verdict ${kind} ${isShort ? "short" : ""}"><b>${word}</b>${tail && html` <small>${tail}</small>`}${lineBar(line)}</span>
    ${line.bank !== null && line.verdict !== "void" && html`<span class="after">${bank}</span>`}</li>`;
}

/** On the phone a result begins with the patron's own money. @param {Picture} picture */
export function ownResult(picture) {
  const { settled, mine, table, currency, state, ended, view } = picture;
  const result = mine?.result;
  const ruled = settled && view.ruled && html`<div class="strip ruled" data-key="ruled">${ruling(picture)}</div>`;
  if (!settled || !(result?.lines.length || result?.as_player_dealer != null)) return html`${ruled}`;
  const net = result.net - result.fee;
  const where = placesOf(result.lines);
  return html`${ruled}<p class="own-net"><b class="${net > 0 ? "gain" : ""}">${signedMoney(net, currency)}</b> <span>${netTail(picture)}</span></p>
    <ol class="own-lines">${result.lines.map((line) => html`<li><span class="line-stack">${stack(line.amount, table.chips, currency)}${lineBar(line)}</span>
      <span class="line-bet"><b>${t("seat.own.line", { bet: labelOf(line.bet, table), amount: money(line.amount, currency) })}</b>
        <small>${where && html`${where(line)}, `}${lineReason(line, state.view.coup, table, ended)}</small></span>
      <b class="line-net ${line.verdict}">${line.paid ? signedMoney(line.paid, currency)
        : line.collected ? signedMoney(-line.collected, currency) : t("seat.place.returned")}</b></li>`)}</ol>`;
}
