"""The counting kernels: ordered deals of six cards for any composition, in closed form, compiled.

Cards are exchangeable, so third cards are chosen first and the first four from what is left.
With c[v] cards of v points, all indices mod 10:

    D(t,u) = c[t-u] - [2u=t]            partners with which one given card of u points makes t
    W(t)   = sum_u c[u] D(t,u)          ordered pairs with total t
    A(p,b) = W(p)(W(b) + 2[p=b]) - 4 sum_u c[u] D(p,u) D(b,u)       first fours of totals p and b

and taking one card of x points out of the shoe changes A by

    T(p,b,x) = -2D(p,x)(W(b) - 2D(b,x) - 2D(b,p-x) + 2[p=b]) - 2D(b,x)(the same, p and b changed)

while D(t,u) loses [t-u=x] and W(t) loses 2D(t,x): so a second card y goes out the same way.

Everything is an integer: 32 bits for T, 64 for counts, both wide enough up to CARDS_MAX cards.
Every compiled helper is in this file, since a cached kernel does not notice a change elsewhere.
"""

# ruff: noqa: ARG001, FBT001, N803, N806, PLR0913, PLR0917 - kernels take arrays, named as in the formulas
# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from itertools import product
from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from puntobanco.cards import DECK
from puntobanco.compiled import keep
from puntobanco.rules.tableau import banker_draws, is_natural, player_draws

Longs = NDArray[np.int64]
Ints = NDArray[np.int32]

_emitted: Any = intrinsic

CARDS_MAX: Final = 800  # 4 n^3 stays below 2^31, and n^6 far below 2^63
POINTS: Final = 10
LANES: Final = 12  # a row of ten, filled up to whole registers
WIDTH: Final = 24  # a row of ten that may be read from any of its columns
SLIDE: Final = 20  # a row of ten, laid down from any of its columns
CELLS: Final = POINTS * POINTS

_ALL: Final = range(POINTS)
_LOW: Final = sum(not is_natural(t) for t in _ALL)  # totals that are no natural, from 0 on
_SPAN: Final = 1 + max(b for b, x in product(_ALL, _ALL) if banker_draws(0, b, x))


def _longs(found: list[tuple[int, ...]]) -> Longs:
    return np.array(found, dtype=np.int64)


# Two-card totals by who takes a third card, and the Banker's answers to one.
FOURS: Final = _longs(
    [
        (p, b)
        for p, b in product(_ALL, _ALL)
        if not player_draws(p, b) and not banker_draws(p, b, None)
    ]
)
STOOD: Final = _longs(
    [(p, b) for p, b in product(_ALL, _ALL) if not player_draws(p, b) and banker_draws(p, b, None)]
)
DREW: Final = _longs([(p, b) for p, b in product(_ALL, _ALL) if player_draws(p, b)])
ANSWERS: Final = _longs(
    [
        (x, p, b)
        for x, p, b in product(_ALL, _ALL, _ALL)
        if player_draws(p, b) and banker_draws(p, b, x)
    ]
)
REPLIES: Final = _longs(  # the same by the Banker's third card, whatever he answers
    sorted(
        {(y, p, b) for (_, p, b), y in product(ANSWERS.tolist(), _ALL)},
        key=lambda row: (row[0], row[2], row[1]),
    )
)
DRAWS: Final = np.array([[player_draws(p, b) for b in _ALL] for p in _ALL])
STANDING: Final = np.array([[banker_draws(p, b, None) for b in _ALL] for p in _ALL])
REPLYING: Final = np.array([[banker_draws(0, b, x) for x in _ALL] for b in _ALL])
_PLACES: Final = np.array(  # of the totals of both hands, whichever has which
    [[max(p, b) * (max(p, b) + 1) // 2 + min(p, b) for b in range(_LOW)] for p in range(_LOW)]
)
_SILENT: Final = np.array(  # by the Banker's total: the third cards of the Player that he stands on
    [[x in _ALL and not banker_draws(0, b, x) for x in range(LANES)] for b in range(_LOW)],
    dtype=np.int32,
)

# A joint table holds the deals by final totals, four times: for coups of four cards and where the
# Banker alone draws by (Player, Banker), where the Player alone draws by (Banker, Player), where
# both draw by (Player, Banker), or turned by (Banker, Player).
AT_FOUR: Final = 0
AT_BANKER: Final = CELLS
AT_PLAYER: Final = 2 * CELLS
AT_BOTH: Final = 3 * CELLS
JOINT: Final = 4 * CELLS

# A table of values holds the deals of every value class: the first fours, then a row for each
# entry of STOOD by the Banker's third card, of DREW by the Player's third card where the Banker
# stands, of ANSWERS by the Banker's.
AT_STOOD: Final = CELLS
AT_DREW: Final = AT_STOOD + LANES * len(STOOD)
AT_ANSWERS: Final = AT_DREW + LANES * len(DREW)
VALUES: Final = AT_ANSWERS + LANES * len(ANSWERS)


def _spread(builder: Any, value: Any) -> Any:
    """Fill a row with one value."""
    row = ir.VectorType(value.type, LANES)
    undefined = ir.Constant(row, ir.Undefined)
    one = builder.insert_element(undefined, value, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(one, undefined, zeros)


class _Rows:
    """Rows of LANES integers inside the arrays that an intrinsic is given."""

    def __init__(self, context: Any, builder: Any, signature: Any, given: Any) -> None:
        self.context, self.builder, self.kinds, self.given = context, builder, signature.args, given

    def point(self, array: int, begin: Any, bits: int, lanes: int = LANES) -> Any:
        """Point at a row."""
        made = self.context.make_array(self.kinds[array])(
            self.context, self.builder, self.given[array]
        )
        place = self.builder.gep(made.data, [begin])
        return self.builder.bitcast(place, ir.VectorType(ir.IntType(bits), lanes).as_pointer())

    def load(self, array: int, begin: int, bits: int) -> Any:
        """Read a row; ``begin`` is the number of the argument that says where it begins."""
        return self.builder.load(self.point(array, self.given[begin], bits), align=bits // 8)


def _adding(extend: str) -> Any:
    """Give what adds w (first + T) to a row of ``out``: one removed card of each points at once.

    ``M`` holds -2D(t,k) and ``R`` holds -2D(t,-k), so that all of a row stands side by side.
    ``extend`` makes 64 bits of the weights; without a sign it is the quicker.
    """

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        rows = _Rows(context, builder, signature, given)
        i32, wide = ir.IntType(32), ir.VectorType(ir.IntType(64), LANES)
        mp, mb, rp, rb = (rows.load(*place, 32) for place in ((5, 6), (5, 7), (8, 9), (8, 10)))
        sp, sb = (_spread(builder, builder.trunc(given[n], i32)) for n in (11, 12))
        left = builder.mul(mp, builder.add(sb, builder.add(mb, rb)))
        right = builder.mul(mb, builder.add(sp, builder.add(mp, rp)))
        change = builder.sext(builder.add(left, right), wide)
        fours = builder.add(_spread(builder, given[4]), change)
        weights = getattr(builder, extend)(rows.load(2, 3, 32), wide)
        sum_ = builder.add(rows.load(0, 1, 64), builder.mul(weights, fours))
        builder.store(sum_, rows.point(0, given[1], 64), align=8)
        return context.get_dummy_value()

    @_emitted
    def add(
        typing: Any, out: Any, to: Any, w: Any, at: Any, first: Any, M: Any, p: Any, b: Any,
        R: Any, pr: Any, br: Any, wp: Any, wb: Any,
    ) -> Any:  # fmt: skip
        return types.void(out, to, w, at, first, M, p, b, R, pr, br, wp, wb), code

    return add


_row, _signed_row = _adding("zext"), _adding("sext")


@_emitted
def _weigh(typing: Any, out: Any, to: Any, w: Any, at: Any, row: Any, begin: Any) -> Any:
    """Put w row into a row of ``out``."""

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        rows = _Rows(context, builder, signature, given)
        wide = ir.VectorType(ir.IntType(64), LANES)
        weights = builder.zext(rows.load(2, 3, 32), wide)
        found = builder.mul(weights, rows.load(4, 5, 64))
        builder.store(found, rows.point(0, given[1], 64), align=8)
        return context.get_dummy_value()

    return types.void(out, to, w, at, row, begin), code


@_emitted
def _times(typing: Any, out: Any, w: Any, at: Any, by: Any, begin: Any) -> Any:
    """Put w by into the first row of ``out``, all of 32 bits."""

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        rows = _Rows(context, builder, signature, given)
        found = builder.mul(rows.load(1, 2, 32), rows.load(3, 4, 32))
        builder.store(found, rows.point(0, ir.Constant(ir.IntType(64), 0), 32), align=4)
        return context.get_dummy_value()

    return types.void(out, w, at, by, begin), code


@_emitted
def _add_times(typing: Any, out: Any, w: Any, row: Any, begin: Any) -> Any:
    """Add w row to the first row of ``out``, for w of the first row of 32 bits."""

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        rows = _Rows(context, builder, signature, given)
        zero, wide = ir.Constant(ir.IntType(64), 0), ir.VectorType(ir.IntType(64), LANES)
        weights = builder.sext(builder.load(rows.point(1, zero, 32), align=4), wide)
        place = rows.point(0, zero, 64)
        found = builder.mul(weights, rows.load(2, 3, 64))
        builder.store(builder.add(builder.load(place, align=8), found), place, align=8)
        return context.get_dummy_value()

    return types.void(out, w, row, begin), code


@_emitted
def _fold(typing: Any, out: Any, to: Any, slides: Any, at: Any, by: Any) -> Any:
    """Sum a block of slid rows, each folded mod 10, and put ``by`` times that into ``out``."""

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        rows = _Rows(context, builder, signature, given)
        i64 = ir.IntType(64)
        found = None
        for begin in range(0, _SPAN * SLIDE, POINTS):
            point = rows.point(2, builder.add(given[3], i64(begin)), 64)
            part = builder.load(point, align=8)
            found = builder.add(found, part) if found else part
        found = builder.mul(found, _spread(builder, given[4]))
        for first, lanes in ((0, 8), (8, 2)):  # ten of the twelve, so that no neighbour is hit
            chosen = ir.Constant(
                ir.VectorType(ir.IntType(32), lanes), [*range(first, first + lanes)]
            )
            part = builder.shuffle_vector(found, found, chosen)
            place = rows.point(0, builder.add(given[1], i64(first)), 64, lanes)
            builder.store(part, place, align=8)
        return context.get_dummy_value()

    return types.void(out, to, slides, at, by), code


@numba.njit(inline="always")
def _prepare(c: Longs, M: Ints, R: Ints, W: Longs, A: Longs) -> None:
    """Fill D (as M and R), W and A for the cards of each points."""
    for t in range(POINTS):
        total = 0
        for u in range(POINTS):
            partners = c[t - u if u <= t else t - u + POINTS] - (2 * u in (t, t + POINTS))
            total += c[u] * partners
            doubled = -2 * partners
            M[t * WIDTH + u] = doubled
            back = POINTS - u if u else 0
            R[t * WIDTH + back] = doubled
            R[t * WIDTH + back + POINTS] = doubled
        for u in range(WIDTH - 2 * POINTS):
            R[t * WIDTH + u + 2 * POINTS] = R[t * WIDTH + u]
        W[t] = total
    for p in range(POINTS):
        for b in range(p, POINTS):
            shared = 0
            for u in range(POINTS):
                shared += c[u] * M[p * WIDTH + u] * M[b * WIDTH + u]
            ways = W[p] * (W[b] + 2 * (p == b)) - shared
            A[p * POINTS + b] = ways
            A[b * POINTS + p] = ways


@numba.njit(inline="always")
def _remove(M: Ints, R: Ints, x: int, change: int) -> None:
    """Take a card of x points out of D, or put it back."""
    for t in range(_SPAN):
        column = t - x if x <= t else t - x + POINTS
        M[t * WIDTH + column] += change
        column = x - t if t <= x else x - t + POINTS
        R[t * WIDTH + column] += change
        R[t * WIDTH + column + POINTS] += change
        if column < WIDTH - 2 * POINTS:
            R[t * WIDTH + column + 2 * POINTS] += change


@numba.njit(inline="always")
def _singles(c: Longs, M: Ints, R: Ints, W: Longs, A: Longs, w: Ints, gone: Longs) -> None:
    """Fill the weights of two third cards, and A with one card of each points gone."""
    for x in range(POINTS):
        for y in range(POINTS):
            w[x * LANES + y] = c[x] * (c[y] - (x == y))
        w[POINTS * LANES + x] = c[x]
        w[(POINTS + 1) * LANES + x] = 1
    gone[:] = 0
    for p in range(_LOW):
        for b in range(p + 1):
            same = 2 * (p == b)
            _row(
                gone, _PLACES[p, b] * LANES, w, (POINTS + 1) * LANES, A[p * POINTS + b],
                M, p * WIDTH, b * WIDTH, R, p * WIDTH + POINTS - b, b * WIDTH + POINTS - p,
                W[p] + same, W[b] + same,
            )  # fmt: skip


@numba.njit(inline="always")
def _doubles(
    c: Longs, M: Ints, R: Ints, W: Longs, Wx: Longs, w: Ints, gone: Longs, rows: Longs,
    out: Longs, to: Longs, turned: bool,
) -> None:  # fmt: skip
    """Add the deals in which both hands draw, a row for each (x, p, b), where ``to`` says.

    Turned, x is the Banker's third card, and a row goes over the Player's that he answers.
    """
    before = other = -1
    for i in range(len(rows)):
        x, p, b = rows[i, 0], rows[i, 1], rows[i, 2]
        if x != before:
            if before >= 0:
                _remove(M, R, before, -2)
            for t in range(_SPAN):
                Wx[t] = W[t] + M[t * WIDTH + x]
            _remove(M, R, x, 2)
        if turned and (x != before or b != other):
            for z in range(POINTS):
                w[x * LANES + z] = REPLYING[b, z] * c[z] * (c[x] - (x == z))
        before, other = x, b
        same = 2 * (p == b)
        _row(
            out, to[i], w, x * LANES, gone[_PLACES[p, b] * LANES + x],
            M, p * WIDTH, b * WIDTH, R, p * WIDTH + POINTS - b, b * WIDTH + POINTS - p,
            Wx[p] + same, Wx[b] + same,
        )  # fmt: skip


@numba.njit(nogil=True)
def joints(
    cs: Longs, cards: Longs, rows: Longs, turned: bool, outs: Longs, base: int
) -> None:  # fmt: skip
    """Fill a joint table for each shoe; of ANSWERS, or turned of REPLIES, just ``rows`` count.

    ``cs`` are the cards by points; ``cards`` are all that lie in the shoe, where ``cs`` are some.
    The tables begin at ``base`` in the rows of ``outs``.
    """
    M = np.zeros(POINTS * WIDTH, dtype=np.int32)
    R = np.empty(POINTS * WIDTH, dtype=np.int32)
    W = np.empty(POINTS, dtype=np.int64)
    Wx = np.empty(POINTS, dtype=np.int64)
    A = np.empty(CELLS, dtype=np.int64)
    w = np.zeros((POINTS + 2) * LANES, dtype=np.int32)
    silent = np.zeros(_LOW * LANES, dtype=np.int32)
    gone = np.empty(_LOW * (_LOW + 1) // 2 * LANES, dtype=np.int64)
    slides = np.zeros(POINTS * _SPAN * SLIDE + LANES, dtype=np.int64)
    others = np.zeros((POINTS + _LOW) * _SPAN * SLIDE + LANES, dtype=np.int64)
    to = np.empty(len(rows), dtype=np.int64)
    for i in range(len(rows)):
        drawn, slid = (rows[i, 2], rows[i, 1]) if turned else (rows[i, 1], rows[i, 2])
        to[i] = ((rows[i, 0] + drawn) % POINTS * _SPAN + slid) * SLIDE + slid
    for n in range(len(cs)):
        c, out = cs[n], outs[n]
        _prepare(c, M, R, W, A)
        _singles(c, M, R, W, A, w, gone)
        left = cards[n] - 5
        out[base : base + CELLS] = 0
        for i in range(len(FOURS)):
            at = FOURS[i, 0] * POINTS + FOURS[i, 1]
            out[base + AT_FOUR + at] = A[at] * (left + 1) * left
        for i in range(len(STOOD)):
            p, b = STOOD[i]
            at = (p * _SPAN + b) * SLIDE + b
            _weigh(others, at, w, POINTS * LANES, gone, _PLACES[p, b] * LANES)
        for b in range(_LOW):
            for x in range(POINTS):
                silent[b * LANES + x] = _SILENT[b, x] * c[x]
        for i in range(len(DREW)):
            p, b = DREW[i]
            at = ((POINTS + b) * _SPAN + p) * SLIDE + p
            _weigh(others, at, silent, b * LANES, gone, _PLACES[p, b] * LANES)
        slides[:] = 0
        _doubles(c, M, R, W, Wx, w, gone, rows, slides, to, turned)
        for t in range(POINTS):
            _fold(out, base + AT_BANKER + t * POINTS, others, t * _SPAN * SLIDE, left)
            if t < _LOW:
                at = (POINTS + t) * _SPAN * SLIDE
                _fold(out, base + AT_PLAYER + t * POINTS, others, at, left)
            else:
                out[base + AT_PLAYER + t * POINTS : base + AT_PLAYER + (t + 1) * POINTS] = 0
            _fold(out, base + AT_BOTH + t * POINTS, slides, t * _SPAN * SLIDE, 1)


@numba.njit(nogil=True)
def values(cs: Longs, cards: Longs, outs: Longs, base: int) -> None:
    """Fill a table of values for each shoe, from ``base`` on in the rows of ``outs``."""
    M = np.zeros(POINTS * WIDTH, dtype=np.int32)
    R = np.empty(POINTS * WIDTH, dtype=np.int32)
    W = np.empty(POINTS, dtype=np.int64)
    Wx = np.empty(POINTS, dtype=np.int64)
    A = np.empty(CELLS, dtype=np.int64)
    w = np.zeros((POINTS + 2) * LANES, dtype=np.int32)
    gone = np.empty(_LOW * (_LOW + 1) // 2 * LANES, dtype=np.int64)
    to = base + AT_ANSWERS + LANES * np.arange(len(ANSWERS))
    for n in range(len(cs)):
        c, out = cs[n], outs[n]
        _prepare(c, M, R, W, A)
        _singles(c, M, R, W, A, w, gone)
        left = cards[n] - 5
        out[base : base + VALUES] = 0
        for i in range(len(FOURS)):
            at = FOURS[i, 0] * POINTS + FOURS[i, 1]
            out[base + at] = A[at] * (left + 1) * left
        for i in range(len(STOOD)):
            p, b = STOOD[i]
            for y in range(POINTS):
                at = base + AT_STOOD + i * LANES + y
                out[at] = c[y] * gone[_PLACES[p, b] * LANES + y] * left
        for i in range(len(DREW)):
            p, b = DREW[i]
            for x in range(POINTS):
                at = base + AT_DREW + i * LANES + x
                out[at] = _SILENT[b, x] * c[x] * gone[_PLACES[p, b] * LANES + x] * left
        _doubles(c, M, R, W, Wx, w, gone, ANSWERS, out, to, False)  # noqa: FBT003


@numba.njit(nogil=True)
def weighed(
    cs: Longs, cards: Longs, fours: Longs, singles: Longs, rows: Longs, lanes: Ints, outs: Longs
) -> None:
    """Sum for each shoe the deals of all value classes, each times its weight, and all deals.

    ``fours`` are the weights of FOURS, ``lanes`` those of coups with one third card, by ``singles``
    of two totals, and then with two, by ``rows`` of the one and two totals. It is all one which
    hand has which. What is in no row weighs nothing.
    """
    M = np.zeros(POINTS * WIDTH, dtype=np.int32)
    R = np.empty(POINTS * WIDTH, dtype=np.int32)
    W = np.empty(POINTS, dtype=np.int64)
    Wx = np.empty(POINTS, dtype=np.int64)
    A = np.empty(CELLS, dtype=np.int64)
    w = np.zeros((POINTS + 2) * LANES, dtype=np.int32)
    by = np.zeros(LANES, dtype=np.int32)
    gone = np.empty(_LOW * (_LOW + 1) // 2 * LANES, dtype=np.int64)
    both = np.empty(LANES, dtype=np.int64)
    single = np.empty(LANES, dtype=np.int64)
    for n in range(len(cs)):
        c = cs[n]
        _prepare(c, M, R, W, A)
        _singles(c, M, R, W, A, w, gone)
        none = 0
        for i in range(len(FOURS)):
            none += fours[i] * A[FOURS[i, 0] * POINTS + FOURS[i, 1]]
        single[:] = 0
        for i in range(len(singles)):
            _times(by, w, POINTS * LANES, lanes, i * LANES)
            _add_times(single, by, gone, _PLACES[singles[i, 0], singles[i, 1]] * LANES)
        both[:] = 0
        before = -1
        for i in range(len(rows)):
            x, p, b = rows[i, 0], rows[i, 1], rows[i, 2]
            if x != before:
                if before >= 0:
                    _remove(M, R, before, -2)
                for t in range(_SPAN):
                    Wx[t] = W[t] + M[t * WIDTH + x]
                _remove(M, R, x, 2)
                before = x
            _times(by, w, x * LANES, lanes, (len(singles) + i) * LANES)
            same = 2 * (p == b)
            _signed_row(
                both, 0, by, 0, gone[_PLACES[p, b] * LANES + x],
                M, p * WIDTH, b * WIDTH, R, p * WIDTH + POINTS - b, b * WIDTH + POINTS - p,
                Wx[p] + same, Wx[b] + same,
            )  # fmt: skip
        left = cards[n] - 5
        outs[0, n] = none * (left + 1) * left + single.sum() * left + both.sum()
        outs[1, n] = (left + 5) * (left + 4) * (left + 3) * (left + 2) * (left + 1) * left


# What one hand's first two cards are, by suits and ranks alone.
PAIRS: Final = 5
SUITED, COLOURED, MIXED, ONE_SUIT, NEITHER = range(PAIRS)
SUITS: Final = len(DECK) // 13
RANKS: Final = 13


@numba.njit(nogil=True)
def pairs(counts: Longs, cards: Longs, outs: Longs, base: int) -> None:
    """Fill the deals by what one hand's first two cards are, the same for either hand."""
    for n in range(len(counts)):
        left, out = counts[n], outs[n]
        total = cards[n]
        suited = one_suit = coloured = alike = 0
        for suit in range(SUITS):
            held = 0
            for rank in range(RANKS):
                count = left[suit * RANKS + rank]
                held += count
                suited += count * (count - 1)
            one_suit += held * (held - 1)
        for rank in range(RANKS):
            held = 0
            for suit in range(SUITS):
                held += left[suit * RANKS + rank]
                for other in range(SUITS):
                    if other != suit and _RED[suit] == _RED[other]:
                        coloured += left[suit * RANKS + rank] * left[other * RANKS + rank]
            alike += held * (held - 1)
        rest = (total - 2) * (total - 3) * (total - 4) * (total - 5)
        out[base + SUITED] = suited * rest
        out[base + COLOURED] = coloured * rest
        out[base + MIXED] = (alike - suited - coloured) * rest
        out[base + ONE_SUIT] = (one_suit - suited) * rest
        out[base + NEITHER] = (total * (total - 1) - alike - one_suit + suited) * rest


_RED: Final = np.array([DECK[suit * RANKS].suit.is_red for suit in range(SUITS)])
POINTS_OF: Final = np.array([card.points for card in DECK])

# The quick tables, side by side: all cards, the red ones, the black ones, pairs, values, and
# joint tables of the coups in which the Player hand is a flush, the Banker hand, both.
AT_RED: Final = JOINT
AT_BLACK: Final = 2 * JOINT
AT_PAIRS: Final = 3 * JOINT
AT_VALUES: Final = AT_PAIRS + PAIRS
AT_PLAYER_FLUSH: Final = AT_VALUES + VALUES
AT_BANKER_FLUSH: Final = AT_PLAYER_FLUSH + JOINT
AT_BOTH_FLUSHES: Final = AT_BANKER_FLUSH + JOINT
QUICK: Final = AT_BOTH_FLUSHES + JOINT


@numba.njit(nogil=True)
def by_points(counts: Longs, points: Longs, cards: Longs) -> None:
    """Fill for each shoe its cards by points, the red ones, the black ones, and how many."""
    for n in range(len(counts)):
        points[:, n] = 0
        cards[n] = 0
        for k in range(SUITS * RANKS):
            count = counts[n, k]
            points[0, n, POINTS_OF[k]] += count
            points[2 - _RED[k // RANKS], n, POINTS_OF[k]] += count
            cards[n] += count


@numba.njit(nogil=True)
def results(
    tables: Longs, cards: Longs, starts: Longs, cells: Longs, signs: Longs, bases: Longs,
    outs: Longs,
) -> None:  # fmt: skip
    """Count the results of bets from the tables of each shoe.

    Column k of ``outs`` is the sum of ``cells`` from starts[k] to starts[k+1]. Of ``bases`` each
    row is (first, last, base): in those columns the base gets the deals that no other has.
    """
    for n in range(len(tables)):
        table, out, deals = tables[n], outs[n], 1
        for drawn in range(6):
            deals *= int(cards[n]) - drawn
        for column in range(len(starts) - 1):
            total = 0
            for i in range(starts[column], starts[column + 1]):
                total += signs[i] * table[cells[i]]
            out[column] = total
        for i in range(len(bases)):
            left = deals
            for column in range(bases[i, 0], bases[i, 1]):
                if column != bases[i, 2]:
                    left -= out[column]
            out[bases[i, 2]] = left


@numba.njit(inline="always")
def _partners(
    counts: Longs, members: Longs, member_starts: Longs, partners: Longs, ways: Longs
) -> None:
    """Fill P and r: of every type its ordered pairs, and the partners of every card."""
    for t in range(len(ways)):
        for i in range(member_starts[t], member_starts[t + 1]):
            a, b = members[i, 0], members[i, 1]
            if a == b:
                partners[t, a] += counts[a] - 1
                ways[t] += counts[a] * (counts[a] - 1)
            else:
                partners[t, a] += counts[b]
                partners[t, b] += counts[a]
                ways[t] += 2 * counts[a] * counts[b]


@numba.njit(inline="always")
def _moments(found: int, kinds: Longs, others: Longs, one: Longs, two: Longs) -> None:
    """Add first fours to the sums by one kind of their cards, and by two."""
    a, b, c, d = kinds[0], kinds[1], others[0], others[1]
    for x in (a, b, c, d):
        one[x] += found
        two[x, a] += found
        two[x, b] += found
        two[x, c] += found
        two[x, d] += found


@numba.njit(inline="always")
def _thirds(
    n: Longs, points: Longs, b: int, left: int, total: int, one: Longs, two: Longs, out: Longs,
    at: int,
) -> None:  # fmt: skip
    """Lay down the deals of a cell in which the Player draws, by his third card."""
    for x in range(len(n)):
        if not REPLYING[b, points[x]]:
            out[at] = (n[x] * total - one[x]) * left
            at += 1
            continue
        for y in range(len(n)):
            rest = n[y] - (x == y)
            out[at] = n[x] * rest * total - rest * one[x] - n[x] * one[y] + two[x, y]
            at += 1


@numba.njit(nogil=True)
def general(
    counts: Longs, kinds: Longs, kind_points: Longs,
    members: Longs, member_starts: Longs, held: Longs, held_starts: Longs, type_kinds: Longs,
    cells: Longs, cell_starts: Longs, cell_types: Longs, cell_places: Longs, out: Longs,
) -> None:  # fmt: skip
    """Count along any axes.

    A *type* of two cards is all that the axes ask of them: its ``members`` are pairs of the 52
    cards, ``held`` the cards among these, ``type_kinds`` what its two cards are to the third
    cards: points, and colour where it is asked. With P(t) ordered pairs of a type, and r(t,k)
    partners that make it of one given card k, inclusion and exclusion of shared cards gives

        N(s,t) = P(s) P(t) - 4 sum_k n(k) r(s,k) r(t,k) + 2[s=t] P(s)

    first fours. A *cell* is a set of such pairs of types with the same totals and answers. With
    u(x) of its first four cards of the kind x, there are (n(x) - u(x)) (n(y) - u(y) - [x=y]) ways
    for third cards x and y: the sums of N, N u(x) and N u(x) u(y) are all that a cell must know.
    """
    size = len(kind_points)
    n = np.zeros(size, dtype=np.int64)
    for k in range(len(counts)):
        n[kinds[k]] += counts[k]
    left = n.sum() - 5
    partners = np.zeros((len(type_kinds), len(counts)), dtype=np.int64)
    ways = np.zeros(len(type_kinds), dtype=np.int64)
    _partners(counts, members, member_starts, partners, ways)
    one = np.empty(size, dtype=np.int64)
    two = np.empty((size, size), dtype=np.int64)
    for cell in range(len(cells)):
        p, b, at = cells[cell, 0], cells[cell, 1], cell_places[cell]
        draws, stands = DRAWS[p, b], not STANDING[p, b]
        total = 0
        one[:] = 0
        two[:] = 0
        for i in range(cell_starts[cell], cell_starts[cell + 1]):
            s, t = cell_types[i, 0], cell_types[i, 1]
            shared = 0
            for j in range(held_starts[s], held_starts[s + 1]):
                k = held[j]
                shared += counts[k] * partners[s, k] * partners[t, k]
            found = ways[s] * (ways[t] + 2 * (s == t)) - 4 * shared
            total += found
            if found and (draws or not stands):
                _moments(found, type_kinds[s], type_kinds[t], one, two)
        if draws:
            _thirds(n, kind_points, b, left, total, one, two, out, at)
        elif stands:
            out[at] = total * (left + 1) * left
        else:
            for y in range(size):
                out[at + y] = (n[y] * total - one[y]) * left


keep((__file__,), joints, values, weighed, pairs, by_points, results, general)
