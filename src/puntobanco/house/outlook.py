"""What a cover could come to, told to somebody before he becomes the player-dealer.

Nobody knows the wagers that he will face: the last hand's stand for them, less his own. For each
result the cover is settled from every seat where the action may start, so that the worst is exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from puntobanco.cards import Rank
from puntobanco.rules.exposure import OutcomeRow, Terms, outcomes
from puntobanco.rules.settle import PlayerDealer, Step, Wager, under_cover
from puntobanco.table.state import Setup, TableState

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one result may come to under a cover: the worst of all that bears its name."""

    winner: str
    calls: tuple[str, ...]
    pays: int  # what is owed to winners, were there no limit
    collects: int  # what losers have staked
    worst: int
    best: int
    uncovered: int  # the most of winnings that is not paid
    untaken: int  # the most of lost stakes that goes back
    exhausted: bool

    def as_json(self) -> Plain:
        """Give it as the pages take it."""
        return {
            "winner": self.winner,
            "calls": list(self.calls),
            "pays": self.pays,
            "collects": self.collects,
            "worst": self.worst,
            "best": self.best,
            "uncovered": self.uncovered,
            "untaken": self.untaken,
            "exhausted": self.exhausted,
        }


def wagers_faced(state: TableState, patron: str, place: int) -> tuple[Wager, ...]:
    """Give the wagers of the last hand that somebody at a place would have covered."""
    if not state.settled:
        return ()
    wagers = state.settled[-1].wagers
    return tuple(w for w in wagers if w.patron != patron and w.seat != place)


def outlook(game: Setup, wagers: tuple[Wager, ...], place: int, cover: int) -> list[Outlook]:
    """Give each result with what it may come to under a cover posted from a place."""
    others = [each for each in range(1, game.places + 1) if each != place]
    seats = {each: seat for seat, each in enumerate(others, 1)}
    seated = tuple(replace(wager, seat=seats[wager.seat]) for wager in wagers)
    found: defaultdict[tuple[str, tuple[str, ...]], list[Outlook]] = defaultdict(list)
    for outcome in outcomes(game.sheet, {wager.bet for wager in wagers}):
        for results in _results(outcome):
            each = _under(game, outcome, results, seated, cover)
            found[outcome.winner, outcome.calls].append(each)
    return [_worst_of(rows) for rows in found.values()]


def _results(outcome: OutcomeRow) -> Iterator[dict[str, Terms]]:
    """Give what the bets come to; where a row is a bound, all for the bettors, then all against."""
    yield {bet: max(some, key=_value) for bet, some in outcome.results.items()}
    if not outcome.is_exact:
        yield {bet: min(some, key=_value) for bet, some in outcome.results.items()}


def _value(terms: Terms) -> float:
    """Order terms by what they bring a bettor."""
    if terms.odds is not None:
        return terms.odds.numerator / terms.odds.denominator
    return 0 if terms.verdict.value == "push" else -1


def _under(
    game: Setup,
    outcome: OutcomeRow,
    results: dict[str, Terms],
    wagers: tuple[Wager, ...],
    cover: int,
) -> Outlook:
    """Settle one outcome from every seat where the button may fall."""
    seats = game.places - 1
    settled = [
        under_cover(
            game.sheet, results, wagers, seats=seats, first=first, cover=cover, unit=game.unit
        )
        for first in sorted({(rank.number - 1) % seats + 1 for rank in Rank})
    ]
    steps = settled[0][0]
    return Outlook(
        outcome.winner,
        outcome.calls,
        pays=sum(step.paid + step.uncovered for step in steps),
        collects=sum(step.wager.amount for step in steps if step.verdict.value == "take"),
        worst=min(bank.net for _, bank in settled),
        best=max(bank.net for _, bank in settled),
        uncovered=max(sum(step.uncovered for step in taken) for taken, _ in settled),
        untaken=max(map(_untaken, settled)),
        exhausted=any(bank.exhausted for _, bank in settled),
    )


def _untaken(settled: tuple[tuple[Step, ...], PlayerDealer]) -> int:
    return sum(step.returned for step in settled[0] if step.verdict.value == "take")


def _worst_of(rows: list[Outlook]) -> Outlook:
    return Outlook(
        rows[0].winner,
        rows[0].calls,
        pays=max(row.pays for row in rows),
        collects=max(row.collects for row in rows),
        worst=min(row.worst for row in rows),
        best=max(row.best for row in rows),
        uncovered=max(row.uncovered for row in rows),
        untaken=max(row.untaken for row in rows),
        exhausted=any(row.exhausted for row in rows),
    )
