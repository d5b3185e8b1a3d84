/**
 * The ten keys: what each does now, and what a key of the keyboard means. Pure.
 *
 * A key has its place for good, so that the hand learns it. While a card is to be typed, digits write
 * the card and an act comes after a full stop.
 * @module
 */
import { t } from "../messages.js";

/** @import { Refusal } from "../types.d.ts" */
/** @import { Act, Key, Next, Picture } from "./types.d.ts" */

const SUITS = "CDHS";
/** @type {Record<string, string>} Ranks on a number pad, beside the digits of their own. */
const RANKS = { 1: "A", 0: "T", "/": "J", "*": "Q", "+": "K" };

/** What the third key does with the shoe, by what comes next. */
const SHOE_ACTS = new Set(["start-shoe", "step-shoe", "cut-shoe", "burn", "count-shoe", "end-shoe"]);
/** Those of them that need more than a key. */
const FORM_ACTS = new Set(["start-shoe", "cut-shoe", "count-shoe"]);

/** @param {Next} next */
const send = ({ command }) => (command ? /** @type {Act} */ ({ do: "send", command }) : null);

/** Whether the digits write a card now. @param {Pick<Picture, "console">} picture */
export const writesCard = ({ console: c }) => c.pad !== null && c.next.by === "dealer" && (c.next.act === "deal-card" || c.next.act === "burn");

/** Whether lines are there to be done, one after the other. @param {Pick<Picture, "console" | "done">} picture */
export const linesLeft = ({ console: c, done }) => (c.step === "settle" && c.paced === "dealer" ? (c.settling?.lines.length ?? 0) - done : 0);

/** The ten keys in the order of their places. @param {Picture} picture @returns {Key[]} */
export function keysOf(picture) {
  const { console: c, typed } = picture;
  const { next, commands } = c;
  const left = linesLeft(picture);
  const offers = next.act === "offer-player-dealer";
  const answers = next.act === "await-answer";
  const free = next.act === "open-free-hand";
  const shoe = SHOE_ACTS.has(next.act);
  const cardAct = shoe || (next.act === "deal-card" && next.by === "dealer");
  const writes = writesCard(picture);
  const whole = typed.rank !== null && typed.suit !== null;
  /** @param {string} type @returns {Act} */
  const command = (type) => ({ do: "send", command: { type } });
  const open = offers ? "offer-player-dealer" : free ? "open-free-hand" : "open-betting";
  const close = answers ? "pass-offer" : "close-betting";
  const mine = next.by === "dealer";
  /** @type {(Omit<Key, "digit" | "why" | "danger"> & { why?: Refusal | null | undefined, danger?: boolean })[]} */
  const keys = [
    { label: t(`console.key.${open}`), act: command(open), why: commands[open], primary: mine && next.command?.type === open },
    { label: t(`console.key.${close}`), act: command(close), why: commands[close], primary: mine && next.command?.type === "close-betting" },
    {
      label: t(shoe ? `console.key.${next.act}` : "console.key.deal-card"), primary: cardAct && mine,
      act: !cardAct || !mine ? null : writes ? (whole ? { do: "card" } : null) : FORM_ACTS.has(next.act) ? { do: "form" } : send(next),
    },
    { label: t("console.key.say"), act: { do: "say" }, primary: false },
    {
      label: t(left > 0 ? "console.key.line" : "console.key.settle"), primary: c.step === "settle" && mine,
      act: left > 0 ? { do: "line" } : command("settle"), why: left > 0 ? null : commands["settle"],
    },
    left > 0
      ? { label: t("console.key.all"), act: { do: "all" }, primary: false }
      : { label: t("console.key.people"), act: { do: "sheet", sheet: "people" }, primary: false },
    { label: t(c.step === "settle" ? "console.key.line-back" : "console.key.back"), act: backOf(picture), primary: false },
    {
      label: t("console.key.irregularity"), primary: false, danger: true,
      act: c.irregularities.length ? { do: "sheet", sheet: "irregularity" } : null,
    },
    { label: t("console.key.floor"), act: { do: "sheet", sheet: "floor" }, primary: false },
    stopKey(picture),
  ];
  return keys.map((key, at) => {
    const why = key.why ?? null;
    return { danger: false, ...key, digit: (at + 1) % 10, why, act: why ? null : key.act };
  });
}

/** @param {Picture} picture @returns {Act | null} */
function backOf({ console: c, typed, done }) {
  if (c.step === "settle") return c.paced === "dealer" && done > 0 ? { do: "back" } : null;
  return typed.rank === null ? null : { do: "back" };
}

/**
 * The key that stops: the clock of the bets, else the table after this hand.
 * @param {Picture} picture
 */
function stopKey({ console: c, view, staff }) {
  const { commands, next } = c;
  if (view.phase === "betting") {
    return { label: t("console.key.pause-betting"), act: /** @type {Act} */ ({ do: "send", command: { type: "pause-betting" } }), why: commands["pause-betting"], primary: false, danger: true };
  }
  if (view.phase === "paused") {
    return { label: t("console.key.resume-betting"), act: /** @type {Act} */ ({ do: "send", command: { type: "resume-betting" } }), why: commands["resume-betting"], primary: next.act === "resume-betting", danger: true };
  }
  const stop = /** @type {Act} */ ({ do: "send", command: { type: "suspend-table", reason: t("console.stopped_by_dealer") } });
  return { label: t("console.key.suspend-table"), act: staff.suspended === null ? stop : null, primary: false, danger: true };
}

/**
 * @typedef {{ type: "digit", digit: number } | { type: "enter" } | { type: "rank", rank: string }
 *   | { type: "suit", suit: string } | { type: "acting" } | { type: "help" } | { type: "escape" }} Intent
 */

/**
 * What a key of the keyboard, the number pad or a scanner that types means.
 * @param {{ key: string, ctrlKey: boolean, altKey: boolean, metaKey: boolean }} event
 * @param {Pick<Picture, "writes" | "acting" | "typed">} picture
 * @returns {Intent | null}
 */
export function intentOf(event, { writes, acting, typed }) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const { key } = event;
  if (key === "Enter") return { type: "enter" };
  if (key === "Backspace" || key === "-") return { type: "digit", digit: 7 };
  if (key === "?") return { type: "help" };
  if (key === "Escape") return { type: "escape" };
  if (!writes || acting) return /^[0-9]$/.test(key) ? { type: "digit", digit: Number(key) } : null;
  if (key === "." || key === ",") return { type: "acting" };
  if (typed.rank !== null) {
    const suit = /^[1-4]$/.test(key) ? SUITS.charAt(Number(key) - 1) : key.toUpperCase();
    if (suit.length === 1 && SUITS.includes(suit)) return { type: "suit", suit };
  }
  const rank = (RANKS[key] ?? key).toUpperCase();
  return /^[A2-9TJQK]$/.test(rank) ? { type: "rank", rank } : null;
}
