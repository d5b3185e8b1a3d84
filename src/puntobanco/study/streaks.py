"""Streaks over many shoes, beside those of rounds that would not depend on each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from puntobanco.odds.count import Counter52
from puntobanco.shoe import Composition
from puntobanco.sim.shoes import Shoes, check_shoes
from puntobanco.sim.streaks import LONGEST, streaks
from puntobanco.study.blocks import Workers, chunk_of, in_order, spans


@dataclass(frozen=True, slots=True)
class Streaks:
    """How many streaks of each length there were, by side: Player, Banker."""

    shoes: int
    counts: tuple[tuple[int, ...], tuple[int, ...]]
    shares: tuple[float, float]  # of rounds that do not tie, exactly

    def expected(self, side: int, length: int) -> float:
        """Give the share of a side's streaks of this length, were rounds independent."""
        share = self.shares[side]
        return float(share ** (length - 1) * (1 if length == LONGEST else 1 - share))


def count_streaks(shoes: Shoes, number: int, workers: Workers) -> Streaks:
    """Count the streaks of the first so many shoes."""
    check_shoes(number)
    found = [[0] * (LONGEST + 1) for _ in range(2)]
    todo = spans(number, chunk_of(shoes.cards, workers))
    for each in in_order(partial(streaks, shoes), todo, workers):
        found = [
            [a + b for a, b in zip(*rows, strict=True)] for rows in zip(found, each, strict=True)
        ]
    won = [0, 0]
    for facts, deals in Counter52(Composition.of(shoes.decks)).along(frozenset()).items():
        if facts.player_total != facts.banker_total:
            won[facts.banker_total > facts.player_total] += deals
    player, banker = (tuple(row) for row in found)
    return Streaks(number, (player, banker), (won[0] / sum(won), won[1] / sum(won)))
