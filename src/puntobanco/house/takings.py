"""What a table takes in, by shift: rounds, buy-ins, the house's win, fees, and what went wrong.

Folded from the events beside the other records; each event counts in the shift in which it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Final

from puntobanco.house.day import Hours
from puntobanco.table import events as ev
from puntobanco.table.state import TableState

KEPT_MS: Final = 49 * 3_600_000  # the longest gaming day there is, and the one before


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums of some time; amounts in minor units."""

    rounds: int = 0  # settled, with wagers or without
    bought: int = 0  # chips brought to the table: its drop
    wagered: int = 0
    won: int = 0  # by the house, where it banks
    fees: Mapping[str, int] = field(default_factory=dict)  # by drop box
    irregularities: int = 0
    corrections: int = 0
    voids: int = 0

    def __add__(self, other: Sums) -> Sums:
        """Give both together."""
        boxes = {*self.fees, *other.fees}
        fees = {box: self.fees.get(box, 0) + other.fees.get(box, 0) for box in sorted(boxes)}
        numbers = (f.name for f in fields(Sums) if f.name != "fees")
        added = {name: getattr(self, name) + getattr(other, name) for name in numbers}
        return Sums(fees=fees, **added)

    @property
    def collected(self) -> int:
        """All fees."""
        return sum(self.fees.values())

    @property
    def hold(self) -> float | None:
        """What the house keeps of each chip that was brought, in percent; None: no bank."""
        return 100 * self.won / self.bought if self.bought and self.won else None


NOTHING: Final = Sums()


@dataclass(slots=True)
class Takings:
    """The sums of each shift, by the moment at which it began."""

    shifts: dict[int, Sums] = field(default_factory=dict)

    def note(self, hours: Hours, at: int, before: TableState, event: ev.AnyEvent) -> None:
        """Take in an event, with the state before it."""
        sums = sums_of(before, event)
        if sums is None:
            return
        began = hours.began(at)
        if began not in self.shifts:
            self.shifts = {at: s for at, s in self.shifts.items() if at > began - KEPT_MS}
        self.shifts[began] = self.shifts.get(began, NOTHING) + sums

    def since(self, began: int, end: int | None = None) -> Sums:
        """Give the sums of all shifts that began from a moment on, and before another."""
        return total(
            sums for at, sums in self.shifts.items() if at >= began and (end is None or at < end)
        )


def total(sums: Iterable[Sums]) -> Sums:
    """Add sums up."""
    return sum(sums, start=NOTHING)


def sums_of(before: TableState, event: ev.AnyEvent) -> Sums | None:
    """Give what one event adds."""
    match event:
        case ev.BoughtIn():
            return Sums(bought=event.amount)
        case ev.RoundSettled():
            wagered = sum(line.amount for line in event.lines)
            won = 0 if event.player_dealer else _won(event.lines)
            return Sums(rounds=1, wagered=wagered, won=won)
        case ev.RoundCorrected():
            won = 0 if event.player_dealer else _won(event.lines) - _won(event.reversed)
            return Sums(corrections=1, won=won)
        case ev.HandChanged() | ev.HandInserted() | ev.HandDeleted(reason="deleted"):
            return Sums(corrections=1)
        case ev.CollectionTaken():
            fees = sum(fee.amount for fee in event.fees) + event.player_dealer
            return Sums(fees={event.box: fees})
        case ev.RoundVoided():
            back = sum(fee.amount for fee in event.fees) + event.player_dealer_fee
            return Sums(voids=1, fees={before.box: -back} if back else {})
        case ev.Proposed(matter=ev.Irregularity()):
            return Sums(irregularities=1)
        case _:
            return None


def _won(lines: Iterable[ev.Line]) -> int:
    """Give what the house won on lines."""
    return sum(line.collected - line.paid for line in lines)
