/** @file The only way to make markup from text, and the only way to put it on the page. */

/** Markup that is safe to parse: everything that came from outside has been escaped. */
export class Markup {
  /** @param {string} text */
  constructor(text) {
    /** @readonly */
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * Escape text for an element or a quoted attribute.
 * @param {string} text
 */
export const escape = (text) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** @type {Record<string, string>} */
const SIGNS = Object.fromEntries(Object.entries(ENTITIES).map(([sign, entity]) => [entity, sign]));

/**
 * The words of markup alone, as they are read aloud.
 * @param {Markup} markup
 */
export const bare = ({ text }) => text.replace(/<[^>]+>/g, "").replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => SIGNS[entity] ?? entity);

/**
 * @param {unknown} value
 * @returns {string}
 */
function put(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(put).join("");
  if (value === null || value === undefined || value === false) return "";
  return escape(String(value));
}

/**
 * Template tag. Strings and numbers are escaped; Markup and lists of it pass; null, undefined and
 * false leave nothing. Holes stand in text or inside quoted attribute values only.
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 */
export function html(parts, ...values) {
  let text = parts[0] ?? "";
  values.forEach((value, index) => {
    text += put(value) + (parts[index + 1] ?? "");
  });
  return new Markup(text);
}

/**
 * A boolean or optional attribute: `html`<a ${attr("href", url)}>``; null and false leave it out.
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function attr(name, value) {
  if (value === null || value === undefined || value === false) return new Markup("");
  return new Markup(value === true ? name : `${name}="${escape(String(value))}"`);
}

/**
 * Make the children of an element equal the markup, changing only what differs, so that focus,
 * scroll and running transitions stay. Siblings are paired by `data-key` if both have one, else by place.
 * @param {Element} element
 * @param {Markup} markup
 */
export function render(element, markup) {
  if (rendered.get(element) === markup.text) return;
  const template = document.createElement("template");
  template.innerHTML = markup.text;
  const focused = document.activeElement;
  pairChildren(element, template.content);
  rendered.set(element, markup.text);
  // A node that moves loses the focus on its way.
  const isLost = focused instanceof HTMLElement && focused !== document.activeElement && element.contains(focused);
  if (isLost) focused.focus({ preventScroll: true });
}

/** @type {WeakMap<Element, string>} What each element was last rendered from. */
const rendered = new WeakMap();

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute("data-key") : null);

/**
 * @param {Node} current
 * @param {Node} wanted
 */
function pairChildren(current, wanted) {
  const staying = new Set([...wanted.childNodes].map(keyOf));
  /** @type {Map<string, Node>} */
  const keyed = new Map();
  for (const child of [...current.childNodes]) {
    const key = keyOf(child);
    if (key === null) continue;
    // What leaves does so first, so that what stays need not move.
    if (staying.has(key)) keyed.set(key, child);
    else current.removeChild(child);
  }
  let place = current.firstChild;
  const all = [...wanted.childNodes];
  for (const [index, next] of all.entries()) {
    const key = keyOf(next);
    // What stands in the way and is wanted nowhere goes: else all that follows would be made anew.
    while (key === null && place && keyOf(place) === null && !isWanted(place, all, index)) place = without(place);
    const old = key === null ? place : (keyed.get(key) ?? null);
    if (old && isSameKind(old, next)) {
      if (old === place) place = place.nextSibling;
      else current.insertBefore(old, place);
      update(old, next);
    } else {
      current.insertBefore(next, place);
    }
  }
  while (place) place = without(place);
}

/** Whether something like it is still to come. @param {Node} old @param {readonly Node[]} all @param {number} from */
const isWanted = (old, all, from) => all.slice(from).some((next) => isSameKind(old, next));

/** Take a node away. @param {ChildNode} node @returns the one after it */
function without(node) {
  const after = node.nextSibling;
  node.remove();
  return after;
}

/**
 * @param {Node} old
 * @param {Node} next
 */
const isSameKind = (old, next) => old.nodeName === next.nodeName && keyOf(old) === keyOf(next);

/**
 * @param {Node} old
 * @param {Node} next
 */
function update(old, next) {
  if (!(old instanceof Element && next instanceof Element)) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  // What is marked `data-own` looks after its own children, and after the attributes that it names.
  const own = next.getAttribute("data-own")?.split(" ") ?? [];
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !isOwn(old, name) && !own.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (!next.hasAttribute("data-own")) pairChildren(old, next);
}

/**
 * Style set through CSSOM and the open state of a disclosure belong to the page, not to the markup.
 * @param {Element} element
 * @param {string} name
 */
const isOwn = (element, name) => name === "style" || (name === "open" && element.localName === "details");
