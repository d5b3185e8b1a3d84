/** @file What the address of a board asks for: theme, light, distance, languages, and whether anybody can touch it. */
import { HOURS, LIGHTS, lightAt } from "../light.js";

/** @import { Light } from "../light.js" */

/** What keys turn, one value after the other; the first is what is meant where nothing is asked for. */
const TURNED = { light: LIGHTS, preset: ["near", "far"], theme: ["auto", "paper", "night", "safe"] };
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/;
const RISING = /^\d{1,2},\d{1,2},\d{1,2}$/;

/** @typedef {keyof typeof TURNED} Turned */
/**
 * @typedef {object} Settings
 * @property {string} theme `auto`: as the light is
 * @property {Light | "auto"} light
 * @property {readonly number[]} hours at which day, evening and night begin
 * @property {string} preset
 * @property {boolean} isKiosk
 * @property {string[]} languages one or two, in their order
 */

/**
 * @param {string} query
 * @returns {Settings}
 */
export function settingsOf(query) {
  const asked = new URLSearchParams(query);
  const one = (/** @type {Turned} */ name) => TURNED[name].find((each) => each === asked.get(name)) ?? TURNED[name][0] ?? "";
  const languages = (asked.get("lang") ?? "").split(",").filter((lang) => LANGUAGE.test(lang)).slice(0, 2);
  return {
    theme: one("theme"),
    light: /** @type {Settings["light"]} */ (one("light")),
    hours: hoursOf(asked.get("hours") ?? ""),
    preset: one("preset"),
    isKiosk: asked.get("kiosk") === "1",
    languages: languages.length ? languages : ["en"],
  };
}

/**
 * What a board speaks: the languages that its address asks for, else those that the floor chose for its table.
 * @param {string} query @param {readonly string[]} chosen
 */
export const languagesOf = (query, chosen) => (new URLSearchParams(query).has("lang") || chosen.length === 0 ? settingsOf(query).languages : [...chosen]);

/** @param {string} text @returns {readonly number[]} */
function hoursOf(text) {
  const hours = RISING.test(text) ? text.split(",").map(Number) : [];
  const isRising = hours.every((hour, at) => hour < 24 && hour > (hours[at - 1] ?? -1));
  return hours.length && isRising ? hours : HOURS;
}

/**
 * An address with the next value of something; everything else in it stays.
 * @param {string} query @param {Turned} name
 */
export function turned(query, name) {
  const asked = new URLSearchParams(query);
  const values = TURNED[name];
  const now = settingsOf(query)[name];
  asked.set(name, values[(values.indexOf(now) + 1) % values.length] ?? now);
  return `?${asked}`.replaceAll("%2C", ",");
}

/**
 * Theme and light at an hour. By night a board that asks for no theme is dark.
 * @param {Settings} settings @param {number} hour
 */
export function lookAt({ theme, light, hours }, hour) {
  const now = lightAt(light, hour, hours);
  return { theme: theme !== "auto" ? theme : now === "night" ? "night" : "paper", light: now };
}
