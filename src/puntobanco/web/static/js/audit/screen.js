/** @file The auditor's page: a search, what it found, the verification, files to take away. Pure. */
import { money } from "../format.js";
import { attr, html } from "../html.js";
import { icon } from "../icons.js";
import { locale, rich, t } from "../messages.js";
import { isUnderWay } from "../once.js";
import { field, select } from "../floor/forms.js";
import { kindWords, nameOf, streamWords, timeWords } from "./words.js";

/** @import { Currency } from "../types.d.ts" */
/** @import { Progress, Shown, Told } from "./types.d.ts" */

const COLUMNS = ["time", "stream", "kind", "round", "people", "moved"];

/** @param {number} count */
const many = (count) => new Intl.NumberFormat(locale()).format(count);

/** @param {Shown} shown */
export const screen = (shown) => html`<h1 class="visually-hidden">${t("audit.title")}</h1>
<div class="audit-side">${searching(shown)}${verification(shown.progress)}${files(shown)}</div>${log(shown)}`;

/** @param {Shown} shown */
function searching({ audit, wanted }) {
  const any = (/** @type {string} */ name) => ({ value: "", label: t(`audit.any.${name}`) });
  const streams = audit.streams.map(({ stream, name }) => ({ value: stream, label: streamWords(stream, name) }));
  const kinds = audit.kinds.map((kind) => ({ value: kind, label: kindWords(kind) }));
  const people = audit.people.map(({ id, name }) => ({ value: id, label: name ? t("audit.person", { name, id: id.slice(-4) }) : id }));
  return html`<section class="panel" aria-labelledby="search" data-key="search"><h2 class="panel-title" id="search">${t("audit.search")}</h2>
<form class="form" data-form="search" autocomplete="off">${select("stream", t("audit.field.stream"), [any("stream"), ...streams], wanted.stream)}
<div class="pair">${select("kind", t("audit.field.kind"), [any("kind"), ...kinds], wanted.kind)}${field("number", t("audit.field.number"), { kind: "number", value: wanted.number, required: false })}</div>
${select("person", t("audit.field.person"), [any("person"), ...people], wanted.person)}
<div class="pair">${moment("since", wanted.since)}${moment("until", wanted.until)}</div>
<div class="acts"><button type="submit" class="button primary" ${attr("aria-busy", isUnderWay("search") && "true")}>${t("audit.find")}</button><button type="button" class="button" data-act="clear">${t("audit.clear")}</button></div></form></section>`;
}

/** @param {"since" | "until"} name @param {string} value */
const moment = (name, value) => field(name, t(`audit.field.${name}`), { value, required: false, most: 30, hint: t("audit.field.moment") });

/** @param {Progress | null} progress */
function verification(progress) {
  const isOn = progress !== null && !progress.is_over;
  const bar = isOn && html`<div class="going"><progress max="${Math.max(1, progress.all)}" value="${progress.done}" aria-labelledby="verify going"></progress>
<p class="caption" id="going">${t("audit.verify.progress", { done: many(progress.done), all: many(progress.all) })}</p></div>`;
  const act = html`<button type="button" class="button" data-act="verify" ${attr("aria-disabled", isOn && "true")}>${t(progress ? "audit.verify.again" : "audit.verify.act")}</button>`;
  return html`<section class="panel" aria-labelledby="verify" data-key="verify"><h2 class="panel-title" id="verify">${t("audit.verify")}</h2><p class="caption">${t("audit.verify.how")}</p>
${bar}${progress?.is_over && verdict(progress)}<p class="acts">${act}</p></section>`;
}

/** @param {Progress} progress */
function verdict({ done, transfers, faults, streams }) {
  const ends = streams.map(({ stream, version, hash }) => html`<li><span>${t("audit.verify.end", { stream: streamWords(stream), version: many(version) })}</span><code>${hash}</code></li>`);
  const told = faults.length === 0
    ? html`<p class="message good" data-verdict="true">${icon("tick")}<span>${rich("audit.verify.true", { events: many(done), transfers: many(transfers) })}</span></p>`
    : html`<div class="message bad" data-verdict="false">${icon("warning")}<div><p>${rich("audit.verify.false", { count: faults.length })}</p><ul class="faults">${faults.map((fault) => html`<li>${fault}</li>`)}</ul></div></div>`;
  return html`${told}<details class="ends"><summary>${t("audit.verify.ends")}</summary><ul>${ends}</ul></details>`;
}

/** @param {Shown} shown */
function files({ audit, table }) {
  /** @type {Map<string, string[]>} */
  const reports = new Map();
  for (const file of audit.files) {
    const [report = "", format = ""] = file.split(".");
    reports.set(report, [...(reports.get(report) ?? []), format]);
  }
  const tables = audit.streams.filter((stream) => stream.table !== null).map((stream) => ({ value: stream.table ?? "", label: streamWords(stream.stream, stream.name) }));
  const about = table === "" ? "" : `?table=${encodeURIComponent(table)}`;
  const rows = [...reports].map(([report, formats]) => {
    const name = t(`audit.files.${report}`);
    return html`<li><span>${name}</span><span class="links">${formats.map((format) => html`<a class="button small" href="/api/audit/files/${report}.${format}${about}" download aria-label="${t("audit.file", { report: name, format: t(`audit.format.${format}`) })}">${t(`audit.format.${format}`)}</a>`)}</span></li>`;
  });
  return html`<section class="panel" aria-labelledby="files" data-key="files"><h2 class="panel-title" id="files">${t("audit.files")}</h2>
${select("table", t("audit.files.table"), [{ value: "", label: t("audit.any.stream") }, ...tables], table)}<ul class="files">${rows}</ul></section>`;
}

/** @param {Shown} shown */
function log(shown) {
  const { found, reading, below, fault, audit, names } = shown;
  const count = reading ? t("audit.log.reading") : t("audit.log.count", { count: found.length });
  const rows = found.map((event) => row(event, names, audit.currency));
  const none = found.length === 0 && !reading && !fault && html`<p class="quiet">${t(below ? "audit.log.none_yet" : "audit.log.none")}</p>`;
  const table = found.length > 0 && html`<div class="scrolls" tabindex="0" role="group" aria-labelledby="log"><table class="log"><thead><tr>${COLUMNS.map((name) => html`<th scope="col">${t(`audit.column.${name}`)}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
  const more = below ? html`<button type="button" class="button" data-act="older" ${attr("aria-busy", reading && "true")}>${t("audit.log.older")}</button>` : found.length > 0 && html`<p class="quiet">${t("audit.log.end")}</p>`;
  return html`<section class="panel audit-log" aria-labelledby="log" data-key="log"><div class="log-head"><h2 class="panel-title" id="log">${t("audit.log")}</h2><p class="caption" role="status">${count}</p></div>
${fault && html`<p class="message bad" role="alert">${icon("warning")}<span>${rich(fault)}</span></p>`}${table}${none}${more}</section>`;
}

/** @param {Told} event @param {Map<string, string>} names @param {Currency} currency */
function row(event, names, currency) {
  const { stream, version, table, round, people, transfers, time, kind } = event;
  const key = `${stream}:${version}`;
  const moved = transfers.reduce((sum, [, , amount]) => sum + amount, 0);
  const words = { kind: kindWords(kind), version, stream: streamWords(stream) };
  const number = table !== null && round > 0 && html`<button type="button" class="link" data-act="round" data-table="${table}" data-round="${round}" aria-label="${t("audit.see_round", { round, table: words.stream })}">${round}</button>`;
  return html`<tr data-key="${key}"><td><time>${timeWords(time)}</time></td><td>${words.stream}</td>
<td><button type="button" class="link" data-act="event" data-event="${key}" aria-label="${t("audit.see", words)}">${words.kind}</button></td><td>${number}</td><td>${people.map((id) => nameOf(names, id)).join(", ")}</td><td class="moved">${transfers.length > 0 && money(moved, currency)}</td></tr>`;
}
