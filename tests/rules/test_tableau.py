"""The drawing rules against the chart of each published sheet, cell by cell."""

from itertools import product

import pytest

from puntobanco.rules.tableau import CHART, PLAYER_CHART, banker_draws, is_natural, player_draws

# GEGA-003774: rows are the Banker hand's two cards, columns the Player hand's third card.
GEGA = """
   0 1 2 3 4 5 6 7 8 9
7  S S S S S S S S S S
6  S S S S S S H H S S
5  S S S S H H H H S S
4  S S H H H H H H S S
3  H H H H H H H H S H
2  H H H H H H H H H H
1  H H H H H H H H H H
0  H H H H H H H H H H
"""

# Parkwest: Banker's two cards, the third cards of the Player hand on which it hits; it stands on
# the others. One row stands for 2, 1 and 0.
PARKWEST = """
6    67
5    4567
4    234567
3    012345679
210  0123456789
"""

# DEQ: Banker's two cards, draws on, stands on. The row of 3 prints an 8 on both sides: GAP-2.1.
DEQ = """
3  1234567890  8
4  234567      1890
5  4567        123890
6  67          1234589 0
"""

# All of them together (rules.md 1.1).
GRID = """
   -  0 1 2 3 4 5 6 7 8 9
0  D  D D D D D D D D D D
1  D  D D D D D D D D D D
2  D  D D D D D D D D D D
3  D  D D D D D D D D S D
4  D  S S D D D D D D S S
5  D  S S S S D D D D S S
6  S  S S S S S S D D S S
7  S  S S S S S S S S S S
"""

# All documents: the Banker hand where the Player hand stood, and the Player hand.
STOOD = "0D 1D 2D 3D 4D 5D 6S 7S"
PLAYER = "0D 1D 2D 3D 4D 5D 6S 7S"

LIVE = range(8)  # two-card totals that are no natural


def test_the_chart_is_a_literal() -> None:
    """The chart in the code is the grid that people know, with the Player hand's stand in front."""
    assert CHART.split() == GRID.split()
    assert PLAYER_CHART == "D D D D D D S S"


def test_gega_003774() -> None:
    """GEGA-003774: the printed chart, and GAP-3.4: 0 to 2 and 7 stand only there."""
    head, *rows = GEGA.strip("\n").splitlines()
    assert sorted(row.split()[0] for row in rows) == [str(total) for total in LIVE]
    for row in rows:
        total, *cells = row.split()
        for third, cell in zip(head.split(), cells, strict=True):
            assert banker_draws(0, int(total), int(third)) is (cell == "H"), (total, third)


def test_parkwest() -> None:
    """Parkwest: the card on which the Dealer hand hits, by its first two cards."""
    for row in PARKWEST.strip().splitlines():
        totals, hits = row.split()
        for total, third in product(totals, "0123456789"):
            assert banker_draws(5, int(total), int(third)) is (third in hits), (total, third)
    assert not any(banker_draws(5, 7, third) for third in range(10))


def test_deq() -> None:
    """DEQ, GAP-2.1: of the two places of an 8 against a 3, to stand is what holds."""
    for row in DEQ.strip().splitlines():
        total, draws, stands = row.split(maxsplit=2)
        stands = stands.replace(" ", "")
        for third in "0123456789":
            printed = {draws.count(third) > 0, stands.count(third) == 0}
            expected = {banker_draws(3, int(total), int(third))}
            if (total, third) == ("3", "8"):
                assert printed == {True, False}
                assert expected == {False}
            else:
                assert printed == expected, (total, third)


@pytest.mark.parametrize("cell", STOOD.split())
def test_banker_when_player_stood(cell: str) -> None:
    """CORE-5: where the Player hand stood, the Banker hand draws on 0 to 5."""
    assert {banker_draws(player, int(cell[0]), None) for player in (6, 7)} == {cell[1] == "D"}


@pytest.mark.parametrize("cell", PLAYER.split())
def test_player(cell: str) -> None:
    """CORE-4: the Player hand draws on 0 to 5, whatever the Banker hand has but a natural."""
    assert {player_draws(int(cell[0]), banker) for banker in LIVE} == {cell[1] == "D"}


def test_naturals_come_first() -> None:
    """CORE-3, GAP-2.2, GAP-3.3: an 8 or 9 on two cards ends the coup for both hands."""
    assert [total for total in range(10) if is_natural(total)] == [8, 9]
    for natural, other in product((8, 9), range(10)):
        assert not player_draws(natural, other)
        assert not player_draws(other, natural)
        for third in (None, *range(10)):
            assert not banker_draws(natural, other, third)
            assert not banker_draws(other, natural, third)
