/** Small states of a table for the tests of the seat's pure modules. */

/** @param {Record<string, unknown>} change */
export const bet = (change) => ({
  id: "a", label: "A", kind: "main", zone: "player", shape: "bar", colour: "player", pays: ["1:1"], call: null,
  min: 2500, max: 50000, requires: [], commission: null, pushes_on: [], pushes_on_tie: false, loses_on: [], ...change,
});

export const MAIN = bet({ id: "north", label: "North" });
export const OTHER = bet({ id: "south", label: "South", zone: "banker", colour: "banker" });
export const SIDE = bet({
  id: "heron-9", label: "Heron 9", kind: "side", zone: "right-bonus", shape: "circle", requires: ["north", "south"],
});

/** @param {{ round?: number, phase?: string, spots?: Record<string, number>, view?: object, mine?: object }} change */
export function state({ round = 1, phase = "betting", spots = {}, view = {}, mine = {} } = {}) {
  const bets = [MAIN, OTHER, SIDE];
  const place = "place" in mine ? mine.place : 5;
  const amounts = Object.fromEntries(bets.map(({ id }) => [id, { amount: spots[id] ?? 0, refusal: null, room: 50000 }]));
  return {
    type: "state", seq: 1, now: 0,
    view: {
      table: { id: "7", name: "Table 7", bank: "house", second_place: false, back_line: 0, bets, calls: [], chips: [500, 2500, 10000], unit: 100, inscription: [] },
      phase, shoe: 3, hand: 61, round, clock: null, next_ms: null, coup: null, places: [], settlement: null, ...view,
    },
    mine: {
      patron: { id: "p", name: "Dara" }, wallet: 0, place, rack: 100000,
      positions: place === null ? [] : [{ place, line: "front", spots: amounts }], is_player_dealer: false, cover: 0, offer: null,
      break_ms: null, fees_due: 0, limits: null, deposits: null, reminder: null, excluded_ms: null,
      on_felt: Object.values(spots).reduce((sum, amount) => sum + amount, 0),
      spots: amounts, last_wagers: [], result: null, history: [], session: { since_ms: 0, net: 0 }, ...mine,
    },
  };
}
