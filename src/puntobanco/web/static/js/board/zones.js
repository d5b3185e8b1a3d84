/** @file The zones of the board but the clock: what stands in them, as markup. */
import { betsWords, percent, range, share, timeOfDay } from "../format.js";
import { html } from "../html.js";
import { icon, mark } from "../icons.js";
import { both, rich, t } from "../messages.js";
import { LOWER_ROADS, bead, beadPlate, bigRoad, callBead, columnsOf, lowerRoad, nextMarks } from "../roads.js";

/**
 * @import { Bet, Board, Call, Counts, NextMarks, Phase, Tally, View } from "../types.d.ts"
 * @import { LowerRoad } from "../roads.js"
 */
/**
 * @typedef {object} Layout how many cells the screen has room for (css/board.css says so)
 * @property {number} bead
 * @property {number} big
 * @property {number} lower
 * @property {number} bigCell side of a big road cell in px where the road scrolls, else 0
 */

/** The table's bets in the order in which limits are read: both sides, the centre, then the bonus bets. */
const ZONE_ORDER = ["player", "banker", "centre", "right-bonus", "left-bonus"];

/**
 * Limits, bets of equal limits together.
 * @param {readonly Bet[]} bets
 */
export function limitGroups(bets) {
  const rank = (/** @type {Bet} */ bet) => (bet.kind === "main" ? 0 : 10) + ZONE_ORDER.indexOf(bet.zone);
  /** @type {{ labels: string[], min: number, max: number }[]} */
  const groups = [];
  for (const { label, min, max } of [...bets].sort((a, b) => rank(a) - rank(b))) {
    const group = groups.find((other) => other.min === min && other.max === max);
    if (group) group.labels.push(label);
    else groups.push({ labels: [label], min, max });
  }
  return groups;
}

/**
 * @param {View} view
 * @param {boolean} isKiosk nobody can touch it: the mark leads nowhere
 */
export function header(view, isKiosk) {
  const { table, shoe, hand } = view;
  const currency = { ...table.currency, unit: table.unit };
  const limits = limitGroups(table.bets).map(
    ({ labels, min, max }, index) => html`<div class="limit${index > 0 && " more"}"><dt>${betsWords(labels)}</dt>
<dd>${range(min, max, currency)}</dd></div>`,
  );
  const sign = isKiosk ? html`<span class="board-mark">${mark()}</span>`
    : html`<a class="board-mark" href="/" aria-label="${t("board.to_lobby")}">${mark()}</a>`;
  return html`${sign}<h1 class="table-name">${table.name}</h1>
<dl class="limits" aria-label="${t("board.limits")}">${limits}</dl>
${shoe !== null && html`<p class="shoe-number"><span>${both("board.shoe")}</span> <b>${shoe}</b></p>`}
${hand !== null && html`<p class="hand-number"><span>${both("board.hand")}</span> <b>${hand}</b>${view.hands_limit ? html`<small>/${view.hands_limit}</small>` : null}</p>`}`;
}

/**
 * A row of the counters.
 * @param {{ key: string, glyph: unknown, name: unknown, role: string, count: number, aside: unknown, short: unknown }} row
 */
const counter = ({ key, glyph, name, role, count, aside, short }) => html`<div class="counter" data-key="${key}">
<dt><span class="counter-glyph">${glyph}</span><span class="counter-name role-${role}">${name}</span></dt>
<dd class="counter-count">${count}</dd><dd class="counter-aside">${aside}</dd><dd class="counter-short">${short}</dd></div>`;

/**
 * How often a call came, over when it came last. Its share is of all hands, part of a winner's share.
 * @param {{ percent: number, last: number | null }} call
 * @param {unknown} last
 */
const shareAndLast = (call, last) =>
  html`${call.last !== null && html`<span class="call-share">${share(call.percent)}</span> `}<span class="call-last">${last}</span>`;

/** @param {Tally} tally */
export function counters(tally) {
  /** @type {("player" | "banker" | "tie")[]} */
  const winners = ["player", "banker", "tie"];
  const rows = winners.map((winner) => {
    const { count, percent: whole } = tally[winner];
    return counter({
      key: winner, glyph: bead(winner), name: both(winner), role: winner, count, aside: percent(whole), short: percent(whole),
    });
  });
  const calls = tally.calls.map((call) =>
    counter({
      key: call.id, glyph: callBead(call), name: call.label, role: call.colour, count: call.count,
      aside: shareAndLast(call, call.last === null ? t("board.never") : html`${both("board.last_seen")} <b>${call.last}</b>`),
      short: shareAndLast(call, call.last === null ? t("board.never") : t("board.last_seen.short", { hand: call.last })),
    }),
  );
  return html`<h2 class="visually-hidden">${t("board.tally")}</h2><dl class="counter-rows">${rows}</dl>${tallyBar(tally)}
<dl class="counter-rows ${tally.calls.length > 2 && "many"}">${calls}</dl>
<p class="small-line"><span>${both("board.naturals")} <b>${tally.naturals}</b></span>
<span>${both("board.pairs")} ${sides("pairs", tally.player_pairs, tally.banker_pairs)}</span>
<span class="longest">${both("board.longest")} ${sides("longest", tally.longest.player, tally.longest.banker)}</span></p>`;
}

/**
 * A number of each side in the small line: signs to see, words to hear.
 * @param {"pairs" | "longest"} what
 * @param {number} player
 * @param {number} banker
 */
const sides = (what, player, banker) =>
  Object.entries({ player, banker }).map(([side, count]) => html`<span class="pair-count"><span aria-hidden="true">${t(`glyph.${side}`)}
<b>${count}</b></span><span class="visually-hidden">${t(`board.${what}.${side}`, { count })}</span></span>`);

/**
 * Shares as one bar: Player, Tie, Banker; the tie is hatched, so the bar reads without colour.
 * @param {Tally} tally
 */
function tallyBar({ hands, player, banker, tie }) {
  const total = Math.max(1, hands);
  const [left, right] = [(1000 * player.count) / total, (1000 * banker.count) / total];
  const ties = (1000 * tie.count) / total;
  const [before, after] = [left && 4, right && 4];
  return html`<svg class="tally-bar" viewBox="0 0 1000 26" preserveAspectRatio="none" aria-hidden="true">
<defs><pattern id="tie-hatch" width="14" height="26" patternUnits="userSpaceOnUse" patternTransform="skewX(-38)"><rect
class="hatch-line" width="7" height="26"/></pattern></defs><rect class="bar-ground" width="1000" height="26"/>
<rect class="bar-player" width="${left}" height="26"/><rect x="${left + before}" width="${Math.max(0, ties - before - after)}" height="26"
fill="url(#tie-hatch)"/><rect class="bar-banker" x="${1000 - right}" width="${right}" height="26"/></svg>`;
}

/**
 * @param {string} name
 * @param {number} hands
 */
const spoken = (name, hands) => t("board.road.spoken", { road: t(`road.${name}`), count: hands });

/** @param {View} view */
const newestKey = ({ shoe, board }) => `${shoe}-${board.outcomes}`;

/**
 * @param {View} view
 * @param {Layout} layout
 */
export function beadZone(view, layout) {
  const { board, table } = view;
  const plan = {
    columns: layout.bead, calls: table.calls, label: spoken("bead_plate", board.outcomes), newest: newestKey(view),
    plain: layout.bigCell > 0, corrected: board.corrected, checked: board.checked,
  };
  return html`<h2 class="road-label"><span class="wide-only">${both("road.bead_plate")}</span><span class="narrow-only">${t("board.whole_shoe")}</span></h2>
${beadPlate(board.bead_plate, plan)}`;
}

/**
 * @param {View} view
 * @param {Layout} layout
 */
export function bigZone(view, layout) {
  const { board, table } = view;
  const needed = columnsOf(board.big_road);
  const scrolls = layout.bigCell > 0;
  const plan = {
    columns: scrolls ? Math.max(layout.big, needed) : layout.big,
    calls: table.calls,
    label: spoken("big_road", board.outcomes),
    newest: newestKey(view),
    ...(scrolls && { cell: layout.bigCell }),
  };
  const isLonger = scrolls && needed > layout.big;
  return html`<h2 class="road-label"><span>${both("road.big_road")}</span>${isLonger && html`<span>${t("board.swipe")}</span>`}</h2>
<div class="road-window${isLonger && " is-longer"}"><div class="road-scroll" ${isLonger && SCROLLS()}>${bigRoad(board.big_road, plan)}</div></div>`;
}

/** What makes a scrolling road reachable by keyboard. */
const SCROLLS = () => html`tabindex="0" role="group" aria-label="${t("road.big_road")}"`;

/**
 * @param {LowerRoad} kind
 * @param {Board} board
 * @param {Layout} layout
 */
export const lowerZone = (kind, board, layout) => html`<h2 class="road-label"><span>${both(`road.${kind}`)}</span></h2>
${lowerRoad(kind, board[kind], { columns: layout.lower, label: spoken(kind, board.outcomes) })}`;

/** @param {Board} board */
export function nextZone({ next }) {
  const row = (/** @type {"banker" | "player"} */ side, /** @type {NextMarks} */ marks) => {
    const heard = LOWER_ROADS.map((kind, index) =>
      t("board.next.spoken", { road: t(`road.${kind}`), colour: t(`board.mark.${marks[index] ?? "none"}`) }),
    ).join(", ");
    return html`<div class="next-row"><dt class="role-${side}">${both(`board.if_${side}`)}</dt>
<dd class="on-frame"><span class="visually-hidden">${heard}</span>${nextMarks(marks)}</dd></div>`;
  };
  return html`${row("banker", next.banker)}${row("player", next.player)}`;
}

/**
 * The shoe before in numbers, and below it all earlier shoes of the day if there were more.
 * @param {View} view
 */
export function lastShoeZone({ board: { last_shoe: shoe, day }, table }) {
  if (!shoe) return html`<h2 class="last-title">${both("board.last_shoe")}</h2><p class="last-none">${t("board.last_shoe.none")}</p>`;
  const shoes = (/** @type {number} */ count) => html`<span>${both("board.shoes", { count })}</span>`;
  const hands = (/** @type {Counts} */ counts) => html`<span>${both("board.hands", { count: counts.hands })}</span>`;
  const isMore = day !== null && day.shoes > 1;
  return html`${counted("board.last_shoe", hands(shoe), shoe, table.calls)}
${isMore && counted("board.day", html`${shoes(day.shoes)}${hands(day)}`, day, table.calls)}`;
}

/**
 * @param {"board.last_shoe" | "board.day"} key
 * @param {unknown} size
 * @param {Counts} counts
 * @param {readonly Call[]} calls
 */
function counted(key, size, counts, calls) {
  const item = (/** @type {unknown} */ glyph, /** @type {string} */ name, /** @type {number} */ count) =>
    html`<div><dt>${glyph}<span class="visually-hidden">${name}</span></dt><dd>${count}</dd></div>`;
  /** @type {("player" | "banker" | "tie")[]} */
  const winners = ["player", "banker", "tie"];
  const called = counts.calls.map((each) => {
    const call = calls.find(({ id }) => id === each.id) ?? each;
    return item(callBead(call), each.label, each.count);
  });
  return html`<div class="last-row"><h2 class="last-title">${both(key)}<span class="last-size">${size}</span></h2>
<dl class="last-counts">${winners.map((winner) => item(bead(winner), t(winner), counts[winner]))}${called}</dl></div>`;
}

/** Phases of a hand that is in play; the rounds that are left still count it. */
const IN_PLAY = new Set(["betting", "paused", "dealing"]);

/**
 * How many hands of this shoe follow the one on the board.
 * @param {Phase} phase
 * @param {number} rounds that may still be played, this one too until it is settled
 */
export const handsAfter = (phase, rounds) => Math.max(0, IN_PLAY.has(phase) ? rounds - 1 : rounds);

/**
 * What there is to say: first what changes how the board is read, last what always holds.
 * @param {View} view
 * @param {Date | null} offlineSince
 */
export function messageZone({ board, phase, last_rounds: rounds, message }, offlineSince) {
  const after = rounds === null ? null : handsAfter(phase, rounds);
  const notice = offlineSince ? lost(offlineSince, board.tally.hands)
    : board.checked !== null ? both("board.checked")
    : message ? html`<span class="${widthOf(message) > SHORT ? "long" : "short"}">${message}</span>`
    : after !== null && (after > 0 ? both("board.cut_card", { count: after }) : both("board.last_hand"));
  return html`${notice && html`<p class="notice">${notice}</p>`}<p class="odds-stay">${both("board.odds_stay")}</p>
${board.corrected.length > 0 && html`<p class="corrected"><span class="pencil-sign">${icon("pencil")}</span><span>${corrections(board.corrected)}</span></p>`}`;
}

/** How wide a line is, in letters: a Chinese or Korean sign is two. @param {string} line */
const widthOf = (line) => [...line].reduce((sum, sign) => sum + (sign > "\u10ff" ? 2 : 1), 0);

/**
 * @param {Date} since
 * @param {number} hands
 */
function lost(since, hands) {
  const time = timeOfDay(since);
  return hands > 0 ? rich("board.offline.since", { time, count: hands }) : rich("board.offline.empty", { time });
}

/** The newest corrections by their hands. @param {readonly number[]} hands */
function corrections(hands) {
  const shown = hands.slice(-CORRECTIONS);
  const list = hands.length > shown.length ? `\u2026 ${shown.join(", ")}` : shown.join(", ");
  return both("board.corrected", { count: hands.length, hands: list });
}

const CORRECTIONS = 3;
const SHORT = 36; // letters of a line that is shown large
