/** @file The lab as markup: its head, the sheet with its bets, what is said about it. */
import { attr, html } from "../html.js";
import { icon, mark } from "../icons.js";
import { rich, t } from "../messages.js";
import { oddsWords } from "../format.js";
import { comparison, figures, plots, results } from "./odds.js";
import { editorPlace } from "./editor.js";
import { betForm } from "./form.js";
import { shoePanel } from "./shoe.js";

/**
 * @import { Markup } from "../html.js"
 * @import { Bet } from "../types.d.ts"
 * @import { BetForm, Lab, WrittenBet } from "./types.d.ts"
 */

const ZONES = ["left-bonus", "player", "centre", "banker", "right-bonus"];

/** @param {Lab} lab */
export function top(lab) {
  const shipped = lab.offer.sheets.map(({ id, name }) => html`<option value="${id}">${name}</option>`);
  const saved = lab.offer.saved.map(({ id, name }) => html`<option value="${id}">${name}</option>`);
  const ofFile = lab.saved === null && lab.from === "" && html`<option value="">${lab.sheet?.name ?? t("lab.of_file")}</option>`;
  const isGood = lab.told?.fault === null;
  const state = lab.told && !isUnknown(lab) && html`<p class="state ${isGood ? "is-good" : "is-bad"}" role="status" data-state="${isGood ? "good" : "bad"}">${icon(isGood ? "tick" : "warning")}<span>${t(isGood ? "lab.valid" : "lab.faulty")}</span></p>`;
  return html`<a class="button skip-link" href="#lab">${t("skip")}</a><a class="brand" href="/" aria-label="${t("product")}">${mark()}</a><h1 class="lab-title">${t("lab.title")}</h1>
<label class="sheet-choice"><span class="visually-hidden">${t("lab.sheet")}</span><select class="field" data-act="sheet" data-value="${lab.saved ?? lab.from}">${ofFile}<optgroup label="${t("lab.shipped")}">${shipped}</optgroup>${saved.length > 0 && html`<optgroup label="${t("lab.saved")}">${saved}</optgroup>`}</select></label>${state}
<div class="top-acts"><label class="button file">${t("lab.open_file")}<input type="file" accept=".toml,text/plain" data-act="file" class="visually-hidden"></label>
<button class="button" type="button" data-act="download">${t("lab.download")}</button><button class="button" type="button" data-act="report" ${attr("aria-disabled", !isGood && "true")}>${t("lab.report")}</button><button class="button" type="button" data-act="save" ${attr("aria-disabled", !isGood && "true")}>${t("lab.save")}</button>
<button class="button try" type="button" data-act="try" ${attr("aria-disabled", !isGood && "true")}>${t("lab.try")}</button></div>`;
}

/** @param {Lab} lab @param {BetForm | null} form */
export function screen(lab, form) {
  const { odds } = lab;
  return html`${strip(lab)}<section class="panel lab-sheet" aria-labelledby="sheet-title" data-key="sheet"><h2 class="visually-hidden" id="sheet-title">${t("lab.sheet")}</h2>${tabs(lab)}${views(lab)}
${lab.view === "text" ? editorPlace() : formPlace(lab, form)}${fault(lab)}${words(lab)}${sliders(form)}${feltPreview(lab)}</section>
${odds ? figures(lab, odds) : nothing(lab)}${odds && html`<div class="lab-odds" data-key="odds">${results(odds)}<div class="lab-pair">${plots(lab, odds)}</div></div>`}
<div class="lab-shoes" data-key="shoes">${shoePanel(lab)}${odds && comparison(lab, odds)}</div>`;
}

/** @param {Lab} lab */
function strip(lab) {
  if (lab.refused) return html`<p class="message bad lab-strip" role="alert" data-key="strip">${icon("warning")}<span>${refusal(lab.refused)}</span></p>`;
  return lab.isSlow && html`<p class="message lab-strip" role="status" data-key="strip"><span>${rich("lab.waiting")}</span></p>`;
}

/** @param {{ code: string, params: Record<string, unknown> }} refused @returns {Markup} */
export const refusal = ({ code, params }) => rich(`lab.refused.${code}`, params);

/** @param {Lab} lab */
const nothing = (lab) => html`<section class="panel lab-figures" data-key="figures"><p>${lab.told?.shoe_fault ? lab.told.shoe_fault : t(lab.told ? "lab.no_odds" : "lab.no_odds_yet")}</p></section>`;

/** @param {Lab} lab */
function tabs(lab) {
  const bets = (lab.told?.bets ?? []).map(({ id, label }, place) => html`<button class="bet-tab" type="button" data-bet="${place}" aria-pressed="${String(place === lab.bet)}">${label || id || t("lab.nameless", { number: place + 1 })}</button>`);
  return html`<div class="bet-tabs" role="group" aria-label="${t("lab.bets")}">${bets}<button class="bet-tab" type="button" data-act="add" aria-label="${t("lab.add_bet")}">+</button></div>`;
}

/** @param {Lab} lab */
const views = (lab) => html`<div class="switch views" role="group" aria-label="${t("lab.views")}">${["text", "form"].map((view) =>
  html`<button class="button" type="button" data-view="${view}" aria-pressed="${String(view === lab.view)}">${t(`lab.view.${view}`)}</button>`)}</div>`;

/** @param {Lab} lab @param {BetForm | null} form */
function formPlace(lab, form) {
  if (form) return betForm(lab, form);
  /** @type {WrittenBet | undefined} */
  const bet = lab.told?.bets[lab.bet];
  if (bet && bet.number === null) return html`<div class="no-form" data-key="form"><p>${t("lab.form.of_base")}</p><button class="button" type="button" data-act="whole">${t("lab.write_out")}</button></div>`;
  return html`<div class="no-form" data-key="form"><p>${t(bet ? "lab.form.other_shape" : "lab.form.mend")}</p></div>`;
}

/** Nothing was told of a text that could not be counted. @param {Lab} lab */
const isUnknown = ({ refused }) => ["lab-slow", "lab-memory", "too-large"].includes(refused?.code ?? "");

/** The fault of the text on the screen. @param {Lab} lab */
export const faultOf = (lab) => (isUnknown(lab) ? null : lab.told?.fault);

/** @param {Lab} lab */
function fault(lab) {
  const found = faultOf(lab);
  const words = found && html`<p class="message bad">${icon("warning")}<span>${found.line !== null && html`<b>${t("lab.line", { line: found.line })}</b> `}<code>${found.key}</code>: ${found.reason}; ${found.cure}.</span></p>`;
  const shoe = lab.told?.shoe_fault && html`<p class="message bad">${icon("warning")}<span>${lab.told.shoe_fault}.</span></p>`;
  return html`<div id="fault" role="alert" data-key="fault">${words}${shoe}</div>`;
}

/** @param {Lab} lab */
function words(lab) {
  const said = lab.sheet?.words[lab.bet];
  return said && html`<div class="in-words" data-key="words"><h3>${t("lab.in_words")}</h3>${said.map((line) => html`<p>${line}.</p>`)}</div>`;
}

/** A slider for each result that pays something to one. @param {BetForm | null} form */
function sliders(form) {
  const rows = (form?.result ?? []).map((row, index) => ({ index, value: row.verdict === "pay" ? Number(/^(\d{1,6}):1$/.exec(row.pays)?.[1] ?? 0) : 0 }));
  const found = rows.filter(({ value }) => value > 0).slice(0, 6);
  return found.length > 0 && html`<div class="sliders" data-key="sliders"><h3>${t("lab.pays")}</h3>${found.map(({ index, value }) => {
    const [least, most] = rangeOf(value);
    const name = t("lab.pays_of", { number: index + 1 });
    return html`<div class="slider"><button class="button step" type="button" data-step="-1" data-pays="${index}" aria-label="${t("lab.less", { name })}">${"\u2212"}</button>
<input type="range" min="${least}" max="${most}" step="1" data-pays="${index}" data-value="${value}" aria-label="${name}" aria-valuetext="${oddsWords([`${value}:1`])}">
<button class="button step" type="button" data-step="1" data-pays="${index}" aria-label="${t("lab.more", { name })}">+</button><output>${oddsWords([`${value}:1`])}</output></div>`;
  })}</div>`;
}

/** A range with room on both sides, the same for values that are near. @param {number} value @returns {[number, number]} */
export function rangeOf(value) {
  const size = 2 ** Math.ceil(Math.log2(value + 2));
  return [Math.max(1, Math.floor(size / 4)), Math.max(8, Math.floor(size * 1.5))];
}

/** @param {Lab} lab */
function feltPreview(lab) {
  if (!lab.sheet) return null;
  const { felt, cloth } = lab.sheet;
  const spots = ZONES.map((zone) => html`<div class="felt-zone zone-${zone}">${felt.filter((bet) => bet.zone === zone).map((bet) => spot(bet, bet === felt[lab.bet]))}</div>`);
  return html`<div class="on-felt" data-key="felt"><h3>${t("lab.felt")}</h3><div class="felt lab-felt" data-felt="${cloth}">${spots}</div></div>`;
}

/** @param {Bet} bet @param {boolean} isChosen */
const spot = (bet, isChosen) => html`<div class="lab-spot is-${bet.shape} of-${bet.colour}${isChosen ? " is-chosen" : ""}"><b>${bet.label}</b><span>${oddsWords(bet.pays)}</span></div>`;
