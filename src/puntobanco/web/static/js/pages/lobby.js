/** @file The lobby: every open table, and the way to a seat. */
import { anchor } from "../clock.js";
import { dayAndTime, money, timeOfDay } from "../format.js";
import { html, render } from "../html.js";
import { icon, mark } from "../icons.js";
import { dutyWords } from "../account/words.js";
import { chosen, filters, phaseWords, tableCard } from "../lobby/cards.js";
import { emptyLobby } from "../lobby/guide.js";
import { load, rich, t } from "../messages.js";
import { connect } from "../socket.js";

/**
 * @import { Anchored } from "../clock.js"
 * @import { Lobby, LobbyPush, TableCard } from "../types.d.ts"
 */

const USUAL_CELL = 17;
const USUAL_WIDTH = 411;
const STRIP_AFTER = 1000;
const RETRY_MS = 2000;

const top_ = /** @type {HTMLElement} */ (document.getElementById("top"));
const main = /** @type {HTMLElement} */ (document.getElementById("lobby"));

/** @type {Lobby | null} */
let lobby = null;
/** @type {Map<string, Anchored>} */
let clocks = new Map();
let filter = "all";
/** @type {Date | null} */
let staleSince = null;

/**
 * @param {TableCard[]} tables
 * @param {number} at
 */
function anchorClocks(tables, at) {
  clocks = new Map(tables.flatMap((card) => (card.clock ? [[card.id, anchor(card.clock, at)]] : [])));
}

/** Columns that fit in the road of a card; how wide they are, the style sheet says, and larger text widens them. */
function roadColumns() {
  const width = main.querySelector(".card-road")?.clientWidth ?? USUAL_WIDTH;
  const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const cell = Number.parseFloat(getComputedStyle(main).getPropertyValue("--cell")) || USUAL_CELL;
  return Math.max(12, Math.floor(width / (cell * text)));
}

function drawTop() {
  const me = lobby?.signed_in;
  const staff = lobby?.staff;
  const account = lobby?.has_account && html`<a class="button quiet" href="/account">${t("lobby.account")}</a>`;
  const leave = html`<button class="button quiet" type="button" data-act="sign-out">${t("lobby.sign_out")}</button>`;
  const working = staff && html`<p class="wallet"><span>${staff.name}</span> <b>${dutyWords(staff.duty)}</b></p>
${staff.home !== "/" && html`<a class="button" href="${staff.home}">${t(`lobby.home.${staff.duty.split("@")[0]}`)}</a>`}${account}${leave}`;
  const enter = lobby && !me && !staff && html`<a class="button quiet enter" href="/sign-in">${t("sign-in.act")}</a>`;
  const wallet = lobby && me && html`<p class="wallet" aria-label="${t("lobby.wallet")}"><span>${me.name}</span> <b>${money(me.wallet, lobby.currency)}</b></p>${account}${leave}`;
  render(
    top_,
    html`<a class="button skip-link" href="#lobby">${t("skip")}</a><a class="brand" href="/" aria-current="page">${mark()}<span>${t("product")}</span></a><a class="button quiet" href="/lab">${t("lab.title")}</a>${wallet}${working}${enter}`,
  );
}

/** @param {Lobby} state */
function tablesMarkup({ tables, currency, signed_in: me, guests }) {
  const now = performance.now();
  const room = { currency, canSit: guests || me !== null, columns: roadColumns(), staff: lobby?.staff ?? null };
  const cards = chosen(tables, filter).map((card) => tableCard(card, clocks.get(card.id) ?? null, now, room));
  return html`<div class="cards">${cards}</div>
${cards.length === 0 && html`<p class="note">${t("lobby.filter.none")}</p>`}`;
}

function draw() {
  drawTop();
  if (!lobby) return;
  const { tables } = lobby;
  const choices = filters(tables);
  if (!choices.some(({ key }) => key === filter)) filter = "all";
  const seats = tables.reduce((sum, { free }) => sum + free, 0);
  const summary = t("lobby.summary", {
    open: t("lobby.open", { count: tables.length }), free: t("lobby.free_seats", { count: seats }),
  });
  const seen = lobby.seen && t("lobby.seen", { time: dayAndTime(new Date(lobby.seen)) });
  const note = lobby.signed_in || lobby.staff ? seen : lobby.guests ? t("lobby.as_guest") : t("lobby.sign_in");
  const pills = choices.map(
    ({ key, label }) => html`<button type="button" class="filter" data-filter="${key}" aria-pressed="${String(key === filter)}">${label}</button>`,
  );
  const strip = staleSince && html`<p class="message bad" role="status">${icon("offline")}<span>${rich("lobby.stale", { time: timeOfDay(staleSince) })}</span></p>`;
  const empty = emptyLobby(lobby.signed_in !== null);
  main.classList.toggle("is-stale", staleSince !== null);
  render(
    main,
    html`<div class="lobby-head"><h1 class="page-title">${t("lobby.title")}</h1>${tables.length > 0 && html`<div class="summary"><p>${summary}</p>
${note && html`<p class="why-not" id="why-not">${note}</p>`}</div>`}
${pills.length > 0 && html`<div class="filters" role="group" aria-label="${t("lobby.filter")}">${pills}</div>`}</div>
${strip}${tables.length > 0 ? tablesMarkup(lobby) : empty}`,
  );
}

/** The seconds run between pushes; nothing else does. */
function tick() {
  if (staleSince) return;
  const now = performance.now();
  for (const element of main.querySelectorAll("[data-clock]")) {
    const card = lobby?.tables.find(({ id }) => id === element.getAttribute("data-clock"));
    const clock = card && clocks.get(card.id);
    if (!card || !clock) continue;
    const words = phaseWords(card, clock, now);
    if (element.textContent !== words) element.textContent = words;
  }
}

/**
 * @param {string} path
 * @param {unknown} [body]
 */
const post = (path, body = {}) =>
  fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** @param {MouseEvent} event */
async function act(event) {
  const target = /** @type {Element} */ (event.target);
  const pill = target.closest("[data-filter]");
  if (pill) {
    filter = pill.getAttribute("data-filter") ?? "all";
    draw();
    return;
  }
  if (target.closest("[data-act=sign-out]")) {
    await post("/api/sign-out").catch(() => null);
    await fetchLobby();
  }
}

/** Ask for the whole lobby; without an answer, say so and ask again. */
async function fetchLobby() {
  const answer = await fetch("/api/lobby", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) {
    lobby = /** @type {Lobby} */ (await answer.json());
    anchorClocks(lobby.tables, performance.now());
    draw();
    draw(); // the second time with the width that the roads have now
    return;
  }
  if (!lobby) render(main, html`<p class="message bad" role="status">${icon("offline")}<span>${rich("lobby.unreachable")}</span></p>`);
  setTimeout(fetchLobby, RETRY_MS);
}

function listen() {
  /** @type {number | undefined} */
  let patience;
  connect("/ws/lobby", {
    onState: (/** @type {LobbyPush} */ message, at) => {
      if (message.type !== "lobby" || !lobby) return;
      lobby = { ...lobby, tables: message.tables };
      anchorClocks(message.tables, at);
      draw();
    },
    onStatus: ({ state, since }) => {
      clearTimeout(patience);
      if (state === "lost") {
        const gone = since ? Date.now() - since.getTime() : 0;
        patience = setTimeout(() => {
          staleSince = since;
          draw();
        }, Math.max(0, STRIP_AFTER - gone));
      } else if (state === "open" && staleSince) {
        staleSince = null;
        fetchLobby();
      }
    },
  });
}

async function start() {
  await load();
  document.title = t("lobby.document");
  document.addEventListener("click", act);
  addEventListener("resize", draw);
  draw();
  const outlines = setTimeout(() => {
    const ghost = html`<div class="ghost"></div>`;
    if (!lobby) render(main, html`<p class="visually-hidden">${t("lobby.loading")}</p><div class="cards" aria-hidden="true">${[ghost, ghost, ghost, ghost]}</div>`);
  }, 300);
  await fetchLobby();
  clearTimeout(outlines);
  listen();
  setInterval(tick, 250);
}

start();
