/** @file A page that is not there, or a link that has been used: what is so, what is safe, one act. */
import { html, render } from "../html.js";
import { mark } from "../icons.js";
import { load, t } from "../messages.js";

const main = /** @type {HTMLElement} */ (document.getElementById("notice"));
const name = document.documentElement.dataset["notice"] ?? "not-found";
const isForStaff = name === "not-for-you";

await load();
document.title = t(`notice.${name}.title`);
render(
  main,
  html`${mark()}<h1 class="page-title">${t(`notice.${name}.title`)}</h1><p>${t(`notice.${name}.text`)}</p>
${isForStaff && html`<a class="button primary" href="/sign-in?next=${encodeURIComponent(location.pathname)}">${t("sign-in.act")}</a>`}
<a class="button ${isForStaff ? "" : "primary"}" href="/">${t("notice.act")}</a>`,
);
