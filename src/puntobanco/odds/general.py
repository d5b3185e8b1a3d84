"""Counting along any axes, in plain Python: what odds.kernel does compiled, for one shoe at once.

A *type* of two cards is all that the axes ask of them. How many first fours are of two types
follows from pairs of cards by inclusion and exclusion of the cards that both would share. What
third cards need of a cell of such fours are three sums: of the fours, of the cards of one kind
among them, and of the cards of two kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from puntobanco.cards import DECK, Card, Suit
from puntobanco.rules.conditions import Facts, pair_tier
from puntobanco.rules.coup import Hand
from puntobanco.rules.tableau import banker_draws, player_draws
from puntobanco.shoe import Composition

_COLOURS: Final = frozenset({"player_colour", "banker_colour", "colour"})
_TIERS: Final = frozenset({"player_pair", "banker_pair", "same_rank"})
_SUITED: Final = frozenset({"player_suited", "banker_suited"})
_FLUSHES: Final = frozenset({"player_flush", "banker_flush"})
_SECOND: Final = frozenset({Suit.HEARTS, Suit.SPADES})  # of the two suits of each colour
_NAMES: Final = ("black", "red")

_Axes = frozenset[str]


class _Type(NamedTuple):
    """What is asked of two cards: their kinds, sorted, and their suits and rank."""

    low: int
    high: int
    tier: str
    suited: bool
    rank: int  # of a pair, where ranks are asked; else 0


class _Seen(NamedTuple):
    """What the axes tell of a hand's first two cards."""

    two: int
    tier: str
    suited: bool
    colour: str
    suit: int | None  # of both, where a flush is asked for


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


def count_generally(composition: Composition, axes: _Axes) -> Mapping[Facts, int]:
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
            ours, theirs = _colour(player, third), _colour(banker, last)
            facts = {
                "player_pair": player.tier,
                "banker_pair": banker.tier,
                "player_suited": player.suited,
                "banker_suited": banker.suited,
                "player_colour": ours,
                "banker_colour": theirs,
                "same_rank": same_rank,
                "colour": ours if ours == theirs else "mixed",
                "player_flush": _is_flush(player, third),
                "banker_flush": _is_flush(banker, last),
            }
            plain = Facts(player.two, banker.two, _points(third), _points(last))
            found[plain.along(**{axis: facts[axis] for axis in axes})] += deals
    return found


def _cells(composition: Composition, axes: _Axes) -> dict[tuple[_Seen, _Seen, bool], _Cell]:
    """Sum the first fours, by what the axes tell of them."""
    counts = composition.counts
    types: dict[_Type, _Two] = {}
    for one, two in combinations_with_replacement(DECK, 2):
        a, b = counts[one.index], counts[two.index] - (one is two)
        if a > 0 and b > 0:
            of_type = types.setdefault(_type(one, two, axes), _Two())
            of_type.ways += a * b if one is two else 2 * a * b
            of_type.partners[one.index] += b
            if one is not two:
                of_type.partners[two.index] += a
    weighted = {
        kind: {card: counts[card] * n for card, n in of_type.partners.items()}
        for kind, of_type in types.items()
    }
    found: dict[tuple[_Seen, _Seen, bool], _Cell] = {}
    for (s, player), (t, banker) in product(types.items(), repeat=2):
        shared = 0
        if not {s.low, s.high}.isdisjoint(t[:2]):
            others = banker.partners
            shared = sum(n * others[card] for card, n in weighted[s].items() if card in others)
        fours = player.ways * (banker.ways + 2 * (s == t)) - 4 * shared
        if fours:
            key = (_seen(s, "player", axes), _seen(t, "banker", axes), s.rank == t.rank > 0)
            _add(found.setdefault(key, _Cell()), fours, (*s[:2], *t[:2]))
    return found


def _add(cell: _Cell, fours: int, kinds: tuple[int, ...]) -> None:
    cell.total += fours
    for kind in kinds:
        cell.one[kind] += fours
        for other in kinds:
            cell.two[kind, other] += fours


def _ends(
    player: _Seen, banker: _Seen, cell: _Cell, kinds: Mapping[int, int]
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
        if not banker_draws(player.two, banker.two, _points(x)):
            found[x, None] = (n * cell.total - cell.one[x]) * left
            continue
        for y, m in kinds.items():
            rest = m - (x == y)
            found[x, y] = (
                n * rest * cell.total - rest * cell.one[x] - n * cell.one[y] + cell.two[x, y]
            )
    return found


def _type(one: Card, two: Card, axes: _Axes) -> _Type:
    low, high = sorted((kind_of(one, axes), kind_of(two, axes)))
    tier = pair_tier(Hand((one, two))) if axes & _TIERS else "none"
    suited = one.suit is two.suit if axes & _SUITED else False
    rank = one.rank.number if tier != "none" and "same_rank" in axes else 0
    return _Type(low, high, tier, suited, rank)


def _seen(two: _Type, side: str, axes: _Axes) -> _Seen:
    suits = {two.low // 10, two.high // 10}
    colours = {suit % 2 for suit in suits}
    colour = "mixed" if len(colours) > 1 else _NAMES[colours.pop()]
    return _Seen(
        (two.low + two.high) % 10,
        two.tier if f"{side}_pair" in axes else "none",
        two.suited if f"{side}_suited" in axes else False,
        colour if axes & {f"{side}_colour", "colour"} else "mixed",
        suits.pop() if f"{side}_flush" in axes and len(suits) == 1 else None,
    )


def kind_of(card: Card, axes: _Axes) -> int:
    """Give a card's points, and ten times what the axes ask of its suit: its colour, or all.

    A colour and a suit have the same parity.
    """
    if axes & _FLUSHES:
        return card.points + 10 * (card.suit.is_red + 2 * (card.suit in _SECOND))
    return card.points + 10 * (bool(axes & _COLOURS) and card.suit.is_red)


def _points(kind: int | None) -> int | None:
    return None if kind is None else kind % 10


def _colour(two: _Seen, third: int | None) -> str:
    """Give the colour of a hand with its third card."""
    return two.colour if third is None or two.colour == _NAMES[third // 10 % 2] else "mixed"


def _is_flush(two: _Seen, third: int | None) -> bool:
    """Whether a hand is of one suit with its third card."""
    return two.suit is not None and (third is None or third // 10 == two.suit)
