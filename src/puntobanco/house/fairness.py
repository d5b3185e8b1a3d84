"""Whether the action button falls as it should: how often, against how often to expect.

The Banker hand's second card comes with each of thirteen values alike, if the shoe is fair; the
seat follows from the value (GAP-3.5, GAP-3.6), so seats that two values reach come twice as often.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from puntobanco.house.records import VALUES, Records
from puntobanco.table.state import TableState

Plain = dict[str, Any]


def fairness(state: TableState, records: Records) -> Plain:
    """Give the counts by card value and by seat; what is expected is a reduced fraction of all."""
    seats = state.game.seats
    counts = records.buttons
    total = sum(counts)
    per_seat, share = [0] * seats, [0] * seats
    for value, count in enumerate(counts):
        per_seat[value % seats] += count
        share[value % seats] += 1
    return {
        "rounds": total,
        "values": [{"value": n + 1, "count": count} for n, count in enumerate(counts)],
        "seats": [
            {"seat": n + 1, "count": count, "expected": _expected(share[n], total)}
            for n, count in enumerate(per_seat)
        ],
        "chi_square": float(_chi_square(counts, total)) if total else None,
        "degrees": VALUES - 1,
    }


def _expected(values: int, total: int) -> Plain:
    due = Fraction(values * total, VALUES)
    return {"numerator": str(due.numerator), "denominator": str(due.denominator)}


def _chi_square(counts: tuple[int, ...], total: int) -> Fraction:
    """Give the distance from thirteen equal counts; a fair shoe's is about twelve."""
    due = Fraction(total, VALUES)
    return sum(((count - due) ** 2 / due for count in counts), Fraction(0))
