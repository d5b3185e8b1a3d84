/* What the floor is sent. Amounts are integers in minor units; times are milliseconds. */
import type { Clock, Currency, PlayerDealer, Refusal, TableCard, View } from "../types.d.ts";

export interface Sums {
  rounds: number; bought: number; wagered: number; won: number; hold: number | null; fees: Record<string, number>;
  collected: number; irregularities: number; corrections: number; voids: number;
}
export interface Move { who: string; name: string | null; amount: number }
export interface Preview { handling: string; refusal: Refusal | null; moves: Move[] }
export interface Limit { bet: string; min: number; max: number }
export type Matter =
  | { matter: "void-round"; refund_fees: boolean }
  | { matter: "correct-round"; round: number; cards: string[]; spots: unknown[]; winner: string; marks: string[]; shortfall: string }
  | { matter: "irregularity"; kind: string; card: string | null; wager: string | null; amount: number | null; handling: string }
  | { matter: "change-limits" | "change-terms" };
export interface Stood { winner?: string; cards?: string[]; hand?: number }
export interface Terms {
  sheet: string; hash: string; rotation: string | null; schedule: string | null; irregularities: string; second_place: boolean;
  opposite_mains: boolean; decks: number; limits: (Limit & { label: string })[]; cover_min: number; cover_max: number | null; aggregate: number | null;
  differential: number | null; clock: number | null; paced: string; back_line: number; break_ms: number; offer_ms: number | null;
  languages: string[];
}
/** What waits for the end of a round, a turn or a shoe; empty: of nothing. */
export interface Change { was: Partial<Terms>; now: Partial<Terms>; waits: "" | "round" | "turn" | "shoe" }
export interface Agreed extends Change { number: number; name: string; approved: string }
export interface Proposal {
  number: number; by: string; name: string; reason: string; at: number; clock: string; round: number | null; matter: Matter;
  was: Stood | null; change: Change | null; previews: Preview[];
}
export interface Rotation {
  policy: string; offer_due: boolean; broken: string | null; paused_ms: number | null; next_breach_ms: number | null;
  declined: number[];
}
export interface FloorBank extends PlayerDealer { last: { cover: number; net: number; exhausted: boolean } | null }

export interface OpenTable extends TableCard {
  terms: Terms; agreed: Agreed[];
  shift: Sums; today: Sums; sheet: string; cards: string; box: string; suspended: string | null; is_stopped: boolean;
  patrons: number; per_hour: number | null; player_dealer: FloorBank | null; rotation: Rotation | null;
  waits: "step-shoe" | "clear-shoe" | null; proposals: Proposal[]; held: number; claims: number;
}
export interface ClosedTable { id: string; phase: "closed"; shift: Sums; today: Sums }
export type FloorTable = OpenTable | ClosedTable;

export interface LateWager { name: string; place: number; bet: string; amount: number; expectation: number; exact: string }
export interface Facts { wagers?: LateWager[]; [name: string]: unknown }
export interface AlertGroup {
  numbers: number[]; table: string; kind: string; at: number; clock: string; ago_ms: number; round: number; facts: Facts;
}
export interface Cleared { table: string; kind: string; clock: string; by: string; name: string; facts: Facts }
export interface Floor {
  at: number; clock: string; day: string; shift: number; currency: Currency; tables: FloorTable[]; alerts: AlertGroup[];
  cleared: Cleared[]; large_win: number; late_gain: number; totals: Sums; per_hour: number;
}
export interface Me { actor: string; name: string; role: string; clears: boolean }
export interface FloorPush { type: "floor"; me: Me; floor: Floor }

export interface Person {
  patron: string; name: string; kind: string; positions: { place: number; line: string }[]; rack: number; on_felt: number;
  break_ms: number | null;
}
export interface Staff {
  suspended: string | null; is_stopped: boolean; people: Person[]; rotation: Rotation | null;
  disputes: { number: number; patron: string; name: string; amount: number }[];
  claims: { number: number; debtor: string; creditor: string; amount: number }[];
  correctable: number[]; collection: { box: string; held: number; round: number };
}
export interface Detail { seq: number; view: View; staff: Staff | null }

export interface SheetChoice {
  id: string; name: string; bank: string; house_banked: boolean; decks: [number, number, number]; seats: number[];
  bets: { id: string; label: string; main: boolean }[]; rotation: string; schedule: string; irregularities: string; hash: string;
}
export interface Catalogue {
  sheets: SheetChoice[]; rotations: string[]; schedules: { id: string; label: string }[]; cards: string[]; irregularities: string[];
}
export interface ShiftRow extends Sums { id: string }
export interface Shifts { shifts: { day: string; shift: number; began: string; tables: ShiftRow[]; all: Sums }[] }

export interface Told { code: string; params: Record<string, unknown> }
export type Clocks = Map<string, import("../clock.js").Anchored>;
export type { Clock };

export interface Offer {
  number: number; id: string; name: string; sheet: string; hash: string; venue_hash: string; decks: number; at: number; by: string;
  author: string; taken_up: string | null; bets: { id: string; label: string; edge: { value: number; exact: string } | null }[];
}

/** What was asked of the house; null: it has not answered. */
export interface Fetched {
  detail: Detail | null; catalogue: Catalogue | null; chosen: SheetChoice | null; shifts: Shifts | null; offers: Offer[] | null;
}

export interface Patron { id: string; name: string; kind: string; wallet: number }
export interface CageEntry {
  number: number; clock: string; day: string; kind: "in" | "out" | "enrolled" | "count"; patron: string; name: string; amount: number; by: string;
  table: string; box: string; expected: number; difference: number;
}
export interface Cage {
  me: { actor: string; name: string }; currency: Currency; patrons: Patron[]; entries: CageEntry[];
  boxes: { table: string; box: string; hangs: boolean }[];
}
