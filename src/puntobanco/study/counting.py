"""Counting cards: what each card's leaving does to a bet, tags made of it, and what they win.

A *count* adds a tag for every card seen; the *true count* is that over the decks left. A wager is
made where it is at least the trigger. Nothing here advises anybody to wager: most bets lose at
almost any count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import isqrt, lcm, sqrt
from typing import Final

from puntobanco.cards import DECK
from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import bet_odds, win_of
from puntobanco.rules.check import verdict_table
from puntobanco.rules.sheet import Bet, Sheet
from puntobanco.shoe import Composition
from puntobanco.sim.counting import (
    BUCKETS,
    Followed,
    Trigger,
    Worth,
    check_tags,
    follow,
)
from puntobanco.sim.shoes import Shoes, SimulationError, check_shoes
from puntobanco.study.blocks import Workers, chunk_of, in_order, spans

PILOT: Final = 100_000  # shoes that find a trigger
ALIKE: Final = Fraction(96, 100)  # how well tags must go with the effects that they stand for
LEVELS: Final = range(1, 9)  # the largest tag
_RANKS: Final = (4, *(1,) * 9)  # ranks of each points
_ORDER: Final = (*range(1, 10), 0)  # A to 9, then those that count nothing


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and what it may be off by."""

    value: float
    standard_error: float


@dataclass(eq=False)
class Counting:
    """A bet counted down over shoes."""

    sheet: Sheet
    bet: Bet
    shoes: Shoes  # with the tags
    trigger: Trigger
    wanted: int
    sums: Followed = field(default_factory=Followed)

    def __post_init__(self) -> None:
        """Refuse what cannot be counted, and find what every class is worth."""
        check_tags(self.shoes.tags)
        check_shoes(self.wanted)
        table = verdict_table(self.sheet, self.bet)
        counter = Counter52(Composition.of(self.shoes.decks))
        wins = [win_of(result) for result in bet_odds(self.sheet, self.bet, counter).results]
        self.parts = lcm(*(win.denominator for win in wins))
        self.wins = [int(win * self.parts) for win in wins]  # by result, in parts of a unit
        worths = [0] * table.classes.size
        for win, mask in zip(self.wins, (*table.caught, table.rest), strict=True):
            for number in table.classes.members(mask):
                worths[number] = win
        self.worth = Worth.of(table.axes, worths)

    def run(self, workers: Workers, watch: Callable[[Counting], object], first: int = 0) -> None:
        """Deal the shoes that are wanted, and say so after each chunk; it may be interrupted."""
        work = partial(_follow_from, first, self.shoes, self.trigger, self.worth)
        todo = spans(self.wanted, chunk_of(self.shoes.cards, workers))
        for some in in_order(work, todo, workers):
            self.sums += some
            watch(self)

    @property
    def bets_per_shoe(self) -> Estimate:
        """How often a wager is made."""
        return self._mean(self.sums.bets, self.sums.bets_squared)

    @property
    def frequency(self) -> float:
        """In what share of rounds a wager is made."""
        return self.sums.bets / self.sums.rounds

    @property
    def units_per_shoe(self) -> Estimate:
        """What a wager of one unit each time wins in a shoe."""
        found = self._mean(self.sums.won, self.sums.won_squared)
        return Estimate(found.value / self.parts, found.standard_error / self.parts)

    @property
    def deviation(self) -> float:
        """The deviation of what a shoe wins."""
        return self.units_per_shoe.standard_error * sqrt(self.sums.shoes)

    @property
    def edge(self) -> Estimate | None:
        """What a wager wins on average; None where none was made."""
        sums = self.sums
        if not sums.bets:
            return None
        ratio = sums.won / sums.bets
        off = sums.won_squared - 2 * ratio * sums.bets_won + ratio**2 * sums.bets_squared
        error = sqrt(max(0.0, off)) / sums.bets
        return Estimate(ratio / self.parts, error / self.parts)

    @property
    def n0(self) -> float | None:
        """After how many shoes what is won is one deviation above nothing; None if it loses."""
        units = self.units_per_shoe.value
        return (self.deviation / units) ** 2 if units > 0 else None

    @property
    def by_count(self) -> list[tuple[int, int, float]]:
        """The count rounded down, its rounds, and what the bet won in them on average.

        The first and the last stand for all counts beyond them too.
        """
        return [
            (bucket - BUCKETS // 2, rounds, won / rounds / self.parts)
            for bucket, (rounds, won) in enumerate(self.sums.by_count)
            if rounds
        ]

    def _mean(self, total: int, squared: int) -> Estimate:
        shoes = self.sums.shoes
        off = Fraction(squared, shoes) - Fraction(total, shoes) ** 2
        return Estimate(total / shoes, sqrt(off / shoes))


def _follow_from(
    before: int, shoes: Shoes, trigger: Trigger, worth: Worth, first: int, number: int
) -> Followed:
    """Follow some of the shoes behind others, wherever this is."""
    return follow(shoes, trigger, worth, before + first, number)


def effects(sheet: Sheet, bet: Bet, decks: int) -> tuple[Fraction, ...]:
    """Give by points what one card's leaving the full shoe adds to the bet's expectation."""

    def expectation(composition: Composition) -> Fraction:
        return bet_odds(sheet, bet, Counter52(composition)).expectation

    whole = expectation(Composition.of(decks))
    cards = [next(card for card in DECK if card.points == points) for points in range(10)]
    return tuple(expectation(Composition.of(decks, [card])) - whole for card in cards)


def tags_from(found: tuple[Fraction, ...]) -> tuple[int, ...]:
    """Give the smallest balanced tags that go with some effects well enough."""
    if not any(found):
        message = "tags: no card's leaving moves this bet by itself, so none can be made; give some"
        raise SimulationError(message)
    for level in LEVELS:
        tags = _rounded(found, level)
        if any(tags) and likeness(found, tags) ** 2 >= ALIKE**2:
            return tags
    return tags


def likeness(found: tuple[Fraction, ...], tags: tuple[int, ...]) -> Fraction:
    """Give the correlation of effects and tags over the 13 ranks, to nine places, rounded down."""
    product = sum(n * effect * tag for n, effect, tag in zip(_RANKS, found, tags, strict=True))
    above = sum(n * effect**2 for n, effect in zip(_RANKS, found, strict=True))
    square = product**2 / (above * sum(n * tag**2 for n, tag in zip(_RANKS, tags, strict=True)))
    return Fraction(isqrt(int(square * 10**18)), 10**9)


def _rounded(found: tuple[Fraction, ...], level: int) -> tuple[int, ...]:
    """Round effects to tags up to a level, and move the nearest ones until a deck sums to 0."""
    largest = max(map(abs, found))
    wanted = [effect * level / largest for effect in found]
    tags = [round(want) for want in wanted]
    while excess := sum(n * tag for n, tag in zip(_RANKS, tags, strict=True)):
        step = -1 if excess > 0 else 1
        fitting = [points for points in range(10) if _RANKS[points] <= abs(excess)]
        nearest = min(fitting, key=lambda points: abs(tags[points] + step - wanted[points]))
        tags[nearest] += step
    return tuple(tags)


def best_trigger(counting: Counting) -> Fraction:
    """Give the whole count from which on all wagers together have won most."""
    best, most, won = BUCKETS // 2, 0.0, 0.0
    for count, rounds, mean in reversed(counting.by_count):
        won += rounds * mean
        if won > most:
            best, most = count, won
    return Fraction(best)


def pilot(counting: Counting, workers: Workers) -> Trigger:
    """Find the trigger that wins on shoes of their own, behind those that are wanted."""
    trial = replace(counting, wanted=PILOT, sums=Followed())
    trial.run(workers, lambda _: None, first=counting.wanted)
    return replace(counting.trigger, at=best_trigger(trial))
