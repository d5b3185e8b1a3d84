/**
 * What stands beside the deal: the action button, the words to say, the wagers, the cover, the collection.
 * @module
 */
import { cardName } from "../cards.js";
import { amount, money } from "../format.js";
import { html } from "../html.js";
import { t } from "../messages.js";
import { labelOf, sayWords, seatWords } from "./words.js";

/** @import { Picture, Wager } from "./types.d.ts" */

/** @param {Picture} picture */
export const side = (picture) => html`${buttonPanel(picture)}${sayPanel(picture)}${wagersPanel(picture)}`;

/** @param {Picture} picture */
export function buttonPanel({ console: { button } }) {
  if (!button) return null;
  return html`<section class="panel action" data-key="button"><span class="puck" aria-hidden="true"><small>${t("console.button")}</small><b>${button.seat}</b></span>
<p><b>${t("console.button.from", { seat: button.seat })}</b><br>${t("console.button.why", { card: cardName(button.card), value: button.value })}</p></section>`;
}

/** @param {Picture} picture */
export function sayPanel({ console: { say }, view: { table } }) {
  if (!say.length) return null;
  return html`<section class="panel say" data-key="say"><h2 class="caption">${t("console.say")}</h2><p class="serif">“${sayWords(say, table)}”</p></section>`;
}

/** @param {Picture} picture */
export function wagersPanel({ console: c, view: { table, phase } }) {
  const { currency } = table;
  const frozen = phase === "dealing" || phase === "settled";
  const stacks = stacksOf(c.wagers);
  const banked = table.bank !== "house";
  return html`<section class="panel wagers" data-key="wagers"><h2><span>${t(frozen ? "console.wagers" : "console.wagers.open")}</span>
${c.cover && html`<span class="covers">${t("console.covers", { name: c.cover.name, amount: money(c.cover.cover, currency) })}</span>`}</h2>
${c.wagers.length ? html`<ol>${stacks.map((stack) => stackRow(stack, table))}</ol>` : html`<p class="muted">${t("console.wagers.none")}</p>`}
${collection(c, table)}
${banked && c.cover ? html`<p class="cover-word ${c.cover.covers === false ? "short" : "enough"}">${coverWords(c.cover, currency)}</p>` : null}</section>`;
}

/** What one patron has at one place, together; wagers stand in that order. @param {readonly Wager[]} wagers */
function stacksOf(wagers) {
  /** @type {Map<string, Wager[]>} */
  const stacks = new Map();
  for (const wager of wagers) {
    const key = `${wager.place}.${wager.line}.${wager.patron}`;
    stacks.set(key, [...(stacks.get(key) ?? []), wager]);
  }
  return [...stacks.values()];
}

/** @param {Wager[]} stack @param {import("../types.d.ts").Table} table */
function stackRow(stack, table) {
  const first = /** @type {Wager} */ (stack[0]);
  return html`<li data-key="${first.place}.${first.line}.${first.patron}"><span class="at">${seatWords(first)}<small>${first.name}</small></span>
<span class="bets">${stack.map(({ bet, amount: put }) => html`<span class="bet"><i class="dot dot-${dotOf(bet, table)}"></i>${labelOf(bet, table)} <b>${amount(put, table.currency)}</b></span>`)}</span></li>`;
}

/** The colour of a bet on the felt. @param {string} bet @param {import("../types.d.ts").Table} table */
export const dotOf = (bet, table) => table.bets.find(({ id }) => id === bet)?.colour ?? "ink";

/** @param {NonNullable<Picture["console"]["cover"]>} cover @param {import("../types.d.ts").Currency} currency */
function coverWords({ covers, worst }, currency) {
  if (covers === null) return t("console.cover.idle");
  return covers ? t("console.cover.enough") : t("console.cover.short", { worst: money(worst, currency) });
}

/** The fee before the hand, place by place. @param {Picture["console"]} c @param {import("../types.d.ts").Table} table */
function collection({ collection: found }, table) {
  if (!found || (!found.total && !found.cannot_pay.length)) return null;
  const { currency } = table;
  const each = found.fees.map(({ place, name, amount: fee }) => t("console.fee.each", { name, place, amount: amount(fee, currency) }));
  const bank = found.player_dealer ? [t("console.fee.bank", { amount: amount(found.player_dealer, currency) })] : [];
  return html`<div class="fees" data-key="fees"><p><b>${t(found.taken ? "console.fee.taken" : "console.fee.due", { total: money(found.total, currency), box: found.box })}</b></p>
<ul>${[...each, ...bank].map((words) => html`<li>${words}</li>`)}</ul>${found.cannot_pay.length > 0 && html`<p class="short">${t("console.fee.cannot", { names: [...new Set(found.cannot_pay.map(({ name }) => name))].join(", ") })}</p>`}</div>`;
}
