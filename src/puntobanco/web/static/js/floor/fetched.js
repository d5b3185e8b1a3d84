/** @file What the floor asks of the house beside its live line, as far as it has answered. */
import { get } from "./asks.js";

/** @import { Opened } from "./dialog.js" */
/** @import { Detail, Fetched } from "./types.d.ts" */

const DETAIL_EVERY = 700;

/** @type {Fetched} */
export const fetched = { detail: null, catalogue: null, chosen: null, shifts: null, offers: null };
let at = 0;

/**
 * Ask for what an open sheet shows.
 * @param {() => Opened | null} opened what is open, also when the answer is there
 * @param {() => void} redraw
 */
export async function fetchFor(opened, redraw) {
  const kind = opened()?.kind;
  if (kind === "table") await fetchDetail(opened);
  if (kind === "shifts") fetched.shifts = await get("/api/floor/shifts");
  if (kind === "offers") fetched.offers = (await get("/api/floor/sheets"))?.offers ?? [];
  if (kind === "open" || kind === "table") {
    redraw();
    fetched.catalogue ??= await get("/api/floor/catalogue");
    fetched.chosen ??= fetched.catalogue?.sheets[0] ?? null;
  }
  redraw();
}

/** Ask for a table anew, now and then. @param {() => Opened | null} opened @param {() => void} redraw @param {number} now */
export async function refresh(opened, redraw, now) {
  if (opened()?.kind !== "table" || now - at <= DETAIL_EVERY) return;
  await fetchDetail(opened);
  redraw();
}

/** @param {() => Opened | null} opened */
async function fetchDetail(opened) {
  const table = opened()?.table ?? "";
  at = performance.now();
  const found = /** @type {Detail | null} */ (await get(`/api/table/${encodeURIComponent(table)}`));
  const isThere = found && found.view.phase !== "closed"; // it may have closed meanwhile
  const now = opened();
  if (isThere && now?.kind === "table" && now.table === table) fetched.detail = found;
}
