/**
 * One connection to the house: states come in, commands go out and are asked again until answered.
 * @module
 */
import { makePulse } from "./pulse.js";

/** @import { Answer, Command, ConnectionStatus } from "./types.d.ts" */

const BACK_OFF = [250, 500, 1000, 2000, 4000, 8000];
const TICKET_TIME = 8000;
const PING = '{"type":"ping"}';
/** The number of a page that has lost its seat to another one: it watches. */
const WATCHES = 0;

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
 * Whether a state is newer than the one shown, or as new. Another epoch, after a restart, begins anew.
 * @param {{ epoch: number, seq: number }} message
 * @param {{ epoch: number, seq: number } | null} shown
 */
export const isNews = (message, shown) =>
  shown === null || message.epoch !== shown.epoch || message.seq >= shown.seq;

/** Ask for what opens one link for whoever is signed in. @returns {Promise<string | null>} null: nobody is */
async function askTicket() {
  const answer = await fetch("/api/ticket", { method: "POST", signal: AbortSignal.timeout(TICKET_TIME) });
  if (!answer.ok) throw new Error(`ticket: ${answer.status}`);
  return (await answer.json()).ticket;
}

/**
 * Open a connection and keep it open.
 * @template Message
 * @param {string} path for example "/ws/table/12"
 * @param {{
 *   onState: (message: Message, at: number) => void,
 *   onStatus?: (status: ConnectionStatus) => void,
 *   acts?: boolean,
 * }} handlers `at` is performance.now() when the message arrived; `acts`: the page gives commands as whoever
 *   is signed in, else it looks on.
 */
export function connect(path, { onState, onStatus = () => {}, acts = false }) {
  const page = newId(); // the house ends the older line of this page by it, which may not know that it is dead
  /** @type {Map<string, { frame: string, resolve: (answer: Answer) => void }>} */
  const waiting = new Map();
  /** @type {WebSocket | null} */
  let socket = null;
  let opening = false;
  let attempt = 0;
  let closed = false;
  let isKnown = false; // whether this line has said for whom it is
  /** @type {string | null} */
  let patron = null;
  /** @type {{ epoch: number, seq: number } | null} */
  let shown = null;
  /** @type {number | null} What the house has numbered this page's hold of the seat with. */
  let fence = null;
  /** @type {number | undefined} */
  let retry;
  /** @type {ConnectionStatus} */
  let status = { state: "connecting", since: null, at: performance.now(), retryInMs: null, lag: null, acting: true };
  /** @type {{ message: Message, at: number } | null} */
  let newest = null;

  /** @param {Partial<ConnectionStatus>} change */
  const tell = (change) => {
    const next = { ...status, ...change };
    const isNew = /** @type {(keyof ConnectionStatus)[]} */ (Object.keys(next)).some((key) => next[key] !== status[key]);
    status = next;
    if (isNew) onStatus(status);
  };
  /** @param {number} at @param {number} retryInMs */
  const tellLost = (at, retryInMs) => {
    const first = status.state === "lost" ? {} : { state: /** @type {const} */ ("lost"), since: new Date(), at };
    tell({ ...first, lag: null, retryInMs });
  };
  const pulse = makePulse(acts, {
    send: () => socket?.readyState === WebSocket.OPEN && socket.send(PING),
    onSilence: (heard) => tellLost(heard, 0),
    onDead: () => drop(),
    onLag: (lag) => tell({ lag }),
  });

  const open = async () => {
    clearTimeout(retry);
    if (closed || opening || socket) return;
    opening = true;
    const ticket = acts ? await askTicket().catch(() => undefined) : null;
    opening = false;
    if (closed) return;
    if (ticket === undefined) again();
    else begin(ticket);
  };

  /** @param {string | null} ticket */
  const begin = (ticket) => {
    const address = new URL(path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("page", page);
    if (ticket !== null) address.searchParams.set("ticket", ticket);
    if (fence !== null) address.searchParams.set("fence", String(fence));
    const current = new WebSocket(address);
    socket = current;
    current.onopen = () => {
      attempt = 0;
      pulse.start();
      tell({ state: "open", since: null, at: performance.now(), retryInMs: null });
    };
    current.onmessage = (event) => {
      if (socket === current && typeof event.data === "string") take(JSON.parse(event.data), performance.now());
    };
    current.onclose = () => socket === current && again();
  };

  /** The line is gone: try again after a while. */
  const again = () => {
    socket = null;
    isKnown = false;
    pulse.stop();
    if (closed) return;
    const wait = backOff(attempt, Math.random());
    attempt += 1;
    tellLost(performance.now(), wait);
    retry = setTimeout(open, wait);
  };

  /** Give up a line that was cut without a word: its end may take minutes to be told. */
  const drop = () => {
    const dead = socket;
    if (!dead) return;
    again();
    dead.close();
  };

  /**
   * @param {any} message
   * @param {number} at
   */
  const take = (message, at) => {
    pulse.hear(message.type === "pong", at);
    if (status.state === "lost") {
      // A line that was silent for a while is back: the page goes on from what it knew.
      tell({ state: "open", since: null, at, retryInMs: null });
      if (newest && message.type === "pong") onState(newest.message, newest.at);
    }
    if (message.type === "pong") return;
    if (message.type === "answer") {
      waiting.get(message.id)?.resolve(message);
      waiting.delete(message.id);
      return;
    }
    if (message.type === "state") {
      // A state behind a newer one is of no use to anybody.
      if (!isNews(message, shown)) return;
      shown = { epoch: message.epoch, seq: message.seq };
      if (fence !== null || message.fence !== null) fence = message.fence ?? WATCHES;
      tell({ acting: fence !== WATCHES });
    }
    if (!isKnown) resume(message.mine?.patron.id ?? null);
    newest = { message, at };
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

  const hurry = () => {
    if (socket || closed) return;
    attempt = 0;
    void open();
  };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);

  onStatus(status);
  void open();

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
    /** Take the seat back from the page that has it: somebody has asked for that here. */
    takeOver() {
      fence = null;
      drop();
      attempt = 0;
      tell({ acting: true });
      void open();
    },
    /** Commands without an answer yet. */
    pending: () => waiting.size,
    close() {
      closed = true;
      pulse.stop();
      clearTimeout(retry);
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", hurry);
      socket?.close();
    },
  };
}
