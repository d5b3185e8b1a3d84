"""Counting along any axes, in plain Python: what odds.kernel does compiled, for one shoe at once.

How many first fours are of two types (`odds.hands`) follows from pairs of cards by inclusion and
exclusion of the cards that both would share. What third cards need of a cell of such fours are
three sums: of the fours, of the cards of one kind among them, and of the cards of two kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product

from puntobanco.cards import DECK
from puntobanco.odds.hands import (
    Axes,
    Seen,
    Type,
    colour_with,
    is_flush_with,
    kind_of,
    points_of,
    seen_of,
    type_of,
)
from puntobanco.rules.conditions import Facts
from puntobanco.rules.tableau import banker_draws, player_draws
from puntobanco.shoe import Composition


@dataclass
class _Two:
    """How many ordered pairs of a type there are, and who makes one with a given card."""

    ways: int = 0
    partners: Counter[int] = field(default_factory=Counter)


@dataclass
class _Cell:
    """First fours with the same totals and answers, and their sums by kinds of their cards."""

    total: int = 0
    one: Counter[int] = field(default_factory=Counter)
    two: Counter[tuple[int, int]] = field(default_factory=Counter)


def count_generally(composition: Composition, axes: Axes) -> Mapping[Facts, int]:
    """Give the ordered deals of six cards of every class along some axes."""
    kinds: Counter[int] = Counter()
    for card, count in zip(DECK, composition.counts, strict=True):
        if count:
            kinds[kind_of(card, axes)] += count
    found: Counter[Facts] = Counter()
    for (player, banker, same_rank), cell in _cells(composition, axes).items():
        for (third, last), deals in _ends(player, banker, cell, kinds).items():
            if not deals:
                continue
            ours, theirs = colour_with(player, third), colour_with(banker, last)
            facts = {
                "player_pair": player.tier,
                "banker_pair": banker.tier,
                "player_suited": player.suited,
                "banker_suited": banker.suited,
                "player_colour": ours,
                "banker_colour": theirs,
                "same_rank": same_rank,
                "colour": ours if ours == theirs else "mixed",
                "player_flush": is_flush_with(player, third),
                "banker_flush": is_flush_with(banker, last),
            }
            plain = Facts(player.two, banker.two, points_of(third), points_of(last))
            found[plain.along(**{axis: facts[axis] for axis in axes})] += deals
    return found


def _cells(composition: Composition, axes: Axes) -> dict[tuple[Seen, Seen, bool], _Cell]:
    """Sum the first fours, by what the axes tell of them."""
    counts = composition.counts
    types: dict[Type, _Two] = {}
    for one, two in combinations_with_replacement(DECK, 2):
        a, b = counts[one.index], counts[two.index] - (one is two)
        if a > 0 and b > 0:
            of_type = types.setdefault(type_of(one, two, axes), _Two())
            of_type.ways += a * b if one is two else 2 * a * b
            of_type.partners[one.index] += b
            if one is not two:
                of_type.partners[two.index] += a
    weighted = {
        kind: {card: counts[card] * n for card, n in of_type.partners.items()}
        for kind, of_type in types.items()
    }
    found: dict[tuple[Seen, Seen, bool], _Cell] = {}
    for (s, player), (t, banker) in product(types.items(), repeat=2):
        shared = 0
        if not {s.low, s.high}.isdisjoint(t[:2]):
            others = banker.partners
            shared = sum(n * others[card] for card, n in weighted[s].items() if card in others)
        fours = player.ways * (banker.ways + 2 * (s == t)) - 4 * shared
        if fours:
            key = (seen_of(s, "player", axes), seen_of(t, "banker", axes), s.rank == t.rank > 0)
            _add(found.setdefault(key, _Cell()), fours, (*s[:2], *t[:2]))
    return found


def _add(cell: _Cell, fours: int, kinds: tuple[int, ...]) -> None:
    cell.total += fours
    for kind in kinds:
        cell.one[kind] += fours
        for other in kinds:
            cell.two[kind, other] += fours


def _ends(
    player: Seen, banker: Seen, cell: _Cell, kinds: Mapping[int, int]
) -> dict[tuple[int | None, int | None], int]:
    """Give the deals of a cell by the kinds of its third cards.

    With u(x) of the four cards of the kind x there are (n(x) - u(x)) (n(y) - u(y) - [x=y]) ways.
    """
    left = sum(kinds.values()) - 5
    found: dict[tuple[int | None, int | None], int] = {}
    if not player_draws(player.two, banker.two):
        if not banker_draws(player.two, banker.two, None):
            return {(None, None): cell.total * (left + 1) * left}
        return {(None, y): (n * cell.total - cell.one[y]) * left for y, n in kinds.items()}
    for x, n in kinds.items():
        if not banker_draws(player.two, banker.two, points_of(x)):
            found[x, None] = (n * cell.total - cell.one[x]) * left
            continue
        for y, m in kinds.items():
            rest = m - (x == y)
            found[x, y] = (
                n * rest * cell.total - rest * cell.one[x] - n * cell.one[y] + cell.two[x, y]
            )
    return found
