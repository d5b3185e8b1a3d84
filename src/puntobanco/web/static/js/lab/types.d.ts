/* What the lab asks and is told. Deals and the parts of fractions are texts: they are beyond a number. */
import type { Bet, Felt } from "../types.d.ts";

export type Value = string | number | boolean;
/** A feature by its key ("player.total"), and the values any of which it may have. */
export type Clause = Record<string, Value[]>;
export interface ResultForm { when: Clause[]; verdict: "pay" | "push" | "take"; pays: string; commission: string; round: string }
export interface BetForm {
  id: string; label: string; kind: string; felt: string; back_line: boolean; requires: string[]; fee: string; cap: string;
  result: ResultForm[];
}
/** A bet of the text; one of its base has no number, and one of another shape no form. */
export interface WrittenBet { id: string; label: string; number: number | null; line?: number; form?: BetForm | null }
export interface SheetFault { line: number | null; key: string; reason: string; cure: string }
export interface ResultOdds { words: string | null; verdict: "pay" | "push" | "take"; odds: string | null; deals: string; share: number; adds: number }
export interface Exact { numerator: string; denominator: string; value: number }
export interface BetOdds { id: string; label: string; edge: Exact; hit: number; deviation: number; results: ResultOdds[] }
export interface Odds {
  cards: number; deals: string; winner: Record<string, number>; bets: BetOdds[]; bet: number; decks: number[];
  /** By rank, or by card where suits matter; null where no card can be spared. */
  removal: Record<string, number> | null;
}
export interface SheetTold { id: string; name: string; source: string; cloth: Felt; seats: number[]; calls: { id: string; label: string }[]; felt: Bet[]; words: string[][] }
export type PinTold = { name: string; id: string; bets: BetOdds[] } | { fault: SheetFault };
export interface Answer {
  text: string; fault: SheetFault | null; shoe_fault: string | null; bets: WrittenBet[];
  sheet?: SheetTold; odds?: Odds; pins?: PinTold[];
  /** What the answer took to make. */
  seconds: number;
}
export interface Feature { key: string; words: Value[] }
export interface Saved { id: string; name: string; sheet: string; saved: number }
export interface Offer {
  default: string; sheets: { id: string; name: string }[]; features: Feature[];
  signed_in: string | null; saved: Saved[]; may_open: boolean; may_offer: boolean;
  /** The open table for whose sake odds of part of a shoe are kept. */
  shoe_kept: string | null;
}
export interface Change { number: number; form: BetForm | null }
export interface Pin { name: string; text: string }
/** What a failed answer says: a code with the numbers of its sentence. */
export interface Refused { code: string; params: Record<string, unknown> }

export interface Lab {
  /** The sheet began with a shipped one, or with nothing but a file. */
  offer: Offer; text: string; from: string; saved: string | null;
  decks: number; gone: number[]; undone: { decks: number; gone: number[] }[]; putting: boolean;
  bet: number; view: "text" | "form"; pins: Pin[];
  change: Change | null; whole: boolean;
  /** What was last told; the sheet and odds of the last text without a fault stay in sight. */
  told: Answer | null; sheet: SheetTold | null; odds: Odds | null; isStale: boolean;
  refused: Refused | null; isSlow: boolean;
}
