/** @file Every text that people read comes from here. One file an area, merged into one catalogue a language. */
import { Markup, escape, html } from "./html.js";

const AREAS = ["common", "lobby", "board", "seat", "refusals", "irregularities", "dealer", "lab", "account"];
const BASE = "en";

/** What a page needs beside the areas of all pages, it names itself; or all that it needs, where that is little. */
const areas = () => {
  const { areas: more, only } = document.documentElement.dataset;
  return only?.split(" ") ?? [...AREAS, ...(more?.split(" ") ?? [])];
};

/** @typedef {{ lang: string, messages: Record<string, string>, plurals: Intl.PluralRules }} Catalogue */

/**
 * @param {string} lang
 * @param {Record<string, string>} messages
 * @returns {Catalogue}
 */
const catalogue = (lang, messages) => ({ lang, messages, plurals: new Intl.PluralRules(lang) });

let first = catalogue(BASE, {});
/** @type {Catalogue | null} The language that stands behind the first one, where two are shown. */
let second = null;
/** @type {Record<string, string>} */
let english = {};

/** The address in front of every static file, without a slash at the end. */
export const staticRoot = () => document.documentElement.dataset["static"] ?? "/static";

/** The language of the page; also the locale of its numbers. */
export const locale = () => first.lang;

/**
 * Fetch the message files of one language, or of two that are shown together. What a language has no
 * words for stands in English; a language without any file is left out.
 * @param {readonly string[]} [wanted]
 */
export async function load(wanted = [document.documentElement.dataset["lang"] ?? BASE]) {
  /** @type {string[]} */
  const known = wanted.some((lang) => lang !== BASE) ? await get("index", []) : [BASE];
  const langs = [...new Set(wanted.filter((lang) => known.includes(lang)))];
  const basis = read(BASE);
  const [base = {}, ...found] = await Promise.all([basis, ...langs.map((lang) => (lang === BASE ? basis : read(lang)))]);
  const [own = {}, other = null] = found;
  use({ ...base, ...own }, langs[0], other, langs[1]);
  english = base;
  document.documentElement.lang = locale();
}

/**
 * @template T
 * @param {string} path
 * @param {T} missing
 * @returns {Promise<T>}
 */
async function get(path, missing) {
  const answer = await fetch(`${staticRoot()}/messages/${path}.json`);
  return answer.ok ? answer.json() : missing;
}

/** @type {(lang: string) => Promise<Record<string, string>>} An area without a file adds nothing. */
const read = async (lang) => Object.assign({}, ...(await Promise.all(areas().map((area) => get(`${lang}/${area}`, {})))));

/**
 * Take catalogues that are already here.
 * @param {Record<string, string>} messages
 * @param {string} [lang]
 * @param {Record<string, string> | null} [others]
 * @param {string} [otherLang]
 */
export function use(messages, lang = BASE, others = null, otherLang = BASE) {
  first = catalogue(lang, messages);
  second = others && catalogue(otherLang, others);
  english = messages;
}

/**
 * @param {string} key
 */
export const has = (key) => Object.hasOwn(first.messages, key);

/**
 * @param {Catalogue} from
 * @param {string} key
 * @param {Record<string, unknown>} params
 */
function find({ messages, plurals }, key, params) {
  const count = params["count"];
  if (typeof count === "number") {
    const plural = messages[`${key}.${plurals.select(count)}`] ?? messages[`${key}.other`];
    if (plural !== undefined) return plural;
  }
  return messages[key];
}

/** @type {(text: string, params: Record<string, unknown>) => string} */
const fill = (text, params) => text.replace(/\{(\w+)\}/g, (hole, name) => String(params[name] ?? hole));

/**
 * The text of a key, its `{name}` holes filled. With a number `count`, `key.one` and `key.other` are
 * tried first. A key nobody wrote shows itself.
 * @param {string} key
 * @param {Record<string, unknown>} [params]
 * @returns {string}
 */
export const t = (key, params = {}) => fill(find(first, key, params) ?? key, params);

/**
 * The same in both languages, where two are shown: the second one smaller and after the first.
 * @param {string} key
 * @param {Record<string, unknown>} [params]
 */
export function both(key, params = {}) {
  const text = t(key, params);
  const found = second && find(second, key, params);
  const other = found && fill(found, params);
  if (!second || !other || other === text) return html`${text}`;
  return html`${text} <span class="second" lang="${second.lang}">${other}</span>`;
}

/** Whether two languages are shown. */
export const isBilingual = () => second !== null;

/**
 * The sign of a side in a bead: of the first language that has one of its own, else the English letter.
 * @param {string} side
 */
export function glyph(side) {
  const key = `glyph.${side}`;
  const own = [first, second].map((each) => each?.messages[key]).find((sign) => sign && sign !== english[key]);
  return own ?? t(key);
}

/**
 * A text as markup: `<b>` in the message stays, and a hole may be filled with markup.
 * @param {string} key
 * @param {Record<string, unknown>} [params]
 */
export function rich(key, params = {}) {
  const text = escape(find(first, key, params) ?? key)
    .replace(/&lt;(\/?)b&gt;/g, "<$1b>")
    .replace(/\{(\w+)\}/g, (hole, name) => {
      const value = params[name];
      return value instanceof Markup ? value.text : escape(String(value ?? hole));
    });
  return new Markup(text);
}
