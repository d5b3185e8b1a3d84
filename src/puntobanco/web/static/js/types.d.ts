/* What the house sends and takes. Amounts are integers in minor units; times are milliseconds. */

export type Side = "player" | "banker";
export type Winner = Side | "tie";
export type Phase =
  | "closed" | "no-shoe" | "shuffling" | "waiting" | "betting" | "paused" | "dealing" | "settled";
export type CallColour = "gold" | "slate" | "ink";
export type BetColour = Winner | CallColour;
export type Zone = "left-bonus" | "player" | "centre" | "banker" | "right-bonus";
export type Felt = "pine" | "ink" | "plum" | "oxblood";
export type Verdict = "pay" | "take" | "push";

export interface Currency {
  code: string; symbol: string; exponent: number;
  /** The table's unit, put in by a page that wants its cents shown. */
  unit?: number;
}
export interface Clock { remaining_ms: number; total_ms: number; paused: boolean }
export interface Refusal { code: string; params: Record<string, unknown> }

export interface Call { id: string; label: string; mark: string; token: string; colour: CallColour }
export interface CallTally extends Call { count: number; percent: number; last: number | null; ago: number | null }

export interface Bet {
  id: string; label: string; kind: "main" | "side"; zone: Zone; shape: "bar" | "circle"; colour: BetColour;
  pays: string[]; call: string | null; min: number; max: number; requires: string[];
  commission: string | null; pushes_on: string[]; pushes_on_tie: boolean; loses_on: string[];
}

export type Inscription =
  | { key: "pushes" | "loses"; bet: string; on: string }
  | { key: "commission"; bet: string; rate: string }
  | { key: "pays"; bet: string; odds: string; pays: string[] };

export interface Table {
  id: string; name: string; game: string; sheet: string; felt: Felt; bank: string; seats: number;
  /** One more than seats where a player-dealer banks. */
  places: number; cards: string; back_line: number; collection: Collection | null;
  opposite_mains: boolean; second_place: boolean; breaks_ms: number;
  cover: { policy: "running" | "gross" | "collect-then-pay"; win_cap: "continue" | "halt" };
  unit: number; chips: number[]; currency: Currency; bets: Bet[]; calls: Call[]; inscription: Inscription[];
  /** Of its board, as the floor has it; none: as the house's boards are. */
  languages: string[];
  /** The hash of all terms in force. */
  rules: string;
}

export interface Tier { from: number; fee: number }
export interface Collection {
  label: string; fictional: boolean; waived: boolean; basis: "per-hand" | "per-wager" | "per-time"; minutes: number | null;
  applies_to: string[]; player_fee: Tier[]; player_dealer_fee: Tier[];
}

export type BeadCell = [column: number, row: number, outcome: "P" | "B" | "T", marks: string[]];
export type BigRoadCell = [
  column: number, row: number, side: "P" | "B" | null, ties: number,
  logicalColumn: number, logicalRow: number, marks: string[],
];
export type RoadColour = "red" | "blue";
export type LowerCell = [column: number, row: number, colour: RoadColour];
export type NextMarks = [RoadColour | null, RoadColour | null, RoadColour | null];

export interface Roads {
  bead_plate: BeadCell[]; big_road: BigRoadCell[];
  big_eye_boy: LowerCell[]; small_road: LowerCell[]; cockroach_pig: LowerCell[];
  next: { banker: NextMarks; player: NextMarks };
}
export interface Share { count: number; percent: number }
export interface Tally {
  hands: number; player: Share; banker: Share; tie: Share; calls: CallTally[];
  naturals: number; player_pairs: number; banker_pairs: number; longest: { player: number; banker: number };
}
/** Totals are null where nobody recorded the cards. */
export interface Result { winner: Winner; player: number | null; banker: number | null; calls: string[] }
export interface Counts {
  hands: number; player: number; banker: number; tie: number; naturals: number; calls: CallTally[];
}
export interface LastShoe extends Counts { number: number }
/** The earlier shoes of the day, together. */
export interface Day extends Counts { shoes: number }
export interface Board extends Roads {
  outcomes: number; tally: Tally; last: Result | null; last_shoe: LastShoe | null; day: Day | null;
  /** Hands of this shoe, from 1: with a corrected result; and the one whose result is being checked. */
  corrected: number[]; checked: number | null;
  per_hour: number | null;
}

export interface ShoeHand extends Result {
  shoe: number; hand: number; round: number | null; at: number | null; outcome: string;
  player_cards: string[] | null; banker_cards: string[] | null;
  natural: boolean; player_pair: boolean; banker_pair: boolean; free: boolean; corrected: boolean;
}
/** What `/api/table/{id}/shoe.json` gives. */
export interface Shoe {
  table: string; name: string; shoes: number[]; shoe: number; game: string; sheet: string; over: boolean;
  calls: Call[]; tally: Tally; roads: Roads; hands: ShoeHand[];
}

export interface HandView { cards: string[]; total: number }
export interface CoupView {
  player: HandView; banker: HandView; winner: Winner | null; calls: string[]; natural: boolean;
}
export interface WagerView { bet: string; amount: number }
export type LineName = "front" | "back";
export interface Behind { name: string; wagers: WagerView[]; net: number | null; third_party: boolean }
export interface PlaceView {
  place: number; seat: number | null; name: string | null; away: boolean; wagers: WagerView[]; net: number | null;
  behind: Behind[];
  /** Somebody who plays for a third-party provider. */
  third_party: boolean;
}
/** `number` is its place in the order settled, `bank` the player-dealer's result after it. */
export interface SettlementLine {
  number: number; place: number; line: LineName; name: string; bet: string; amount: number; verdict: Verdict | "void"; odds: string | null;
  collected: number; paid: number; returned: number; uncovered: number; bank: number | null;
}

export interface PlayerDealer {
  place: number; name: string; third_party: boolean; cover: number; hands: number; next_offer_in: number;
}
export interface Offer {
  place: number; name: string; minimum: number; fee: number; hands: number; remaining_ms: number | null;
}
export interface CoverRow { winner: Winner; calls: string[]; pays: number; collects: number; net: number }
export interface Covers { covers: boolean; in_full: boolean; exact: boolean; worst: number; rows: CoverRow[] }
/** What `/api/table/{id}/outlook` gives: a cover against the wagers of the last hand. */
export interface OutlookRow {
  winner: Winner; calls: string[]; pays: number; collects: number; worst: number; best: number;
  uncovered: number; untaken: number; exhausted: boolean;
}
export interface Outlook {
  cover: number; least: number; most: number; fee: number; hand: number | null; wagers: number;
  worst: number; best: number; rows: OutlookRow[];
}
/** What `/api/table/{id}/game` gives: the sheet in words and in exact figures, of a full shoe. */
export interface Figure { value: number; exact: string }
export interface Game {
  sheet: string; decks: number; deals: string; drawing: string[]; sections: { title: string; lines: string[] }[];
  winner: Record<Winner, Figure>;
  bets: { id: string; edge: Figure; rows: { verdict: Verdict; odds: string | null; on: string | null; chance: Figure }[] }[];
}
/** A patron's own limits, and how he stands against them. */
export interface OwnLimits {
  loss: number | null; minutes: number | null; later: { loss: number | null; minutes: number | null };
  lost: number; spent_ms: number; reached: "loss" | "time" | null; opens_ms: number;
}
/** The most that a patron buys in a period, what holds in so many milliseconds, and what he has bought. */
export interface Deposit { most: number | null; later: number | null; later_ms: number; used: number }
/** A patron's reminder: how long he has played since the last one, and what came of it. */
export interface Reminder { minutes: number; spent_ms: number; net: number; due: boolean }
export interface BankResult {
  place: number; name: string; cover: number; net: number; exhausted: boolean; capped: boolean; fee: number;
  /** The line that ended the action. */
  ended: number | null;
}
export interface Button { card: string; value: number; seat: number; place: number }
export interface Notice { kind: "void" | "free-hand" | "corrected" | "terms"; round: number }

export interface View {
  table: Table; phase: Phase; is_suspended: boolean; shoe: number | null; hand: number | null; round: number; last_rounds: 0 | 1 | 2 | null;
  /** How many hands of each shoe are played, in a tournament. */
  hands_limit: number | null;
  clock: Clock | null; next_ms: number | null; coup: CoupView | null; places: PlaceView[];
  settlement: { kind: HandKind; lines: SettlementLine[]; player_dealer: BankResult | null } | null;
  player_dealer: PlayerDealer | null; offer: Offer | null; covers: Covers | null; button: Button | null;
  notice: Notice | null; board: Board;
  /** A line of the floor's own for the board. */
  message: string | null;
}

export interface Spot { amount: number; refusal: Refusal | null; room: number }
export type HandKind = "settled" | "free-hand" | "void" | "corrected";
/** Why a hand was void or settled again; `was`: its result before; `owes`, `owed`: what could not be moved. */
export interface Ruled {
  cause: string; reason: string; was: Result | null;
  moved: number; to: "rack" | "wallet"; owes: number; owed: number; forgiven: boolean;
}
export interface HistoryEntry {
  round: number; hand: number; shoe: number; kind: HandKind;
  winner: Winner | null; player: number | null; banker: number | null; calls: string[];
  wagers: WagerView[]; cover: number | null; net: number; fee: number; rulings: Ruled[];
}
export interface Position { place: number; line: LineName; spots: Record<string, Spot> }
export interface Mine {
  patron: { id: string; name: string }; wallet: number; place: number | null; rack: number; on_felt: number;
  /** Put in by the page: the line of the position that it looks at. */
  line?: LineName;
  positions: Position[]; spots: Record<string, Spot>; last_wagers: WagerView[];
  is_player_dealer: boolean; cover: number; covers: Covers | null; offer: Offer | null;
  break_ms: number | null; fees_due: number;
  result: { net: number; fee: number; as_player_dealer: number | null; lines: SettlementLine[] } | null;
  history: HistoryEntry[]; session: { since_ms: number; net: number } | null; limits: OwnLimits | null;
  deposits: { day: Deposit; week: Deposit; month: Deposit } | null; reminder: Reminder | null; excluded_ms: number | null;
}
/** What `/api/table/{id}/hands` gives of each hand. */
export interface OwnHand extends HistoryEntry { coup: CoupView | null; lines: SettlementLine[]; before: Before[] }
/** A hand as it was settled before a correction, as far as it is a patron's own. */
export interface Before { coup: CoupView | null; lines: SettlementLine[]; net: number }
export interface State {
  type: "state"; epoch: number; seq: number; view: View; mine: Mine | null;
  /** The time of day by the house's clock, in milliseconds since 1970. */
  now: number;
  /** The number of this line's hold of the patron's seat; null where another line has it. */
  fence: number | null;
}

export interface TableCard {
  id: string; name: string; game: string; felt: Felt; bank: string; currency: Currency; limits: { min: number; max: number };
  places: { place: number; taken: boolean }[]; free: number; phase: Phase; clock: Clock | null;
  tally: { player: number; banker: number; tie: number; calls: CallTally[] };
  big_road: BigRoadCell[]; hand: number | null; shoe: number | null;
}
export interface SignedIn { id: string; name: string; wallet: number }
export interface Lobby {
  signed_in: SignedIn | null; staff: SignedInStaff | null; has_account: boolean;
  /** When he signed in the time before. */
  seen: number | null; guests: boolean;
  currency: Currency; tables: TableCard[];
}
/** `deals`: he may open consoles, of one table or of all. */
export interface SignedInStaff { name: string; duty: string; home: string; deals: boolean; table: string | null }
export interface LobbyPush { type: "lobby"; tables: TableCard[] }

export type Command =
  | { type: "take-seat"; place: number; buy_in: number }
  | { type: "stand-behind"; place: number; buy_in: number }
  | { type: "leave-seat"; place?: number }
  | { type: "buy-in" | "cash-out" | "post-cover"; amount: number }
  | { type: "take-break" | "come-back" | "decline-player-dealer" | "give-up-player-dealer" }
  | { type: "accept-player-dealer"; cover: number }
  | { type: "set-wager"; round: number; place: number; line: LineName; bet: string; amount: number };
export type Answer =
  | { type: "answer"; id: string; ok: true }
  | { type: "answer"; id: string; ok: false; refusal: Refusal };

export type Lag = "good" | "slow" | "bad";
export interface ConnectionStatus {
  state: "connecting" | "open" | "lost";
  /** When the line was lost. */
  since: Date | null;
  /** Since when the state is so, on performance.now(): a silent line counts as lost from what it said last. */
  at: number;
  retryInMs: number | null;
  /** What the way to the house and back feels like; null while nobody knows. */
  lag: Lag | null;
  /** Whether commands go through: false once another page has taken the seat. */
  acting: boolean;
}
