"""Game protection: what a counter can win of each bet, by how deep the cut card lies.

Each bet is held against the exact expectation before every round of the same shoes, so that chance
is in the shoes alone: what perfect play wins of it, and what a count by tags made of the effects of
removal wins at its best trigger, a unit wagered wherever it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from puntobanco.odds.expect import Expected
from puntobanco.rules.sheet import Bet, Sheet
from puntobanco.sim.shoes import Shoes
from puntobanco.study.counting import effects, tags_from
from puntobanco.study.search import sample


@dataclass(frozen=True, slots=True)
class Exposed:
    """What a bet gives away at one depth of the cut card; units a shoe."""

    bet: Bet
    cut_card: int
    rounds: float  # a shoe
    perfect: float
    counted: float
    tags: tuple[int, ...] | None  # by points; None: no card's leaving moves it by itself
    trigger: int

    @property
    def per_100(self) -> float:
        """Units that the count wins in a hundred rounds."""
        return 100 * self.counted / self.rounds


def protection(
    sheet: Sheet,
    bets: Sequence[Bet],
    shoes: Shoes,
    cuts: Sequence[int],
    number: int,
    watch: Callable[[Bet, int, int], object] = lambda _bet, _cut, _done: None,
) -> Iterator[Exposed]:
    """Count every bet down at every depth, over the same shoes."""
    for bet in bets:
        removal = effects(sheet, bet, shoes.decks)
        tags = tags_from(removal) if any(removal) else None
        expectation = Expected(sheet, bet)
        for cut in cuts:
            dealt = replace(shoes, rules=replace(shoes.rules, cut_card=cut))
            rounds = sample(expectation, dealt, 0, number, partial(watch, bet, cut))
            units, trigger = rounds.best(tags) if tags else (0.0, 0)
            yield Exposed(bet, cut, rounds.length, rounds.most, units, tags, trigger)
