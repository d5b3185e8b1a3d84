/** @file The page that tracks a shoe of real cards: by touch, keyboard, number pad or scanner. */
import { anchor, everyFrame, remaining } from "../clock.js";
import { EMPTY, SUITS, press } from "../dealer/entry.js";
import { UNDO_MS, holding } from "../dealer/hold.js";
import { intentOf } from "../dealer/keys.js";
import { screen, written } from "../dealer/screen.js";
import { loadSettings, saveSettings } from "../dealer/settings.js";
import { askSheet, burnSheet, correctSheet, helpSheet, menuSheet, otherTable, pinSheet } from "../dealer/sheets.js";
import { bare, handWords, refusalWords } from "../dealer/words.js";
import { loadEmblems } from "../emblems.js";
import { minutes, score, timeOfDay, wholeSeconds } from "../format.js";
import { html, render } from "../html.js";
import { lightAt } from "../light.js";
import { load, t } from "../messages.js";
import { makeSounds } from "../seat/sound.js";
import { connect, newId } from "../socket.js";

/** @import { Answer, Command } from "../types.d.ts" */
/** @import { Correction } from "../dealer/sheets.js" */
/** @import { DealerState, Entry, Intent, Key, Refused, Said, Settings, TrackingCommand } from "../dealer/types.d.ts" */

const LIT_MS = 180;
const STORED_MS = 3000;
const LAST_SECONDS = 5;
const LOUDNESS = [0, 0.3, 1, 2.2];

const page = /** @type {HTMLElement} */ (document.getElementById("dealer"));
const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
const pin = /** @type {HTMLDialogElement} */ (document.getElementById("pin"));
const polite = /** @type {HTMLElement} */ (document.getElementById("polite"));
const assertive = /** @type {HTMLElement} */ (document.getElementById("assertive"));
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const address = `/api/table/${encodeURIComponent(table)}`;

let settings = loadSettings();
const sounds = makeSounds(() => settings.sound, () => LOUDNESS[settings.volume] ?? 1);

/** @type {DealerState | null} */
let state = null;
/** @type {import("../clock.js").Anchored | null} */
let clock = null;
/** @type {Entry} */
let entry = EMPTY;
let sent = false;
/** @type {{ hand: number, words: string, undo: boolean } | null} */
let stored = null;
/** @type {string | null} */
let lit = null;
/** @type {Date | null} */
let lost = null;
/** @type {string | null} Which sheet is open. */
let open = null;
/** @type {Correction} */
let picked = { hand: null, act: "change", entry: EMPTY, fresh: true, board: null, refused: null };
/** @type {Refused | null} */
let menuRefused = null;
/** @type {{ rank: string, suit: string, refused: Refused | null }} */
let burn = { rank: "", suit: "", refused: null };
/** @type {{ refused: Refused | null, busy: boolean, then: (() => void) | null }} */
let pinAsked = { refused: null, busy: false, then: null };
let shownClock = "";

const tracking = () => state?.staff?.tracking ?? null;

function showLight() {
  const light = lightAt(settings.light, new Date().getHours());
  document.documentElement.dataset["light"] = light;
  document.documentElement.dataset["theme"] = light === "night" ? "night" : "paper";
}

function draw() {
  if (!state) return;
  const rules = tracking();
  const { view } = state;
  showLight();
  document.title = t("dealer.title", { table: view.table.name });
  if (!rules) {
    const { last } = view.board;
    render(page, otherTable(state, last ? `${t(last.winner)} ${last.player === null ? "" : score(last)}` : ""));
    return;
  }
  const seconds = secondsLeft();
  const style = getComputedStyle(page);
  const columns = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  render(page, screen({
    state, tracking: rules, entry, sent, stored, lit, lost: lost && timeOfDay(lost), settings,
    clock: seconds === null ? null : minutes(seconds),
    last: seconds !== null && seconds <= LAST_SECONDS && view.phase === "betting",
    room: { big: columns("--big-columns"), bead: columns("--bead-columns") },
  }));
  drawSheet();
}

function drawSheet() {
  const rules = tracking();
  if (!state || !rules || open === null) return;
  const calls = state.view.table.calls;
  if (open === "correct") render(sheet, correctSheet(picked, state, rules, lit));
  else if (open === "menu") render(sheet, menuSheet(state, rules, settings, menuRefused));
  else if (open === "help") render(sheet, helpSheet(calls));
  else if (open === "burn") render(sheet, burnSheet(burn));
  else render(sheet, askSheet(open, rules));
  if (pin.open) render(pin, pinSheet(pinAsked.refused, pinAsked.busy));
}

/** @param {string} name */
function openSheet(name) {
  open = name;
  menuRefused = null;
  burn = { rank: "", suit: "", refused: null };
  if (name === "correct") picked = { hand: null, act: "change", entry: EMPTY, fresh: true, board: null, refused: null };
  draw();
  if (!sheet.open) sheet.showModal();
  const plate = sheet.querySelector(".plate");
  if (plate) plate.scrollLeft = plate.scrollWidth;
}

function secondsLeft() {
  return clock ? wholeSeconds(remaining(clock, performance.now())) : null;
}

// What is sent

/** @type {ReturnType<typeof connect<DealerState>>} */
let line;

/** @param {TrackingCommand} command @returns {Promise<Answer>} */
const send = (command) => line.send(/** @type {Command} */ (/** @type {unknown} */ (command)));

/**
 * Send a command; where the PIN of the table is needed it is asked for, and the command sent again.
 * @param {TrackingCommand} command @param {(refused: Refused | null) => void} told
 */
async function ask(command, told) {
  const answer = await send(command);
  if (!answer.ok && answer.refusal.code === "pin-needed") {
    pinAsked = { refused: null, busy: false, then: () => void ask(command, told) };
    if (!pin.open) pin.showModal();
    render(pin, pinSheet(null, false));
    pin.querySelector("input")?.focus();
    return;
  }
  const refused = answer.ok ? null : { key: answer.refusal.code, params: /** @type {Refused["params"]} */ (answer.refusal.params), house: true };
  if (refused) complain(refused);
  told(refused);
  draw();
}

/** @param {Refused} refused */
function complain(refused) {
  sounds.play("refused");
  assertive.textContent = bare(refusalWords(refused, state?.view.table.calls ?? []));
}

/** @param {Said} hand */
function store(hand) {
  const rules = tracking();
  if (!rules || !state || sent) return;
  const number = rules.hands.length + 1;
  const words = handWords(hand, state.view.table.calls, rules.draws);
  sent = true;
  void ask({ type: "enter-hand", hand: number, ...hand }, (refused) => {
    sent = false;
    entry = refused ? { ...entry, refused } : { ...EMPTY, mode: entry.mode };
    if (refused) return;
    sounds.play("accepted");
    tell({ hand: number, words, undo: settings.quick });
  });
}

let forgetting = 0;
/** @param {NonNullable<typeof stored>} news */
function tell(news) {
  stored = news;
  polite.textContent = t("dealer.stored", news);
  clearTimeout(forgetting);
  forgetting = setTimeout(() => {
    stored = null;
    draw();
  }, STORED_MS);
}

function undo() {
  const rules = tracking();
  if (!rules?.hands.length) return;
  stored = null;
  void ask({ type: "undo-hand", hand: rules.hands.length }, (refused) => {
    if (refused) entry = { ...entry, refused };
    else polite.textContent = t("dealer.undone");
  });
}

/** What is done once a key was held, or somebody was sure. @param {string} name */
function held(name) {
  const rules = tracking();
  if (!rules) return;
  const told = (/** @type {Refused | null} */ refused) => {
    entry = { ...(refused ? entry : { ...EMPTY, mode: entry.mode }), refused };
  };
  stored = null;
  if (name === "undo") undo();
  if (name === "new-shoe") void ask({ type: "new-shoe", shoe: rules.next_shoe }, told);
  if (name === "take-back") void ask({ type: "take-shoe-back" }, told);
}

// Keys of the entry

/** @type {string | null} */
let holdingNow = null;
let litUntil = 0;

/** @param {Key} key */
function pressKey(key) {
  const rules = tracking();
  if (!rules || !state || state.view.shoe === null || sent) return;
  light(written(key));
  if (holdingNow === "new-shoe") {
    entry = { ...entry, refused: { key: "holding", params: {} } };
  } else if (open === "correct") {
    correctWith(key);
    return;
  } else {
    stored = null;
    const pressed = press(entry, key, rules);
    entry = pressed.entry;
    if (pressed.hand) store(pressed.hand);
    else if (settings.quick && !entry.refused && isLastKey(key)) quick();
  }
  if (entry.refused) complain(entry.refused);
  draw();
}

/** Whether a hand may be whole with this key. @param {Key} key */
const isLastKey = ({ type }) => type === "winner" || type === "call" || type === "rank";

/** Store at once, if the hand is whole. */
function quick() {
  const rules = tracking();
  const { hand } = rules ? press(entry, { type: "enter" }, rules) : { hand: null };
  if (hand) store(hand);
}

/** @param {string} name */
function light(name) {
  lit = name;
  clearTimeout(litUntil);
  litUntil = setTimeout(() => {
    lit = null;
    draw();
  }, LIT_MS);
}

/** @param {string} text @returns {Key} */
function keyOf(text) {
  const [type = "", value = ""] = text.split(":");
  const names = { winner: "winner", call: "token", mark: "mark", rank: "rank", suit: "suit" };
  const name = names[/** @type {keyof typeof names} */ (type)];
  return /** @type {Key} */ (name ? { type, [name]: value } : { type });
}

// Corrections

/** @param {Key} key */
function correctWith(key) {
  const rules = tracking();
  if (!rules || picked.hand === null || picked.act === "delete") return;
  if (key.type === "enter") {
    confirm();
    return;
  }
  // Another winner takes the place of the one that stood; marks may be added to it.
  const from = picked.fresh && (key.type === "winner" || key.type === "call") ? EMPTY : picked.entry;
  picked = { ...picked, entry: press(from, key, rules).entry, fresh: false, refused: null };
  if (picked.entry.refused) complain(picked.entry.refused);
  void lookAhead();
  draw();
}

/** The command of the correction that is picked, if there is a whole one. @returns {TrackingCommand | null} */
function correcting() {
  const rules = tracking();
  const { hand, act } = picked;
  if (!rules || hand === null) return null;
  const hands = rules.hands.length;
  if (act === "delete") return { type: "delete-hand", hand, hands };
  const said = press(picked.entry, { type: "enter" }, rules).hand;
  return said && { type: act === "change" ? "change-hand" : "insert-hand", hand, hands, ...said };
}

async function lookAhead() {
  const command = correcting();
  picked = { ...picked, board: null };
  const asked = picked;
  if (!command) return;
  const answer = await post("POST", "/preview", { id: newId(), ...command });
  const found = answer?.ok ? await answer.json() : null;
  if (picked !== asked || !found) return;
  picked = { ...picked, board: found.ok ? found.board : null };
  if (!found.ok) picked = { ...picked, refused: { key: found.refusal.code, params: found.refusal.params, house: true } };
  draw();
}

function confirm() {
  const command = correcting();
  if (!command) return;
  void ask(command, (refused) => {
    if (refused) picked = { ...picked, refused };
    else {
      polite.textContent = t("dealer.corrected");
      sheet.close();
    }
  });
}

/** @param {number} hand @param {Correction["act"]} act */
function pick(hand, act) {
  const stood = tracking()?.hands[hand - 1];
  const same = stood && act === "change" ? { ...EMPTY, winner: stood.winner, marks: stood.marks } : EMPTY;
  picked = { hand, act, entry: same, fresh: true, board: null, refused: null };
  if (act === "delete") void lookAhead();
  draw();
}

/** @param {string} method @param {string} path @param {unknown} body */
const post = (method, path, body) => fetch(address + path, {
  method, headers: { "content-type": "application/json" }, body: JSON.stringify(body),
}).catch(() => null);

/** @param {string} typed */
async function givePin(typed) {
  pinAsked = { ...pinAsked, busy: true, refused: null };
  render(pin, pinSheet(null, true));
  const answer = await post("POST", "/pin", { pin: typed });
  const fault = answer && !answer.ok ? (await answer.json()).error.code : answer ? null : "no-line";
  const key = fault === "malformed" ? "wrong-pin" : fault;
  const { then } = pinAsked;
  pinAsked = { ...pinAsked, busy: false, refused: key === null ? null : { key, params: {}, house: true } };
  if (key === null) {
    pin.close();
    then?.();
    return;
  }
  sounds.play("refused");
  render(pin, pinSheet(pinAsked.refused, false));
  pin.querySelector("input")?.select();
}

// The burn card

/** @param {string} sign of a rank or of a suit */
function chooseBurn(sign) {
  burn = { ...burn, refused: null, ...(SUITS.includes(sign) ? { suit: sign } : { rank: sign }) };
  draw();
}

function burnIt() {
  const card = burn.rank + burn.suit;
  if (card.length < 2) return;
  void ask({ type: "burn", card }, (refused) => {
    if (refused) burn = { ...burn, refused };
    else sheet.close();
  });
}

// Events of the page

const hold = holding(page, {
  done: held,
  short: (name) => (isByPointer ? hint() : openSheet(name)),
  change: (name) => {
    holdingNow = name;
  },
});
let isByPointer = false;
addEventListener("pointerdown", () => { isByPointer = true; }, true);
addEventListener("keydown", () => { isByPointer = false; }, true);
addEventListener("click", (event) => { if (event.detail === 0) isByPointer = false; }, true);

function hint() {
  entry = { ...entry, refused: { key: "hold-longer", params: {} } };
  complain(/** @type {Refused} */ (entry.refused));
  draw();
}

/** @type {Record<string, () => TrackingCommand | null>} */
const ACTS = {
  "open-betting": () => ({ type: "open-betting" }), "close-betting": () => ({ type: "close-betting" }),
  "pause-betting": () => ({ type: "pause-betting" }), "resume-betting": () => ({ type: "resume-betting" }),
  "mark-cut-card": () => ({ type: "mark-cut-card" }), "resume-table": () => ({ type: "resume-table" }),
  "suspend-table": () => ({ type: "suspend-table", reason: "disputed" }),
};

/** @param {string} act */
async function perform(act) {
  if (act === "undo-now") undo();
  else if (act === "confirm") confirm();
  else if (act === "burn") burnIt();
  else if (act === "sign-out") {
    await fetch("/api/sign-out", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    location.assign("/");
  } else {
    const command = ACTS[act]?.();
    if (command) await ask(command, (refused) => {
      if (open === "menu") menuRefused = refused;
      else if (refused) entry = { ...entry, refused };
    });
  }
}

addEventListener("click", ({ target }) => {
  const found = target instanceof Element ? target.closest("[data-press], [data-act], [data-sheet], [data-close], [data-hand], [data-correct], [data-toggle], [data-volume], [data-glow], [data-sure], [data-card]") : null;
  if (!(found instanceof HTMLElement)) return;
  const { press: key, act, sheet: name, close, hand, correct, toggle, volume, glow, sure, card } = found.dataset;
  const off = found.getAttribute("aria-disabled") === "true";
  if (key !== undefined) pressKey(keyOf(key));
  else if (act !== undefined && !off) void perform(act);
  else if (name !== undefined && !off) openSheet(name);
  else if (close !== undefined) found.closest("dialog")?.close();
  else if (hand !== undefined) pick(Number(hand), picked.act);
  else if (correct !== undefined && picked.hand !== null) pick(picked.hand, /** @type {Correction["act"]} */ (correct));
  else if (card !== undefined) chooseBurn(card);
  else if (sure !== undefined) {
    sheet.close();
    held(sure);
  } else if (toggle !== undefined) change({ [toggle]: !settings[/** @type {"quick"} */ (toggle)] });
  else if (volume !== undefined) change({ volume: Number(volume) });
  else if (glow !== undefined) change({ light: /** @type {Settings["light"]} */ (glow) });
});

/** @param {Partial<Settings>} more */
function change(more) {
  settings = { ...settings, ...more };
  saveSettings(settings);
  sounds.play("accepted");
  draw();
}

addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const typed = new FormData(form);
  if (form.dataset["form"] === "pin" && !pinAsked.busy) void givePin(String(typed.get("pin")));
  if (form.dataset["form"] === "limit") {
    const hands = String(typed.get("hands")).trim();
    void ask({ type: "limit-hands", hands: hands ? Number(hands) : null }, (refused) => {
      menuRefused = refused;
    });
  }
  if (form.dataset["form"] === "line") {
    void ask({ type: "set-message", text: String(typed.get("line")) }, (refused) => {
      menuRefused = refused && (refused.key === "malformed" ? { key: "line", params: {} } : refused);
    });
  }
});

sheet.addEventListener("close", () => {
  open = null;
  draw();
});

addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || target?.closest("input") || pin.open || !state) return;
  if (open === "burn") onBurnKey(event);
  if (open !== null && open !== "correct") return;
  const mode = open === "correct" ? picked.entry.mode : entry.mode;
  const intent = intentOf(event, mode, state.view.table.calls);
  if (!intent || (target?.closest("button, a") && event.key === "Enter" && open === "correct")) return;
  if (open === "correct" && (intent.type === "clear" || intent.type === "bets" || intent.type === "help")) return;
  // Enter stores, whatever key had the focus last; Space presses what has it.
  event.preventDefault();
  onIntent(intent, event.repeat);
});

/** @param {KeyboardEvent} event */
function onBurnKey(event) {
  const intent = intentOf(event, "cards", []);
  if (intent?.type === "rank") chooseBurn(intent.rank);
  else if (intent?.type === "suit") chooseBurn(intent.suit);
  else if (intent?.type === "enter") burnIt();
  else return;
  event.preventDefault();
}

/** @param {Intent} intent @param {boolean} isRepeat */
function onIntent(intent, isRepeat) {
  if (isRepeat) return;
  if (intent.type === "help") openSheet("help");
  else if (intent.type === "bets") {
    const act = state?.view.phase === "waiting" ? "open-betting" : "close-betting";
    if (state?.view.phase !== "dealing") void perform(act);
  } else if (intent.type === "back" && open === null) {
    backing = true;
    hold.begin("undo", UNDO_MS, page.querySelector("[data-hold=undo]"));
  } else pressKey(/** @type {Key} */ (intent));
}

/** Whether the key that takes back is down: short it takes the last press, long the last hand. */
let backing = false;
addEventListener("keyup", (event) => {
  if (!backing || (event.key !== "Backspace" && event.key !== "-")) return;
  backing = false;
  if (!hold.isHeld()) return;
  hold.cancel();
  pressKey({ type: "back" });
});

let heardSecond = 0;
function tick() {
  const seconds = secondsLeft();
  const text = seconds === null ? "" : String(seconds);
  if (text === shownClock) return;
  shownClock = text;
  draw();
  if (seconds && seconds <= LAST_SECONDS && seconds !== heardSecond && state?.view.phase === "betting") sounds.play("tick");
  heardSecond = seconds ?? 0;
}

await Promise.all([load(), loadEmblems()]);
line = connect(`/ws/table/${encodeURIComponent(table)}`, {
  onState: (/** @type {DealerState} */ message, at) => {
    if (message.type !== "state") return;
    const before = state?.view.phase;
    state = message;
    clock = message.view.clock && anchor(message.view.clock, at);
    if (before === "betting" && message.view.phase === "dealing") sounds.play("closed");
    draw();
  },
  onStatus: ({ state: status, since }) => {
    lost = status === "lost" ? since : null;
    if (status !== "connecting") draw();
  },
  acts: true,
});
addEventListener("resize", draw);
everyFrame(tick);
render(page, html`<main class="dealer-other"><p>${t("dealer.loading")}</p></main>`);
