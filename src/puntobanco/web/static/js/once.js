/** @file One press is one deed: what is under way is not begun again, and a repeat goes by the same id. */
import { newId } from "./socket.js";

/** For so long after it was done, in ms, the same deed again is a press too many, not another one. */
const REST = 1000;

/** @type {Set<string>} */
const underWay = new Set();
/** @type {Map<string, string>} Ids by what is asked for. */
const ids = new Map();

/** @param {string} key */
export const isUnderWay = (key) => underWay.has(key);

/**
 * Do something, unless it is being done.
 * @param {string} key
 * @param {() => Promise<unknown>} work
 */
export async function once(key, work) {
  if (underWay.has(key)) return;
  underWay.add(key);
  try {
    await work();
  } finally {
    underWay.delete(key);
  }
}

/**
 * Ask for something by an id that stays its own until it is answered, so that the house does it once.
 * @template {{ told: unknown, isAnswered: boolean }} Answer
 * @param {string} deed the whole of what is asked for
 * @param {(id: string) => Promise<Answer>} ask
 */
export async function byOneId(deed, ask) {
  const id = ids.get(deed) ?? newId();
  ids.set(deed, id);
  const answer = await ask(id);
  const forget = () => ids.get(deed) === id && ids.delete(deed);
  if (answer.isAnswered) answer.told ? forget() : setTimeout(forget, REST);
  return answer;
}

/** Whoever writes anew means another deed, though it should read the same. */
export const meanAnew = () => ids.clear();

/**
 * The second click of a double click presses nothing, whatever stands there by then.
 * @param {MouseEvent} event
 */
export function passOver(event) {
  const isButton = event.target instanceof Element && event.target.closest("button");
  if (event.detail < 2 || !isButton) return;
  event.preventDefault();
  event.stopPropagation();
}
