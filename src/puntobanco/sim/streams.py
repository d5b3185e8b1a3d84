"""Chance for simulated shoes: each has a stream of its own, from the seed and its number alone.

A word of 64 bits is a counter, spread by the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
Shoe s owns the words s*w to s*w + w-1 of its seed, w being a power of two; what they do not
reach for, redraws, comes from a stream that begins anew for each shoe. So any worker may deal any
shoe, in any order, and deals the same cards. No shoe that is played for chips comes from here.
"""

# ruff: noqa: ARG001 - numba gives an intrinsic what it does not need
# mypy: disable-error-code="untyped-decorator, call-arg, import-untyped"
from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Shorts = NDArray[np.uint16]

SEED_MAX: Final = 2**64 - 1
SHOES_MAX: Final = (
    2**48
)  # times the words of the largest shoe, this is within the counter's 64 bits

_GOLDEN: Final = 0x9E3779B97F4A7C15  # 2^64 over the golden ratio, odd
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB
_PER_WORD: Final = 4  # numbers of 16 bits in a word


@intrinsic
def high(typing: Any, a: Any, b: Any) -> Any:
    """Give the upper half of a product of two 16-bit numbers."""

    def code(_: Any, builder: Any, __: Any, given: Any) -> Any:
        wide = ir.IntType(32)
        product = builder.mul(builder.zext(given[0], wide), builder.zext(given[1], wide))
        return builder.trunc(builder.lshr(product, wide(16)), ir.IntType(16))

    return types.uint16(types.uint16, types.uint16), code


@intrinsic
def low_is_less(typing: Any, a: Any, b: Any, c: Any) -> Any:
    """Say, as 0 or 1 of 16 bits, whether the lower half of a product is less than a number."""

    def code(_: Any, builder: Any, __: Any, given: Any) -> Any:
        less = builder.icmp_unsigned("<", builder.mul(given[0], given[1]), given[2])
        return builder.zext(less, ir.IntType(16))

    return types.uint16(types.uint16, types.uint16, types.uint16), code


@numba.njit(inline="always")
def mix(word: Any) -> Any:
    """Spread a counter over all bits of a word."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(_FIRST)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(_SECOND)
    return word ^ (word >> np.uint64(31))


@numba.njit
def keys(seed: Any) -> Any:
    """Give where a seed's words begin, and where its redraws do."""
    key = mix(mix(np.uint64(seed) + np.uint64(_GOLDEN)) ^ np.uint64(_FIRST))
    return key, mix(key ^ np.uint64(_SECOND))


@numba.njit
def fill(key: Any, shoe: Any, owned: int, words: Words) -> None:
    """Fill in words from the first that a shoe owns."""
    begin = np.uint64(key) + np.uint64(shoe) * np.uint64(owned) * np.uint64(_GOLDEN)
    for i in range(len(words)):
        words[i] = mix(begin + np.uint64(i) * np.uint64(_GOLDEN))


@numba.njit
def draw(
    words: Words, bounds: Shorts, limits: Shorts, redraw: Any, shoe: Any, odd: Shorts,
    draws: Shorts,
) -> None:  # fmt: skip
    """Draw for each place of a shoe how far behind it its card comes from, without any bias.

    A number of 16 bits times its bound has the draw in its upper half; where the lower half is
    less than 2^16 mod the bound, some draw would be too frequent by that much: another number is
    taken, and so on (Lemire 2019). ``odd`` is where these places are marked.
    """
    numbers = words.view(np.uint16)
    for i in range(len(bounds)):
        draws[i] = high(numbers[i], bounds[i])
    for i in range(len(bounds)):
        odd[i] = low_is_less(numbers[i], bounds[i], limits[i])
    fours = odd.view(np.uint64)
    any_odd = np.uint64(0)
    for four in range(len(fours)):
        any_odd |= fours[four]
    if any_odd:
        word = mix(np.uint64(redraw) + np.uint64(shoe) * np.uint64(_GOLDEN))
        for four in range(len(fours)):
            if fours[four]:
                for i in range(_PER_WORD * four, _PER_WORD * four + _PER_WORD):
                    while odd[i]:
                        word += np.uint64(_GOLDEN)
                        number = np.uint16(mix(word) & np.uint64(0xFFFF))
                        draws[i] = high(number, bounds[i])
                        odd[i] = low_is_less(number, bounds[i], limits[i])


def words_of(cards: int) -> int:
    """Give how many words a shoe owns: four draws each, a power of two."""
    return 1 << (-(-cards // _PER_WORD) - 1).bit_length()


def bounds_of(cards: int) -> tuple[Shorts, Shorts]:
    """Give for each place how many cards may come to it, and below what a draw is repeated."""
    bounds = np.arange(cards, 0, -1, dtype=np.uint16)
    return bounds, (2**16 % np.arange(cards, 0, -1)).astype(np.uint16)
