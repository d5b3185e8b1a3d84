"""Whether the action button falls as it should: how often, against how often to expect.

The Banker hand's second card comes with each of thirteen values alike, if the shoe is fair; the
seat follows from the value (GAP-3.5, GAP-3.6), so a seat that two values reach comes twice as
often as one that a single value reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log

from puntobanco.house.records import VALUES


@dataclass(frozen=True, slots=True)
class SeatShare:
    """How often a seat came first, and how often of 13 times it should."""

    seat: int
    first: int
    of_13: int
    expected: float


@dataclass(frozen=True, slots=True)
class Fairness:
    """The button over settled rounds at tables of so many seats.

    Chi-square is that of thirteen values alike: a seat that is served too often has a value that
    is, and not the other way round. ``p`` is how often chance alone strays at least as far.
    """

    seats: int
    rounds: int
    values: tuple[int, ...]
    shares: tuple[SeatShare, ...]
    chi_square: float
    degrees: int
    p: float


def judge(seats: int, values: Sequence[int]) -> Fairness:
    """Hold counts of the button's card, value by value, against what a fair shoe gives."""
    rounds = sum(values)
    shares = []
    for seat in range(1, seats + 1):
        mine = values[seat - 1 :: seats]
        shares.append(SeatShare(seat, sum(mine), len(mine), rounds * len(mine) / VALUES))
    squares = VALUES * sum(count**2 for count in values) - rounds**2
    square = squares / rounds if rounds else 0.0
    degrees = VALUES - 1
    return Fairness(
        seats, rounds, tuple(values), tuple(shares), square, degrees, tail(square, degrees)
    )


def tail(square: float, degrees: int) -> float:
    """Give the chance that chi-square of evenly many degrees is at least so large, as its sum."""
    if square <= 0:
        return 1.0
    half = square / 2
    found = sum(exp(n * log(half) - half - lgamma(n + 1)) for n in range(degrees // 2))
    return min(1.0, found)
