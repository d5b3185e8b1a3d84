/** @file The report of the sheet on the screen: asked for, watched while it is counted, and handed over as a file. */
import { html } from "../html.js";
import { rich, t } from "../messages.js";
import { dialog, note, show } from "./dialogs.js";
import { post, refusedOf } from "./ask.js";
import { refusal } from "./screen.js";

/** @import { Lab, Refused, SheetFault } from "./types.d.ts" */

/** @typedef {{ sheet: string, page: string } | { fault: SheetFault } | { error: Refused }} Last */
/** @typedef {{ share: number } | Last} Line */

/** @type {Refused} */
const LOST = { code: "lost", params: {} };

/** Write a report; whoever closes the dialog ends it. @param {Lab} lab */
export async function writeReport(lab) {
  const leaving = new AbortController();
  dialog.addEventListener("close", () => leaving.abort(), { once: true });
  wait(0);
  /** @type {Last} */
  const last = await ended(lab, leaving.signal).catch(() => ({ error: LOST }));
  if (leaving.signal.aborted) return;
  if ("page" in last) handOver(last.sheet, last.page, lab.sheet?.name ?? last.sheet);
  else show(t("lab.report"), note(refusal("error" in last ? last.error : { code: "malformed", params: { detail: last.fault.reason } })));
}

/** What a report ends with. @param {Lab} lab @param {AbortSignal} signal @returns {Promise<Last>} */
async function ended(lab, signal) {
  const answer = await post("/api/lab/report", { text: lab.text, decks: lab.decks }, "POST", signal);
  if (!answer.ok) return { error: await refusedOf(answer) };
  for await (const line of lines(answer)) {
    if (!("share" in line)) return line;
    wait(line.share);
  }
  return { error: LOST };
}

/** @param {number} share */
function wait(share) {
  show(t("lab.report"), html`<p role="status">${rich("lab.report.writing")}</p><progress class="share" max="1" value="${share}" aria-label="${t("lab.report.share")}"></progress>`);
}

/** @param {string} sheet @param {string} page @param {string} name */
function handOver(sheet, page, name) {
  const file = `${sheet}.html`;
  const address = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  dialog.addEventListener("close", () => URL.revokeObjectURL(address), { once: true });
  show(t("lab.report"), html`${note(rich("lab.report.done", { name }), true)}<p><a class="button try" href="${address}" download="${file}">${t("lab.report.save", { file })}</a></p>`);
  dialog.querySelector("a")?.focus();
}

/** What comes line by line. @param {Response} answer @returns {AsyncGenerator<Line>} */
async function* lines(answer) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: "", done: true };
    if (done) return;
    const whole = (text + value).split("\n");
    text = whole.pop() ?? "";
    for (const line of whole) yield JSON.parse(line);
  }
}
