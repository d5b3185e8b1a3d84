/** @file What the floor and the cage ask of the house over HTTP: an id once, an answer or a reason. */
import { html } from "../html.js";
import { icon } from "../icons.js";
import { rich, t } from "../messages.js";
import { byOneId } from "../once.js";

/** @import { Told } from "./types.d.ts" */

/**
 * Send an order; nothing, or why it was refused. A lost line is tried once more with the same id: it is done once.
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @returns {Promise<{ told: Told | null, value: any, isAnswered: boolean }>}
 */
export async function post(path, body) {
  const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, request).catch(() => fetch(path, request)).catch(() => null);
  const value = await answer?.json().catch(() => null);
  const told = value?.error ?? value?.refusal ?? null;
  if (!answer || !value || (!answer.ok && !told)) return { told: { code: "unreachable", params: {} }, value: {}, isAnswered: false };
  return { told, value, isAnswered: answer.status < 500 };
}

/**
 * An order, by an id that it keeps until it is answered.
 * @param {string} path
 * @param {Record<string, unknown>} body
 */
export const order = (path, body) => byOneId(JSON.stringify([path, body]), (id) => post(path, { id, ...body }));

/**
 * A command to a table.
 * @param {string} table
 * @param {Record<string, unknown>} command
 */
export const command = (table, command) => order(`/api/table/${encodeURIComponent(table)}/commands`, command);

/**
 * @template Found
 * @param {string} path
 * @returns {Promise<Found | null>}
 */
export async function get(path) {
  const answer = await fetch(path, { cache: "no-store" }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/**
 * Whether the sign-in is over, or another role is needed: the house answers, and answers no.
 * @param {string} path
 */
export async function isBarred(path) {
  const answer = await fetch(path, { cache: "no-store" }).catch(() => null);
  return answer?.status === 401 || answer?.status === 403;
}

/** What stands over a page whose sign-in is over. */
export const signedOut = () => html`<p class="message bad" role="alert">${icon("lock")}<span>${rich("floor.signed_out")} <a href="/sign-in">${t("sign-in.act")}</a></span></p>`;

/**
 * An amount as somebody would type it.
 * @param {number} value
 * @param {number} exponent
 */
export const typed = (value, exponent) => String(value / 10 ** exponent);
