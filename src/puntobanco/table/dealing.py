"""Cards and results: one card at a time goes to its hand, or the result alone is entered.

Cards come from the software's shuffle by position, from a scanner or a keyboard one by one, or
nobody records them. What the rules do not allow is refused, so that a misdeal shows at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from msgspec.structs import replace

from puntobanco.cards import Card
from puntobanco.errors import CardError
from puntobanco.rules.coup import Winner, next_hand, play
from puntobanco.rules.marks import mark_fault
from puntobanco.rules.verdict import calls_of
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import Aside, Entered, Result, Round, ShoeState, TableState

# How a card may come to a table, by where the table's cards come from.
SOURCES: Final = {
    "software": ("shoe",),
    "scanned": ("scanned", "rescanned", "keyed"),
    "typed": ("keyed",),
    "results": (),
}

Command = cm.DealCard | cm.EnterResult
Event = ev.CardDealt | ev.CoupEnded | ev.ResultEntered | ev.CardBurned | ev.CardSetAside


def decide_dealing(state: TableState, command: Command) -> Answer:
    """Decide a card or a result."""
    match command:
        case cm.DealCard():
            return _deal(state, command)
        case cm.EnterResult():
            return _enter(state, command)
        case _:
            assert_never(command)


def expected(state: TableState) -> tuple[int, str] | None:
    """Give the position of the card that is due, and its hand; None: no card may be dealt."""
    shoe, played = state.shoe, state.round
    if shoe is None or played is None or played.phase != "dealing":
        return None
    side = next_hand(played.cards) if SOURCES[state.game.cards] else None
    return None if side is None else (shoe.next_position, side.value)


def read_card(code: str) -> Card | Refusal:
    """Read a card that somebody scanned or typed."""
    try:
        return Card.parse(code)
    except CardError:
        return Refusal(Code.MALFORMED, {"card": code[:8]})


def check_next(shoe: ShoeState, card: Card | None) -> Refusal | None:
    """Say why a card (None: unseen) cannot be the next that leaves the shoe (trust.md P7)."""
    if shoe.out >= shoe.end.cards:
        return Refusal(Code.NO_SUCH_CARD_LEFT)
    return None if card is None else _check_copies(shoe, card)


def check_dealt(shoe: ShoeState, card: Card) -> Refusal | None:
    """Say why a card cannot be dealt now: cards set aside come first, as what they are."""
    aside = shoe.aside[0] if shoe.aside else None
    if aside is None:
        return check_next(shoe, card)
    if aside.card is None:
        return _check_copies(shoe, card)
    due = {"position": aside.position, "card": aside.card.code}
    return None if card == aside.card else Refusal(Code.NOT_THE_NEXT_CARD, due)


def _check_copies(shoe: ShoeState, card: Card) -> Refusal | None:
    if shoe.composition.counts[card.index]:
        return None
    return Refusal(Code.NO_SUCH_CARD_LEFT, {"card": card.code, "decks": shoe.end.cards // 52})


def _deal(state: TableState, command: cm.DealCard) -> Answer:
    sources = SOURCES[state.game.cards]
    due, shoe, played = expected(state), state.shoe, state.round
    if command.source not in sources:
        return Refusal(Code.OTHER_KIND_OF_SHOE, {"sources": list(sources)})
    if due is None or shoe is None or played is None:
        return Refusal(Code.NOT_THE_NEXT_CARD)
    if state.has_stopped():
        return Refusal(Code.ROUND_STOPPED)
    position, hand = due
    if command.position != position:
        return Refusal(Code.NOT_THE_NEXT_CARD, {"position": position, "hand": hand})
    card = read_card(command.card)
    if isinstance(card, Refusal):
        return card
    refusal = _check_source(state.game.cards, shoe.scans, command) or check_dealt(shoe, card)
    if refusal:
        return refusal
    dealt = ev.CardDealt(
        round=played.number,
        position=position,
        card=card.code,
        hand=hand,
        source=command.source,
        device=command.device,
        sequence=command.sequence,
        confirmed=command.confirmed,
    )
    return (dealt, *ended_coup(state, (*played.cards, card)))


def _check_source(cards: str, scans: Mapping[str, int], command: cm.DealCard) -> Refusal | None:
    """A scan is dealt once, and a card keyed beside a scanner has two people behind it (P4).

    A device numbers its cards upwards: what has been dealt, or comes from before it, is refused.
    """
    if command.source == "keyed":
        if cards == "scanned" and command.confirmed in {"", command.by}:
            return Refusal(Code.NEEDS_SECOND_PERSON)
    elif command.source != "shoe":
        if not command.device or command.sequence is None:
            return Refusal(Code.MALFORMED)
        if command.sequence <= scans.get(command.device, command.sequence - 1):
            return Refusal(Code.NOT_THE_NEXT_CARD, {"sequence": command.sequence})
    return None


def ended_coup(state: TableState, cards: tuple[Card, ...]) -> tuple[ev.AnyEvent, ...]:
    """Give the end of the coup, if the cards complete it."""
    if next_hand(cards) is not None:
        return ()
    coup = play(cards)
    return (
        ev.CoupEnded(
            round=state.require_round.number,
            winner=coup.winner.value,
            player=coup.hands.player.total,
            banker=coup.hands.banker.total,
            calls=calls_of(state.game.sheet, coup),
        ),
    )


def _enter(state: TableState, command: cm.EnterResult) -> Answer:
    if state.game.cards != "results":
        return Refusal(Code.OTHER_KIND_OF_SHOE)
    played = state.round
    if played is None or played.phase != "dealing":
        return Refusal(Code.NOT_IN_THIS_STATE)
    if state.has_stopped():
        return Refusal(Code.ROUND_STOPPED)
    entered = read_result(state, command.winner, command.marks)
    if isinstance(entered, Refusal):
        return entered
    return (
        ev.ResultEntered(round=played.number, winner=entered.winner.value, marks=entered.marks),
    )


def read_result(state: TableState, winner: str, marks: tuple[str, ...]) -> Entered | Refusal:
    """Read a result without cards; refuse marks that no coup with that winner has together."""
    known = {side.value: side for side in Winner}
    if winner not in known:
        return Refusal(Code.MALFORMED, {"winner": winner[:8]})
    entered = Entered(known[winner], marks)
    for number, mark in enumerate(marks):
        if mark_fault(entered.winner, mark, marks[:number], state.game.tokens):
            return Refusal(Code.MALFORMED, {"mark": mark[:16]})
    return entered


def evolve_dealing(state: TableState, event: Event) -> TableState:
    """Give the state after a card left the shoe, or a hand ended."""
    match event:
        case ev.CardDealt():
            card, played = Card.parse(event.card), state.require_round
            state = replace(state, round=replace(played, cards=(*played.cards, card)))
            return replace(state, shoe=_dealt(state.require_shoe, event, card))
        case ev.CoupEnded():
            played = state.require_round
            return _decided(state, replace(played, result=play(played.cards)))
        case ev.ResultEntered():
            result = result_of(event)
            counted = replace(state, shoe=counted_in(state.require_shoe, event.cards))
            return _decided(counted, replace(state.require_round, result=result))
        case ev.CardBurned():
            return replace(state, shoe=left(state.require_shoe, event.card))
        case ev.CardSetAside():
            shoe = state.require_shoe
            card_aside = Card.parse(event.card) if event.card else None
            aside = (*shoe.aside, Aside(event.position, card_aside))
            return replace(state, shoe=replace(left(shoe, event.card), aside=aside))
        case _:
            assert_never(event)


def result_of(entered: ev.ResultEntered | ev.Hand) -> Result:
    """Give a result: a coup where every card was recorded with its suit."""
    if entered.cards and all(map(has_suit, entered.cards)):
        return play([Card.parse(code) for code in entered.cards])
    return Entered(Winner(entered.winner), entered.marks, entered.cards)


def has_suit(code: str) -> bool:
    """Whether a card was recorded whole, not by its rank alone."""
    return len(code) > 1


def counted_in(shoe: ShoeState, cards: Iterable[str], change: int = 1) -> ShoeState:
    """Count cards that came out of the shoe; or, with minus one, that did not after all."""
    seen = dict(shoe.seen)
    for code in cards:
        seen[code] = seen.get(code, 0) + change
    return replace(shoe, seen={code: many for code, many in seen.items() if many})


def left(shoe: ShoeState, card: str | None) -> ShoeState:
    """Let one more card be out of the shoe."""
    if card is None:
        return replace(shoe, out=shoe.out + 1, unseen=shoe.unseen + 1)
    return replace(_seen(shoe, card), out=shoe.out + 1)


def _seen(shoe: ShoeState, card: str) -> ShoeState:
    return replace(shoe, seen={**shoe.seen, card: shoe.seen.get(card, 0) + 1})


def _dealt(shoe: ShoeState, event: ev.CardDealt, card: Card) -> ShoeState:
    if event.sequence is not None:
        shoe = replace(shoe, scans={**shoe.scans, event.device: event.sequence})
    if not shoe.aside:
        return left(shoe, card.code)
    first, *others = shoe.aside
    used = replace(shoe, aside=tuple(others))
    if first.card is None:  # now it is seen
        used = replace(_seen(used, card.code), unseen=used.unseen - 1)
    return used


def _decided(state: TableState, played: Round) -> TableState:
    return replace(state, round=replace(played, phase="decided"))
