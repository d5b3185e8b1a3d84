"""From a sheet to what a kernel must count for it: tables, and the cells that make each result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, Final, NamedTuple

import numpy as np

from puntobanco.cards import DECK, Card
from puntobanco.odds import kernel
from puntobanco.odds.kernel import Longs
from puntobanco.rules.check import verdict_table
from puntobanco.rules.classes import Universe, universe, value_classes
from puntobanco.rules.conditions import Facts, pair_tier
from puntobanco.rules.coup import Hand
from puntobanco.rules.settle import seat_of
from puntobanco.rules.sheet import Bet, Sheet
from puntobanco.rules.tableau import banker_draws, player_draws

Axes = frozenset[str]

_ONE_HAND: Final = (
    frozenset({"player_pair", "player_suited"}),
    frozenset({"banker_pair", "banker_suited"}),
)
COLOURS: Final = frozenset({"player_colour", "banker_colour", "colour"})
_TIERS: Final = frozenset({"player_pair", "banker_pair", "same_rank"})
_SUITS: Final = frozenset({"player_suited", "banker_suited"})
_FEATURES: Final = {
    kernel.SUITED: ("suited", True),
    kernel.COLOURED: ("coloured", False),
    kernel.MIXED: ("mixed", False),
    kernel.ONE_SUIT: ("none", True),
    kernel.NEITHER: ("none", False),
}


@dataclass
class Columns:
    """The results of some bets, as sums of cells of a table; one of each bet gets the rest."""

    bets: list[int] = field(default_factory=list)
    sums: list[Longs] = field(default_factory=list)  # a row for each cell: its place, its sign
    bases: list[tuple[int, int, int]] = field(default_factory=list)

    def add(self, bet: int, sums: Sequence[Longs]) -> None:
        """Add a bet; its longest sum is left out, since it is what the others leave."""
        first = len(self.sums)
        longest = max(range(len(sums)), key=lambda number: len(sums[number]))
        self.bets.append(bet)
        self.bases.append((first, first + len(sums), first + longest))
        self.sums += [each[: 0 if number == longest else None] for number, each in enumerate(sums)]

    def arrays(self) -> tuple[Longs, Longs, Longs, Longs]:
        """Give starts, cells, signs and bases, as the kernels take them."""
        flat = np.concatenate([_array([]).reshape(0, 2), *self.sums])
        cells, signs = np.ascontiguousarray(flat[:, 0]), np.ascontiguousarray(flat[:, 1])
        return _starts(self.sums), cells, signs, _array(self.bases).reshape(-1, 3)


def verdicts(sheet: Sheet, bet: Bet, along: Axes = frozenset()) -> tuple[Universe, Longs]:
    """Give the result of every class by number, along the bet's axes and more; the last: none."""
    table = verdict_table(sheet, bet, along)
    found = np.full(table.classes.size, len(table.caught), dtype=np.int64)
    for number, mask in enumerate(table.caught):
        octets = np.frombuffer(mask.to_bytes(table.classes.size // 8 + 1, "little"), dtype=np.uint8)
        bits = np.unpackbits(octets, bitorder="little")[: table.classes.size]
        found[bits.astype(bool)] = number
    return table.classes, found


@lru_cache(maxsize=1)
def value_cells() -> tuple[Longs, Longs]:
    """Give the cell of every value class in a joint table and in a table of values."""
    stood = {(p, b): i for i, (p, b) in enumerate(kernel.STOOD.tolist())}
    drew = {(p, b): i for i, (p, b) in enumerate(kernel.DREW.tolist())}
    answers = {(x, p, b): i for i, (x, p, b) in enumerate(kernel.ANSWERS.tolist())}
    joint, single = [], []
    for facts in value_classes():
        p, b, x, y = facts[:4]
        totals = (facts.player_total, facts.banker_total)
        across = kernel.POINTS * totals[0] + totals[1]
        if x is None and y is None:
            joint.append(kernel.AT_FOUR + across)
            single.append(kernel.POINTS * p + b)
        elif x is None:
            joint.append(kernel.AT_BANKER + across)
            single.append(kernel.AT_STOOD + kernel.LANES * stood[p, b] + int(y or 0))
        elif y is None:
            joint.append(kernel.AT_PLAYER + kernel.POINTS * totals[1] + totals[0])
            single.append(kernel.AT_DREW + kernel.LANES * drew[p, b] + x)
        else:
            joint.append(kernel.AT_BOTH + across)
            single.append(kernel.AT_ANSWERS + kernel.LANES * answers[x, p, b] + y)
    return np.array(joint, dtype=np.int64), np.array(single, dtype=np.int64)


def _even(cells: Longs, found: Longs) -> Longs | None:
    """Give the result of every cell, -1 where there is none, or None where one has two results."""
    of_cell = np.full(cells.max() + 1, -1, dtype=np.int64)
    of_cell[cells] = found
    return of_cell if (of_cell[cells] == found).all() else None


def sums_of(of_cell: Longs, results: int, offset: int = 0) -> list[Longs]:
    """Give for each result the cells that come to it, from an offset on, each added."""
    found = (np.flatnonzero(of_cell == number) + offset for number in range(results))
    return [np.column_stack([cells, np.ones_like(cells)]) for cells in found]


def quick_sums(classes: Universe, found: Longs, results: int) -> list[Longs] | None:
    """Give a bet's results in cells of the quick tables, or None where these do not tell them."""
    joint, single = value_cells()
    if not classes.axes:
        of_cell = _even(joint, found)
        if of_cell is not None:
            return sums_of(of_cell, results)
        of_value = _even(single, found)
        return None if of_value is None else sums_of(of_value, results, kernel.AT_VALUES)
    if classes.axes == {"colour"}:
        return _colour_sums(classes, found, results)
    if any(classes.axes <= hand for hand in _ONE_HAND):
        return _pair_sums(classes, found, results)
    return None


def _colour_sums(classes: Universe, found: Longs, results: int) -> list[Longs] | None:
    """Take the coups of one colour from the mixed ones, wherever they come to something else."""
    number = {facts: index for index, facts in enumerate(classes.facts)}
    by_colour = []
    for colour in ("mixed", "red", "black"):
        each = [found[number[facts.along(colour=colour)]] for facts in value_classes()]
        of_cell = _even(value_cells()[0], np.array(each, dtype=np.int64))
        if of_cell is None:
            return None
        by_colour.append(of_cell)
    mixed, *ones = by_colour
    sums = [sums_of(mixed, results)]
    for of_cell, base in zip(ones, (kernel.AT_RED, kernel.AT_BLACK), strict=True):
        other = of_cell != mixed
        more = sums_of(np.where(other, of_cell, -1), results, base)
        less = sums_of(np.where(other, mixed, -1), results, base)
        sums += [more, [each * (1, -1) for each in less]]
    return [np.concatenate(parts) for parts in zip(*sums, strict=True)]


def _pair_sums(classes: Universe, found: Longs, results: int) -> list[Longs] | None:
    side = "player" if any(axis.startswith("player") for axis in classes.axes) else "banker"
    of_feature: dict[tuple[str, bool], int] = {}
    for facts, result in zip(classes.facts, found.tolist(), strict=True):
        feature = (getattr(facts, f"{side}_pair"), getattr(facts, f"{side}_suited"))
        if of_feature.setdefault(feature, result) != result:
            return None
    asked = (f"{side}_pair" in classes.axes, f"{side}_suited" in classes.axes)
    of_cell = np.full(kernel.PAIRS, -1, dtype=np.int64)
    for cell, (tier, suited) in _FEATURES.items():
        of_cell[cell] = of_feature[tier if asked[0] else "none", suited if asked[1] else False]
    return sums_of(of_cell, results, kernel.AT_PAIRS)


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
        reds = {self.low // 10, self.high // 10}
        colour = "mixed" if len(reds) > 1 else "red" if 1 in reds else "black"
        return _Seen(
            (self.low + self.high) % 10,
            self.tier if f"{side}_pair" in axes else "none",
            self.suited if f"{side}_suited" in axes else False,
            colour if axes & {f"{side}_colour", "colour"} else "mixed",
            self.seats if side == "banker" else (0, 0),
        )


class _Seen(NamedTuple):
    two: int
    tier: str
    suited: bool
    colour: str
    seats: tuple[int, int]


_Cell = tuple[_Seen, _Seen, bool]  # both hands' first two cards, and whether pairs of one rank


@dataclass(frozen=True)
class Atlas:
    """The cells of the general way along some axes, for the kernel.

    Its table has a place for every cell and third cards; ``classes`` has the number of each, and
    ``seats`` the two that the action button may give: either as often as the other.
    """

    arrays: tuple[Longs, ...]
    classes: Longs
    seats: Longs

    def table(self, counts: Longs) -> Longs:
        """Count one shoe."""
        out = np.zeros(len(self.classes), dtype=np.int64)
        count: Any = kernel.general
        count(counts, *self.arrays, out)
        return out


@lru_cache(maxsize=16)
def atlas(axes: Axes, seats: int = 0) -> Atlas:
    """Lay out the general way along some axes, and the action button's of so many seats."""
    kinds = _array(c.points + 10 * (bool(axes & COLOURS) and c.suit.is_red) for c in DECK)
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
    kind_count = 20 if axes & COLOURS else 10
    places = [_classes(cell, kind_count, classes) for cell in cells]
    arrays = (
        kinds,
        _array(kind % 10 for kind in range(kind_count)),
        _array(pair for each in types.values() for pair in each),
        _starts(types.values()),
        _array(card for each in held for card in each),
        _starts(held),
        _array((two.low, two.high) for two in types),
        _array((player.two, banker.two) for player, banker, _ in cells),
        _starts(cells.values()),
        _array(pair for each in cells.values() for pair in each),
        _starts(places)[:-1],
    )
    sizes = [len(each) for each in places]
    return Atlas(
        arrays,
        _array(number for each in places for number in each),
        np.repeat(_array(banker.seats for _, banker, _ in cells), sizes, axis=0),
    )


def _two(one: Card, two: Card, kinds: Longs, axes: Axes, seats: int) -> _Two:
    low, high = sorted((int(kinds[one.index]), int(kinds[two.index])))
    tier = pair_tier(Hand((one, two))) if axes & _TIERS else "none"
    suited = one.suit is two.suit if axes & _SUITS else False
    rank = one.rank.number if tier != "none" and "same_rank" in axes else 0
    first, last = sorted(seat_of(card, seats) if seats else 0 for card in (one, two))
    return _Two(low, high, tier, suited, rank, (first, last))


def _classes(cell: _Cell, kinds: int, classes: Universe) -> list[int]:
    """Give the class of each of a cell's places, in the order of the kernel."""
    player, banker, same_rank = cell
    totals = (player.two, banker.two)
    told = (player.tier, banker.tier, player.suited, banker.suited)
    every = {axis: axis in classes.axes for axis in COLOURS}
    places: dict[tuple[int | None, int | None], int] = {}

    def place(x: int | None, y: int | None) -> int:
        """Give it by the colours of third cards: a kind of each."""
        if (x, y) not in places:
            third, ours = _with(player.colour, x)
            last, theirs = _with(banker.colour, y)
            facts = Facts(
                *(*totals, third, last, *told),
                ours if every["player_colour"] else "mixed",
                theirs if every["banker_colour"] else "mixed",
                same_rank,
                (ours if ours == theirs else "mixed") if every["colour"] else "mixed",
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
    return found


def _with(colour: str, kind: int | None) -> tuple[int | None, str]:
    """Give the points of a kind of third card, and the colour of a hand that has it."""
    if kind is None:
        return None, colour
    red, points = divmod(kind, 10)
    return points, colour if colour == ("red" if red else "black") else "mixed"


def _array(values: Iterable[object]) -> Longs:
    return np.array([*values], dtype=np.int64)


def _starts(lists: Iterable[Sized]) -> Longs:
    return np.cumsum([0, *map(len, lists)], dtype=np.int64)
