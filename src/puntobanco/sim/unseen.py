"""What lies unseen before every round of simulated shoes: the cards that may still come."""

# mypy: disable-error-code="untyped-decorator, call-arg, type-var"
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numba
import numpy as np

from puntobanco.cards import DECK
from puntobanco.compiled import keep
from puntobanco.sim import kernel
from puntobanco.sim.kernel import FACE_AT, Ints, Longs, Shorts
from puntobanco.sim.rounds import PLAIN, Room
from puntobanco.sim.shoes import Shoes, card_of


@dataclass(frozen=True, eq=False)
class Unseen:
    """The rounds of one shoe: how many of each card are unseen before each, and the count."""

    cards: Longs  # a row of 52 a round; those burned unseen are among them
    out: list[int]
    running: list[int]


# The place in a new deck, by a kernel's rank and suit.
_PLACES: Final = np.array([card_of(face << FACE_AT).index for face in range(len(DECK))])


@numba.njit
def _unseen(cards: Ints, starts: Shorts, places: Longs, decks: int, found: Longs) -> None:
    left = np.full(52, decks)
    at = np.int64(0)
    if starts[0]:
        left[places[(cards[0] >> FACE_AT) & 63]] -= 1
        at = np.int64(starts[0])
    for i in range(len(starts)):
        while at < starts[i]:
            left[places[(cards[at] >> FACE_AT) & 63]] -= 1
            at += 1
        found[i] = left


keep((__file__, kernel.__file__), _unseen)


def unseen_of(shoes: Shoes, first: int, number: int) -> Iterator[Unseen]:
    """Deal so many shoes from the first on, one after the other."""
    room = Room(shoes, 1)
    for shoe in range(first, first + number):
        some = room.deal(shoe, 1, PLAIN, tags=True)
        found = np.empty((len(some.starts), 52), dtype=np.int64)
        _unseen(room.cards, some.starts, _PLACES, shoes.decks, found)
        yield Unseen(found, some.starts.tolist(), some.running.tolist())
