"""The shifts: what each table took in, shift by shift, for any day of the log."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.house.reports.scope import NONE, Scope
from puntobanco.house.takings import NOTHING, Sums, sums_of
from puntobanco.store.base import Transaction


@dataclass(frozen=True, slots=True)
class ShiftRow:
    """The takings of a table in a shift; amounts in minor units.

    ``hold`` is what the house won of the chips that were brought, in percent, or none.
    """

    table: str
    day: str
    shift: int
    rounds: int
    bought: int
    wagered: int
    won: int
    hold: str
    fees: int
    boxes: str  # fees by drop box
    irregularities: int
    corrections: int
    voids: int


def shifts(transaction: Transaction, scope: Scope) -> list[ShiftRow]:
    """Give the shifts of the days in which something was taken in, by table."""
    found: dict[tuple[str, str, int], Sums] = {}
    for step in scope.steps(transaction):
        sums = sums_of(step.before, step.event) if scope.has(step) else None
        if sums is not None:
            shift = scope.hours.shift(step.at)
            key = step.table, shift.day.isoformat(), shift.number
            found[key] = found.get(key, NOTHING) + sums
    return [_row(*key, sums) for key, sums in sorted(found.items())]


def _row(table: str, day: str, shift: int, sums: Sums) -> ShiftRow:
    return ShiftRow(
        table,
        day,
        shift,
        rounds=sums.rounds,
        bought=sums.bought,
        wagered=sums.wagered,
        won=sums.won,
        hold=NONE if sums.hold is None else f"{sums.hold:.2f}",
        fees=sums.collected,
        boxes=" ".join(f"{box}={fees}" for box, fees in sums.fees.items()) or NONE,
        irregularities=sums.irregularities,
        corrections=sums.corrections,
        voids=sums.voids,
    )
