/** @file The floor: every table at a glance, what waits for somebody, and one table opened up. */
import { anchor } from "../clock.js";
import { command, get, order, post, signedOut } from "../floor/asks.js";
import { card, inOrder, isOpen, stateWords } from "../floor/cards.js";
import { commandOf, termsOf } from "../floor/commands.js";
import { dialogOf } from "../floor/dialog.js";
import { fetchFor, fetched, refresh } from "../floor/fetched.js";
import { head } from "../floor/head.js";
import { listen } from "../floor/link.js";
import { needs, proposalKey } from "../floor/needs.js";
import { offerKey } from "../floor/offers-sheet.js";
import { choiceOf, opening } from "../floor/open-sheet.js";
import { Reading } from "../floor/reading.js";
import { openTable } from "../floor/table-sheet.js";
import { THRESHOLDS } from "../floor/thresholds.js";
import { refusalWords } from "../floor/words.js";
import { timeOfDay } from "../format.js";
import { bare, html, render } from "../html.js";
import { icon } from "../icons.js";
import { load, rich, staticRoot, t } from "../messages.js";
import { meanAnew, once, passOver } from "../once.js";

/** @import { Markup } from "../html.js" */
/** @import { Opened } from "../floor/dialog.js" */
/** @import { Clocks, Floor, FloorPush, Me, SheetChoice, Told } from "../floor/types.d.ts" */

const header = /** @type {HTMLElement} */ (document.getElementById("head"));
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
/** @type {Opened | null} */
let opened = null;
/** @type {SheetChoice | null} The game that the table may go over to. */
let game = null;
/** @type {{ name: string, form: unknown } | null} A sheet that was read from a file. */
let own = null;
/** Languages that boards can be in, and the one, or two, of the board that is linked. @type {string[]} */
let languages = [];
let language = "en";
/** @type {Record<string, Markup>} What became of each form. */
let told = {};

function draw() {
  render(header, head(floor, me));
  if (!floor || !me) return;
  const now = performance.now();
  const mayOpen = me.role === "supervisor";
  const cards = inOrder(floor).map((table) => card(table, /** @type {Floor} */ (floor), clocks.get(table.id) ?? null, now, mayOpen));
  const strip = isOut ? signedOut() : lost && html`<p class="message bad" role="status">${icon("offline")}<span>${rich("floor.stale", { time: timeOfDay(lost) })}</span></p>`;
  const none = html`<div class="panel none"><p class="page-title">${t("floor.no_tables")}</p>${mayOpen && html`<button type="button" class="button primary" data-act="open">${t("floor.new")}</button>`}</div>`;
  render(main, html`${strip}<h1 class="visually-hidden">${t("floor.title")}</h1><section class="tables" aria-label="${t("floor.tables")}">${cards.length > 0 ? cards : none}</section>
<aside class="needs" tabindex="0" aria-label="${t("floor.needs")}">${needs(floor, me, told)}</aside>`);
  drawSheet();
}

function drawSheet() {
  if (!opened || !floor || !me || !dialog.open) return;
  const shown = { floor, me, told, language, languages, catalogue: fetched.catalogue, game };
  const found = dialogOf(opened, shown, fetched, own?.name ?? null);
  if (found) render(dialog, found);
  else close();
}

/** @param {NonNullable<typeof opened>["kind"]} kind @param {string} [table] @param {number} [number] */
function open(kind, table = "", number = 0) {
  opened = { kind, table, number };
  told = {};
  meanAnew();
  fetched.detail = null;
  if (own) fetched.chosen = own = null;
  if (!dialog.open) dialog.showModal();
  drawSheet();
  game = null;
  fetchOpened();
}

/** Ask for what the open sheet shows beside the floor. */
const fetchOpened = () => void fetchFor(() => opened, drawSheet);

function close() {
  opened = null;
  if (dialog.open) dialog.close();
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

/** @param {string} table @param {number} number @param {string} type */
function rule(table, number, type) {
  const key = proposalKey(table, number);
  return act(key, async () => {
    const picked = dialog.querySelector(`input[name="handling-${number}"]:checked`);
    const handling = type === "approve" && picked instanceof HTMLInputElement ? { handling: picked.value } : {};
    const { told: refused } = await command(table, { type, number, ...handling });
    tell(key, refused, t(type === "approve" ? "floor.approved" : "floor.rejected"));
    if (!refused && opened?.kind === "proposal") close();
  });
}

/** @param {number} number @param {string} what */
function answerOffer(number, what) {
  const key = offerKey(number, what);
  return act(key, async () => {
    const { told: refused } = await post(`/api/floor/sheets/${number}/${what}`, {});
    tell(key, refused, t("floor.done"));
    fetched.catalogue = null; // what a table can be made of is another now
    return fetchFor(() => opened, drawSheet);
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
  const { act: what = "", table = "", number = "0", numbers = "", deed = "" } = target.dataset;
  if (what === "table") open("table", table);
  if (what === "open") open("open", table);
  if (what === "shifts" || what === "offers") open(what);
  if ((what === "take-up" || what === "put-away") && target.getAttribute("aria-disabled") !== "true") await answerOffer(Number(number), what);
  if (isThreshold(what)) open(what);
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
    if (isThreshold(name)) return setThreshold(name, form);
    const table = floor && openTable(floor, form.text("table"));
    const terms = termsOf(name, form, game ?? fetched.catalogue?.sheets.find(({ id }) => id === table?.terms.sheet) ?? null);
    const asked = terms ?? commandOf(name, form, table, fetched.detail?.view.table.bets ?? []);
    const number = form.text("number");
    const place = number === "" ? name : `${name}-${number}`;
    if (form.fault) return tell(place, form.fault, "");
    const path = encodeURIComponent(form.text("table"));
    const { told: refused } = terms ? await order(`/api/table/${path}/terms`, terms) : await command(form.text("table"), asked);
    tell(place, refused, t(terms || asked["type"] === "propose" ? "floor.proposed" : "floor.done"));
    return fetchFor(() => opened, drawSheet);
  });
}

/** @param {FormData} data */
async function openNew(data) {
  if (!fetched.chosen || !floor) return;
  const asked = opening(data, fetched.chosen, own?.form ?? null, floor.currency);
  if ("fault" in asked) return tell("open-table", asked.fault, "");
  const { told: refused } = await order("/api/tables", asked.body);
  tell("open-table", refused, t("floor.opened"));
  if (!refused) close();
}

/** @param {string} name @returns {name is typeof THRESHOLDS[number]} */
const isThreshold = (name) => THRESHOLDS.some((kind) => kind === name);

/** @param {typeof THRESHOLDS[number]} kind @param {Reading} form */
async function setThreshold(kind, form) {
  const amount = form.amount("amount", t(`floor.threshold.${kind}.label`));
  if (form.fault) return tell(kind, form.fault, "");
  const { told: refused } = await post(`/api/floor/${kind}`, { amount });
  tell(kind, refused, t("floor.done"));
  if (!refused) close();
}

/** @param {Event} event */
async function change({ target }) {
  if (target instanceof HTMLSelectElement && target.name === "sheet") {
    fetched.chosen = fetched.catalogue?.sheets.find(({ id }) => id === target.value) ?? fetched.chosen;
    own = null;
    drawSheet();
  }
  if (target instanceof HTMLSelectElement && target.name === "game") {
    game = fetched.catalogue?.sheets.find(({ id }) => id === target.value) ?? null;
    drawSheet();
  }
  if (target instanceof HTMLSelectElement && target.name === "language") {
    language = target.value;
    drawSheet();
  }
  if (target instanceof HTMLInputElement && target.name === "own" && target.files?.[0]) {
    const file = target.files[0];
    const form = await file.text().then(JSON.parse).catch(() => null);
    const choice = choiceOf(form);
    if (choice === null) return tell("open-table", { code: "no-sheet", params: { name: file.name } }, "");
    own = { name: file.name, form: form.sheet ?? form };
    fetched.chosen = choice;
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

/** @param {FloorPush} message @param {number} at @param {string} news */
function arrived(message, at, news) {
  if (news) polite.textContent = news;
  ({ floor, me } = message);
  clocks = new Map(floor.tables.flatMap((table) => (isOpen(table) && table.clock ? [[table.id, anchor(table.clock, at)]] : [])));
  draw();
  void refresh(() => opened, drawSheet, at);
}

async function start() {
  await load();
  languages = (await get(`${staticRoot()}/messages/index.json`)) ?? [];
  document.title = t("floor.document");
  draw();
  listen(arrived, (gone, out) => {
    const isBack = lost && !gone;
    lost = gone;
    isOut = out;
    draw();
    if (isBack) fetchOpened();
  });
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
