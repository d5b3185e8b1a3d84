/**
 * The settlement: one line at a time, very large, with exact chips; the whole order beside it.
 * @module
 */
import { card, cardName } from "../cards.js";
import { chip } from "../chips.js";
import { amount, money } from "../format.js";
import { attr, html } from "../html.js";
import { icon } from "../icons.js";
import { t } from "../messages.js";
import { linesLeft } from "./keys.js";
import { dotOf } from "./side.js";
import { labelOf, lineNote, lineWhy, lineWords, sayWords, seatWords } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Table } from "../types.d.ts" */
/** @import { Chips, Line, Picture, Settling } from "./types.d.ts" */

/** @param {Picture} picture @param {(picture: Picture) => Markup} nextPanel */
export function settlement(picture, nextPanel) {
  const settling = /** @type {Settling} */ (picture.console.settling);
  const { table } = picture.view;
  const left = linesLeft(picture);
  const at = left > 0 ? settling.lines.length - left : null;
  return html`<div class="settle-left">${shown(picture)}
${at === null ? nextPanel(picture) : lineCard(/** @type {Line} */ (settling.lines[at]), at, settling, table)}
${settling.bank && bankBar(settling, at ?? settling.lines.length, table)}</div>
<section class="settle-list" aria-label="${t("console.order")}">${orderHead(picture)}
${settling.lines.length ? html`<ol tabindex="0">${settling.lines.map((line, index) => lineRow(line, index, at, table, settling.bank !== null))}</ol>` : html`<p class="muted none">${t("console.no_lines")}</p>`}
${totals(settling, table)}</section>`;
}

/** Cards, totals and the call, small. @param {Picture} picture */
function shown({ view, console: c }) {
  const { coup, table } = view;
  if (!coup) return null;
  const row = (/** @type {"player" | "banker"} */ side) => html`<div class="shown-hand role-${side}" role="group" aria-label="${t(side)} ${coup[side].total}">
<ol>${coup[side].cards.map((code, at) => html`<li data-key="${at}">${card(code, "small")}</li>`)}</ol><b class="total ${coup.winner === side && "won"}">${coup[side].total}</b></div>`;
  const say = sayWords(c.called, table);
  return html`<section class="shown felt" data-key="shown" data-felt="${table.felt}"><div class="shown-hands">${row("player")}${row("banker")}</div>
${say && html`<p class="serif call">“${say}”</p>`}</section>`;
}

/** @param {Line} line @param {number} at @param {Settling} settling @param {Table} table */
function lineCard(line, at, { lines }, table) {
  const why = lineWhy(line, table);
  const rest = lines.slice(at + 1);
  const allBack = line.ends === "exhausted" && rest.length > 0 && rest.every(({ no_action: none }) => none);
  return html`<section class="line-card" data-key="line-${at}" aria-live="polite"><p class="line-head"><b>${t("console.line.of", { line: at + 1, count: lines.length })}</b>
<span>${seatWords(line)}, ${labelOf(line.bet, table)}, ${t("console.line.stake", { amount: amount(line.amount, table.currency) })}</span></p>
<h2>${lineWords(line, table)}${lineNote(line) && html` <small>${lineNote(line)}</small>`}</h2>
${line.act === "return" ? null : bigChips(line.chips, table)}
${why && html`<p class="line-why ${(line.uncovered > 0 || line.ends) && "ends"}">${why}</p>`}
${allBack && html`<p class="muted">${t("console.line.then", { from: at + 2, to: lines.length })}</p>`}</section>`;
}

/** @param {Chips} chips @param {Table} table */
const bigChips = (chips, table) => html`<ol class="big-chips">${chips.map(([value, many]) => html`<li>${chip(value, table.currency)}<span>${many} × ${amount(value, table.currency)}</span></li>`)}</ol>`;

/** @param {Picture} picture */
function orderHead({ console: { button, settling } }) {
  const bank = settling?.bank ? html`<span class="caption">${t("console.bank")}</span>` : null;
  if (!button) return html`<h2 class="order-head"><span>${t("console.order.house")}</span>${bank}</h2>`;
  return html`<h2 class="order-head"><span class="order-card">${card(button.card, "small")}</span><span>${t("console.order.from", { seat: button.seat })}</span>
<small>${t("console.order.card", { card: cardName(button.card), value: button.value })}</small>${bank}</h2>`;
}

/** @param {Line} line @param {number} index @param {number | null} at @param {Table} table @param {boolean} banked */
function lineRow(line, index, at, table, banked) {
  const done = at === null || index < at;
  const now = index === at;
  return html`<li class="order-line ${done && "done"} ${line.no_action && "no-action"}" data-key="${index}" ${attr("aria-current", now ? "step" : null)}>
<span class="n">${done ? html`${icon("tick")}<span class="visually-hidden">${t("console.line.done")}</span>` : index + 1}</span>
<span class="at">${seatWords(line)}</span><span class="bet"><i class="dot dot-${dotOf(line.bet, table)}"></i>${labelOf(line.bet, table)} ${amount(line.amount, table.currency)}</span>
<span class="what"><b>${lineWords(line, table)}</b> ${lineNote(line)}</span>
<span class="chips" aria-hidden="true">${line.act === "pay" ? line.chips.map(([value, many]) => html`<span>${many}×${chip(value, table.currency)}</span>`) : null}</span>
<span class="net">${banked ? signed(line.net, table) : ""}</span></li>`;
}

/** @param {number} value @param {Table} table */
const signed = (value, table) => (value > 0 ? "+" : "") + amount(value, table.currency);

/** Where the player-dealer stands, between the two ends of the cover. @param {Settling} settling @param {number} done @param {Table} table */
function bankBar({ bank, lines }, done, table) {
  if (!bank) return null;
  const now = done === 0 ? 0 : (lines[done - 1]?.net ?? 0);
  const after = lines[done]?.net ?? now;
  const part = (/** @type {number} */ net) => (bank.cover ? Math.round((Math.abs(net) / bank.cover) * 500) : 0);
  const bar = (/** @type {number} */ net, /** @type {string} */ look) => html`<rect class="${look} ${net < 0 ? "lost" : "gained"}" x="${net < 0 ? 500 - part(net) : 500}" y="0" width="${part(net)}" height="20"/>`;
  const used = (lines[done] ?? lines[done - 1])?.used ?? 0;
  const left = bank.cover - used;
  return html`<section class="panel bank-bar" data-key="bank"><p><b>${t("console.bank.name", { name: bank.name })}</b>
<span>${t("console.bank.now", { net: signed(now, table) })}${done < lines.length && html`, <b class="${after < now ? "down" : "up"}">${t("console.bank.after", { net: signed(after, table) })}</b>`}</span></p>
<svg viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label="${t("console.bank.bar", { posted: money(bank.cover, table.currency), net: signed(after, table), left: money(left, table.currency) })}">
<rect class="ground" width="1000" height="20"/>${bar(after, "after")}${bar(now, "now")}<rect class="nought" x="498" y="0" width="4" height="20"/></svg>
<p class="ends"><span>${signed(-bank.cover, table)}</span><span>0</span><span>${signed(bank.cover, table)}</span></p>
<p class="muted">${t("console.bank.left", { posted: amount(bank.cover, table.currency), used: amount(used, table.currency), left: amount(left, table.currency) })}
${bank.exhausted && done >= lines.length ? html` <b class="down">${t("console.bank.exhausted")}</b>` : bank.capped && done >= lines.length ? html` <b class="up">${t("console.bank.capped")}</b>` : null}</p></section>`;
}

/** @param {Settling} settling @param {Table} table */
const totals = ({ totals: sums }, table) => html`<p class="totals">${/** @type {const} */ (["taken", "paid", "uncovered", "no_action"]).map((name) => html`<span>${t(`console.total.${name}`)} <b>${amount(sums[name], table.currency)}</b></span>`)}</p>`;
