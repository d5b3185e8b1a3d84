"""A count against perfect play: the exact expectation before every round of the same shoes.

Perfect play wagers a unit in every round whose exact expectation, of the cards that are unseen, is
above nothing. What a count wins is read from the same expectations, so that chance is in the shoes
alone: the cards of the rounds wagered on play no part.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from puntobanco.odds.expect import Expected
from puntobanco.sim.shoes import check_shoes
from puntobanco.sim.unseen import unseen_of
from puntobanco.study.counting import Counting, Estimate


@dataclass(frozen=True, slots=True)
class Perfect:
    """What perfect play and a count expect on the same shoes."""

    shoes: int
    bets_per_shoe: Estimate
    units_per_shoe: Estimate
    counted: Estimate  # units a shoe, of the count

    @property
    def share(self) -> float | None:
        """What share of perfect play's units the count wins; None where there is nothing to win."""
        best = self.units_per_shoe.value
        return self.counted.value / best if best else None


def perfect_play(counting: Counting, number: int) -> Perfect:
    """Play the first so many shoes of a count perfectly, and by the count."""
    check_shoes(number)
    shoes = counting.shoes
    expectation = Expected(counting.sheet, counting.bet)
    rows: list[tuple[float, float, float]] = []
    for unseen in unseen_of(shoes, 0, number):
        burned = max(0, unseen.out[0] - 1)
        bets, best, counted = 0, 0.0, 0.0
        expected = expectation.of(unseen.cards)
        for won, out, running in zip(expected, unseen.out, unseen.running, strict=True):
            if won > 0:
                bets += 1
                best += won
            if counting.trigger.is_met(running, shoes.cards - out, burned):
                counted += won
        rows.append((float(bets), best, counted))
    return Perfect(number, *(_estimate(column) for column in zip(*rows, strict=True)))


def _estimate(values: tuple[float, ...]) -> Estimate:
    mean = sum(values) / len(values)
    off = sum((value - mean) ** 2 for value in values)
    return Estimate(mean, sqrt(off) / len(values))
