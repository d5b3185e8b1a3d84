"""The deadlines of a table: when each is reached, and what it then means."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import itemgetter

from puntobanco.table import events as ev
from puntobanco.table.dealership import declined
from puntobanco.table.people import awaited, overstayed
from puntobanco.table.rounds import close_betting
from puntobanco.table.state import TableState

Effect = Callable[[int], tuple[ev.AnyEvent, ...]]  # of the time at which it is seen


def next_deadline(state: TableState) -> int | None:
    """Say when the next thing comes by itself, if anything does."""
    return min((at for at, _ in _deadlines(state)), default=None)


def due(state: TableState, now: int) -> tuple[ev.AnyEvent, ...]:
    """Give the events of the earliest deadline that is reached."""
    reached = [deadline for deadline in _deadlines(state) if deadline[0] <= now]
    return min(reached, key=itemgetter(0))[1](now) if reached else ()


def _deadlines(state: TableState) -> list[tuple[int, Effect]]:
    """List the ends of breaks, of betting and of an answer; a pause of the game has no effect."""
    if state.setup is None:
        return []
    played, offer, policy = state.round, state.dealership.offer, state.setup.rotation
    found: list[tuple[int, Effect]] = [
        (until, partial(overstayed, state, patron)) for patron, until in awaited(state)
    ]
    if played is not None and played.deadline is not None:
        found.append((played.deadline, partial(close_betting, state)))
    if offer is not None and policy is not None and offer.deadline is not None:
        found.append((offer.deadline, partial(declined, state, policy, offer, "no-answer")))
    return found
