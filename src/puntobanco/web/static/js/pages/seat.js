/**
 * The seat: watches a table, and plays at it.
 * @module
 */
import { everyFrame } from "../clock.js";
import { html, render } from "../html.js";
import { load, t } from "../messages.js";
import { chip, icon, loadEmblems, stack } from "../svg.js";
import { connect } from "../socket.js";
import { askLobby, askOwn, makeDesk, setOwn, signInAsGuest, signOut } from "../seat/desk.js";
import { enableDrag } from "../seat/drag.js";
import { lastStakes } from "../seat/acts.js";
import { intentOf } from "../seat/keys.js";
import { flyChip, isCalm, skip } from "../seat/motion.js";
import { makePace } from "../seat/pace.js";
import { pictureOf, spotOrder } from "../seat/picture.js";
import { show, sizeOf } from "../seat/screen.js";
import { loadSettings, saveSettings } from "../seat/settings.js";
import { makeSheets } from "../seat/sheet-acts.js";
import { makeSounds } from "../seat/sound.js";
import { speech } from "../seat/speech.js";
import { enableSqueeze } from "../seat/squeeze.js";
import { REFUSAL_TIME } from "../seat/spots.js";
import { EMPTY, NOTICED_AFTER, reduce, shutsIn } from "../seat/state.js";
import { total } from "../seat/stakes.js";
import { LAST, tick } from "../seat/ticking.js";

/** @import { Answer, Command, ConnectionStatus, State } from "../types.d.ts" */
/** @import { Act } from "../seat/acts.js" */
/** @import { Picture } from "../seat/picture.js" */
/** @import { Message, View } from "../seat/state.js" */

/** Milliseconds that good news stays. */
const NEWS_TIME = 6000;

/** How an address says that its visitor wants a seat. */
const TO_SIT = "#sit";

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const settings = loadSettings();
const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const sounds = makeSounds(() => settings.sound);

/** @type {View} */
let view = EMPTY;
/** @type {State | null} The newest state whose result may be told. */
let told = null;
/** @type {Picture | null} */
let picture = null;
/** @type {ReturnType<typeof connect> | null} */
let line = null;
/** @type {number | null} */
let retryIn = null;
/** @type {typeof import("../seat/side.js").TABS[number]} */
let tab = "shoe";
/** @type {number | undefined} */
let reading;
/** @type {number | undefined} */
let shutting;
let drawn = false;
const words = Promise.all([load(), loadEmblems()]);
/** Whether there are words to draw with. */
let isReady = false;

const pace = makePace(draw, isOwnSide);
const desk = makeDesk({ view: () => view, dispatch, send });
const sheets = makeSheets({ picture: () => picture, table, settings, draw, send, reconnect, signInAsGuest, signOut, askLobby,
  setOwn, askOwn: (what) => askOwn(table, what), stand: (stand) => dispatch({ type: "stand", stand }) });

/** @param {Command} command @param {string} [id] @returns {Promise<Answer>} */
function send(command, id) {
  return line ? line.send(command, id) : Promise.reject(new Error("no line"));
}

/** @param {Message} message */
function dispatch(message) {
  const before = view;
  view = reduce(view, message);
  if (view === before) return;
  const { state } = view;
  if (message.type === "state" && state) {
    pace.follow(state.view.round, state.view.coup);
    shutInTime(state, message.at);
    if (view.again && state.view.phase === "betting") placeAgain();
    if (view.quits && state.view.covers === null) giveUp();
  }
  if (view.refused && view.refused !== before.refused) {
    sounds.play("refused");
    readFor(REFUSAL_TIME);
  }
  if (view.missed && view.missed !== before.missed) readFor(NEWS_TIME);
  if (message.type === "answer" && message.answer.ok) sounds.play("accepted");
  draw();
}

/** Whether the patron opens the cards of a side himself: he chose to, and has a wager there. @param {import("../types.d.ts").Side} side */
function isOwnSide(side) {
  const { state } = view;
  if (!settings.squeeze || isCalm() || !state?.mine) return false;
  const { spots } = state.mine;
  return state.view.table.bets.some(({ id, kind, zone }) => kind === "main" && zone === side && (spots[id]?.amount ?? 0) > 0);
}

/** Bets end here a moment before they do in the house. @param {State} state @param {number} at */
function shutInTime(state, at) {
  clearTimeout(shutting);
  const left = shutsIn(state);
  if (left !== null) shutting = setTimeout(() => dispatch({ type: "shut" }), left - (performance.now() - at));
}

/** The position is given up, as was asked for while the hand was played. */
function giveUp() {
  view = reduce(view, { type: "quits", on: false });
  sheets.giveUp();
}

/** Same again, asked for while the last hand was settled. */
function placeAgain() {
  view = reduce(view, { type: "again", on: false });
  if (total(lastStakes(view))) desk.act({ type: "repeat" });
}

/** @param {number} time */
function readFor(time) {
  clearTimeout(reading);
  reading = setTimeout(() => dispatch({ type: "read" }), time);
}

/** Draw once, at the end of what is going on. */
function draw() {
  if (drawn) return;
  drawn = true;
  queueMicrotask(() => {
    drawn = false;
    drawNow();
  });
}

function drawNow() {
  const { state } = view;
  if (!state || !isReady) return;
  const before = picture;
  picture = pictureOf(view, told ?? state, pace.dealt(), sizeOf(state.view.table.places), isLost());
  if (!picture) return;
  told = picture.told;
  show(picture, { settings, sheet: sheets.current(), tab, retryIn, notice: sheets.notice() });
  tick(picture, performance.now());
  say(speech(before, picture));
  sheets.follow(before, picture);
  if (!before) arrive();
  if (before) sounds.follow(before, picture);
}

const isLost = () => view.status === "lost" && performance.now() - view.since >= NOTICED_AFTER;

/** @param {{ polite: string | null, now: string | null }} words */
function say({ polite, now }) {
  const put = (/** @type {string} */ id, /** @type {string | null} */ text) => {
    const box = document.getElementById(id);
    if (box && text) box.textContent = text;
  };
  put("say", polite);
  put("say-now", now);
}

let wasCut = false;
/** @param {ConnectionStatus} status */
function onStatus(status) {
  if (wasCut && status.state === "open") sheets.askAgain();
  wasCut = status.state === "lost";
  retryIn = status.retryInMs;
  dispatch({ type: "lag", lag: status.lag });
  if (status.state === "open" && !status.acting) dispatch({ type: "status", status: "elsewhere", at: status.at });
  if (status.state !== "lost") return;
  dispatch({ type: "status", status: "lost", at: status.at });
  setTimeout(draw, NOTICED_AFTER + 20);
  if (!view.state) void Promise.all([askLobby(table), words]).then(([lobby]) => lobby && !lobby.isHere && showGone());
}

/** A table that does not exist: what happened, what is safe, one act. */
function showGone() {
  line?.close();
  page.hidden = true;
  const gone = /** @type {HTMLElement} */ (document.getElementById("gone"));
  gone.hidden = false;
  render(gone, html`<h1 class="page-title">${t("seat.gone.title")}</h1><p>${t("seat.gone.words")}</p>
    <a class="button primary" href="/">${icon("back")}<span>${t("seat.gone.act")}</span></a>`);
}

/** Open the line anew, as whoever this browser is now. @returns {Promise<void>} once there is a state */
function reconnect() {
  line?.close();
  return new Promise((resolve) => {
    line = connect(`/ws/table/${encodeURIComponent(table)}`, {
      onState: (/** @type {State} */ message, at) => {
        dispatch({ type: "state", state: message, at });
        resolve();
      },
      onStatus,
      acts: true,
    });
  });
}

/** Whoever comes to sit down finds the sheet for it open. */
function arrive() {
  if (location.hash !== TO_SIT) return;
  history.replaceState(null, "", location.pathname);
  if (picture && picture.sitAt !== null && picture.phase !== "closed") sheets.open("sit", { place: picture.sitAt });
}

/**
 * An act with its chip in flight.
 * @param {Act} act
 * @param {{ x: number, y: number } | null} from
 */
function perform(act, from = null) {
  const bet = "bet" in act ? act.bet : null;
  if (!desk.act(act) || !bet || act.type !== "place" || !picture) return;
  const chosen = document.querySelector(`[data-chip="${act.amount}"]`)?.getBoundingClientRect();
  const start = from ?? (chosen ? { x: chosen.left + chosen.width / 2, y: chosen.top + chosen.height / 2 } : null);
  const target = document.querySelector(`#spots [data-bet="${CSS.escape(bet)}"]`);
  if (start && target) flyChip(chip(act.amount, picture.currency), start, target);
}

/** @param {string} bet */
function tapSpot(bet) {
  if (!picture) return;
  if (picture.place === null) {
    if (picture.sitAt !== null) sheets.open("sit", { place: picture.sitAt });
    return;
  }
  if (picture.view.chip !== null) perform({ type: "place", bet, amount: picture.view.chip });
}

page.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const found = target?.closest("[data-bet], [data-chip], [data-act], [data-again], [data-tab], [data-here], [data-squeeze], [data-show], [data-quits], [data-heard], .hands");
  if (!(found instanceof HTMLElement) || sheets.onClick(target)) {
    if (!found && target) sheets.onClick(target);
    return;
  }
  const { bet, chip: value, act, tab: name } = found.dataset;
  if (bet !== undefined) tapSpot(bet);
  else if (value !== undefined) dispatch({ type: "chip", value: Number(value) });
  else if (act !== undefined) {
    if (found.getAttribute("aria-disabled") !== "true") perform(/** @type {Act} */ ({ type: act }));
  } else if (found.dataset["show"] !== undefined) pace.open();
  else if (found.dataset["squeeze"] !== undefined) return;
  else if (found.dataset["heard"] !== undefined) dispatch({ type: "heard" });
  else if (found.dataset["quits"] !== undefined) dispatch({ type: "quits", on: !view.quits });
  else if (found.dataset["again"] !== undefined) dispatch({ type: "again", on: !view.again });
  else if (name !== undefined) {
    tab = /** @type {typeof tab} */ (name);
    draw();
  } else if (found.dataset["here"] !== undefined) line?.takeOver();
  else skipAll();
});

/** A right click or a long press takes one chip back. */
page.addEventListener("contextmenu", (event) => {
  const bet = event.target instanceof Element && event.target.closest("[data-bet]")?.getAttribute("data-bet");
  if (!bet || !picture?.open) return;
  event.preventDefault();
  perform({ type: "take-back", bet, amount: picture.view.chip ?? 0 });
});

function skipAll() {
  const more = pace.skip();
  skip();
  return more;
}

addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!picture || event.defaultPrevented || target?.closest("input, select, textarea")) {
    if (event.key === "Escape") sheets.close();
    return;
  }
  const intent = intentOf(event);
  if (intent?.type === "close") sheets.close();
  if (!intent || !settings.keys) return;
  onIntent(intent, target, event);
});

/** @param {import("../seat/keys.js").Intent} intent @param {Element | null} target @param {KeyboardEvent} event */
function onIntent(intent, target, event) {
  if (!picture) return;
  const bet = intent.type === "spot" ? spotOrder(picture)[intent.index]?.id
    : target?.closest("[data-bet]")?.getAttribute("data-bet");
  const value = picture.view.chip ?? 0;
  switch (intent.type) {
    case "spot":
      if (bet && intent.back) perform({ type: "take-back", bet, amount: value });
      else if (bet) tapSpot(bet);
      break;
    case "take-off":
      if (bet) perform({ type: "take-off", bet });
      break;
    case "chip": {
      const chosen = picture.table.chips[intent.index];
      if (chosen !== undefined) dispatch({ type: "chip", value: chosen });
      break;
    }
    case "skip":
      if (!skipAll()) return;
      break;
    case "help":
      sheets.open("help");
      break;
    case "close":
      return;
    default:
      if (picture.open && !event.repeat) perform(intent);
  }
  event.preventDefault();
}

enableSqueeze(page, () => pace.open());
enableDrag(page, {
  chipOf: (value) => (picture ? chip(value, picture.currency) : html``),
  stackOf: (bet) => (picture?.open && picture.stakes[bet] ? stack(picture.stakes[bet], picture.table.chips, picture.currency) : null),
  onChip: (value, bet) => {
    dispatch({ type: "chip", value });
    if (picture?.place === null) tapSpot(bet);
    else desk.act({ type: "place", bet, amount: value });
  },
  onStack: (from, to) => perform(to === null ? { type: "take-off", bet: from } : { type: "move", from, to }),
});

/** @type {number | null} */
let heard = null;
function frame(/** @type {number} */ now) {
  if (!picture) return;
  const seconds = tick(picture, now);
  if (seconds !== null && seconds !== heard && seconds <= LAST && seconds > 0) {
    sounds.play("tick");
    if (seconds === LAST) say({ polite: null, now: t("seat.said.last-seconds", { seconds }) });
  }
  heard = seconds;
}

addEventListener("resize", draw);
page.addEventListener("settings", () => {
  saveSettings(settings);
  draw();
});
// The line is opened while the words are still on their way.
void reconnect();
await words;
isReady = true;
draw();
everyFrame(frame);
