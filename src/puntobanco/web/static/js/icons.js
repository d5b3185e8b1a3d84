/** @file The mark and the icons: a box of 24, round strokes of 2 px, in the colour of the text. */
import { attr, html } from "./html.js";

export const MARK_BODY =
  "M12 13C12 8.6 15.6 5 20 5H52C67.5 5 79 15.5 79 29.5C79 43.5 67.5 54 52 54H31V87C31 91.4 27.4 95 22 95" +
  "C16 95 12 91.4 12 87ZM31 21V38H51C57 38 61 34.5 61 29.5C61 24.5 57 21 51 21Z";

/** The mark: a P whose counter is open to the right hand, and a point in its lap. */
export const mark = () => html`<svg class="mark" viewBox="0 0 100 100" aria-hidden="true"><path class="mark-body"
fill-rule="evenodd" d="${MARK_BODY}"/><circle class="mark-point" cx="62" cy="77.5" r="18"/></svg>`;

/** @type {Record<string, string>} One path each. */
const ICONS = {
  "lock": "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v1.500",
  "warning": "M12 4 2.500 20h19zM12 10v4.500M12 17.300v.2",
  "tick": "M4.500 12.500l5 5 10-11",
  "undo": "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4",
  "repeat": "M17 3l3 3-3 3M20 6H8a4 4 0 0 0-4 4v1M7 21l-3-3 3-3M4 18h12a4 4 0 0 0 4-4v-1",
  "shuffle": "M3 7h2.500c6 0 7 10 13 10H21M18 14l3 3-3 3M3 17h2.500c2 0 3.400-1.100 4.500-2.600M13 9.600C14.100 8.100 15.500 7 18.500 7H21M18 4l3 3-3 3",
  "sound": "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
  "mute": "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5",
  "help": "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M9.500 9.500a2.500 2.500 0 1 1 3.600 2.300c-.8.4-1.100.9-1.100 1.700M12 16.800v.2",
  "menu": "M4 7h16M4 12h16M4 17h16",
  "close": "M6 6l12 12M18 6L6 18",
  "pencil": "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  "offline": "M3 3l18 18M2.500 9.500a14 14 0 0 1 4-2.700M10 5.100a14 14 0 0 1 11.500 4.400M6 13a9 9 0 0 1 4-2.200" +
    "M14 10.800a9 9 0 0 1 4 2.200M9.500 16.500a4 4 0 0 1 4-.8M12 19.800v.2",
  "next-card": "M6 4h9v13H6zM18 7v13H9M10.500 8v5M8 10.500h5",
  "person": "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4.500 20c.8-4 3.800-6 7.500-6s6.700 2 7.500 6",
  "back": "M14 5l-7 7 7 7",
};

/**
 * An icon. It never stands alone for an act unless the act is named for the reader.
 * @param {keyof typeof ICONS} name
 * @param {number} [size] in the units of a drawing that it stands in
 */
export const icon = (name, size) => html`<svg class="icon" ${attr("width", size)} ${attr("height", size)} viewBox="0 0 24 24" fill="none" stroke="currentColor"
stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
