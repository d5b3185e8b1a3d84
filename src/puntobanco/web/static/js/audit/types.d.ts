/* What the house tells an auditor. */
import type { Currency } from "../types.d.ts";

export interface Stream { stream: string; table: string | null; name: string | null; rounds: number; events: number }
export interface Person { id: string; name: string }
export interface Progress {
  began: number; done: number; all: number; is_over: boolean; transfers: number; faults: string[];
  streams: { stream: string; version: number; hash: string }[];
}
/** What `/api/audit` gives. */
export interface Audit {
  me: { actor: string; name: string }; time: string; zone: string; currency: Currency;
  streams: Stream[]; people: Person[]; kinds: string[]; files: string[]; progress: Progress | null;
}
export interface Told {
  stream: string; table: string | null; version: number; at: number; time: string; kind: string; round: number;
  people: string[]; hash: string; entry: unknown; transfers: [from: string, to: string, amount: number][];
}
/** What `/api/audit/log` gives. */
export interface Found { events: Told[]; names: Record<string, string>; below: Record<string, number> | null }
export interface Line {
  wager: string; place: number; patron: string; bet: string; amount: number; verdict: string;
  collected: number; paid: number; returned: number; uncovered?: number; line?: string;
}
export interface Returned { wager: string; place: number; line: string; patron: string; bet: string; amount: number }
export interface WholeRound {
  table: string; round: number; state: "open" | "settled" | "void" | "corrected"; shoe: number; hand: number; rules: string;
  cards: [card: string, hand: string][]; winner: string | null; calls: string[]; lines: Line[]; returned: Returned[];
  fees: { patron: string; amount: number }[];
  player_dealer: { place: number; patron: string; cover: number; net: number } | null; player_dealer_fee: number;
  labels: Record<string, string>; events: Told[];
}
export type Wanted = Record<"stream" | "number" | "kind" | "person" | "since" | "until", string>;
export type Opened =
  | { kind: "event"; event: Told }
  | { kind: "round"; table: string; number: number; round: WholeRound | null; lost: boolean };
/** All that the page shows. */
export interface Shown {
  audit: Audit; wanted: Wanted; found: Told[]; names: Map<string, string>; below: Record<string, number> | null;
  reading: boolean; progress: Progress | null; table: string; fault: string | null;
}
