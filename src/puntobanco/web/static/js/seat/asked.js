/**
 * Sheets whose content is asked for when they open: the own hands, the game in words and odds.
 * @module
 */
import { amount, money, oddsWords, signedMoney } from "../format.js";
import { html } from "../html.js";
import { t } from "../messages.js";
import { card, icon } from "../svg.js";
import { lineBar } from "./bars.js";
import { handWords, labelOf, lineWords, movedWords, placesOf, whyRuled } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Before, CoupView, Figure, Game, OwnHand, Ruled, SettlementLine, Side } from "../types.d.ts" */
/** @import { Picture } from "./picture.js" */
/** @import { Sheet } from "./sheets.js" */

/** The own last hands, each with its cards and lines. @param {Picture} picture @param {Sheet} open */
export function hands(picture, { hands: found }) {
  if (found === null) return html`<p class="empty">${t("seat.asked")}</p>`;
  if (!found.length) return html`<p class="empty">${t("seat.hands.none")}</p>`;
  return html`<p>${t("seat.hands.words", { count: found.length })}</p>
    <div class="own-hands">${found.map((each) => hand(picture, each))}</div>`;
}

/** @param {Picture} picture @param {OwnHand} hand */
function hand(picture, { round, hand: number, shoe, coup, lines, cover, net, fee, kind, rulings, before, ...rest }) {
  const { table, currency } = picture;
  const won = net - fee;
  const isCorrected = kind === "corrected";
  return html`<details data-key="${round}"><summary><span class="number">${t("seat.hands.hand", { shoe, hand: number })}</span>
    <span class="outcome tone-${rest.winner ?? "none"}">${isCorrected && icon("pencil")}${handWords(rest, table)}</span>
    <b class="${won > 0 ? "gain" : ""}">${lines.length || cover ? signedMoney(won, currency) : t("seat.own.no-wager")}</b></summary>
    ${kind !== "settled" && html`<p class="why">${t(`seat.hands.${kind}`)}</p>`}
    ${rulings.map((ruling, index) => html`${before[index] && stood(picture, ruling, before[index])}
      <p class="ruling" data-key="ruling-${index}">${icon(ruling.was ? "pencil" : "undo")}<span><b>${movedWords(ruling, currency)}</b> ${whyRuled(ruling)}</span></p>`)}
    ${isCorrected && html`<h4 class="stage">${t("seat.hands.stands")}</h4>`}${dealt(coup)}
    ${cover != null && html`<p>${t("seat.hands.cover", { cover: money(cover, currency) })}</p>`}${ownLines(picture, lines)}
    ${fee > 0 && html`<p class="why">${t("seat.net.fee", { amount: money(fee, currency) })}</p>`}</details>`;
}

/** How a hand had been settled, before it was settled again. @param {Picture} picture @param {Ruled} ruling @param {Before} before */
function stood(picture, { was }, { coup, lines, net }) {
  return html`<div class="stood"><h4 class="stage">${t("seat.hands.stood")} <span>${was && handWords(was, picture.table)}</span> <b>${signedMoney(net, picture.currency)}</b></h4>
    ${dealt(coup)}${ownLines(picture, lines)}</div>`;
}

/** @param {CoupView | null} coup */
function dealt(coup) {
  const side = (/** @type {Side} */ name) => html`<div class="detail-hand"><h4 class="colour-${name}">${t(name)} <b>${coup?.[name].total}</b></h4>
    <ol>${coup?.[name].cards.map((code) => html`<li>${card(code, "small")}</li>`)}</ol></div>`;
  return coup && html`${side("player")}${side("banker")}`;
}

/** @param {Picture} picture @param {readonly SettlementLine[]} lines */
function ownLines({ table, currency }, lines) {
  const where = placesOf(lines);
  return lines.length > 0 && html`<ul class="own-lines">${lines.map((line) => {
    const { word, tail } = lineWords(line, currency);
    return html`<li><span class="line-bet"><b>${labelOf(line.bet, table)} ${amount(line.amount, currency)}</b>${where && html`<small>${where(line)}</small>`}</span>
      <span class="verdict"><b>${word}</b> <small>${tail}</small>${lineBar(line)}</span></li>`;
  })}</ul>`;
}

/** A percentage with two decimals; the fraction that it stands for is a tap away. @param {Figure} figure */
const percent = ({ value }) => `${(100 * value).toFixed(2)}%`;

/** The rules of this very sheet in words, and its exact odds. @param {Picture} picture @param {Sheet} open */
export function game(picture, { game: found }) {
  if (found === null) return html`<p class="empty">${t("seat.asked")}</p>`;
  const bets = new Map(found.bets.map((bet) => [bet.id, bet]));
  return html`<h3>${t("seat.odds")}</h3><p>${t("seat.odds.words", { decks: found.decks })}</p>
    ${picture.table.bets.map((bet) => odds(bet.id, bet.label, bet.colour, bets.get(bet.id)))}
    <p class="why">${t("seat.odds.past")}</p>
    <h3>${t("seat.game.drawing")}</h3><ul class="words">${found.drawing.map((line) => html`<li>${line}.</li>`)}</ul>
    ${found.sections.map(({ title, lines }) => html`<h3>${title}</h3><ul class="words">${lines.map((line) => html`<li>${line}.</li>`)}</ul>`)}`;
}

/** @param {string} id @param {string} label @param {string} colour @param {Game["bets"][number] | undefined} bet */
function odds(id, label, colour, bet) {
  if (!bet) return false;
  return html`<details class="odds" data-key="${id}"><summary><b class="colour-${colour}">${label}</b><span>${t(bet.edge.value < 0 ? "seat.odds.edge.for" : "seat.odds.edge", { edge: percent({ ...bet.edge, value: Math.abs(bet.edge.value) }) })}</span></summary>
    <table><tbody>${bet.rows.map((row) => html`<tr><th scope="row">${row.odds ? oddsWords([row.odds]) : t(`seat.odds.${row.verdict}`)}</th>
      <td>${row.on ?? t("seat.odds.else")}</td><td class="chance"><b>${percent(row.chance)}</b><small>${row.chance.exact}</small></td></tr>`)}</tbody></table>
    <p class="why">${t("seat.odds.exact", { edge: bet.edge.exact })}</p></details>`;
}
