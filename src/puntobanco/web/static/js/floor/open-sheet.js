/** @file A table to open: every choice that there is, and why it cannot be as asked. Pure but for reading its form. */
import { html } from "../html.js";
import { has, t } from "../messages.js";
import { typed } from "./asks.js";
import { field, form, select, sheet } from "./forms.js";
import { Reading } from "./reading.js";

/** @import { Markup } from "../html.js" */
/** @import { Currency } from "../types.d.ts" */
/** @import { Catalogue, Limit, SheetChoice, Told } from "./types.d.ts" */

const TABLE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
const NAME = /^.{1,60}$/u;

/**
 * What a form asks for a sheet that was read from a file; null if that is none.
 * @param {any} file
 * @returns {SheetChoice | null}
 */
export function choiceOf(file) {
  try {
    const { id, name, bank, decks, seats, bet, venue } = file.sheet ?? file;
    const bets = bet.map((/** @type {any} */ each) => ({ id: String(each.id), label: String(each.label), main: each.kind === "main" }));
    return {
      id: String(id), name: String(name), bank, house_banked: bank === "house", bets, decks: [decks.min, decks.max, decks.default], seats: [...seats],
      rotation: venue.rotation, schedule: venue.collection, irregularities: venue.irregularities, hash: "",
    };
  } catch {
    return null;
  }
}

/** How many decks a game is played with. @param {SheetChoice} sheet */
export const decksOf = ({ decks: [least, most] }) => Array.from({ length: most - least + 1 }, (_, index) => ({ value: String(least + index), label: String(least + index) }));

/** The collections that there are, and none. @param {Catalogue} catalogue */
export const postedOf = ({ schedules }) => [{ value: "", label: t("floor.new.no_schedule") }, ...schedules.map((each) => ({ value: each.id, label: each.label }))];

/** Fields for the limits of a game: as they stand, or as a table usually begins. @param {SheetChoice} sheet @param {readonly Limit[]} limits @param {number} exponent */
export const boundsOf = ({ bets }, limits, exponent) => bets.map((bet) => {
  const stands = limits.find((limit) => limit.bet === bet.id);
  const [min, max] = stands ? [typed(stands.min, exponent), typed(stands.max, exponent)] : bet.main ? [10, 500] : [5, 100];
  return html`<fieldset class="bet"><legend>${bet.label}</legend>${field(`min:${bet.id}`, t("floor.least"), { kind: "amount", value: min })}
${field(`max:${bet.id}`, t("floor.most"), { kind: "amount", value: max })}</fieldset>`;
});

/** @param {string} value */
const named = (value) => ({ value, label: has(`floor.policy.${value}`) ? t(`floor.policy.${value}`) : value });

/**
 * @param {Catalogue} catalogue
 * @param {SheetChoice} chosen
 * @param {string} id of the table, if it is known
 * @param {Markup | null} told
 * @param {string | null} own the name of a sheet that was read from a file
 */
export function openSheet(catalogue, chosen, id, told, own) {
  const games = [...catalogue.sheets.filter((each) => own === null || each.id !== chosen.id), ...(own === null ? [] : [chosen])].map((each) => ({ value: each.id, label: each.name === each.id ? each.name : `${each.name} (${each.id})` }));
  const largest = Math.max(...chosen.seats);
  const seats = (chosen.house_banked ? Array.from({ length: largest }, (_, index) => index + 1) : chosen.seats).map((count) => ({ value: String(count), label: String(count) }));
  const bets = boundsOf(chosen, [], 0);
  const fields = [
    html`<div class="grid">${select("sheet", t("floor.new.sheet"), games, chosen.id)}${field("own", t("floor.new.own"), { kind: "file", required: false, hint: own === null ? t("floor.new.own.hint") : t("floor.new.own.read", { name: own }) })}
${field("table", t("floor.new.table"), { value: id, most: 40, hint: t("floor.new.table.hint") })}${field("name", t("floor.new.name"), { value: id && t("floor.table", { table: id }), most: 60 })}
${select("seats", t("floor.new.seats"), seats, String(chosen.seats.includes(7) || chosen.house_banked ? 7 : chosen.seats[0]))}${select("decks", t("floor.new.decks"), decksOf(chosen), String(chosen.decks[2]))}
${select("cards", t("floor.new.cards"), catalogue.cards.map((value) => ({ value, label: t(`floor.cards.${value}`) })), "software")}
${select("paced", t("floor.new.paced"), ["clock", "dealer"].map((value) => ({ value, label: t(`floor.paced.${value}`) })), "clock")}
${field("clock", t("floor.new.clock"), { kind: "number", value: 20, required: false, hint: t("floor.new.clock.hint") })}
${field("unit", t("floor.new.unit"), { kind: "amount", value: 1 })}
${field("box", t("floor.new.box"), { value: 1, most: 40 })}
${select("irregularities", t("floor.new.irregularities"), catalogue.irregularities.map((value) => ({ value, label: t(`floor.profile.${value}`) })), chosen.irregularities)}
${!chosen.house_banked && html`${select("rotation", t("floor.new.rotation"), catalogue.rotations.map(named), chosen.rotation)}
${field("cover_min", t("floor.new.cover_min"), { kind: "amount", value: 500 })}${field("cover_max", t("floor.new.cover_max"), { kind: "amount", required: false })}
${field("back_line", t("floor.new.back_line"), { kind: "number", value: 0 })}${field("offer", t("floor.new.offer"), { kind: "number", value: 15, required: false, hint: t("floor.new.clock.hint") })}`}
${select("schedule", t("floor.new.schedule"), postedOf(catalogue), chosen.house_banked ? "" : chosen.schedule)}</div>`,
    html`<h3>${t("floor.section.limits")}</h3>${bets}`,
  ];
  return sheet(t("floor.new"), form("open-table", fields, { label: t("floor.open"), primary: true, told }));
}

/**
 * What the form asks for, as the house takes it; or the first field that cannot be so.
 * @param {FormData} data
 * @param {SheetChoice} chosen
 * @param {unknown} own a sheet that was read from a file
 * @param {Currency} currency
 * @returns {{ body: Record<string, unknown> } | { fault: Told }}
 */
export function opening(data, chosen, own, { exponent }) {
  const form = new Reading(data, exponent);
  const label = (/** @type {string} */ name) => t(`floor.new.${name}`);
  const amount = (/** @type {string} */ name) => form.amount(name, label(name));
  const number = (/** @type {string} */ name) => form.number(name, label(name));
  const time = (/** @type {string} */ name) => form.time(name, label(name));
  /** @type {Record<string, unknown>} */
  const body = {
    table: form.shaped("table", label("table"), TABLE, "bad-table"), name: form.shaped("name", label("name"), NAME, "bad-name"), sheet: own ?? chosen.id,
    seats: number("seats"), decks: number("decks"), clock: time("clock"), unit: amount("unit"), cards: form.text("cards"),
    paced: form.text("paced"), box: form.box(label("box")), venue: { irregularities: form.text("irregularities") },
  };
  if (form.text("schedule")) body["schedule"] = form.text("schedule");
  if (!chosen.house_banked) {
    Object.assign(body, { rotation: form.text("rotation"), cover_min: amount("cover_min") });
    if (form.text("cover_max")) body["cover_max"] = amount("cover_max");
    Object.assign(body, { back_line: number("back_line"), offer_ms: time("offer") });
  }
  const limits = form.limits(chosen.bets);
  const bounds = (/** @type {boolean} */ main) => {
    const kind = limits.filter(({ bet }) => chosen.bets.some(({ id, main: isMain }) => id === bet && isMain === main));
    const some = kind.length > 0 ? kind : limits;
    return { min: Math.min(...some.map(({ min }) => min)), max: Math.max(...some.map(({ max }) => max)) };
  };
  Object.assign(body, { limits, mains: bounds(true), sides: bounds(false) });
  return form.fault ? { fault: form.fault } : { body };
}
