/** @file The lab: a sheet that somebody writes, a shoe that he makes, and their exact odds. */
import { html, render } from "../html.js";
import { load, t } from "../messages.js";
import { asker, refusedOf } from "../lab/ask.js";
import { forget, offerToHouse, openTable, saveAndSay, tryAtTable } from "../lab/dialogs.js";
import { showLine, showText } from "../lab/editor.js";
import { clicked, fillFields, newBet, written } from "../lab/form.js";
import { writeReport } from "../lab/report.js";
import { faultOf, refusal, screen, top } from "../lab/screen.js";
import { DECKS, chooseDecks, move, reset, undo } from "../lab/shoe.js";

/** @import { Answer, BetForm, Change, Lab, Offer } from "../lab/types.d.ts" */

const TYPING_MS = 150;
const TEXT_MAX = 65_536;
const KEPT = "puntobanco.lab";

const head = /** @type {HTMLElement} */ (document.getElementById("top"));
const main = /** @type {HTMLElement} */ (document.getElementById("lab"));
const polite = /** @type {HTMLElement} */ (document.getElementById("polite"));

/** @type {Lab} */
let lab;
/** @type {number | undefined} */
let typing;

/** The form of the chosen bet: as it was changed, else as its text has it. @returns {BetForm | null} */
function form() {
  const bet = lab.told?.bets[lab.bet];
  const changed = lab.change;
  if (changed?.form && (changed.number === bet?.number || !bet)) return changed.form;
  return bet?.form ?? null;
}

function draw() {
  render(head, top(lab));
  render(main, screen(lab, form()));
  const place = main.querySelector(".code");
  if (place) showText(place, lab.text, faultOf(lab)?.line ?? null);
  fillFields(head);
  fillFields(main);
  document.title = t("lab.document", { sheet: lab.sheet?.name ?? "" });
}

const ask = asker(
  () => ({
    body: {
      text: lab.text, decks: lab.decks, gone: lab.gone, bet: lab.bet, change: lab.change, whole: lab.whole, pins: lab.pins.map(({ text }) => text),
    },
    mark: { text: lab.text, change: lab.change, whole: lab.whole },
  }),
  take,
  (refused) => {
    if (refused.code === "shoe-kept") {
      keepShoe(String(refused.params["table"]));
      return;
    }
    lab.refused = refused;
    lab.isStale = true;
    main.classList.add("is-stale");
    draw();
  },
  (isSlow) => {
    if (lab.isSlow === isSlow) return;
    lab.isSlow = isSlow;
    draw();
  },
);

/**
 * @param {Answer} answer
 * @param {{ text: string, change: Change | null, whole: boolean }} mark
 */
function take(answer, mark) {
  if (lab.change === mark.change) lab.change = null;
  if (mark.whole) lab.whole = false;
  const isCurrent = lab.text === mark.text;
  if (isCurrent) lab.text = answer.text;
  const bets = answer.bets.length > 0 ? answer.bets : (lab.told?.bets ?? []);
  lab.told = { ...answer, bets };
  // A bet that is on its way is not there yet.
  if (!lab.change) lab.bet = Math.min(lab.bet, Math.max(0, bets.length - 1));
  lab.sheet = answer.sheet ?? lab.sheet;
  lab.isStale = !answer.odds;
  lab.odds = answer.odds ?? (answer.shoe_fault ? null : lab.odds);
  lab.refused = null;
  main.classList.toggle("is-stale", lab.isStale);
  draw();
  keep();
  if (answer.odds) {
    const bet = answer.odds.bets[answer.odds.bet];
    polite.textContent = bet ? t("lab.spoken", { bet: bet.label, edge: (100 * bet.edge.value).toFixed(4) }) : "";
  }
}

/** What somebody wrote outlasts his page. */
function keep() {
  const { text, from, saved, decks, gone } = lab;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ text, from, saved, decks, gone }));
  } catch {
    // A browser that keeps nothing loses nothing but this.
  }
}

/** @returns {Pick<Lab, "text" | "from" | "saved" | "decks" | "gone"> | null} */
function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    const isOne = typeof kept.text === "string" && DECKS.includes(kept.decks) && Array.isArray(kept.gone) && kept.gone.length === 52;
    return isOne && kept.gone.every((/** @type {unknown} */ gone) => Number.isInteger(gone)) ? kept : null;
  } catch {
    return null;
  }
}

/** A table has opened: from now on whole decks alone are counted here. @param {string} table */
function keepShoe(table) {
  lab.offer.shoe_kept = table;
  Object.assign(lab, { gone: Array(52).fill(0), undone: [] });
  draw();
  ask();
}

/** @param {BetForm | null} changed */
function change(changed) {
  const bet = lab.told?.bets[lab.bet];
  const number = lab.change?.number ?? bet?.number;
  if (typeof number !== "number") return;
  lab.change = { number, form: changed };
  draw();
  ask();
}

/** @param {string} text @param {string} from @param {string | null} [saved] */
function begin(text, from, saved = null) {
  Object.assign(lab, { text, from, saved, bet: 0, change: null, told: null, odds: null, sheet: null });
  draw();
  ask();
}

/** @param {string} id */
async function choose(id) {
  const saved = lab.offer.saved.find((each) => each.id === id);
  const answer = await fetch(saved ? `/api/lab/sheets/${id}` : `/api/lab/shipped/${id}`).catch(() => null);
  if (answer?.ok) begin((await answer.json()).text, id, saved ? id : null);
}

/** @param {number} place */
function chooseBet(place) {
  lab.bet = place;
  lab.change = null;
  draw();
  ask();
  showBet();
}

/** In the text, the chosen bet is in sight. */
function showBet() {
  const code = main.querySelector(".code");
  const line = lab.told?.bets[lab.bet]?.line;
  if (code && line) showLine(code, line);
}

function addBet() {
  const bets = lab.told?.bets ?? [];
  const own = bets.filter(({ number }) => number !== null).length;
  const added = newBet(lab);
  lab.bet = bets.length;
  lab.change = { number: own, form: added };
  lab.view = "form";
  draw();
  ask();
}

function download() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([lab.text], { type: "application/toml" }));
  link.download = `${lab.sheet?.id ?? "sheet"}.toml`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {File} file */
async function openFile(file) {
  if (file.size > TEXT_MAX) {
    lab.refused = { code: "too-large", params: {} };
    draw();
    return;
  }
  begin(await file.text(), "");
}

/** @type {Record<string, () => unknown>} */
const ACTS = {
  take: () => Object.assign(lab, { putting: false }),
  put: () => Object.assign(lab, { putting: true }),
  undo: () => undo(lab),
  reset: () => reset(lab),
  pin: () => lab.sheet && lab.told?.fault === null && lab.pins.length < 3 && lab.pins.push({ name: lab.sheet.name, text: lab.text }),
  whole: () => Object.assign(lab, { whole: true }),
};

/** @param {MouseEvent} event */
function onClick({ target }) {
  const button = target instanceof Element ? target.closest("button") : null;
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const { act, card, decks, bet, view, unpin, pays, step } = button.dataset;
  if (button.dataset["do"] === "remove-bet") {
    change(null);
  } else if (button.dataset["toggle"] || button.dataset["do"]) {
    const old = form();
    const next = old && clicked(lab, old, button.dataset);
    if (next) change(next);
  } else if (pays !== undefined) {
    setPays(Number(pays), (value) => value + Number(step));
  } else if (bet !== undefined) {
    chooseBet(Number(bet));
  } else if (view !== undefined) {
    lab.view = view === "form" ? "form" : "text";
    draw();
    showBet();
  } else if (act === "add") {
    addBet();
  } else if (act === "download") {
    download();
  } else if (act === "report") {
    writeReport(lab);
  } else if (act === "save") {
    saveAndSay(lab).then(draw);
  } else if (act === "try") {
    tryAtTable(lab);
  } else if (button.dataset["offer"] !== undefined) {
    void offerToHouse(button.dataset["offer"]);
  } else if (button.dataset["forget"] !== undefined) {
    forget(lab, button.dataset["forget"]).then(draw);
  } else if (button.closest("dialog") === null && button.type === "button") {
    if (card !== undefined && !move(lab, card)) return;
    if (decks !== undefined) chooseDecks(lab, Number(decks));
    if (unpin !== undefined) lab.pins.splice(Number(unpin), 1);
    if (act !== undefined) ACTS[act]?.();
    draw();
    ask();
  }
}

/** @param {number} row @param {(value: number) => number} next */
function setPays(row, next) {
  const old = form();
  const value = Number(old?.result[row]?.pays.split(":")[0]);
  if (old && value) change(written(lab, old, { row: String(row), ofRow: "pays" }, `${Math.max(1, next(value))}:1`));
}

/** @param {Event} event */
function onInput({ target }) {
  if (target instanceof HTMLTextAreaElement) {
    lab.text = target.value;
    lab.change = null;
    const place = target.closest(".code");
    if (place) showText(place, lab.text, null);
    clearTimeout(typing);
    typing = setTimeout(ask, TYPING_MS);
  } else if (target instanceof HTMLInputElement && target.dataset["pays"] !== undefined) {
    setPays(Number(target.dataset["pays"]), () => Number(target.value));
  } else if (target instanceof HTMLInputElement && target.type === "text") {
    const old = form();
    if (old) change(written(lab, old, target.dataset, target.value));
  }
}

/** @param {Event} event */
function onChange({ target }) {
  if (target instanceof HTMLInputElement && target.type === "file") {
    const file = target.files?.[0];
    target.value = "";
    if (file) openFile(file);
  } else if (target instanceof HTMLSelectElement) {
    const old = form();
    if (target.dataset["act"] === "sheet") choose(target.value);
    else if (old) change(written(lab, old, target.dataset, target.value));
  }
}

/** From counter to counter by arrows. @param {KeyboardEvent} event */
function onKey(event) {
  const { target, key } = event;
  const from = target instanceof HTMLElement ? target.closest("[data-card]") : null;
  /** @type {Record<string, [number, number]>} */
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const step = steps[key];
  if (!(from instanceof HTMLElement) || !step) return;
  const isTurned = getComputedStyle(/** @type {Element} */ (from.closest(".ranks"))).getPropertyValue("--turned") === "1";
  const [dx = 0, dy = 0] = isTurned ? [step[1], step[0]] : step;
  const column = Number(from.dataset["column"]) + dx;
  const row = Number(from.dataset["row"]) + dy;
  const to = main.querySelector(`[data-card][data-column="${column}"][data-row="${row}"]`);
  event.preventDefault();
  if (to instanceof HTMLElement) to.focus();
}

async function start() {
  await load();
  document.title = t("lab.title");
  const answer = await fetch("/api/lab").catch(() => null);
  if (!answer?.ok) {
    const refused = answer ? await refusedOf(answer) : { code: "lost", params: {} };
    render(main, html`<section class="panel lab-refused"><h1 class="page-title">${t("lab.title")}</h1><p>${refusal(refused)}</p><a class="button" href="/">${t("notice.act")}</a></section>`);
    return;
  }
  const offer = /** @type {Offer} */ (await answer.json());
  lab = {
    offer: { ...offer, saved: offer.saved ?? [] }, text: "", from: offer.default, saved: null, decks: 8, gone: Array(52).fill(0), undone: [], putting: false,
    bet: 0, view: "text", pins: [], change: null, whole: false, told: null, sheet: null, odds: null, isStale: false,
    refused: null, isSlow: false,
  };
  document.addEventListener("click", onClick);
  document.addEventListener("input", onInput);
  document.addEventListener("change", onChange);
  document.addEventListener("keydown", onKey);
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const { target } = event;
    if (target instanceof HTMLFormElement && target.id === "try-form") openTable(lab, target).then(draw);
  });
  const kept = recall();
  if (!kept) return choose(offer.default);
  // What is no more there to be replaced is saved anew.
  const saved = lab.offer.saved.some(({ id }) => id === kept.saved) ? kept.saved : null;
  const from = kept.from === "" || offer.sheets.some(({ id }) => id === kept.from) ? kept.from : offer.default;
  Object.assign(lab, kept, { saved, from });
  if (offer.shoe_kept !== null) return keepShoe(offer.shoe_kept);
  draw();
  ask();
}

start();
