"""The deck kernel: whole shoes as they are dealt, in a real order of cards, and no bet in it.

A card is one number that has everything about it: its points, up to which total the Banker hand
draws when it is the Player's third card, its rank and suit for pairs and colours, its tag for a
count. A shuffled shoe is split into bytes, and a round is worked out at every place, as if one
began there: without a branch, so that many places go through in one instruction. Then the shoe is
walked from round to round.

A round is the number of its value class (rules.classes). What pairs, suits and colours add is
another, its *kind*.
"""

# ruff: noqa: FBT001, PLR0913, PLR0915, PLR0917 - kernels are flat, and take arrays
# mypy: disable-error-code="untyped-decorator, call-arg, type-var"
from __future__ import annotations

from typing import Final, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from puntobanco.compiled import keep
from puntobanco.sim import streams
from puntobanco.sim.streams import draw, fill

Bytes = NDArray[np.uint8]
Shorts = NDArray[np.uint16]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]
Tags = NDArray[np.int16]

# A card, from the lowest bit on.
FACE_AT: Final = 0  # rank (4 bits), red, which of the two suits
POINTS_AT: Final = 6
DRAW_AT: Final = 10  # the highest total on which the Banker hand answers this third card
TAG_AT: Final = 14
TAG_MAX: Final = 2047

# What a round comes to: the two-card totals, then the third cards, NONE where there was none.
NONE: Final = 10
CODES: Final = 100 * 11 * 11

# A kind, from the lowest bit on. The values of an axis are numbered as in sim.classes.
KIND_BITS: Final = {
    "player_pair": (0, 2),
    "banker_pair": (2, 2),
    "player_suited": (4, 1),
    "banker_suited": (5, 1),
    "same_rank": (6, 1),
    "player_colour": (8, 2),
    "banker_colour": (10, 2),
    "colour": (12, 2),
    "player_flush": (14, 1),
    "banker_flush": (15, 1),
}
KINDS: Final = 1 << 16

_PAST: Final = 6  # places behind the last card, so that a round may be worked out at any place


class Dealing(NamedTuple):
    """How shoes are dealt."""

    key: np.uint64  # where the seed's words begin, and its redraws
    redraw: np.uint64
    owned: int  # words that a shoe owns
    deck: Ints
    bounds: Shorts
    limits: Shorts
    burn: bool  # the first card is turned, and burns as many more as it counts
    classes: Shorts  # the number of the value class, by code
    edge: int  # cards out when the cut card shows
    last: int  # rounds to come then; two: only if it came first out of a round, else one


@numba.njit
def _shuffle(deck: Ints, draws: Shorts, shoe: Ints) -> None:
    """Lay a new deck into an order: each place in turn changes cards with one behind it."""
    shoe[:] = deck
    for i in range(len(draws)):
        j = np.uint64(i) + np.uint64(draws[i])
        shoe[i], shoe[j] = shoe[j], shoe[i]


@numba.njit
def _split(shoe: Ints, at: int, bits: int, out: Bytes) -> None:
    """Take some bits of every card."""
    for i in range(len(shoe)):
        out[i] = np.uint8((shoe[i] >> at) & ((1 << bits) - 1))


@numba.njit
def _add(points: Bytes, twos: Bytes) -> None:
    """Total the two cards that a hand would have which begins at each place (CORE-1)."""
    u8 = np.uint8
    for i in range(len(points) - 2):
        total = u8(points[i] + points[i + 2])
        twos[i] = min(total, u8(total - u8(10)))


@numba.njit
def _third(points: Bytes, highest: Bytes, twos: Bytes, drew: Bytes, thirds: Bytes) -> None:
    """Draw the third cards of the round that would begin at each place (CORE-3 to CORE-7)."""
    u8, none = np.uint8, np.uint8(NONE)
    for i in range(len(drew)):
        p, b, x = twos[i], twos[i + 1], points[i + 4]
        lives = u8(u8(p < u8(8)) & u8(b < u8(8)))
        player = u8(lives & u8(p < u8(6)))
        most = u8(u8(5) + u8(player * u8(highest[i + 4] - u8(5))))
        banker = u8(lives & u8(b <= most))
        y = u8(x + u8(player * u8(points[i + 5] - x)))
        third = u8(none + u8(player * u8(x - none)))
        answer = u8(none + u8(banker * u8(y - none)))
        thirds[i] = u8(u8(third * u8(11)) + answer)
        drew[i] = u8(player | u8(banker << u8(1)))


@numba.njit
def _take(drew: Bytes, taken: Bytes) -> None:
    """Give how many cards the round takes that would begin at each place."""
    u8 = np.uint8
    for i in range(len(drew)):
        taken[i] = u8(u8(4) + u8(u8(drew[i] & u8(1)) + u8(drew[i] >> u8(1))))


@numba.njit
def _pair(faces: Bytes, pairs: Bytes) -> None:
    """Give the pair tier of a hand that begins at each place, and 16 where it is of one suit."""
    u8 = np.uint8
    for i in range(len(faces) - 2):
        d = u8(faces[i] ^ faces[i + 2])  # 0 one suit, 1 one colour, 2 and 3 neither, above no pair
        tier = u8(u8(d < u8(4)) * u8(u8(u8(3) - d) + u8(d == u8(3))))
        pairs[i] = u8(tier | u8(u8(u8(d & u8(3)) == u8(0)) << u8(4)))


@numba.njit
def _first_twos(faces: Bytes, pairs: Bytes, low: Bytes) -> None:
    """Give what the first two cards of either hand add to a kind."""
    u8, tier = np.uint8, np.uint8(3)
    for i in range(len(low)):
        p, b = pairs[i], pairs[i + 1]
        both = u8(u8(u8(p & tier) != u8(0)) & u8(u8(b & tier) != u8(0)))
        same = u8(both & u8(u8(faces[i] ^ faces[i + 1]) < u8(4)))
        found = u8(p | u8(u8(b & tier) << u8(2)))
        low[i] = u8(u8(found | u8(u8(b & u8(16)) << u8(1))) | u8(same << u8(6)))


@numba.njit
def _colour(faces: Bytes, drew: Bytes, high: Bytes) -> None:
    """Give what the colours of all cards add to a kind."""
    u8, one = np.uint8, np.uint8(1)
    for i in range(len(high)):
        player, banker = u8(drew[i] & one), u8(drew[i] >> one)
        r0, r1 = u8(u8(faces[i] >> one) & one), u8(u8(faces[i + 1] >> one) & one)
        r2, r3 = u8(u8(faces[i + 2] >> one) & one), u8(u8(faces[i + 3] >> one) & one)
        r4, r5 = u8(u8(faces[i + 4] >> one) & one), u8(u8(faces[i + 5] >> one) & one)
        ry = u8(r4 ^ u8(player & u8(r4 ^ r5)))
        p_all = u8(u8(r0 & r2) & u8(r4 | u8(player ^ one)))
        p_any = u8(u8(r0 | r2) | u8(r4 & player))
        b_all = u8(u8(r1 & r3) & u8(ry | u8(banker ^ one)))
        b_any = u8(u8(r1 | r3) | u8(ry & banker))
        p_colour = u8(p_all | u8(u8(p_any ^ one) << one))
        b_colour = u8(b_all | u8(u8(b_any ^ one) << one))
        colour = u8(u8(p_all & b_all) | u8(u8(u8(p_any | b_any) ^ one) << one))
        high[i] = u8(u8(p_colour | u8(b_colour << u8(2))) | u8(colour << u8(4)))


@numba.njit
def _flush(faces: Bytes, drew: Bytes, high: Bytes) -> None:
    """Add to a kind whether all cards of a hand are of one suit."""
    u8, one = np.uint8, np.uint8(1)
    for i in range(len(high)):
        player, banker = u8(drew[i] & one), u8(drew[i] >> one)
        fifth, sixth = u8(faces[i + 4] ^ faces[i]), u8(faces[i + 5] ^ faces[i + 1])
        last = u8(faces[i + 4] ^ faces[i + 1])
        last = u8(last ^ u8(player * u8(last ^ sixth)))
        p = u8(u8(faces[i] ^ faces[i + 2]) | u8(player * fifth))
        b = u8(u8(faces[i + 1] ^ faces[i + 3]) | u8(banker * last))
        ours, theirs = u8(u8(p & u8(3)) == u8(0)), u8(u8(b & u8(3)) == u8(0))
        high[i] |= u8(u8(ours << u8(6)) | u8(theirs << u8(7)))


@numba.njit
def _tell(
    faces: Bytes, drew: Bytes, with_flushes: bool, pairs: Bytes, low: Bytes, high: Bytes
) -> None:
    """Give both halves of a kind."""
    _pair(faces, pairs)
    _first_twos(faces, pairs, low)
    _colour(faces, drew, high)
    if with_flushes:
        _flush(faces, drew, high)


@numba.njit
def _sum(shoe: Ints, drew: Bytes, tags: Tags, sums: Tags) -> None:
    """Sum the tags of the cards of the round that would begin at each place."""
    i16 = np.int16
    for i in range(len(shoe)):
        tags[i] = i16(shoe[i] >> TAG_AT)
    for i in range(len(drew)):
        player, banker = i16(drew[i] & np.uint8(1)), i16(drew[i] >> np.uint8(1))
        four = i16(i16(tags[i] + tags[i + 1]) + i16(tags[i + 2] + tags[i + 3]))
        fifth = i16(i16(player | banker) * tags[i + 4])
        sums[i] = i16(four + i16(fifth + i16(i16(player & banker) * tags[i + 5])))


@numba.njit(nogil=True)
def deal(
    dealing: Dealing, first: int, shoes: int, with_kinds: bool, with_flushes: bool, with_tags: bool,
    rounds: Shorts, kinds: Shorts, starts: Shorts, running: Ints, ends: Longs, cards: Ints,
) -> int:  # fmt: skip
    """Deal some shoes, and list their rounds: class, kind, place, the running count before it.

    What is not asked for is left as it was. ``ends`` says where the rounds of each shoe end, and
    ``cards`` is the last shoe. Gives how many rounds there are.
    """
    size = len(dealing.deck)
    behind = size + _PAST
    words = np.empty((size + 3) // 4, dtype=np.uint64)
    odd = np.zeros(4 * len(words), dtype=np.uint16)
    draws = np.empty(size, dtype=np.uint16)
    points = np.zeros(behind, dtype=np.uint8)
    highest = np.zeros(behind, dtype=np.uint8)
    twos = np.zeros(behind, dtype=np.uint8)
    drew = np.zeros(size, dtype=np.uint8)
    thirds = np.zeros(size, dtype=np.uint8)
    taken = np.zeros(size, dtype=np.uint8)
    faces = np.zeros(behind, dtype=np.uint8)
    pairs = np.zeros(behind, dtype=np.uint8)
    low = np.zeros(size, dtype=np.uint8)
    high = np.zeros(size, dtype=np.uint8)
    tags = np.zeros(behind, dtype=np.int16)
    sums = np.zeros(size, dtype=np.int16)
    deck, bounds, limits, classes = dealing.deck, dealing.bounds, dealing.limits, dealing.classes
    key, redraw, owned = dealing.key, dealing.redraw, dealing.owned
    burn, edge, last = dealing.burn, np.uint64(dealing.edge), dealing.last
    n = 0
    for index in range(shoes):
        number = np.uint64(first) + np.uint64(index)
        fill(key, number, owned, words)
        draw(words, bounds, limits, redraw, number, odd, draws)
        _shuffle(deck, draws, cards)
        _split(cards, POINTS_AT, 4, points)
        _split(cards, DRAW_AT, 4, highest)
        _add(points, twos)
        _third(points, highest, twos, drew, thirds)
        _take(drew, taken)
        if with_kinds:
            _split(cards, FACE_AT, 6, faces)
            _tell(faces, drew, with_flushes, pairs, low, high)
        if with_tags:
            _sum(cards, drew, tags, sums)
        at = np.uint64(0)
        known = np.int32(0)
        if burn:
            at = np.uint64(1) + (np.uint64(points[0]) if points[0] else np.uint64(10))
            known = np.int32(tags[0])
        more = -1  # rounds to come, once the cut card has shown
        while True:
            if more < 0 and at >= edge:
                more = last if at == edge else min(last, 1)
            if more == 0:
                break
            two = np.uint64(twos[at]) * np.uint64(10) + np.uint64(twos[at + np.uint64(1)])
            rounds[n] = classes[two * np.uint64(121) + np.uint64(thirds[at])]
            starts[n] = at
            if with_kinds:
                kinds[n] = np.uint16(low[at]) | np.uint16(np.uint16(high[at]) << np.uint16(8))
            if with_tags:
                running[n] = known
                known += np.int32(sums[at])
            n += 1
            at += np.uint64(taken[at])
            more -= more > 0
        ends[index] = n
    return n


@numba.njit(nogil=True)
def count(rounds: Shorts, bins: Longs) -> None:
    """Count rounds by class."""
    for i in range(len(rounds)):
        bins[rounds[i]] += 1


@numba.njit(nogil=True)
def count_groups(rounds: Shorts, kinds: Shorts, groups: Shorts, size: int, bins: Longs) -> None:
    """Count rounds by class and by the group that their kind is in."""
    for i in range(len(rounds)):
        at = np.uint64(rounds[i]) * np.uint64(size) + np.uint64(groups[kinds[i]])
        bins[at] += 1


keep((__file__, streams.__file__), streams.keys, deal, count, count_groups)
