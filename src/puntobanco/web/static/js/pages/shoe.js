/** @file A shoe hand by hand: to read, to print, to take away as a table or as a picture. */
import { loadEmblems } from "../emblems.js";
import { html, render } from "../html.js";
import { load, t } from "../messages.js";
import { pngOf, svgOf } from "../shoe/picture.js";
import { sheet } from "../shoe/sheet.js";

/** @import { Shoe } from "../types.d.ts" */

const main = /** @type {HTMLElement} */ (document.getElementById("shoe"));
const table = location.pathname.split("/")[2] ?? "";

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

await Promise.all([load(), loadEmblems(), document.fonts.load('700 40px "Archivo"')]);
const answer = await fetch(`/api/table/${table}/shoe.json${location.search}`);
if (answer.ok) {
  const shoe = /** @type {Shoe} */ (await answer.json());
  document.title = t("shoe.title", { table: shoe.name, shoe: shoe.shoe });
  render(main, sheet(shoe));
  const name = `table-${shoe.table}-shoe-${shoe.shoe}`;
  /** @type {Record<string, () => unknown>} */
  const acts = {
    print: () => print(),
    svg: async () => save(new Blob([await svgOf(shoe)], { type: "image/svg+xml" }), `${name}.svg`),
    png: async () => save(await pngOf(await svgOf(shoe)), `${name}.png`),
  };
  main.addEventListener("click", ({ target }) => {
    const act = target instanceof Element && target.closest("[data-act]")?.getAttribute("data-act");
    if (act) acts[act]?.();
  });
} else {
  const asked = new URLSearchParams(location.search).get("shoe");
  document.title = t("product");
  render(main, html`<h1 class="page-title">${asked === null ? t("shoe.no_first") : t("shoe.no_shoe", { shoe: asked })}</h1>
<p><a class="button" href="/table/${table}/board">${t("board.tab.board")}</a></p>`);
}
