"""Exact odds of many shoes, compiled: the results of every bet of a sheet, shoe after shoe.

    from puntobanco.odds.many import Many
    many = Many(find("deq-ez"))
    deals = many.deals(compositions([Composition.of(8), Composition.of(6)]))

`odds.figures` gives the same figures of one shoe without loading the compiler.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from puntobanco.cards import DECK
from puntobanco.errors import CardError
from puntobanco.odds import kernel
from puntobanco.odds.atlas import Atlas, atlas
from puntobanco.odds.figures import BetOdds, SheetOdds, odds
from puntobanco.odds.flushes import flushes
from puntobanco.odds.kernel import CARDS_MAX, Longs
from puntobanco.odds.plan import Columns, quick_sums, sums_of, verdicts
from puntobanco.rules.check import bet_axes
from puntobanco.rules.classes import universe
from puntobanco.rules.conditions import Facts
from puntobanco.rules.sheet import Bet, Sheet
from puntobanco.shoe import ROUND_CARDS_MAX, Composition

_BASES: Final = (0, kernel.AT_RED, kernel.AT_BLACK)
_CHUNK: Final = 256  # shoes whose tables are held at a time


def compositions(shoes: Iterable[Composition]) -> Longs:
    """Lay shoes side by side as the kernels take them: a row of 52 counts each."""
    return np.array([shoe.counts for shoe in shoes], dtype=np.int64).reshape(-1, len(DECK))


def one_shoe(composition: Composition) -> Longs:
    """Give one shoe as the kernels take it; CardError when they cannot count it."""
    found: Longs = checked([composition.counts])[0]
    return found


def classes(composition: Composition, axes: frozenset[str]) -> dict[Facts, int]:
    """Give the deals of every class along some axes, always by the general way."""
    way, found = atlas(axes), np.zeros(universe(axes).size, dtype=np.int64)
    np.add.at(found, way.classes, way.table(one_shoe(composition)))
    facts = universe(axes).facts
    return {facts[number]: int(found[number]) for number in np.flatnonzero(found)}


class Many:
    """The bets of a sheet, or some of them, ready to be counted for any shoes."""

    def __init__(self, sheet: Sheet, bets: Iterable[str] | None = None) -> None:
        """Find out what the bets ask of a coup, and the shortest way to count it."""
        self.sheet = sheet
        self.bets = sheet.bets if bets is None else tuple(sheet.require_bet(bet) for bet in bets)
        ends = np.cumsum([0, *(len(bet.results) + 1 for bet in self.bets)]).tolist()
        self.columns = tuple(slice(*pair) for pair in pairwise(ends))
        self.width = int(ends[-1])
        quick, general = Columns(), []
        for number, bet in enumerate(self.bets):
            found, results = verdicts(sheet, bet), len(bet.results) + 1
            sums = quick_sums(*found, results)
            if sums is None:
                general.append((bet_axes(sheet, bet), number))
            else:
                quick.add(number, sums)
        self._quick = _Quick(quick)
        self._general = tuple(
            _General.of(sheet, self.bets, axes, [number for _, number in group])
            for axes, group in groupby(sorted(general, key=lambda g: sorted(g[0])), lambda g: g[0])
        )

    def deals(self, counts: ArrayLike) -> Longs:
        """Give for each shoe the deals of every result: of a bet the columns ``columns[bet]``.

        A row of ``counts`` holds how many there are of each of the 52 cards.
        """
        shoes = checked(counts)
        out = np.zeros((len(shoes), self.width), dtype=np.int64)
        self._quick.fill(shoes, self.columns, out)
        for way in self._general:
            way.fill(shoes, self.columns, out)
        return out

    def expectations(self, counts: ArrayLike) -> list[tuple[Fraction, ...]]:
        """Give for each shoe what a bettor wins on average, bet by bet, exactly."""
        return [tuple(bet.expectation for bet in found) for found in self._figures(counts)]

    def odds(self, composition: Composition) -> SheetOdds:
        """Give all that `figures.odds` gives; a shoe too large for the kernel goes its way."""
        if composition.total > CARDS_MAX:
            return odds(self.sheet, composition)
        table = np.zeros((1, kernel.JOINT), dtype=np.int64)
        cards = np.array([composition.total], dtype=np.int64)
        (bets,) = self._figures([composition.counts])
        points = np.array([composition.points()], dtype=np.int64)
        kernel.joints(points, cards, kernel.ANSWERS, False, table, 0)  # noqa: FBT003
        return SheetOdds(self.sheet, composition, bets[0].deals, _winners(table[0]), bets)

    def _figures(self, counts: ArrayLike) -> Iterable[tuple[BetOdds, ...]]:
        for shoe in self.deals(counts).tolist():
            yield tuple(
                BetOdds.of(bet, shoe[place])
                for bet, place in zip(self.bets, self.columns, strict=True)
            )


def checked(counts: ArrayLike) -> Longs:
    """Refuse what the kernel cannot count: a shoe too small or too large, or a row that is none."""
    shoes = np.ascontiguousarray(counts, dtype=np.int64)
    if shoes.ndim != 2 or shoes.shape[1] != len(DECK) or (shoes < 0).any():
        raise CardError("a shoe is a row of 52 counts from 0 up; give one row for each shoe")
    cards = shoes.sum(axis=1)
    for number in np.flatnonzero((cards < ROUND_CARDS_MAX) | (cards > CARDS_MAX)).tolist():
        raise CardError(
            f"shoe {number + 1} has {cards[number]} cards; the kernel counts"
            f" {ROUND_CARDS_MAX} to {CARDS_MAX}, larger ones go by odds.figures"
        )
    return shoes


def _winners(table: Longs) -> dict[str, int]:
    """Sum a joint table by winner."""
    by_totals = table.reshape(4, kernel.POINTS, kernel.POINTS).copy()
    by_totals[2] = by_totals[2].T  # where the Player alone draws, it is by (Banker, Player)
    totals = by_totals.sum(axis=0)
    tie = int(np.trace(totals))
    player = int(np.tril(totals, -1).sum())
    return {"player": player, "banker": int(totals.sum()) - player - tie, "tie": tie}


class _Quick:
    """Bets that need the quick tables alone, all counted in one call."""

    def __init__(self, columns: Columns) -> None:
        starts, cells, signs, bases = columns.arrays()

        def used(begin: int, end: int) -> Longs:
            return cells[(cells >= begin) & (cells < end)]

        joint, colours = used(0, kernel.JOINT), used(kernel.AT_RED, kernel.AT_PAIRS)
        uses = (
            joint,
            colours,
            used(kernel.AT_PAIRS, kernel.AT_VALUES),
            used(kernel.AT_VALUES, kernel.AT_PLAYER_FLUSH),
            used(kernel.AT_PLAYER_FLUSH, kernel.QUICK),
        )
        self.bets = columns.bets
        self.uses = [len(each) > 0 for each in uses]
        self.rows = _rows(joint), _rows(colours % kernel.JOINT)
        for base, (_, turned) in zip(_BASES, (self.rows[0], *self.rows[1:] * 2), strict=True):
            first = base + kernel.AT_BOTH
            there = (cells >= first) & (cells < first + kernel.CELLS) & turned
            player, banker = divmod(cells[there] - first, kernel.POINTS)
            cells[there] = first + banker * kernel.POINTS + player
        self.sums = starts, cells, signs, bases
        self.width = len(columns.sums)

    def fill(self, shoes: Longs, columns: Sequence[slice], out: Longs) -> None:
        """Count its bets, with the tables of some shoes at a time."""
        for begin in range(0, len(shoes) if self.bets else 0, _CHUNK):
            some = slice(begin, begin + _CHUNK)
            found = self._some(shoes[some])
            if len(self.bets) == len(columns):
                out[some] = found
            else:
                _place(found, self.bets, columns, out[some])

    def _some(self, shoes: Longs) -> Longs:
        joint, colours, pairs, values, flush = self.uses
        size = len(shoes)
        points = np.empty((3, size, kernel.POINTS), dtype=np.int64)
        cards = np.empty(size, dtype=np.int64)
        kernel.by_points(shoes, points, cards)
        width = kernel.QUICK if flush else kernel.AT_PLAYER_FLUSH if values else kernel.AT_VALUES
        tables = np.empty((size, width), dtype=np.int64)
        if joint:
            kernel.joints(points[0], cards, *self.rows[0], tables, 0)
        if colours:
            kernel.joints(points[1], cards, *self.rows[1], tables, kernel.AT_RED)
            kernel.joints(points[2], cards, *self.rows[1], tables, kernel.AT_BLACK)
        if pairs:
            kernel.pairs(shoes, cards, tables, kernel.AT_PAIRS)
        if values:
            kernel.values(points[0], cards, tables, kernel.AT_VALUES)
        if flush:
            flushes(shoes, points[0], cards, tables)
        found = np.empty((size, self.width), dtype=np.int64)
        kernel.results(tables, cards, *self.sums, found)
        return found


def _rows(cells: Longs) -> tuple[Longs, bool]:
    """Give the third cards without which some of these cells would be wrong, the shorter way."""
    both = {divmod(cell, kernel.POINTS) for cell in (cells - kernel.AT_BOTH).tolist() if cell >= 0}
    finals = {player for player, _ in both}, {banker for _, banker in both}
    straight = [row for row in kernel.ANSWERS.tolist() if (row[0] + row[1]) % 10 in finals[0]]
    turned = [row for row in kernel.REPLIES.tolist() if (row[0] + row[2]) % 10 in finals[1]]
    shorter = min(straight, turned, key=len)
    return np.array(shorter, dtype=np.int64).reshape(-1, 3), shorter is not straight


def _place(found: Longs, bets: Iterable[int], columns: Sequence[slice], out: Longs) -> None:
    begin = 0
    for bet in bets:
        width = columns[bet].stop - columns[bet].start
        out[:, columns[bet]] = found[:, begin : begin + width]
        begin += width


@dataclass(frozen=True)
class _General:
    """Bets along the same axes that go the general way."""

    way: Atlas
    bets: tuple[int, ...]
    sums: tuple[Longs, Longs, Longs, Longs]

    @classmethod
    def of(
        cls, sheet: Sheet, bets: Sequence[Bet], axes: frozenset[str], some: list[int]
    ) -> _General:
        """Find the places of the atlas that make each result."""
        way, columns = atlas(axes), Columns()
        for number in some:
            _, found = verdicts(sheet, bets[number])
            result = found[way.classes]
            columns.add(number, sums_of(result, len(bets[number].results) + 1))
        return cls(way, tuple(some), columns.arrays())

    def fill(self, shoes: Longs, columns: Sequence[slice], out: Longs) -> None:
        """Count its bets, shoe by shoe."""
        width = sum(columns[bet].stop - columns[bet].start for bet in self.bets)
        found = np.empty((len(shoes), width), dtype=np.int64)
        for number, shoe in enumerate(shoes):
            table = self.way.table(shoe)[np.newaxis]
            kernel.results(table, shoe.sum(keepdims=True), *self.sums, found[number : number + 1])
        _place(found, self.bets, columns, out)
