/** @file Questions to the house: one at a time, and of those that wait only the newest is asked. */

/** @import { Answer, Refused } from "./types.d.ts" */

const BUSY_MS = 300;
const LOST_MS = 2000;

/**
 * @template T
 * @param {() => { body: unknown, mark: T }} question what is asked, made at the moment of asking
 * @param {(answer: Answer, mark: T) => void} onAnswer
 * @param {(refused: Refused) => void} onRefused
 * @param {(waiting: boolean) => void} onWait
 */
export function asker(question, onAnswer, onRefused, onWait) {
  let isAsking = false;
  let isWanted = false;

  async function run() {
    isAsking = true;
    const patience = setTimeout(() => onWait(true), 800);
    while (isWanted) {
      isWanted = false;
      const { body, mark } = question();
      const answer = await post("/api/lab/odds", body);
      if (answer.ok) {
        onWait(false);
        onAnswer(await answer.json(), mark);
        continue;
      }
      const refused = await refusedOf(answer);
      const mayPass = refused.code === "lab-busy" || refused.code === "lost";
      if (refused.code !== "lab-busy") onRefused(refused);
      if (!mayPass) continue;
      isWanted = true;
      await new Promise((resolve) => setTimeout(resolve, refused.code === "lost" ? LOST_MS : BUSY_MS));
    }
    clearTimeout(patience);
    onWait(false);
    isAsking = false;
  }

  return () => {
    isWanted = true;
    if (!isAsking) run();
  };
}

/** @param {string} path @param {unknown} body @param {string} [method] @param {AbortSignal | null} [signal] */
export const post = (path, body, method = "POST", signal = null) =>
  fetch(path, { method, signal, headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).catch(() => new Response(null, { status: 599 }));

/** What a failed answer says. @param {Response} answer @returns {Promise<Refused>} */
export async function refusedOf(answer) {
  if (answer.status === 599) return { code: "lost", params: {} };
  const body = await answer.json().catch(() => null);
  return body?.error ?? { code: "fault", params: {} };
}
