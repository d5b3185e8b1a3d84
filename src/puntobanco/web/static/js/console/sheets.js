/**
 * What opens over the console: irregularities and their remedies, void and correction, people, the keys.
 * @module
 */
import { amount, money } from "../format.js";
import { attr, html } from "../html.js";
import { icon } from "../icons.js";
import { t } from "../messages.js";
import { field, form, positions, select, typedAmount } from "./forms.js";
import { labelOf, refusalWords } from "./words.js";

/** @import { Markup } from "../html.js" */
/** @import { Refusal } from "../types.d.ts" */
/** @import { Enrolled, Kind, Outcome, Picture, Proposal, Round, SheetName, Wager } from "./types.d.ts" */

/**
 * @typedef {object} Open
 * @property {SheetName} name
 * @property {string | null} kind which irregularity is chosen
 * @property {number | null} round which settled round is to be corrected
 * @property {Outcome[] | null} outcomes what a proposal would lead to
 * @property {Refusal | null} refused
 * @property {Enrolled[]} patrons
 */

/** @param {Open} open @param {Picture} picture */
export function sheetOf(open, picture) {
  switch (open.name) {
    case "irregularity": return sheet(t("console.irregularity"), irregularities(open, picture), open, picture);
    case "floor": return sheet(t("console.floor"), floor(open, picture), open, picture);
    case "people": return sheet(t("console.people"), people(open, picture), open, picture);
    case "help": return sheet(t("console.help"), help(picture), open, picture);
  }
}

/** @param {string} title @param {Markup} body @param {Open} open @param {Picture} picture */
const sheet = (title, body, { refused }, { view: { table } }) => html`<header class="sheet-head"><h2 id="sheet-title" tabindex="-1" autofocus>${title}</h2>
<button class="button icon-button" data-close="" aria-label="${t("console.close")}">${icon("close")}</button></header><section class="sheet-body">
${refused && html`<p class="message bad" data-key="refused" role="alert">${icon("warning")}<span>${refusalWords(refused, table)}</span></p>`}${body}</section>`;

/** @param {Open} open @param {Picture} picture */
function irregularities(open, picture) {
  const { irregularities: kinds, wagers } = picture.console;
  const chosen = kinds.find(({ kind }) => kind === open.kind);
  if (chosen) return remedy(chosen, wagers, open, picture);
  return html`<p class="muted">${t("console.irregularity.pick")}</p><ol class="kinds">${kinds.map(({ kind }, at) => html`<li><button class="button kind" data-kind="${kind}" data-key="${kind}"><kbd>${at < 9 ? at + 1 : ""}</kbd><span>${t(`irregularity.${kind}.what`)}</span></button></li>`)}</ol>`;
}

/** One irregularity: what the screen says, what it needs, what may be done. @param {Kind} kind @param {readonly Wager[]} wagers @param {Open} open @param {Picture} picture */
function remedy({ kind, needs, may, handlings, wagers: those }, wagers, open, picture) {
  const { table } = picture.view;
  const asks = [...needs, ...may];
  const chosen = wagers.filter(({ wager }) => those.includes(wager));
  const none = needs.includes("wager") ? [] : [{ value: "", label: t("console.irregularity.none") }];
  return form("irregularity", html`<input type="hidden" name="kind" value="${kind}">
<p class="message">${icon("warning")}<span><b>${t(`irregularity.${kind}.what`)}.</b> ${t(`irregularity.${kind}`)}</span></p>
${asks.includes("card") && field("card", t("console.irregularity.card"), { required: needs.includes("card") })}
${asks.includes("wager") && select("wager", t("console.irregularity.wager"), [...none, ...(needs.includes("wager") ? chosen : wagers).map((each) => ({ value: each.wager, label: wagerLabel(each, table) }))])}
${asks.includes("amount") && field("amount", t("console.irregularity.amount"), { type: "number", required: needs.includes("amount") })}
<fieldset class="handlings"><legend>${t("console.irregularity.handling")}</legend>${handlings.map((each, at) => html`<label class="tick"><input type="radio" name="handling" value="${each}" ${attr("checked", at === 0 ? "" : null)}><span>${t(`handling.${each}`)}${at === 0 && html` <em>${t("console.irregularity.default")}</em>`}</span></label>`)}</fieldset>
${outcomesOf(open, picture)}
${field("reason", t("console.reason"), { required: false })}<button class="button" type="button" data-look="irregularity">${t("console.look")}</button>`, t("console.irregularity.tell"));
}

/** @param {Omit<Wager, "seat" | "patron">} wager @param {import("../types.d.ts").Table} table */
const wagerLabel = ({ place, line, name, bet, amount: put }, table) => t(line === "back" ? "console.wager.behind" : "console.wager", { place, name, bet: labelOf(bet, table), amount: amount(put, table.currency) });

/** Who would pay what. @param {Open} open @param {Picture} picture */
function outcomesOf({ outcomes }, { view: { table } }) {
  if (!outcomes) return null;
  return html`<section class="outcomes" aria-live="polite" data-key="outcomes"><h3>${t("console.outcomes")}</h3>${outcomes.map(({ handling, refusal, moves }) => html`<div>
${handling && html`<h4>${t(`handling.${handling}`)}</h4>`}
${refusal ? html`<p>${refusalWords(refusal, table)}</p>` : moves.length ? html`<ul>${moves.map(({ name, amount: moved }) => html`<li><span>${name ?? t("console.house")}</span><b>${moved > 0 ? "+" : ""}${amount(moved, table.currency)}</b></li>`)}</ul>` : html`<p>${t("console.outcomes.none")}</p>`}</div>`)}</section>`;
}

/** @param {Open} open @param {Picture} picture */
function floor(open, picture) {
  const { rounds } = picture.console;
  const { staff, view } = picture;
  const chosen = rounds.find(({ round }) => round === open.round);
  return html`${staff.proposals.length > 0 && html`<section class="proposals" data-key="proposals"><h3>${t("console.proposals")}</h3><ul>${staff.proposals.map(proposalRow)}</ul></section>`}
${["betting", "paused", "dealing"].includes(view.phase) ? html`<section data-key="void"><h3>${t("console.void")}</h3>
${form("void", html`<label class="tick"><input type="checkbox" name="refund"><span>${t("console.void.refund")}</span></label>${field("reason", t("console.reason"))}`, t("console.void.propose"), "danger")}</section>` : null}
<section data-key="correct"><h3>${t("console.correct")}</h3>${chosen ? correction(chosen, open, picture) : roundList(rounds, picture)}</section>`;
}

/** @param {Proposal} proposal */
const proposalRow = ({ number, matter }) => html`<li><span>${t(`console.matter.${matter.matter}`)}${typeof matter["kind"] === "string" && html`: ${t(`irregularity.${matter["kind"]}.what`)}`}</span>
<button class="button" data-withdraw="${number}">${t("console.withdraw")}</button></li>`;

/** @param {readonly Round[]} rounds @param {Picture} picture */
function roundList(rounds, { view }) {
  if (!rounds.length) return html`<p class="muted">${t("console.correct.none")}</p>`;
  return html`<ol class="rounds">${rounds.map(({ round, hand, shoe, winner, player, banker, corrections }) => html`<li><button class="button" data-round="${round}"><span>${t("console.correct.round", { hand, shoe })}</span>
<b class="role-${winner}">${t(winner)}${player !== null && ` ${winner === "banker" ? `${banker}–${player}` : `${player}–${banker}`}`}</b>${corrections > 0 && html`<small>${t("console.correct.again", { count: corrections })}</small>`}</button></li>`)}</ol>${view.board.checked !== null && html`<p class="muted">${t("console.correct.checked", { hand: view.board.checked })}</p>`}`;
}

/** @param {Round} round @param {Open} open @param {Picture} picture */
function correction({ round, hand, cards, wagers }, open, picture) {
  const { table } = picture.view;
  const real = picture.console.pad !== null;
  return form("correct", html`<input type="hidden" name="round" value="${round}"><p><b>${t("console.correct.hand", { hand })}</b></p>
${real ? field("cards", t("console.correct.cards"), { value: cards.join(" ") }) : html`<p class="muted">${t("console.correct.software")}</p>`}
${wagers.length > 0 && html`<fieldset class="amounts"><legend>${t("console.correct.wagers")}</legend>${wagers.map((wager) => field(`spot.${wager.wager}`, wagerLabel(wager, table), { type: "number", value: typedAmount(wager.amount, table.currency) }))}</fieldset>`}
${field("reason", t("console.reason"))}${outcomesOf(open, picture)}
<button class="button" type="button" data-look="correct">${t("console.look")}</button><button class="button quiet" type="button" data-round="">${t("console.correct.other")}</button>`, t("console.correct.propose"));
}

/** @param {Open} open @param {Picture} picture */
function people({ patrons }, picture) {
  const { staff, view, console: c } = picture;
  const { currency } = view.table;
  const here = new Set(staff.people.map(({ patron }) => patron));
  const free = view.places.filter(({ name }) => name === null).map(({ place }) => place);
  const others = patrons.filter(({ id }) => !here.has(id)).map(({ id, name, wallet }) => ({ value: id, label: t("console.people.wallet", { name, wallet: money(wallet, currency) }) }));
  const table = staff.people.length > 0 && html`<table class="people"><thead><tr><th scope="col">${t("console.people.where")}</th><th scope="col">${t("console.people.name")}</th><th scope="col">${t("console.people.rack")}</th><th scope="col">${t("console.people.felt")}</th></tr></thead>
<tbody>${staff.people.map(({ patron, name, positions: held, rack, on_felt: felt, break_ms: away }) => html`<tr data-key="${patron}"><td>${held.map(({ place, line }) => t(line === "back" ? "console.people.behind" : "console.place", { place })).join(", ")}</td><td>${name}${away !== null && html` <em>${t("console.place.away")}</em>`}</td><td>${money(rack, currency)}</td><td>${money(felt, currency)}</td></tr>`)}</tbody></table>`;
  if (c.pad === null) return html`${table}<p class="muted">${t("console.people.devices")}</p>`;
  const seats = free.map((place) => ({ value: place, label: t("console.place", { place }) }));
  const every = view.places.map(({ place }) => ({ value: place, label: t("console.place", { place }) }));
  const sitting = staff.people.map(({ patron, name }) => ({ value: patron, label: name }));
  return html`${table}
${others.length > 0 && seats.length > 0 && form("sit", html`<h3>${t("console.people.sit")}</h3>${select("patron", t("console.people.name"), others)}${select("place", t("console.people.place"), seats)}${field("buy_in", t("console.people.buy_in"), { type: "number" })}`, t("console.people.sit.go"), "")}
${others.length > 0 && view.table.back_line > 0 && form("stand", html`<h3>${t("console.people.stand")}</h3>${select("patron", t("console.people.name"), others)}${select("place", t("console.people.place"), every)}${field("buy_in", t("console.people.buy_in"), { type: "number" })}`, t("console.people.stand.go"), "")}
${sitting.length > 0 && form("buy-in", html`<h3>${t("console.people.more")}</h3>${select("patron", t("console.people.name"), sitting)}${field("amount", t("console.people.buy_in"), { type: "number" })}`, t("console.people.more.go"), "")}
${sitting.length > 0 && form("move", html`<h3>${t("console.people.move")}</h3>${select("at", t("console.people.name"), positions(staff.people))}${select("type", t("console.people.what"), ["leave-seat", "take-break", "come-back", "give-up-player-dealer"].map((type) => ({ value: type, label: t(`console.people.${type}`) })))}`, t("console.people.move.go"), "")}
${view.player_dealer && view.table.bank !== "house" && form("cover", html`<h3>${t("console.people.cover", { name: view.player_dealer.name })}</h3>${field("amount", t("console.ask.cover"), { type: "number", value: typedAmount(view.player_dealer.cover, currency) })}`, t("console.people.cover.go"), "")}`;
}

/** Keys, as a list; and whether the page makes sounds. @param {Picture} picture */
function help({ loud }) {
  const rows = /** @type {const} */ (["enter", "digits", "back", "card", "suit", "stop", "scan", "escape", "help"]);
  return html`<dl class="keys-list">${rows.map((row) => html`<div><dt><kbd>${t(`console.help.${row}.key`)}</kbd></dt><dd>${t(`console.help.${row}`)}</dd></div>`)}</dl><p class="muted">${t("console.help.words")}</p>
<p><button class="button" data-sound="" aria-pressed="${String(loud)}">${icon(loud ? "sound" : "mute")}<span>${t(loud ? "console.sound.on" : "console.sound.off")}</span></button></p>`;
}

