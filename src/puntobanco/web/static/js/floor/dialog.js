/** @file The sheet over the floor: one table, a proposal, a table to open, shifts, offered sheets, thresholds. Pure. */
import { html } from "../html.js";
import { t } from "../messages.js";
import { sheet } from "./forms.js";
import { offersSheet } from "./offers-sheet.js";
import { openSheet } from "./open-sheet.js";
import { shiftSheet } from "./shift-sheet.js";
import { openTable, proposalSheet, tableSheet } from "./table-sheet.js";
import { thresholdSheet } from "./thresholds.js";

/** @import { THRESHOLDS } from "./thresholds.js" */
/** @import { Shown } from "./table-sheet.js" */
/** @import { Fetched } from "./types.d.ts" */

/** @typedef {{ kind: "table" | "proposal" | "open" | "shifts" | "offers" | typeof THRESHOLDS[number], table: string, number: number }} Opened */

/**
 * What an open sheet shows; null: what it was about is gone.
 * @param {Opened} opened
 * @param {Shown} shown
 * @param {Fetched} fetched
 * @param {string | null} own the name of a sheet that was read from a file
 */
export function dialogOf({ kind, table: id, number }, shown, { chosen, detail, offers, shifts }, own) {
  const { floor, me, told, catalogue } = shown;
  if (kind === "shifts") return shiftSheet(shifts, floor.currency);
  if (kind === "offers") return offersSheet(offers, me, told);
  if (kind === "large-win" || kind === "late-gain") return thresholdSheet(floor, kind, told[kind] ?? null);
  if (kind === "open") {
    return catalogue && chosen ? openSheet(catalogue, chosen, id, told["open-table"] ?? null, own) : sheet(t("floor.new"), html`<p>${t("floor.fetching")}</p>`);
  }
  const table = openTable(floor, id);
  if (!table) return null;
  if (kind === "table") return tableSheet(table, detail, shown);
  const proposal = table.proposals.find((each) => each.number === number);
  return proposal ? proposalSheet(proposal, table, shown) : null;
}
