/** @file The floor's live line: what it is told, and when nobody tells it anything any more. */
import { t } from "../messages.js";
import { connect } from "../socket.js";
import { isBarred } from "./asks.js";

/** @import { Floor, FloorPush } from "./types.d.ts" */

const STRIP_AFTER = 1000;

/** The alerts that were told before; null: nothing was. @type {Set<number> | null} */
let known = null;

/** What is new in the column, to be said aloud. @param {Floor} floor */
function newsOf({ alerts }) {
  const before = known;
  const fresh = before && alerts.find(({ numbers }) => numbers.some((number) => !before.has(number)));
  known = new Set(alerts.flatMap(({ numbers }) => numbers));
  return fresh ? t("floor.new_alert", { table: fresh.table ? t("floor.table", { table: fresh.table }) : t("floor.the_house"), what: t(`floor.line.${fresh.kind}`, { round: fresh.round }) }) : "";
}

/**
 * @param {(message: FloorPush, at: number, news: string) => void} arrived
 * @param {(lost: Date | null, isOut: boolean) => void} stood when the line went, null: it holds; and whether the sign-in is over
 */
export function listen(arrived, stood) {
  /** @type {number | undefined} */
  let patience;
  let turn = 0;
  connect("/ws/floor", {
    acts: true,
    onState: (/** @type {FloorPush} */ message, at) => {
      if (message.type === "floor") arrived(message, at, newsOf(message.floor));
    },
    onStatus: ({ state, since }) => {
      clearTimeout(patience);
      if (state === "lost") {
        const gone = since ? Date.now() - since.getTime() : 0;
        const now = (turn += 1);
        patience = setTimeout(async () => {
          stood(since, false);
          if (await isBarred("/api/floor") && turn === now) stood(since, true);
        }, Math.max(0, STRIP_AFTER - gone));
      } else if (state === "open") {
        turn += 1;
        stood(null, false);
      }
    },
  });
}
