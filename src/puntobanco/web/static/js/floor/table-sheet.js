/** @file One table opened up: what it is, who is there, and everything the floor may do about it. Pure. */
import { amount, money } from "../format.js";
import { attr, html } from "../html.js";
import { has, locale, t } from "../messages.js";
import { typed } from "./asks.js";
import { isOpen } from "./cards.js";
import { check, field, form, select, sheet } from "./forms.js";
import { proposalActs, proposalKey } from "./needs.js";
import { languageWords } from "./terms.js";
import { termsSection } from "./terms-sheet.js";
import { holdWords, movesWords, proposalWords } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Currency } from "../types.d.ts" */
/** @import { Catalogue, Detail, Floor, Me, OpenTable, Proposal, SheetChoice, Staff } from "./types.d.ts" */

/**
 * @typedef {object} Shown
 * @property {Floor} floor
 * @property {Me} me
 * @property {Record<string, Markup>} told what became of each form
 * @property {string} language of the board that is linked
 * @property {readonly string[]} languages that there are
 * @property {Catalogue | null} catalogue what a table can be made of
 * @property {SheetChoice | null} game that a table may go over to
 */

const MINUTE = 60000;

/** @param {OpenTable} table @param {Detail | null} detail @param {Shown} shown */
export function tableSheet(table, detail, shown) {
  const { me, told, floor, catalogue, game, languages } = shown;
  const rules = me.role === "supervisor" && detail?.staff;
  const mayPropose = me.role === "supervisor" || me.role === "admin";
  const body = detail === null ? html`<p>${t("floor.fetching")}</p>` : html`${facts(table, detail, floor.currency)}${links(table, shown)}
${rules && acts(table, detail, told)}${mayPropose && limits(table, detail, floor.currency, told)}${mayPropose && termsSection(table, catalogue, game, languages, floor.currency, told, me.role === "supervisor")}${rules && detail.staff && rulings(table, detail, detail.staff, shown)}${detail.staff && people(detail.staff, floor.currency)}`;
  return sheet(t("floor.sheet", { table: table.name, game: table.game }), body);
}

/** @param {OpenTable} table @param {Detail} detail @param {Currency} currency */
function facts(table, { staff }, currency) {
  const rotation = staff?.rotation;
  const bank = table.player_dealer;
  const rows = [
    [t("floor.fact.state"), table.suspended === null ? t(`floor.state.${table.phase}`) : t("floor.line.suspended", { reason: table.suspended })],
    [t("floor.fact.cards"), t(`floor.cards.${table.cards}`)],
    [t("floor.fact.sheet"), table.sheet],
    [t("floor.fact.places"), t("floor.of", { count: table.places.filter(({ taken }) => taken).length, all: table.places.length })],
    [t("floor.fact.clock"), table.terms.clock ? t("seconds", { seconds: Math.round(table.terms.clock / 1000) }) : t("floor.fact.by_hand")],
    [t("floor.fact.box"), t("floor.box_holds", { box: staff?.collection.box ?? table.box, amount: money(staff?.collection.held ?? 0, currency) })],
    bank && [t("floor.fact.bank"), t("floor.turn", { name: bank.name, count: bank.hands, left: bank.next_offer_in })],
    rotation && [t("floor.fact.rotation"), rotationWords(rotation)],
    [t("floor.fact.today"), t("floor.today", {
      rounds: table.today.rounds, drop: money(table.today.bought, currency), hold: holdWords(table.today.hold), fees: money(table.today.collected, currency),
      irregularities: table.today.irregularities, corrections: table.today.corrections,
    })],
  ];
  return html`<dl class="facts">${rows.filter((row) => Array.isArray(row)).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** @param {NonNullable<Staff["rotation"]>} rotation */
function rotationWords({ policy, offer_due: due, broken, paused_ms: paused, next_breach_ms: breach }) {
  const name = has(`floor.policy.${policy}`) ? t(`floor.policy.${policy}`) : policy;
  const parts = [name];
  if (broken) parts.push(has(`floor.rotation.${broken}`) ? t(`floor.rotation.${broken}`) : broken);
  if (paused) parts.push(t("floor.paused", { count: Math.ceil(paused / MINUTE) }));
  if (due) parts.push(t("floor.line.offer_due"));
  if (breach !== null) parts.push(t("floor.line.breach", { count: Math.max(1, Math.ceil(breach / MINUTE)) }));
  return parts.join("; ");
}

/** @param {OpenTable} table @param {Shown} shown */
function links(table, { language, languages }) {
  const path = `/table/${encodeURIComponent(table.id)}`;
  const query = language === "en" ? "" : `?lang=${language}`;
  const pairs = languages.flatMap((one) => [[one], ...languages.filter((other) => other !== one).map((other) => [one, other])]);
  const choices = pairs.map((pair) => ({ value: pair.join(","), label: languageWords(pair, locale()) }));
  return html`<nav class="acts" aria-label="${t("floor.links")}"><a class="button" href="${path}/board${query}">${t("floor.to_board")}</a>
<a class="button" href="${path}/dealer">${t("floor.to_console")}</a><a class="button" href="${path}/shoe">${t("floor.to_shoe")}</a>
${languages.length > 1 && select("language", t("floor.languages"), choices, language)}</nav>`;
}

/** @param {OpenTable} table @param {Detail} detail @param {Shown["told"]} told */
function acts(table, detail, told) {
  const { staff } = detail;
  const stands = table.suspended === null && !staff?.rotation?.broken;
  const hidden = { table: table.id };
  return html`<section><h3>${t("floor.section.state")}</h3><div class="columns">
${table.waits && form(table.waits, html`<p>${t(`floor.line.${table.waits}`)}</p>`, { label: t(`floor.done.${table.waits}`), primary: true, told: told[table.waits] ?? null, hidden })}
${stands ? form("suspend", field("reason", t("floor.reason")), { label: t("floor.suspend"), told: told["suspend"] ?? null, hidden })
    : form("resume", [], { label: t("floor.resume"), primary: true, told: told["resume"] ?? null, hidden })}
${form("message", field("text", t("floor.message"), { required: false, value: detail.view.message ?? "" }), { label: t("floor.set_message"), told: told["message"] ?? null, hidden })}
${form("box", field("box", t("floor.new_box"), { most: 40 }), { label: t("floor.change_box"), told: told["box"] ?? null, hidden })}
${form("close-table", check("sure", t("floor.close_sure")), { label: t("floor.close_table"), danger: true, told: told["close-table"] ?? null, hidden })}</div></section>`;
}

/** @param {OpenTable} table @param {Detail} detail @param {Staff} staff @param {Shown} shown */
function rulings(table, detail, staff, { floor, me, told }) {
  const { currency } = floor;
  const hidden = { table: table.id };
  const standing = table.proposals.map((proposal) => html`<li data-key="p-${proposal.number}" class="item is-soon"><p>${proposalWords(proposal, table, currency)}</p>
${outcomes(proposal, currency)}${proposalActs(proposal, table, me, true)}${toldOf(proposal, table, told)}</li>`);
  const money_ = table.cards !== "results";
  return html`${standing.length > 0 && html`<section><h3>${t("floor.section.proposals")}</h3><ul class="items">${standing}</ul></section>`}
<section><h3>${t("floor.section.rulings")}</h3><p class="caption">${t("floor.rulings.how")}</p><div class="columns">
${detail.view.phase === "betting" || detail.view.phase === "dealing" || detail.view.phase === "paused"
    ? form("void", [field("reason", t("floor.reason.told")), check("refund", t("floor.refund"))], { label: t("floor.propose_void"), danger: true, told: told["void"] ?? null, hidden })
    : html`<p class="quiet">${t("floor.no_round")}</p>`}
${staff.correctable.length > 0 && correctionForm(table, staff, told["correct"] ?? null)}</div></section>
${money_ && disputes(table, staff, currency, told)}`;
}

/**
 * What each handling would do; the default stands first and is what Approve does.
 * @param {Proposal} proposal @param {Currency} currency
 */
export function outcomes({ matter, previews, number }, currency) {
  const named = matter.matter === "irregularity";
  return html`<ul class="outcomes">${previews.map((preview, index) => html`<li>${named && html`<label class="check"><input type="radio" name="handling-${number}" value="${preview.handling}"
${attr("checked", index === 0)}><span>${t(`handling.${preview.handling}`)}</span></label>`}${movesWords(preview, currency)}</li>`)}</ul>`;
}

/** @param {OpenTable} table @param {Detail} detail @param {Currency} currency @param {Shown["told"]} told */
const limits = (table, detail, currency, told) => html`<section><h3>${t("floor.section.limits")}</h3><p class="caption">${t("floor.limits.how")}</p>
${limitsForm(table, detail, currency, told["limits"] ?? null)}</section>`;

/** @param {OpenTable} table @param {Detail} detail @param {Currency} currency @param {Markup | null} told */
function limitsForm(table, { view }, currency, told) {
  const { exponent } = currency;
  const rows = view.table.bets.map((bet) => html`<fieldset class="bet"><legend>${bet.label}</legend>${field(`min:${bet.id}`, t("floor.least"), { value: typed(bet.min, exponent), kind: "amount" })}
${field(`max:${bet.id}`, t("floor.most"), { value: typed(bet.max, exponent), kind: "amount" })}</fieldset>`);
  const cover = table.bank !== "house" && field("cover_min", t("floor.least_cover"), { value: typed(table.terms.cover_min, exponent), kind: "amount" });
  return form("limits", [...rows, cover], { label: t("floor.propose_limits"), told, hidden: { table: table.id } });
}

/** @param {OpenTable} table @param {Staff} staff @param {Markup | null} told */
function correctionForm(table, { correctable }, told) {
  const rounds = [...correctable].reverse().map((round) => ({ value: String(round), label: t("floor.round", { round }) }));
  const fields = [select("round", t("floor.which_round"), rounds), table.cards === "results"
    ? select("winner", t("floor.winner"), ["player", "banker", "tie"].map((value) => ({ value, label: t(value) })))
    : field("cards", t("floor.real_cards"), { hint: t("floor.real_cards.hint") }), field("reason", t("floor.reason.told"))];
  return form("correct", fields, { label: t("floor.propose_correction"), told, hidden: { table: table.id } });
}

/** @param {OpenTable} table @param {Staff} staff @param {Currency} currency @param {Shown["told"]} told */
function disputes(table, { people: there, disputes: held, claims }, currency, told) {
  const names = new Map(there.map(({ patron, name }) => [patron, name]));
  const who = (/** @type {string} */ id) => (id === "house" ? t("floor.house") : names.get(id) ?? t("floor.gone"));
  const hidden = { table: table.id };
  const stacks = there.filter(({ rack }) => rack > 0).map(({ patron, name, rack }) => ({ value: patron, label: t("floor.rack", { name, rack: amount(rack, currency) }) }));
  return html`<section><h3>${t("floor.section.disputes")}</h3><div class="columns">
${stacks.length > 0 && form("hold", [select("patron", t("floor.patron"), stacks), field("amount", t("floor.amount"), { kind: "amount" }), field("reason", t("floor.reason"))], { label: t("floor.hold_amount"), told: told["hold"] ?? null, hidden })}
<ul class="items">${held.map((each) => html`<li class="item"><p>${t("floor.held", { name: each.name, amount: money(each.amount, currency) })}</p>
${form("release", [], { label: t("floor.release"), told: told[`release-${each.number}`] ?? null, hidden: { ...hidden, number: each.number } })}</li>`)}
${claims.map((claim) => html`<li class="item"><p>${t("floor.claim", { debtor: who(claim.debtor), creditor: who(claim.creditor), amount: money(claim.amount, currency) })}</p>
${form("pay-claim", field("amount", t("floor.amount"), { kind: "amount", value: typed(claim.amount, currency.exponent) }), { label: t("floor.pay_claim"), told: told[`pay-claim-${claim.number}`] ?? null, hidden: { ...hidden, number: claim.number } })}
${form("drop-claim", field("reason", t("floor.reason")), { label: t("floor.drop_claim"), danger: true, told: told[`drop-claim-${claim.number}`] ?? null, hidden: { ...hidden, number: claim.number } })}</li>`)}</ul></div></section>`;
}

/** @param {Staff} staff @param {Currency} currency */
function people({ people: there }, currency) {
  if (there.length === 0) return null;
  const rows = there.map(({ name, kind, positions, rack, on_felt: felt, break_ms: away }) => html`<tr><th scope="row">${name}${kind === "third-party" && html` <span class="caption">${t("floor.third_party")}</span>`}
${away !== null && html` <span class="caption">${t("floor.away")}</span>`}</th><td>${positions.map(({ place, line }) => t(line === "back" ? "floor.behind" : "floor.place", { place })).join(", ")}</td>
<td>${money(rack, currency)}</td><td>${money(felt, currency)}</td></tr>`);
  return html`<section><h3>${t("floor.section.people")}</h3><div class="scrolls" tabindex="0" role="group" aria-label="${t("floor.section.people")}"><table><thead><tr>${["name", "where", "rack", "felt"].map((name) => html`<th scope="col">${t(`floor.people.${name}`)}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div></section>`;
}

/** What became of a proposal that still stands. @param {Proposal} proposal @param {OpenTable} table @param {Shown["told"]} told */
function toldOf({ number }, { id }, told) {
  const words = told[proposalKey(id, number)];
  return words && html`<p class="told" role="status">${words}</p>`;
}

/**
 * One proposal by itself, with all its outcomes.
 * @param {Proposal} proposal @param {OpenTable} table @param {Shown} shown
 */
export const proposalSheet = (proposal, table, { floor, me, told }) => sheet(
  t("floor.proposal.title", { table: table.name }),
  html`<p class="big">${proposalWords(proposal, table, floor.currency)}</p><p class="caption">${t("floor.outcomes")}</p>
${outcomes(proposal, floor.currency)}${proposalActs(proposal, table, me, true)}${toldOf(proposal, table, told)}`,
);

/** @param {Floor} floor @param {string} id */
export const openTable = (floor, id) => floor.tables.filter(isOpen).find((table) => table.id === id) ?? null;
