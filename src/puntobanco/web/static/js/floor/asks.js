/** @file What the floor and the cage ask of the house over HTTP: an id once, an answer or a reason. */
import { html } from "../html.js";
import { icon } from "../icons.js";
import { rich, t } from "../messages.js";
import { newId } from "../socket.js";

/** @import { Told } from "./types.d.ts" */

/**
 * Send an order; nothing, or why it was refused. A lost line is tried once more with the same id: it is done once.
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @returns {Promise<{ told: Told | null, value: any }>}
 */
export async function post(path, body) {
  const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, request).catch(() => fetch(path, request)).catch(() => null);
  if (!answer) return { told: { code: "unreachable", params: {} }, value: null };
  const value = await answer.json().catch(() => ({}));
  return { told: value.error ?? value.refusal ?? null, value };
}

/**
 * An order of its own, with a new id.
 * @param {string} path
 * @param {Record<string, unknown>} body
 */
export const order = (path, body) => post(path, { id: newId(), ...body });

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
 * What somebody typed as an amount, in minor units; null for what is none.
 * @param {string} text
 * @param {number} exponent
 */
export function minor(text, exponent) {
  const clean = text.replace(/[\s,]/g, "");
  if (!/^\d+(?:\.\d+)?$/.test(clean)) return null;
  const value = Math.round(Number(clean) * 10 ** exponent);
  return Number.isSafeInteger(value) ? value : null;
}

/**
 * An amount as somebody would type it.
 * @param {number} value
 * @param {number} exponent
 */
export const typed = (value, exponent) => String(value / 10 ** exponent);
