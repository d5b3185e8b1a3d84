"""Game protection: bonus wagers late in a shoe while their exact expectation is above zero.

What could still come before a round is noted when its betting closes; once the round is settled,
``house.guard`` has the exact odds of it counted.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct

from puntobanco.rules.sheet import canonical
from puntobanco.table import events as ev
from puntobanco.table.state import TableState

WAITING_MAX: Final = 1000  # rounds that wait to be counted


@dataclass(frozen=True, slots=True)
class LateRound:
    """A settled round late in a shoe, with its bonus wagers and what could come before it."""

    table: str
    version: int  # of the event that settled it
    round: int
    sheet: str  # in its canonical form
    counts: tuple[int, ...]  # how many there were of each card that nobody had seen out
    left: int  # cards before the cut card
    wagers: tuple[ev.Line, ...]


class LateQuestion(Struct, frozen=True):
    """Some bets of a sheet in its canonical form, and how many of each card there were."""

    sheet: str
    bets: tuple[str, ...]
    counts: tuple[int, ...]


@dataclass(slots=True)
class LateRounds:
    """The rounds that wait to be counted, taken from the events of all tables."""

    waiting: deque[LateRound] = field(default_factory=lambda: deque(maxlen=WAITING_MAX))
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    _closed: dict[str, tuple[tuple[int, ...], int]] = field(default_factory=dict)

    def note(self, table: str, before: TableState, event: ev.AnyEvent, version: int) -> None:
        """Take in an event, with the state before it and its version."""
        match event:
            case ev.BettingClosed():
                shoe = before.require_shoe
                left = shoe.end.edge - shoe.out
                self._closed.pop(table, None)
                if 2 * left <= shoe.end.edge:
                    self._closed[table] = shoe.composition.counts, left
            case ev.RoundSettled() if table in self._closed:
                counts, left = self._closed.pop(table)
                sheet = before.game.sheet
                wagers = tuple(x for x in event.lines if not sheet.require_bet(x.bet).is_main)
                if wagers:
                    form = canonical(sheet.source_form).decode()
                    self.waiting.append(
                        LateRound(table, version, event.round, form, counts, left, wagers)
                    )
                    self.changed.set()
            case _:
                pass


def favourable(
    late: LateRound, expectations: dict[str, Fraction], least: int = 0
) -> dict[str, Any] | None:
    """Give what an alert says of a round: the wagers that were above zero; None: there is none.

    A bettor whose wagers together gain less than ``least``, exactly, is none to look at.
    """
    good = [line for line in late.wagers if expectations[line.bet] > 0]
    gains: dict[str, Fraction] = {}
    for line in good:
        gain = gains.get(line.patron, Fraction(0)) + line.amount * expectations[line.bet]
        gains[line.patron] = gain
    told = [line for line in good if gains[line.patron] >= least]
    if not told:
        return None
    return {
        "left": late.left,
        "least": least,
        "expectations": {bet: str(expectations[bet]) for bet in sorted({x.bet for x in told})},
        "wagers": [
            {"patron": x.patron, "place": x.place, "bet": x.bet, "amount": x.amount} for x in told
        ],
    }
