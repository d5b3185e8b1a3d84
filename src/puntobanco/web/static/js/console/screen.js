/**
 * The console as a whole: head, the step of the deal, the ten keys. Pure but for the drawing of emblems.
 * @module
 */
import { attr, html } from "../html.js";
import { icon, mark } from "../icons.js";
import { t } from "../messages.js";
import { dealt } from "./deal.js";
import { askPanel } from "./forms.js";
import { keysOf } from "./keys.js";
import { places } from "./places.js";
import { settlement } from "./settle.js";
import { side } from "./side.js";
import { nextTitle, refusalWords, whyWords } from "./words.js";

/** @import { Key, Picture } from "./types.d.ts" */

const STEPS = ["shoe", "bets", "closed", "deal", "call", "settle", "clear"];

/** The whole page. @param {Picture} picture */
export function screen(picture) {
  const step = stepOf(picture);
  const body = picture.console.settling ? settlement(picture, nextPanel) : onFelt(picture);
  return html`${head(picture, step)}
<main class="console-main" data-step="${step}" data-felt="${picture.view.table.felt}">${body}</main>
${keyBar(picture)}`;
}

/** A coup that is over is called before its first line is done. @param {Picture} picture */
const stepOf = ({ console: c, done }) => (c.step === "settle" && done === 0 ? "call" : c.step);

/** @param {Picture} picture @param {string} step */
function head({ view, lost, sent, clock, last, console: c }, step) {
  const where = [view.table.game, view.shoe === null ? null : t("console.shoe", { shoe: view.shoe }), view.shoe === null ? null : t("console.hand", { hand: view.hand })];
  return html`<header class="console-head"><a class="brand" href="/" aria-label="${t("console.lobby")}">${mark()}</a>
<h1>${view.table.name}</h1><p class="where">${where.filter(Boolean).join(", ")}</p>
<ol class="steps" aria-label="${t("console.steps")}">${STEPS.map((each) => html`<li ${attr("aria-current", each === step ? "step" : null)}>${t(`console.step_name.${each}`)}</li>`)}</ol>
<p class="console-clock ${last && "last"}" role="timer" aria-label="${t("console.clock")}">${clock}</p>
<p class="saved ${lost !== null && "lost"}">${lost === null ? html`${icon("tick")}<span>${sent ? t("console.saving") : t("console.saved")}</span>` : html`${icon("offline")}<span>${t("console.lost", { time: lost })}</span>`}</p>
<p class="pace">${t(`console.paced.${c.paced}`)}</p>
<button class="button icon-button" data-sheet="help" aria-label="${t("console.help")}">${icon("help")}</button></header>`;
}

/** One sentence of order, one of reason; below them what it needs. @param {Picture} picture */
export function nextPanel(picture) {
  const { console: { next }, view: { table }, refused } = picture;
  const why = whyWords(next, table);
  return html`<section class="next by-${next.by}" data-key="next" data-act="${next.act}" aria-label="${t("console.next")}">
<span class="next-sign" aria-hidden="true">${icon(next.by === "dealer" ? "next-card" : next.by === "supervisor" ? "lock" : next.by === "patron" ? "person" : "repeat")}</span>
<div class="next-words"><p class="next-by">${t(`console.by.${next.by}`)}</p><h2>${nextTitle(next, table)}</h2>${why && html`<p class="next-why">${why}</p>`}</div>
${refused && html`<p class="message bad refused" data-key="refused">${icon("warning")}<span>${refusalWords(refused, table)}</span></p>`}</section>
${askPanel(picture)}`;
}

/** Before and during the deal: the order on the felt, the rest beside it. @param {Picture} picture */
function onFelt(picture) {
  const has = picture.view.coup !== null;
  return html`<div class="on-felt felt">${nextPanel(picture)}${has || picture.console.step === "deal" || picture.console.step === "closed" ? dealt(picture) : places(picture)}</div>
<aside class="console-side" tabindex="0" aria-label="${t("console.beside")}">${side(picture)}</aside>`;
}

/** @param {Picture} picture */
function keyBar(picture) {
  const { writes, acting } = picture;
  return html`<nav class="console-keys" aria-label="${t("console.keys")}" ${attr("data-acting", acting)}>${keysOf(picture).map((key) => keyButton(key, writes && !acting))}</nav>`;
}

/** @param {Key} key @param {boolean} afterStop */
function keyButton({ digit, label, act, why, primary, danger }, afterStop) {
  const hint = primary ? t("console.enter") : digit === 7 ? t("console.backspace") : afterStop ? `. ${digit}` : String(digit);
  const reason = act ? null : why ? t("console.not_now.code", { code: why.code.replaceAll("-", " ") }) : t("console.not_now");
  return html`<button class="button ten-key ${primary && act && "primary"} ${danger && "danger"}" data-key="key-${digit}" data-digit="${digit}" ${attr("aria-disabled", act ? null : "true")} ${attr("aria-description", reason)}>
<kbd>${hint}</kbd><span>${label}</span></button>`;
}
