/**
 * What the reader hears between two pictures. Pure.
 * @module
 */
import { money, signedMoney } from "../format.js";
import { bare as plain } from "../html.js";
import { t } from "../messages.js";
import { backWords } from "./head.js";
import { stateWords } from "./hands.js";
import { isAccepted } from "./stakes.js";
import { askedOf } from "./spots.js";
import { announcement, bare, refusalText, ruledWords } from "./words.js";

/** @import { Picture } from "./picture.js" */

/**
 * @param {Picture | null} before
 * @param {Picture} after
 * @returns {{ polite: string | null, now: string | null }}
 */
export function speech(before, after) {
  if (after.isLost !== (before?.isLost ?? false)) return connection(after);
  return { polite: [ruled(before, after), polite(before, after)].filter(Boolean).join(" ") || null, now: refusal(before, after) };
}

/** @param {Picture} after */
function connection({ isLost, view, currency }) {
  if (isLost) return { polite: null, now: bare(t("connection.lost")) };
  return { polite: view.missed ? bare(t(...backWords(view.missed, currency))) : bare(t("connection.back")), now: null };
}

/** @param {Picture | null} before @param {Picture} after */
function polite(before, after) {
  const { coup } = after.state.view;
  if (after.settled && !before?.settled && coup) {
    return [announcement(coup, after.table, after.mine?.result?.lines ?? [], after.ended), bankSaid(after)].filter(Boolean).join(" ");
  }
  if (!before) return stateWords(after);
  if (!before.mine?.offer && after.mine?.offer) return t("seat.said.offer");
  if (!before.isBank && after.isBank) return t("seat.said.bank", { cover: money(after.mine?.cover ?? 0, after.currency) });
  if (before.isBank && !after.isBank) return t("seat.said.bank.over");
  if (before.place !== after.place) {
    if (after.mine === null) return t("seat.said.signed_out");
    return after.place === null ? t("seat.said.left") : t(`seat.said.seated.${after.line}`, { place: after.place });
  }
  if (!after.settled && stateWords(before) !== stateWords(after)) return stateWords(after);
  if (!isAccepted(before.view) && isAccepted(after.view) && after.view.refused === null && after.open) {
    return t("seat.said.accepted", { amount: money(after.onFelt, after.currency) });
  }
  return null;
}

/** That a hand was void or corrected: of an own one everything, of another one that it was. @param {Picture | null} before @param {Picture} after */
function ruled(before, after) {
  const { ruled: news } = after.view;
  if (news && news !== before?.view.ruled) return plain(ruledWords(news.hand, after.table));
  const { notice } = after.state.view;
  const was = before?.state.view.notice;
  return !news && before && notice && (notice.kind !== was?.kind || notice.round !== was.round) ? bare(t(`seat.notice.${notice.kind}`)) : "";
}

/** What the cover came to, for whoever covered. @param {Picture} after */
function bankSaid({ mine, currency }) {
  const net = mine?.result?.as_player_dealer;
  return net == null ? "" : t("seat.said.bank.net", { net: signedMoney(net, currency) });
}

/** @param {Picture | null} before @param {Picture} after */
function refusal(before, after) {
  const { refused } = after.view;
  if (!refused || refused === before?.view.refused) return null;
  const bet = after.bets.get(refused.bet ?? "");
  const asked = bet ? askedOf(after, bet, refused.amount)
    : { bet: null, asked: refused.amount, placed: 0, next: null, wallet: after.mine?.wallet ?? 0, rack: after.mine?.rack ?? 0 };
  return refusalText(refused.refusal, asked, after.table);
}
