/** @file What is done with a sheet that is ready: it is kept at the house, and a table is opened with it. */
import { attr, html, render } from "../html.js";
import { icon } from "../icons.js";
import { rich, t } from "../messages.js";
import { newId } from "../socket.js";
import { post, refusedOf } from "./ask.js";
import { fillFields } from "./form.js";
import { refusal } from "./screen.js";

/**
 * @import { Markup } from "../html.js"
 * @import { Lab, Saved } from "./types.d.ts"
 */

const CENTS = 100;
const CLOCK_MS = 20_000;

export const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("dialog"));

/** @param {string} title @param {unknown} body */
export function show(title, body) {
  render(dialog, html`<div class="dialog-head"><h2 class="panel-title" id="dialog-title">${title}</h2><button class="button icon-button" type="button" data-close aria-label="${t("lab.close")}">${icon("close")}</button></div>${body}`);
  fillFields(dialog);
  if (!dialog.open) dialog.showModal();
}

dialog.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-close]")) dialog.close();
});

/** @param {Markup} words @param {boolean} [isGood] */
export const note = (words, isGood = false) => html`<p class="message ${isGood ? "good" : "bad"}" role="${isGood ? "status" : "alert"}">${icon(isGood ? "tick" : "warning")}<span>${words}</span></p>`;

/**
 * Keep the sheet at the house: anew, or in place of the one that it was opened from.
 * @param {Lab} lab
 * @returns {Promise<Saved | null>}
 */
export async function save(lab) {
  if (!lab.offer.signed_in) {
    show(t("lab.save"), html`<p>${t("lab.save.sign_in")}</p>`);
    return null;
  }
  const answer = await post("/api/lab/sheets", { text: lab.text, id: lab.saved });
  if (!answer.ok) {
    show(t("lab.save"), note(refusal(await refusedOf(answer))));
    return null;
  }
  /** @type {Saved} */
  const saved = await answer.json();
  lab.offer.saved = [...lab.offer.saved.filter(({ id }) => id !== saved.id), saved].sort((one, other) => one.name.localeCompare(other.name));
  lab.saved = saved.id;
  return saved;
}

/** @param {Lab} lab */
export async function saveAndSay(lab) {
  const saved = await save(lab);
  if (!saved) return;
  const address = `/api/lab/sheets/${saved.id}.toml`;
  show(t("lab.save"), html`${note(rich("lab.save.done", { name: saved.name }), true)}<p><a class="button" href="${address}" download="${saved.sheet}.toml">${t("lab.download")}</a>
${lab.offer.may_offer && html`<button class="button" type="button" data-offer="${saved.id}">${t("lab.offer")}</button>`}
<button class="button danger" type="button" data-forget="${saved.id}">${t("lab.forget")}</button></p>`);
}

/** Offer a sheet to the house, as it is kept. @param {string} id */
export async function offerToHouse(id) {
  const answer = await fetch(`/api/lab/sheets/${id}/offer`, { method: "POST" }).catch(() => null);
  const value = await answer?.json().catch(() => null);
  const words = answer?.ok ? rich("lab.offer.done", { hash: value.hash.slice(0, 16) }) : rich("lab.offer.refused");
  show(t("lab.offer"), note(words, Boolean(answer?.ok)));
}

/** @param {Lab} lab @param {string} id */
export async function forget(lab, id) {
  const answer = await fetch(`/api/lab/sheets/${id}`, { method: "DELETE" }).catch(() => null);
  if (!answer?.ok) return;
  lab.offer.saved = lab.offer.saved.filter((saved) => saved.id !== id);
  lab.saved = null;
  dialog.close();
}

/** @param {Lab} lab */
export function tryAtTable(lab) {
  if (!lab.offer.may_open) {
    show(t("lab.try"), html`<p>${t("lab.try.supervisor")}</p>`);
    return;
  }
  const { sheet } = lab;
  if (!sheet) return;
  const seats = sheet.seats.map((count) => html`<option value="${count}">${count}</option>`);
  const money = (/** @type {string} */ name, /** @type {number} */ value) => field(name, String(value), html`inputmode="decimal" pattern="[0-9]{1,7}([.][0-9]{1,2})?" required`);
  show(t("lab.try"), html`<form class="try-form" id="try-form"><p>${rich("lab.try.what", { name: sheet.name })}</p><div class="fields">${field("table", sheet.id, html`pattern="[A-Za-z0-9][A-Za-z0-9._\\-]{0,39}" required`)}${field("name", sheet.name.slice(0, 60), html`maxlength="60" required`)}
<label class="field-of"><span class="caption">${t("lab.try.seats")}</span><select class="field" name="seats" data-value="${sheet.seats[0]}">${seats}</select></label></div>
<div class="fields">${money("mains_min", 5)}${money("mains_max", 500)}${money("sides_min", 1)}${money("sides_max", 100)}</div><div id="try-said"></div><button class="button try" type="submit">${t("lab.try.open")}</button></form>`);
}

/** @param {string} name @param {string} value @param {Markup} rules */
const field = (name, value, rules) => html`<label class="field-of"><span class="caption">${t(`lab.try.${name}`)}</span><input class="field" type="text" autocomplete="off" name="${name}" data-value="${value}" ${rules}></label>`;

/** Keep the sheet, then open the table with it. @param {Lab} lab @param {HTMLFormElement} form */
export async function openTable(lab, form) {
  const said = new FormData(form);
  const text = (/** @type {string} */ name) => String(said.get(name) ?? "").trim();
  const cents = (/** @type {string} */ name) => Math.round(CENTS * Number(text(name)));
  const saved = await save(lab);
  if (!saved) return;
  const answer = await post("/api/tables", {
    id: newId(), table: text("table"), name: text("name"), sheet: saved.id, seats: Number(text("seats")), clock: CLOCK_MS,
    mains: { min: cents("mains_min"), max: cents("mains_max") }, sides: { min: cents("sides_min"), max: cents("sides_max") },
  });
  const place = form.querySelector("#try-said");
  const reply = answer.ok ? await answer.json() : { ok: false, refusal: await refusedOf(answer) };
  if (!reply.ok) {
    const { detail } = reply.refusal.params ?? {};
    if (place) render(place, note(detail ? html`${detail}` : rich("lab.try.refused", { code: reply.refusal.code })));
    return;
  }
  const address = `/table/${encodeURIComponent(text("table"))}`;
  show(t("lab.try"), html`${note(rich("lab.try.done", { name: text("name") }), true)}<p><a class="button try" href="${address}" ${attr("data-table", text("table"))}>${t("lab.try.go")}</a> <a class="button" href="/floor">${t("lab.try.floor")}</a></p>`);
}
