/**
 * The light of a room by its clock. Pure.
 * @module
 */

/** @typedef {"day" | "evening" | "night"} Light */

export const LIGHTS = ["day", "evening", "night", "auto"];
/** The hours at which day, evening and night begin where nobody says otherwise. */
export const HOURS = [7, 17, 22];

/**
 * The light at an hour of the day.
 * @param {Light | "auto"} light @param {number} hour @param {readonly number[]} [hours] rising
 * @returns {Light}
 */
export function lightAt(light, hour, [day = 0, evening = 0, night = 0] = HOURS) {
  if (light !== "auto") return light;
  if (hour >= night || hour < day) return "night";
  return hour >= evening ? "evening" : "day";
}
