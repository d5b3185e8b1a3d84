"""The fairness of the action button, against tables and against simple sums."""

from collections import Counter
from fractions import Fraction

import pytest

from puntobanco.house.fairness import judge, tail
from puntobanco.house.reports.fairness import fairness
from puntobanco.house.reports.scope import Scope
from puntobanco.store.base import Store
from puntobanco.table import events as ev
from tests.books.nights import BANKED, REAL, Night

# Quantiles of chi-square as they are printed in any book of tables.
PRINTED = (
    (5.991, 2, 0.05),
    (9.488, 4, 0.05),
    (12.592, 6, 0.05),
    (16.812, 6, 0.01),
    (21.026, 12, 0.05),
    (26.217, 12, 0.01),
    (6.304, 12, 0.90),
)
NONE = (0,) * 13


@pytest.mark.parametrize("square, degrees, p", PRINTED)
def test_the_tail_is_that_of_the_tables(square: float, degrees: int, p: float) -> None:
    """The chance of straying so far is what tables print."""
    assert tail(square, degrees) == pytest.approx(p, abs=0.0005)


def test_thirteen_values_go_round_the_seats() -> None:
    """Of seven seats six are expected twice as often as the last; of thirteen all alike."""
    assert [share.of_13 for share in judge(7, NONE).shares] == [2, 2, 2, 2, 2, 2, 1]
    assert {share.of_13 for share in judge(13, NONE).shares} == {1}
    assert [share.of_13 for share in judge(14, NONE).shares] == [1] * 13 + [0]


def test_a_seat_has_the_values_that_reach_it() -> None:
    """Ace and eight are the first of seven seats, seven alone the last."""
    found = judge(7, (5, 0, 0, 0, 0, 0, 9, 2, 0, 0, 0, 0, 10))
    assert [share.first for share in found.shares] == [7, 0, 0, 0, 0, 10, 9]
    assert [share.expected for share in found.shares] == [4, 4, 4, 4, 4, 4, 2]


def test_what_is_expected_is_fair_and_one_value_alone_is_not() -> None:
    """Counts as expected have p 1; a button that never moves has p nought."""
    fair = judge(7, (100,) * 13)
    assert (fair.rounds, fair.chi_square, fair.degrees, fair.p) == (1300, 0, 12, 1)
    assert judge(7, (0,) * 12 + (1300,)).p < 1e-100


def test_a_value_too_often_shows_though_its_seat_comes_as_expected() -> None:
    """Eight in place of the ace leaves the first seat its share, and is no fair shoe."""
    found = judge(7, (0, 100, 100, 100, 100, 100, 100, 200, 100, 100, 100, 100, 100))
    assert [share.first - share.expected for share in found.shares] == [0] * 7
    assert found.chi_square == 200
    assert found.p < 1e-30


@pytest.mark.parametrize("values", [(1, *NONE[1:]), (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9)])
def test_chi_square_is_the_sum_of_the_textbook(values: tuple[int, ...]) -> None:
    """The integers that are summed are those of the squares over what is expected."""
    due = Fraction(sum(values), 13)
    assert judge(7, values).chi_square == float(sum((n - due) ** 2 / due for n in values))


def test_no_rounds_are_fair() -> None:
    """Where nothing was settled nothing strays."""
    found = judge(7, NONE)
    assert (found.chi_square, found.p) == (0, 1)


def test_the_report_counts_the_buttons_of_settled_rounds(store: Store) -> None:
    """Every button of the log is counted once, by the card that it has after corrections."""
    Night(store, 33).play(1500)
    shown: list[int] = []
    moved = 0
    for table in (BANKED, REAL):
        rounds: dict[int, int] = {}
        for event in store.read(
            lambda tx, table=table: [  # type: ignore[misc]
                ev.decode(s.body).event for s in tx.events(f"table:{table}")
            ]
        ):
            if isinstance(event, ev.RoundSettled) and event.button:
                rounds[event.round] = len(shown)
                shown.append(event.button.value)
            elif isinstance(event, ev.RoundCorrected) and event.button:
                moved += shown[rounds[event.round]] != event.button.value
                shown[rounds[event.round]] = event.button.value
    assert moved
    (found,) = store.read(lambda tx: fairness(Scope().steps(tx), Scope()))
    assert Counter(shown) == {n + 1: count for n, count in enumerate(found.values) if count}
