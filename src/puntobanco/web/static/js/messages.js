/** @file Every text that people read comes from here. One file an area, merged into one catalogue. */
import { Markup, escape } from "./html.js";

const AREAS = ["common", "lobby", "board", "seat", "refusals"];

/** @type {Record<string, string>} */
let catalogue = {};
let language = "en";
let plurals = new Intl.PluralRules("en");

/** The address in front of every static file, without a slash at the end. */
export const staticRoot = () => document.documentElement.dataset["static"] ?? "/static";

/** The language of the page; also the locale of its numbers. */
export const locale = () => language;

/**
 * Fetch the message files of a language, in parallel. An area without a file adds nothing.
 * @param {string} [lang]
 */
export async function load(lang = document.documentElement.dataset["lang"] ?? "en") {
  const parts = await Promise.all(
    AREAS.map(async (area) => {
      const answer = await fetch(`${staticRoot()}/messages/${lang}/${area}.json`);
      return /** @type {Promise<Record<string, string>>} */ (answer.ok ? answer.json() : {});
    }),
  );
  use(Object.assign({}, ...parts), lang);
}

/**
 * Take a catalogue that is already here.
 * @param {Record<string, string>} messages
 * @param {string} [lang]
 */
export function use(messages, lang = "en") {
  catalogue = messages;
  language = lang;
  plurals = new Intl.PluralRules(lang);
}

/**
 * @param {string} key
 */
export const has = (key) => Object.hasOwn(catalogue, key);

/**
 * @param {string} key
 * @param {Record<string, unknown>} params
 */
function find(key, params) {
  const count = params["count"];
  if (typeof count === "number") {
    const plural = catalogue[`${key}.${plurals.select(count)}`] ?? catalogue[`${key}.other`];
    if (plural !== undefined) return plural;
  }
  return catalogue[key] ?? key;
}

/**
 * The text of a key, its `{name}` holes filled. With a number `count`, `key.one` and `key.other` are
 * tried first. A key nobody wrote shows itself.
 * @param {string} key
 * @param {Record<string, unknown>} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  return find(key, params).replace(/\{(\w+)\}/g, (hole, name) => String(params[name] ?? hole));
}

/**
 * The same as markup: `<b>` in the message stays, and a hole may be filled with markup.
 * @param {string} key
 * @param {Record<string, unknown>} [params]
 */
export function rich(key, params = {}) {
  const text = escape(find(key, params))
    .replace(/&lt;(\/?)b&gt;/g, "<$1b>")
    .replace(/\{(\w+)\}/g, (hole, name) => {
      const value = params[name];
      return value instanceof Markup ? value.text : escape(String(value ?? hole));
    });
  return new Markup(text);
}
