/**
 * Puts a picture on the page: every part in its element, and the geometry that markup cannot say.
 * @module
 */
import { html, render } from "../html.js";
import { locale, t } from "../messages.js";
import { bigRoad } from "../roads.js";
import { arc, placeAt } from "./arc.js";
import { hands } from "./hands.js";
import { head, news } from "./head.js";
import { dealCard, slide } from "./motion.js";
import { places } from "./places.js";
import { bankLine } from "./bank.js";
import { TABS, action, ownResult, settlement, shoe, side } from "./side.js";
import { sheet } from "./sheets.js";
import { spots } from "./spots.js";
import { tray } from "./tray.js";
import { inscription } from "./words.js";

/** @import { Picture, Size } from "./picture.js" */
/** @import { Settings, Sheet } from "./sheets.js" */

/**
 * The arc by size: depth in px at usual text, share of the width, and the share of its length that the
 * sign may take beside the third cards; null where there is no room for it.
 */
const ARCS = {
  wide: { depth: 400, share: 0.784, sign: 0.8 }, roomy: { depth: 372, share: 0.9, sign: 0.8 },
  middle: { depth: 293, share: 1, sign: 0.8 }, compact: { depth: 250, share: 1, sign: 0.8 },
  small: { depth: 268, share: 1, sign: 0.54 }, phone: null,
};

/** The sign of the felt is set no smaller than this; its last clauses then stand in the help alone. */
const SIGN_LEAST = 0.8;
const SIGN_REM = 1.125;

/** Columns of the road at the head of a phone. */
const STRIP_COLUMNS = 27;

/** How much larger the patron's text is than usual; lengths in px follow it. */
const scale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** @param {string} id @returns {HTMLElement} */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * The size that fits the window: the arc needs height as well as width.
 * @param {number} places
 * @returns {Size}
 */
export function sizeOf(places) {
  if (matchMedia("(min-width: 100em) and (min-height: 62em)").matches && places <= 9) return "wide";
  if (matchMedia("(min-width: 64em)").matches) return "middle";
  return matchMedia("(min-width: 37.5em)").matches ? "small" : "phone";
}

/** Whether a strip has the height for the large sizes beside it. @param {Size} size */
const isRoomy = (size) => size === "middle" && matchMedia("(min-width: 100em) and (min-height: 56em)").matches;

/** Whether the height is less than the pictures are drawn for. */
const isCompact = () => matchMedia("(max-height: 46.9em)").matches;

/**
 * @param {Picture} picture
 * @param {{ settings: Settings, sheet: Sheet | null, tab: typeof TABS[number], retryIn: number | null, notice: string | null }} page
 */
export function show(picture, page) {
  const root = element("page");
  root.hidden = false;
  root.dataset["size"] = picture.size;
  root.toggleAttribute("data-roomy", isRoomy(picture.size));
  root.toggleAttribute("data-compact", isCompact());
  root.dataset["phase"] = picture.phase;
  root.dataset["status"] = picture.isLost ? "lost" : picture.view.status === "elsewhere" ? "elsewhere" : "open";
  root.dataset["felt"] = picture.table.felt;
  root.toggleAttribute("data-bank", picture.isBank);
  root.dataset["cards"] = page.settings.cards ? "four" : "two";
  document.title = t("seat.title", { table: picture.table.name, product: t("product") });

  showHands(picture);
  render(element("spots"), spots(picture, news(picture, page.retryIn, page.notice)));
  element("spots").setAttribute("aria-label", picture.place === null ? t("seat.title.watching") : t(`seat.title.own.${picture.line}`, { place: picture.place }));
  render(element("tray"), tray(picture));
  showPlaces(picture);
  render(element("head"), head(picture, page.settings));
  const phone = picture.size === "phone";
  render(element("side"), phone ? html`` : side(picture));
  showOwnLine(picture);
  render(element("cover-line"), phone ? bankLine(picture) : html``);
  render(element("own-result"), phone ? ownResult(picture) : html``);
  render(element("all-lines"), phone && picture.settled ? html`${action(picture)}${settlement(picture)}${shoe(picture)}` : html``);
  render(element("road-strip"), phone ? bigRoad(picture.told.view.board.big_road, {
    columns: STRIP_COLUMNS, calls: picture.table.calls, plain: true, newest: String(picture.told.view.round),
  }) : html``);
  showTabs(picture, page.tab);
  const shown = element("sheet");
  shown.hidden = page.sheet === null;
  render(shown, page.sheet ? sheet(picture, page.sheet, page.settings) : html``);
  showArc(picture);
}

/** @param {Picture} picture */
function showHands(picture) {
  const box = element("hands");
  const lay = new Map([...box.querySelectorAll(".card-place")].map((place) => [place, place.getBoundingClientRect()]));
  const flown = box.dataset["round"] === String(picture.dealt.round) ? new Set([...lay.keys()].map((each) => each.getAttribute("data-card"))) : new Set();
  const first = box.dataset["round"] === undefined;
  render(box, hands(picture));
  box.dataset["round"] = String(picture.dealt.round);
  if (first) return;
  slide(lay);
  const { flying } = picture.dealt;
  const place = flying && box.querySelector(`[data-card="${flying}-${picture.dealt[flying] - 1}"]`);
  if (place && !flown.has(place.getAttribute("data-card"))) dealCard(place);
}

/** Bring the first own line of a settlement into its list, once a hand. @param {Picture} picture */
function showOwnLine({ settled, state }) {
  const list = document.querySelector("#side .lines");
  const first = list?.querySelector(".mine");
  const key = String(state.view.round);
  if (!settled || !(list instanceof HTMLElement) || !(first instanceof HTMLElement) || list.dataset["round"] === key) return;
  list.dataset["round"] = key;
  list.scrollTop = Math.max(0, first.offsetTop - list.offsetTop - list.clientHeight / 2);
}

/** @param {Picture} picture */
function showPlaces(picture) {
  const box = element("places");
  render(box, places(picture));
  const width = element("table").clientWidth / scale();
  for (const place of box.children) {
    if (!(place instanceof HTMLElement)) continue;
    const { left, top } = placeAt(Number(place.dataset["place"]), picture.table.places, width);
    place.style.left = picture.size === "wide" ? `${left * scale()}px` : "";
    place.style.top = picture.size === "wide" ? `${top * scale()}px` : "";
  }
}

/** @param {Picture} picture */
function showArc(picture) {
  const svg = document.querySelector(".arc");
  const text = svg?.querySelector("text");
  const middle = isRoomy(picture.size) ? "roomy" : isCompact() ? "compact" : "middle";
  const kind = ARCS[picture.size === "middle" ? middle : picture.size];
  if (!svg || !text) return;
  svg.toggleAttribute("hidden", kind === null);
  if (!kind) return;
  const width = element("table").clientWidth;
  const lines = arc(width, kind.depth * scale(), kind.share);
  svg.querySelector(".outer")?.setAttribute("d", lines.outer);
  svg.querySelector(".inner")?.setAttribute("d", lines.inner);
  const path = /** @type {SVGPathElement} */ (svg.querySelector(".arc-path"));
  path.setAttribute("d", lines.text);
  const holder = /** @type {SVGTextPathElement} */ (text.querySelector("textPath"));
  const key = `${inscription(picture.table)} ${width} ${kind.depth}`;
  if (svg.getAttribute("data-key") === key) return;
  svg.setAttribute("data-key", key);
  text.style.fontSize = "";
  for (let clauses = picture.table.inscription.length; clauses > 0; clauses -= 1) {
    holder.textContent = inscription(picture.table, clauses).toLocaleUpperCase(locale());
    const fits = (path.getTotalLength() * kind.sign) / holder.getComputedTextLength();
    if (fits < 1) text.style.fontSize = `${(Math.max(fits, SIGN_LEAST) * SIGN_REM).toFixed(3)}rem`;
    if (fits >= SIGN_LEAST) return;
  }
}

/** @param {Picture} picture @param {typeof TABS[number]} tab */
function showTabs({ size, settled }, tab) {
  element("side").dataset["tab"] = tab;
  element("tabs").setAttribute("aria-label", t("seat.tabs"));
  const name = (/** @type {string} */ each) => t(`seat.tab.${each === "paytable" && settled ? "settlement" : each}`);
  render(element("tabs"), size !== "small" ? html`` : html`<div class="tab-row" role="tablist">${TABS.map((each) => html`
    <button class="button" role="tab" data-tab="${each}" aria-selected="${each === tab}">${name(each)}</button>`)}</div>`);
}
