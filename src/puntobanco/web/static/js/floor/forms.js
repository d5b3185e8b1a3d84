/** @file Fields of the floor's forms. Pure, but for what is under way. */
import { attr, html } from "../html.js";
import { t } from "../messages.js";
import { isUnderWay } from "../once.js";

/** @import { Markup } from "../html.js" */

/**
 * A labelled field; an amount is typed in whole units.
 * @param {string} name
 * @param {string} label
 * @param {{ value?: string | number, kind?: string, required?: boolean, hint?: string, most?: number }} [options] `most` letters
 */
export function field(name, label, { value = "", kind = "text", required = true, hint, most = 120 } = {}) {
  const decimal = kind === "amount" || kind === "number";
  return html`<div class="labelled"><label><span>${label}</span><input class="field" name="${name}" value="${value}" autocomplete="off"
${attr("inputmode", decimal && (kind === "amount" ? "decimal" : "numeric"))} ${attr("type", kind === "file" ? "file" : "text")} ${attr("accept", kind === "file" && ".json")}
${attr("required", required)} ${attr("maxlength", kind === "text" && most)}></label>${hint && html`<p class="caption">${hint}</p>`}</div>`;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {readonly { value: string, label: string }[]} choices
 * @param {string} [chosen]
 */
export const select = (name, label, choices, chosen) => html`<div class="labelled"><label><span>${label}</span><select class="field" name="${name}">${choices.map(
  (choice) => html`<option value="${choice.value}" ${attr("selected", choice.value === chosen)}>${choice.label}</option>`)}</select></label></div>`;

/** @param {string} name @param {string} label */
export const check = (name, label) => html`<label class="check"><input type="checkbox" name="${name}"><span>${label}</span></label>`;

/**
 * What a form does, by name: the same form again is the same deed.
 * @param {string} act
 * @param {Record<string, string | number>} [hidden]
 */
export const deedOf = (act, hidden = {}) => [act, ...Object.values(hidden)].join(":");

/**
 * A form with what became of it; `act` says what it is for.
 * @param {string} act
 * @param {Markup | readonly (Markup | null | false)[]} fields
 * @param {{ label: string, danger?: boolean, primary?: boolean, told?: Markup | null, hidden?: Record<string, string | number> }} options
 */
export function form(act, fields, { label, danger = false, primary = false, told = null, hidden = {} }) {
  const kept = Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const kind = danger ? "button danger" : primary ? "button primary" : "button";
  const deed = deedOf(act, hidden);
  return html`<form class="form" data-form="${act}" data-deed="${deed}" autocomplete="off">${kept}${fields}<div class="acts"><button type="submit" class="${kind}" ${attr("aria-busy", isUnderWay(deed) && "true")}>${label}</button></div>
${told && html`<p class="told" role="status">${told}</p>`}</form>`;
}

/**
 * A sheet over the page.
 * @param {string} title
 * @param {unknown} body
 */
export const sheet = (title, body) => html`<header class="sheet-head"><h2 id="sheet-title" tabindex="-1" autofocus>${title}</h2>
<button type="button" class="button" data-act="close">${t("floor.close_sheet")}</button></header><div class="sheet-body">${body}</div>`;
