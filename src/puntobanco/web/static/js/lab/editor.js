/** @file The text of a sheet: written in a plain field, painted behind it line by line. */
import { attr, html, render } from "../html.js";
import { t } from "../messages.js";

const PARTS = /(#.*)|("(?:\\.|[^"\\])*"?|'[^']*'?)|(^\s*\[\[?[^\]\n]*\]\]?)|([\w-]+(?:\.[\w-]+)*)(?=\s*=)|\b(\d[\d_.]*|true|false)\b/g;
const KINDS = ["comment", "string", "table", "key", "number"];

/**
 * A text as coloured lines; the one with a fault is marked.
 * @param {string} text
 * @param {number | null} faulty from 1
 */
export function painted(text, faulty) {
  return text.split("\n").map((line, index) => html`<span class="code-line" ${attr("data-fault", index + 1 === faulty)}>${parts(line)}</span>`);
}

/** @param {string} line */
function parts(line) {
  const found = [];
  let at = 0;
  for (const match of line.matchAll(PARTS)) {
    found.push(line.slice(at, match.index));
    found.push(html`<i class="code-${KINDS[match.slice(1).findIndex((part) => part !== undefined)]}">${match[0]}</i>`);
    at = match.index + match[0].length;
  }
  return [...found, line.slice(at)];
}

/** The place of the field; what is in it `showText` puts there. */
export const editorPlace = () => html`<div class="code" data-own data-key="code"></div>`;

/**
 * @param {Element} place
 * @param {string} text
 * @param {number | null} faulty
 */
export function showText(place, text, faulty) {
  if (!place.firstChild) {
    render(place, html`<div class="code-inner"><pre class="code-paint" aria-hidden="true"></pre><textarea class="code-field" id="code" spellcheck="false" autocomplete="off" autocapitalize="off"
wrap="off" aria-label="${t("lab.text")}" aria-describedby="fault"></textarea></div>`);
  }
  const field = /** @type {HTMLTextAreaElement} */ (place.querySelector("textarea"));
  if (field.value !== text) field.value = text;
  field.setAttribute("aria-invalid", String(faulty !== null));
  render(/** @type {Element} */ (place.querySelector("pre")), html`${painted(text, faulty)}`);
}

/**
 * Bring a line into sight.
 * @param {Element} place
 * @param {number} line from 1
 */
export function showLine(place, line) {
  const found = place.querySelectorAll(".code-line")[line - 1];
  if (found instanceof HTMLElement) place.scrollTop = Math.max(0, found.offsetTop - 12);
}
