"""What the screens show beside the state of a table: the last settlement, each patron's hands.

Folded from the events, so that a restart shows the same.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from puntobanco.rules.coup import Coup
from puntobanco.table import events as ev
from puntobanco.table.state import TableState

HISTORY: Final = 20  # hands of each patron; what a screen shows, since all who ever sat are kept


@dataclass(frozen=True, slots=True)
class SettledRound:
    """A round as it ended."""

    round: int
    shoe: int
    hand: int
    coup: Coup
    calls: tuple[str, ...]
    lines: tuple[ev.Line, ...]

    def of(self, patron: str) -> tuple[ev.Line, ...]:
        """Give one patron's lines."""
        return tuple(line for line in self.lines if line.patron == patron)


def net(lines: tuple[ev.Line, ...]) -> int:
    """Give what lines won less what they lost."""
    return sum(line.paid - line.collected for line in lines)


@dataclass(slots=True)
class Sitting:
    """One patron's time at the table."""

    since: int
    net: int = 0
    hands: deque[SettledRound] = field(default_factory=lambda: deque(maxlen=HISTORY))


@dataclass(slots=True)
class Records:
    """The records of a table; ``next_at`` is when the dealer means to open betting again."""

    last: SettledRound | None = None
    calls: tuple[str, ...] = ()
    sittings: dict[str, Sitting] = field(default_factory=dict)
    next_at: int | None = None

    def note(self, before: TableState, event: ev.AnyEvent, at: int) -> None:
        """Take in an event, with the state before it."""
        match event:
            case ev.SeatTaken():
                sitting = self.sittings.setdefault(event.patron, Sitting(at))
                sitting.since, sitting.net = at, 0
            case ev.CoupEnded():
                self.calls = event.calls
            case ev.RoundSettled():
                self._settled(before, event)
            case ev.BettingOpened() | ev.ShoeStarted():
                self.next_at = None
            case _:
                pass

    def _settled(self, before: TableState, event: ev.RoundSettled) -> None:
        played, shoe = before.round, before.shoe
        if played is None or shoe is None or played.coup is None:
            return
        self.last = SettledRound(
            played.number, shoe.number, played.hand, played.coup, self.calls, event.lines
        )
        for patron in before.places.values():
            sitting = self.sittings[patron]
            sitting.hands.appendleft(self.last)
            sitting.net += net(self.last.of(patron))
