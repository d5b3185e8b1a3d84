/* What the page of a tracked shoe is told beside the view of the table. */
import type { Refusal, Side, View, Winner } from "../types.d.ts";

export interface Hand { winner: Winner; marks: string[]; cards: string[] }

/** For each winner the marks that it can have, and for each of them the marks that it bars. */
export type Possible = Record<Winner, Record<string, string[]>>;

/** Who draws: by the total of two cards; Banker also by Player's third card, first where there is none. */
export interface Draws { player: boolean[]; banker: boolean[][] }

export interface Rules {
  possible: Possible; draws: Draws; decks: number; seen: Record<string, number>; needs_suits: boolean;
}
export interface Tracking extends Rules {
  hands: Hand[]; hands_limit: number | null; next_shoe: number; back_to: number | null; cut_card: boolean;
}
export interface Staff { suspended: string | null; screens: number; tracking: Tracking | null }
export interface DealerState { type: "state"; epoch: number; seq: number; fence: null; view: View; staff?: Staff | null }

/** Why a key was refused; the words are a message of the page, or of the house where `house` is true. */
export interface Refused { key: string; params: Record<string, string | number>; house?: boolean }

export interface Entry {
  mode: "result" | "cards";
  winner: Winner | null;
  /** Whether the winner came with a call. */
  implied: boolean;
  marks: readonly string[];
  cards: readonly string[];
  free: boolean;
  refused: Refused | null;
}

/** What is sent to the house. */
export interface Said { winner?: Winner; marks?: readonly string[]; cards?: readonly string[]; is_free?: boolean }

export type Key =
  | { type: "winner"; winner: Winner } | { type: "call"; token: string } | { type: "mark"; mark: string }
  | { type: "rank"; rank: string } | { type: "suit"; suit: string }
  | { type: "free" } | { type: "mode" } | { type: "back" } | { type: "clear" } | { type: "enter" };

export type Intent = Key | { type: "bets" } | { type: "help" };

export type TrackingCommand =
  | ({ type: "enter-hand"; hand: number } & Said)
  | { type: "undo-hand"; hand: number }
  | ({ type: "change-hand" | "insert-hand"; hand: number; hands: number } & Said)
  | { type: "delete-hand"; hand: number; hands: number }
  | { type: "new-shoe"; shoe: number; burn?: string } | { type: "take-shoe-back" } | { type: "mark-cut-card" }
  | { type: "limit-hands"; hands: number | null } | { type: "burn"; card: string } | { type: "set-message"; text: string }
  | { type: "open-betting" } | { type: "close-betting" } | { type: "pause-betting" } | { type: "resume-betting" }
  | { type: "suspend-table"; reason: string } | { type: "resume-table" };

export interface Settings {
  quick: boolean; sound: boolean; volume: number; light: "day" | "evening" | "night" | "auto";
}
export type Due = Side | null;
export type { Refusal, View, Winner };
