/** @file One's own account: the password, the second factor, the way out. */
import { AGAIN_MS, UNREACHABLE, ask, leave, sentence, typed } from "../account/asking.js";
import { dutyWords, faultMarkup, headMarkup } from "../account/words.js";
import { dayAndTime } from "../format.js";
import { html, render } from "../html.js";
import { icon } from "../icons.js";
import { load, t } from "../messages.js";

/**
 * @typedef {object} Own
 * @property {string} name
 * @property {string} sign_in
 * @property {string} duty
 * @property {boolean} has_password
 * @property {boolean} has_second_factor
 * @property {number} codes_left
 * @property {string[]} missing
 * @property {number | null} seen
 *
 * @typedef {{ secret: string, address: string, width: number, path: string }} Shown
 * @typedef {{ codes: string[], next: string | null }} Codes
 */

const top_ = /** @type {HTMLElement} */ (document.getElementById("top"));
const main = /** @type {HTMLElement} */ (document.getElementById("account"));

/** What says that nothing is to be confirmed: the house has forgotten it, or has done it already. */
const GONE = new Set(["begun-anew", "not-signed-in"]);

/** @type {Own | null} */
let own = null;
/** @type {Shown | null} */
let shown = null;
/** @type {Codes | null} */
let codes = null;
let faults = { password: "", factor: "" };
let done = "";
/** Whether the house did not answer when it was asked who this is. */
let isLost = false;

/** @param {string} name @param {string} label @param {string} autocomplete @param {string} [hint] */
const passwordField = (name, label, autocomplete, hint) => html`<label class="line" data-key="${name}"><span>${label}</span>
<input class="field" type="password" name="${name}" autocomplete="${autocomplete}" maxlength="128" required>${hint && html`<small>${hint}</small>`}</label>`;

/** @param {Own} me */
function passwordMarkup(me) {
  if (me.missing.length > 0 && !me.missing.includes("password")) return html``;
  return html`<section class="panel form" data-key="password" aria-labelledby="password-title"><h2 id="password-title">${t(me.has_password ? "account.password.title" : "account.password.first")}</h2>
<form class="form" data-form="password"><input class="visually-hidden" name="username" autocomplete="username" value="${me.sign_in}" readonly tabindex="-1" aria-hidden="true">
${me.has_password && passwordField("current", t("account.password.current"), "current-password")}
${passwordField("fresh", t("account.password.fresh"), "new-password", t("account.password.hint"))}
${faultMarkup(faults.password)}<p role="status" class="good">${done}</p>
<button class="button primary" type="submit">${t("account.password.act")}</button></form></section>`;
}

/** @param {Codes} given */
const codesMarkup = (given) => html`<section class="panel form" data-key="codes" aria-labelledby="codes-title"><h2 id="codes-title" tabindex="-1">${t("account.codes.title")}</h2>
<p>${t("account.codes.text")}</p><ol class="codes">${given.codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
<button class="button primary" type="button" data-act="codes-kept">${t("account.codes.act")}</button></section>`;

/** @param {Shown} given */
const pictureMarkup = (given) => html`<p>${t("account.factor.scan")}</p>
<svg class="qr" viewBox="-4 -4 ${given.width + 8} ${given.width + 8}" role="img" aria-label="${t("account.factor.picture")}"><path class="qr-ground" d="M-4 -4h${given.width + 8}v${given.width + 8}h-${given.width + 8}z"/><path class="qr-ink" d="${given.path}"/></svg>
<p>${t("account.factor.type")}</p><p class="secret"><code>${given.secret.match(/.{1,4}/g)?.join(" ")}</code></p>
<form class="form" data-form="confirm"><label class="line"><span>${t("account.factor.code")}</span>
<input class="field code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required></label>
${faultMarkup(faults.factor)}<button class="button primary" type="submit">${t("account.factor.confirm")}</button></form>`;

/** @param {Own} me */
function factorMarkup(me) {
  if (me.missing.includes("password")) return html``;
  const state = me.has_second_factor ? t("account.factor.on", { count: me.codes_left }) : t(me.duty === "patron" ? "account.factor.offered" : "account.factor.needed");
  const begin = html`<form class="form" data-form="begin">${me.has_password && me.missing.length === 0 && passwordField("password", t("account.password.current"), "current-password")}
${faultMarkup(faults.factor)}<button class="button ${me.has_second_factor ? "" : "primary"}" type="submit">${t(me.has_second_factor ? "account.factor.change" : "account.factor.begin")}</button></form>`;
  return html`<section class="panel form" data-key="factor" aria-labelledby="factor-title"><h2 id="factor-title">${t("account.factor.title")}</h2><p>${state}</p>${shown ? pictureMarkup(shown) : begin}</section>`;
}

function draw() {
  render(top_, headMarkup(own ? `${own.name}, ${dutyWords(own.duty)}` : ""));
  if (!own && isLost) {
    render(main, html`<h1 class="page-title">${t("account.title")}</h1>${faultMarkup(sentence({ code: UNREACHABLE, detail: "" }))}`);
    return;
  }
  if (!own) {
    render(main, html`<h1 class="page-title">${t("account.title")}</h1><p>${t("account.nobody")}</p><p><a class="button primary" href="/sign-in?next=/account">${t("sign-in.act")}</a></p>`);
    return;
  }
  const note = own.missing.length > 0 && html`<p class="message" data-key="note">${icon("lock")}<span>${t("account.missing")}</span></p>`;
  const seen = own.seen !== null && own.missing.length === 0 && html`<p class="hint" data-key="seen">${t("account.seen", { time: dayAndTime(new Date(own.seen)) })}</p>`;
  render(main, html`<h1 class="page-title" data-key="title">${t("account.title")}</h1>${seen}${codes ? codesMarkup(codes) : html`${note}${passwordMarkup(own)}${factorMarkup(own)}`}`);
}

async function fetchOwn() {
  /** @type {import("../account/asking.js").Answer<Own>} */
  const answer = await ask("/api/account");
  // A house that does not answer has signed nobody out.
  if (answer.ok || answer.code !== UNREACHABLE) own = answer.ok ? answer.body : null;
  const wasLost = isLost;
  isLost = !answer.ok && answer.code === UNREACHABLE;
  if (wasLost && !isLost) faults = { password: faults.password && t("account.back"), factor: faults.factor && t("account.back") };
  draw();
  if (isLost) setTimeout(fetchOwn, AGAIN_MS);
}

/** @param {HTMLFormElement} form */
async function setPassword(form) {
  /** @type {import("../account/asking.js").Answer<{ next?: string }>} */
  const answer = await ask("/api/account/password", { fresh: typed(form, "fresh"), current: typed(form, "current") });
  faults = { password: answer.ok ? "" : sentence(answer), factor: "" };
  if (answer.ok) {
    form.reset();
    if (answer.body.next) return location.replace(answer.body.next);
    done = t("account.password.done");
  }
  return fetchOwn();
}

/** @param {HTMLFormElement} form */
async function begin(form) {
  /** @type {import("../account/asking.js").Answer<Shown>} */
  const answer = await ask("/api/account/second-factor", { password: typed(form, "password") });
  shown = answer.ok ? answer.body : null;
  faults = { password: "", factor: answer.ok ? "" : sentence(answer) };
  draw();
  /** @type {HTMLElement | null} */ (main.querySelector("[name=code]"))?.focus();
}

/** @param {HTMLFormElement} form */
async function confirm(form) {
  /** @type {import("../account/asking.js").Answer<Codes>} */
  const answer = await ask("/api/account/second-factor/confirm", { code: typed(form, "code") });
  faults = { password: "", factor: answer.ok ? "" : sentence(answer) };
  if (answer.ok) codes = answer.body;
  if (answer.ok || GONE.has(answer.code)) shown = null;
  if (answer.ok || !GONE.has(answer.code)) draw();
  else await fetchOwn();
  document.getElementById(answer.ok ? "codes-title" : "none")?.focus();
}

const FORMS = { password: setPassword, begin, confirm };

main.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  FORMS[/** @type {keyof typeof FORMS} */ (form.dataset["form"])](form);
});
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-act=leave]")) leave();
  if (target.closest("[data-act=codes-kept]")) {
    if (codes?.next) location.replace(codes.next);
    codes = null;
    fetchOwn();
  }
});

await load();
document.title = t("account.document");
draw();
await fetchOwn();
