"""From a sheet to what a kernel must count for it: tables, and the cells that make each result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Final

import numpy as np

from puntobanco.odds import kernel
from puntobanco.odds.kernel import Longs
from puntobanco.rules.check import verdict_table
from puntobanco.rules.classes import Universe, value_classes
from puntobanco.rules.conditions import FLUSH_AXES
from puntobanco.rules.sheet import Bet, Sheet

Axes = frozenset[str]

_ONE_HAND: Final = (
    frozenset({"player_pair", "player_suited"}),
    frozenset({"banker_pair", "banker_suited"}),
)
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
        flat = np.concatenate([array([]).reshape(0, 2), *self.sums])
        cells, signs = np.ascontiguousarray(flat[:, 0]), np.ascontiguousarray(flat[:, 1])
        return starts(self.sums), cells, signs, array(self.bases).reshape(-1, 3)


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
    if classes.axes <= FLUSH_AXES:
        return _flush_sums(classes, found, results)
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


def _flush_sums(classes: Universe, found: Longs, results: int) -> list[Longs] | None:
    """Take from each table of flushes what its coups come to, and less what they came to before.

    A coup with two flushes is in all four tables; with one, in that of the hand and in all.
    """
    number = {facts: index for index, facts in enumerate(classes.facts)}
    come_to = {}
    for player, banker in product((False, True), repeat=2):
        flushes = {"player_flush": player, "banker_flush": banker}
        asked = {axis: flushes[axis] for axis in classes.axes}
        each = [found[number[facts.along(**asked)]] for facts in value_classes()]
        of_cell = _even(value_cells()[0], np.array(each, dtype=np.int64))
        if of_cell is None:
            return None
        come_to[player, banker] = of_cell
    neither, ours, theirs, both = (
        come_to[flushes] for flushes in ((False, False), (True, False), (False, True), (True, True))
    )
    tables = (
        (0, (neither,), ()),
        (kernel.AT_PLAYER_FLUSH, (ours,), (neither,)),
        (kernel.AT_BANKER_FLUSH, (theirs,), (neither,)),
        (kernel.AT_BOTH_FLUSHES, (both, neither), (ours, theirs)),
    )
    return [
        np.concatenate([_signed(result, *table) for table in tables]) for result in range(results)
    ]


def _signed(result: int, base: int, more: Sequence[Longs], less: Sequence[Longs]) -> Longs:
    """Give the cells of a table that make a result, and how often, what cancels out left out."""
    often = sum((each == result).astype(np.int64) for each in more)
    often = often - sum((each == result).astype(np.int64) for each in less)
    cells = np.flatnonzero(often)
    return np.column_stack([cells + base, often[cells]])


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


def array(values: Iterable[object]) -> Longs:
    """Lay values side by side as the kernels take them."""
    return np.array([*values], dtype=np.int64)


def starts(lists: Iterable[Sized]) -> Longs:
    """Give where each list begins when they lie one behind the other, and the end."""
    return np.cumsum([0, *map(len, lists)], dtype=np.int64)
