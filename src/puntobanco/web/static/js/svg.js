/** @file Every drawing of the product by one name. */
export { card, cardBack, cardName, suitSign } from "./cards.js";
export { breakDown, chip, numeral, stack } from "./chips.js";
export { emblem, emblemShapes, isDrawn, loadEmblems } from "./emblems.js";
export { icon, mark } from "./icons.js";
