"""The lanes kernel: 64 shoes in lockstep, each nothing but how many cards it has of each points.

Quicker than the deck kernel, for statistics by value class alone: no card has a place or a suit,
so no shoe can be dealt again by itself. A lane's shoe is ten numbers: the cards left, and for each
points from 1 to 9 how many cards count less. A card is drawn by comparing one random number with
those nine; six are drawn in every step, and one that nobody takes is a number that no card has.
Cards burned unseen stay among those that may be drawn, as what is not seen may: only the end of
the shoe knows of them. The smallest run is a block, of 64 lanes with as many shoes each.
"""

# ruff: noqa: C901, FBT001, PLR0912, PLR0913, PLR0917 - kernels are flat, and take arrays
# ruff: noqa: ARG005 - numba gives an intrinsic what it does not need
# mypy: disable-error-code="untyped-decorator, call-arg, import-untyped, type-var"
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from puntobanco.compiled import keep
from puntobanco.shoe import Composition
from puntobanco.sim import streams
from puntobanco.sim.classes import tables
from puntobanco.sim.kernel import CODES, Longs
from puntobanco.sim.shoes import Shoes
from puntobanco.sim.streams import high, mix
from puntobanco.sim.tally import Tally, nothing

LANES: Final = 64
SHOES_OF_LANE: Final = 64
BLOCK: Final = LANES * SHOES_OF_LANE
COPIES: Final = 4  # of the counts, so that a lane does not wait for its neighbour's

_DRAWS: Final = 6
_NOBODY: Final = 32767  # more than any shoe has cards
_GOLDEN: Final = 0x9E3779B97F4A7C15

# Rows of the one array that holds all lanes: one array, so that the compiler knows that none of
# them lies across another.
_LEFT, _LIMIT, _CODE, _END, _ODD, _DRAWN = 0, 10, 11, 12, 13, 14
_ROWS: Final = _DRAWN + _DRAWS


def _exact(build: Callable[[Any, list[Any]], Any], given: int) -> Any:
    """Make an operation on numbers of 16 bits, that stays on 16 bits."""

    def code(_: Any, builder: Any, __: Any, values: Any) -> Any:
        return build(builder, list(values))

    signature = types.int16(*[types.int16] * given)
    if given == 1:
        return intrinsic(lambda typing, a: (signature, code))
    if given == 2:  # noqa: PLR2004
        return intrinsic(lambda typing, a, b: (signature, code))
    return intrinsic(lambda typing, a, b, c: (signature, code))


def _mask(sign: str) -> Callable[[Any, list[Any]], Any]:
    return lambda builder, v: builder.sext(builder.icmp_signed(sign, *v), ir.IntType(16))


_add = _exact(lambda builder, v: builder.add(*v), 2)
_sub = _exact(lambda builder, v: builder.sub(*v), 2)
_mul = _exact(lambda builder, v: builder.mul(*v), 2)
_and = _exact(lambda builder, v: builder.and_(*v), 2)
_or = _exact(lambda builder, v: builder.or_(*v), 2)
_more = _exact(_mask(">"), 2)  # -1 where it holds, else 0
_half = _exact(lambda builder, v: builder.lshr(v[0], ir.Constant(ir.IntType(16), 1)), 1)
_pick = _exact(  # the second where the mask is set, else the third
    lambda builder, v: builder.or_(
        builder.and_(v[0], v[1]), builder.and_(builder.not_(v[0]), v[2])
    ),
    3,
)
_odd = _exact(  # whether the lower half of a product is less than its second factor
    lambda builder, v: builder.sext(
        builder.icmp_unsigned("<", builder.mul(*v), v[1]), ir.IntType(16)
    ),
    2,
)


@numba.njit(inline="always")
def _mod(total: Any) -> Any:
    """Take ten from a total that has them."""
    return _sub(total, _and(_more(total, np.int16(9)), np.int16(10)))


@numba.njit
def _draw(state: NDArray[np.int16], numbers: NDArray[np.int16]) -> None:
    """Draw six numbers for each lane, below the cards left, and mark where one may be biased."""
    for lane in range(LANES):
        left = state[_LEFT * LANES + lane]
        odd = np.int16(0)
        for k in range(_DRAWS):
            bound = _sub(left, np.int16(k))
            number = numbers[k * LANES + lane]
            state[(_DRAWN + k) * LANES + lane] = np.int16(high(np.uint16(number), np.uint16(bound)))
            odd = _or(odd, _odd(number, bound))
        state[_ODD * LANES + lane] = odd


@numba.njit(inline="always")
def _card(
    r: Any, c1: Any, c2: Any, c3: Any, c4: Any, c5: Any, c6: Any, c7: Any, c8: Any, c9: Any
) -> Any:
    """Take the card that a number is: its points, and what is left."""
    m1, m2, m3 = _more(c1, r), _more(c2, r), _more(c3, r)
    m4, m5, m6 = _more(c4, r), _more(c5, r), _more(c6, r)
    m7, m8, m9 = _more(c7, r), _more(c8, r), _more(c9, r)
    points = _add(
        _add(_add(_add(m1, m2), _add(m3, m4)), _add(_add(m5, m6), _add(m7, m8))),
        _add(m9, np.int16(9)),
    )
    return (
        points, _add(c1, m1), _add(c2, m2), _add(c3, m3), _add(c4, m4), _add(c5, m5),
        _add(c6, m6), _add(c7, m7), _add(c8, m8), _add(c9, m9),
    )  # fmt: skip


@numba.njit
def _play(state: NDArray[np.int16]) -> None:
    """Play a round in each lane (CORE-1 to CORE-7)."""
    i16 = np.int16
    for lane in range(LANES):
        left = state[_LEFT * LANES + lane]
        c1, c2, c3 = state[1 * LANES + lane], state[2 * LANES + lane], state[3 * LANES + lane]
        c4, c5, c6 = state[4 * LANES + lane], state[5 * LANES + lane], state[6 * LANES + lane]
        c7, c8, c9 = state[7 * LANES + lane], state[8 * LANES + lane], state[9 * LANES + lane]
        r = state[_DRAWN * LANES + lane]
        p, c1, c2, c3, c4, c5, c6, c7, c8, c9 = _card(r, c1, c2, c3, c4, c5, c6, c7, c8, c9)
        r = state[(_DRAWN + 1) * LANES + lane]
        b, c1, c2, c3, c4, c5, c6, c7, c8, c9 = _card(r, c1, c2, c3, c4, c5, c6, c7, c8, c9)
        r = state[(_DRAWN + 2) * LANES + lane]
        q, c1, c2, c3, c4, c5, c6, c7, c8, c9 = _card(r, c1, c2, c3, c4, c5, c6, c7, c8, c9)
        p = _mod(_add(p, q))
        r = state[(_DRAWN + 3) * LANES + lane]
        q, c1, c2, c3, c4, c5, c6, c7, c8, c9 = _card(r, c1, c2, c3, c4, c5, c6, c7, c8, c9)
        b = _mod(_add(b, q))
        lives = _and(_more(i16(8), p), _more(i16(8), b))
        player = _and(lives, _more(i16(6), p))
        fifth, sixth = state[(_DRAWN + 4) * LANES + lane], state[(_DRAWN + 5) * LANES + lane]
        r = _pick(player, fifth, i16(_NOBODY))
        x, c1, c2, c3, c4, c5, c6, c7, c8, c9 = _card(r, c1, c2, c3, c4, c5, c6, c7, c8, c9)
        # 3 3 4 4 5 5 6 6, then 2 against an 8 and 3 against a 9
        most = _add(i16(3), _half(x))
        most = _sub(most, _and(_more(x, i16(7)), _sub(i16(13), x)))
        most = _pick(player, most, i16(5))
        banker = _and(lives, _more(_add(most, i16(1)), b))
        r = _pick(banker, _pick(player, sixth, fifth), i16(_NOBODY))
        y, c1, c2, c3, c4, c5, c6, c7, c8, c9 = _card(r, c1, c2, c3, c4, c5, c6, c7, c8, c9)
        x, y = _pick(player, x, i16(10)), _pick(banker, y, i16(10))
        left = _add(_sub(left, i16(4)), _add(player, banker))
        two = _add(_mul(p, i16(1210)), _mul(b, i16(121)))
        state[_CODE * LANES + lane] = _add(two, _add(_mul(x, i16(11)), y))
        state[_END * LANES + lane] = _more(_add(state[_LIMIT * LANES + lane], i16(1)), left)
        state[_LEFT * LANES + lane] = left
        state[1 * LANES + lane], state[2 * LANES + lane], state[3 * LANES + lane] = c1, c2, c3
        state[4 * LANES + lane], state[5 * LANES + lane], state[6 * LANES + lane] = c4, c5, c6
        state[7 * LANES + lane], state[8 * LANES + lane], state[9 * LANES + lane] = c7, c8, c9


@numba.njit
def _below(bound: int, word: Any) -> Any:
    """Draw below a bound without bias, from the stream that a word begins; give that word too."""
    while True:
        word += np.uint64(_GOLDEN)
        product = np.int64(mix(word) & np.uint64(0xFFFF)) * bound
        if (product & 0xFFFF) >= 65536 % bound:
            return product >> 16, word


@numba.njit
def _begin(
    state: NDArray[np.int16], lane: int, fresh: NDArray[np.int16], burn: bool, cut: int, word: Any
) -> Any:
    """Put a new shoe into a lane, turn its first card and burn as many as it counts."""
    for j in range(10):
        state[j * LANES + lane] = fresh[j]
    burned = 0
    if burn:
        number, word = _below(np.int64(fresh[0]), word)
        points = 9
        for j in range(1, 10):
            if fresh[j] > number:
                state[j * LANES + lane] -= 1
                points -= 1
        state[_LEFT * LANES + lane] -= 1
        burned = points or 10
    state[_LIMIT * LANES + lane] = cut + burned
    return word


@numba.njit(nogil=True)
def count_block(
    key: Any, block: int, fresh: NDArray[np.int16], burn: bool, cut: int, last: int, bins: Longs
) -> None:
    """Deal a block of shoes and count its rounds by code.

    ``bins`` is COPIES tables of codes, and one more for lanes that are done: nobody reads it.
    """
    state = np.zeros(_ROWS * LANES, dtype=np.int16)
    words = np.empty(_DRAWS * LANES // 4, dtype=np.uint64)
    numbers = words.view(np.int16)
    ends = state[_END * LANES : (_END + 1) * LANES].view(np.uint64)
    odds = state[_ODD * LANES : (_ODD + 1) * LANES].view(np.uint64)
    shoes = np.zeros(LANES, dtype=np.int64)  # done
    more = np.full(LANES, -1, dtype=np.int64)  # rounds to come, once the cut card has shown
    places = (np.arange(LANES) % COPIES * CODES).astype(np.uint64)  # of a lane's table in bins
    counter = mix(np.uint64(key) + np.uint64(block) * np.uint64(_GOLDEN))
    word = mix(counter ^ np.uint64(_GOLDEN))
    for lane in range(LANES):
        word = _begin(state, lane, fresh, burn, cut, word)
    going = LANES
    while going:
        for i in range(len(words)):
            words[i] = mix(counter + np.uint64(i) * np.uint64(_GOLDEN))
        counter += np.uint64(len(words)) * np.uint64(_GOLDEN)
        _draw(state, numbers)
        for four in range(len(odds)):
            if odds[four]:
                for lane in range(4 * four, 4 * four + 4):
                    if state[_ODD * LANES + lane]:
                        for k in range(_DRAWS):
                            bound = np.int64(state[_LEFT * LANES + lane]) - k
                            number = np.int64(np.uint16(numbers[k * LANES + lane]))
                            low = (number * bound) & 0xFFFF
                            if low < bound and low < 65536 % bound:
                                drawn, word = _below(bound, word)
                                state[(_DRAWN + k) * LANES + lane] = drawn
        _play(state)
        for lane in range(LANES):
            bins[places[lane] + np.uint64(state[_CODE * LANES + lane])] += 1
        for four in range(len(ends)):
            if ends[four]:
                for lane in range(4 * four, 4 * four + 4):
                    if state[_END * LANES + lane]:
                        if more[lane] < 0:
                            level = state[_LEFT * LANES + lane] == state[_LIMIT * LANES + lane]
                            more[lane] = last if level else min(last, 1)
                            state[_LIMIT * LANES + lane] = _NOBODY - 1
                        else:
                            more[lane] -= 1
                        if more[lane] == 0:
                            more[lane] = -1
                            shoes[lane] += 1
                            word = _begin(state, lane, fresh, burn, cut, word)
                            if shoes[lane] == SHOES_OF_LANE:
                                going -= 1
                                places[lane] = COPIES * CODES


keep((__file__, streams.__file__), count_block)


def count(shoes: Shoes, first: int, blocks: int) -> Tally:
    """Deal so many blocks from the first on, and count their rounds by value class."""
    dealing, points = shoes.dealing, Composition.of(shoes.decks).points()
    fresh = np.array([shoes.cards, *(sum(points[:j]) for j in range(1, 10))], dtype=np.int16)
    bins = np.zeros((COPIES + 1) * CODES, dtype=np.int64)
    for block in range(first, first + blocks):
        count_block(
            dealing.redraw, block, fresh, dealing.burn, shoes.rules.cut_card, dealing.last, bins
        )
    found = nothing(shoes, tables([]))
    found.shoes = blocks * BLOCK
    np.add.at(found.bins, dealing.classes, bins[:-CODES].reshape(COPIES, CODES).sum(axis=0))
    return found
