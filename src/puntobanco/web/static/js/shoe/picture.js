/** @file A shoe's roads as one picture that stands alone: SVG with its colours and its font inside, or PNG made of it. */
import { html } from "../html.js";
import { staticRoot, t } from "../messages.js";
import { roadsOf } from "./sheet.js";

/** @import { Shoe } from "../types.d.ts" */

const WIDTH = 1920;
const EDGE = 24;
/** Where each road stands: left, top, width. */
const PLACES = [[EDGE, 140, 812], [EDGE, 526, 1872], [EDGE, 793, 612], [654, 793, 612], [1284, 793, 612]];
const HEIGHT = 892;
/** What a drawing takes from the style sheets, written on each of its shapes. */
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "paint-order",
  "font-family", "font-size", "font-weight", "shape-rendering", "vector-effect"];

/**
 * @param {Shoe} shoe
 * @returns {Promise<string>}
 */
export async function svgOf(shoe) {
  const stage = document.createElement("div");
  stage.className = "picture-stage";
  stage.innerHTML = drawing(shoe);
  document.body.append(stage);
  const picture = /** @type {SVGSVGElement} */ (stage.firstElementChild);
  for (const stamp of picture.querySelectorAll("use")) unfold(stamp);
  for (const shape of picture.querySelectorAll("*")) {
    const style = getComputedStyle(shape);
    for (const name of LOOKS) shape.setAttribute(name, style.getPropertyValue(name));
    shape.removeAttribute("class");
  }
  stage.remove();
  // Outside the page, whose policy allows no style within it.
  picture.prepend(await font());
  return new XMLSerializer().serializeToString(picture);
}

/** @param {Shoe} shoe */
function drawing(shoe) {
  const { name, shoe: number, tally } = shoe;
  const counts = [
    ...["player", "banker", "tie"].map((side) => [t(side), tally[/** @type {"player" | "banker" | "tie"} */ (side)].count]),
    ...tally.calls.map(({ label, count }) => [label, count]), [t("board.naturals"), tally.naturals],
  ].map(([label, count]) => t("shoe.count", { name: label, count }));
  const roads = roadsOf(shoe).map(({ kind, svg }, index) => {
    const [x, y, width] = PLACES[index] ?? [0, 0, 0];
    return html`<text class="picture-label" x="${x}" y="${(y ?? 0) - 8}">${t(`road.${kind}`)}</text>
<svg x="${x}" y="${y}" width="${width}" height="${heightOf(svg.text, width ?? 0)}" viewBox="${boxOf(svg.text).join(" ")}">${svg}</svg>`;
  });
  const list = counts.map((text, index) => html`<text class="picture-count" x="880" y="${176 + 56 * index}">${text}</text>`);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect class="picture-ground" width="${WIDTH}" height="${HEIGHT}"/><text class="picture-title" x="${EDGE}" y="76">${t("shoe.title", { table: name, shoe: number })}</text>
${list}${roads}</svg>`.text;
}

/** @param {string} svg */
const boxOf = (svg) => (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "0 0 1 1").split(" ").map(Number);

/** @param {string} svg @param {number} width */
const heightOf = (svg, width) => ((boxOf(svg)[3] ?? 1) * width) / (boxOf(svg)[2] ?? 1);

/** Put the shapes of an emblem where a page only points to them. @param {SVGUseElement} stamp */
function unfold(stamp) {
  const symbol = document.querySelector(stamp.getAttribute("href") ?? "");
  const inside = document.createElementNS("http://www.w3.org/2000/svg", "g");
  for (const shape of symbol?.childNodes ?? []) inside.append(shape.cloneNode(true));
  stamp.replaceWith(inside);
}

/** The letters as a style of the picture, for a viewer that has not got them. */
async function font() {
  const file = await fetch(`${staticRoot()}/fonts/archivo-latin.woff2`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = `@font-face{font-family:"Archivo";font-weight:100 900;src:url(data:font/woff2;base64,${text})}`;
  return style;
}

/**
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
export async function pngOf(svg) {
  const picture = new Image(WIDTH, HEIGHT);
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
