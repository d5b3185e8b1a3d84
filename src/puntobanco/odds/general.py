"""Counting along any axes, card by card: slower than the ways of odds.count, never wrong.

The first two cards of both hands are gone through as kinds of 52, and gathered by what still
matters: points, colour where it is asked, and the axes. Third cards follow by points and colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import NamedTuple

from puntobanco.cards import DECK, Card
from puntobanco.rules.conditions import Facts, pair_tier
from puntobanco.rules.coup import Hand
from puntobanco.rules.tableau import banker_draws, player_draws
from puntobanco.shoe import ROUND_CARDS_MAX, Composition


class _Two(NamedTuple):
    """What matters of a hand's first two cards."""

    cards: tuple[tuple[int, bool], ...]  # points and redness, sorted
    tier: str
    suited: bool

    @property
    def total(self) -> int:
        return (self.cards[0][0] + self.cards[1][0]) % 10


def count_generally(composition: Composition, axes: frozenset[str]) -> Mapping[Facts, int]:
    """Give the ordered deals of six cards of every class along some axes."""
    colours = bool(axes & {"player_colour", "banker_colour", "colour"})
    pool: Counter[tuple[int, bool]] = Counter()
    for card, count in zip(DECK, composition.counts, strict=True):
        pool[_kind(card, colours=colours)] += count
    found: Counter[Facts] = Counter()
    for (player, banker, same_rank), ways in _firsts(composition, axes, colours=colours).items():
        for player_third, banker_third, drawn in _thirds(pool, player, banker):
            cards = 4 + (player_third is not None) + (banker_third is not None)
            left = composition.total - cards
            for _ in range(ROUND_CARDS_MAX - cards):
                drawn, left = drawn * left, left - 1  # noqa: PLW2901 - a running product
            facts = _facts(player, banker, player_third, banker_third, same_rank=same_rank)
            found[_asked(facts, axes)] += ways * drawn
    return +found


def _firsts(
    composition: Composition, axes: frozenset[str], *, colours: bool
) -> Counter[tuple[_Two, _Two, bool]]:
    """Gather the ordered ways of all four first cards."""
    twos = [
        (one, two, _two(one, two, axes, colours=colours), 1 if one is two else 2)
        for one, two in combinations_with_replacement(DECK, 2)
        if composition.counts[one.index] > (one is two) and composition.counts[two.index]
    ]
    found: Counter[tuple[_Two, _Two, bool]] = Counter()
    counts = list(composition.counts)
    for one, two, player, orders in twos:
        ways = orders * counts[one.index]
        counts[one.index] -= 1
        ways *= counts[two.index]
        counts[two.index] -= 1
        ranks = one.rank if one.rank is two.rank and "same_rank" in axes else None
        for three, four, banker, others in twos:
            here = counts[three.index]
            drawn = here * (here - 1 if three is four else counts[four.index])
            if drawn > 0:
                same = ranks is not None and three.rank is four.rank is ranks
                found[player, banker, same] += ways * others * drawn
        counts[one.index] += 1
        counts[two.index] += 1
    return found


def _two(one: Card, two: Card, axes: frozenset[str], *, colours: bool) -> _Two:
    tiers = axes & {"player_pair", "banker_pair"}
    suits = axes & {"player_suited", "banker_suited"}
    kinds = sorted((_kind(one, colours=colours), _kind(two, colours=colours)))
    return _Two(
        tuple(kinds),
        pair_tier(Hand((one, two))) if tiers else "none",
        one.suit is two.suit if suits else False,
    )


def _kind(card: Card, *, colours: bool) -> tuple[int, bool]:
    return card.points, colours and card.suit.is_red


def _thirds(
    pool: Mapping[tuple[int, bool], int], player: _Two, banker: _Two
) -> Iterator[tuple[tuple[int, bool] | None, tuple[int, bool] | None, int]]:
    """Give the third cards of both hands with the ways to draw them."""
    used = Counter(player.cards + banker.cards)
    left = {kind: count - used[kind] for kind, count in pool.items() if count > used[kind]}
    draws = player_draws(player.total, banker.total)
    for third in left if draws else (None,):
        ways = left[third] if third else 1
        if not banker_draws(player.total, banker.total, third[0] if third else None):
            yield third, None, ways
            continue
        for last, count in left.items():
            rest = count - (last == third)
            if rest:
                yield third, last, ways * rest


def _facts(
    player: _Two,
    banker: _Two,
    player_third: tuple[int, bool] | None,
    banker_third: tuple[int, bool] | None,
    *,
    same_rank: bool,
) -> Facts:
    player_reds = _reds(player, player_third)
    banker_reds = _reds(banker, banker_third)
    return Facts(
        player.total,
        banker.total,
        player_third[0] if player_third else None,
        banker_third[0] if banker_third else None,
        player.tier,
        banker.tier,
        player.suited,
        banker.suited,
        _colour(player_reds),
        _colour(banker_reds),
        same_rank,
        _colour(player_reds | banker_reds),
    )


def _reds(two: _Two, third: tuple[int, bool] | None) -> frozenset[bool]:
    cards = (*two.cards, third) if third else two.cards
    return frozenset(red for _, red in cards)


def _colour(reds: frozenset[bool]) -> str:
    return "mixed" if len(reds) > 1 else "red" if True in reds else "black"


_DEFAULTS = Facts(0, 0, None, None)._asdict()


def _asked(facts: Facts, axes: frozenset[str]) -> Facts:
    values = {
        key: default
        for key, default in _DEFAULTS.items()
        if key not in axes
        and key not in {"player_two", "banker_two", "player_third", "banker_third"}
    }
    return facts.along(**values)
