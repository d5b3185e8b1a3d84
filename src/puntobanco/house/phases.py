"""What a table is doing at a moment: its phase, its clock, the coup on its felt."""

from __future__ import annotations

from collections.abc import Sequence

from puntobanco.cards import Card
from puntobanco.house.records import Records, SettledRound
from puntobanco.house.shown import view as vw
from puntobanco.rules.coup import hands_of
from puntobanco.table.state import Round, TableState


def phase(state: TableState, records: Records) -> str:
    """Name what a table is doing, as the screens do."""
    if state.setup is None:
        return "closed"
    if state.shoe is None or not state.shoe.is_burned:
        return "shuffling"
    if state.round is not None:
        return {"decided": "dealing"}.get(state.round.phase, state.round.phase)
    last = records.last
    is_settled = last is not None and last.kind != "void" and last.shoe == state.shoe.number
    if is_settled and state.places:
        return "settled"
    return "waiting"


def clock(state: TableState, now: int) -> vw.Clock | None:
    """Give the betting clock."""
    played, total = state.round, state.game.clock
    if played is None or total is None:
        return None
    if played.deadline is not None:
        left = max(0, played.deadline - now)
    elif played.remaining is not None:
        left = played.remaining
    else:
        return None
    return vw.Clock(left, total, played.deadline is None)


def coup_of(
    played: Round | None, last: SettledRound | None, calls: tuple[str, ...]
) -> vw.Coup | None:
    """Give the coup on the felt: the one being dealt, else the one just settled."""
    coup = played.coup if played else last.coup if last else None
    cards = played.cards if played else coup.cards if coup else ()
    if not cards:
        return None
    hands = hands_of(cards)
    return vw.Coup(
        player=_cards(hands.player),
        banker=_cards(hands.banker),
        winner=coup.winner.value if coup else None,
        calls=calls if coup else (),
        natural=bool(coup and coup.is_natural),
    )


def _cards(cards: Sequence[Card]) -> vw.Hand:
    total = sum(card.points for card in cards) % 10
    return vw.Hand(tuple(card.code for card in cards), total)
