"""A count kept beside simulated shoes, and what a wager came to where the count said so.

The kernel knows no bet: it is given what each class of rounds is worth, and a trigger.
"""

# ruff: noqa: PLR0913, PLR0917 - kernels take arrays
# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple, Self

import numba
import numpy as np

from puntobanco.compiled import keep
from puntobanco.sim.classes import CLASSES, Axes, grouped
from puntobanco.sim.kernel import TAG_MAX, Longs, Shorts
from puntobanco.sim.rounds import rounds_of
from puntobanco.sim.shoes import Shoes, SimulationError

DECK_CARDS: Final = 52
BUCKETS: Final = 41  # counts of -20 and less to 20 and more, rounded down
WORTH_MAX: Final = 100_000  # so that squares of a shoe's sum fit 64 bits, shoe upon shoe


class _Rule(NamedTuple):
    """When a wager is made, as the kernel takes it."""

    above: int  # the trigger, over below
    below: int
    true: bool  # the running count is divided by the decks left
    start: int
    step: int  # the cards left are estimated to the nearest so many; 1: known
    cards: int
    burned: bool  # cards burned unseen are taken as left


@dataclass(frozen=True, slots=True)
class Trigger:
    """When a wager is made: the count, as it is kept, is at least so much."""

    at: Fraction
    true: bool = True
    start: int = 0
    step: int = 1
    burned_left: bool = False

    def is_met(self, running: int, left: int, burned: int) -> bool:
        """Whether a wager is made; ``left`` in the shoe, ``burned`` of those out unseen."""
        if not self.true:
            return self.start + running >= self.at
        return (self.start + running) * DECK_CARDS >= self.at * self._left(left, burned)

    def count(self, running: int, left: int, burned: int) -> int:
        """Give the count as it is kept, rounded down."""
        if not self.true:
            return self.start + running
        return (self.start + running) * DECK_CARDS // self._left(left, burned)

    def _left(self, left: int, burned: int) -> int:
        left += burned if self.burned_left else 0
        return max(1, (left + self.step // 2) // self.step) * self.step

    def rule(self, cards: int) -> _Rule:
        """Give it as the kernel takes it."""
        at = self.at
        burned = self.burned_left
        return _Rule(at.numerator, at.denominator, self.true, self.start, self.step, cards, burned)


@dataclass(frozen=True, eq=False)
class Worth:
    """What rounds are worth: a whole number for each class along some axes."""

    axes: Axes
    groups: Shorts
    size: int
    weights: Longs

    @classmethod
    def of(cls, axes: Axes, worths: list[int]) -> Self:
        """Take them by class number."""
        if max(map(abs, worths)) > WORTH_MAX:
            message = f"odds: a win of {max(worths)} parts is too fine to be followed; round them"
            raise SimulationError(message)
        groups, size, places = grouped(axes)
        weights = np.zeros(CLASSES * size, dtype=np.int64)
        weights[places] = worths
        return cls(axes, groups, size, weights)


@dataclass(eq=False)
class Followed:
    """Sums over shoes: of wagers made and of what they won, of squares, and by count."""

    shoes: int = 0
    rounds: int = 0
    bets: int = 0
    won: int = 0
    bets_squared: int = 0
    won_squared: int = 0
    bets_won: int = 0
    by_count: list[list[int]] = field(  # rounds, what each of them would have won
        default_factory=lambda: [[0, 0] for _ in range(BUCKETS)]
    )

    def __iadd__(self, other: Followed) -> Self:
        """Take in other shoes."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for row, more in zip(self.by_count, other.by_count, strict=True):
            row[:] = [a + b for a, b in zip(row, more, strict=True)]
        return self


_SUMS: Final = ("shoes", "rounds", "bets", "won", "bets_squared", "won_squared", "bets_won")


@numba.njit(nogil=True)
def _follow(
    rule: _Rule, rounds: Shorts, kinds: Shorts, starts: Shorts, running: Any, ends: Longs,
    groups: Shorts, size: int, weights: Longs, sums: Longs, buckets: Longs,
) -> None:  # fmt: skip
    begin = 0
    half = BUCKETS // 2
    for shoe in range(len(ends)):
        bets, won = 0, 0
        unseen = np.int64(starts[begin]) - 1 if rule.burned and starts[begin] else np.int64(0)
        for i in range(begin, ends[shoe]):
            left = rule.cards - np.int64(starts[i]) + unseen
            left = (left + rule.step // 2) // rule.step * rule.step
            if left < rule.step:
                left = np.int64(rule.step)
            count = rule.start + np.int64(running[i])
            worth = weights[np.int64(rounds[i]) * size + groups[kinds[i] if size > 1 else 0]]
            if rule.true:
                triggers = count * DECK_CARDS * rule.below >= rule.above * left
                count = count * DECK_CARDS // left
            else:
                triggers = count * rule.below >= rule.above
            if triggers:
                bets += 1
                won += worth
            bucket = np.int64(min(max(int(count) + half, 0), BUCKETS - 1))
            buckets[bucket, 0] += 1
            buckets[bucket, 1] += worth
        sums[0] += 1
        sums[1] += ends[shoe] - begin
        sums[2] += bets
        sums[3] += won
        sums[4] += bets * bets
        sums[5] += won * won
        sums[6] += bets * won
        begin = ends[shoe]


keep((__file__,), _follow)


def follow(shoes: Shoes, trigger: Trigger, worth: Worth, first: int, number: int) -> Followed:
    """Deal so many shoes from the first on, and wager by their tags where the trigger says so."""
    sums = np.zeros(len(_SUMS), dtype=np.int64)
    buckets = np.zeros((BUCKETS, 2), dtype=np.int64)
    rule = trigger.rule(shoes.cards)
    for some in rounds_of(shoes, first, number, worth.axes):
        _follow(
            rule, some.classes, some.kinds, some.starts, some.running, some.ends,
            worth.groups, worth.size, worth.weights, sums, buckets,
        )  # fmt: skip
    return Followed(**dict(zip(_SUMS, sums.tolist(), strict=True)), by_count=buckets.tolist())


def check_tags(tags: tuple[int, ...]) -> None:
    """Refuse tags that are not one for each points, or that no card can carry."""
    if len(tags) != len(range(10)) or not any(tags) or max(map(abs, tags)) > TAG_MAX:
        message = (
            f"tags: {' '.join(map(str, tags))} are no count; give ten whole numbers, for"
            f" A 2 3 4 5 6 7 8 9 and T, from -{TAG_MAX} to {TAG_MAX}, not all 0"
        )
        raise SimulationError(message)
