/**
 * The keypad. Pure: an entry and a key give another entry, and perhaps a hand that may be stored. What no
 * hand can be is refused with its reason, and what was entered stays.
 * @module
 */

/** @import { Due, Draws, Entry, Key, Refused, Rules, Said, Winner } from "./types.d.ts" */

/** @type {readonly Winner[]} */
export const WINNERS = ["player", "tie", "banker"];
export const RANKS = "A23456789TJQK";
export const SUITS = "CDHS";
const NATURAL_FROM = 8;
const SUITS_OF_A_DECK = SUITS.length;

/** @type {Entry} */
export const EMPTY = Object.freeze({
  mode: "result", winner: null, implied: false, marks: [], cards: [], free: false, refused: null,
});

/**
 * Press a key.
 * @param {Entry} before
 * @param {Key} key
 * @param {Rules} rules
 * @returns {{ entry: Entry, hand: Said | null }} the hand, if it may be stored now
 */
export function press(before, key, rules) {
  const entry = { ...before, refused: null };
  switch (key.type) {
    case "winner":
      return only(pressWinner(entry, key.winner, rules));
    case "call":
      return only(pressCall(entry, key.token, rules));
    case "mark":
      return only(pressMark(entry, key.mark, rules));
    case "rank":
      return only(pressRank(entry, key.rank, rules));
    case "suit":
      return only(pressSuit(entry, key.suit, rules));
    case "free":
      return only({ ...entry, free: !entry.free });
    case "mode":
      return only({ ...EMPTY, mode: entry.mode === "cards" ? "result" : "cards", free: entry.free });
    case "back":
      return only(back(entry, rules));
    case "clear":
      return only({ ...EMPTY, mode: entry.mode });
    case "enter":
      return enter(entry, rules);
  }
}

/** @param {Entry} entry @returns {{ entry: Entry, hand: null }} */
const only = (entry) => ({ entry, hand: null });

/** @param {Entry} entry @param {string} key @param {Refused["params"]} params @returns {Entry} */
const refuse = (entry, key, params = {}) => ({ ...entry, refused: { key, params } });

/**
 * What is wrong with some marks for a winner; null: a hand can have them together.
 * @param {Rules} rules @param {Winner} winner @param {readonly string[]} marks
 * @returns {{ mark: string, other: string | null } | null}
 */
function fault({ possible }, winner, marks) {
  for (const [at, mark] of marks.entries()) {
    const bars = possible[winner][mark];
    if (bars === undefined) return { mark, other: null };
    const other = marks.slice(0, at).find((each) => bars.includes(each));
    if (other !== undefined) return { mark, other };
  }
  return null;
}

/** The winners that a hand with these marks can have. @param {Rules} rules @param {readonly string[]} marks */
export const winnersWith = (rules, marks) => WINNERS.filter((winner) => fault(rules, winner, marks) === null);

/**
 * Why marks do not fit: with the winner that is chosen, or with each other whatever it is.
 * @param {Entry} entry @param {readonly string[]} marks @param {Rules} rules @returns {Entry | null}
 */
function unfit(entry, marks, rules) {
  if (entry.winner === null) {
    if (winnersWith(rules, marks).length) return null;
    const mark = marks.at(-1) ?? "";
    const other = marks.slice(0, -1).find((each) => !winnersWith(rules, [each, mark]).length) ?? marks[0] ?? "";
    return refuse(entry, "together", { mark, other });
  }
  const found = fault(rules, entry.winner, marks);
  if (!found) return null;
  if (found.other !== null) return refuse(entry, "together", { mark: found.mark, other: found.other });
  const winner = winnersWith(rules, [found.mark])[0] ?? entry.winner;
  return refuse(entry, "side", { mark: found.mark, winner, chosen: entry.winner });
}

/** @param {Entry} entry @param {Winner} winner @param {Rules} rules @returns {Entry} */
function pressWinner(entry, winner, rules) {
  if (entry.mode === "cards") return refuse(entry, "cards-decide");
  if (entry.winner === winner) {
    // Who presses the side after its call means the same.
    return entry.implied ? { ...entry, implied: false } : { ...entry, winner: null, marks: kept(entry, rules) };
  }
  if (entry.winner !== null) return refuse(entry, "two-winners", { winner, chosen: entry.winner });
  const chosen = { ...entry, winner, implied: false };
  const wrong = unfit(chosen, entry.marks, rules);
  return wrong ? { ...entry, refused: wrong.refused } : chosen;
}

/** The marks that stay when the winner goes: those that do not name one. @param {Entry} entry @param {Rules} rules */
const kept = (entry, rules) => entry.marks.filter((mark) => winnersWith(rules, [mark]).length > 1);

/** @param {Entry} entry @param {string} token @param {Rules} rules @returns {Entry} */
function pressCall(entry, token, rules) {
  if (entry.mode === "cards") return refuse(entry, "cards-decide");
  if (entry.marks.includes(token)) {
    return without(entry, entry.marks.filter((mark) => mark !== token), rules);
  }
  const marks = [...entry.marks, token];
  const wrong = unfit(entry, marks, rules);
  if (wrong) return wrong;
  const [winner, ...others] = winnersWith(rules, [token]);
  if (entry.winner !== null || winner === undefined || others.length) return { ...entry, marks };
  return { ...entry, marks, winner, implied: true };
}

/** @param {Entry} entry @param {string} mark @param {Rules} rules @returns {Entry} */
function pressMark(entry, mark, rules) {
  if (entry.mode === "cards") return refuse(entry, "cards-decide");
  if (entry.marks.includes(mark)) return { ...entry, marks: entry.marks.filter((each) => each !== mark) };
  const marks = [...entry.marks, mark];
  return unfit(entry, marks, rules) ?? { ...entry, marks };
}

/** The points of a card. @param {string} card */
export const points = (card) => ("TJQK".includes(card.charAt(0)) ? 0 : RANKS.indexOf(card.charAt(0)) + 1);

/** @param {readonly string[]} cards */
const total = (cards) => cards.reduce((sum, card) => sum + points(card), 0) % 10;

/** Cards in the order dealt as two hands. @param {readonly string[]} cards @param {Draws} draws */
export function handsOf(cards, draws) {
  /** @type {{ player: string[], banker: string[] }} */
  const hands = { player: [], banker: [] };
  cards.forEach((card, at) => {
    const side = due(cards.slice(0, at), draws);
    if (side) hands[side].push(card);
  });
  return { ...hands, totals: { player: total(hands.player), banker: total(hands.banker) } };
}

/**
 * The hand that gets the next card; null: the coup is over.
 * @param {readonly string[]} cards @param {Draws} draws @returns {Due}
 */
export function due(cards, draws) {
  const [p1 = "", b1 = "", p2 = "", b2 = "", third, last] = cards;
  if (cards.length < 4) return cards.length % 2 ? "banker" : "player";
  const player = total([p1, p2]);
  const banker = total([b1, b2]);
  if (player >= NATURAL_FROM || banker >= NATURAL_FROM) return null;
  if (!draws.player[player]) return third === undefined && draws.banker[banker]?.[0] ? "banker" : null;
  if (third === undefined) return "player";
  return last === undefined && draws.banker[banker]?.[points(third) + 1] ? "banker" : null;
}

/**
 * How many of a card, or of a rank alone, are still to come.
 * @param {string} card @param {readonly string[]} entered @param {Rules} rules
 */
export function left(card, entered, { decks, seen }) {
  const out = { ...seen };
  for (const each of entered) out[each] = (out[each] ?? 0) + 1;
  const ofRank = Object.entries(out).filter(([each]) => each.charAt(0) === card.charAt(0));
  const rank = SUITS_OF_A_DECK * decks - ofRank.reduce((sum, [, many]) => sum + many, 0);
  return card.length > 1 ? Math.min(rank, decks - (out[card] ?? 0)) : rank;
}

/** @param {Entry} entry @param {string} rank @param {Rules} rules @returns {Entry} */
function pressRank(entry, rank, rules) {
  if (entry.mode === "result") return refuse(entry, "result-decides");
  const side = due(entry.cards, rules.draws);
  if (side === null) return refuse(entry, "complete", { card: rank });
  if (left(rank, entry.cards, rules) < 1) return refuse(entry, "none-left", { card: rank });
  return { ...entry, cards: [...entry.cards, rank] };
}

/** The suit of the rank before it. @param {Entry} entry @param {string} suit @param {Rules} rules @returns {Entry} */
function pressSuit(entry, suit, rules) {
  const last = entry.cards.at(-1);
  if (entry.mode === "result" || last === undefined) return refuse(entry, "rank-first");
  const card = last.charAt(0) + suit;
  const others = entry.cards.slice(0, -1);
  if (left(card, others, rules) < 1) return refuse(entry, "none-left", { card });
  return { ...entry, cards: [...others, card] };
}

/**
 * Fewer marks; a winner that came with a call goes with the last one that names him.
 * @param {Entry} entry @param {readonly string[]} marks @param {Rules} rules @returns {Entry}
 */
function without(entry, marks, rules) {
  const stays = !entry.implied || marks.some((mark) => winnersWith(rules, [mark]).length === 1);
  return stays ? { ...entry, marks } : { ...entry, marks, winner: null, implied: false };
}

/** Take back what was pressed last. @param {Entry} entry @param {Rules} rules @returns {Entry} */
function back(entry, rules) {
  if (entry.cards.length) return { ...entry, cards: entry.cards.slice(0, -1) };
  if (entry.winner !== null && !entry.implied) return { ...entry, winner: null };
  if (entry.marks.length) return without(entry, entry.marks.slice(0, -1), rules);
  return { ...entry, free: false };
}

/** @param {Entry} entry @param {Rules} rules @returns {{ entry: Entry, hand: Said | null }} */
function enter(entry, rules) {
  const free = entry.free ? { is_free: true } : {};
  if (entry.mode === "cards") {
    const side = due(entry.cards, rules.draws);
    // A scanner ends each card with Enter.
    if (side !== null && (entry.cards.at(-1)?.length ?? 0) > 1) return only(entry);
    if (side !== null) return only(refuse(entry, "card-missing", { side }));
    if (rules.needs_suits && entry.cards.some((card) => card.length < 2)) return only(refuse(entry, "suits"));
    return { entry, hand: { cards: entry.cards, ...free } };
  }
  const { winner } = entry;
  if (winner === null) return only(refuse(entry, "nothing"));
  const wrong = unfit(entry, entry.marks, rules);
  return wrong ? only(wrong) : { entry, hand: { winner, marks: entry.marks, ...free } };
}

/** Whether a key would be refused, so that it can be drawn so. @param {Entry} entry @param {Key} key @param {Rules} rules */
export const isBarred = (entry, key, rules) => press(entry, key, rules).entry.refused !== null;

/** Whether there is anything to store. @param {Entry} entry @param {Rules} rules */
export const isReady = (entry, rules) => press(entry, { type: "enter" }, rules).hand !== null;
