/**
 * What the next act needs from the dealer beside a key: a lot, a depth, a number, an answer, a wager.
 * @module
 */
import { amount } from "../format.js";
import { attr, html } from "../html.js";
import { t } from "../messages.js";
import { cardPad } from "./deal.js";
import { labelOf } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Currency } from "../types.d.ts" */
/** @import { Person, Picture } from "./types.d.ts" */

/**
 * A field with its label; its name is what the form gives.
 * @param {string} name @param {string} label @param {{ type?: string, value?: unknown, required?: boolean }} [how]
 */
export const field = (name, label, { type = "text", value = "", required = true } = {}) => html`<label class="labelled"><span>${label}</span>
<input class="field" name="${name}" type="${type === "number" ? "text" : type}" ${attr("inputmode", type === "number" ? "decimal" : null)} autocomplete="off" value="${value}" ${attr("required", required ? "" : null)}></label>`;

/** @param {string} name @param {string} label @param {readonly { value: unknown, label: string }[]} options */
export const select = (name, label, options) => html`<label class="labelled"><span>${label}</span><select class="field" name="${name}">${options.map((each) => html`<option value="${each.value}">${each.label}</option>`)}</select></label>`;

/** @param {string} name @param {unknown} body @param {string} go @param {string} [look] */
export const form = (name, body, go, look = "primary") => html`<form class="ask" data-form="${name}" data-key="form-${name}" autocomplete="off">${body}<button class="button ${look}">${go}</button></form>`;

/** An amount as a field has it. @param {number} minor @param {Currency} currency */
export const typedAmount = (minor, { exponent }) => String(minor / 10 ** exponent);

/** Below the order: its form, if it takes one; else nothing. @param {Picture} picture @returns {Markup | null} */
export function askPanel(picture) {
  const { next, pad } = picture.console;
  const { table } = picture.view;
  if (next.act === "start-shoe") {
    return form("start-shoe", html`${field("lot", t("console.ask.lot"))}${field("receipt", t("console.ask.receipt"), { required: false })}
<label class="tick"><input type="checkbox" name="prepared" checked><span>${t("console.ask.prepared")}</span></label>`, t("console.ask.start"), "");
  }
  if (next.act === "cut-shoe") {
    const seated = picture.view.places.filter(({ name }) => name !== null);
    return html`<div class="asks">${form("cut-shoe", field("depth", t("console.ask.depth"), { type: "number" }), t("console.ask.cut"), "")}
${seated.length ? form("offer-cut", select("place", t("console.ask.cutter"), seated.map(({ place, name }) => ({ value: place, label: t("console.place.named", { place, name }) }))), t("console.ask.offer_cut"), "") : null}</div>`;
  }
  if (next.act === "count-shoe") return form("count-shoe", field("rest", t("console.ask.rest"), { type: "number" }), t("console.ask.count"), "");
  if (next.act === "burn" && pad) return cardPad(picture);
  if (next.act === "await-answer" && pad) {
    const { offer } = picture.view;
    return html`<div class="asks">${form("accept", field("cover", t("console.ask.cover"), { type: "number", value: offer ? typedAmount(offer.minimum, table.currency) : "" }), t("console.ask.accept"))}
<button class="button" data-send="decline">${t("console.ask.decline")}</button></div>`;
  }
  return null;
}

/** A wager that a patron says or lays down, where he has no device. @param {Picture} picture */
export function wagerForm({ view: { table }, staff }) {
  const stacks = positions(staff.people);
  if (!stacks.length) return null;
  return form("wager", html`${select("at", t("console.ask.at"), stacks)}
${select("bet", t("console.ask.bet"), table.bets.map(({ id, min, max }) => ({ value: id, label: t("console.ask.bet_limits", { bet: labelOf(id, table), min: amount(min, table.currency), max: amount(max, table.currency) }) })))}
${field("amount", t("console.ask.amount"), { type: "number" })}`, t("console.ask.set"), "");
}

/** Everybody's places, as a choice. @param {readonly Person[]} people */
export const positions = (people) => people.flatMap(({ patron, name, positions: held }) => held.map(({ place, line }) => ({
  value: JSON.stringify([patron, place, line]), order: place + (line === "back" ? 0.5 : 0),
  label: t(line === "back" ? "console.place.behind" : "console.place.named", { place, name }),
}))).sort((one, other) => one.order - other.order);
