"""The joint tables of coups with flushes: hands that are drawn from the pool of one suit.

Beside the closed forms of odds.kernel this is a walk: it takes each pair that a hand may begin
with, and the other hand by its total. With c the cards by points that are left then,

    D(t,u) = c[t-u] - [2u=t]            partners with which one given card of u points makes t
    W(t)   = sum_u c[u] D(t,u)          ordered pairs with total t

of which third cards take theirs. Everything is a 64-bit integer.
"""

# ruff: noqa: FBT001, N803, N806 - kernels take arrays, named as in the formulas
# mypy: disable-error-code="untyped-decorator, call-arg, type-var"
from __future__ import annotations

import numba
import numpy as np

from puntobanco.compiled import keep
from puntobanco.odds import kernel
from puntobanco.odds.kernel import (
    AT_BANKER,
    AT_BANKER_FLUSH,
    AT_BOTH,
    AT_BOTH_FLUSHES,
    AT_FOUR,
    AT_PLAYER,
    AT_PLAYER_FLUSH,
    DRAWS,
    POINTS,
    POINTS_OF,
    QUICK,
    RANKS,
    REPLYING,
    STANDING,
    SUITS,
    Longs,
)


@numba.njit(inline="always")
def _answers(p: int, b: int, x: int) -> bool:
    """Whether the Banker hand draws; x is POINTS where the Player hand has no third card."""
    return bool(STANDING[p, b] if x == POINTS else REPLYING[b, x])


@numba.njit(inline="always")
def _lay(p: int, b: int, x: int, y: int, ways: int, left: int, out: Longs, base: int) -> None:
    """Add the deals of a value class to a joint table; no third card is POINTS."""
    ours, theirs = (p + x) % POINTS, (b + y) % POINTS
    if x < POINTS and y < POINTS:
        out[base + AT_BOTH + ours * POINTS + theirs] += ways
    elif x < POINTS:
        out[base + AT_PLAYER + theirs * POINTS + ours] += ways * left
    elif y < POINTS:
        out[base + AT_BANKER + ours * POINTS + theirs] += ways * left
    else:
        out[base + AT_FOUR + ours * POINTS + theirs] += ways * (left + 1) * left


@numba.njit(inline="always")
def _pairs_of(c: Longs, D: Longs, W: Longs) -> None:
    """Fill D and W as they are, for the cards of each points."""
    for t in range(POINTS):
        W[t] = 0
        for u in range(POINTS):
            D[t, u] = c[t - u] - (2 * u in (t, t + POINTS))
            W[t] += c[u] * D[t, u]


@numba.njit
def _within(
    q: Longs, c: Longs, player_first: bool, left: int, D: Longs, W: Longs, out: Longs, base: int
) -> None:
    """Add the coups in which one hand is drawn from a pool, and the other from all that is left.

    Each pair that the first hand may begin with is taken out of ``c``, which holds the pool too.
    """
    for u in range(POINTS):
        for v in range(u, POINTS):
            firsts = q[u] * (q[v] - (u == v)) * (1 + (u != v))
            if firsts <= 0:
                continue
            c[u] -= 1
            c[v] -= 1
            _pairs_of(c, D, W)
            t = (u + v) % POINTS
            for s in range(POINTS):
                p, b = (t, s) if player_first else (s, t)
                draws = DRAWS[p, b]
                for x in range(0 if draws else POINTS, POINTS + (not draws)):
                    answers = _answers(p, b, x)
                    for y in range(0 if answers else POINTS, POINTS + (not answers)):
                        f, g = (x, y) if player_first else (y, x)
                        ways, pairs, others = firsts, W[s], 1
                        if f < POINTS:
                            ways *= q[f] - (f == u) - (f == v)
                            pairs -= 2 * D[s, f]
                        if g < POINTS:
                            others = c[g] - (f == g)
                            pairs -= 2 * (D[s, g] - (f < POINTS and (f + g) % POINTS == s))
                        _lay(p, b, x, y, ways * others * pairs, left, out, base)
            c[u] += 1
            c[v] += 1


@numba.njit
def _apart(hands: Longs, left: int, out: Longs) -> None:
    """Add the coups in which both hands are flushes of different suits.

    ``hands`` are the ways to draw one by suit, total of two, and third card.
    """
    for p in range(POINTS):
        for b in range(POINTS):
            draws = DRAWS[p, b]
            for x in range(0 if draws else POINTS, POINTS + (not draws)):
                answers = _answers(p, b, x)
                for y in range(0 if answers else POINTS, POINTS + (not answers)):
                    ours = theirs = same = 0
                    for suit in range(SUITS):
                        ours += hands[suit, p, x]
                        theirs += hands[suit, b, y]
                        same += hands[suit, p, x] * hands[suit, b, y]
                    _lay(p, b, x, y, ours * theirs - same, left, out, AT_BOTH_FLUSHES)


@numba.njit(nogil=True)
def flushes(counts: Longs, points: Longs, cards: Longs, outs: Longs) -> None:
    """Fill the tables of flushes for each shoe; ``points`` are all its cards by points.

    A flush is a hand drawn from the pool of one suit. Two hands from pools of different suits
    leave each other's cards alone.
    """
    D = np.empty((POINTS, POINTS), dtype=np.int64)
    W = np.empty(POINTS, dtype=np.int64)
    pool = np.empty(POINTS, dtype=np.int64)
    rest = np.empty(POINTS, dtype=np.int64)
    hands = np.empty((SUITS, POINTS, POINTS + 1), dtype=np.int64)
    for n in range(len(counts)):
        out, left = outs[n], cards[n] - 5
        out[AT_PLAYER_FLUSH:QUICK] = 0
        for suit in range(SUITS):
            pool[:] = 0
            for rank in range(RANKS):
                pool[POINTS_OF[rank]] += counts[n, suit * RANKS + rank]
            _pairs_of(pool, D, W)
            for t in range(POINTS):
                hands[suit, t, POINTS] = W[t]
                for x in range(POINTS):
                    hands[suit, t, x] = pool[x] * (W[t] - 2 * D[t, x])
            rest[:] = points[n]
            _within(pool, rest, True, left, D, W, out, AT_PLAYER_FLUSH)  # noqa: FBT003
            _within(pool, rest, False, left, D, W, out, AT_BANKER_FLUSH)  # noqa: FBT003
            rest[:] = pool
            _within(pool, rest, True, left, D, W, out, AT_BOTH_FLUSHES)  # noqa: FBT003
        _apart(hands, left, out)


keep((__file__, kernel.__file__), flushes)
