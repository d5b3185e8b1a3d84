/** @file The auditor reads everything and changes nothing: the log, rounds in full, whether it is true, files. */
import { opened as openedSheet } from "../audit/sheets.js";
import { screen } from "../audit/screen.js";
import { get, isBarred, post, signedOut } from "../floor/asks.js";
import { html, render } from "../html.js";
import { icon, mark } from "../icons.js";
import { load, rich, t } from "../messages.js";
import { once } from "../once.js";

/** @import { Audit, Found, Opened, Progress, Shown, Told, Wanted, WholeRound } from "../audit/types.d.ts" */

const AGAIN_MS = 500;
/** @type {Record<number, string>} What an answer says that failed. */
const FAULTS = { 400: "audit.malformed", 404: "audit.not_found" };
const FIELDS = /** @type {const} */ (["stream", "number", "kind", "person", "since", "until"]);

const head = /** @type {HTMLElement} */ (document.getElementById("head"));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
const polite = /** @type {HTMLElement} */ (document.getElementById("polite"));

/** @type {Shown | null} */
let shown = null;
/** @type {Opened | null} */
let opened = null;
let isOut = false;

function draw() {
  const audit = shown?.audit;
  const who = audit && html`<p class="who"><span class="caption">${t("audit.clock", { time: audit.time.replace("T", " ").slice(0, 16), zone: audit.zone })}</span><b>${t("floor.who", { name: audit.me.name, role: t("floor.role.auditor") })}</b></p>`;
  render(head, html`<a class="button skip-link" href="#main">${t("skip")}</a><a class="brand" href="/">${mark()}<span>${t("audit.title")}</span></a>${who}
<div class="head-acts audit-acts"><a class="button" href="/floor">${t("audit.to_floor")}</a></div>`);
  const lost = html`<p class="message bad" role="alert">${icon("offline")}<span>${rich("audit.unreachable")}</span></p>`;
  render(main, isOut ? signedOut() : shown ? screen(shown) : lost);
  if (!shown || !opened || !dialog.open) return;
  render(dialog, openedSheet(opened, { names: shown.names, currency: shown.audit.currency }));
}

/** What the address asks for. @returns {Wanted} */
function asked() {
  const query = new URLSearchParams(location.search);
  return /** @type {Wanted} */ (Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ""])));
}

/** @param {Wanted} wanted */
function query(wanted) {
  const said = Object.entries(wanted).filter(([, value]) => value !== "");
  return new URLSearchParams(said);
}

/** @param {Wanted} wanted */
async function search(wanted) {
  if (!shown) return;
  history.replaceState(null, "", `?${query(wanted)}`);
  Object.assign(shown, { wanted, found: [], below: null });
  await read("{}");
}

/** @param {string} below */
async function read(below) {
  const now = shown;
  if (!now) return;
  now.reading = true;
  draw();
  const words = query(now.wanted);
  words.set("below", below);
  const answer = await fetch(`/api/audit/log?${words}`, { cache: "no-store" }).catch(() => null);
  const found = /** @type {Found | null} */ (answer?.ok ? await answer.json() : null);
  isOut = found === null && (await isBarred("/api/audit"));
  Object.assign(now, { reading: false, fault: found ? null : (FAULTS[answer?.status ?? 0] ?? "audit.unreachable") });
  if (found) {
    now.found = [...now.found, ...found.events];
    now.below = found.below;
    for (const [id, name] of Object.entries(found.names)) now.names.set(id, name);
  }
  draw();
}

/** Do something once, and show when it is done. @param {string} name @param {() => Promise<unknown>} work */
const deed = (name, work) => once(name, work).then(draw);

async function verify() {
  const { value } = await post("/api/audit/verification", {});
  await follow(value?.progress ?? null);
}

/** @param {Progress | null} progress */
async function follow(progress) {
  while (shown && progress) {
    shown.progress = progress;
    draw();
    if (progress.is_over) {
      polite.textContent = main.querySelector("[data-verdict]")?.textContent ?? "";
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    const told = /** @type {{ progress: Progress | null } | null} */ (await get("/api/audit/verification"));
    progress = told ? told.progress : progress;
  }
}

/** @param {Opened} what */
function open(what) {
  opened = what;
  if (!dialog.open) dialog.showModal();
  draw();
  dialog.querySelector("h2")?.focus();
}

/** @param {string} table @param {number} number */
async function openRound(table, number) {
  open({ kind: "round", table, number, round: null, lost: false });
  const found = /** @type {{ round: WholeRound, names: Record<string, string> } | null} */ (await get(`/api/audit/table/${encodeURIComponent(table)}/rounds/${number}`));
  if (!shown || opened?.kind !== "round" || opened.number !== number || opened.table !== table) return;
  for (const [id, name] of Object.entries(found?.names ?? {})) shown.names.set(id, name);
  opened = { ...opened, round: found?.round ?? null, lost: found === null };
  draw();
}

/** @param {MouseEvent} event */
function click({ target }) {
  const found = target instanceof Element ? target.closest("[data-act]") : null;
  if (!(found instanceof HTMLElement) || !shown || found.getAttribute("aria-disabled") === "true") return;
  const { act, event: key, table = "", round = "0" } = found.dataset;
  const event = shown.found.find(({ stream, version }) => `${stream}:${version}` === key);
  if (act === "event" && event) open({ kind: "event", event });
  if (act === "round") openRound(table, Number(round));
  if (act === "older" && shown.below) deed("search", () => read(JSON.stringify(shown?.below)));
  if (act === "clear") deed("search", () => search(/** @type {Wanted} */ (Object.fromEntries(FIELDS.map((name) => [name, ""])))));
  if (act === "verify") deed("verify", verify);
  if (act === "close") dialog.close();
}

/** @param {SubmitEvent} event */
function submit(event) {
  event.preventDefault();
  if (!(event.target instanceof HTMLFormElement)) return;
  const data = new FormData(event.target);
  const wanted = /** @type {Wanted} */ (Object.fromEntries(FIELDS.map((name) => [name, String(data.get(name) ?? "").trim()])));
  deed("search", () => search(wanted));
}

/** @param {Event} event */
function change({ target }) {
  if (!shown || !(target instanceof HTMLSelectElement) || target.name !== "table") return;
  shown.table = target.value;
  draw();
}

await load();
document.title = t("audit.document");
const audit = /** @type {Audit | null} */ (await get("/api/audit"));
isOut = audit === null && (await isBarred("/api/audit"));
if (audit) {
  const names = new Map(audit.people.map(({ id, name }) => [id, name]));
  shown = { audit, wanted: asked(), found: /** @type {Told[]} */ ([]), names, below: null, reading: false, progress: audit.progress, table: "", fault: null };
}
draw();
document.addEventListener("click", click);
document.addEventListener("submit", submit);
document.addEventListener("change", change);
dialog.addEventListener("close", () => { opened = null; });
if (shown) {
  deed("search", () => search(asked()));
  if (shown.progress && !shown.progress.is_over) deed("verify", () => follow(shown?.progress ?? null));
}
