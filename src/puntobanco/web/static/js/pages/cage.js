/** @file The cage: a cashier enrols patrons, sells chips and pays them out, and counts drop boxes. */
import { minorOf } from "../amount.js";
import { get, isBarred, order, signedOut } from "../floor/asks.js";
import { cageScreen } from "../floor/cage-screen.js";
import { refusalWords } from "../floor/words.js";
import { money, signedMoney } from "../format.js";
import { bare, html, render } from "../html.js";
import { icon, mark } from "../icons.js";
import { load, rich, t } from "../messages.js";
import { meanAnew, once, passOver } from "../once.js";

/** @import { Markup } from "../html.js" */
/** @import { Cage, CageEntry, Told } from "../floor/types.d.ts" */

const AGAIN_MS = 5000;

const head = /** @type {HTMLElement} */ (document.getElementById("head"));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const polite = /** @type {HTMLElement} */ (document.getElementById("polite"));
const assertive = /** @type {HTMLElement} */ (document.getElementById("assertive"));

/** @type {Cage | null} */
let cage = null;
let sought = "";
let chosen = "";
let lost = false;
let isOut = false;
/** @type {CageEntry | null} */
let receipt = null;
/** @type {Record<string, Markup>} */
let told = {};

function draw() {
  const who = cage && html`<p class="who"><b>${t("floor.who", { name: cage.me.name, role: t("floor.role.cashier") })}</b></p>`;
  render(head, html`<a class="button skip-link" href="#main">${t("skip")}</a><a class="brand" href="/">${mark()}<span>${t("cage.title")}</span></a>${who}`);
  const strip = isOut ? signedOut() : lost && html`<p class="message bad" role="status">${icon("offline")}<span>${rich("cage.unreachable")}</span></p>`;
  render(main, html`${strip}${cage && cageScreen({ cage, sought, chosen, receipt, told })}`);
}

async function fetchCage() {
  const found = /** @type {Cage | null} */ (await get("/api/cage"));
  lost = found === null;
  isOut = lost && (await isBarred("/api/cage"));
  cage = found ?? cage;
  draw();
}

/** @param {string} place @param {Told | null} refused @param {string} done */
function tell(place, refused, done) {
  const words = refused ? refusalWords(refused) : html`${done}`;
  told = { [place]: words };
  (refused ? assertive : polite).textContent = bare(words);
}

/** @param {SubmitEvent} event */
async function submit(event) {
  event.preventDefault();
  const element = event.target;
  if (!(element instanceof HTMLFormElement) || !cage) return;
  const data = new FormData(element, event.submitter);
  const { form: name, deed = "" } = element.dataset;
  const now = cage;
  await once(deed, async () => {
    draw();
    if (name === "enrol") await enrol(element, data);
    if (name === "exchange") await exchange(element, data, now);
    if (name === "count") await count(element, data, now);
    await fetchCage();
  });
  draw();
}

/** @param {HTMLFormElement} element @param {FormData} data */
async function enrol(element, data) {
  const name = String(data.get("name")).trim();
  const { told: refused, value } = await order("/api/patrons", { name, kind: data.get("kind") });
  tell("enrol", refused, t("cage.enrolled", { name }));
  if (refused) return;
  chosen = value.patron.id;
  receipt = null;
  element.reset();
}

/** @param {HTMLFormElement} element @param {FormData} data @param {Cage} now */
async function exchange(element, data, { currency, patrons }) {
  const amount = minorOf(String(data.get("amount")), currency.exponent);
  const patron = String(data.get("patron"));
  const direction = data.get("direction") === "out" ? "out" : "in";
  if (!amount) {
    tell("exchange", { code: "no-number", params: {} }, "");
    return;
  }
  const { told: refused } = await order("/api/cage", { patron, direction, amount });
  const name = patrons.find(({ id }) => id === patron)?.name ?? "";
  tell("exchange", refused, t(direction === "in" ? "cage.sold" : "cage.paid", { amount: money(amount, currency), name }));
  if (refused) return;
  element.reset();
  await fetchCage();
  receipt = cage?.entries.find((entry) => entry.patron === patron && entry.kind === direction) ?? null;
}

/** @param {HTMLFormElement} element @param {FormData} data @param {Cage} now */
async function count(element, data, { currency }) {
  const [table = "", box = ""] = String(data.get("box")).split(":");
  const counted = minorOf(String(data.get("counted")), currency.exponent);
  if (counted === null) {
    tell("count", { code: "no-number", params: {} }, "");
    return;
  }
  const { told: refused, value } = await order("/api/drop", { table, box, counted });
  tell("count", refused, t("cage.count.told", {
    counted: money(counted, currency), expected: money(value?.expected ?? 0, currency), difference: signedMoney(value?.difference ?? 0, currency),
  }));
  if (!refused) element.reset();
}

/** @param {MouseEvent} event */
function click({ target }) {
  const found = target instanceof Element ? target.closest("[data-act]") : null;
  if (!(found instanceof HTMLElement)) return;
  if (found.dataset["act"] === "print") print();
  if (found.dataset["act"] === "choose") {
    meanAnew();
    chosen = found.dataset["patron"] ?? "";
    told = {};
    receipt = null;
    draw();
  }
}

/** @param {Event} event */
function input({ target }) {
  meanAnew();
  if (!(target instanceof HTMLInputElement) || target.name !== "sought") return;
  sought = target.value;
  draw();
}

document.addEventListener("submit", submit);
document.addEventListener("click", passOver, true);
document.addEventListener("click", click);
document.addEventListener("input", input);

await load();
document.title = t("cage.document");
await fetchCage();
setInterval(fetchCage, AGAIN_MS);
