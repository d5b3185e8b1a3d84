"""Streaks: how often one hand wins so many rounds in a row within a shoe; ties are passed over."""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from typing import Final

import numba
import numpy as np

from puntobanco.compiled import keep
from puntobanco.rules.classes import value_classes
from puntobanco.sim.kernel import Bytes, Longs, Shorts
from puntobanco.sim.rounds import rounds_of
from puntobanco.sim.shoes import Shoes

LONGEST: Final = 40  # this and longer ones together
_TIE: Final = 2
_WINNERS: Final = np.array(  # by value class: 0 Player, 1 Banker, 2 a tie
    [
        _TIE
        if facts.player_total == facts.banker_total
        else facts.banker_total > facts.player_total
        for facts in value_classes()
    ],
    dtype=np.uint8,
)


@numba.njit(nogil=True)
def _streaks(rounds: Shorts, ends: Longs, winners: Bytes, found: Longs) -> None:
    begin = 0
    for end in ends:
        side, length = np.int64(_TIE), 0
        for i in range(begin, end):
            winner = np.int64(winners[rounds[i]])
            if winner == _TIE:
                continue
            if winner == side:
                length += 1
                continue
            if length:
                found[side, min(length, LONGEST)] += 1
            side, length = winner, 1
        if length:
            found[side, min(length, LONGEST)] += 1
        begin = end


keep((__file__,), _streaks)


def streaks(shoes: Shoes, first: int, number: int) -> list[list[int]]:
    """Deal so many shoes from the first on; streaks of Player, then of Banker, by their length."""
    found = np.zeros((2, LONGEST + 1), dtype=np.int64)
    for some in rounds_of(shoes, first, number):
        _streaks(some.classes, some.ends, _WINNERS, found)
    return [[int(count) for count in side] for side in found]
