"""The shift report: what each shift took in, table by table, for the floor and for the count."""

from __future__ import annotations

from typing import Any

from puntobanco.house.day import Hours
from puntobanco.house.desk import Desk
from puntobanco.house.overview import sums_as_json
from puntobanco.house.takings import total

Plain = dict[str, Any]


def shift_report(desk: Desk, hours: Hours) -> Plain:
    """Give the shifts of this gaming day and the one before, the newest first."""
    takings = {table: live.records.takings.shifts for table, live in desk.tables.items()}
    began = {at for shifts in takings.values() for at in shifts} | {hours.began(desk.clock())}
    return {
        "shifts": [
            {
                "day": hours.shift(at).day.isoformat(),
                "shift": hours.shift(at).number,
                "began": hours.written(at),
                "tables": [
                    {"id": table, **sums_as_json(shifts[at])}
                    for table, shifts in takings.items()
                    if at in shifts
                ],
                "all": sums_as_json(total(s[at] for s in takings.values() if at in s)),
            }
            for at in sorted(began, reverse=True)
        ]
    }
