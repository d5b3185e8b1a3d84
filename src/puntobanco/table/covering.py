"""The cover: what a player-dealer may post for the next round, and what he posts unless he says so.

It is fixed before betting opens and limits what he wins and loses (Penal Code 330.11).
"""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.money import AMOUNT_MAX
from puntobanco.rules.collection import player_dealer_fee
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import Cover, TableState, Turn


def check_cover(state: TableState, patron: str, amount: int) -> Refusal | None:
    """Say why somebody cannot cover with so much; it leaves the fee of the round in his rack."""
    game, cover = state.game, state.dealership.cover
    posted = cover.amount if cover and cover.patron == patron else 0
    least, most, fee = game.cover_min, game.cover_max or AMOUNT_MAX, largest_fee(state)
    numbers = {
        "amount": amount,
        "min": least,
        "max": most,
        "unit": game.unit,
        "rack": state.racks[patron] + posted,
        "fee": fee,
    }
    if amount % game.unit:
        return Refusal(Code.NOT_A_MULTIPLE_OF_THE_UNIT, numbers)
    if amount < least:
        return Refusal(Code.COVER_TOO_SMALL, numbers)
    if amount > most:
        return Refusal(Code.COVER_TOO_LARGE, numbers)
    if amount + fee > state.racks[patron] + posted:
        return Refusal(Code.NOT_ENOUGH_CHIPS, numbers)
    return None


def usual_cover(state: TableState, turn: Turn, most: int | None = None) -> Answer:
    """Post the cover of the round before, or what is left if that is enough (rules.md 2.7).

    ``most`` is what the holder allows himself; a larger cover that lies there becomes so much.
    """
    game, cover = state.game, state.dealership.cover
    left = state.racks[turn.patron] + (cover.amount if cover else 0) - largest_fee(state)
    left = (left if most is None else min(left, most)) // game.unit * game.unit
    amount = min(turn.cover, left, game.cover_max or left)
    if amount < game.cover_min:
        return Refusal(Code.NO_COVER, {"place": turn.place, "min": game.cover_min})
    return (post(state, turn.place, turn.patron, amount),)


def lacks_cover(state: TableState) -> bool:
    """Whether whoever holds the position is away, or has no cover and no usual one."""
    turn = state.dealership.turn
    if turn is None or turn.patron in state.breaks:
        return True
    return state.dealership.cover is None and isinstance(usual_cover(state, turn), Refusal)


def post(state: TableState, place: int, patron: str, amount: int) -> ev.CoverPosted:
    """Give the event of a cover for the next round."""
    return ev.CoverPosted(round=state.round_number + 1, place=place, patron=patron, amount=amount)


def largest_fee(state: TableState) -> int:
    """Give the most that the collection can take from whoever covers a round."""
    schedule = state.game.schedule
    return player_dealer_fee(schedule, AMOUNT_MAX) if schedule else 0


def evolve_cover(state: TableState, event: ev.CoverPosted) -> TableState:
    """Move the chips between rack and cover; who took his cover back has no usual one."""
    dealership = state.dealership
    before = dealership.cover.amount if dealership.cover else 0
    cover = Cover(event.patron, event.place, event.amount) if event.amount else None
    turn = dealership.turn and replace(dealership.turn, cover=event.amount)
    racks = {**state.racks, event.patron: state.racks[event.patron] + before - event.amount}
    return replace(state, racks=racks, dealership=replace(dealership, cover=cover, turn=turn))
