/**
 * What the page of a tracked shoe says. Pure.
 * @module
 */
import { html } from "../html.js";
import { has, rich, t } from "../messages.js";
import { due, handsOf } from "./entry.js";

/** @import { Markup } from "../html.js" */
/** @import { Call } from "../types.d.ts" */
/** @import { Draws, Entry, Hand, Refused, Said } from "./types.d.ts" */

/** A mark as people say it. @param {string} mark @param {readonly Call[]} calls */
export const markName = (mark, calls) => calls.find(({ token }) => token === mark)?.label ?? t(`dealer.mark.${mark}`);

/** A card, or a rank alone. @param {string} code */
export function cardWords(code) {
  const rank = t(`card.rank.${code.charAt(0)}`);
  return code.length > 1 ? t("card.name", { rank, suit: t(`card.suit.${code.charAt(1)}`) }) : rank;
}

/**
 * A result in a few words: "Banker, Dragon 7, Player pair".
 * @param {Said | Hand} said @param {readonly Call[]} calls @param {Draws} draws
 */
export function handWords(said, calls, draws) {
  const marks = (said.marks ?? []).map((mark) => markName(mark, calls));
  if (said.winner) return [t(said.winner), ...marks].join(", ");
  const { totals } = handsOf(said.cards ?? [], draws);
  const winner = totals.player === totals.banker ? "tie" : totals.player > totals.banker ? "player" : "banker";
  return t("dealer.by_cards", { winner: t(winner), player: totals.player, banker: totals.banker });
}

/** Parameters of a refusal that are words of their own. @type {Record<string, (value: string, calls: readonly Call[]) => string>} */
const NAMED = {
  mark: markName, other: markName, winner: (value) => t(value), chosen: (value) => t(value), side: (value) => t(value),
  card: (value) => cardWords(value), hand: (value) => t(value),
};

/**
 * Why a key or an entry was refused.
 * @param {Refused} refused @param {readonly Call[]} calls @returns {Markup}
 */
export function refusalWords({ key, params, house }, calls) {
  const named = Object.fromEntries(Object.entries(params).map(([name, value]) => {
    const say = NAMED[name];
    return [name, say && typeof value === "string" ? say(value, calls) : value];
  }));
  if (!house) return rich(`dealer.refused.${key}`, named);
  const own = `dealer.house.${key}`;
  if (has(own)) return rich(own, named);
  return has(`refusal.${key}`) ? rich(`refusal.${key}`, named) : rich("refusal.unknown", { code: key });
}

/**
 * What is entered so far, and what is still to come.
 * @param {Entry} entry @param {readonly Call[]} calls @param {Draws} draws
 */
export function entryWords(entry, calls, draws) {
  if (entry.mode === "cards") {
    const side = due(entry.cards, draws);
    if (side) return t("dealer.next_card", { side: t(side), count: entry.cards.length + 1 });
    return t("dealer.complete");
  }
  if (entry.winner === null && !entry.marks.length) return t("dealer.choose");
  if (entry.winner === null) return t("dealer.choose_winner", { marks: entry.marks.map((mark) => markName(mark, calls)).join(", ") });
  const natural = entry.marks.some((mark) => calls.some(({ token }) => token === mark)) ? t("dealer.no_natural") : "";
  return [t("dealer.enter_to_store"), natural].filter(Boolean).join(" ");
}

export { bare } from "../html.js";

/** Text as markup. @param {string} text */
export const plain = (text) => html`${text}`;
