/** @file The line over the floor: whose it is, what time, what all tables come to. Pure. */
import { money } from "../format.js";
import { html } from "../html.js";
import { mark } from "../icons.js";
import { locale, t } from "../messages.js";
import { isOpen } from "./cards.js";

/** @import { Floor, Me } from "./types.d.ts" */

/** @param {Floor | null} floor @param {Me | null} me */
export function head(floor, me) {
  const brand = html`<a class="button skip-link" href="#main">${t("skip")}</a><a class="brand" href="/">${mark()}<span>${t("floor.title")}</span></a>`;
  if (!floor || !me) return brand;
  const { currency, tables, totals } = floor;
  const open = tables.filter(isOpen);
  const figures = [
    ["open", t("floor.of", { count: open.length, all: tables.length })],
    ["patrons", String(open.reduce((sum, { patrons }) => sum + patrons, 0))],
    ["rounds", new Intl.NumberFormat(locale()).format(floor.per_hour)],
    ["fees", money(totals.collected, currency)],
    ["drop", money(totals.bought, currency)],
  ];
  const acts = html`${me.role === "auditor" && html`<a class="button" href="/audit">${t("floor.audit")}</a>`}${me.role === "supervisor" && html`<button type="button" class="button" data-act="open">${t("floor.new")}</button>`}
<button type="button" class="button" data-act="offers">${t("floor.offers")}</button>
<button type="button" class="button" data-act="shifts">${t("floor.shifts")}</button>`;
  return html`${brand}<p class="who"><span class="caption">${t("floor.shift", { day: floor.day, shift: floor.shift, time: floor.clock })}</span>
<b>${t("floor.who", { name: me.name, role: t(`floor.role.${me.role}`) })}</b></p>
<dl class="totals">${figures.map(([name, value]) => html`<div><dt>${t(`floor.total.${name}`)}</dt><dd>${value}</dd></div>`)}</dl><div class="head-acts">${acts}</div>`;
}
