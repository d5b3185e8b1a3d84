/** @file The floor: every table at a glance, what waits for somebody, and one table opened up. */
import { anchor } from "../clock.js";
import { command, get, isBarred, order, post, signedOut } from "../floor/asks.js";
import { card, inOrder, isOpen, stateWords } from "../floor/cards.js";
import { field, form, sheet as sheetOf } from "../floor/forms.js";
import { needs, proposalKey } from "../floor/needs.js";
import { openSheet, opening } from "../floor/open-sheet.js";
import { Reading } from "../floor/reading.js";
import { shiftSheet } from "../floor/shift-sheet.js";
import { openTable, proposalSheet, tableSheet } from "../floor/table-sheet.js";
import { refusalWords } from "../floor/words.js";
import { money, timeOfDay } from "../format.js";
import { bare, html, render } from "../html.js";
import { icon, mark } from "../icons.js";
import { load, locale, rich, staticRoot, t } from "../messages.js";
import { meanAnew, once, passOver } from "../once.js";
import { connect } from "../socket.js";

/** @import { Markup } from "../html.js" */
/** @import { Catalogue, Clocks, Detail, Floor, FloorPush, Me, SheetChoice, Shifts, Told } from "../floor/types.d.ts" */

const STRIP_AFTER = 1000;
const DETAIL_EVERY = 700;

const head = /** @type {HTMLElement} */ (document.getElementById("head"));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
const polite = /** @type {HTMLElement} */ (document.getElementById("polite"));
const assertive = /** @type {HTMLElement} */ (document.getElementById("assertive"));

/** @type {Floor | null} */
let floor = null;
/** @type {Me | null} */
let me = null;
/** @type {Clocks} */
let clocks = new Map();
/** @type {Date | null} */
let lost = null;
let isOut = false;
/** @type {{ kind: "table" | "proposal" | "open" | "shifts" | "large-win", table: string, number: number } | null} */
let opened = null;
/** @type {Detail | null} */
let detail = null;
/** @type {Catalogue | null} */
let catalogue = null;
/** @type {SheetChoice | null} */
let chosen = null;
/** @type {{ name: string, form: unknown } | null} A sheet that was read from a file. */
let own = null;
/** @type {Shifts | null} */
let shifts = null;
/** Languages that boards can be in, and the one, or two, of the board that is linked. @type {string[]} */
let languages = [];
let language = "en";
/** @type {Record<string, Markup>} What became of each form. */
let told = {};
let known = new Set(/** @type {number[]} */ ([]));

function draw() {
  drawHead();
  if (!floor || !me) return;
  const now = performance.now();
  const mayOpen = me.role === "supervisor";
  const cards = inOrder(floor).map((table) => card(table, /** @type {Floor} */ (floor), clocks.get(table.id) ?? null, now, mayOpen));
  const strip = isOut ? signedOut() : lost && html`<p class="message bad" role="status">${icon("offline")}<span>${rich("floor.stale", { time: timeOfDay(lost) })}</span></p>`;
  const none = html`<div class="panel none"><p class="page-title">${t("floor.no_tables")}</p>${mayOpen && html`<button type="button" class="button primary" data-act="open">${t("floor.new")}</button>`}</div>`;
  render(main, html`${strip}<h1 class="visually-hidden">${t("floor.title")}</h1><section class="tables" aria-label="${t("floor.tables")}">${cards.length > 0 ? cards : none}</section>
<aside class="needs" tabindex="0" aria-label="${t("floor.needs")}">${needs(floor, me, later, told)}</aside>`);
  drawSheet();
}

function drawHead() {
  const brand = html`<a class="button skip-link" href="#main">${t("skip")}</a><a class="brand" href="/">${mark()}<span>${t("floor.title")}</span></a>`;
  if (!floor || !me) {
    render(head, brand);
    return;
  }
  const { currency, tables, totals } = floor;
  const open = tables.filter(isOpen);
  const figures = [
    ["open", t("floor.of", { count: open.length, all: tables.length })],
    ["patrons", String(open.reduce((sum, { patrons }) => sum + patrons, 0))],
    ["rounds", new Intl.NumberFormat(locale()).format(floor.per_hour)],
    ["fees", money(totals.collected, currency)],
    ["drop", money(totals.bought, currency)],
  ];
  const acts = html`${me.role === "supervisor" && html`<button type="button" class="button" data-act="open">${t("floor.new")}</button>`}
<button type="button" class="button" data-act="shifts">${t("floor.shifts")}</button>`;
  render(head, html`${brand}<p class="who"><span class="caption">${t("floor.shift", { day: floor.day, shift: floor.shift, time: floor.clock })}</span>
<b>${t("floor.who", { name: me.name, role: t(`floor.role.${me.role}`) })}</b></p>
<dl class="totals">${figures.map(([name, value]) => html`<div><dt>${t(`floor.total.${name}`)}</dt><dd>${value}</dd></div>`)}</dl><div class="head-acts">${acts}</div>`);
}

function drawSheet() {
  if (!opened || !floor || !me || !dialog.open) return;
  const shown = { floor, me, told, language, languages };
  if (opened.kind === "shifts") render(dialog, shiftSheet(shifts, floor.currency));
  else if (opened.kind === "large-win") render(dialog, largeWinSheet(floor));
  else if (opened.kind === "open") {
    if (catalogue && chosen) render(dialog, openSheet(catalogue, chosen, opened.table, told["open-table"] ?? null, own?.name ?? null));
    else render(dialog, sheetOf(t("floor.new"), html`<p>${t("floor.fetching")}</p>`));
  } else {
    const { number } = opened;
    const table = openTable(floor, opened.table);
    const proposal = table?.proposals.find((each) => each.number === number);
    if (!table || (opened.kind === "proposal" && !proposal)) close();
    else if (proposal && opened.kind === "proposal") render(dialog, proposalSheet(proposal, table, shown));
    else render(dialog, tableSheet(table, detail, shown));
  }
}

/** @param {Floor} found */
function largeWinSheet(found) {
  const { exponent } = found.currency;
  return sheetOf(t("floor.large_win.title"), form("large-win", field("amount", t("floor.amount"), { kind: "amount", value: found.large_win / 10 ** exponent }), {
    label: t("floor.change"), primary: true, told: told["large-win"] ?? null,
  }));
}

/** @param {NonNullable<typeof opened>["kind"]} kind @param {string} [table] @param {number} [number] */
function open(kind, table = "", number = 0) {
  opened = { kind, table, number };
  told = {};
  meanAnew();
  detail = null;
  if (!dialog.open) dialog.showModal();
  drawSheet();
  if (kind === "table") fetchDetail();
  if (kind === "shifts") fetchShifts();
  if (kind === "open") fetchCatalogue();
}

function close() {
  opened = null;
  if (dialog.open) dialog.close();
}

let fetched = 0;
async function fetchDetail() {
  if (opened?.kind !== "table") return;
  const { table } = opened;
  fetched = performance.now();
  const found = /** @type {Detail | null} */ (await get(`/api/table/${encodeURIComponent(table)}`));
  const isThere = found && found.view.phase !== "closed"; // it may have closed meanwhile
  if (isThere && opened?.kind === "table" && opened.table === table) {
    detail = found;
    drawSheet();
  }
}

async function fetchShifts() {
  shifts = await get("/api/floor/shifts");
  drawSheet();
}

async function fetchCatalogue() {
  catalogue ??= await get("/api/floor/catalogue");
  chosen ??= catalogue?.sheets[0] ?? null;
  drawSheet();
}

/**
 * Tell what became of an act.
 * @param {string} place
 * @param {Told | null} refused
 * @param {string} done
 */
function tell(place, refused, done) {
  const words = refused ? refusalWords(refused) : html`${done}`;
  told = { ...told, [place]: words };
  (refused ? assertive : polite).textContent = bare(words);
  draw();
}

/** Proposals that are approved as soon as their round is over. @type {Set<string>} */
const later = new Set();

/** Approve what has waited for the end of a round. @param {Floor} next */
function approveWhatWaited(next) {
  for (const table of next.tables.filter(isOpen)) {
    for (const { number, previews } of table.proposals) {
      if (later.has(proposalKey(table.id, number)) && !previews[0]?.refusal) void rule(table.id, number, "approve");
    }
  }
}

/** @param {string} table @param {number} number @param {string} type */
function rule(table, number, type) {
  const key = proposalKey(table, number);
  return act(key, async () => {
    later.delete(key);
    const picked = dialog.querySelector(`input[name="handling-${number}"]:checked`);
    const handling = type === "approve" && picked instanceof HTMLInputElement ? { handling: picked.value } : {};
    const { told: refused } = await command(table, { type, number, ...handling });
    if (type === "approve" && refused?.code === "round-in-play") {
      later.add(key);
      polite.textContent = t("floor.approve_later.told");
      return;
    }
    tell(key, refused, t(type === "approve" ? "floor.approved" : "floor.rejected"));
    if (!refused && opened?.kind === "proposal") close();
  });
}

/** Do something once, shown while it is under way. @param {string} key @param {() => Promise<unknown>} work */
async function act(key, work) {
  await once(key, () => {
    const done = work();
    draw();
    return done;
  });
  draw();
}

/** @param {MouseEvent} event */
async function click(event) {
  const target = event.target instanceof Element ? event.target.closest("[data-act]") : null;
  if (!(target instanceof HTMLElement)) return;
  const { act: what, table = "", number = "0", numbers = "", deed = "" } = target.dataset;
  if (what === "table") open("table", table);
  if (what === "open") open("open", table);
  if (what === "shifts") open("shifts");
  if (what === "large-win") open("large-win");
  if (what === "proposal") open("proposal", table, Number(number));
  if (what === "close") close();
  if (what === "print") print();
  if (what === "approve" || what === "reject") await rule(table, Number(number), what);
  if (what === "seen") {
    await act(deed, async () => {
      const { told: refused } = await post("/api/floor/alerts/clear", { numbers: numbers.split(" ").map(Number) });
      tell("seen", refused, t("floor.seen.done"));
    });
  }
}

/**
 * The command of a form; what cannot be so is the form's fault.
 * @param {string} name
 * @param {Reading} form
 * @returns {Record<string, unknown>}
 */
function commandOf(name, form) {
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
    case "limits": return limitsOf(form);
    case "hold": return { type: "hold-amount", patron: text("patron"), amount: amount(), reason: text("reason") };
    case "release": return { type: "release-amount", number };
    case "pay-claim": return { type: "pay-claim", number, amount: amount() };
    case "drop-claim": return { type: "drop-claim", number, reason: text("reason") };
    default:
      if (!form.data.has("sure")) form.fault = { code: "not-sure", params: {} };
      return { type: "close-table" };
  }
}

/** @param {Reading} form */
function limitsOf(form) {
  const setup = floor && openTable(floor, form.text("table"))?.setup;
  const limits = form.limits(detail?.view.table.bets ?? []);
  const least = form.data.has("cover_min") ? { cover_min: form.amount("cover_min", t("floor.least_cover")) } : {};
  return { type: "propose", reason: t("floor.limits.reason"), matter: { matter: "change-limits", limits, ...setup, ...least } };
}

/** @param {SubmitEvent} event */
async function submit(event) {
  event.preventDefault();
  const element = event.target;
  if (!(element instanceof HTMLFormElement) || !floor) return;
  const { form: name = "", deed = "" } = element.dataset;
  const data = new FormData(element);
  await act(deed, async () => {
    if (name === "open-table") return openNew(data);
    const form = new Reading(data, floor?.currency.exponent ?? 2);
    if (name === "large-win") return setLargeWin(form);
    const asked = commandOf(name, form);
    const number = form.text("number");
    const place = number === "" ? name : `${name}-${number}`;
    if (form.fault) return tell(place, form.fault, "");
    const { told: refused } = await command(form.text("table"), asked);
    tell(place, refused, t(asked["type"] === "propose" ? "floor.proposed" : "floor.done"));
    return fetchDetail();
  });
}

/** @param {FormData} data */
async function openNew(data) {
  if (!chosen || !floor) return;
  const asked = opening(data, chosen, own?.form ?? null, floor.currency);
  if ("fault" in asked) return tell("open-table", asked.fault, "");
  const { told: refused } = await order("/api/tables", asked.body);
  tell("open-table", refused, t("floor.opened"));
  if (!refused) close();
}

/** @param {Reading} form */
async function setLargeWin(form) {
  const amount = form.amount("amount", t("floor.amount"));
  if (form.fault) return tell("large-win", form.fault, "");
  const { told: refused } = await post("/api/floor/large-win", { amount });
  tell("large-win", refused, t("floor.done"));
  if (!refused) close();
}

/** @param {Event} event */
async function change({ target }) {
  if (target instanceof HTMLSelectElement && target.name === "sheet") {
    chosen = catalogue?.sheets.find(({ id }) => id === target.value) ?? chosen;
    own = null;
    drawSheet();
  }
  if (target instanceof HTMLSelectElement && target.name === "language") {
    language = target.value;
    drawSheet();
  }
  if (target instanceof HTMLInputElement && target.name === "own" && target.files?.[0]) {
    const file = target.files[0];
    const form = await file.text().then(JSON.parse).catch(() => null);
    if (form === null) return tell("open-table", { code: "no-sheet", params: { name: file.name } }, "");
    own = { name: file.name, form: form.sheet ?? form };
    drawSheet();
  }
}

/** The seconds run between pushes; nothing else does. */
function tick() {
  if (lost || !floor) return;
  const now = performance.now();
  for (const element of main.querySelectorAll("[data-clock]")) {
    const table = openTable(floor, element.getAttribute("data-clock") ?? "");
    const clock = table && clocks.get(table.id);
    if (!table || !clock) continue;
    const words = stateWords(table, clock, now);
    if (element.textContent !== words) element.textContent = words;
  }
}

/** Say aloud what is new in the column. @param {Floor} next */
function announce(next) {
  const numbers = next.alerts.flatMap((alert) => alert.numbers);
  const fresh = next.alerts.find((alert) => alert.numbers.some((number) => !known.has(number)));
  if (floor && fresh) polite.textContent = t("floor.new_alert", { table: fresh.table ? t("floor.table", { table: fresh.table }) : t("floor.the_house"), what: t(`floor.line.${fresh.kind}`, { round: fresh.round }) });
  known = new Set(numbers);
}

function listen() {
  /** @type {number | undefined} */
  let patience;
  connect("/ws/floor", {
    acts: true,
    onState: (/** @type {FloorPush} */ message, at) => {
      if (message.type !== "floor") return;
      announce(message.floor);
      ({ floor, me } = message);
      clocks = new Map(floor.tables.flatMap((table) => (isOpen(table) && table.clock ? [[table.id, anchor(table.clock, at)]] : [])));
      draw();
      approveWhatWaited(floor);
      if (opened?.kind === "table" && at - fetched > DETAIL_EVERY) void fetchDetail();
    },
    onStatus: ({ state, since }) => {
      clearTimeout(patience);
      if (state === "lost") {
        const gone = since ? Date.now() - since.getTime() : 0;
        patience = setTimeout(async () => {
          lost = since;
          isOut = await isBarred("/api/floor");
          draw();
        }, Math.max(0, STRIP_AFTER - gone));
      } else if (state === "open") {
        lost = null;
        isOut = false;
        draw();
      }
    },
  });
}

async function start() {
  await load();
  languages = (await get(`${staticRoot()}/messages/index.json`)) ?? [];
  document.title = t("floor.document");
  draw();
  listen();
  document.addEventListener("click", passOver, true);
  document.addEventListener("click", click);
  document.addEventListener("input", meanAnew);
  document.addEventListener("submit", submit);
  document.addEventListener("change", change);
  dialog.addEventListener("close", () => {
    opened = null;
  });
  setInterval(tick, 250);
}

start();
