"""Counting along any axes, card by card: slower than the ways of odds.count, never wrong.

The first two cards of both hands are gone through as kinds of 52, and gathered by what the third
cards depend on: points, and colour where it is asked. What the axes ask beyond that is a share
of each such four, and no third card changes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations_with_replacement
from math import perm
from typing import Final, NamedTuple

from puntobanco.cards import DECK, Card
from puntobanco.rules.conditions import AXES, Facts, pair_tier
from puntobanco.rules.coup import Hand
from puntobanco.rules.tableau import banker_draws, player_draws
from puntobanco.shoe import ROUND_CARDS_MAX, Composition

_COLOURS: Final = frozenset({"player_colour", "banker_colour", "colour"})

_Kind = tuple[int, bool]  # points and redness; all are black where no colour is asked
_Two = tuple[_Kind, _Kind]  # a hand's first two cards, sorted
_End = tuple[int | None, int | None, str, str]  # the third cards' points, the hands' colours


class _Share(NamedTuple):
    """What the axes ask of the first two cards of both hands, colours left out."""

    player_pair: str
    banker_pair: str
    player_suited: bool
    banker_suited: bool
    same_rank: bool


def count_generally(composition: Composition, axes: frozenset[str]) -> Mapping[Facts, int]:
    """Give the ordered deals of six cards of every class along some axes."""
    colours = bool(axes & _COLOURS)
    pool: Counter[_Kind] = Counter()
    for card, count in zip(DECK, composition.counts, strict=True):
        pool[_kind(card, colours=colours)] += count
    deals: dict[tuple[int, int], Counter[tuple[_Share, _End]]] = {}
    for (player, banker), shares in _firsts(composition, axes, colours=colours).items():
        ends = _ends(pool, player, banker, composition.total)
        here = deals.setdefault((_total(player), _total(banker)), Counter())
        for share, ways in shares.items():
            for end, drawn in ends.items():
                here[share, end] += ways * drawn
    found: Counter[Facts] = Counter()
    for twos, counts in deals.items():
        for (share, end), count in counts.items():
            found[_facts(twos, share, end, axes)] += count
    return +found


def _firsts(
    composition: Composition, axes: frozenset[str], *, colours: bool
) -> dict[tuple[_Two, _Two], Counter[_Share]]:
    """Gather the ordered ways of all four first cards."""
    twos = [
        (one, two, *_two(one, two, axes, colours=colours), 1 if one is two else 2)
        for one, two in combinations_with_replacement(DECK, 2)
        if composition.counts[one.index] > (one is two) and composition.counts[two.index]
    ]
    found: dict[tuple[_Two, _Two], Counter[_Share]] = {}
    counts = list(composition.counts)
    for one, two, player, tier, suited, orders in twos:
        ways = orders * counts[one.index]
        counts[one.index] -= 1
        ways *= counts[two.index]
        counts[two.index] -= 1
        rank = one.rank if one.rank is two.rank and "same_rank" in axes else None
        for three, four, banker, other_tier, other_suited, others in twos:
            here = counts[three.index]
            drawn = here * (here - 1 if three is four else counts[four.index])
            if drawn > 0:
                same = rank is not None and three.rank is four.rank is rank
                share = _Share(tier, other_tier, suited, other_suited, same)
                shares = found.setdefault((player, banker), Counter())
                shares[share] += ways * others * drawn
        counts[one.index] += 1
        counts[two.index] += 1
    return found


def _two(one: Card, two: Card, axes: frozenset[str], *, colours: bool) -> tuple[_Two, str, bool]:
    low, high = sorted((_kind(one, colours=colours), _kind(two, colours=colours)))
    tiers = axes & {"player_pair", "banker_pair"}
    suits = axes & {"player_suited", "banker_suited"}
    tier = pair_tier(Hand((one, two))) if tiers else "none"
    return (low, high), tier, one.suit is two.suit if suits else False


def _kind(card: Card, *, colours: bool) -> _Kind:
    return card.points, colours and card.suit.is_red


def _total(two: _Two) -> int:
    return (two[0][0] + two[1][0]) % 10


def _ends(pool: Mapping[_Kind, int], player: _Two, banker: _Two, cards: int) -> Counter[_End]:
    """Give the ways in which a deal of six goes on from the first four cards of a coup."""
    used = Counter(player + banker)
    left = [(kind, count - used[kind]) for kind, count in pool.items() if count > used[kind]]
    two, other = _total(player), _total(banker)
    drawn: list[tuple[_Kind | None, int]] = [*left] if player_draws(two, other) else [(None, 1)]
    stood = _colour(*banker)
    ends: Counter[_End] = Counter()
    for third, ways in drawn:
        points = third[0] if third else None
        colour = _colour(*player, third)
        dealt = 4 + (third is not None)
        if not banker_draws(two, other, points):
            unseen = perm(cards - dealt, ROUND_CARDS_MAX - dealt)
            ends[points, None, colour, stood] += ways * unseen
            continue
        unseen = perm(cards - dealt - 1, ROUND_CARDS_MAX - dealt - 1)
        for last, count in left:
            end = points, last[0], colour, _colour(*banker, last)
            ends[end] += ways * (count - (last == third)) * unseen
    return ends


def _colour(*kinds: _Kind | None) -> str:
    reds = {kind[1] for kind in kinds if kind}
    return "mixed" if len(reds) > 1 else "red" if True in reds else "black"


def _facts(twos: tuple[int, int], share: _Share, end: _End, axes: frozenset[str]) -> Facts:
    """Name a class, with what no axis asks at its default."""
    player_third, banker_third, player, banker = end
    colours = {
        "player_colour": player,
        "banker_colour": banker,
        "colour": player if player == banker else "mixed",
    }
    asked = share._asdict() | colours
    plain = Facts(*twos, player_third, banker_third)
    return plain.along(**{axis: asked[axis] for axis in AXES if axis in axes})
