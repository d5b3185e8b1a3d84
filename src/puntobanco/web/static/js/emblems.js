/** @file Emblems of calls, fetched once and stamped wherever they are needed, in the colours of the place. */
import { html } from "./html.js";
import { staticRoot } from "./messages.js";

/** @import { CallColour } from "./types.d.ts" */
/** @typedef {{ id: string, mark?: string, colour?: CallColour }} Marked */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Set<string>} */
const drawn = new Set();

/** Whether a call has a drawing, and in which size. */
export const isDrawn = (/** @type {string} */ name) => drawn.has(name);

/** Fetch every emblem there is and lay its shape into the page. Calls without one show their mark. */
export async function loadEmblems() {
  const folder = `${staticRoot()}/emblems`;
  const answer = await fetch(`${folder}/index.json`);
  /** @type {string[]} */
  const names = answer.ok ? await answer.json() : [];
  const sheet = document.createElementNS(SVG, "svg");
  sheet.setAttribute("class", "visually-hidden");
  sheet.setAttribute("aria-hidden", "true");
  await Promise.all(
    names.map(async (name) => {
      const file = await fetch(`${folder}/${name}.svg`);
      if (!file.ok) return;
      const picture = new DOMParser().parseFromString(await file.text(), "image/svg+xml").documentElement;
      const symbol = document.createElementNS(SVG, "symbol");
      symbol.id = `emblem-${name}`;
      symbol.setAttribute("viewBox", "0 0 100 100");
      symbol.append(...picture.childNodes);
      sheet.append(symbol);
      drawn.add(name);
    }),
  );
  // Beside the body, where no page that draws itself takes it away.
  document.documentElement.append(sheet);
}

/**
 * The shapes of an emblem in a box of 100, to stand inside another drawing. The ink is the text
 * colour, the ground `--emblem-ground`. Without a drawing it is the call's mark, or nothing.
 * @param {Marked} call
 * @param {boolean} [small] the plain form, below 40 px and on beads
 */
export function emblemShapes(call, small = false) {
  const name = small && drawn.has(`${call.id}-small`) ? `${call.id}-small` : call.id;
  if (drawn.has(name)) return html`<use href="#emblem-${name}" width="100" height="100"/>`;
  return html`<text class="emblem-mark" x="50" y="86" text-anchor="middle" font-size="104">${call.mark ?? ""}</text>`;
}

/**
 * An emblem by itself, as wide as its font is high.
 * @param {Marked} call
 * @param {boolean} [small]
 */
export function emblem(call, small = false) {
  return html`<svg class="emblem" viewBox="0 0 100 100" aria-hidden="true">${emblemShapes(call, small)}</svg>`;
}
