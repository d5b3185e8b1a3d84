"""The collection at a table: who owes what when betting closes, and who cannot pay it.

The fees themselves are the posted schedule's (``rules.collection``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from puntobanco.rules.collection import fees, player_dealer_fee
from puntobanco.rules.settle import Wager
from puntobanco.table import events as ev
from puntobanco.table.state import Round, TableState

MINUTE = 60_000

Event = ev.WagersReturned | ev.CollectionTaken


def fee_of(state: TableState, patron: str, wagers: Sequence[Wager]) -> int:
    """Give what a patron must keep for the collection if these were all his wagers.

    A fee by time is kept only for the first time: whether a later one is due shows at the close.
    """
    schedule = state.game.schedule
    if schedule is None:
        return 0
    due = frozenset({patron} - state.charged.keys())
    return sum(fee.amount for fee in fees(schedule, state.game.sheet, wagers, due))


def collect(state: TableState, played: Round, now: int) -> tuple[ev.AnyEvent, ...]:
    """Take the fees of a round whose wagers are frozen, before the first card (rules.md 1.9, 3).

    A stack that cannot pay its fee goes back whole. The player-dealer pays if there is action.
    """
    schedule, sheet = state.game.schedule, state.game.sheet
    if schedule is None or not played.wagers:
        return ()
    every = (schedule.minutes or 0) * MINUTE
    due = frozenset(p for p in state.racks if now - state.charged.get(p, now - every) >= every)
    chips = dict(state.racks)
    kept: list[Wager] = []
    back: list[Wager] = []
    for stack in _stacks(played):
        patron = stack[0].patron
        with_it = [*(wager for wager in kept if wager.patron == patron), *stack]
        if sum(fee.amount for fee in fees(schedule, sheet, with_it, due)) <= chips[patron]:
            kept += stack
        else:
            chips[patron] += sum(wager.amount for wager in stack)
            back += stack
    lines = tuple(
        ev.FeeLine(fee.patron, fee.place, fee.line, fee.amount, fee.wager)
        for fee in fees(schedule, sheet, kept, due)
    )
    action = sum(wager.amount for wager in kept)
    of_cover = player_dealer_fee(schedule, action) if played.cover and action else 0
    returned = ev.WagersReturned(
        round=played.number, reason="fee-not-paid", wagers=tuple(map(go_back, back))
    )
    taken = ev.CollectionTaken(
        round=played.number, fees=lines, player_dealer=of_cover, box=state.box, at=now
    )
    return (*((returned,) if back else ()), *((taken,) if lines or of_cover else ()))


def _stacks(played: Round) -> list[list[Wager]]:
    """Group wagers by place, line and patron, the front line first, the back as it came."""
    stacks: dict[tuple[int, bool, str], list[Wager]] = {}
    for wager in played.wagers.values():
        stacks.setdefault((wager.seat, wager.line == "back", wager.patron), []).append(wager)
    return [stacks[key] for key in sorted(stacks, key=lambda key: key[:2])]


def go_back(wager: Wager) -> ev.Returned:
    """Say that a wager goes back whole."""
    return ev.Returned(wager.id, wager.seat, wager.line, wager.patron, wager.bet, wager.amount)


def evolve_collection(state: TableState, event: Event) -> TableState:
    """Give the state after fees were taken, or wagers went back."""
    match event:
        case ev.WagersReturned():
            return _returned(state, event)
        case ev.CollectionTaken():
            return _collected(state, event)
        case _:
            assert_never(event)


def _returned(state: TableState, event: ev.WagersReturned) -> TableState:
    played, racks = state.require_round, dict(state.racks)
    wagers = dict(played.wagers)
    for back in event.wagers:
        del wagers[back.wager]
        racks[back.patron] += back.amount
    return replace(state, round=replace(played, wagers=wagers), racks=racks)


def _collected(state: TableState, event: ev.CollectionTaken) -> TableState:
    played = state.require_round
    racks, charged = dict(state.racks), dict(state.charged)
    for fee in event.fees:
        racks[fee.patron] -= fee.amount
        charged[fee.patron] = event.at
    if played.cover is not None:
        racks[played.cover.patron] -= event.player_dealer
    total = event.player_dealer + sum(fee.amount for fee in event.fees)
    taken = replace(played, fees=event.fees, player_dealer_fee=event.player_dealer)
    return replace(state, round=taken, racks=racks, charged=charged, boxed=state.boxed + total)
