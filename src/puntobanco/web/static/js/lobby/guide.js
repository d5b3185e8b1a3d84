/** @file What to do in a house that has just begun: in order, each step with who does it and where. Pure. */
import { html } from "../html.js";
import { rich, t } from "../messages.js";

/** The steps, and the page on which each is done; the first is done on the machine itself. */
const STEPS = /** @type {const} */ ([
  ["accounts", null], ["open", "/floor"], ["cage", "/cage"], ["deal", null], ["sit", null], ["board", null],
]);

/**
 * The lobby without a table: what is so, and for whoever runs the house what comes first.
 * @param {boolean} isPatron
 */
export function emptyLobby(isPatron) {
  const steps = STEPS.map(([name, page]) => html`<li><b>${t(`lobby.guide.${name}`)}</b><p>${rich(`lobby.guide.${name}.how`)}</p>${page && html`<a class="button" href="${page}">${t(`lobby.guide.${name}.to`)}</a>`}</li>`);
  return html`<div class="empty panel"><p class="page-title">${t("lobby.empty")}</p><p>${t("lobby.empty.next")}</p></div>
${!isPatron && html`<section class="guide panel" aria-labelledby="guide"><h2 class="panel-title" id="guide">${t("lobby.guide")}</h2><ol>${steps}</ol></section>`}`;
}
