"""Wagers: which are legal, how much fits, and why not.

``check_wager`` is the one guard: it refuses the command, greys the spot and names the sentence.
"""

from __future__ import annotations

from collections.abc import Mapping

from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Bet
from puntobanco.table.commands import SetWager
from puntobanco.table.events import Spot, WagersSet
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import Round, TableState


def check_wager(state: TableState, wager: SetWager) -> Refusal | None:
    """Say why a wager is refused, the first reason of the list; None: it is legal."""
    if state.setup is None:
        return Refusal(Code.TABLE_CLOSED)
    holder = state.places.get(wager.place)
    if holder is not None and holder != wager.patron:
        return Refusal(Code.NOT_YOUR_PLACE, {"place": wager.place})
    return _check_time(state, wager) or _check_bet(state, wager) or _check_amount(state, wager)


def _check_time(state: TableState, wager: SetWager) -> Refusal | None:
    played = state.round
    if wager.round != state.round_number:
        return Refusal(Code.WRONG_ROUND, {"round": state.round_number})
    if played is None or played.phase == "paused":
        return Refusal(Code.BETTING_NOT_OPEN)
    if played.phase != "betting":
        return Refusal(Code.BETTING_CLOSED)
    if state.places.get(wager.place) != wager.patron:
        return Refusal(Code.NOT_SEATED)
    return None


def _check_bet(state: TableState, wager: SetWager) -> Refusal | None:
    sheet = state.game.sheet
    bet = sheet.bet(wager.bet)
    if bet is None or wager.bet not in state.game.limits:
        return Refusal(Code.UNKNOWN_BET, {"bet": wager.bet})
    if wager.line != "front":
        return Refusal(Code.BACK_LINE_NOT_ALLOWED, {"bet": bet.label})
    if wager.amount == 0:
        return None
    held = _held(state, wager.patron)
    if bet.is_main and not sheet.venue.opposite_mains:
        for other in sheet.bets:
            if other.is_main and other.id != bet.id and other.id in held:
                return Refusal(Code.OPPOSITE_MAIN, {"bet": bet.label, "opposite": other.label})
    if not _has_base(bet, held):
        labels = [sheet.require_bet(base).label for base in bet.requires]
        return Refusal(Code.NEEDS_MAIN_WAGER, {"bet": bet.label, "requires": labels})
    return None


def _check_amount(state: TableState, wager: SetWager) -> Refusal | None:
    game = state.game
    held = _held(state, wager.patron)
    now = held.get(wager.bet, 0)
    limit = game.limits[wager.bet]
    bet = game.sheet.require_bet(wager.bet)
    numbers = {
        "bet": bet.label,
        "min": limit.min,
        "max": limit.max,
        "unit": game.unit,
        "now": now,
        "amount": wager.amount,
        "room": room(state, wager.patron, wager.bet),
        "rack": state.racks[wager.patron],
    }
    if wager.amount == 0:
        return None
    if wager.amount % game.unit:
        return Refusal(Code.NOT_A_MULTIPLE_OF_THE_UNIT, numbers)
    if wager.amount < limit.min:
        return Refusal(Code.BELOW_MINIMUM, numbers)
    if wager.amount > limit.max:
        return Refusal(Code.ABOVE_MAXIMUM, numbers)
    if wager.amount > _cap(bet, held):
        return Refusal(Code.ABOVE_BASE_WAGER, numbers)
    if wager.amount - now > state.racks[wager.patron]:
        return Refusal(Code.NOT_ENOUGH_CHIPS, numbers)
    return None


def room(state: TableState, patron: str, bet: str) -> int:
    """How much more a patron can put on a bet, in whole units."""
    game = state.game
    held = _held(state, patron)
    now = held.get(bet, 0)
    most = min(game.limits[bet].max, _cap(game.sheet.require_bet(bet), held))
    fits = max(0, min(most - now, state.racks.get(patron, 0)))
    return fits // game.unit * game.unit


def spot_refusal(state: TableState, patron: str, place: int, bet: str) -> Refusal | None:
    """Say why nothing more can be put on a spot: the refusal of the smallest next wager."""
    game = state.game
    now = _held(state, patron).get(bet, 0)
    least = now + game.unit if now else game.limits[bet].min
    return check_wager(
        state,
        SetWager(patron=patron, place=place, bet=bet, amount=least, round=state.round_number),
    )


def set_wager(state: TableState, wager: SetWager) -> tuple[WagersSet, ...]:
    """Give the event of a legal wager, with the wagers that fall with it; nothing if none moves."""
    held = dict(_held(state, wager.patron))
    if held.get(wager.bet, 0) == wager.amount:
        return ()
    changes = {wager.bet: wager.amount}
    held[wager.bet] = wager.amount
    if not wager.amount:
        del held[wager.bet]
    _drop_dependants(state, held, changes)
    spots = tuple(
        Spot(wager_id(wager.patron, wager.place, bet), bet, amount)
        for bet, amount in changes.items()
    )
    return (WagersSet(round=wager.round, place=wager.place, patron=wager.patron, spots=spots),)


def _drop_dependants(state: TableState, held: dict[str, int], changes: dict[str, int]) -> None:
    """Clear what has lost the wager that it requires, or is larger than that allows."""
    fallen = True
    while fallen:
        fallen = False
        for bet in state.game.sheet.bets:
            amount = held.get(bet.id, 0)
            if amount and (not _has_base(bet, held) or amount > _cap(bet, held)):
                del held[bet.id]
                changes[bet.id] = 0
                fallen = True


def wager_id(patron: str, place: int, bet: str, line: str = "front") -> str:
    """Name a patron's wager within a round."""
    return f"{place}.{line}.{bet}.{patron}"


def orphans(state: TableState, played: Round) -> tuple[Wager, ...]:
    """Give the wagers whose requirement does not hold; a legal table has none."""
    return tuple(
        wager
        for wager in played.wagers.values()
        if not _has_base(state.game.sheet.require_bet(wager.bet), _held(state, wager.patron))
    )


def _held(state: TableState, patron: str) -> Mapping[str, int]:
    if state.round is None:
        return {}
    return {wager.bet: wager.amount for wager in state.round.of(patron)}


def _has_base(bet: Bet, held: Mapping[str, int]) -> bool:
    return not bet.requires or any(base in held for base in bet.requires)


def _cap(bet: Bet, held: Mapping[str, int]) -> int:
    """Give the most that the required wager allows; without a cap, more than any limit."""
    if bet.cap == "none":
        return 1 << 62
    return max((held.get(base, 0) for base in bet.requires), default=0)
