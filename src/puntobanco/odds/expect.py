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
from dataclasses import dataclass
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

_Totals = tuple[int, int]  # of the first two cards of both hands, the lower one first
_Row = tuple[int, int, int]  # a third card, then totals

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
        self._largest = 4 * max(map(abs, self._wins))  # what a sum of weights may come to
        self._plan: _Plan | None = None
        classes, found = verdicts(sheet, bet)
        if not classes.axes and self._largest < _LANES_MAX:
            self._plan = _plan([self._wins[result] for result in found.tolist()])

    def of(self, counts: ArrayLike) -> list[float]:
        """Give for each shoe, a row of 52 counts, what a bettor wins on average of a unit.

        It is summed in integers and rounded once.
        """
        shoes = checked(counts)
        points = np.empty((3, len(shoes), kernel.POINTS), dtype=np.int64)
        cards = np.empty(len(shoes), dtype=np.int64)
        kernel.by_points(shoes, points, cards)
        plan, most = self._plan, int(cards.max(initial=0))
        lanes, sums = (most**power * self._largest for power in (2, 6))
        if plan and lanes < _LANES_MAX and sums < _SUMS_MAX:
            found = np.empty((2, len(shoes)), dtype=np.int64)
            kernel.weighed(points[0], cards, plan.fours, plan.singles, plan.rows, plan.lanes, found)
            found[0] += plan.base * found[1]
            wins, deals = found.tolist()
        else:
            rows = self._many.deals(shoes).tolist()
            wins = [sum(map(mul, row, self._wins)) for row in rows]
            deals = [sum(row) for row in rows]
        return [won / (self._scale * all_) for won, all_ in zip(wins, deals, strict=True)]


@dataclass(frozen=True)
class _Plan:
    """What every deal weighs, and what the kernel sums beside it."""

    base: int
    fours: Longs
    singles: Longs
    rows: Longs
    lanes: Ints


def _plan(weights: list[int]) -> _Plan:
    """Find the base with which the fewest rows are left."""
    bases = {(one + two) // 2 for one, two in combinations_with_replacement({*weights}, 2)}
    base, rows = min(
        ((base, _rows(weights, base)) for base in sorted(bases)), key=lambda found: len(found[1])
    )
    fours = dict.fromkeys(map(tuple, kernel.FOURS.tolist()), 0)
    singles: dict[_Totals, list[int]] = {}
    for (p, b, x, y, *_), weight in zip(value_classes(), weights, strict=True):
        third = y if x is None else x
        if third is None:
            fours[p, b] = weight - base
        elif weight != base and (x is None or y is None):
            row = singles.setdefault(_either(p, b), [0] * kernel.LANES)
            row[third] += weight - base
    ordered = sorted(rows)  # one third card after the other
    return _Plan(
        base,
        np.array([*fours.values()], dtype=np.int64),
        np.array([*singles], dtype=np.int64).reshape(-1, 2),
        np.array(ordered, dtype=np.int64).reshape(-1, 3),
        np.array([*singles.values(), *(rows[row] for row in ordered)], dtype=np.int32).ravel(),
    )


def _either(p: int, b: int) -> _Totals:
    """Give the totals of both hands, whichever has which."""
    return min(p, b), max(p, b)


def _rows(weights: list[int], base: int) -> Mapping[_Row, list[int]]:
    """Give rows that hold what the coups with two third cards weigh more than a base."""
    more: dict[_Totals, Counter[tuple[int, int]]] = {}
    for (p, b, x, y, *_), weight in zip(value_classes(), weights, strict=True):
        if x is not None and y is not None:
            of_totals = more.setdefault(_either(p, b), Counter())
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
