"""Wagers: which are legal, how much fits, and why not.

``check_wager`` is the one guard: it refuses the command, greys the spot and names the sentence.
A *stack* is what one patron has at one place on one line: limits and requirements bind it.
"""

from __future__ import annotations

from collections.abc import Mapping

from puntobanco.rules.collection import stack_fee
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Bet
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
    if played is None or played.phase == "paused":
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
    if wager.line == "back" and not bet.back_line:
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


def _check_amount(state: TableState, wager: SetWager) -> Refusal | None:
    game = state.game
    held = _held(state, wager)
    now = held.get(wager.bet, 0)
    limit = game.limits[wager.bet]
    bet = game.sheet.require_bet(wager.bet)
    rack, fee = state.racks[wager.patron], _fee(state, wager)
    numbers = {
        "bet": bet.label,
        "min": limit.min,
        "max": limit.max,
        "unit": game.unit,
        "now": now,
        "amount": wager.amount,
        "room": _room(state, wager),
        "rack": rack,
        "fee": fee,
    }
    if wager.amount == 0:
        return None
    lacks = wager.amount - now + fee > rack
    if bet.fee != "none" and lacks and wager.amount - now <= rack:
        return Refusal(Code.FEE_NOT_PAID, numbers)
    if wager.amount % game.unit:
        return Refusal(Code.NOT_A_MULTIPLE_OF_THE_UNIT, numbers)
    if wager.amount < limit.min:
        return Refusal(Code.BELOW_MINIMUM, numbers)
    if wager.amount > limit.max:
        return Refusal(Code.ABOVE_MAXIMUM, numbers)
    if wager.amount > _cap(bet, held):
        return Refusal(Code.ABOVE_BASE_WAGER, numbers)
    if wager.amount - now > _aggregate_room(state, bet):
        return Refusal(Code.ABOVE_TABLE_AGGREGATE, numbers | {"aggregate": game.aggregate})
    if wager.amount - now > max(0, _differential_room(state, bet)):
        return Refusal(Code.ABOVE_DIFFERENTIAL, numbers | {"differential": game.differential})
    if lacks:
        return Refusal(Code.NOT_ENOUGH_CHIPS, numbers)
    return None


def room(state: TableState, patron: str, place: int, bet: str, line: str = "front") -> int:
    """How much more a patron can put on a bet, in whole units."""
    return _room(state, _asked(state, patron, place, bet, line))


def _room(state: TableState, wager: SetWager) -> int:
    game = state.game
    held = _held(state, wager)
    now = held.get(wager.bet, 0)
    bet = game.sheet.require_bet(wager.bet)
    fits = min(
        min(game.limits[wager.bet].max, _cap(bet, held)) - now,
        _aggregate_room(state, bet),
        _differential_room(state, bet),
        state.racks.get(wager.patron, 0) - _fee(state, wager),
    )
    return max(0, fits) // game.unit * game.unit


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


def _fee(state: TableState, wager: SetWager) -> int:
    """Give what the racks of a patron must keep for the collection if the wager stood so."""
    schedule = state.game.schedule
    if schedule is None or state.round is None:
        return 0
    ident = wager_id(wager.patron, wager.place, wager.bet, wager.line)
    new = Wager(ident, wager.place, wager.patron, wager.bet, wager.amount, wager.line)
    others = [held for held in state.round.of(wager.patron) if held.id != ident]
    stacks: dict[tuple[int, str], list[Wager]] = {}
    for held in [*others, new]:
        stacks.setdefault((held.seat, held.line), []).append(held)
    return sum(stack_fee(schedule, state.game.sheet, stack) for stack in stacks.values())


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


def _differential_room(state: TableState, bet: Bet) -> int:
    """How much more fits on a main bet before it is too far above another one (WAG-3)."""
    widest, played = state.game.differential, state.round
    if widest is None or played is None or not bet.is_main:
        return BOUNDLESS
    totals = dict.fromkeys(state.game.mains, 0)
    for wager in played.wagers.values():
        if wager.bet in totals:
            totals[wager.bet] += wager.amount
    others = [total for main, total in totals.items() if main != bet.id]
    return min(others, default=BOUNDLESS) + widest - totals[bet.id]
