/** @file A bet as a form: what its text says, to be chosen from; and the changes of the form. */
import { attr, html } from "../html.js";
import { icon } from "../icons.js";
import { t } from "../messages.js";

/** @import { BetForm, Clause, Feature, Lab, ResultForm, Value } from "./types.d.ts" */

const VERDICTS = ["pay", "push", "take"];
/** @type {Record<string, string[]>} What a field of the form may be. */
const CHOICES = { kind: ["main", "side"], felt: ["", "bar", "circle"], fee: ["none", "paid-or-waived"], cap: ["none", "base"] };

/** A bet that nobody has written yet. @param {Lab} lab @returns {BetForm} */
export function newBet(lab) {
  const known = new Set(lab.told?.bets.map(({ id }) => id));
  let number = 1;
  while (known.has(`new-bet-${number}`)) number += 1;
  return {
    id: `new-bet-${number}`, label: t("lab.new_bet", { number }), kind: "side", felt: "", back_line: true, requires: [], fee: "none", cap: "none",
    result: [{ when: [{ winner: ["tie"] }], verdict: "pay", pays: "8:1", commission: "0%", round: "down" }],
  };
}

/** @param {Lab} lab @param {BetForm} form */
export function betForm(lab, form) {
  const others = (lab.told?.bets ?? []).filter(({ id }) => id && id !== form.id);
  const toggles = others.map(({ id, label }) => chip(`requires`, { value: id }, label, form.requires.includes(id)));
  return html`<form class="bet-form" data-key="form" aria-label="${t("lab.form")}">
<div class="fields">${field("label", form.label)}${field("id", form.id)}${["kind", "felt"].map((name) => choice(name, form))}</div>
<fieldset><legend>${t("lab.results")}</legend><ol class="rows">${form.result.map((row, index) => resultRow(lab, row, index, form.result.length))}</ol>
<button class="button" type="button" data-do="add-row">${t("lab.form.add_row")}</button></fieldset>
<fieldset><legend>${t("lab.form.requires")}</legend><div class="chips">${toggles}</div></fieldset>
<div class="fields">${["fee", "cap"].map((name) => choice(name, form))}<div class="field-of"><span class="caption">${t("lab.form.back_line")}</span>${chip("back_line", {}, t(form.back_line ? "lab.word.true" : "lab.word.false"), form.back_line)}</div></div>
<button class="button danger" type="button" data-do="remove-bet">${t("lab.form.remove_bet")}</button></form>`;
}

/** @param {string} name @param {string} value */
const field = (name, value) => html`<label class="field-of"><span class="caption">${t(`lab.form.${name}`)}</span>
<input class="field" type="text" maxlength="200" autocomplete="off" data-field="${name}" data-value="${value}"></label>`;

/** @param {string} name @param {BetForm} form */
function choice(name, form) {
  const value = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (form))[name];
  const options = (CHOICES[name] ?? []).map((each) => html`<option value="${each}">${t(`lab.choice.${each.replaceAll("-", "_") || "usual"}`)}</option>`);
  return html`<label class="field-of"><span class="caption">${t(`lab.form.${name}`)}</span><select class="field" data-field="${name}" data-value="${value}">${options}</select></label>`;
}

/** @param {string} what @param {Record<string, unknown>} data @param {unknown} label @param {boolean} isOn */
function chip(what, data, label, isOn) {
  const marks = Object.entries(data).map(([name, value]) => attr(`data-${name}`, String(value)));
  return html`<button class="chip-button" type="button" data-toggle="${what}" ${marks} aria-pressed="${String(isOn)}">${label}</button>`;
}

/** @param {Lab} lab @param {ResultForm} row @param {number} index @param {number} rows */
function resultRow(lab, row, index, rows) {
  const verdicts = VERDICTS.map((verdict) => html`<option value="${verdict}">${t(`lab.form.${verdict}`)}</option>`);
  const terms = row.verdict === "pay" && html`<label><span class="visually-hidden">${t("lab.form.odds")}</span><input class="field odds" type="text" inputmode="text" autocomplete="off" maxlength="40" data-row="${index}" data-of-row="pays" data-value="${row.pays}"></label>
<label class="commission"><span class="caption">${t("lab.form.commission")}</span><input class="field odds" type="text" autocomplete="off" maxlength="10" data-row="${index}" data-of-row="commission" data-value="${row.commission}"></label>`;
  const clauses = row.when.map((clause, place) => html`${place > 0 && html`<p class="or">${t("lab.form.or")}</p>`}${clauseRows(lab, clause, index, place)}`);
  return html`<li class="row"><div class="row-head"><label><span class="visually-hidden">${t("lab.form.verdict")}</span><select class="field" data-row="${index}" data-of-row="verdict" data-value="${row.verdict}">${verdicts}</select></label>${terms}
<span class="row-acts"><button class="icon-button" type="button" data-do="row-up" data-row="${index}" ${attr("aria-disabled", index === 0 && "true")} aria-label="${t("lab.form.row_up", { number: index + 1 })}">↑</button>
<button class="icon-button" type="button" data-do="remove-row" data-row="${index}" ${attr("aria-disabled", rows === 1 && "true")} aria-label="${t("lab.form.remove_row", { number: index + 1 })}">${icon("close")}</button></span></div>
<p class="caption">${t(index ? "lab.form.else_on" : "lab.form.on")}</p>${clauses}
<button class="button" type="button" data-do="add-clause" data-row="${index}">${t("lab.form.add_clause")}</button></li>`;
}

/** @param {Lab} lab @param {Clause} clause @param {number} row @param {number} place */
function clauseRows(lab, clause, row, place) {
  const data = { row, clause: place };
  const features = featuresOf(lab);
  const free = features.filter(({ key }) => !(key in clause));
  const parts = Object.entries(clause).map(([key, values]) => {
    const words = features.find((feature) => feature.key === key)?.words ?? values;
    const chips = words.map((word) => chip("value", { ...data, feature: key, word: JSON.stringify(word) }, wordOf(lab, key, word), values.includes(word)));
    return html`<div class="part"><span class="part-name">${nameOf(key)}</span><div class="chips" role="group" aria-label="${nameOf(key)}">${chips}</div>
<button class="icon-button" type="button" data-do="remove-part" data-row="${row}" data-clause="${place}" data-part="${key}" aria-label="${t("lab.form.remove_part", { part: nameOf(key) })}">${icon("close")}</button></div>`;
  });
  const options = free.map(({ key }) => html`<option value="${key}">${nameOf(key)}</option>`);
  return html`<div class="clause">${parts}<label class="add-part"><span class="visually-hidden">${t("lab.form.add_part")}</span><select class="field" data-add="${key(row, place)}" data-value=""><option value="">${t("lab.form.add_part")}</option>${options}</select></label></div>`;
}

/** @param {number} row @param {number} place */
const key = (row, place) => `${row}.${place}`;

/** All that a condition may ask: what the house knows of any coup, and the calls of this sheet. @param {Lab} lab @returns {Feature[]} */
const featuresOf = (lab) => [...lab.offer.features, { key: "call", words: (lab.sheet?.calls ?? []).map(({ id }) => id) }];

/** @param {string} name "player.total" */
const nameOf = (name) => t(`lab.key.${name.replace(".", "_")}`);

/** @param {Lab} lab @param {string} name @param {Value} word */
function wordOf(lab, name, word) {
  if (name === "call") return lab.sheet?.calls.find(({ id }) => id === word)?.label ?? word;
  return typeof word === "number" ? word : t(`lab.word.${String(word).replaceAll("-", "_")}`);
}

/**
 * The form after a click, or null where the click changes nothing.
 * @param {Lab} lab @param {BetForm} old @param {DOMStringMap} data
 * @returns {BetForm | null}
 */
export function clicked(lab, old, data) {
  const form = structuredClone(old);
  const row = form.result[Number(data["row"])];
  const clause = row?.when[Number(data["clause"])];
  if (data["toggle"] === "back_line") form.back_line = !form.back_line;
  else if (data["toggle"] === "requires") form.requires = toggled(form.requires, data["value"] ?? "");
  else if (data["toggle"] === "value" && clause) {
    const name = data["feature"] ?? "";
    clause[name] = toggled(clause[name] ?? [], JSON.parse(data["word"] ?? "null"));
  } else if (data["do"] === "add-row") form.result.push(...newBet(lab).result);
  else if (data["do"] === "row-up" && row && data["row"] !== "0") {
    form.result.splice(Number(data["row"]), 1);
    form.result.splice(Number(data["row"]) - 1, 0, row);
  } else if (data["do"] === "remove-row" && form.result.length > 1) form.result.splice(Number(data["row"]), 1);
  else if (data["do"] === "add-clause" && row) row.when.push({ winner: ["player"] });
  else if (data["do"] === "remove-part" && row && clause) {
    delete clause[data["part"] ?? ""];
    if (Object.keys(clause).length === 0 && row.when.length > 1) row.when.splice(Number(data["clause"]), 1);
  } else return null;
  return form;
}

/**
 * The form after a field was written in or chosen from.
 * @param {Lab} lab @param {BetForm} old @param {DOMStringMap} data @param {string} value
 * @returns {BetForm}
 */
export function written(lab, old, data, value) {
  const form = structuredClone(old);
  if (data["field"]) Object.assign(form, { [data["field"]]: value });
  const row = form.result[Number(data["row"])];
  if (data["ofRow"] && row) {
    Object.assign(row, { [data["ofRow"]]: value });
    if (value === "pay" && !row.pays) row.pays = "1:1";
  }
  if (data["add"] && value) {
    const [place, number] = data["add"].split(".").map(Number);
    const clause = form.result[place ?? 0]?.when[number ?? 0];
    const first = featuresOf(lab).find((feature) => feature.key === value)?.words[0];
    if (clause && first !== undefined) clause[value] = [first];
  }
  return form;
}

/** @template T @param {T[]} values @param {T} value */
const toggled = (values, value) => (values.includes(value) ? values.filter((each) => each !== value) : [...values, value]);

/** Put the values into the fields, but not into the one that somebody writes in. @param {Element} within */
export function fillFields(within) {
  for (const element of within.querySelectorAll("[data-value]")) {
    const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (element);
    const value = input.dataset["value"] ?? "";
    if (input !== document.activeElement || input.localName === "select") input.value = value;
  }
}
