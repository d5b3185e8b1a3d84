"""What several bets of one round come to together: their covariance, and a player-dealer's result.

A player-dealer's cover makes his result depend on the order of settlement, which the Banker
hand's second card sets; and that card is not independent of the result. So his figures are
counted over outcomes of all bets with wagers and the seat that is settled first, each outcome
settled once by the rules of every table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, sqrt

import numpy as np

from puntobanco.cards import Rank
from puntobanco.odds.atlas import atlas
from puntobanco.odds.figures import BetOdds, wins_of
from puntobanco.odds.many import one_shoe
from puntobanco.odds.plan import Axes, verdicts
from puntobanco.rules.check import bet_axes
from puntobanco.rules.settle import Wager, net_under_cover
from puntobanco.rules.sheet import Bet, Cover, Sheet
from puntobanco.shoe import Composition

Outcome = tuple[int, ...]  # by bet the number of its result, the last for none


def outcomes(
    sheet: Sheet, composition: Composition, bets: Sequence[Bet], seats: int = 1
) -> Counter[tuple[Outcome, int]]:
    """Count the deals of what some bets come to together and which seat is settled first."""
    axes = Axes().union(*(bet_axes(sheet, bet) for bet in bets))
    way = atlas(axes, seats)
    table = way.table(one_shoe(composition))
    some = np.flatnonzero(table)
    ends = [verdicts(sheet, bet, axes)[1][way.classes[some]] for bet in bets]
    rows = np.column_stack([*ends, way.seats[some]])
    distinct, which = np.unique(rows, axis=0, return_inverse=True)
    deals = np.zeros(len(distinct), dtype=np.int64)
    np.add.at(deals, which.ravel(), table[some])
    found: Counter[tuple[Outcome, int]] = Counter()
    for row, count in zip(distinct.tolist(), deals.tolist(), strict=True):
        *results, first, last = row
        for seat in (first, last):  # either of two cards is the second as often as the other
            found[tuple(results), seat] += count // 2
    return found


def covariances(
    sheet: Sheet, composition: Composition, bets: Iterable[str] | None = None
) -> dict[tuple[str, str], Fraction]:
    """Give the covariance of what a unit on each of two bets wins, for every two of some bets."""
    some = sheet.bets if bets is None else tuple(sheet.require_bet(bet) for bet in bets)
    scales = [lcm(*(win.denominator for win in wins_of(bet))) for bet in some]
    wins = [
        [int(win * scale) for win in wins_of(bet)] for bet, scale in zip(some, scales, strict=True)
    ]
    found = outcomes(sheet, composition, some)
    won = np.array(
        [[of_bet[end] for of_bet, end in zip(wins, ends, strict=True)] for ends, _ in found],
        dtype=object,  # integers of any size
    )
    deals = np.array([*found.values()], dtype=object)
    first, second, total = deals @ won, (won * deals[:, np.newaxis]).T @ won, deals.sum()
    return {
        (one.id, two.id): Fraction(
            second[i, j] * total - first[i] * first[j], total**2 * scales[i] * scales[j]
        )
        for (i, one), (j, two) in product(enumerate(some), repeat=2)
    }


@dataclass(frozen=True)
class Banked:
    """A player-dealer's result of a round: the deals by net result and by seat settled first.

    The fee that he pays is taken off every result.
    """

    nets: Mapping[tuple[int, int], int]  # by (net, seat)

    @cached_property
    def deals(self) -> int:
        """All ordered deals."""
        return sum(self.nets.values())

    @property
    def expectation(self) -> Fraction:
        """What he wins on average, in units of money."""
        return self._moment(1)

    @property
    def variance(self) -> Fraction:
        """The variance of that."""
        return self._moment(2) - self.expectation**2

    @property
    def deviation(self) -> float:
        """The square root of the variance."""
        return sqrt(self.variance)

    def given(self, seat: int) -> Banked:
        """Give his result in the rounds in which one seat is settled first."""
        return Banked({(net, each): n for (net, each), n in self.nets.items() if each == seat})

    def _moment(self, power: int) -> Fraction:
        return Fraction(sum(net**power * n for (net, _), n in self.nets.items()), self.deals)


def banked(
    sheet: Sheet,
    composition: Composition,
    wagers: Sequence[Wager],
    *,
    seats: int,
    cover: int,
    rules: Cover | None = None,
    unit: int = 1,
    fee: int = 0,
) -> Banked:
    """Count a player-dealer's result of a round with these wagers under his cover, less a fee.

    ``rules`` say how the cover is used up; they default to the sheet's.
    """
    bets = [sheet.require_bet(bet) for bet in dict.fromkeys(wager.bet for wager in wagers)]
    nets: Counter[tuple[int, int]] = Counter()
    for (outcome, seat), deals in outcomes(sheet, composition, bets, seats).items():
        results = {
            bet.id: (*bet.results, None)[number] for bet, number in zip(bets, outcome, strict=True)
        }
        net = net_under_cover(
            sheet,
            results,
            wagers,
            seats=seats,
            first=seat,
            cover=cover,
            rules=rules,
            unit=unit,
        )
        nets[net - fee, seat] += deals
    return Banked(nets)


def by_button(sheet: Sheet, composition: Composition) -> dict[int, tuple[BetOdds, ...]]:
    """Give the odds of every bet by the number of the Banker hand's second card, ace 1 to king 13.

    The counts of each are the deals in which that card has that number.
    """
    found: dict[int, list[BetOdds]] = {}
    numbers = len(Rank)
    for bet in sheet.bets:
        counted = outcomes(sheet, composition, [bet], numbers)
        for number in sorted({seat for _, seat in counted}):
            deals = [counted[(result,), number] for result in range(len(bet.results) + 1)]
            found.setdefault(number, []).append(BetOdds.of(bet, deals))
    return {number: tuple(each) for number, each in found.items()}
