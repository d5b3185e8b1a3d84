/** @file Signing in: name and password; then the code, or the duty, if the house asks for one. */
import { ask, pathOr, sentence, typed } from "../account/asking.js";
import { dutyWords, faultMarkup } from "../account/words.js";
import { attr, html, render } from "../html.js";
import { mark } from "../icons.js";
import { load, t } from "../messages.js";

/** @typedef {{ next?: string, asks?: string, duties?: string[] }} Entered */

const main = /** @type {HTMLElement} */ (document.getElementById("door"));
const LANDS = "/account"; // where something is still missing

let asks = "";
/** @type {string[]} */
let duties = [];
let fault = "";
let isBusy = false;

function draw() {
  const code = asks === "code" && html`<label class="line" data-key="code"><span>${t("sign-in.code")}</span>
<input class="field" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required>
<small>${t("sign-in.code.hint")}</small></label>`;
  const choice = duties.length > 0 && html`<fieldset class="line" data-key="duties"><legend>${t("sign-in.duty")}</legend>
${duties.map((duty, index) => html`<label class="choice"><input type="radio" name="duty" value="${duty}" ${attr("checked", index === 0)}> ${dutyWords(duty)}</label>`)}</fieldset>`;
  render(
    main,
    html`${mark()}<h1 class="page-title">${t("sign-in.title")}</h1>
<form class="panel form" id="form">
<label class="line" data-key="name"><span>${t("sign-in.name")}</span>
<input class="field" name="name" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="64" required></label>
<label class="line" data-key="password"><span>${t("sign-in.password")}</span>
<input class="field" name="password" type="password" autocomplete="current-password" maxlength="128" required></label>
${code}${choice}
${faultMarkup(fault)}
<button class="button primary" type="submit" data-key="go" ${attr("aria-busy", isBusy && "true")}>${t("sign-in.act")}</button>
</form>
<p class="hint">${t("sign-in.help")}</p><a class="button quiet" href="/">${t("notice.act")}</a>`,
  );
}

/** @param {HTMLFormElement} form */
async function send(form) {
  if (isBusy) return;
  isBusy = true;
  fault = "";
  draw();
  const code = typed(form, "code").trim();
  /** @type {import("../account/asking.js").Answer<Entered>} */
  const answer = await ask("/api/sign-in", {
    name: typed(form, "name"), password: typed(form, "password"), code, duty: typed(form, "duty"),
  });
  isBusy = false;
  if (answer.ok && answer.body.next) {
    const { next } = answer.body;
    location.replace(next === LANDS ? next : pathOr(new URLSearchParams(location.search).get("next"), next));
    return;
  }
  if (answer.ok) {
    asks = answer.body.asks ?? "";
    if (asks === "duty") asks = code ? "code" : "";
    duties = answer.body.duties ?? [];
  } else fault = sentence(answer);
  draw();
  const field = fault ? (asks === "code" ? "code" : "password") : asks;
  /** @type {HTMLInputElement | null} */ (form.querySelector(`[name=${field || "duty"}]`))?.focus();
}

await load();
document.title = t("sign-in.document");
draw();
main.addEventListener("submit", (event) => {
  event.preventDefault();
  send(/** @type {HTMLFormElement} */ (event.target));
});
/** @type {HTMLInputElement | null} */ (main.querySelector("[name=name]"))?.focus();
