"""Wagers: which are legal, how much fits, and why not.

``check_wager`` is the one guard: it refuses the command, greys the spot and names the sentence.
A *stack* is what one patron has at one place on one line: limits and requirements bind it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping

from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Bet
from puntobanco.table.collecting import fee_of
from puntobanco.table.commands import SetWager
from puntobanco.table.events import AnyEvent, Spot, WagersSet
from puntobanco.table.people import end_break
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import TableState

BOUNDLESS = 1 << 62


def check_wager(state: TableState, wager: SetWager) -> Refusal | None:
    """Say why a wager is refused, the first reason of the list; None: it is legal."""
    if wager.line not in {"front", "back"}:
        return Refusal(Code.MALFORMED)
    if state.setup is None:
        return Refusal(Code.TABLE_CLOSED)
    holder = state.places.get(wager.place)
    if wager.line == "front" and holder is not None and holder != wager.patron:
        return Refusal(Code.NOT_YOUR_PLACE, {"place": wager.place})
    return _check_time(state, wager) or _check_bet(state, wager) or _check_amount(state, wager)


def _check_time(state: TableState, wager: SetWager) -> Refusal | None:
    played = state.round
    if state.suspended is not None and wager.amount:
        return Refusal(Code.TABLE_SUSPENDED, {"reason": state.suspended})
    if wager.round != state.round_number:
        return Refusal(Code.WRONG_ROUND, {"round": state.round_number})
    if played is None or played.phase == "paused" or not state.game.takes_wagers:
        return Refusal(Code.BETTING_NOT_OPEN)
    if played.phase != "betting":
        return Refusal(Code.BETTING_CLOSED)
    if played.cover is not None and played.cover.patron == wager.patron:
        return Refusal(Code.PLAYER_DEALER_MAY_NOT_BET)
    if (wager.place, wager.line) not in state.positions_of(wager.patron):
        return Refusal(Code.NOT_SEATED)
    return None


def _check_bet(state: TableState, wager: SetWager) -> Refusal | None:
    sheet = state.game.sheet
    bet = sheet.bet(wager.bet)
    if bet is None or wager.bet not in state.game.limits:
        return Refusal(Code.UNKNOWN_BET, {"bet": wager.bet})
    if wager.line == "back" and (not bet.back_line or _is_covering(state, wager.place)):
        return Refusal(Code.BACK_LINE_NOT_ALLOWED, {"bet": bet.label})
    if wager.amount == 0:
        return None
    if bet.is_main and not sheet.venue.opposite_mains:
        mains = {held.bet for held in state.round.of(wager.patron)} if state.round else set()
        for other in sheet.bets:
            if other.is_main and other.id != bet.id and other.id in mains:
                return Refusal(Code.OPPOSITE_MAIN, {"bet": bet.label, "opposite": other.label})
    if not _has_base(bet, _held(state, wager)):
        labels = [sheet.require_bet(base).label for base in bet.requires]
        return Refusal(Code.NEEDS_MAIN_WAGER, {"bet": bet.label, "requires": labels})
    return None


def _is_covering(state: TableState, place: int) -> bool:
    """Whether the player-dealer plays from a place: it has no spots in this round."""
    cover = state.round.cover if state.round else None
    return cover is not None and cover.place == place


def _check_amount(state: TableState, wager: SetWager) -> Refusal | None:
    code = _wrong_amount(state, wager)
    if code is None:
        return None
    game = state.game
    limit = game.limits[wager.bet]
    numbers: dict[str, object] = {
        "bet": game.sheet.require_bet(wager.bet).label,
        "min": limit.min,
        "max": limit.max,
        "unit": game.unit,
        "now": _held(state, wager).get(wager.bet, 0),
        "amount": wager.amount,
        "room": _room(state, wager),
        "rack": state.racks[wager.patron],
        "fee": _fee(state, wager, wager.amount),
    }
    if code is Code.ABOVE_TABLE_AGGREGATE:
        numbers["aggregate"] = game.aggregate
    if code is Code.ABOVE_DIFFERENTIAL:
        numbers["differential"] = game.differential
    return Refusal(code, numbers)


def _wrong_amount(state: TableState, wager: SetWager) -> Code | None:
    """Say what is wrong with an amount.

    To take chips off, only limits, whole chips and the gap between the main bets count; to take a
    wager off whole, the gap alone.
    """
    game, amount, held = state.game, wager.amount, _held(state, wager)
    bet, limit = game.sheet.require_bet(wager.bet), game.limits[wager.bet]
    change = amount - held.get(wager.bet, 0)
    more = max(0, change)
    fits, spare = _differential_room(state, bet)
    too_far_apart = change > max(0, fits) or -change > max(0, spare)
    if not amount:
        return Code.ABOVE_DIFFERENTIAL if too_far_apart else None
    rack = state.racks[wager.patron]
    lacks = more > 0 and more + _fee(state, wager, amount) > rack
    wrong = {
        Code.FEE_NOT_PAID: lacks and bet.fee != "none" and more <= rack,
        Code.NOT_A_MULTIPLE_OF_THE_UNIT: amount % game.unit != 0,
        Code.BELOW_MINIMUM: amount < limit.min,
        Code.ABOVE_MAXIMUM: amount > limit.max,
        Code.ABOVE_BASE_WAGER: amount > _cap(bet, held),
        Code.ABOVE_TABLE_AGGREGATE: more > _aggregate_room(state, bet),
        Code.ABOVE_DIFFERENTIAL: too_far_apart,
        Code.NOT_ENOUGH_CHIPS: lacks,
    }
    return next((code for code, holds in wrong.items() if holds), None)


def room(state: TableState, patron: str, place: int, bet: str, line: str = "front") -> int:
    """How much more a patron can put on a bet, in whole units."""
    return _room(state, _asked(state, patron, place, bet, line))


def _room(state: TableState, wager: SetWager) -> int:
    game, held = state.game, _held(state, wager)
    now = held.get(wager.bet, 0)
    bet, rack = game.sheet.require_bet(wager.bet), state.racks.get(wager.patron, 0)
    fits = min(
        min(game.limits[wager.bet].max, _cap(bet, held)) - now,
        _aggregate_room(state, bet),
        _differential_room(state, bet)[0],
        rack,
    )

    def lacks(units: int) -> bool:
        more = units * game.unit
        return more + _fee(state, wager, now + more) > rack

    units = max(0, fits) // game.unit
    if units and lacks(units):  # a fee may rise with the wager, in steps
        units = bisect(range(1, units), x=False, key=lacks)
    return units * game.unit


def spot_refusal(
    state: TableState, patron: str, place: int, bet: str, line: str = "front"
) -> Refusal | None:
    """Say why nothing more can be put on a spot: the refusal of the smallest next wager."""
    asked = _asked(state, patron, place, bet, line)
    now = _held(state, asked).get(bet, 0)
    least = now + state.game.unit if now else state.game.limits[bet].min
    return check_wager(state, _asked(state, patron, place, bet, line, least))


def _asked(
    state: TableState, patron: str, place: int, bet: str, line: str, amount: int = 1
) -> SetWager:
    return SetWager(
        patron=patron,
        place=place,
        bet=bet,
        amount=amount,
        round=state.round_number,
        line=line,
    )


def set_wager(state: TableState, wager: SetWager) -> tuple[AnyEvent, ...]:
    """Give the event of a legal wager, with the wagers that fall with it; nothing if none moves."""
    held = dict(_held(state, wager))
    back = end_break(state, wager.patron)
    if held.get(wager.bet, 0) == wager.amount:
        return back
    changes = {wager.bet: wager.amount}
    held[wager.bet] = wager.amount
    if not wager.amount:
        del held[wager.bet]
    _drop_dependants(state, held, changes)
    spots = tuple(
        Spot(wager_id(wager.patron, wager.place, bet, wager.line), bet, amount)
        for bet, amount in changes.items()
    )
    placed = WagersSet(
        round=wager.round, place=wager.place, patron=wager.patron, spots=spots, line=wager.line
    )
    return (*back, placed)


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


def _held(state: TableState, wager: SetWager) -> Mapping[str, int]:
    """Give the stack that a wager belongs to, by bet."""
    if state.round is None:
        return {}
    stack = state.round.stack(wager.patron, wager.place, wager.line)
    return {held.bet: held.amount for held in stack}


def _has_base(bet: Bet, held: Mapping[str, int]) -> bool:
    return not bet.requires or any(base in held for base in bet.requires)


def _cap(bet: Bet, held: Mapping[str, int]) -> int:
    """Give the most that the required wager allows; without a cap, more than any limit."""
    if bet.cap == "none":
        return BOUNDLESS
    return max((held.get(base, 0) for base in bet.requires), default=0)


def _fee(state: TableState, wager: SetWager, amount: int) -> int:
    """Give what a patron's rack must keep for the collection if so much stood on the spot."""
    if state.round is None:
        return 0
    ident = wager_id(wager.patron, wager.place, wager.bet, wager.line)
    new = Wager(ident, wager.place, wager.patron, wager.bet, amount, wager.line)
    others = (held for held in state.round.of(wager.patron) if held.id != ident)
    return fee_of(state, wager.patron, (*others, new))


def _aggregate_room(state: TableState, bet: Bet) -> int:
    """How much more fits on a side bet, if all of it won at its best odds (WAG-3)."""
    most, played = state.game.aggregate, state.round
    if most is None or played is None or bet.is_main:
        return BOUNDLESS
    best = max(
        (result.odds for result in bet.results if result.odds),
        key=lambda odds: odds.numerator / odds.denominator,
    )
    total = sum(wager.amount for wager in played.wagers.values() if wager.bet == bet.id)
    return most * best.denominator // best.numerator - total


def _differential_room(state: TableState, bet: Bet) -> tuple[int, int]:
    """How much more fits on a main bet, and how much may come off it (WAG-3).

    More, and it is too far above another one; less, and another one is too far above it.
    """
    widest, played = state.game.differential, state.round
    if widest is None or played is None or not bet.is_main:
        return BOUNDLESS, BOUNDLESS
    totals = dict.fromkeys(state.game.mains, 0)
    for wager in played.wagers.values():
        if wager.bet in totals:
            totals[wager.bet] += wager.amount
    now = totals.pop(bet.id)
    fits = min(totals.values(), default=BOUNDLESS) + widest - now
    return fits, now + widest - max(totals.values(), default=0)
