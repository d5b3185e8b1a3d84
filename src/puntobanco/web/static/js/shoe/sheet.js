/** @file A shoe hand by hand, as markup: its numbers, its roads, its hands, and what can be taken away. */
import { cardName, suitSign } from "../cards.js";
import { percent, score, share } from "../format.js";
import { attr, html } from "../html.js";
import { icon } from "../icons.js";
import { locale, t } from "../messages.js";
import { LOWER_ROADS, bead, beadPlate, bigRoad, callBead, columnsOf, lowerRoad } from "../roads.js";

/** @import { Shoe, ShoeHand } from "../types.d.ts" */

const PLATE = 14;
const ROW = 49;

/**
 * The roads as wide as the shoe is long, and no narrower than the board shows them.
 * @param {Shoe} shoe
 */
export function roadsOf(shoe) {
  const { roads, calls, hands } = shoe;
  const corrected = hands.filter((hand) => hand.corrected).map(({ hand }) => hand);
  const label = (/** @type {string} */ kind) => t("board.road.spoken", { road: t(`road.${kind}`), count: hands.length });
  const plate = beadPlate(roads.bead_plate, {
    columns: Math.max(PLATE, columnsOf(roads.bead_plate)), calls, corrected, label: label("bead_plate"),
  });
  const big = bigRoad(roads.big_road, { columns: Math.max(ROW, columnsOf(roads.big_road)), calls, label: label("big_road") });
  const lower = LOWER_ROADS.map((kind) => ({
    kind, svg: lowerRoad(kind, roads[kind], { columns: Math.max(ROW, columnsOf(roads[kind])), label: label(kind) }),
  }));
  return [{ kind: "bead_plate", svg: plate }, { kind: "big_road", svg: big }, ...lower];
}

/** @param {Shoe} shoe */
export function sheet(shoe) {
  const { tally } = shoe;
  /** @type {("player" | "banker" | "tie")[]} */
  const winners = ["player", "banker", "tie"];
  const counts = [
    ...winners.map((name) => ({ glyph: bead(name), name: t(name), count: tally[name].count, part: percent(tally[name].percent) })),
    ...tally.calls.map((call) => ({ glyph: callBead(call), name: call.label, count: call.count, part: share(call.percent) })),
  ];
  const small = [
    [t("board.naturals"), tally.naturals], [t("shoe.player_pairs"), tally.player_pairs], [t("shoe.banker_pairs"), tally.banker_pairs],
    [t("shoe.longest_player"), tally.longest.player], [t("shoe.longest_banker"), tally.longest.banker],
  ];
  const [plate, ...roads] = roadsOf(shoe).map(({ kind, svg }) =>
    html`<figure class="sheet-${kind}"><figcaption class="road-label">${t(`road.${kind}`)}</figcaption><div class="sheet-scroll">${svg}</div></figure>`);
  return html`${head(shoe)}<section class="sheet-roads" aria-label="${t("shoe.roads")}">${plate ?? null}
<dl class="sheet-counts">${counts.map(({ glyph, name, count, part }) => html`<div><dt>${glyph} ${name}</dt><dd><b>${count}</b> <span>${part}</span></dd></div>`)}
${small.map(([name, count]) => html`<div><dt>${name}</dt><dd><b>${count}</b></dd></div>`)}</dl>
${roads}</section>${hands(shoe)}<p class="muted">${t("board.odds_stay")}</p>`;
}

/** @param {Shoe} shoe */
function head({ table, name, game, shoe, shoes, over, tally }) {
  const api = `/api/table/${encodeURIComponent(table)}/shoe`;
  const others = shoes.map((number) => html`<a class="shoe-link" href="?shoe=${number}" ${attr("aria-current", number === shoe && "page")}>${t("shoe", { shoe: number })}</a>`);
  return html`<header class="sheet-head"><div><h1 class="page-title">${t("shoe.title", { table: name, shoe })}</h1>
<p class="muted">${game}. ${t("board.hands", { count: tally.hands })}. ${t(over ? "shoe.over" : "shoe.dealt")}</p></div>
<nav class="sheet-shoes" aria-label="${t("shoe.others")}">${others}</nav>
<div class="sheet-acts"><a class="button" href="/table/${encodeURIComponent(table)}/board">${icon("back")}${t("board.tab.board")}</a>
<button class="button" type="button" data-act="print">${t("shoe.print")}</button>
<a class="button" href="${api}.csv?shoe=${shoe}" download>CSV</a><a class="button" href="${api}.json?shoe=${shoe}" download="table-${table}-shoe-${shoe}.json">JSON</a>
<button class="button" type="button" data-act="svg">SVG</button><button class="button" type="button" data-act="png">PNG</button></div></header>`;
}

/** @param {Shoe} shoe */
function hands({ hands: all, calls }) {
  if (all.length === 0) return html`<p class="empty">${t("shoe.none")}</p>`;
  const time = new Intl.DateTimeFormat(`${locale()}-u-nu-latn`, { hour: "2-digit", minute: "2-digit" });
  const hasCards = all.some((hand) => hand.player_cards);
  const hasTimes = all.some((hand) => hand.at !== null);
  const labels = new Map(calls.map(({ id, label }) => [id, label]));
  const rows = all.map((hand) => html`<tr><th scope="row">${hand.hand}</th>${hasTimes && html`<td>${hand.at === null ? "" : time.format(hand.at)}</td>`}
<td class="role-${hand.winner}">${t(hand.winner)} ${score(hand)}</td>
${hasCards && html`<td>${cards(hand.player_cards)}</td><td>${cards(hand.banker_cards)}</td>`}<td>${remarks(hand, labels)}</td></tr>`);
  const columns = ["hand", ...(hasTimes ? ["time"] : []), "result", ...(hasCards ? ["player_cards", "banker_cards"] : []), "marks"];
  return html`<table class="sheet-hands"><caption class="visually-hidden">${t("shoe.hands")}</caption><thead><tr>${columns.map((each) =>
    html`<th scope="col">${t(`shoe.column.${each}`)}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** @param {readonly string[] | null} codes */
const cards = (codes) => codes && html`<span class="sheet-cards">${codes.map((code) => html`<span role="img" aria-label="${cardName(code)}">${
  code.slice(0, -1).replace("T", "10")}${suitSign(code.slice(-1))}</span>`)}</span>`;

/**
 * @param {ShoeHand} hand
 * @param {ReadonlyMap<string, string>} labels
 */
function remarks(hand, labels) {
  /** @type {(keyof ShoeHand & ("natural" | "player_pair" | "banker_pair" | "free" | "corrected"))[]} */
  const flags = ["natural", "player_pair", "banker_pair", "free", "corrected"];
  return [...hand.calls.map((id) => labels.get(id) ?? id), ...flags.filter((flag) => hand[flag]).map((flag) => t(`shoe.mark.${flag}`))].join(", ");
}
