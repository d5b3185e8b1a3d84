/** @file Words that the pages of accounts share. */
import { html } from "../html.js";
import { icon, mark } from "../icons.js";
import { t } from "../messages.js";

/** @param {string} duty a role, or a role at a table */
export function dutyWords(duty) {
  const [role = "", table = ""] = duty.split("@");
  return table ? t("duty.at", { role: t(`duty.${role}`), table }) : t(`duty.${role}`);
}

/** @param {string} duties */
export const dutiesWords = (duties) => duties.split(" ").filter(Boolean).map(dutyWords).join(", ");

/** @param {string} text what went wrong, if anything did */
export const faultMarkup = (text) => html`<div role="alert">${text && html`<p class="message bad">${icon("warning")}<span>${text}</span></p>`}</div>`;

/**
 * The head of a page: the way to the tables, who is signed in, the way out.
 * @param {string} who
 */
export const headMarkup = (who) => html`<a class="button skip-link" href="#${document.querySelector("main")?.id}">${t("skip")}</a>
<a class="brand" href="/">${mark()}<span>${t("product")}</span></a>
${who && html`<p class="who">${who}</p><button class="button quiet" type="button" data-act="leave">${t("account.leave")}</button>`}`;
