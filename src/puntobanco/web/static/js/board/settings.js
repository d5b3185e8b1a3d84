/** @file What the address of a board asks for: theme, distance, languages, and whether anybody can touch it. */

const THEMES = ["paper", "night", "safe"];
const PRESETS = ["near", "far"];
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/;

/** @typedef {{ theme: string, preset: string, isKiosk: boolean, languages: string[] }} Settings */

/**
 * The first of each list is what is meant where nothing is asked for; one or two languages, in their order.
 * @param {string} query
 * @returns {Settings}
 */
export function settingsOf(query) {
  const asked = new URLSearchParams(query);
  const one = (/** @type {string} */ name, /** @type {string[]} */ known) =>
    known.find((each) => each === asked.get(name)) ?? known[0] ?? "";
  const languages = (asked.get("lang") ?? "").split(",").filter((lang) => LANGUAGE.test(lang)).slice(0, 2);
  return {
    theme: one("theme", THEMES),
    preset: one("preset", PRESETS),
    isKiosk: asked.get("kiosk") === "1",
    languages: languages.length ? languages : ["en"],
  };
}
