"""Streaks of one hand: against the engine, and against published figures."""

from itertools import groupby

import pytest

from puntobanco.rules.coup import Winner
from puntobanco.rules.sheet import ShoeRules
from puntobanco.sim.shoes import Shoes, SimulationError
from puntobanco.sim.streaks import LONGEST
from puntobanco.study.streaks import count_streaks
from tests.sim import slow

SIDES = (Winner.PLAYER, Winner.BANKER)


def test_streaks_are_those_of_the_engine() -> None:
    """Twenty shoes dealt by the engine have the same streaks, ties passed over."""
    shoes = Shoes(8, ShoeRules(), 6)
    wanted = [[0] * (LONGEST + 1) for _ in SIDES]
    for shoe in range(20):
        dealt = [coup.winner for _, coup in slow.coups(slow.shuffled(6, shoe, 8), shoes.rules)]
        for winner, run in groupby(winner for winner in dealt if winner is not Winner.TIE):
            wanted[SIDES.index(winner)][len(list(run))] += 1
    assert [list(row) for row in count_streaks(shoes, 20, 2).counts] == wanted


def test_published_streaks_come_out() -> None:
    """4.671 streaks of three Banker wins or more a shoe, cut card 14, ties passed over."""
    found = count_streaks(Shoes(8, ShoeRules(), 1), 60_000, 2)
    assert sum(found.counts[1][3:]) / found.shoes == pytest.approx(4.671, abs=0.03)


def test_a_streak_is_nearly_what_independent_rounds_would_make_it() -> None:
    """Streaks to eight are as frequent as if the shoe forgot; the shares of that sum to 1."""
    found = count_streaks(Shoes(8, ShoeRules(), 2), 60_000, 2)
    for side in range(2):
        streaks = sum(found.counts[side])
        for length in range(1, 9):
            share = found.counts[side][length] / streaks
            expected = found.expected(side, length)
            assert share == pytest.approx(expected, abs=0.004, rel=0.05)
        lengths = range(1, LONGEST + 1)
        assert sum(found.expected(side, length) for length in lengths) == pytest.approx(1)
    assert found.shares == pytest.approx((0.49316, 0.50684), abs=5e-5)


def test_no_shoes_have_no_streaks() -> None:
    """At least one shoe is dealt."""
    with pytest.raises(SimulationError, match=r"^shoes: 0 "):
        count_streaks(Shoes(8, ShoeRules(), 1), 0, 1)
