"""Which bin of a kernel counts which class of coups (rules.classes), along the axes asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from puntobanco.rules.classes import universe, value_classes
from puntobanco.rules.conditions import Facts
from puntobanco.sim.kernel import KIND_BITS, KINDS, Longs, Shorts

Axes = frozenset[str]

CLASSES: Final = len(value_classes())
_TIERS: Final = {"none": 0, "mixed": 1, "coloured": 2, "suited": 3}
_COLOURS: Final = {"mixed": 0, "red": 1, "black": 2}
_FLAGS: Final = {False: 0, True: 1}
_NUMBERS: Final[Mapping[str, Mapping[Any, int]]] = {
    "player_pair": _TIERS,
    "banker_pair": _TIERS,
    "player_suited": _FLAGS,
    "banker_suited": _FLAGS,
    "same_rank": _FLAGS,
    "player_colour": _COLOURS,
    "banker_colour": _COLOURS,
    "colour": _COLOURS,
    "player_flush": _FLAGS,
    "banker_flush": _FLAGS,
}


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables that a run fills, one for each set of axes; bins lie table behind table."""

    axes: tuple[Axes, ...]
    groups: Shorts  # by table and kind
    sizes: Longs  # groups of each table
    offsets: Longs
    bins: Mapping[Axes, Longs]  # by class number

    def __reduce__(self) -> tuple[object, ...]:
        """Travel as the axes alone: the tables are made again where they arrive."""
        return _tables, (self.axes,)

    @property
    def split(self) -> Iterator[tuple[Shorts, int, int]]:
        """Give groups, their number and the first bin of every table but the first, of no axes."""
        return zip(self.groups[1:], self.sizes.tolist()[1:], self.offsets.tolist()[1:], strict=True)

    @property
    def size(self) -> int:
        """All bins."""
        return int(self.offsets[-1] + self.sizes[-1] * CLASSES)

    @property
    def every_axis(self) -> Axes:
        """All that is asked for beyond the value classes."""
        return Axes().union(*self.axes)


def tables(axes: Iterable[Axes]) -> Tables:
    """Give the tables for some sets of axes; that of none is always there."""
    return _tables(tuple(sorted({frozenset(), *axes}, key=sorted)))


@cache
def grouped(axes: Axes) -> tuple[Shorts, int, Longs]:
    """Give the group of every kind, how many groups there are, and the bin of every class."""
    facts = universe(axes).facts
    kinds = [kind_number(each) for each in facts]
    known = {kind: group for group, kind in enumerate(sorted(set(kinds)))}
    mask = sum(((1 << bits) - 1) << low for low, bits in map(KIND_BITS.__getitem__, axes))
    size = len(known) + bool(axes)  # one more for kinds that cannot be
    groups = np.array([known.get(kind & mask, size - 1) for kind in range(KINDS)], dtype=np.uint16)
    numbers = {each: number for number, each in enumerate(value_classes())}
    places = [
        numbers[Facts(*each[:4])] * size + known[kind]
        for each, kind in zip(facts, kinds, strict=True)
    ]
    return groups, size, np.array(places, dtype=np.int64)


def kind_number(facts: Facts) -> int:
    """Give the number of what the axes tell of a class in the kernels."""
    return sum(_NUMBERS[axis][getattr(facts, axis)] << low for axis, (low, _) in KIND_BITS.items())


@cache
def _tables(axes: tuple[Axes, ...]) -> Tables:
    parts = [grouped(each) for each in axes]
    sizes = np.array([size for _, size, _ in parts], dtype=np.int64)
    offsets = (np.cumsum(sizes) - sizes) * CLASSES
    return Tables(
        axes,
        np.array([groups for groups, _, _ in parts], dtype=np.uint16),
        sizes,
        offsets,
        {
            each: offset + places
            for each, offset, (_, _, places) in zip(axes, offsets, parts, strict=True)
        },
    )


def spread(groups: Iterable[Iterable[int]], size: int) -> NDArray[np.intp]:
    """Give the group that each of so many classes is in."""
    found = np.zeros(size, dtype=np.intp)
    for group, classes in enumerate(groups):
        found[list(classes)] = group
    return found
