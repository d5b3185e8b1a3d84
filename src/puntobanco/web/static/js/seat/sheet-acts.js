/**
 * What happens on sheets: opening and closing them, and what their buttons and forms ask for.
 * @module
 */
import { t } from "../messages.js";
import { usualBuyIn } from "./sheets.js";
import { refusalText } from "./words.js";

/** @import { Answer, Command, SignedIn } from "../types.d.ts" */
/** @import { Picture } from "./picture.js" */
/** @import { Settings, Sheet, SheetName } from "./sheets.js" */

/** Milliseconds that a sentence nobody's finger was at stays. */
const NOTICE_TIME = 6000;

/**
 * @param {{
 *   picture: () => Picture | null, table: string, settings: Settings, draw: () => void,
 *   send: (command: Command) => Promise<Answer>, reconnect: () => Promise<void>,
 *   signInAsGuest: (name: string) => Promise<SignedIn | "refused" | "unanswered">, signOut: () => Promise<unknown>,
 *   askLobby: (table: string) => Promise<{ guests: boolean, isHere: boolean } | null>,
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

  /** @param {Partial<Sheet>} change */
  const change = (change) => {
    if (current) current = { ...current, ...change };
    on.draw();
  };

  /** @param {SheetName} name @param {{ place?: number, zone?: string }} [about] */
  const open = (name, { place, zone } = {}) => {
    if (current === null) opener = document.activeElement;
    current = {
      name, place: place ?? null, zone: zone ?? null, amount: null, busy: false, refusal: null,
      newcomer: name === "sit" && !on.picture()?.mine, guests: null, confirm: false,
    };
    on.draw();
    queueMicrotask(() => document.getElementById("sheet-title")?.focus());
    if (current.newcomer) void on.askLobby(on.table).then((lobby) => change({ guests: lobby?.guests ?? null }));
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

  const leave = () => {
    if (!current?.confirm) {
      change({ confirm: true });
      return;
    }
    void ask({ type: "leave-seat" }, null);
  };

  /** Put an amount into the field, which keeps what was typed otherwise. @param {number} amount @param {Element | null} form */
  const put = (amount, form) => {
    const field = /** @type {HTMLInputElement | null | undefined} */ (form?.querySelector("input[name=amount]"));
    if (field) field.value = String(amount / Number(field.dataset["unit"]));
  };

  /** @param {number} amount @param {Element} button */
  const choose = (amount, button) => {
    put(amount, button.closest("form"));
    change({ amount, refusal: null });
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
    if (!picture || !current || current.busy) return;
    const amount = current.amount ?? usualBuyIn(picture);
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount % picture.table.unit !== 0) {
      change({ refusal: t("seat.buy-in.not-number", { unit: picture.table.unit / 10 ** picture.currency.exponent }) });
      return;
    }
    if (current.newcomer && !await becomeGuest(form, amount)) return;
    if (form.dataset["form"] === "buy-in") await ask({ type: "buy-in", amount }, amount);
    else if (current.place !== null) await ask({ type: "take-seat", place: current.place, buy_in: amount }, amount);
  };

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void submit(event.target);
  });
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || field.name !== "amount") return;
    change({ amount: Math.round(Number(field.value.replaceAll(",", "")) * Number(field.dataset["unit"])), refusal: null });
  });

  return {
    current: () => current,
    notice: () => notice,
    open,
    close,
    /**
     * @param {Element | null} target
     * @returns {boolean} whether the click belonged to a sheet or to a button that opens one
     */
    onClick(target) {
      const button = target?.closest("[data-sheet], [data-sit], [data-more], [data-close], [data-leave], [data-amount], [data-toggle], [data-sign-out]");
      if (!(button instanceof HTMLElement)) return false;
      const { sheet, sit, more, amount, toggle } = button.dataset;
      if (sheet !== undefined) open(/** @type {SheetName} */ (sheet));
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
      } else if (button.getAttribute("aria-disabled") !== "true") leave();
      return true;
    },
  };
}
