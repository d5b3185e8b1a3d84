"""The compiled odds against the pure ones, and what they refuse."""

from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from puntobanco.errors import CardError
from puntobanco.odds import kernel
from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import bet_odds, odds
from puntobanco.odds.flushes import flushes
from puntobanco.odds.general import count_generally
from puntobanco.odds.many import Many, classes, compositions
from puntobanco.odds.plan import value_cells
from puntobanco.rules.build import build
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.classes import value_classes
from puntobanco.rules.conditions import AXES
from puntobanco.rules.reader import Source
from puntobanco.shoe import Composition
from tests.odds.test_count import left
from tests.odds.test_published import SHEETS
from tests.strategies import sheet_values


def by_chance(seed: int, most: int) -> Composition:
    """A shoe of any cards, some kinds gone."""
    chance = Random(seed)
    return Composition(tuple(chance.randrange(most + 1) for _ in range(52)))


@pytest.mark.parametrize("name", shipped())
def test_every_figure_of_every_sheet(name: str) -> None:
    """Whole decks, one deck, shoes with kinds gone, six cards: the same record both ways."""
    sheet = find(name)
    many = Many(sheet)
    for shoe in (Composition.of(8), by_chance(1, 1), by_chance(2, 3), left("7S 7S TC 9D 4H AC")):
        assert many.odds(shoe) == odds(sheet, shoe)


def test_many_shoes_are_counted_as_each_alone() -> None:
    """A row of the answer depends on its own shoe, however many there are and in whatever order."""
    many = Many(find("parkwest-21c"))
    shoes = compositions(by_chance(seed, 1 + seed % 8) for seed in range(600))
    together = many.deals(shoes)
    assert (together[::-1] == many.deals(shoes[::-1])).all()
    for row in (0, 255, 256, 599):
        assert (together[row] == many.deals(shoes[row : row + 1])[0]).all()


def test_some_bets_alone() -> None:
    """A bet counted alone, from the fewest rows that it needs, is the bet counted with the rest."""
    shoes = compositions(by_chance(seed, 8) for seed in range(20))
    for name in ("deq-ez", "parkwest-21c", SHEETS["example"]):
        sheet = find(name)
        every = Many(sheet)
        deals = every.deals(shoes)
        for place, bet in zip(every.columns, sheet.bets, strict=True):
            assert (Many(sheet, [bet.id]).deals(shoes) == deals[:, place]).all(), bet.id
        assert deals.min() >= 0


@given(sheet_values())
@settings(max_examples=3)
def test_any_sheet(values: dict[str, Any]) -> None:
    """Whatever a sheet asks, by whichever tables, its results are the pure way's."""
    sheet = build(values, Source("made"))
    shoe = left("2S 2H 7D 7D TC 5S KD 4H AC 9S")
    pure = Counter52(shoe)
    for found in Many(sheet).odds(shoe).bets:
        assert found == bet_odds(sheet, found.bet, pure)


@pytest.mark.parametrize("cards", [None, "TD 3D 3D 6D 3D 3D 4D 4D", "9D 5H TH 6H 6C 5D"])
def test_every_cell_of_the_tables_of_flushes(cards: str | None) -> None:
    """Whoever draws, also where neither hand does, a cell has the deals of its classes."""
    shoe = left(cards) if cards else Composition.of(8)
    tables = np.zeros((1, kernel.QUICK), dtype=np.int64)
    points, counts = np.array([shoe.points()]), compositions([shoe])
    flushes(counts, points, counts.sum(axis=1), tables)
    expected = np.zeros_like(tables[0])
    cells = dict(zip(value_classes(), value_cells()[0].tolist(), strict=True))
    for facts, deals in Counter52(shoe).along(frozenset({"player_flush", "banker_flush"})).items():
        cell = cells[facts.along(player_flush=False, banker_flush=False)]
        expected[kernel.AT_PLAYER_FLUSH + cell] += deals * facts.player_flush
        expected[kernel.AT_BANKER_FLUSH + cell] += deals * facts.banker_flush
        expected[kernel.AT_BOTH_FLUSHES + cell] += deals * (
            facts.player_flush and facts.banker_flush
        )
    assert (tables[0] == expected).all()


def test_every_class_along_some_axes() -> None:
    """Class by class the compiled general way counts what the pure one does."""
    shoe = left("2S 2H 7D 7D TC 5S KD 4H AC 9S 9S TH")
    for axes in [*combinations(AXES, 1), *combinations(AXES, 2)][::3]:
        assert classes(shoe, frozenset(axes)) == dict(count_generally(shoe, frozenset(axes)))


@pytest.mark.parametrize(
    "counts, fault",
    [
        ([[8] * 51], "a shoe is a row of 52 counts from 0 up"),
        ([8] * 52, "a shoe is a row of 52 counts from 0 up"),
        ([[8] * 51 + [-1]], "a shoe is a row of 52 counts from 0 up"),
        ([[8] * 52, [0] * 47 + [1] * 5], "shoe 2 has 5 cards; the kernel counts 6 to 800"),
        ([[16] * 52], "shoe 1 has 832 cards; the kernel counts 6 to 800"),
    ],
)
def test_shoes_that_are_none(counts: Any, fault: str) -> None:
    """A row that is no shoe is refused, and so is a shoe that the integers may not hold."""
    with pytest.raises(CardError, match=f"^{fault}"):
        Many(find("deq-ez")).deals(counts)


def test_the_largest_shoes() -> None:
    """Up to 800 cards nothing runs over, not even where all are alike."""
    for kind in (0, 4, 9):
        shoe = Composition(tuple(800 * (number == kind) for number in range(52)))
        assert Many(find("parkwest-21c")).odds(shoe) == odds(find("parkwest-21c"), shoe)
    assert np.iinfo(np.int64).max > 800**6
