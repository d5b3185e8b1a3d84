"""The figures of every bet of a sheet for a shoe: exact counts, expectation, deviation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Self

from puntobanco.errors import InvariantError
from puntobanco.money import Odds
from puntobanco.odds.count import Counter52
from puntobanco.rules.check import verdict_table
from puntobanco.rules.sheet import Bet, Sheet, Verdict
from puntobanco.shoe import Composition


@dataclass(frozen=True, slots=True)
class ResultOdds:
    """How many ordered deals of six cards end in one result of a bet."""

    verdict: Verdict
    odds: Odds | None  # after commission
    deals: int


@dataclass(frozen=True, slots=True)
class BetOdds:
    """A bet's results, in sheet order; the last is what none of them caught."""

    bet: Bet
    results: tuple[ResultOdds, ...]

    @classmethod
    def of(cls, bet: Bet, deals: Sequence[int]) -> Self:
        """Put the deals of a bet's results, and of the rest, beside what they come to."""
        rows = [*((result.verdict, result.terms) for result in bet.results), (Verdict.TAKE, None)]
        return cls(
            bet,
            tuple(ResultOdds(*row, count) for row, count in zip(rows, deals, strict=True)),
        )

    @property
    def deals(self) -> int:
        """All ordered deals."""
        return sum(result.deals for result in self.results)

    @property
    def expectation(self) -> Fraction:
        """What a bettor wins on average, per unit wagered."""
        return self._moment(1)

    @property
    def edge(self) -> Fraction:
        """What the bank keeps on average, per unit wagered."""
        return -self.expectation

    @property
    def edge_resolved(self) -> Fraction | None:
        """What the bank keeps on average, per unit won or lost; None where all is pushed."""
        moved = self.deals - self._deals_of(Verdict.PUSH)
        return self.edge * self.deals / moved if moved else None

    @property
    def hit_frequency(self) -> Fraction:
        """How often it pays."""
        return Fraction(self._deals_of(Verdict.PAY), self.deals)

    @property
    def variance(self) -> Fraction:
        """The variance of what a bettor wins, per unit wagered squared."""
        return self._moment(2) - self.expectation**2

    @property
    def deviation(self) -> float:
        """The square root of the variance."""
        return sqrt(self.variance)

    def _deals_of(self, verdict: Verdict) -> int:
        return sum(result.deals for result in self.results if result.verdict is verdict)

    def _moment(self, power: int) -> Fraction:
        whole = sum(result.deals * win_of(result) ** power for result in self.results)
        return Fraction(whole) / self.deals


def win_of(result: ResultOdds) -> Fraction:
    """Give what a bettor wins of one unit."""
    if result.odds:
        return result.odds.fraction
    return Fraction(-1 if result.verdict is Verdict.TAKE else 0)


def wins_of(bet: Bet) -> tuple[Fraction, ...]:
    """Give what a bettor wins of one unit in each result of a bet, the last where none catches."""
    return tuple(win_of(result) for result in BetOdds.of(bet, [0] * (len(bet.results) + 1)).results)


@dataclass(frozen=True, slots=True)
class SheetOdds:
    """Exact odds of a sheet for one composition of the shoe."""

    sheet: Sheet
    composition: Composition
    deals: int
    winner: dict[str, int]
    bets: tuple[BetOdds, ...]


def odds(sheet: Sheet, composition: Composition) -> SheetOdds:
    """Count every bet of a sheet; CardError when the shoe may not hold a whole coup."""
    counter = Counter52(composition)
    winner = {"player": 0, "banker": 0, "tie": 0}
    for facts, deals in counter.along(frozenset()).items():
        player, banker = facts.player_total, facts.banker_total
        name = "tie" if player == banker else "player" if player > banker else "banker"
        winner[name] += deals
    bets = tuple(bet_odds(sheet, bet, counter) for bet in sheet.bets)
    return SheetOdds(sheet, composition, counter.deals, winner, bets)


def bet_odds(sheet: Sheet, bet: Bet, counter: Counter52) -> BetOdds:
    """Count the results of one bet: its verdict table times the deals of every class."""
    table = verdict_table(sheet, bet)
    counts = counter.along(table.axes)
    facts = table.classes.facts
    deals = [
        sum(counts.get(facts[index], 0) for index in table.classes.members(mask))
        for mask in (*table.caught, table.rest)
    ]
    if sum(deals) != counter.deals:
        message = f"{bet.id}: {sum(deals)} of {counter.deals} deals are in a known class"
        raise InvariantError(message)
    return BetOdds.of(bet, deals)
