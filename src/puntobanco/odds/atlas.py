"""The general way of the kernel: along any axes, cells of first fours and their third cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, Final

import numpy as np

from puntobanco.cards import DECK
from puntobanco.odds import kernel
from puntobanco.odds.hands import (
    Axes,
    Seen,
    Type,
    colour_with,
    is_flush_with,
    kind_of,
    kinds_of,
    points_of,
    seen_of,
    type_of,
)
from puntobanco.odds.kernel import Longs
from puntobanco.odds.plan import array, starts
from puntobanco.rules.classes import Universe, universe
from puntobanco.rules.conditions import COLOUR_AXES, Facts
from puntobanco.rules.settle import seat_of
from puntobanco.rules.tableau import banker_draws, player_draws

_SIDES: Final = ("player", "banker")

_Seats = tuple[int, int]  # that the action button may give two cards of the Banker; 0 if not asked
_Cell = tuple[Seen, Seen, bool, _Seats]  # both hands' first two, whether pairs of one rank


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
    types: dict[tuple[Type, _Seats], list[tuple[int, int]]] = {}
    for one, two in combinations_with_replacement(DECK, 2):
        first, last = sorted(seat_of(card, seats) if seats else 0 for card in (one, two))
        asked = type_of(one, two, axes), (first, last)
        types.setdefault(asked, []).append((one.index, two.index))
    cells: dict[_Cell, list[tuple[int, int]]] = {}
    players, bankers = ([seen_of(two, side, axes) for two, _ in types] for side in _SIDES)
    for (s, (ours, _)), (t, (theirs, button)) in product(enumerate(types), repeat=2):
        cell = players[s], bankers[t], ours.rank == theirs.rank > 0, button
        cells.setdefault(cell, []).append((s, t))
    held = [sorted({card for pair in each for card in pair}) for each in types.values()]
    classes = universe(axes)
    places = [_classes(cell, classes) for cell in cells]
    arrays = (
        array(kind_of(card, axes) for card in DECK),
        array(kind % kernel.POINTS for kind in range(kinds_of(axes))),
        array(pair for each in types.values() for pair in each),
        starts(types.values()),
        array(card for each in held for card in each),
        starts(held),
        array((two.low, two.high) for two, _ in types),
        array((player.two, banker.two) for player, banker, *_ in cells),
        starts(cells.values()),
        array(pair for each in cells.values() for pair in each),
        starts(places)[:-1],
    )
    return Atlas(
        arrays,
        np.concatenate(places),
        array(button for *_, button in cells),
        array(len(each) for each in places),
    )


def _classes(cell: _Cell, classes: Universe) -> Longs:
    """Give the class of each of a cell's places, in the order of the kernel."""
    player, banker, same_rank, _ = cell
    totals = (player.two, banker.two)
    told = (player.tier, banker.tier, player.suited, banker.suited)
    every = {axis: axis in classes.axes for axis in COLOUR_AXES}
    kinds = kinds_of(classes.axes)
    places: dict[tuple[int | None, int | None], int] = {}

    def place(x: int | None, y: int | None) -> int:
        """Give it by the colours of third cards: a kind of each."""
        if (x, y) not in places:
            ours, theirs = colour_with(player, x), colour_with(banker, y)
            facts = Facts(
                *(*totals, points_of(x), points_of(y), *told),
                ours if every["player_colour"] else "mixed",
                theirs if every["banker_colour"] else "mixed",
                same_rank,
                (ours if ours == theirs else "mixed") if every["colour"] else "mixed",
                is_flush_with(player, x),
                is_flush_with(banker, y),
            )
            places[x, y] = classes.place(facts)
        return places[x, y]

    found: list[int] = []
    colours = range(0, kinds, kernel.POINTS)
    for x in range(kinds) if player_draws(*totals) else (None,):
        third = points_of(x)
        of_x = None if x is None or third is None else x - third
        if banker_draws(*totals, third):
            firsts = [classes.firsts[*totals, third, last] for last in range(kernel.POINTS)]
            for behind in [place(of_x, y) for y in colours]:
                found += [first + behind for first in firsts]
        else:
            found.append(classes.firsts[*totals, third, None] + place(of_x, None))
    return array(found)
