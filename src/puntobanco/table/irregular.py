"""Irregularities: what can go wrong, in which state, and what may be done about it (rules.md 4.2).

``TABLE`` is the printed table; docs/rules/irregularities.md has it with sources and events. Under
the profile ``burn`` an extra card is burned, seen or not; under ``keep`` one that nobody saw is
the next card; under ``free-hand`` one that was seen makes a hand without wagers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from puntobanco.cards import Card
from puntobanco.rules.coup import Side, next_hand
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.collecting import go_back
from puntobanco.table.dealership import end_turn
from puntobanco.table.dealing import check_dealt, check_next, ended_coup, read_card
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.rounds import close_betting, void_round
from puntobanco.table.state import Round, TableState

FIRST_CARDS: Final = 4


@dataclass(frozen=True, slots=True)
class Row:
    """An irregularity: where it can occur, and its handlings under each profile.

    A profile's first handling that the state allows is done unless the supervisor names another
    of the row's.
    """

    kind: str
    cards: str  # where the table's cards come from
    phases: str
    burn: str
    keep: str
    free_hand: str
    needs: str = ""  # what the report must name
    may: str = ""  # what it may name

    @property
    def message(self) -> str:
        """The key of what the dealer's screen says."""
        return f"irregularity.{self.kind}"

    def handlings(self, profile: str) -> tuple[str, ...]:
        """Give the handlings under a profile, the default first, and then all others."""
        mine = {"burn": self.burn, "keep": self.keep, "free-hand": self.free_hand}[profile].split()
        every = f"{self.burn} {self.keep} {self.free_hand}".split()
        return tuple(dict.fromkeys([*mine, *every]))


def _row(kind: str, cards: str, phases: str, handlings: str, needs: str = "", may: str = "") -> Row:
    """Write a row whose handlings are the same under every profile."""
    return Row(kind, cards, phases, handlings, handlings, handlings, needs, may)


REAL: Final = "scanned typed"  # cards from a box that are recorded one by one
TOUCHED: Final = "scanned typed results"  # cards that somebody's hand deals
WAGERED: Final = "software scanned typed"
ANY: Final = "software scanned typed results"
# A shoe is preparing until it is cut, then unburned; betting includes a pause.
ROUND: Final = "betting dealing decided"
ALWAYS: Final = "no-shoe preparing unburned idle betting dealing decided"

# fmt: off
TABLE: Final = (
    # A card was drawn when no draw was due.
    Row("extra-card-unseen", REAL, "idle decided",
        burn="burn next", keep="next burn", free_hand="next burn"),
    Row("extra-card-seen", REAL, "idle decided",
        burn="burn free-hand", keep="burn free-hand", free_hand="free-hand burn", needs="card"),
    # A third card was given to Player though Player must stand.
    Row("false-player-draw", REAL, "dealing decided",
        burn="bankers-third burn free-hand", keep="bankers-third burn free-hand",
        free_hand="bankers-third free-hand burn", needs="card"),
    # A third card that was due was not drawn, noticed before or after the settlement.
    _row("card-not-drawn", TOUCHED, "dealing", "draw-now"),
    _row("card-not-drawn-late", TOUCHED, ALWAYS, "stands"),
    # The wrong hand got the card: no other card has come since, or it cannot be put right.
    _row("wrong-hand", TOUCHED, "dealing decided", "move"),
    _row("false-draw", TOUCHED, "dealing decided", "void void-refund", may="card"),
    _row("card-face-up", REAL, "idle betting dealing decided", "burn", needs="card"),
    _row("too-few-cards", TOUCHED, "dealing", "reshuffle reshuffle-refund"),
    _row("card-before-close", REAL, "betting", "next burn", may="card"),
    _row("burn-forgotten", TOUCHED, "unburned idle betting dealing decided",
         "burn-now continue end-shoe"),
    # A damaged or foreign card, a wrong back, one too many of a card.
    _row("bad-card", TOUCHED, "preparing unburned idle betting dealing decided",
         "quarantine quarantine-refund", may="card"),
    _row("shuffler-fault", ANY, ROUND, "void void-refund continue"),
    # A wager was made, moved or capped after the first card.
    _row("late-wager", WAGERED, "dealing decided", "disallow", may="wager amount"),
    _row("orphan-side-bet", WAGERED, "dealing decided", "return", needs="wager"),
    # Less lies there than the player-dealer declared.
    _row("cover-short", WAGERED, ROUND, "reduce", needs="amount"),
    _row("wrong-payment", WAGERED, ALWAYS, "put-right", may="wager amount"),
    _row("tally-wrong", ANY, ALWAYS, "cards-govern"),
)
# fmt: on

BY_KIND: Final = {row.kind: row for row in TABLE}


def phase_of(state: TableState) -> str:
    """Name the state that a table is in, as the rows do."""
    if state.round is not None:
        return "betting" if state.round.phase == "paused" else state.round.phase
    if state.shoe is None:
        return "no-shoe"
    if state.shoe.prepared is not None:
        return "preparing"
    return "idle" if state.shoe.is_burned else "unburned"


def handlings(state: TableState, kind: str) -> tuple[str, ...]:
    """Give the handlings that are open now, the default first."""
    profile = state.game.sheet.venue.irregularities
    return tuple(h for h in BY_KIND[kind].handlings(profile) if _is_open(state, kind, h))


def check_irregularity(state: TableState, matter: ev.Irregularity) -> Refusal | None:
    """Say why an irregularity cannot occur in this state, or not be handled so."""
    row = BY_KIND.get(matter.kind)
    if row is None:
        return Refusal(Code.MALFORMED, {"kind": matter.kind[:32]})
    wrong = _check_named(state, row, matter)
    if wrong:
        return wrong
    occurs = state.game.cards in row.cards.split() and phase_of(state) in row.phases.split()
    if not occurs or not _can_be(state, matter):
        return Refusal(Code.NOT_IN_THIS_STATE, {"kind": row.kind, "phase": phase_of(state)})
    open_now = handlings(state, row.kind)
    if matter.handling and matter.handling not in open_now:
        return Refusal(Code.NO_SUCH_HANDLING, {"handlings": list(open_now)})
    return _check_card(state, matter)


def _check_named(state: TableState, row: Row, matter: ev.Irregularity) -> Refusal | None:
    """Check what is named: all that must be, nothing that means nothing, and a card that exists."""
    named = {"card": matter.card, "wager": matter.wager, "amount": matter.amount}
    given = {name for name, value in named.items() if value is not None}
    needs = set(row.needs.split())
    if not needs <= given or not given <= needs | set(row.may.split()):
        return Refusal(Code.MALFORMED, {"needs": sorted(needs)})
    if matter.amount is not None and (matter.amount < 0 or matter.amount % state.game.unit):
        unit = state.game.unit
        return Refusal(Code.NOT_A_MULTIPLE_OF_THE_UNIT, {"unit": unit, "amount": matter.amount})
    card = None if matter.card is None else read_card(matter.card)
    return card if isinstance(card, Refusal) else None


def _check_card(state: TableState, matter: ev.Irregularity) -> Refusal | None:
    """Say why the card cannot have come out of the shoe; a card too many is a bad one."""
    shoe, open_now = state.shoe, handlings(state, matter.kind)
    has_left = matter.card is not None or "next" in open_now
    if shoe is None or not has_left or matter.kind == "bad-card":
        return None
    card = None if matter.card is None else Card.parse(matter.card)
    if card is not None and "bankers-third" in open_now:
        return check_dealt(shoe, card)
    return check_next(shoe, card)


def _can_be(state: TableState, matter: ev.Irregularity) -> bool:
    """Whether the round and the shoe are such that it can have happened."""
    played = state.round
    match matter.kind:
        case "false-player-draw":
            return played is not None and _player_stands(played)
        case "card-not-drawn":
            return not state.game.records_real_cards or (
                played is not None and len(played.cards) >= FIRST_CARDS
            )
        case "card-not-drawn-late":
            return bool(state.settled)
        case "wrong-payment":
            return bool(state.settled) or phase_of(state) == "decided"
        case "burn-forgotten":
            rule = state.game.sheet.venue.shoe.burn
            return rule != "none" and (
                phase_of(state) == "unburned" or not state.game.records_real_cards
            )
        case "orphan-side-bet":
            wager = played.wagers.get(matter.wager or "") if played else None
            if played is None or wager is None:
                return False
            needed = state.game.sheet.require_bet(wager.bet).requires
            stack = played.stack(wager.patron, wager.seat, wager.line)
            return bool(needed) and {w.bet for w in stack}.isdisjoint(needed)
        case "cover-short":
            cover = played.cover if played else None
            return cover is not None and (matter.amount or 0) < cover.amount
        case _:
            return True


def _player_stands(played: Round) -> bool:
    """Whether four cards lie there, and the next is not Player's."""
    return len(played.cards) == FIRST_CARDS and next_hand(played.cards) is not Side.PLAYER


def _is_open(state: TableState, kind: str, handling: str) -> bool:
    """Whether a handling of the row is possible now."""
    shoe, played = state.shoe, state.round
    if kind == "false-player-draw":
        is_due = played is not None and next_hand(played.cards) is Side.BANKER
        return (handling == "bankers-third") == is_due
    if kind == "burn-forgotten":
        has_played = shoe is not None and bool(shoe.coups)
        return handling not in {"burn-now", "continue"} or (handling == "continue") == has_played
    return True


def rule_irregularity(
    state: TableState, matter: ev.Irregularity, handling: str, by: str, now: int
) -> Answer:
    """Give what follows from a ruling; what is put right on the felt alone is only logged."""
    if handling not in handlings(state, matter.kind):
        return Refusal(Code.NO_SUCH_HANDLING, {"handlings": list(handlings(state, matter.kind))})
    action = handling.removesuffix("-refund")
    match action:
        case "next" | "free-hand" | "burn" | "bankers-third":
            return _card_ruled(state, matter, action, by, now)
        case "void":
            lost = _burned(state, matter) if matter.card is not None else ()
            return (*lost, *_voided(state, matter, handling))
        case "reshuffle" | "end-shoe":
            ended = ev.ShoeEnded(shoe=state.require_shoe.number)
            return (*_voided(state, matter, handling), ended)
        case "quarantine":
            taken = ev.ShoeQuarantined(shoe=state.require_shoe.number, reason=matter.kind)
            return (*_voided(state, matter, handling), taken)
        case "return":
            return _returned(state, matter)
        case "reduce":
            return _reduced(state, matter, now)
        case _:
            return ()


def _card_ruled(
    state: TableState, matter: ev.Irregularity, action: str, by: str, now: int
) -> tuple[ev.AnyEvent, ...]:
    """Give what becomes of a card that left the shoe out of turn."""
    shoe = state.require_shoe
    if action == "burn":
        return _burned(state, matter)
    if action == "bankers-third":
        played = state.require_round
        card = Card.parse(matter.card or "")
        dealt = ev.CardDealt(
            round=played.number,
            position=shoe.next_position,
            card=card.code,
            hand=Side.BANKER.value,
            source="keyed",
            confirmed=by,
        )
        return (dealt, *ended_coup(state, (*played.cards, card)))
    aside = ev.CardSetAside(
        shoe=shoe.number, position=shoe.out, card=_code(matter.card), use=action
    )
    # The round must be dealt with it, so nobody may bet any more.
    closed = close_betting(state, now) if phase_of(state) == "betting" else ()
    return (aside, *closed)


def _code(card: str | None) -> str | None:
    return None if card is None else Card.parse(card).code


def _burned(state: TableState, matter: ev.Irregularity) -> tuple[ev.AnyEvent, ...]:
    shoe = state.require_shoe
    card = _code(matter.card)
    return (ev.CardBurned(shoe=shoe.number, position=shoe.out, card=card, reason=matter.kind),)


def _voided(state: TableState, matter: ev.Irregularity, handling: str) -> tuple[ev.AnyEvent, ...]:
    return void_round(state, matter.kind, refund=handling.endswith("-refund"))


def _returned(state: TableState, matter: ev.Irregularity) -> tuple[ev.AnyEvent, ...]:
    played = state.require_round
    back = (go_back(played.wagers[matter.wager or ""]),)
    return (ev.WagersReturned(round=played.number, reason="no-prerequisite", wagers=back),)


def _reduced(state: TableState, matter: ev.Irregularity, now: int) -> tuple[ev.AnyEvent, ...]:
    """The cover is what lies there; with nothing there is no round. The position moves on."""
    number, amount = state.require_round.number, matter.amount or 0
    done: tuple[ev.AnyEvent, ...] = void_round(state, matter.kind, refund=False)
    if amount:
        done = (ev.CoverReduced(round=number, amount=amount),)
    return (*done, *end_turn(state, "short", now))
