/** @file What the floor says: alerts, proposals, reasons. Pure. */
import { amount, money, signedMoney } from "../format.js";
import { html } from "../html.js";
import { has, rich, t } from "../messages.js";
import { changeWords } from "./terms.js";

/** @import { Markup } from "../html.js" */
/** @import { Currency } from "../types.d.ts" */
/** @import { AlertGroup, Cleared, Matter, Move, OpenTable, Preview, Proposal, Told } from "./types.d.ts" */

/** Alerts that need somebody at once; the others wait their turn. */
const GRAVE = new Set(["cover-exhausted", "game-protection", "inventory", "quarantine", "recurring"]);
const MINUTE = 60000;
const SOON = 5 * MINUTE;

/** @param {string} kind */
export const isGrave = (kind) => GRAVE.has(kind);

/** Facts that are amounts of money. */
const AMOUNTS = new Set(["cover", "paid", "uncovered", "amount", "wager", "gain", "least"]);

/**
 * @param {Record<string, unknown>} facts
 * @param {Currency} currency
 */
function spoken(facts, currency) {
  const words = Object.entries(facts).map(([name, value]) => {
    if (AMOUNTS.has(name) && typeof value === "number") return [name, amount(value, currency)];
    if (name === "card" && typeof value === "string") return [name, cardWords(value)];
    if (name === "code" && has(`floor.rotation.${value}`)) return [name, t(`floor.rotation.${value}`)];
    return [name, value];
  });
  return Object.fromEntries(words);
}

/** @param {string} code */
export function cardWords(code) {
  return t("card.name", { rank: t(`card.rank.${code.charAt(0)}`), suit: t(`card.suit.${code.charAt(1)}`) });
}

/**
 * What an alert says.
 * @param {AlertGroup | Cleared} alert
 * @param {Currency} currency
 */
export function alertWords({ kind, facts, ...alert }, currency) {
  const round = "round" in alert ? alert.round : 0;
  const wagers = (facts.wagers ?? []).map((wager) => t("floor.late_wager", {
    ...wager, amount: amount(wager.amount, currency), expectation: signed(wager.expectation),
  }));
  return rich(`floor.alert.${kind}`, { ...spoken(facts, currency), round, wagers: wagers.join("; "), where: cutWords(Number(facts["left"])) });
}

/** Where a hand began in its shoe. @param {number} left cards before the cut card, which may be behind */
function cutWords(left) {
  if (left === 0) return t("floor.cut.at");
  return left > 0 ? t("floor.cut.before", { count: left }) : t("floor.cut.after", { count: -left });
}

/**
 * The exact figures behind an alert, for who wants them.
 * @param {AlertGroup} alert
 */
export const exactWords = ({ facts }) => (facts.wagers ?? []).map(({ bet, exact }) => `${bet} ${exact}`).filter((each, at, all) => all.indexOf(each) === at).join(", ");

/** A percentage with its sign. @param {number} value */
const signed = (value) => `${value > 0 ? "+" : value < 0 ? "\u2212" : ""}${Math.abs(value).toFixed(2)}%`;

/**
 * What somebody proposes.
 * @param {Proposal} proposal
 * @param {OpenTable} table
 * @param {Currency} currency
 */
export function proposalWords({ matter, name, reason, round, was, change }, table, currency) {
  const params = { name, reason, round, hand: was?.hand ?? round };
  switch (matter.matter) {
    case "void-round": return rich(matter.refund_fees ? "floor.proposal.void_refund" : "floor.proposal.void", params);
    case "correct-round": return rich("floor.proposal.correct", { ...params, round: matter.round, result: resultWords(matter, was?.winner) });
    case "irregularity": return rich("floor.proposal.irregularity", { ...params, what: t(`irregularity.${matter.kind}.what`) });
    default: return html`${rich("floor.proposal.terms", { ...params, table: table.name, changes: change ? changeWords(change, currency).join(", ") : "" })} ${change && t(`floor.from.${change.waits || "round"}`)}`;
  }
}

/** @param {Extract<Matter, { matter: "correct-round" }>} matter @param {string} [stood] */
function resultWords(matter, stood) {
  const parts = [];
  if (matter.cards.length > 0) parts.push(t("floor.proposal.cards", { cards: matter.cards.map(cardWords).join(", ") }));
  if (matter.winner) parts.push(t("floor.proposal.winner", { from: stood ? t(stood) : "", to: t(matter.winner) }));
  if (matter.spots.length > 0) parts.push(t("floor.proposal.wagers", { count: matter.spots.length }));
  return parts.join("; ");
}

/**
 * The chips that one outcome moves.
 * @param {Preview} preview
 * @param {Currency} currency
 * @returns {Markup}
 */
export function movesWords({ refusal, moves }, currency) {
  if (refusal) return html`<p class="quiet">${refusalWords(refusal)}</p>`;
  if (moves.length === 0) return html`<p class="quiet">${t("floor.moves.none")}</p>`;
  const items = moves.map((move) => html`<li><span>${who(move)}</span> <b>${signedMoney(move.amount, currency)}</b></li>`);
  return html`<ul class="moves" aria-label="${t("floor.moves")}">${items}</ul>`;
}

/** @param {Move} move */
const who = ({ name }) => name ?? t("floor.house");

/**
 * Why something was not done.
 * @param {Told} told
 */
export function refusalWords({ code, params }) {
  if (code === "malformed") return rich(faultyField(params) ?? "floor.refusal.malformed");
  const own = `floor.refusal.${code}`;
  return has(own) ? rich(own, params) : rich("floor.refusal", { code });
}

/**
 * The words for the field that the house could not take: it is the name in front of a fault's words,
 * in a path of the body, or a parameter.
 * @param {Told["params"]} params
 */
function faultyField(params) {
  const detail = String(params["detail"] ?? "");
  const [, name = "", other = ""] = /^(?:\d+ )?(\w+)(?: of [\w-]+)?:|`\$\.([^`]*)`$/.exec(detail) ?? [];
  const lacking = typeof params["lacks"] === "string" ? [params["lacks"]] : [];
  const names = [name, ...other.split(/\W+/).reverse(), ...lacking, ...Object.keys(params)];
  return names.map((each) => `floor.malformed.${each}`).find(has) ?? null;
}

/** What a table answers to a proposal that it can never take up any more. */
const LOST = new Set(["not-in-this-state", "no-such-round", "nothing-to-correct"]);

/** Whether what was proposed can no longer be, however it is handled. @param {Proposal} proposal */
export const isLost = ({ previews }) => previews.length > 0 && previews.every(({ refusal }) => refusal !== null && LOST.has(refusal.code));

/**
 * The one line under a table: what matters most there.
 * @param {OpenTable} table
 * @param {readonly AlertGroup[]} alerts of this table
 * @param {Currency} currency
 * @returns {{ grave: number, words: string }} 2: at once, 1: soon, 0: nothing
 */
export function lineOf(table, alerts, currency) {
  const grave = alerts.find(({ kind }) => isGrave(kind));
  const other = alerts[0];
  if (grave) return { grave: 2, words: t(`floor.line.${grave.kind}`, { round: grave.round }) };
  if (table.proposals.length > 0) return { grave: 1, words: t("floor.line.proposals", { count: table.proposals.length }) };
  if (other) return { grave: 1, words: t(`floor.line.${other.kind}`, { round: other.round }) };
  if (table.suspended !== null) return { grave: 1, words: t("floor.line.suspended", { reason: table.suspended }) };
  if (table.waits) return { grave: 1, words: t(`floor.line.${table.waits}`) };
  const clock = rotationLine(table);
  if (clock) return clock;
  if (table.claims > 0) return { grave: 1, words: t("floor.line.claims", { count: table.claims }) };
  if (table.held > 0) return { grave: 1, words: t("floor.line.held", { count: table.held }) };
  return { grave: 0, words: table.hand ? t("floor.line.hand", { hand: table.hand }) : t("floor.line.none") };
}

/** @param {OpenTable} table */
function rotationLine({ rotation, player_dealer: bank, patrons }) {
  if (!rotation) return null;
  if (rotation.broken) return { grave: 2, words: t("floor.line.rotation-broken") };
  const left = rotation.next_breach_ms;
  if (left !== null && left < SOON) return { grave: 1, words: t("floor.line.breach", { count: Math.max(1, Math.ceil(left / MINUTE)) }) };
  if (rotation.offer_due && patrons > 0) return { grave: 0, words: t("floor.line.offer_due") };
  return bank ? { grave: 0, words: t("floor.line.next_offer", { count: bank.next_offer_in }) } : null;
}

/** @param {number | null} value a percentage */
export const holdWords = (value) => (value === null ? "\u2013" : `${value < 0 ? "\u2212" : ""}${Math.abs(value).toFixed(1)}%`);

export { amount, money };
