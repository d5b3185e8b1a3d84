"""A sheet simulated: every bet's mean with its standard error, beside the exact expectation."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm, sqrt
from typing import Any, Final, Self

from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import BetOdds, bet_odds, win_of
from puntobanco.rules.check import verdict_table
from puntobanco.rules.classes import value_classes
from puntobanco.rules.conditions import Facts
from puntobanco.rules.sheet import Bet, Sheet, canonical
from puntobanco.shoe import ROUND_CARDS_MAX, Composition
from puntobanco.sim import lanes
from puntobanco.sim.classes import Tables, spread, tables
from puntobanco.sim.shoes import Shoes, SimulationError, check_shoes
from puntobanco.sim.tally import Tally, count, nothing
from puntobanco.study.blocks import (
    FIRST,
    Workers,
    block_size,
    chunk_of,
    error_of_ratio,
    in_order,
    spans,
)

KERNELS: Final = ("deck", "lanes")
_PLAIN: Final = frozenset[str]()
_BEFORE_FLUSHES: Final = Facts._fields.index("player_flush")


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over all rounds, and what it should be."""

    value: float
    standard_error: float | None  # None for a single block
    exact: float

    @property
    def z(self) -> float | None:
        """How many standard errors it is off; None where there is none."""
        return (self.value - self.exact) / self.standard_error if self.standard_error else None


@dataclass(frozen=True, eq=False)
class Reading:
    """How to read a bet out of a tally, and its exact odds."""

    bet: Bet
    axes: frozenset[str]
    groups: Any  # the result of every class, as sim.classes spreads them
    wins: tuple[int, ...]  # by result, of one unit, in parts of a unit: sums stay exact
    parts: int
    exact: BetOdds

    @classmethod
    def of(cls, sheet: Sheet, bet: Bet, counter: Counter52) -> Self:
        """Find out which classes end in which result."""
        table = verdict_table(sheet, bet)
        masks = (*table.caught, table.rest)
        groups = spread(map(table.classes.members, masks), table.classes.size)
        exact = bet_odds(sheet, bet, counter)
        wins = [win_of(result) for result in exact.results]
        parts = lcm(*(win.denominator for win in wins))
        return cls(bet, table.axes, groups, tuple(int(win * parts) for win in wins), parts, exact)

    def rounds(self, tally: Tally) -> list[int]:
        """Give the rounds by the result of the bet."""
        found = tally.sums(self.axes, self.groups)
        return found + [0] * (len(self.wins) - len(found))

    def won(self, tally: Tally) -> int:
        """Give what all rounds came to, of one unit each, in parts of a unit."""
        rounds = self.rounds(tally)
        return sum(win * count for win, count in zip(self.wins, rounds, strict=True))


class Simulation:
    """The first so many shoes of a sheet, taken in one after the other."""

    def __init__(self, sheet: Sheet, shoes: Shoes, wanted: int, kernel: str = "deck") -> None:
        """Find out what is to be counted; the lanes kernel deals whole blocks of shoes alone."""
        check_shoes(wanted)
        self.kernel, self.unit = kernel, lanes.BLOCK if kernel == "lanes" else 1
        wanted = -(-wanted // self.unit) * self.unit
        counter = Counter52(Composition.of(shoes.decks))
        self.sheet, self.shoes, self.wanted = sheet, shoes, wanted
        self.readings = tuple(Reading.of(sheet, bet, counter) for bet in sheet.bets)
        self.tables = tables(reading.axes for reading in self.readings)
        if kernel == "lanes" and self.tables.every_axis:
            message = (
                f"kernel: lanes counts no pairs, suits or colours, and {sheet.id} asks; use deck"
            )
            raise SimulationError(message)
        self.tally = nothing(shoes, self.tables)
        self._exact_cards = Fraction(
            sum(deals * _cards_of(facts) for facts, deals in counter.along(_PLAIN).items()),
            counter.deals,
        )
        self.blocks: list[list[int]] = []  # rounds, shoes, cards, what each bet won

    def block_of(self, wanted: int) -> int:
        """Give how many shoes a block has by now where so many are wanted."""
        unit = self.unit
        return block_size(wanted // unit, self.tally.shoes // unit, FIRST // unit) * unit

    def run(
        self, workers: Workers, watch: Callable[[Self], object], chunk: int | None = None
    ) -> None:
        """Deal the shoes that are wanted, and say so after each chunk; it may be interrupted."""
        size = chunk or chunk_of(self.shoes.cards * self.unit, workers)
        work = partial(_deal, self.shoes, self.tables, self.kernel)
        done = self.tally.shoes // self.unit
        todo = spans(self.wanted // self.unit, size, done, FIRST // self.unit)
        for some in in_order(work, todo, workers):
            self.take(some)
            watch(self)

    def take(self, some: Tally) -> None:
        """Take in the next shoes, which are all of one block."""
        size = self.block_of(self.wanted)
        if self.tally.shoes % size == 0:
            self.blocks.append([0] * (3 + len(self.readings)))
        rows = [some.rounds, some.shoes, _cards(some)]
        rows += [reading.won(some) for reading in self.readings]
        self.blocks[-1] = [a + b for a, b in zip(self.blocks[-1], rows, strict=True)]
        self.tally += some
        if self.block_of(self.wanted) > size:
            self.join(2)

    def join(self, number: int) -> None:
        """Make one block of so many, again and again."""
        rows = [self.blocks[first : first + number] for first in range(0, len(self.blocks), number)]
        self.blocks = [[sum(column) for column in zip(*some, strict=True)] for some in rows]

    def mean(self, reading: Reading) -> Mean:
        """Give what a bet came to, per unit wagered."""
        return self._mean(reading, self.blocks)

    def path(self, reading: Reading) -> list[tuple[int, Mean]]:
        """Give it as it was after each block, by shoes: a few hundred points, however many."""
        found, shoes = [], 0
        for number, block in enumerate(self.blocks, 1):
            shoes += block[1]
            found.append((shoes, self._mean(reading, self.blocks[:number])))
        return found

    def _mean(self, reading: Reading, blocks: Sequence[Sequence[int]]) -> Mean:
        column = 3 + self.readings.index(reading)
        won, rounds = ([block[at] for block in blocks] for at in (column, 0))
        error = error_of_ratio(won, rounds)
        return Mean(
            sum(won) / (sum(rounds) * reading.parts),
            None if error is None else error / reading.parts,
            float(reading.exact.expectation),
        )

    @property
    def cards_per_round(self) -> Mean:
        """How many cards a round took."""
        mean = _cards(self.tally) / self.tally.rounds
        cards, rounds = ([block[at] for block in self.blocks] for at in (2, 0))
        return Mean(mean, error_of_ratio(cards, rounds), float(self._exact_cards))

    @property
    def rounds_per_shoe(self) -> tuple[float, float | None]:
        """How many rounds a shoe had, and the deviation between shoes where it is known."""
        lengths = self.tally.lengths.tolist()
        mean = self.tally.rounds / self.tally.shoes
        if not any(lengths):
            return mean, None
        square = sum(shoes * (rounds - mean) ** 2 for rounds, shoes in enumerate(lengths))
        return mean, sqrt(square / self.tally.shoes)

    @property
    def digest(self) -> str:
        """SHA-256 of what was counted, and of what it depends on."""
        rules = self.shoes.rules
        counts = [
            [
                sorted(axes),
                sorted(([*_told(facts), rounds] for facts, rounds in found), key=_sorting),
            ]
            for axes in sorted(self.tables.axes, key=sorted)
            for found in [self.tally.along(axes).items()]
        ]
        whole = [
            self.sheet.hash,
            {"cut_card": rules.cut_card, "burn": rules.burn, "last": rules.last},
            self.shoes.decks,
            self.tally.shoes,
            self.shoes.seed,
            self.kernel,
            counts,
        ]
        return hashlib.sha256(canonical(whole)).hexdigest()


def _deal(shoes: Shoes, wanted: Tables, kernel: str, first: int, number: int) -> Tally:
    """Deal some shoes, or blocks of them, wherever this is."""
    if kernel == "lanes":
        return lanes.count(shoes, first, number)
    return count(shoes, wanted, first, number)


def _told(facts: Facts) -> tuple[object, ...]:
    """Give the facts that a digest holds: flushes, which came later, only where there are any."""
    return facts if facts.player_flush or facts.banker_flush else facts[:_BEFORE_FLUSHES]


def _sorting(row: list[Any]) -> tuple[object, ...]:
    """Put a third card that was not drawn behind those that were."""
    return tuple(10 if value is None else value for value in row)


def _cards(tally: Tally) -> int:
    return sum(cards * rounds for cards, rounds in enumerate(tally.sums(_PLAIN, _CARDS)))


def _cards_of(facts: Facts) -> int:
    return 4 + (facts.player_third is not None) + (facts.banker_third is not None)


# The number of its cards, by value class.
_CARDS: Final = spread(
    [
        [number for number, facts in enumerate(value_classes()) if _cards_of(facts) == cards]
        for cards in range(ROUND_CARDS_MAX + 1)
    ],
    len(value_classes()),
)
