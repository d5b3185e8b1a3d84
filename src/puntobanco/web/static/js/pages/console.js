/** @file The dealer's console: one thing comes next, ten keys do it. */
import { anchor, everyFrame, remaining } from "../clock.js";
import { FORMS, NoAmountError, offered } from "../console/commands.js";
import { intentOf, keysOf, linesLeft, writesCard } from "../console/keys.js";
import { screen } from "../console/screen.js";
import { sheetOf } from "../console/sheets.js";
import { allWords, bare, refusalWords, sayWords } from "../console/words.js";
import { loadEmblems } from "../emblems.js";
import { minutes, timeOfDay, wholeSeconds } from "../format.js";
import { html, render } from "../html.js";
import { load, t } from "../messages.js";
import { makeSounds } from "../seat/sound.js";
import { connect, newId } from "../socket.js";

/** @import { Answer, Command, Refusal } from "../types.d.ts" */
/** @import { Act, ConsoleState, Frame, Picture, SheetName, Typed } from "../console/types.d.ts" */
/** @import { Intent } from "../console/keys.js" */
/** @import { Open } from "../console/sheets.js" */

const LAST_SECONDS = 5;
/** @type {Typed} */
const NO_CARD = { rank: null, suit: null };

const page = /** @type {HTMLElement} */ (document.getElementById("console"));
const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
const polite = /** @type {HTMLElement} */ (document.getElementById("polite"));
const assertive = /** @type {HTMLElement} */ (document.getElementById("assertive"));
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const KEPT = `puntobanco.console.${table}`;
const SOUND = "puntobanco.console.sound";
const address = `/api/table/${encodeURIComponent(table)}`;

/** @type {ConsoleState | null} */
let state = null;
/** @type {import("../clock.js").Anchored | null} */
let clock = null;
/** @type {{ round: number, lines: number }} How far the dealer has come with the lines of a round; a reload keeps it. */
let done = { round: 0, lines: 0, ...JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") };
let loud = localStorage.getItem(SOUND) === "on";
const sounds = makeSounds(() => loud);
let typed = NO_CARD;
let acting = false;
let sent = false;
/** @type {Refusal | null} */
let refused = null;
/** @type {Date | null} */
let lost = null;
/** @type {Open | null} */
let open = null;
let shownClock = "";

/** @returns {Picture | null} */
function picture() {
  if (!state?.console || !state.staff) return null;
  const { view, console: c, staff } = state;
  const seconds = secondsLeft();
  const writes = writesCard({ console: c });
  return {
    view: { ...view, table: { ...view.table, currency: { ...view.table.currency, unit: view.table.unit } } }, console: c, staff,
    done: done.round === view.round ? done.lines : 0, typed, refused, sent, lost: lost && timeOfDay(lost), writes, acting: writes && acting, loud,
    clock: seconds === null ? null : minutes(seconds), last: seconds !== null && seconds <= LAST_SECONDS && view.phase === "betting",
  };
}

function draw() {
  const now = picture();
  if (!now) {
    render(page, html`<main class="console-other"><p>${t("console.closed")}</p></main>`);
    return;
  }
  document.title = t("console.title", { table: now.view.table.name });
  render(page, screen(now));
  if (open) render(sheet, sheetOf(open, now));
}

const secondsLeft = () => (clock ? wholeSeconds(remaining(clock, performance.now())) : null);

// What is sent

/** @type {ReturnType<typeof connect<ConsoleState>>} */
let line;

/** @param {Frame} command @returns {Promise<boolean>} whether it was done */
async function send(command) {
  if (sent) return false;
  sent = true;
  refused = null;
  draw();
  /** @type {Answer} */
  const answer = await line.send(/** @type {Command} */ (/** @type {unknown} */ (command)));
  sent = false;
  if (!answer.ok) complain(answer.refusal);
  draw();
  return answer.ok;
}

/** @param {Refusal} refusal */
function complain(refusal) {
  if (open) open = { ...open, refused: refusal };
  else refused = refusal;
  sounds.play("refused");
  if (state) assertive.textContent = bare(refusalWords(refusal, state.view.table));
}

/** @param {Act} act */
async function perform(act) {
  const now = picture();
  if (!now || !state) return;
  acting = false;
  const tell = (/** @type {string} */ words) => {
    polite.textContent = words;
  };
  switch (act.do) {
    case "send":
      await send(act.command);
      return;
    case "card":
      await dealCard(now);
      return;
    case "form":
      page.querySelector("input")?.focus();
      return;
    case "line":
      come(now, now.done + 1);
      sounds.play("payment");
      break;
    case "all":
      come(now, now.done + linesLeft(now));
      break;
    case "back":
      if (now.console.step === "settle") come(now, now.done - 1);
      else typed = typed.suit === null ? NO_CARD : { ...typed, suit: null };
      break;
    case "say":
      tell(sayWords(now.console.say, now.view.table) || allWords(now));
      break;
    case "sheet":
      await openSheet(act.sheet);
      return;
  }
  draw();
}

/** So many lines are done. @param {Picture} now @param {number} lines */
function come(now, lines) {
  done = { round: now.view.round, lines };
  refused = null;
  sessionStorage.setItem(KEPT, JSON.stringify(done));
}

/** Send the card that is typed: it is dealt, or it is the first of the shoe and burned. @param {Picture} now */
async function dealCard(now) {
  const card = `${typed.rank}${typed.suit}`;
  const { next } = now.console;
  const second = /** @type {HTMLInputElement | null} */ (page.querySelector("[name=second]"))?.value;
  const command = next.act === "burn" ? { type: "burn", card }
    : { type: "deal-card", position: next.params["position"], card, source: "keyed", ...(second && { confirmed: second }) };
  typed = NO_CARD;
  if (await send(command)) sounds.play("card");
}

// Sheets

/** @param {SheetName} name */
async function openSheet(name) {
  open = { name, kind: null, round: null, outcomes: null, refused: null, patrons: [] };
  draw();
  if (!sheet.open) sheet.showModal();
  await fetchPatrons();
}

/** Ask who may sit down, where the list of people is open. */
async function fetchPatrons() {
  if (open?.name !== "people" || !state?.console?.pad) return;
  const answer = await fetch("/api/patrons").catch(() => null);
  if (!open || !answer?.ok) return;
  open = { ...open, patrons: (await answer.json()).patrons };
  draw();
}

/** @param {HTMLFormElement} form */
const given = (form) => {
  const data = new FormData(form);
  return (/** @type {string} */ name) => String(data.get(name) ?? "");
};

/** The command that a form means; null where there is none, and somebody has read why. @param {HTMLFormElement} form */
function commandOf(form) {
  const make = FORMS[form.dataset["form"] ?? ""];
  if (!make || !state) return null;
  try {
    return make(given(form), state);
  } catch (fault) {
    if (!(fault instanceof NoAmountError)) throw fault;
    complain({ code: fault.code, params: {} });
    draw();
    return null;
  }
}

/** @param {HTMLFormElement} form */
async function submit(form) {
  const command = commandOf(form);
  if (!command || !await send(command)) return;
  if (open) {
    const stays = open.name === "people";
    open = { ...open, refused: null, outcomes: null, kind: null };
    if (!stays) sheet.close();
  } else {
    // Who types goes on typing: to the first field, for the next one.
    const types = document.activeElement instanceof HTMLInputElement;
    form.reset();
    if (types) /** @type {HTMLElement | null} */ (form.querySelector("select, input"))?.focus();
  }
  draw();
}

/** What a proposal would lead to, before it is made. @param {HTMLFormElement} form */
async function lookAhead(form) {
  const asked = open;
  const command = asked && commandOf(form);
  if (!command) return;
  const answer = await fetch(`${address}/preview`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ id: newId(), ...command, reason: command["reason"] || "?" }),
  }).catch(() => null);
  if (open !== asked) return;
  if (!answer) {
    complain({ code: "unreachable", params: {} });
    draw();
    return;
  }
  const found = await answer.json();
  if (answer.ok && found.ok) open = { ...open, outcomes: found.outcomes, refused: null };
  else open = { ...open, outcomes: null, refused: found.refusal ?? found.error };
  draw();
}

sheet.addEventListener("close", () => {
  open = null;
  draw();
});

// Events of the page

addEventListener("click", ({ target, detail }) => {
  const found = target instanceof Element ? target.closest("[data-digit], [data-sheet], [data-close], [data-card], [data-rank], [data-suit], [data-send], [data-kind], [data-round], [data-look], [data-withdraw], [data-sound]") : null;
  if (!(found instanceof HTMLElement) || !state) return;
  if (found.getAttribute("aria-disabled") === "true") return;
  const { digit, sheet: name, close, card, rank, suit, send: what, kind, round, look, withdraw, sound } = found.dataset;
  if (digit !== undefined) {
    press(Number(digit));
    if (detail > 0) found.blur(); // hit with a mouse: the next key of the keyboard is not for it
  } else if (name !== undefined) void openSheet(/** @type {SheetName} */ (name));
  else if (close !== undefined) sheet.close();
  else if (card !== undefined) writeCard({ rank: card.charAt(0), suit: card.charAt(1) });
  else if (rank !== undefined) writeCard({ rank, suit: null });
  else if (suit !== undefined && typed.rank !== null) writeCard({ ...typed, suit });
  else if (what === "decline") void send({ type: "decline-player-dealer", patron: offered(state) });
  else if (kind !== undefined && open) choose({ kind });
  else if (round !== undefined && open) choose({ round: round === "" ? null : Number(round) });
  else if (look !== undefined && found.closest("form")) void lookAhead(/** @type {HTMLFormElement} */ (found.closest("form")));
  else if (sound !== undefined) {
    loud = !loud;
    localStorage.setItem(SOUND, loud ? "on" : "off");
    sounds.play("accepted");
    draw();
  } else if (withdraw !== undefined) void send({ type: "reject", number: Number(withdraw) });
});

/** @param {Partial<Open>} more */
function choose(more) {
  if (!open) return;
  open = { ...open, outcomes: null, refused: null, ...more };
  draw();
  /** @type {HTMLElement | null} */ (sheet.querySelector("form input:not([type=hidden]), form select"))?.focus();
}

/** @param {Typed} card */
function writeCard(card) {
  typed = card;
  refused = null;
  draw();
}

/** Press one of the ten keys. @param {number} digit */
function press(digit) {
  const now = picture();
  const key = now && keysOf(now).find((each) => each.digit === digit);
  if (key?.act && !sent) void perform(key.act);
  else if (key?.why) {
    complain(key.why);
    draw();
  }
}

addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) void submit(event.target);
});

addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const now = picture();
  if (event.defaultPrevented || event.repeat || !now) return;
  if (open) {
    if (open.name === "irregularity" && open.kind === null && /^[1-9]$/.test(event.key)) {
      const kind = now.console.irregularities[Number(event.key) - 1];
      if (kind) choose({ kind: kind.kind });
    }
    return;
  }
  if (target?.closest("input, select")) {
    if (event.key === "Escape") /** @type {HTMLElement} */ (target).blur();
    return;
  }
  const intent = intentOf(event, now);
  if (!intent) return;
  event.preventDefault();
  follow(intent, now);
});

/** @param {Intent} intent @param {Picture} now */
function follow(intent, now) {
  switch (intent.type) {
    case "digit":
      press(intent.digit);
      break;
    case "enter": {
      const primary = keysOf(now).find((key) => key.primary && key.act);
      if (primary) press(primary.digit);
      break;
    }
    case "rank":
      writeCard({ rank: intent.rank, suit: null });
      break;
    case "suit":
      writeCard({ ...typed, suit: intent.suit });
      break;
    case "acting":
      acting = !acting;
      draw();
      break;
    case "help":
      void openSheet("help");
      break;
    case "escape":
      refused = null;
      acting = false;
      typed = NO_CARD;
      draw();
      break;
  }
}

function tick() {
  const seconds = secondsLeft();
  const text = seconds === null ? "" : String(seconds);
  if (text === shownClock) return;
  shownClock = text;
  draw();
}

/** The clock of the bets, else of an answer to the offer. @param {ConsoleState} message */
function timeOf({ view: { clock: bets, offer } }) {
  const left = offer?.remaining_ms ?? null;
  return bets ?? (left === null ? null : { remaining_ms: left, total_ms: left, paused: false });
}

/** What is new is said once. @param {ConsoleState} before @param {ConsoleState} after */
function announce(before, after) {
  const words = (/** @type {ConsoleState} */ { console: c, view }) => (c ? sayWords(c.say, view.table) : "");
  const now = words(after);
  if (now && now !== words(before)) polite.textContent = now;
}

await Promise.all([load(), loadEmblems()]);
line = connect(`/ws/table/${encodeURIComponent(table)}`, {
  acts: true,
  onState: (/** @type {ConsoleState} */ message, at) => {
    if (message.type !== "state") return;
    const before = state;
    state = message;
    const due = timeOf(message);
    clock = due && anchor(due, at);
    if (before && before.seq !== message.seq) refused = null;
    if (before) announce(before, message);
    draw();
  },
  onStatus: ({ state: status, since }) => {
    if (lost && status === "open") void fetchPatrons();
    lost = status === "lost" ? since : null;
    if (status !== "connecting" && state) draw();
  },
});
everyFrame(tick);
render(page, html`<main class="console-other"><p>${t("console.loading")}</p></main>`);
