/** @file What a form of the floor asks for: a command to its table, or other terms of it. Pure. */
import { t } from "../messages.js";

/** @import { Bet } from "../types.d.ts" */
/** @import { Reading } from "./reading.js" */
/** @import { OpenTable, SheetChoice } from "./types.d.ts" */

/**
 * The command of a form; what cannot be so is the form's fault.
 * @param {string} name
 * @param {Reading} form
 * @param {OpenTable | null} table
 * @param {readonly Bet[]} bets of that table
 * @returns {Record<string, unknown>}
 */
export function commandOf(name, form, table, bets) {
  const text = (/** @type {string} */ key) => form.text(key);
  const propose = (/** @type {Record<string, unknown>} */ matter, reason = text("reason")) => ({ type: "propose", reason, matter });
  const amount = () => form.amount("amount", t("floor.amount"));
  const number = Number(text("number"));
  switch (name) {
    case "suspend": return { type: "suspend-table", reason: text("reason") };
    case "step-shoe": return { type: "step-shoe", step: "verified" };
    case "clear-shoe": return { type: "clear-shoe" };
    case "resume": return { type: "resume-table" };
    case "message": return { type: "set-message", text: text("text") };
    case "box": return { type: "change-box", box: form.box(t("floor.new_box")) };
    case "void": return propose({ matter: "void-round", refund_fees: form.data.has("refund") });
    case "correct": return propose({ matter: "correct-round", round: Number(text("round")), ...(form.data.has("winner") ? { winner: text("winner") } : { cards: text("cards").toUpperCase().split(/[\s,]+/) }) });
    case "limits": return propose(limitsOf(form, table, bets), t("floor.limits.reason"));
    case "withdraw": return { type: "reject", number };
    case "hold": return { type: "hold-amount", patron: text("patron"), amount: amount(), reason: text("reason") };
    case "release": return { type: "release-amount", number };
    case "pay-claim": return { type: "pay-claim", number, amount: amount() };
    case "drop-claim": return { type: "drop-claim", number, reason: text("reason") };
    default:
      if (!form.data.has("sure")) form.fault = { code: "not-sure", params: {} };
      return { type: "close-table" };
  }
}

/** @param {Reading} form @param {OpenTable | null} table @param {readonly Bet[]} bets */
function limitsOf(form, table, bets) {
  const { cover_min = 0, cover_max = null, aggregate = null, differential = null } = table?.terms ?? {};
  const least = form.data.has("cover_min") ? form.amount("cover_min", t("floor.least_cover")) : cover_min;
  return { matter: "change-limits", limits: form.limits(bets), cover_min: least, cover_max, aggregate, differential };
}

/**
 * The other terms that a form asks for, as the house takes them; null: it is no such form.
 * @param {string} name
 * @param {Reading} form
 * @param {SheetChoice | null} chosen the game, where it shall be another
 * @returns {Record<string, unknown> | null}
 */
export function termsOf(name, form, chosen) {
  const has = (/** @type {string} */ key) => form.data.has(key);
  const time = (/** @type {string} */ key) => form.time(key, t(`floor.new.${key}`));
  const reason = form.text("reason");
  switch (name) {
    case "terms-pace": return {
      reason, clock: time("clock"), break_ms: form.number("break", t("floor.terms.break_ms"), 0) * 60_000, back_line: form.number("back_line", t("floor.new.back_line")),
      ...(has("paced") && { paced: form.text("paced") }), ...(has("offer") && { offer_ms: time("offer") }),
      ...(has("languages") && { languages: form.text("languages").split(",").filter(Boolean) }),
    };
    case "terms-rules": return {
      reason, schedule: form.text("schedule") || null, ...(has("rotation") && { rotation: form.text("rotation") }),
      venue: { irregularities: form.text("irregularities"), second_place: form.text("second_place") === "yes" },
    };
    case "terms-game": return chosen && {
      reason, sheet: chosen.id, decks: form.number("decks", t("floor.new.decks")), limits: form.limits(chosen.bets),
      ...(has("schedule") && { schedule: form.text("schedule") || null }),
    };
    default: return null;
  }
}
