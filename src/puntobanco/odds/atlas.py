"""The general way of the kernel: along any axes, cells of first fours and their third cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, Final, NamedTuple

import numpy as np

from puntobanco.cards import DECK, Card
from puntobanco.odds import kernel
from puntobanco.odds.general import kind_of
from puntobanco.odds.kernel import Longs
from puntobanco.odds.plan import Axes, array, starts
from puntobanco.rules.classes import Universe, universe
from puntobanco.rules.conditions import Facts, pair_tier
from puntobanco.rules.coup import Hand
from puntobanco.rules.settle import seat_of
from puntobanco.rules.tableau import banker_draws, player_draws

_COLOURS: Final = frozenset({"player_colour", "banker_colour", "colour"})
_FLUSHES: Final = frozenset({"player_flush", "banker_flush"})
_TIERS: Final = frozenset({"player_pair", "banker_pair", "same_rank"})
_SUITS: Final = frozenset({"player_suited", "banker_suited"})


class _Two(NamedTuple):
    """What is asked of two cards: their kinds, sorted, their suits, their ranks, and their seats.

    A seat is the one that the action button gives if the card is the Banker's second.
    """

    low: int
    high: int
    tier: str
    suited: bool
    rank: int  # of a pair, where ranks are asked; else 0
    seats: tuple[int, int]  # sorted; 0 where they are not asked

    def seen(self, side: str, axes: Axes) -> _Seen:
        """Give what the axes tell of it in one hand."""
        suits = {self.low // 10, self.high // 10}
        colours = {suit % 2 for suit in suits}
        colour = "mixed" if len(colours) > 1 else "red" if 1 in colours else "black"
        return _Seen(
            (self.low + self.high) % 10,
            self.tier if f"{side}_pair" in axes else "none",
            self.suited if f"{side}_suited" in axes else False,
            colour if axes & {f"{side}_colour", "colour"} else "mixed",
            suits.pop() if f"{side}_flush" in axes and len(suits) == 1 else None,
            self.seats if side == "banker" else (0, 0),
        )


class _Seen(NamedTuple):
    two: int
    tier: str
    suited: bool
    colour: str
    suit: int | None  # of both, where a flush is asked for
    seats: tuple[int, int]


_Cell = tuple[_Seen, _Seen, bool]  # both hands' first two cards, and whether pairs of one rank


@dataclass(frozen=True)
class Atlas:
    """The cells of the general way along some axes, for the kernel.

    Its table has a place for every cell and third cards; ``classes`` has the number of each.
    """

    arrays: tuple[Longs, ...]
    classes: Longs
    cell_seats: Longs
    cell_sizes: Longs

    @property
    def seats(self) -> Longs:
        """The two seats that the action button may give, by place: either as often as the other."""
        return np.repeat(self.cell_seats, self.cell_sizes, axis=0)

    def table(self, counts: Longs) -> Longs:
        """Count one shoe."""
        out = np.zeros(len(self.classes), dtype=np.int64)
        count: Any = kernel.general
        count(counts, *self.arrays, out)
        return out


@lru_cache(maxsize=16)
def atlas(axes: Axes, seats: int = 0) -> Atlas:
    """Lay out the general way along some axes, and the action button's of so many seats."""
    kinds = array(kind_of(card, axes) for card in DECK)
    types: dict[_Two, list[tuple[int, int]]] = {}
    for one, two in combinations_with_replacement(DECK, 2):
        pair = (one.index, two.index)
        types.setdefault(_two(one, two, kinds, axes, seats), []).append(pair)
    cells: dict[_Cell, list[tuple[int, int]]] = {}
    seen = [(two.seen("player", axes), two.seen("banker", axes), two.rank) for two in types]
    for (s, (player, _, rank)), (t, (_, banker, other)) in product(enumerate(seen), repeat=2):
        cells.setdefault((player, banker, rank == other > 0), []).append((s, t))
    held = [sorted({card for pair in each for card in pair}) for each in types.values()]
    classes = universe(axes)
    kind_count = kernel.POINTS * (4 if axes & _FLUSHES else 2 if axes & _COLOURS else 1)
    places = [_classes(cell, kind_count, classes) for cell in cells]
    arrays = (
        kinds,
        array(kind % 10 for kind in range(kind_count)),
        array(pair for each in types.values() for pair in each),
        starts(types.values()),
        array(card for each in held for card in each),
        starts(held),
        array((two.low, two.high) for two in types),
        array((player.two, banker.two) for player, banker, _ in cells),
        starts(cells.values()),
        array(pair for each in cells.values() for pair in each),
        starts(places)[:-1],
    )
    return Atlas(
        arrays,
        np.concatenate(places),
        array(banker.seats for _, banker, _ in cells),
        array(len(each) for each in places),
    )


def _two(one: Card, two: Card, kinds: Longs, axes: Axes, seats: int) -> _Two:
    low, high = sorted((int(kinds[one.index]), int(kinds[two.index])))
    tier = pair_tier(Hand((one, two))) if axes & _TIERS else "none"
    suited = one.suit is two.suit if axes & _SUITS else False
    rank = one.rank.number if tier != "none" and "same_rank" in axes else 0
    first, last = sorted(seat_of(card, seats) if seats else 0 for card in (one, two))
    return _Two(low, high, tier, suited, rank, (first, last))


def _classes(cell: _Cell, kinds: int, classes: Universe) -> Longs:
    """Give the class of each of a cell's places, in the order of the kernel."""
    player, banker, same_rank = cell
    totals = (player.two, banker.two)
    told = (player.tier, banker.tier, player.suited, banker.suited)
    every = {axis: axis in classes.axes for axis in _COLOURS}
    places: dict[tuple[int | None, int | None], int] = {}

    def place(x: int | None, y: int | None) -> int:
        """Give it by the colours of third cards: a kind of each."""
        if (x, y) not in places:
            third, ours, flush = _with(player, x)
            last, theirs, other = _with(banker, y)
            facts = Facts(
                *(*totals, third, last, *told),
                ours if every["player_colour"] else "mixed",
                theirs if every["banker_colour"] else "mixed",
                same_rank,
                (ours if ours == theirs else "mixed") if every["colour"] else "mixed",
                flush,
                other,
            )
            places[x, y] = classes.place(facts)
        return places[x, y]

    found: list[int] = []
    colours = range(0, kinds, kernel.POINTS)
    for x in range(kinds) if player_draws(*totals) else (None,):
        third = None if x is None else x % kernel.POINTS
        of_x = None if x is None or third is None else x - third
        if banker_draws(*totals, third):
            firsts = [classes.firsts[*totals, third, last] for last in range(kernel.POINTS)]
            for behind in [place(of_x, y) for y in colours]:
                found += [first + behind for first in firsts]
        else:
            found.append(classes.firsts[*totals, third, None] + place(of_x, None))
    return array(found)


def _with(two: _Seen, kind: int | None) -> tuple[int | None, str, bool]:
    """Give the points of a kind of third card, and the colour and flush of a hand that has it."""
    if kind is None:
        return None, two.colour, two.suit is not None
    suit, points = divmod(kind, 10)
    is_colour = two.colour == ("red" if suit % 2 else "black")
    return points, two.colour if is_colour else "mixed", suit == two.suit
