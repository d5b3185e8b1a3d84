/**
 * What happens on sheets: opening and closing them, and what their buttons and forms ask for.
 * @module
 */
import { minorOf } from "../amount.js";
import { t } from "../messages.js";
import { amountBarred, coverBarred, typedAmount } from "./amounts.js";
import { usualBuyIn } from "./sheets.js";
import { refusalText } from "./words.js";

/** @import { Answer, Command, SignedIn } from "../types.d.ts" */
/** @import { Picture } from "./picture.js" */
/** @import { Settings, Sheet, SheetName } from "./sheets.js" */

/** Milliseconds that a sentence nobody's finger was at stays. */
const NOTICE_TIME = 6000;

/** Milliseconds after the last figure before the house is asked what a cover would come to. */
const FORESEE_AFTER = 250;

/** The longest time that somebody may set himself. */
const DAY_MINUTES = 1440;

/** Sheets with a cover to choose. @type {ReadonlySet<string>} */
const COVERS = new Set(["offer", "cover"]);

/** Whether a reminder is to be shown: never between the last bet and its result. @param {Picture} picture */
const reminds = ({ mine, phase }) => (mine?.reminder?.due ?? false) && phase !== "dealing";

/** The amount that a form begins with. @param {Picture} picture @param {Sheet} open */
function usual(picture, { name, outlook }) {
  const { mine } = picture;
  if (name === "offer") return mine?.offer?.minimum ?? 0;
  if (name === "cover") return mine?.cover || outlook?.least || 0;
  return name === "cash-out" ? mine?.rack ?? 0 : usualBuyIn(picture);
}

/**
 * @param {{
 *   picture: () => Picture | null, table: string, settings: Settings, draw: () => void,
 *   send: (command: Command) => Promise<Answer>, reconnect: () => Promise<void>,
 *   signInAsGuest: (name: string) => Promise<SignedIn | "refused" | "unanswered">, signOut: () => Promise<unknown>,
 *   askLobby: (table: string) => Promise<{ guests: boolean, isHere: boolean } | null>,
 *   askOwn: (what: string) => Promise<any>, setOwn: (what: "limits" | "reminder" | "exclusion", wish?: unknown) => Promise<boolean>,
 *   stand: (stand: import("./stakes.js").Stand) => void,
 * }} on
 */
export function makeSheets(on) {
  /** @type {Sheet | null} */
  let current = null;
  /** @type {Element | null} */
  let opener = null;
  /** @type {string | null} */
  let notice = null;
  /** @type {number | undefined} */
  let reading;
  /** @type {number | undefined} */
  let foreseeing;

  /** @param {Partial<Sheet>} change */
  const change = (change) => {
    if (current) current = { ...current, ...change };
    on.draw();
  };

  /** @param {SheetName} name @param {{ place?: number, zone?: string, round?: string | undefined }} [about] */
  const open = (name, { place, zone, round } = {}) => {
    if (current === null) opener = document.activeElement;
    current = {
      name, place: place ?? null, zone: zone ?? null, amount: null, busy: false, refusal: null,
      newcomer: (name === "sit" || name === "behind") && !on.picture()?.mine, guests: null, confirm: null,
      outlook: null, hands: null, game: null,
    };
    on.draw();
    queueMicrotask(() => document.getElementById("sheet-title")?.focus());
    if (current.newcomer) void on.askLobby(on.table).then((lobby) => change({ guests: lobby?.guests ?? null }));
    lookUp(name, round);
  };

  /** Ask for what a sheet shows beside the state. @param {SheetName} name @param {string} [round] of the hand that opens */
  const lookUp = (name, round) => {
    const { mine } = on.picture() ?? {};
    if (name === "hands") {
      void on.askOwn("hands").then((found) => {
        if (current?.name !== name || !found) return;
        change({ hands: found.hands });
        if (round) queueMicrotask(() => show(round));
      });
    }
    if (name === "game") void on.askOwn("game").then((game) => current?.name === name && change({ game }));
    if (name === "offer") foresee(current?.amount ?? mine?.offer?.minimum ?? 0);
    if (name === "cover") foresee(current?.amount ?? (mine?.cover || 1));
  };

  /** Open one of the own hands, and go there. @param {string} round */
  const show = (round) => {
    const hand = /** @type {HTMLDetailsElement | null} */ (document.querySelector(`.own-hands [data-key="${CSS.escape(round)}"]`));
    if (!hand) return;
    hand.open = true;
    hand.querySelector("summary")?.focus();
  };

  /** What a cover would come to; asked when the typing stops. @param {number} cover */
  const foresee = (cover) => {
    clearTimeout(foreseeing);
    if (!Number.isSafeInteger(cover) || cover <= 0) return;
    foreseeing = setTimeout(() => void on.askOwn(`outlook?cover=${cover}`).then((outlook) => {
      if (outlook && current && COVERS.has(current.name)) change({ outlook });
    }), current?.outlook ? FORESEE_AFTER : 0);
  };

  const close = () => {
    if (current === null) return;
    current = null;
    on.draw();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };

  /** @param {string} words */
  const tell = (words) => {
    notice = words;
    clearTimeout(reading);
    reading = setTimeout(() => {
      notice = null;
      on.draw();
    }, NOTICE_TIME);
    on.draw();
  };

  /** The refusal of an answer in words. @param {Answer} answer @param {number | null} asked */
  const wordsOf = (answer, asked) => {
    const picture = on.picture();
    if (answer.ok || !picture) return "";
    const { wallet = 0, rack = 0 } = picture.mine ?? {};
    return refusalText(answer.refusal, { bet: null, asked, placed: 0, next: null, wallet, rack }, picture.table);
  };

  /** @param {Command} command @param {number | null} asked */
  const ask = async (command, asked) => {
    change({ busy: true, refusal: null });
    const answer = await on.send(command);
    if (answer.ok) close();
    else if (current) change({ busy: false, newcomer: false, refusal: wordsOf(answer, asked) });
    else tell(wordsOf(answer, asked));
  };

  /** @param {number} place */
  const leave = (place) => {
    if (current?.confirm !== place) change({ confirm: place });
    else void ask({ type: "leave-seat", place }, null);
  };

  /** Set own limits; an empty field is no limit. @param {HTMLFormElement} form */
  const setLimits = async (form) => {
    const read = (/** @type {string} */ name, /** @type {number} */ exponent) => {
      const text = String(new FormData(form).get(name) ?? "").trim();
      return text === "" ? null : minorOf(text, exponent) ?? NaN;
    };
    const exponent = on.picture()?.currency.exponent ?? 0;
    const deposits = { day: read("day", exponent), week: read("week", exponent), month: read("month", exponent) };
    const wanted = { loss: read("loss", exponent), minutes: read("minutes", 0), reminder: read("reminder", 0) };
    if ([...Object.values(wanted), ...Object.values(deposits)].some((value) => value !== null && !(value > 0))) {
      change({ refusal: t("seat.limits.not-number") });
      return;
    }
    if (Math.max(wanted.minutes ?? 0, wanted.reminder ?? 0) > DAY_MINUTES) {
      change({ refusal: t("seat.limits.too-long", { minutes: DAY_MINUTES }) });
      return;
    }
    change({ busy: true, refusal: null });
    const done = await on.setOwn("limits", { ...wanted, deposits });
    change({ busy: false, refusal: done ? null : t("seat.limits.unanswered") });
    if (done) tell(t("seat.limits.done"));
  };

  /** Answer the reminder; the state that follows closes its sheet. */
  const answer = async () => {
    change({ busy: true, refusal: null });
    const done = await on.setOwn("reminder");
    change({ busy: false, refusal: done ? null : t("seat.limits.unanswered") });
  };

  /** Exclude the patron, once he has said so twice. @param {number} days */
  const exclude = async (days) => {
    if (current?.confirm !== days) {
      change({ confirm: days });
      return;
    }
    change({ busy: true, refusal: null });
    if (await on.setOwn("exclusion", { days })) close();
    else change({ busy: false, refusal: t("seat.limits.unanswered") });
  };

  /** Put an amount into the field, which keeps what was typed otherwise. @param {number} amount @param {Element | null} form */
  const put = (amount, form) => {
    const field = /** @type {HTMLInputElement | null | undefined} */ (form?.querySelector("input[name=amount]"));
    const { currency } = on.picture() ?? {};
    if (field && currency) field.value = typedAmount(amount, currency);
  };

  /** @param {number} amount @param {Element} button */
  const choose = (amount, button) => {
    put(amount, button.closest("form"));
    change({ amount, refusal: null });
    if (current && COVERS.has(current.name)) foresee(amount);
  };

  /**
   * Make a guest of a newcomer.
   * @param {HTMLFormElement} form
   * @param {number} amount that he wants at the table
   * @returns {Promise<boolean>} whether he has it
   */
  const becomeGuest = async (form, amount) => {
    change({ busy: true, refusal: null });
    const name = new FormData(form).get("name");
    const guest = await on.signInAsGuest(typeof name === "string" ? name : "");
    if (typeof guest === "string") {
      change({ busy: false, refusal: t(`seat.guest.${guest}`) });
      return false;
    }
    await on.reconnect();
    if (amount <= guest.wallet) return true;
    const refusal = { code: "not-enough-in-wallet", params: { wallet: guest.wallet } };
    const picture = on.picture();
    if (picture) put(usualBuyIn(picture), form);
    change({ busy: false, newcomer: false, amount: null, refusal: wordsOf({ type: "answer", id: "", ok: false, refusal }, amount) });
    return false;
  };

  /** @param {HTMLFormElement} form */
  const submit = async (form) => {
    const picture = on.picture();
    const kind = form.dataset["form"];
    if (!picture || !current || current.busy) return;
    if (kind === "limits") {
      await setLimits(form);
      return;
    }
    if (kind === "give-up") {
      await ask({ type: "give-up-player-dealer" }, null);
      return;
    }
    const amount = current.amount ?? usual(picture, current);
    if (amountBarred(picture, amount) !== null || (kind === "accept" && coverBarred(picture, current.outlook) !== null)) return;
    if (current.newcomer && !await becomeGuest(form, amount)) return;
    const { place } = current;
    if (kind === "buy-in" || kind === "cash-out") await ask({ type: kind, amount }, amount);
    else if (kind === "accept") await ask({ type: "accept-player-dealer", cover: amount }, amount);
    else if (kind === "cover") await ask({ type: "post-cover", amount }, amount);
    else if (place !== null) await ask({ type: kind === "stand-behind" ? kind : "take-seat", place, buy_in: amount }, amount);
  };

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void submit(event.target);
  });
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || field.name !== "amount") return;
    const amount = minorOf(field.value, on.picture()?.currency.exponent ?? 0) ?? NaN;
    change({ amount, refusal: null });
    if (current && COVERS.has(current.name)) foresee(amount);
  });

  return {
    current: () => current,
    notice: () => notice,
    open,
    close,
    giveUp: () => void ask({ type: "give-up-player-dealer" }, null),
    /** The house is there again: what a sheet has asked for meanwhile it asks again. */
    askAgain: () => current && lookUp(current.name),
    /** An offer opens its sheet when it comes, and closes it when it is over. @param {Picture | null} before @param {Picture} after */
    follow(before, after) {
      const isNew = !before?.mine?.offer && after.mine?.offer;
      if (isNew && (current === null || current.name === "menu")) open("offer");
      if (!after.mine?.offer && current?.name === "offer") close();
      const isDue = reminds(after);
      if (isDue && !(before && reminds(before)) && (current === null || current.name === "menu")) open("reminder");
      if (!isDue && current?.name === "reminder") close();
      if (!after.isBank && (current?.name === "cover" || current?.name === "give-up")) close();
    },
    /**
     * @param {Element | null} target
     * @returns {boolean} whether the click belonged to a sheet or to a button that opens one
     */
    onClick(target) {
      const button = target?.closest("[data-sheet], [data-sit], [data-more], [data-close], [data-leave], [data-amount], [data-toggle], [data-sign-out], [data-behind], [data-ask], [data-stand], [data-answer], [data-exclude]");
      if (!(button instanceof HTMLElement)) return false;
      const { sheet, sit, more, amount, toggle } = button.dataset;
      if (button.getAttribute("aria-disabled") === "true") return true;
      if (sheet !== undefined) open(/** @type {SheetName} */ (sheet), { round: button.dataset["round"] });
      else if (button.dataset["behind"] !== undefined) open("behind", { place: Number(button.dataset["behind"]) });
      else if (button.dataset["answer"] !== undefined) void answer();
      else if (button.dataset["exclude"] !== undefined) void exclude(Number(button.dataset["exclude"]));
      else if (button.dataset["ask"] !== undefined) void ask({ type: /** @type {any} */ (button.dataset["ask"]) }, null);
      else if (button.dataset["stand"] !== undefined) on.stand({ place: Number(button.dataset["stand"]), line: button.dataset["line"] === "back" ? "back" : "front" });
      else if (sit !== undefined) open("sit", { place: Number(sit) });
      else if (more !== undefined) open("more", { zone: more });
      else if (amount !== undefined) choose(Number(amount), button);
      else if (toggle !== undefined) {
        const name = /** @type {keyof Settings} */ (toggle);
        on.settings[name] = !on.settings[name];
        document.getElementById("page")?.dispatchEvent(new Event("settings"));
      } else if (button.dataset["close"] !== undefined) close();
      else if (button.dataset["signOut"] !== undefined) {
        close();
        void on.signOut().then(on.reconnect);
      } else leave(Number(button.dataset["leave"]));
      return true;
    },
  };
}
