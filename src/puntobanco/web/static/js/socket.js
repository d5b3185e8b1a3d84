/** @file One connection to the house: states come in, commands go out and are asked again until answered. */

/** @import { Answer, Command, ConnectionStatus } from "./types.d.ts" */

const BACK_OFF = [250, 500, 1000, 2000, 4000, 8000];
const PING_EVERY = 15000;
const SILENCE = 10000;

/** A new command id: 32 hexadecimal digits nobody can guess. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * How long to wait before a try, with a tenth of scatter so that a room does not return at once.
 * @param {number} attempt from 0
 * @param {number} chance 0 to 1
 */
export const backOff = (attempt, chance) =>
  Math.round((BACK_OFF[Math.min(attempt, BACK_OFF.length - 1)] ?? 8000) * (0.9 + 0.2 * chance));

/**
 * Open a connection and keep it open.
 * @template Message
 * @param {string} path for example "/ws/table/12"
 * @param {{
 *   onState: (message: Message, at: number) => void,
 *   onStatus?: (status: ConnectionStatus) => void,
 * }} handlers `at` is performance.now() when the message arrived.
 */
export function connect(path, { onState, onStatus = () => {} }) {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";

  /** @type {Map<string, { frame: string, resolve: (answer: Answer) => void }>} */
  const waiting = new Map();
  /** @type {WebSocket | null} */
  let socket = null;
  let attempt = 0;
  let newest = -1;
  let heard = 0;
  let closed = false;
  let isKnown = false; // whether this line has said for whom it is
  /** @type {string | null} */
  let patron = null;
  /** @type {number | undefined} */
  let retry;
  /** @type {Date | null} */
  let lostAt = null;

  const open = () => {
    clearTimeout(retry);
    if (closed || socket) return;
    const current = new WebSocket(address);
    socket = current;
    newest = -1;
    current.onopen = () => {
      attempt = 0;
      heard = performance.now();
      lostAt = null;
      onStatus({ state: "open", since: null, retryInMs: null });
    };
    current.onmessage = (event) => {
      heard = performance.now();
      if (typeof event.data === "string") take(JSON.parse(event.data), heard);
    };
    current.onclose = () => {
      if (socket !== current) return;
      socket = null;
      isKnown = false;
      if (closed) return;
      lostAt ??= new Date();
      const wait = backOff(attempt, Math.random());
      attempt += 1;
      onStatus({ state: "lost", since: lostAt, retryInMs: wait });
      retry = setTimeout(open, wait);
    };
  };

  /**
   * @param {any} message
   * @param {number} at
   */
  const take = (message, at) => {
    if (message.type === "pong") return;
    if (message.type === "answer") {
      waiting.get(message.id)?.resolve(message);
      waiting.delete(message.id);
      return;
    }
    // A snapshot that arrives behind a newer one is of no use to anybody.
    if (typeof message.seq === "number") {
      if (message.seq < newest) return;
      newest = message.seq;
    }
    if (!isKnown) resume(message.mine?.patron.id ?? null);
    onState(message, at);
  };

  /**
   * The first state of a line says for whom it is. What was asked before is asked again, unless somebody
   * else has signed in meanwhile: nobody's wager is placed for another.
   * @param {string | null} id
   */
  const resume = (id) => {
    if (patron !== null && patron !== id) {
      for (const [asked, { resolve }] of waiting) {
        resolve({ type: "answer", id: asked, ok: false, refusal: { code: "not-signed-in", params: {} } });
      }
      waiting.clear();
    }
    patron = id;
    isKnown = true;
    for (const { frame } of waiting.values()) socket?.send(frame);
  };

  // A line that was cut without a word shows only in silence, so it is asked.
  const heartbeat = setInterval(() => {
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    if (performance.now() - heard > PING_EVERY + SILENCE) {
      const dead = socket;
      dead.close();
      dead.onclose?.(new CloseEvent("close"));
    } else if (performance.now() - heard > PING_EVERY) {
      socket.send('{"type":"ping"}');
    }
  }, 5000);

  const hurry = () => {
    if (socket || closed) return;
    attempt = 0;
    open();
  };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);

  onStatus({ state: "connecting", since: null, retryInMs: null });
  open();

  return {
    /**
     * Send a command. The promise settles with the answer, however many reconnections that takes.
     * @param {Command} command
     * @param {string} [id] give it to know the id before the answer
     * @returns {Promise<Answer>}
     */
    send(command, id = newId()) {
      const frame = JSON.stringify({ id, ...command });
      return new Promise((resolve) => {
        waiting.set(id, { frame, resolve });
        if (isKnown && socket?.readyState === WebSocket.OPEN) socket.send(frame);
      });
    },
    /** Commands without an answer yet. */
    pending: () => waiting.size,
    close() {
      closed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", hurry);
      socket?.close();
    },
  };
}
