/**
 * Sentences of the seat: what a spot says, what a hand says, what a refusal says. Pure; every word comes
 * from the message files.
 * @module
 */
import { amount, betsWords, money, oddsWords, range, score, signedMoney, wholeSeconds } from "../format.js";
import { html } from "../html.js";
import { locale, rich, t, has } from "../messages.js";

/** @import { Bet, CoupView, Currency, HistoryEntry, Refusal, Ruled, SettlementLine, Table, Winner } from "../types.d.ts" */

/** Codes that say nothing about one spot: the whole felt is frozen then, without a plate on every spot. */
const WHOLE_FELT = new Set([
  "not-signed-in", "not-seated", "not-your-place", "played-elsewhere", "table-closed", "table-suspended", "wrong-round",
  "betting-not-open", "betting-closed", "rate-limited",
]);

/** Whether a refusal belongs on the plate of a spot. @param {Refusal} refusal */
export const isAboutSpot = (refusal) => !WHOLE_FELT.has(refusal.code);

/**
 * An amount as it is spoken: "10 dollars".
 * @param {number} minor
 * @param {Currency} currency
 */
export function spoken(minor, currency) {
  const key = `seat.spoken.${currency.code}`;
  const value = amount(minor, currency);
  return has(`${key}.other`) ? t(key, { count: minor / 10 ** currency.exponent, value })
    : t("seat.spoken", { value, code: currency.code });
}

/**
 * Join names: "Player or Banker", "Player, Banker or Tie".
 * @param {readonly string[]} names
 * @param {"conjunction" | "disjunction"} type
 */
export function list(names, type) {
  return new Intl.ListFormat(locale(), { type, style: "long" }).format(names);
}

/**
 * Odds of a bet with what else decides it: "1 to 1, pushes on Dragon 7". A tie's push goes without saying.
 * @param {Bet} bet
 * @param {readonly string[]} calls labels of the table's calls
 */
export function terms(bet, calls) {
  const odds = oddsWords(bet.pays);
  const pushes = bet.pushes_on.filter((label) => calls.includes(label));
  const loses = bet.kind === "main" ? bet.loses_on.filter((label) => calls.includes(label)) : [];
  if (bet.commission) return t("seat.spot.commission", { odds, commission: bet.commission });
  if (pushes.length) return t("seat.spot.pushes", { odds, on: list(pushes, "disjunction") });
  if (loses.length && bet.pushes_on.length) return t("seat.spot.loses", { odds, on: list(loses, "disjunction") });
  return odds;
}

/**
 * The name of a spot for the reader: "Dragon 7, 40 to 1, 10 dollars placed. 5 to 50."
 * @param {Bet} bet
 * @param {{ placed: number, pending: boolean, reason: string | null }} spot
 * @param {Currency} currency
 */
export function spotName(bet, spot, currency) {
  const key = spot.placed === 0 ? "seat.spot.name.empty" : spot.pending ? "seat.spot.name.sent" : "seat.spot.name";
  const name = t(key, {
    bet: bet.label, odds: oddsWords(bet.pays), placed: spoken(spot.placed, currency),
    min: amount(bet.min, currency), max: amount(bet.max, currency),
  });
  return spot.reason ? `${name} ${spot.reason}` : name;
}

/**
 * Limits in groups for the head of the page: "Player, Banker 25–500".
 * @param {readonly Bet[]} bets
 * @param {Currency} currency
 * @returns {readonly string[]}
 */
export function limitGroups(bets, currency) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const bet of bets) {
    const limits = range(bet.min, bet.max, currency);
    groups.set(limits, [...(groups.get(limits) ?? []), bet.label]);
  }
  return [...groups].map(([limits, labels]) => t("seat.limits", { bets: betsWords(labels), limits }));
}

/**
 * The sign on the felt, from the sheet: "Banker pushes on Dragon 7 · Dragon 7 pays 40 to 1".
 * @param {Table} table
 * @param {number} [count] how many of its clauses, from the first on
 */
export function inscription(table, count = table.inscription.length) {
  return table.inscription
    .slice(0, count)
    .map((each) => t(`seat.inscription.${each.key}`, {
      bet: each.bet,
      on: "on" in each ? each.on : "",
      odds: "pays" in each ? oddsWords(each.pays) : "",
      rate: "rate" in each ? each.rate : "",
    }))
    .join(t("seat.inscription.between"));
}

/**
 * The result of a coup in words: a call or the winner as the headline, the score below.
 * @param {CoupView} coup
 * @param {Table} table
 * @returns {{ head: string, tail: string, tone: string, call: string | null } | null}
 */
export function resultWords(coup, table) {
  const { winner } = coup;
  if (winner === null) return null;
  const call = table.calls.find(({ id }) => id === coup.calls[0]);
  const manner = mannerOf(coup, winner);
  const [high, low] = [coup.player.total, coup.banker.total].sort((a, b) => b - a);
  const params = { high, low };
  if (call) {
    return { head: call.label, tail: t(`seat.call.${winner}.${manner}`, params), tone: call.colour, call: call.id };
  }
  return { head: t(`seat.wins.${winner}`), tail: t(`seat.score.${manner}`, params), tone: winner, call: null };
}

/**
 * @param {CoupView} coup
 * @param {Winner} winner
 */
function mannerOf(coup, winner) {
  if (winner === "tie") return "tie";
  if (coup.natural && coup[winner].cards.length === 2) return "natural";
  return coup[winner].cards.length === 3 ? "three" : "two";
}

/**
 * One of the four words of a settlement with its amount, and the reason beside it.
 * @param {SettlementLine} line
 * @param {Currency} currency
 * @param {number | null} [ended] the line that ended the action
 * @returns {{ word: string, tail: string, kind: "paid" | "collected" | "returned", isShort: boolean }}
 */
export function lineWords(line, currency, ended = null) {
  const plain = (/** @type {number} */ value) => amount(value, currency);
  /** @type {(kind: "paid" | "collected" | "returned", tail: string, isShort?: boolean) => ReturnType<typeof lineWords>} */
  const say = (kind, tail, isShort = false) =>
    ({ word: t(`seat.line.${kind}`, { amount: plain(line[kind]) }), tail, kind, isShort });
  if (ended !== null && line.number > ended) return say("returned", t("seat.line.no-action"), true);
  if (line.verdict === "push" || line.verdict === "void") return say("returned", t(`seat.line.${line.verdict}`));
  if (line.verdict === "take") {
    if (!line.returned) return say("collected", "");
    const tail = line.collected ? t("seat.line.back", { amount: plain(line.returned) }) : t("seat.line.not-covered");
    return say(line.collected ? "collected" : "returned", tail, true);
  }
  if (!line.uncovered) return say("paid", line.odds ? oddsWords([line.odds]) : "");
  const tail = line.paid ? t("seat.line.uncovered", { amount: plain(line.uncovered) }) : t("seat.line.not-covered");
  return say(line.paid ? "paid" : "returned", tail, true);
}

/**
 * What became of an own wager that was not covered in full, as a sentence: what is so, and what is back.
 * @param {SettlementLine} line
 * @param {Currency} currency
 * @param {number | null} ended
 * @returns {string | null} null: it was covered in full
 */
export function shortWords(line, currency, ended) {
  const plain = (/** @type {number} */ value) => amount(value, currency);
  if (ended !== null && line.number > ended) return t("seat.short.no-action", { returned: plain(line.returned) });
  if (line.verdict === "pay" && line.uncovered) {
    return t(line.paid ? "seat.short.paid" : "seat.short.unpaid", {
      paid: plain(line.paid), owed: plain(line.paid + line.uncovered), uncovered: plain(line.uncovered), stake: plain(line.returned),
    });
  }
  if (line.verdict === "take" && line.returned) {
    return t(line.collected ? "seat.short.collected" : "seat.short.untaken", {
      collected: plain(line.collected), stake: plain(line.amount), returned: plain(line.returned),
    });
  }
  return null;
}

/** The call of a coup that pushes a bet. @param {Bet} bet @param {CoupView} coup @param {Table} table */
const pushingCall = (bet, coup, table) =>
  table.calls.find(({ id, label }) => coup.calls.includes(id) && bet.pushes_on.includes(label));

/**
 * Why a wager was pushed: the call that bars it, or the tie.
 * @param {Bet} bet
 * @param {CoupView} coup
 * @param {Table} table
 */
export function pushReason(bet, coup, table) {
  const call = pushingCall(bet, coup, table);
  if (call) return t("seat.push.call", { call: call.label, bet: bet.label });
  return coup.winner === "tie" ? t("seat.push.tie", { bet: bet.label }) : "";
}

/**
 * The reason beside an own line: "pays 40 to 1", "push: Dragon 7 pushes the Banker line.", "collected".
 * @param {SettlementLine} line
 * @param {CoupView | null} coup
 * @param {Table} table
 * @param {number | null} [ended] the line that ended the action
 */
export function lineReason(line, coup, table, ended = null) {
  const short = shortWords(line, table.currency, ended);
  if (short !== null) return short;
  if (line.verdict === "take") return t("seat.reason.collected");
  if (line.verdict === "void") return t("seat.line.void");
  if (line.verdict === "pay") return t("seat.reason.pays", { odds: line.odds ? oddsWords([line.odds]) : "" });
  const bet = table.bets.find(({ id }) => id === line.bet);
  const call = coup && bet ? pushingCall(bet, coup, table) : undefined;
  return call && bet ? t("seat.reason.push", { call: call.label, bet: bet.label }) : t("seat.line.push");
}

/**
 * One message for the reader when a hand is settled:
 * "Dragon 7. Banker 7, Player 6. Banker pushed, 100 returned. Dragon 7 paid 400."
 * @param {CoupView} coup
 * @param {Table} table
 * @param {readonly SettlementLine[]} lines own lines
 * @param {number | null} [ended] the line that ended the action
 */
export function announcement(coup, table, lines, ended = null) {
  const words = resultWords(coup, table);
  if (!words) return "";
  const where = placesOf(lines);
  const said = lines.map((line) => {
    const bet = labelOf(line.bet, table);
    const short = shortWords(line, table.currency, ended);
    const value = line.verdict === "pay" ? line.paid : line.verdict === "push" ? line.returned : line.collected;
    const became = short !== null ? t("seat.said.short", { bet, words: short }) : t(`seat.said.${line.verdict}`, { bet, amount: amount(value, table.currency) });
    return where ? t("seat.said.short", { bet: where(line), words: became }) : became;
  });
  const first = coup.winner === "banker" ? "seat.said.banker" : "seat.said.player";
  const totals = t(first, { player: coup.player.total, banker: coup.banker.total });
  return [`${words.head}.`, totals, ...said].join(" ");
}

/**
 * How a place is named where lines of several stand together; null where all are of one.
 * @param {readonly SettlementLine[]} lines own lines
 */
export function placesOf(lines) {
  const places = new Set(lines.map(({ place, line }) => `${line} ${place}`));
  return places.size > 1 ? (/** @type {SettlementLine} */ { place, line }) => t(`seat.stand.${line}`, { place }) : null;
}

/**
 * A hand in a list: "Banker 6–2", or the call in place of the winner.
 * @param {{ winner: Winner | null, player: number | null, banker: number | null, calls: readonly string[] }} hand
 * @param {Table} table
 */
export function handWords(hand, table) {
  const { winner, player, banker } = hand;
  if (winner === null) return t("seat.hand.void");
  const call = table.calls.find(({ id }) => id === hand.calls[0]);
  return t("seat.hand.result", { name: call?.label ?? t(winner), score: score({ winner, player, banker }) });
}

/** Why a hand was void or corrected, as a sentence. @param {Ruled} ruling */
export function whyRuled({ cause, reason }) {
  const named = `irregularity.${cause}.what`;
  const parts = [has(named) ? t(named) : "", reason === cause ? "" : reason, cause === "restored" ? t("seat.ruled.restored") : ""].filter(Boolean);
  return parts.length ? t("seat.ruled.why", { why: parts.join(t("seat.ruled.between")) }) : "";
}

/** What a ruling moved of a patron's chips, in sentences. @param {Ruled} ruling @param {Currency} currency */
export function movedWords({ moved, to, owes, owed, forgiven }, currency) {
  const said = (/** @type {string} */ key, /** @type {number} */ value) => (value ? t(key, { amount: money(Math.abs(value), currency) }) : "");
  return [
    said(moved < 0 ? "seat.ruled.out" : to === "wallet" ? "seat.ruled.wallet" : "seat.ruled.in", moved),
    said(forgiven ? "seat.ruled.owes.forgiven" : "seat.ruled.owes", owes),
    said(forgiven ? "seat.ruled.owed.forgiven" : "seat.ruled.owed", owed),
  ].filter(Boolean).join(" ") || t("seat.ruled.nothing");
}

/**
 * That an own hand was void, or was settled again: what it was and is, what moved, and why.
 * @param {HistoryEntry} entry
 * @param {Table} table
 */
export function ruledWords(entry, table) {
  const { hand, fee, rulings } = entry;
  const ruling = rulings.at(-1);
  if (!ruling) return html``;
  const fees = !ruling.was && fee > 0 && t("seat.ruled.fee", { amount: money(fee, table.currency) });
  const was = ruling.was && handWords(ruling.was, table);
  const now = handWords(entry, table);
  const head = was === null ? rich("seat.ruled.void", { hand }) : was === now ? rich("seat.ruled.wagers", { hand }) : rich("seat.ruled.corrected", { hand, was, now });
  return html`${head} ${movedWords(ruling, table.currency)} ${fees} ${whyRuled(ruling)}`;
}

/** The same where there is room for a line. @param {HistoryEntry} entry @param {Table} table */
export function ruledShort({ hand, kind, rulings }, { currency }) {
  return rich(kind === "void" ? "seat.ruled.short.void" : "seat.ruled.short", { hand, moved: signedMoney(rulings.at(-1)?.moved ?? 0, currency) });
}

/** @param {string} bet @param {Table} table */
export const labelOf = (bet, table) => table.bets.find(({ id }) => id === bet)?.label ?? bet;

/**
 * @typedef {{ bet: string | null, asked: number | null, placed: number, next: number | null,
 *   wallet: number, rack: number }} Asked what was asked for, and what was so
 */

/** A text without its bold marks. @param {string} text */
export const bare = (text) => text.replace(/<\/?b>/gu, "");

/** How long something is away: "in 20 minutes", "in 3 hours", "in 7 days". @param {number} ms */
export function inTime(ms) {
  const whole = Math.max(1, Math.ceil(ms / 60_000));
  const format = new Intl.RelativeTimeFormat(locale());
  if (whole < 90) return format.format(whole, "minute");
  const hours = Math.round(whole / 60);
  return hours < 48 ? format.format(hours, "hour") : format.format(Math.round(hours / 24), "day");
}

/**
 * Key and parameters of a refusal's sentence.
 * @param {Refusal} refusal
 * @param {Asked} asked
 * @param {Table} table
 */
function filled(refusal, asked, table) {
  const { currency } = table;
  const number = (/** @type {string} */ name) => {
    const value = refusal.params[name];
    return typeof value === "number" ? value : null;
  };
  const bet = table.bets.find(({ id }) => id === (refusal.params["bet"] ?? asked.bet));
  const requires = /** @type {string[]} */ (refusal.params["requires"] ?? []);
  const plain = (/** @type {number | null | undefined} */ value) => (value == null ? "" : amount(value, currency));
  const room = number("room");
  const base = `refusal.${refusal.code}`;
  const back = asked.asked !== null && asked.asked < asked.placed;
  const own = refusal.params["limit"];
  const variants = [
    typeof own === "string" ? (number("left") ?? 0) > 0 ? "left" : own : null,
    back ? "stands" : null, asked.placed === 0 && asked.asked !== null ? "first" : null, asked.next !== null ? "next" : null, (room ?? 1) <= 0 ? "full" : null,
  ].filter((each) => each !== null);
  const variant = variants.find((each) => has(`${base}.${each}`));
  return {
    base: has(base) ? base : "refusal.unknown",
    key: variant ? `${base}.${variant}` : base,
    params: {
      code: refusal.code,
      bet: bet?.label ?? String(refusal.params["bet"] ?? ""),
      opposite: labelOf(String(refusal.params["opposite"] ?? ""), table),
      requires: list(requires.map((each) => labelOf(each, table)), "disjunction"),
      min: plain(number("min") ?? bet?.min), max: plain(number("max") ?? bet?.max), unit: plain(number("unit") ?? table.unit),
      room: plain(room), placed: plain(asked.placed), amount: plain(asked.asked),
      rack: money(number("rack") ?? asked.rack, currency), wallet: money(number("wallet") ?? asked.wallet, currency),
      change: asked.asked === null ? "" : money(Math.abs(asked.asked - asked.placed), currency),
      seconds: asked.next === null ? "" : wholeSeconds(asked.next),
      loss: money(number("loss") ?? 0, currency), left: money(number("left") ?? 0, currency), minutes: number("minutes") ?? "",
      opens: inTime(number("opens_ms") ?? 0),
    },
  };
}

/**
 * The sentence of a refusal, as markup.
 * @param {Refusal} refusal
 * @param {Asked} asked
 * @param {Table} table
 */
export function refusalWords(refusal, asked, table) {
  const { base, key, params } = filled(refusal, asked, table);
  return rich(has(key) ? key : base, params);
}

/**
 * The sentence of a refusal as plain text, for the reader.
 * @param {Refusal} refusal
 * @param {Asked} asked
 * @param {Table} table
 */
export function refusalText(refusal, asked, table) {
  const { base, key, params } = filled(refusal, asked, table);
  return bare(t(has(key) ? key : base, params));
}

/**
 * The short text of a refusal for the plate of a spot, and the shortest for a small one.
 * @param {Refusal} refusal
 * @param {Asked} asked
 * @param {Table} table
 * @param {boolean} [isSmall]
 */
export function refusalShort(refusal, asked, table, isSmall = false) {
  const { base, key, params } = filled(refusal, asked, table);
  const short = [isSmall && `${base}.tiny`, `${key}.short`, `${base}.short`].find((each) => each && has(each));
  return short ? t(short, params) : refusalText(refusal, asked, table);
}
