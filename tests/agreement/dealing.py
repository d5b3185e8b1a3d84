"""Every order of six real cards of a small shoe, dealt by the oracle's charts, compiled.

Nothing is counted in a closed form here, and no card is like another: six loops, one a card.
"""

from collections.abc import Iterable
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from puntobanco.cards import DECK, Suit
from puntobanco.compiled import keep
from puntobanco.rules.conditions import Facts
from puntobanco.shoe import Composition
from tests.oracle.coup import banker_must_draw, player_must_draw

Longs = NDArray[np.int64]

TIERS = ("none", "mixed", "coloured", "suited")
COLOURS = ("mixed", "red", "black")
NONE = 10  # no third card

_PLAYER = np.array([[player_must_draw(p, b) for b in range(10)] for p in range(10)])
_BANKER = np.array(
    [
        [[banker_must_draw(p, b, x if x < NONE else None) for x in range(11)] for b in range(10)]
        for p in range(10)
    ]
)


def code_of(facts: Facts) -> int:
    """Write a class as one number."""
    digits = (
        (facts.player_two, 10),
        (facts.banker_two, 10),
        (NONE if facts.player_third is None else facts.player_third, 11),
        (NONE if facts.banker_third is None else facts.banker_third, 11),
        (TIERS.index(facts.player_pair), 4),
        (TIERS.index(facts.banker_pair), 4),
        (facts.player_suited, 2),
        (facts.banker_suited, 2),
        (COLOURS.index(facts.player_colour), 3),
        (COLOURS.index(facts.banker_colour), 3),
        (facts.same_rank, 2),
        (COLOURS.index(facts.colour), 3),
        (facts.player_flush, 2),
        (facts.banker_flush, 2),
    )
    code = 0
    for digit, size in digits:
        code = code * size + digit
    return code


@numba.njit(inline="always")
def _tier(ranks: Longs, suits: Longs, reds: Longs, i: int, j: int) -> int:
    if ranks[i] != ranks[j]:
        return 0
    if suits[i] == suits[j]:
        return 3
    return 2 if reds[i] == reds[j] else 1


@numba.njit(inline="always")
def _colour(red: int, cards: int) -> int:
    return 1 if red == cards else 2 if red == 0 else 0


@numba.njit()
def _deal(  # noqa: C901 - six loops, one a card
    points: Longs, ranks: Longs, suits: Longs, reds: Longs, codes: Longs
) -> int:
    number, size = 0, len(points)
    for p1 in range(size):
        for b1 in range(size):
            for p2 in range(size):
                for b2 in range(size):
                    for fifth in range(size):
                        for sixth in range(size):
                            six = (p1, b1, p2, b2, fifth, sixth)
                            twice = False
                            for i in range(6):
                                for j in range(i):
                                    twice |= six[i] == six[j]
                            if twice:
                                continue
                            two = (points[p1] + points[p2]) % 10
                            other = (points[b1] + points[b2]) % 10
                            rest, x, y = 4, NONE, NONE
                            flush, other_flush = suits[p1] == suits[p2], suits[b1] == suits[b2]
                            red = reds[p1] + reds[p2]
                            banker_red = reds[b1] + reds[b2]
                            if _PLAYER[two, other]:
                                x = points[six[rest]]
                                red += reds[six[rest]]
                                flush &= suits[six[rest]] == suits[p1]
                                rest += 1
                            ours = rest - 2
                            if _BANKER[two, other, x]:
                                y = points[six[rest]]
                                banker_red += reds[six[rest]]
                                other_flush &= suits[six[rest]] == suits[b1]
                                rest += 1
                            tier = _tier(ranks, suits, reds, p1, p2)
                            last = _tier(ranks, suits, reds, b1, b2)
                            code = ((two * 10 + other) * 11 + x) * 11 + y
                            code = (code * 4 + tier) * 4 + last
                            code = code * 2 + (suits[p1] == suits[p2])
                            code = code * 2 + (suits[b1] == suits[b2])
                            code = code * 3 + _colour(red, ours)
                            code = code * 3 + _colour(banker_red, rest - ours)
                            code = code * 2 + (tier > 0 and last > 0 and ranks[p1] == ranks[b1])
                            code = code * 3 + _colour(red + banker_red, rest)
                            code = (code * 2 + flush) * 2 + other_flush
                            codes[number] = code
                            number += 1
    return number


keep((__file__,), _deal)


def dealt(shoe: Composition) -> tuple[Longs, Longs]:
    """Give the codes of the classes that come up, and how many orders of six end in each."""
    cards = [card for card in DECK for _ in range(shoe.counts[card.index])]
    suits = list(Suit)
    deal: Any = _deal
    codes = np.empty(int(np.prod(range(len(cards) - 5, len(cards) + 1))), dtype=np.int64)
    found = deal(
        _array(card.points for card in cards),
        _array(card.rank.number for card in cards),
        _array(suits.index(card.suit) for card in cards),
        _array(card.suit.is_red for card in cards),
        codes,
    )
    assert found == len(codes)
    return np.unique(codes, return_counts=True)


def _array(values: Iterable[int]) -> Longs:
    return np.array([*values], dtype=np.int64)
