/** @file The odds of the lab: of one bet in full, of all bets in short, of other sheets beside them. */
import { attr, html } from "../html.js";
import { icon } from "../icons.js";
import { t } from "../messages.js";
import { decksChart, removalChart } from "./charts.js";
import { grouped, oneIn, percent, signed, termsOf } from "./figures.js";

/** @import { BetOdds, Lab, Odds, PinTold } from "./types.d.ts" */

/** The chosen bet, in large. @param {Lab} lab @param {Odds} odds */
export function figures(lab, odds) {
  const bet = odds.bets[odds.bet];
  if (!bet) return html``;
  const out = 52 * lab.decks - odds.cards;
  const shoe = `${t("lab.decks", { count: lab.decks })}, ${out === 0 ? t("lab.nothing_gone") : t("lab.gone", { count: out })}`;
  const time = t("lab.seconds", { seconds: (lab.told?.seconds ?? 0).toFixed(3) });
  return html`<section class="panel lab-figures" aria-labelledby="figures-title" data-key="figures"><h2 class="figures-title" id="figures-title">${t("lab.of_bet", { bet: bet.label })}</h2>
<dl><div class="main-figure"><dt>${t("lab.edge")}</dt><dd data-figure="edge">${percent(bet.edge.value)}</dd><dd class="caption">${lab.isStale ? t("lab.stale") : shoe}</dd></div>
<div><dt>${t("lab.wins")}</dt><dd data-figure="hit">${percent(bet.hit, 3)}</dd><dd class="caption">${oneIn(bet.hit)}</dd></div>
<div><dt>${t("lab.deviation")}</dt><dd data-figure="deviation">${bet.deviation.toFixed(3)}</dd><dd class="caption">${t("lab.per_unit")}</dd></div>
<div class="time-figure"><dt>${t("lab.counted")}</dt><dd data-figure="time">${time}</dd><dd class="caption">${t("lab.counted.what")}</dd></div></dl></section>`;
}

/** What each result of the chosen bet comes to. @param {Odds} odds */
export function results(odds) {
  const bet = odds.bets[odds.bet];
  if (!bet) return html``;
  const rows = bet.results.map((result) => html`<tr><th scope="row">${result.words ?? t("lab.everything_else")}</th><td>${termsOf(result)}</td>
<td>${grouped(result.deals)}</td><td>${percent(result.share)}</td><td>${signed(result.adds)}</td></tr>`);
  const { numerator, denominator, value } = bet.edge;
  const fraction = `${numerator === "0" ? "0" : grouped(numerator.startsWith("-") ? numerator.slice(1) : `-${numerator}`)} / ${grouped(denominator)}`;
  return html`<section class="panel lab-results" aria-labelledby="results-title" data-key="results"><h2 class="visually-hidden" id="results-title">${t("lab.results")}</h2><div class="scroll" tabindex="0" role="group" aria-labelledby="results-title"><table>
<thead><tr><th scope="col">${t("lab.column.result")}</th><th scope="col">${t("lab.column.pays")}</th><th scope="col">${t("lab.column.deals")}</th><th scope="col">${t("lab.column.chance")}</th><th scope="col">${t("lab.column.adds")}</th></tr></thead>
<tbody>${rows}</tbody><tfoot><tr><th scope="row">${t("lab.all_deals")}</th><td></td><td>${grouped(odds.deals)}</td><td>100%</td><td>${signed(-value)}</td></tr></tfoot></table></div>
<p class="fraction">${t("lab.fraction")} <code data-figure="fraction">${fraction}</code></p></section>`;
}

/** @param {Lab} lab @param {Odds} odds */
export function plots(lab, odds) {
  return html`<section class="panel lab-plot" aria-labelledby="decks-title" data-key="decks"><h2 class="panel-title" id="decks-title">${t("lab.chart.decks")}</h2>${decksChart(odds, lab.decks)}</section>
<section class="panel lab-plot" aria-labelledby="removal-title" data-key="removal"><h2 class="panel-title" id="removal-title">${t("lab.removal")}</h2><p class="caption">${t("lab.removal.unit")}</p>${removalChart(odds)}</section>`;
}

/**
 * Every bet of the sheet, and of sheets that were kept beside it: what differs is told.
 * @param {Lab} lab @param {Odds} odds
 */
export function comparison(lab, odds) {
  const pins = lab.told?.pins ?? [];
  const ids = [...new Set([...odds.bets, ...pins.flatMap((pin) => ("bets" in pin ? pin.bets : []))].map(({ id }) => id))];
  const heads = lab.pins.map((pin, index) => html`<th scope="col" colspan="2" class="pin-head">${pin.name} <button class="icon-button" type="button" data-unpin="${index}" aria-label="${t("lab.unpin", { name: pin.name })}">${icon("close")}</button></th>`);
  const rows = ids.map((id) => {
    const own = odds.bets.find((bet) => bet.id === id);
    const others = lab.pins.map((_, index) => pinned(own, pins[index], id));
    const label = own?.label ?? pins.flatMap((pin) => ("bets" in pin ? pin.bets : [])).find((bet) => bet.id === id)?.label;
    const place = odds.bets.findIndex((bet) => bet.id === id);
    const name = own ? html`<button class="link" type="button" data-bet="${place}" ${attr("aria-current", place === lab.bet && "true")}>${label}</button>` : label;
    return html`<tr><th scope="row">${name}${own && html`<small>${paytable(own)}</small>`}</th><td data-edge="${id}">${own ? percent(own.edge.value) : t("lab.not_there")}</td>
<td>${own && percent(own.hit, 3)}</td><td>${own && own.deviation.toFixed(3)}</td>${others}</tr>`;
  });
  const isFull = lab.pins.length >= 3;
  return html`<section class="panel lab-all" aria-labelledby="all-title" data-key="all"><div class="all-head"><h2 class="panel-title" id="all-title">${t("lab.all_bets")}</h2>
<button class="button" type="button" data-act="pin" ${attr("aria-disabled", isFull && "true")}>${t(isFull ? "lab.pin.full" : "lab.pin")}</button></div><div class="scroll" tabindex="0" role="group" aria-labelledby="all-title"><table>
<thead><tr><th scope="col">${t("lab.column.bet")}</th><th scope="col">${t("lab.edge")}</th><th scope="col">${t("lab.wins")}</th><th scope="col">${t("lab.deviation")}</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

/** @param {BetOdds} bet */
const paytable = (bet) => bet.results.filter(({ verdict }) => verdict === "pay").map(({ odds }) => odds).join(", ");

/** @param {BetOdds | undefined} own @param {PinTold | undefined} pin @param {string} id */
function pinned(own, pin, id) {
  const bet = pin && "bets" in pin ? pin.bets.find((each) => each.id === id) : undefined;
  if (!bet) return html`<td>${t("lab.not_there")}</td><td></td>`;
  const change = own && own.edge.value - bet.edge.value;
  return html`<td>${percent(bet.edge.value)}<small>${paytable(bet)}</small></td><td class="change">${change !== undefined && (Math.abs(change) < 5e-9 ? t("lab.same") : signed(change))}</td>`;
}
