/** @file What the pages of accounts ask of the house: one way to post, one way to say what went wrong. */
import { has, t } from "../messages.js";

/** Why there is no answer: nobody knows whether the house has done what was asked. */
export const UNREACHABLE = "unreachable";
/** For so long a page waits before it asks again by itself, in ms. */
export const AGAIN_MS = 5000;

/**
 * What came of it: the body of an answer, or the code of what went wrong.
 * @template T
 * @typedef {{ ok: true, body: T } | { ok: false, code: string, detail: string }} Answer
 */

/**
 * @template T
 * @param {string} path
 * @param {unknown} [body] nothing: to read
 * @param {string} [method]
 * @returns {Promise<Answer<T>>}
 */
export async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const sent = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, { method, cache: "no-store", ...sent }).catch(() => null);
  if (!answer) return { ok: false, code: UNREACHABLE, detail: "" };
  const said = await answer.json().catch(() => null);
  if (answer.ok && said) return { ok: true, body: /** @type {T} */ (said) };
  return { ok: false, code: said?.error?.code ?? "fault", detail: said?.error?.params?.detail ?? "" };
}

/**
 * The sentence of what went wrong; the house's own words where there is none.
 * @param {{ code: string, detail: string }} fault
 */
export const sentence = ({ code, detail }) => (has(`account.fault.${code}`) ? t(`account.fault.${code}`) : detail || t("account.fault"));

/**
 * A path of this house, and nothing else: what stands in an address may come from anywhere.
 * @param {string | null} asked
 * @param {string} usual
 */
export function pathOr(asked, usual) {
  const found = asked ? new URL(asked, location.origin) : null;
  return found?.origin === location.origin ? found.pathname + found.search : usual;
}

/**
 * What was typed in a field of a form.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const typed = (form, name) => String(new FormData(form).get(name) ?? "");

/** End this sign-in, and go to the tables. */
export async function leave() {
  await fetch("/api/sign-out", { method: "POST" }).catch(() => null);
  location.assign("/");
}
