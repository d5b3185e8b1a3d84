"""The exact expectation of one bet for many shoes, by the fewest rows that tell it.

Every value class weighs what the bet wins in it, and `odds.kernel` sums the deals, each times its
weight. Where both hands draw, a class has as many deals as the three in which the hands change
their first two cards, their third cards, or both; so what the four weigh is summed before
anything is counted. Most of a bet on the winner cancels out there, and most of a bet on a tie is
one constant, which takes no row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations_with_replacement
from math import lcm
from operator import mul
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from puntobanco.odds import kernel
from puntobanco.odds.figures import wins_of
from puntobanco.odds.kernel import Ints, Longs
from puntobanco.odds.many import Many, checked
from puntobanco.odds.plan import verdicts
from puntobanco.rules.classes import value_classes
from puntobanco.rules.sheet import Bet, Sheet

_Row = tuple[int, int, int]  # a third card, and the totals of first two cards

_LANES_MAX: Final = 1 << 31  # what a weight comes to with two third cards
_SUMS_MAX: Final = 1 << 63


class Expected:
    """A bet whose expectation is asked for many shoes."""

    def __init__(self, sheet: Sheet, bet: Bet) -> None:
        """Find the shortest way to count it."""
        wins = wins_of(bet)
        self._scale = 2 * lcm(*(win.denominator for win in wins))
        self._wins = [int(win * self._scale) for win in wins]
        self._many = Many(sheet, [bet.id])
        classes, found = verdicts(sheet, bet)
        weights = [self._wins[result] for result in found.tolist()]
        self._plan = None if classes.axes else _plan(weights)

    def of(self, counts: ArrayLike) -> list[float]:
        """Give for each shoe, a row of 52 counts, what a bettor wins on average of a unit.

        It is summed in integers and rounded once.
        """
        shoes = checked(counts)
        points = np.empty((3, len(shoes), kernel.POINTS), dtype=np.int64)
        cards = np.empty(len(shoes), dtype=np.int64)
        kernel.by_points(shoes, points, cards)
        most, largest = int(cards.max(initial=0)), 4 * max(map(abs, self._wins))
        if self._plan and most**2 * largest < _LANES_MAX and most**6 * largest < _SUMS_MAX:
            found = np.empty((2, len(shoes)), dtype=np.int64)
            kernel.weighed(points[0], cards, *self._plan, found)
            wins, deals = found.tolist()
        else:
            rows = self._many.deals(shoes).tolist()
            wins = [sum(map(mul, row, self._wins)) for row in rows]
            deals = [sum(row) for row in rows]
        return [won / (self._scale * all_) for won, all_ in zip(wins, deals, strict=True)]


def _plan(weights: list[int]) -> tuple[Longs, Longs, Ints]:
    """Lay out for the kernel what the value classes weigh, the way that takes the fewest rows."""
    bases = {(one + two) // 2 for one, two in combinations_with_replacement({*weights}, 2)}
    base, rows = min(
        ((base, _rows(weights, base)) for base in sorted(bases)), key=lambda found: len(found[1])
    )
    fours = np.zeros(len(kernel.FOURS), dtype=np.int64)
    lanes = np.zeros((len(kernel.STOOD) + len(kernel.DREW) + len(rows), kernel.LANES), np.int32)
    places = {(p, b): i for i, (p, b) in enumerate(kernel.FOURS.tolist())}
    stood = {(p, b): i for i, (p, b) in enumerate(kernel.STOOD.tolist())}
    drew = {(p, b): len(stood) + i for i, (p, b) in enumerate(kernel.DREW.tolist())}
    for (p, b, x, y, *_), weight in zip(value_classes(), weights, strict=True):
        if x is not None:
            lanes[drew[p, b], x] = weight if y is None else base
        elif y is not None:
            lanes[stood[p, b], y] = weight
        else:
            fours[places[p, b]] = weight
    for number, row in enumerate(sorted(rows), len(stood) + len(drew)):
        lanes[number] = rows[row]
    return fours, np.array(sorted(rows), dtype=np.int64).reshape(-1, 3), lanes.ravel()


def _rows(weights: list[int], base: int) -> Mapping[_Row, list[int]]:
    """Give rows that hold what the coups with two third cards weigh more than a base."""
    more: dict[tuple[int, int], Counter[tuple[int, int]]] = {}
    for (p, b, x, y, *_), weight in zip(value_classes(), weights, strict=True):
        if x is not None and y is not None:
            of_totals = more.setdefault((min(p, b), max(p, b)), Counter())
            of_totals[min(x, y), max(x, y)] += weight - base
    rows = {}
    for totals, of_totals in more.items():
        left = {thirds for thirds, weight in of_totals.items() if weight}
        while left:
            (third, _), *_ = Counter(card for thirds in left for card in {*thirds}).most_common(1)
            row = rows[third, *totals] = [0] * kernel.LANES
            for one, two in [thirds for thirds in left if third in thirds]:
                row[one + two - third] = of_totals[one, two]
                left.remove((one, two))
    return rows
