/** @file The board over a table: read-only, drawn from the newest snapshot. */
import { clockZone, gap, nothingYet, pictureOf } from "../board/clock.js";
import { wearLook } from "../board/look.js";
import { languagesOf, settingsOf } from "../board/settings.js";
import { beadZone, bigZone, counters, header, lastShoeZone, lowerZone, messageZone, nextZone } from "../board/zones.js";
import { anchor, remaining } from "../clock.js";
import { loadEmblems } from "../emblems.js";
import { html, render } from "../html.js";
import { isBilingual, load, staticRoot, t } from "../messages.js";
import { LOWER_ROADS } from "../roads.js";
import { connect } from "../socket.js";

/**
 * @import { Moment } from "../board/clock.js"
 * @import { Layout } from "../board/zones.js"
 * @import { Call, Lobby, State, View } from "../types.d.ts"
 */

/** @type {Partial<Record<string, string>>} What is heard when a phase begins. */
const PHASES = {
  betting: "board.place_bets", dealing: "board.no_more_bets.spoken", paused: "board.paused",
  shuffling: "board.shuffling", closed: "board.closed",
};
const BANNER_MS = 2500;
const OFFLINE_AFTER = 1000;
const CALM_MS = 250;
const TRY_AGAIN_MS = 5000;

const board = /** @type {HTMLElement} */ (document.getElementById("board"));
const spoken = /** @type {HTMLElement} */ (document.getElementById("spoken"));
const tableId = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const settings = settingsOf(location.search);

/** @type {Moment | null} */
let moment = null;
/** @type {Date | null} */
let lostAt = null;
let bannerUntil = 0;
let drawn = "";
let lookedAt = 0;
let spokenHere = settings.languages.join();

/** How many cells fit: the style sheet decides, by the shape of the screen. @returns {Layout} */
function layout() {
  const style = getComputedStyle(board);
  const number = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const bigCell = number("--big-cell");
  const big = bigCell > 0 ? Math.floor(board.clientWidth / bigCell) : number("--big-columns");
  return { bead: number("--bead-columns"), big, lower: number("--lower-columns"), bigCell };
}

function frame() {
  render(
    board,
    html`<header class="zone zone-header" id="zone-header"></header>
<section class="zone zone-bead" id="zone-bead"></section>
<section class="zone zone-counters panel" id="zone-counters"></section>
<section class="zone zone-clock panel" id="zone-clock" aria-live="off"></section>
<section class="zone zone-big" id="zone-big"></section>
${LOWER_ROADS.map((kind) => html`<section class="zone zone-lower zone-${kind}" id="zone-${kind}"></section>`)}
<dl class="zone zone-next panel" id="zone-next"></dl>
<section class="zone zone-last panel" id="zone-last"></section>
<section class="zone zone-message" id="zone-message"></section>
${!settings.isKiosk && html`<nav class="zone zone-tabs" id="zone-tabs"></nav>`}`,
  );
}

/** What leads away from a board that somebody holds in the hand; where a shoe is tracked nobody sits. @param {View} view */
function tabs({ table: { cards } }) {
  const table = `/table/${encodeURIComponent(tableId)}`;
  return html`<a href="/">${t("board.tab.tables")}</a><span aria-current="page">${t("board.tab.board")}</span><a
href="${table}/shoe">${t("board.tab.shoe")}</a>${cards !== "results" && html`<a href="${table}">${t("board.tab.seat")}</a>`}`;
}

const zone = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.getElementById(`zone-${name}`));
const isFramed = () => zone("clock") !== null;

/** Everything but the clock changes in one step, when a snapshot arrives or the screen changes shape. */
function drawAll() {
  if (!moment) {
    if (isFramed()) render(zone("clock"), lostAt ? nothingYet() : html``);
    return;
  }
  const { view } = moment;
  if (!isFramed()) frame();
  const room = layout();
  document.title = t("board.title", { table: view.table.name });
  board.dataset["felt"] = view.table.felt;
  render(zone("header"), header(view, settings.isKiosk));
  render(zone("bead"), beadZone(view, room));
  render(zone("counters"), counters(view.board.tally));
  render(zone("big"), bigZone(view, room));
  for (const kind of LOWER_ROADS) render(zone(kind), lowerZone(kind, view.board, room));
  render(zone("next"), nextZone(view.board));
  render(zone("last"), lastShoeZone(view));
  render(zone("message"), messageZone(view, lostAt));
  if (!settings.isKiosk) render(zone("tabs"), tabs(view));
  const scroll = board.querySelector(".road-scroll");
  if (scroll) scroll.scrollLeft = scroll.scrollWidth;
  drawn = "";
  drawClock(performance.now());
}

/**
 * Two states come without a snapshot and are heard all the same.
 * @param {string} picture
 */
function say(picture) {
  const before = zone("clock").dataset["picture"];
  zone("clock").dataset["picture"] = picture;
  if (picture === before) return;
  if (picture === "last-bets") spoken.textContent = t("board.last_bets");
  if (picture === "offline") spoken.textContent = t("board.offline");
}

/** @param {number} now */
function drawClock(now) {
  if (!moment || !isFramed()) return;
  const offline = lostAt !== null;
  const banner = now < bannerUntil ? moment.banner : null;
  const current = { ...moment, banner, offline };
  const markup = clockZone(current, now);
  // The ring moves every frame, the words only when they change.
  const still = isCalm() ? markup.text : markup.text.replace(/stroke-dashoffset="[^"]*"/, "");
  if (still !== drawn) {
    drawn = still;
    render(zone("clock"), markup);
    say(pictureOf(current, now));
  }
}

/** The ring moves with every frame while a clock runs; all else is looked at four times a second. */
function tick() {
  const now = performance.now();
  const clock = moment?.clock;
  const runs = clock && !clock.paused && remaining(clock, now) > 0 && !lostAt && !isCalm();
  const ring = runs && zone("clock")?.querySelector(".dial-ring[stroke-dasharray]");
  if (ring) ring.setAttribute("stroke-dashoffset", gap(clock, now));
  if (!ring || now - lookedAt >= CALM_MS) {
    lookedAt = now;
    drawClock(now);
  }
  if (ring) requestAnimationFrame(tick);
  else setTimeout(tick, CALM_MS);
}

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * What a reader hears when the state or the result changes: one message.
 * @param {View} view
 * @param {View | null} before
 */
function speak(view, before) {
  const isNewResult = before !== null && view.board.outcomes === before.board.outcomes + 1;
  if (isNewResult && view.board.last) {
    const { winner, player, banker, calls } = view.board.last;
    const call = view.table.calls.find(({ id }) => calls.includes(id));
    const title = `${call?.label ?? (winner === "tie" ? t("board.tie_hand") : t(`board.${winner}_wins`))}.`;
    const result = player === null ? title : t("board.spoken.result", { winner: title, player, banker });
    spoken.textContent = `${t("board.spoken.hand", { hand: view.board.outcomes })} ${result}`;
  } else if (before?.phase !== view.phase) {
    const key = PHASES[view.phase];
    if (key) spoken.textContent = t(key);
  }
}

/**
 * @param {State} state
 * @param {number} at
 */
function take({ view: taken }, at) {
  const before = moment?.view ?? null;
  // A table that closes takes nothing down: what was last on its board stays.
  const view = taken.board ? taken : before && { ...before, phase: taken.phase, clock: null, next_ms: null };
  if (!view) {
    say("closed");
    render(board, notice(t("board.closed")));
    return;
  }
  const isNewResult = before !== null && before.shoe === view.shoe && view.board.outcomes === before.board.outcomes + 1;
  const made = isNewResult ? (view.table.calls.find(({ id }) => view.board.last?.calls.includes(id)) ?? null) : null;
  if (made) bannerUntil = at + BANNER_MS;
  moment = {
    view,
    clock: view.clock && anchor(view.clock, at),
    nextAt: view.next_ms === null ? null : at + view.next_ms,
    banner: made ?? (at < bannerUntil ? /** @type {Call | null} */ (moment?.banner ?? null) : null),
    offline: false,
  };
  speak(view, before);
  drawAll();
  void turnTo(languagesOf(location.search, view.table.languages));
}

/** The floor has chosen other languages for this board. @param {string[]} languages */
async function turnTo(languages) {
  if (languages.join() === spokenHere) return;
  spokenHere = languages.join();
  await load(languages);
  document.documentElement.dataset["bilingual"] = String(isBilingual());
  drawAll();
}

/**
 * What stands alone on the screen where there is no board to show.
 * @param {string} text
 */
const notice = (text) =>
  html`<div class="absent"><p>${text}</p>${!settings.isKiosk && html`<a class="button" href="/">${t("board.to_lobby")}</a>`}</div>`;

/** A table that is not open is said so, once the lobby has answered; the line goes on trying. */
async function explainAbsence() {
  const answer = await fetch("/api/lobby").catch(() => null);
  if (!answer?.ok || moment) return;
  const lobby = /** @type {Lobby} */ (await answer.json());
  if (!moment && !lobby.tables.some(({ id }) => id === tableId)) render(board, notice(t("board.no_table", { id: tableId })));
}

/** A house that came back with other files than this page is made of gets a new page. */
async function keepUpToDate() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  const [, root = staticRoot()] = /data-static="([^"]+)"/.exec((await answer?.text()) ?? "") ?? [];
  if (root !== staticRoot()) location.reload();
}

/** A screen over a table has nobody to touch it, so it is kept awake where the browser allows that. */
async function stayAwake() {
  if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen").catch(() => null);
}

async function start() {
  const { dataset } = document.documentElement;
  wearLook(/** @type {HTMLElement} */ (document.getElementById("look")), drawAll);
  await Promise.all([load(settings.languages), loadEmblems(), document.fonts.load('700 40px "Archivo"')]);
  dataset["bilingual"] = String(isBilingual());
  frame();
  /** @type {number | undefined} */
  let patience;
  let isReturn = false;
  connect(`/ws/table/${encodeURIComponent(tableId)}`, {
    onState: (/** @type {State} */ message, at) => {
      if (message.type === "state") take(message, at);
    },
    onStatus: ({ state, since }) => {
      clearTimeout(patience);
      if (state === "lost") {
        if (!moment) explainAbsence();
        const gone = since ? Date.now() - since.getTime() : 0;
        patience = setTimeout(() => {
          lostAt = since;
          drawAll();
        }, Math.max(0, OFFLINE_AFTER - gone));
      } else if (state === "open") {
        if (isReturn) keepUpToDate();
        isReturn = true;
        if (lostAt) {
          lostAt = null;
          drawAll();
        }
      }
    },
  });
  tick();
  addEventListener("resize", drawAll);
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}

// Nobody stands at this screen to press a key: what could not begin begins again.
start().catch(() => setTimeout(() => location.reload(), TRY_AGAIN_MS));
