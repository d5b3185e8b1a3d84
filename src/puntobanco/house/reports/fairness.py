"""The fairness of the action button: how often each seat came first, against what is expected.

The button's card has thirteen ranks, counted round the seats: of seven seats the first six come
first twice as often as the last (rules.md 2.6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt
from typing import Final

from puntobanco.house.follow import Step
from puntobanco.house.reports.scope import Scope
from puntobanco.table import events as ev

RANKS: Final = 13


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

    ``p`` is how often chance alone strays at least as far.
    """

    seats: int
    rounds: int
    shares: tuple[SeatShare, ...]
    chi_square: float
    degrees: int
    p: float


def fairness(steps: Iterable[Step], scope: Scope) -> tuple[Fairness, ...]:
    """Count the buttons of settled rounds, as corrected, for each number of seats."""
    counts: dict[int, Counter[int]] = {}
    shown: dict[str, dict[int, int]] = {}  # by table, of the rounds that may be corrected: the seat
    for step in steps:
        event, rounds = step.event, shown.setdefault(step.table, {})
        if isinstance(event, ev.RoundSettled) and event.button and scope.has(step):
            for gone in rounds.keys() - {settled.number for settled in step.after.settled}:
                del rounds[gone]
        elif isinstance(event, ev.RoundCorrected) and event.button and event.round in rounds:
            counts[step.before.game.seats][rounds[event.round]] -= 1
        else:
            continue
        rounds[event.round] = event.button.seat
        counts.setdefault(step.before.game.seats, Counter())[event.button.seat] += 1
    return tuple(judge(seats, counts[seats]) for seats in sorted(counts))


def judge(seats: int, firsts: Counter[int]) -> Fairness:
    """Hold counts against the expectation."""
    rounds = firsts.total()
    of_13 = Counter((rank - 1) % seats + 1 for rank in range(1, RANKS + 1))
    shares = tuple(
        SeatShare(seat, firsts[seat], of_13[seat], rounds * of_13[seat] / RANKS)
        for seat in range(1, seats + 1)
    )
    possible = [share for share in shares if share.of_13]
    square = sum((s.first - s.expected) ** 2 / s.expected for s in possible) if rounds else 0.0
    degrees = len(possible) - 1
    return Fairness(seats, rounds, shares, square, degrees, tail(square, degrees))


def tail(square: float, degrees: int) -> float:
    """Give the chance that chi-square is at least so large, as its finite sum."""
    if square <= 0 or degrees < 1:
        return 1.0
    half = square / 2
    odd = degrees % 2
    found = erfc(sqrt(half)) if odd else 0.0
    for step in range(degrees // 2):
        power = step + odd / 2
        found += exp(power * log(half) - half - lgamma(power + 1))
    return min(1.0, found)
