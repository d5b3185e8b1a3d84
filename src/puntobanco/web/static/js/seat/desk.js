/**
 * What a patron asks for: wagers, a seat, chips, a name. Turns wishes into commands and answers into messages.
 * @module
 */
import { newId } from "../socket.js";
import { isOpen, standingRefusal, stepsOf } from "./acts.js";

/** @import { Answer, Command, SignedIn } from "../types.d.ts" */
/** @import { Act } from "./acts.js" */
/** @import { Message, View } from "./state.js" */

/**
 * @param {{ view: () => View, dispatch: (message: Message) => void,
 *   send: (command: Command, id?: string) => Promise<Answer> }} on
 */
export function makeDesk({ view, dispatch, send }) {
  /** @param {import("../types.d.ts").Refusal} refusal @param {string | null} bet @param {number | null} amount */
  const refuse = (refusal, bet, amount) => dispatch({ type: "refused", refusal, bet, amount, at: performance.now() });

  return {
    /**
     * Do something with chips. What is certain to be refused is refused here, with the server's own reason.
     * @param {Act} act
     * @returns {boolean} whether anything was sent
     */
    act(act) {
      const now = view();
      const { state } = now;
      const bet = act.type === "move" ? act.to : "bet" in act ? act.bet : null;
      if (!state) return false;
      if (!isOpen(now)) {
        const early = state.view.phase === "settled" || state.view.phase === "waiting";
        const standing = bet === null ? null : state.mine?.spots[bet]?.refusal;
        refuse(standing ?? { code: early ? "betting-not-open" : "betting-closed", params: {} }, bet, act.type === "place" ? act.amount : null);
        return false;
      }
      const steps = stepsOf(now, act);
      const standing = bet !== null && act.type === "place" ? standingRefusal(now, bet) : null;
      if (standing) {
        refuse(standing, bet, steps[0]?.amount ?? null);
        return false;
      }
      if (!steps.length) return false;
      const { round } = state.view;
      const { place, line } = state.mine ?? {};
      if (!place) return false;
      const at = { place, line: line ?? "front" };
      const commands = steps.map((step) => ({ id: newId(), type: /** @type {const} */ ("set-wager"), round, ...at, ...step }));
      dispatch({ type: "sent", commands, undo: act.type === "undo" ? "pop" : "push", at: performance.now() });
      for (const { id, ...command } of commands) {
        void send(command, id).then((answer) => dispatch({ type: "answer", answer, at: performance.now() }));
      }
      return true;
    },
  };
}

/**
 * Ask for play chips under a name.
 * @param {string} name
 * @returns {Promise<SignedIn | "refused" | "unanswered">} refused: this house has no guests
 */
export async function signInAsGuest(name) {
  const answer = await fetch("/api/guest", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name: name.trim() || null }),
  }).catch(() => null);
  if (answer?.ok) return answer.json();
  return answer?.status === 403 ? "refused" : "unanswered";
}

/** Sign out; the page then watches. */
export const signOut = () => fetch("/api/sign-out", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });

/**
 * What the lobby says about this house and table.
 * @param {string} table
 * @returns {Promise<{ guests: boolean, isHere: boolean } | null>} null without an answer
 */
export async function askLobby(table) {
  try {
    const answer = await fetch("/api/lobby");
    if (!answer.ok) return null;
    const lobby = /** @type {import("../types.d.ts").Lobby} */ (await answer.json());
    return { guests: lobby.guests, isHere: lobby.tables.some(({ id }) => id === table) };
  } catch {
    return null;
  }
}

/**
 * Something of the patron's own, or of the game, at a table.
 * @param {string} table
 * @param {string} what
 * @returns {Promise<any>} null without an answer
 */
export async function askOwn(table, what) {
  const answer = await fetch(`/api/table/${encodeURIComponent(table)}/${what}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/**
 * Set what is the patron's own to set: limits, the answer to a reminder, an exclusion.
 * @param {"limits" | "reminder" | "exclusion"} what
 * @param {unknown} [wish]
 * @returns {Promise<boolean>} whether the house has it
 */
export async function setOwn(what, wish = {}) {
  const answer = await fetch(`/api/${what}`, {
    method: what === "limits" ? "PUT" : "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish),
  }).catch(() => null);
  return answer?.ok ?? false;
}
