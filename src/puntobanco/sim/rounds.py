"""The rounds of simulated shoes, one after the other, as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from puntobanco.cards import Card
from puntobanco.rules.conditions import FLUSH_AXES
from puntobanco.sim import kernel
from puntobanco.sim.kernel import Ints, Longs, Shorts
from puntobanco.sim.shoes import Shoes, card_of

Axes = frozenset[str]

PLAIN: Final = Axes()
CARDS_AT_ONCE: Final = 1 << 17  # what is listed of so many stays near the processor


@dataclass(frozen=True, eq=False)
class Rounds:
    """The rounds of a few shoes. Arrays are used again for the next ones: read them at once."""

    first: int  # shoe
    classes: Shorts  # numbers of rules.classes.value_classes
    kinds: Shorts  # where they were asked for: sim.classes.kind_number
    starts: Shorts  # cards out before the round
    running: Ints  # the count before the round, where the shoes have tags
    ends: Longs  # where the rounds of each shoe end

    @property
    def lengths(self) -> Longs:
        """How many rounds each shoe had."""
        return np.diff(self.ends, prepend=0)


class Room:
    """Room for the rounds of a few shoes, used again and again."""

    def __init__(self, shoes: Shoes, at_once: int) -> None:
        size = at_once * shoes.rounds_max
        self.shoes = shoes
        self.classes = np.empty(size, dtype=np.uint16)
        self.kinds = np.empty(size, dtype=np.uint16)
        self.starts = np.empty(size, dtype=np.uint16)
        self.running = np.empty(size, dtype=np.int32)
        self.ends = np.empty(at_once, dtype=np.int64)
        self.cards = np.empty(shoes.cards, dtype=np.int32)

    def deal(self, first: int, number: int, axes: Axes, *, tags: bool) -> Rounds:
        """Deal so many shoes, at most as many as there is room for."""
        n = kernel.deal(
            self.shoes.dealing, first, number, bool(axes), bool(axes & FLUSH_AXES), tags,
            self.classes, self.kinds, self.starts, self.running, self.ends, self.cards,
        )  # fmt: skip
        return Rounds(
            first,
            self.classes[:n],
            self.kinds[:n],
            self.starts[:n],
            self.running[:n],
            self.ends[:number],
        )


def rounds_of(shoes: Shoes, first: int, number: int, axes: Axes = PLAIN) -> Iterator[Rounds]:
    """Deal so many shoes from the first on, a few at a time, with kinds along some axes."""
    at_once = min(number, max(1, CARDS_AT_ONCE // shoes.cards))
    room = Room(shoes, at_once)
    for begin in range(first, first + number, at_once):
        some = min(at_once, first + number - begin)
        yield room.deal(begin, some, axes, tags=any(shoes.tags))


def cards_of(shoes: Shoes, shoe: int) -> tuple[Card, ...]:
    """Give the cards of one shoe, in order, those never dealt too."""
    room = Room(shoes, 1)
    room.deal(shoe, 1, PLAIN, tags=False)
    return tuple(card_of(code) for code in room.cards.tolist())
