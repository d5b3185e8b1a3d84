/** @file What a table goes by, and how it may be changed: what is agreed, and a form for each kind of terms. Pure. */
import { html } from "../html.js";
import { has, locale, t } from "../messages.js";
import { field, form, select } from "./forms.js";
import { changeWords, languageWords } from "./terms.js";
import { boundsOf, decksOf, postedOf } from "./open-sheet.js";

/** @import { Markup } from "../html.js" */
/** @import { Currency } from "../types.d.ts" */
/** @import { Catalogue, OpenTable, SheetChoice } from "./types.d.ts" */

const MINUTE = 60_000;
const SECOND = 1000;

/** @param {string} id */
const policy = (id) => ({ value: id, label: has(`floor.policy.${id}`) ? t(`floor.policy.${id}`) : id });
/** A choice that stands, where the house has no such one of its own. @param {readonly { value: string, label: string }[]} choices @param {string} value */
const withOwn = (choices, value) => (choices.some((choice) => choice.value === value) ? choices : [{ value, label: value }, ...choices]);
const reason = () => field("reason", t("floor.reason"));

/**
 * @param {OpenTable} table
 * @param {Catalogue | null} catalogue
 * @param {SheetChoice | null} chosen the game that it may go over to
 * @param {readonly string[]} languages that there are
 * @param {Currency} currency
 * @param {Record<string, Markup>} told
 * @param {boolean} mayRule whether who looks may take back what is agreed
 */
export function termsSection(table, catalogue, chosen, languages, currency, told, mayRule) {
  if (catalogue === null) return html`<section><h3>${t("floor.section.terms")}</h3><p>${t("floor.fetching")}</p></section>`;
  return html`<section><h3>${t("floor.section.terms")}</h3><p class="caption">${t("floor.terms.how")}</p>
${table.agreed.length > 0 && html`<ul class="items">${table.agreed.map((agreed) => html`<li data-key="agreed-${agreed.number}" class="item is-soon">
<p>${t("floor.agreed", { changes: changeWords(agreed, currency).join(", "), name: agreed.name, approved: agreed.approved })} ${t(`floor.from.${agreed.waits || "round"}`)}</p>
${mayRule && form("withdraw", [], { label: t("floor.withdraw"), told: told[`withdraw-${agreed.number}`] ?? null, hidden: { table: table.id, number: agreed.number } })}</li>`)}</ul>`}
<div class="columns">${pace(table, languages, told)}${rules(table, catalogue, told)}${game(table, catalogue, chosen, currency, told)}</div></section>`;
}

/** @param {OpenTable} table @param {readonly string[]} languages @param {Record<string, Markup>} told */
function pace({ id, terms, cards, bank }, languages, told) {
  const seconds = (/** @type {number | null} */ ms) => (ms === null ? "" : ms / SECOND);
  const pairs = languages.flatMap((one) => [[one], ...languages.filter((other) => other !== one).map((other) => [one, other])]);
  const boards = [{ value: "", label: t("floor.terms.as_linked") }, ...pairs.map((pair) => ({ value: pair.join(","), label: languageWords(pair, locale()) }))];
  const fields = [
    field("clock", t("floor.new.clock"), { kind: "number", value: seconds(terms.clock), required: false, hint: t("floor.new.clock.hint") }),
    cards === "software" && select("paced", t("floor.new.paced"), ["clock", "dealer"].map((value) => ({ value, label: t(`floor.paced.${value}`) })), terms.paced),
    bank !== "house" && field("offer", t("floor.new.offer"), { kind: "number", value: seconds(terms.offer_ms), required: false, hint: t("floor.new.clock.hint") }),
    field("break", t("floor.terms.break_ms"), { kind: "number", value: Math.round(terms.break_ms / MINUTE) }),
    field("back_line", t("floor.new.back_line"), { kind: "number", value: terms.back_line }),
    select("languages", t("floor.languages"), withOwn(boards, terms.languages.join(",")), terms.languages.join(",")),
    reason(),
  ];
  return form("terms-pace", fields, { label: t("floor.terms.pace"), told: told["terms-pace"] ?? null, hidden: { table: id } });
}

/** @param {OpenTable} table @param {Catalogue} catalogue @param {Record<string, Markup>} told */
function rules({ id, terms, bank }, catalogue, told) {
  const { rotation } = terms;
  const fields = [
    bank !== "house" && rotation !== null && select("rotation", t("floor.new.rotation"), withOwn(catalogue.rotations.map(policy), rotation), rotation),
    select("schedule", t("floor.new.schedule"), withOwn(postedOf(catalogue), terms.schedule ?? ""), terms.schedule ?? ""),
    select("irregularities", t("floor.new.irregularities"), catalogue.irregularities.map((value) => ({ value, label: t(`floor.profile.${value}`) })), terms.irregularities),
    select("second_place", t("floor.terms.second_place"), ["no", "yes"].map((value) => ({ value, label: t(`floor.${value}`) })), terms.second_place ? "yes" : "no"),
    reason(),
  ];
  return form("terms-rules", fields, { label: t("floor.terms.rules"), told: told["terms-rules"] ?? null, hidden: { table: id } });
}

/** @param {OpenTable} table @param {Catalogue} catalogue @param {SheetChoice | null} chosen @param {Currency} currency @param {Record<string, Markup>} told */
function game({ id, terms, bank }, catalogue, chosen, { exponent }, told) {
  const games = catalogue.sheets.filter((sheet) => sheet.bank === bank);
  const sheet = games.find((each) => each.id === chosen?.id) ?? games.find((each) => each.id === terms.sheet);
  const choices = games.map((each) => ({ value: each.id, label: each.name === each.id ? each.name : `${each.name} (${each.id})` }));
  const shown = sheet && html`<p class="caption">${t("floor.offered.hash", { hash: sheet.hash.slice(0, 16) })}</p>
${select("decks", t("floor.new.decks"), decksOf(sheet), String(sheet.id === terms.sheet ? terms.decks : sheet.decks[2]))}
${boundsOf(sheet, terms.limits, exponent)}`;
  const fields = [select("game", t("floor.new.sheet"), sheet ? choices : [{ value: "", label: t("floor.terms.own_game") }, ...choices], sheet?.id ?? ""), shown ?? null, reason()];
  return form("terms-game", fields, { label: t("floor.terms.game"), told: told["terms-game"] ?? null, hidden: { table: id } });
}
