/** @file A one-time link: it is used up by this page, not by whoever looks at its address. */
import { ask } from "../account/asking.js";
import { html, render } from "../html.js";
import { mark } from "../icons.js";
import { load, t } from "../messages.js";

const main = /** @type {HTMLElement} */ (document.getElementById("enter"));
const link = decodeURIComponent(location.pathname.split("/").pop() ?? "");

/** @type {Promise<import("../account/asking.js").Answer<{ next: string }>>} */
const answered = ask("/api/enter", { link });
await load();
document.title = t("enter.document");
render(main, html`${mark()}<h1 class="page-title">${t("enter.title")}</h1>`);
const answer = await answered;
if (answer.ok) location.replace(answer.body.next);
else {
  const name = answer.code === "link-used" ? "link-used" : "unreachable";
  render(
    main,
    html`${mark()}<h1 class="page-title">${t(`notice.${name}.title`)}</h1><p>${t(`notice.${name}.text`)}</p>
<a class="button primary" href="/">${t("notice.act")}</a>`,
  );
}
