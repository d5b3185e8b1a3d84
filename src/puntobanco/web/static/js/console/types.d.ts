/* What the dealer's console is told beside the view of the table; everything in it is reckoned by the house. */
import type { LineName, Refusal, Side, Verdict, View, Winner } from "../types.d.ts";

export interface Coded { key: string; params: Record<string, unknown> }
export type Role = "dealer" | "software" | "patron" | "supervisor";
export interface Next {
  act: string; by: Role; command: Frame | null; why: Coded | null; params: Record<string, unknown>;
}
/** A command as it is sent, without its id. */
export type Frame = { type: string } & Record<string, unknown>;
export type Chips = [value: number, many: number][];

export interface Line {
  wager: string; place: number; seat: number | null; line: LineName; name: string; bet: string; amount: number;
  verdict: Verdict; odds: string | null; act: "pay" | "take" | "return"; moves: number; chips: Chips; owed: number;
  collected: number; paid: number; returned: number; uncovered: number;
  net: number; used: number; ends: "" | "exhausted" | "capped"; no_action: boolean;
}
export interface Bank { place: number; name: string; cover: number; net: number; exhausted: boolean; capped: boolean }
export interface Settling {
  lines: Line[]; bank: Bank | null; totals: { taken: number; paid: number; uncovered: number; no_action: number };
}
export interface Tableau { side: Side; by: "total" | "third"; total: number; cells: boolean[]; at: number }
export interface Wager {
  wager: string; place: number; seat: number | null; line: LineName; patron: string; name: string; bet: string; amount: number;
}
export interface Collection {
  box: string; taken: boolean; player_dealer: number; total: number;
  fees: { place: number; line: LineName; name: string; amount: number }[];
  cannot_pay: { place: number; line: LineName; name: string }[];
}
export interface Kind { kind: string; needs: string[]; may: string[]; wagers: string[]; handlings: string[] }
export interface Round {
  round: number; shoe: number; hand: number; winner: Winner; player: number | null; banker: number | null;
  cards: string[]; corrections: number; wagers: Omit<Wager, "seat" | "patron">[];
}
export interface Console {
  paced: "clock" | "dealer"; step: string; next: Next; say: Coded[]; called: Coded[]; tableau: Tableau | null;
  button: { card: string; value: number; seat: number; place: number } | null;
  settling: Settling | null;
  cover: { place: number; name: string; cover: number; chips: Chips; covers: boolean | null; worst: number } | null;
  collection: Collection | null; wagers: Wager[]; commands: Record<string, Refusal | null>;
  irregularities: Kind[]; pad: Record<string, number> | null; rounds: Round[];
}
export interface Person {
  patron: string; name: string; kind: string; positions: { place: number; line: LineName }[]; rack: number; on_felt: number;
  break_ms: number | null;
}
export interface Proposal { number: number; by: string; round: number | null; matter: { matter: string } & Record<string, unknown> }
export interface Staff {
  suspended: string | null; people: Person[]; proposals: Proposal[];
}
export interface ConsoleState {
  type: "state"; epoch: number; seq: number; fence: null;
  view: View; staff?: Staff | null; console?: Console | null;
}

export interface Outcome { handling: string; refusal: Refusal | null; moves: { who: string; name: string | null; amount: number }[] }
export interface Enrolled { id: string; name: string; kind: string; wallet: number }

/** A key of the bar: its place never changes, its label may. */
export interface Key {
  digit: number; label: string; act: Act | null; why: Refusal | null; primary: boolean; danger: boolean;
}
export type Act =
  | { do: "send"; command: Frame } | { do: "line" } | { do: "all" } | { do: "back" } | { do: "say" } | { do: "card" }
  | { do: "form" }
  | { do: "sheet"; sheet: SheetName };
export type SheetName = "irregularity" | "floor" | "people" | "help";

export interface Typed { rank: string | null; suit: string | null }
export interface Picture {
  view: View; console: Console; staff: Staff;
  /** How many lines of the settlement the dealer has done. */
  done: number;
  typed: Typed;
  refused: Refusal | null;
  sent: boolean;
  lost: string | null;
  clock: string | null;
  last: boolean;
  /** Whether the digits write a card just now, and acts come after a full stop. */
  writes: boolean;
  acting: boolean;
  /** Whether it makes sounds. */
  loud: boolean;
}
