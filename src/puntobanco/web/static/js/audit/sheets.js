/** @file What lies over the auditor's page: an event as it was stored, a round in full. Pure. */
import { card } from "../cards.js";
import { money, signedMoney } from "../format.js";
import { html } from "../html.js";
import { rich, t } from "../messages.js";
import { sheet } from "../floor/forms.js";
import { kindWords, nameOf, personOf, streamWords, timeWords } from "./words.js";

/** @import { Currency } from "../types.d.ts" */
/** @import { Markup } from "../html.js" */
/** @import { Line, Opened, Returned, Told, WholeRound } from "./types.d.ts" */

/** @typedef {{ names: Map<string, string>, currency: Currency }} About */

const LINES = ["patron", "place", "bet", "amount", "verdict", "collected", "paid", "returned", "uncovered"];

/** @param {Opened} opened @param {About} about */
export function opened(opened, about) {
  if (opened.kind === "event") return eventSheet(opened.event, about);
  const title = t("audit.round.title", { table: opened.table, round: opened.number });
  if (opened.round) return roundSheet(title, opened.round, about);
  return sheet(title, html`<p>${opened.lost ? rich("audit.not_found") : t("audit.fetching")}</p>`);
}

/** @param {Told} event @param {About} about */
function eventSheet(event, about) {
  const { stream, version, time, people, hash, round, table } = event;
  const whole = table !== null && round > 0 && html`<p class="acts"><button type="button" class="button" data-act="round" data-table="${table}" data-round="${round}">${t("audit.see_round", { round, table: streamWords(stream) })}</button></p>`;
  return sheet(t("audit.event", { kind: kindWords(event.kind) }), html`<dl class="facts">
${fact("audit.fact.time", timeWords(time))}${fact("audit.fact.where", t("audit.fact.where.text", { stream: streamWords(stream), version }))}
${people.length > 0 && fact("audit.fact.people", people.map((id) => personOf(about.names, id)).join(", "))}${fact("audit.fact.hash", html`<code>${hash}</code>`)}</dl>${whole}
<section><h3 id="moved">${t("audit.transfers")}</h3>${transfers(event, about.currency)}</section><section><h3 id="stored">${t("audit.stored")}</h3>${stored(event)}</section>`);
}

/** @param {string} key @param {string | Markup} value */
const fact = (key, value) => html`<div><dt>${t(key)}</dt><dd>${value}</dd></div>`;

/** @param {Told} event */
const stored = ({ entry }) => html`<pre class="stored" tabindex="0">${JSON.stringify(entry, null, 2)}</pre>`;

/** @param {Told} event @param {Currency} currency */
function transfers({ transfers: moved }, currency) {
  if (moved.length === 0) return html`<p class="quiet">${t("audit.transfers.none")}</p>`;
  const rows = moved.map(([from, to, amount]) => html`<tr><td><code>${from}</code></td><td><code>${to}</code></td><td>${money(amount, currency)}</td></tr>`);
  return html`<div class="scrolls" tabindex="0" role="group" aria-label="${t("audit.transfers")}"><table class="ledger"><thead><tr><th scope="col">${t("audit.transfer.from")}</th><th scope="col">${t("audit.transfer.to")}</th><th scope="col">${t("audit.transfer.amount")}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** @param {string} title @param {WholeRound} round @param {About} about */
function roundSheet(title, round, about) {
  const { names, currency } = about;
  const bank = round.player_dealer;
  const fees = round.fees.reduce((sum, { amount }) => sum + amount, round.player_dealer_fee);
  const result = round.winner === null ? "" : [t(round.winner), ...round.calls].join(", ");
  return sheet(title, html`<dl class="facts">${fact("audit.round.fact.state", t(`audit.round.state.${round.state}`))}
${fact("audit.round.fact.hand", t("audit.round.fact.hand.text", { shoe: round.shoe, hand: round.hand }))}${result !== "" && fact("audit.round.fact.result", result)}
${bank && fact("audit.round.fact.cover", t("audit.round.fact.cover.text", { name: nameOf(names, bank.patron), cover: money(bank.cover, currency), net: signedMoney(bank.net, currency) }))}
${fees > 0 && fact("audit.round.fact.fees", money(fees, currency))}${round.rules !== "" && fact("audit.round.fact.rules", html`<code>${round.rules}</code>`)}</dl>
<section><h3>${t("audit.round.cards")}</h3>${cards(round)}</section><section><h3>${t("audit.round.wagers")}</h3>${lines(round, about)}</section>
<section><h3>${t("audit.round.events")}</h3><ol class="happened">${round.events.map((event) => happened(event, about))}</ol></section>`);
}

/** @param {WholeRound} round */
function cards({ cards: dealt }) {
  if (dealt.length === 0) return html`<p class="quiet">${t("audit.round.cards.none")}</p>`;
  const hands = ["player", "banker"].map((hand) => html`<div class="hand"><h4>${t(hand)}</h4><p>${dealt.filter(([, of]) => of === hand).map(([code]) => card(code, "small"))}</p></div>`);
  return html`<div class="dealt">${hands}</div>`;
}

/** @param {WholeRound} round @param {About} about */
function lines({ state, lines: settled, returned, labels }, { names, currency }) {
  if (settled.length + returned.length === 0) return html`<p class="quiet">${t(state === "open" ? "audit.round.wagers.open" : "audit.round.wagers.none")}</p>`;
  const all = settled.length > 0 ? settled : returned.map((each) => ({ ...each, verdict: "void", collected: 0, paid: 0, returned: each.amount }));
  const rows = all.map((/** @type {Line} */ line) => {
    const amounts = [line.collected, line.paid, line.returned, line.uncovered ?? 0].map((amount) => html`<td>${amount > 0 && money(amount, currency)}</td>`);
    return html`<tr><th scope="row">${nameOf(names, line.patron)}</th><td>${t(`audit.place.${line.line ?? "front"}`, { place: line.place })}</td><td>${labels[line.bet] ?? line.bet}</td><td>${money(line.amount, currency)}</td><td>${t(`audit.verdict.${line.verdict}`)}</td>${amounts}</tr>`;
  });
  return html`<div class="scrolls" tabindex="0" role="group" aria-label="${t("audit.round.wagers")}"><table class="lines"><thead><tr>${LINES.map((name) => html`<th scope="col">${t(`audit.line.${name}`)}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** @param {Told} event @param {About} about */
function happened(event, { names, currency }) {
  const who = event.people.map((id) => nameOf(names, id)).join(", ");
  return html`<li data-key="${event.version}"><details><summary><time>${timeWords(event.time).slice(11)}</time><b>${kindWords(event.kind)}</b><span>${who}</span></summary>
<div class="inside">${event.transfers.length > 0 && transfers(event, currency)}${stored(event)}<p class="caption">${t("audit.fact.hash")}: <code>${event.hash}</code></p></div></details></li>`;
}
