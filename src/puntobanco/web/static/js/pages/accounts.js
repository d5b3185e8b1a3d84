/** @file Everybody's accounts: what one admin proposes another agrees to; sign-ins are ended, people erased. */
import { AGAIN_MS, UNREACHABLE, ask, leave, sentence, typed } from "../account/asking.js";
import { dutiesWords, faultMarkup, headMarkup } from "../account/words.js";
import { html, render } from "../html.js";
import { icon } from "../icons.js";
import { load, t } from "../messages.js";
import { once, passOver } from "../once.js";

/**
 * @typedef {object} Listed
 * @property {string} actor
 * @property {string} sign_in
 * @property {string} name
 * @property {string} contact
 * @property {string} duties
 * @property {string | null} wanted
 * @property {string | null} wanted_by
 * @property {string | null} erasing_by
 * @property {boolean} has_password
 * @property {boolean} has_second_factor
 * @property {boolean} locked
 * @property {number | null} seen
 * @property {number} sign_ins
 *
 * @typedef {{ me: string, accounts: Listed[] }} Accounts
 */

const ROLES = ["dealer", "supervisor", "cashier", "auditor", "admin"];
const top_ = /** @type {HTMLElement} */ (document.getElementById("top"));
const main = /** @type {HTMLElement} */ (document.getElementById("accounts"));

/** @type {Accounts | null} */
let all = null;
let fault = "";
/** @type {{ name: string, link: string } | null} */
let invited = null;
/** @type {string | null} whom a second press proposes to erase */
let sure = null;

/** @param {Listed} account */
function stateWords(account) {
  return [
    account.erasing_by !== null && t("accounts.erasing"),
    account.wanted !== null && t("accounts.proposed", { duties: dutiesWords(account.wanted) || t("accounts.no_duty_at_all") }),
    !account.has_password && t("accounts.no_password"),
    account.has_second_factor && t("accounts.second_factor"),
    account.locked && t("accounts.locked"),
    account.sign_ins > 0 && t("accounts.sign_ins", { count: account.sign_ins }),
  ].filter(Boolean).join(" · ");
}

/** @param {string} act @param {Listed} account @param {string} [kind] */
const actButton = (act, account, kind = "") => html`<button class="button ${kind}" type="button" data-key="${act}" data-act="${act}" data-actor="${account.actor}" aria-label="${t(`accounts.act.${act}.of`, { name: account.name })}">${t(`accounts.act.${act}`)}</button>`;

/** @param {Listed} account @param {string} me */
function rowMarkup(account, me) {
  const isProposed = account.wanted !== null || account.erasing_by !== null;
  const mine = (account.erasing_by ?? account.wanted_by) === me || account.actor === me;
  // What goes once it is pressed stands last: nothing else slides under the finger.
  const acts = html`${isProposed && actButton("withdraw", account)}
${account.duties && actButton("invite", account)}${account.sign_ins > 0 && actButton("end", account)}
${account.actor !== me && (account.has_password || account.sign_ins > 0) && actButton("bar", account)}${account.actor !== me && account.erasing_by === null && (sure === account.actor ? actButton("erase-now", account, "danger") : actButton("erase", account, "quiet"))}${isProposed && !mine && actButton("agree", account, "primary")}`;
  return html`<li class="panel row" data-key="${account.actor}"><div><h2>${account.name} <small>${account.sign_in}</small></h2>
<p>${dutiesWords(account.duties) || t("accounts.no_duty")}${account.contact && html` · ${account.contact}`}</p><p class="hint">${stateWords(account)}</p></div><div class="acts">${acts}</div></li>`;
}

const proposeMarkup = () => html`<section class="panel form" data-key="propose" aria-labelledby="propose-title"><h2 id="propose-title">${t("accounts.propose.title")}</h2>
<p class="hint">${t("accounts.propose.text")}</p><form class="form columns" data-form="propose">
<label class="line"><span>${t("accounts.propose.name")}</span><input class="field" name="name" maxlength="64" autocomplete="off" autocapitalize="none" required></label>
<label class="line"><span>${t("accounts.propose.shown")}</span><input class="field" name="shown" maxlength="24" autocomplete="off" required></label>
<label class="line"><span>${t("accounts.propose.contact")}</span><input class="field" name="contact" maxlength="200" autocomplete="off"></label>
<label class="line"><span>${t("accounts.propose.role")}</span><select class="field" name="role">${ROLES.map((role) => html`<option value="${role}">${t(`duty.${role}`)}</option>`)}</select></label>
<label class="line"><span>${t("accounts.propose.table")}</span><input class="field" name="table" maxlength="40" autocomplete="off" aria-describedby="table-hint"><small id="table-hint">${t("accounts.propose.table.hint")}</small></label>
<button class="button primary" type="submit">${t("accounts.propose.act")}</button></form></section>`;

function draw() {
  render(top_, headMarkup(all?.accounts.find(({ actor }) => actor === all?.me)?.name ?? t("duty.admin")));
  if (!all) return;
  const { me, accounts } = all;
  const link = invited && html`<div class="message" role="status" data-key="invited">${icon("lock")}<div><p>${t("accounts.invited", { name: invited.name })}</p><p class="secret"><code>${invited.link}</code></p></div></div>`;
  render(main, html`<h1 class="page-title" data-key="title">${t("accounts.title")}</h1>${faultMarkup(fault)}${link}<ul class="rows" data-key="rows">${accounts.map((account) => rowMarkup(account, me))}</ul>${proposeMarkup()}`);
}

/** @param {import("../account/asking.js").Answer<Accounts>} answer */
function take(answer) {
  fault = answer.ok ? "" : sentence(answer);
  if (answer.ok) all = answer.body;
  else void lookAgain(answer.code === UNREACHABLE);
  draw();
  main.querySelector(".message")?.scrollIntoView({ block: "nearest" }); // whoever asked may be far down the list
}

/** What did not work may have been done all the same: the list shows it, once the house answers. @param {boolean} isLost */
async function lookAgain(isLost) {
  if (isLost) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  /** @type {import("../account/asking.js").Answer<Accounts>} */
  const answer = await ask("/api/accounts");
  if (answer.ok) {
    all = answer.body;
    if (isLost) fault = t("account.back");
    draw();
  } else if (answer.code === UNREACHABLE) await lookAgain(true);
}

/** @param {string} act @param {string} actor */
async function act(act, actor) {
  const path = `/api/accounts/${encodeURIComponent(actor)}`;
  if (act === "erase") {
    sure = actor;
    draw();
    return;
  }
  sure = null;
  if (act === "invite") {
    /** @type {import("../account/asking.js").Answer<{ path: string }>} */
    const answer = await ask(`${path}/invite`, {});
    const name = all?.accounts.find((account) => account.actor === actor)?.name ?? "";
    invited = answer.ok ? { name, link: location.origin + answer.body.path } : null;
    take(answer.ok ? await ask("/api/accounts") : answer);
    return;
  }
  invited = null;
  take(act === "erase-now" ? await ask(path, undefined, "DELETE") : await ask(`${path}/${act}`, {}));
}

/** @param {HTMLFormElement} form */
async function propose(form) {
  const table = typed(form, "table").trim();
  const duties = table ? `${typed(form, "role")}@${table}` : typed(form, "role");
  /** @type {import("../account/asking.js").Answer<Accounts>} */
  const answer = await ask("/api/accounts", { name: typed(form, "name"), shown: typed(form, "shown"), contact: typed(form, "contact"), duties });
  if (answer.ok) form.reset();
  invited = null;
  take(answer);
}

main.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  void once("propose", () => propose(form));
});
document.addEventListener("click", passOver, true);
document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-act]");
  const name = button?.getAttribute("data-act");
  if (name === "leave") leave();
  else if (name) void once(`${name} ${button?.getAttribute("data-actor")}`, () => act(name, button?.getAttribute("data-actor") ?? ""));
});

await load();
document.title = t("accounts.document");
draw();
take(await ask("/api/accounts"));
