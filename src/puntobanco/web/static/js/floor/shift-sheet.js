/** @file What each shift took in, to read and to print. Pure. */
import { money, signedMoney } from "../format.js";
import { html } from "../html.js";
import { t } from "../messages.js";
import { sheet } from "./forms.js";
import { holdWords } from "./words.js";

/** @import { Currency } from "../types.d.ts" */
/** @import { Shifts, Sums } from "./types.d.ts" */

const COLUMNS = ["table", "rounds", "bought", "wagered", "won", "hold", "fees", "irregularities", "corrections", "voids"];

/** @param {Shifts | null} found @param {Currency} currency */
export function shiftSheet(found, currency) {
  const body = found === null ? html`<p>${t("floor.fetching")}</p>` : html`<p class="acts"><button type="button" class="button" data-act="print">${t("floor.print")}</button></p>
${found.shifts.map(({ day, shift, tables, all }) => html`<section><h3>${t("floor.shift.title", { day, shift })}</h3><div class="scrolls" tabindex="0" role="group" aria-label="${t("floor.shift.title", { day, shift })}"><table>
<thead><tr>${COLUMNS.map((name) => html`<th scope="col">${t(`floor.column.${name}`)}</th>`)}</tr></thead>
<tbody>${byName(tables).map((row) => line(t("floor.table", { table: row.id }), row, currency))}</tbody><tfoot>${line(t("floor.all"), all, currency)}</tfoot></table></div></section>`)}`;
  return sheet(t("floor.shifts"), body);
}

/** @param {readonly import("./types.d.ts").ShiftRow[]} tables */
function byName(tables) {
  const { compare } = new Intl.Collator("en", { numeric: true });
  return [...tables].sort((a, b) => compare(a.id, b.id));
}

/** @param {string} name @param {Sums} sums @param {Currency} currency */
function line(name, sums, currency) {
  const boxes = Object.entries(sums.fees).map(([box, fees]) => t("floor.by_box", { box, amount: money(fees, currency) }));
  return html`<tr><th scope="row">${name}</th><td>${sums.rounds}</td><td>${money(sums.bought, currency)}</td><td>${money(sums.wagered, currency)}</td>
<td>${signedMoney(sums.won, currency)}</td><td>${holdWords(sums.hold)}</td><td>${boxes.join(", ") || money(0, currency)}</td><td>${sums.irregularities}</td><td>${sums.corrections}</td><td>${sums.voids}</td></tr>`;
}
