"""The fairness of the action button, against tables and against simple sums."""

from collections import Counter

import pytest

from puntobanco.house.reports.fairness import fairness, judge, tail
from puntobanco.house.reports.scope import Scope
from puntobanco.store.base import Store
from puntobanco.table import events as ev
from tests.books.nights import BANKED, REAL, Night

# Quantiles of chi-square as they are printed in any book of tables.
PRINTED = (
    (3.841, 1, 0.05),
    (6.635, 1, 0.01),
    (5.991, 2, 0.05),
    (12.592, 6, 0.05),
    (16.812, 6, 0.01),
    (21.026, 12, 0.05),
    (26.217, 12, 0.01),
    (6.304, 12, 0.90),
)


@pytest.mark.parametrize("square, degrees, p", PRINTED)
def test_the_tail_is_that_of_the_tables(square: float, degrees: int, p: float) -> None:
    """The chance of straying so far is what tables print."""
    assert tail(square, degrees) == pytest.approx(p, abs=0.0005)


def test_thirteen_ranks_go_round_the_seats() -> None:
    """Of seven seats six are expected twice as often as the last; of thirteen all alike."""
    assert [share.of_13 for share in judge(7, Counter()).shares] == [2, 2, 2, 2, 2, 2, 1]
    assert {share.of_13 for share in judge(13, Counter()).shares} == {1}


def test_what_is_expected_is_fair_and_one_seat_alone_is_not() -> None:
    """Counts as expected have p 1; a button that never moves has p nought."""
    fair = judge(7, Counter({1: 200, 2: 200, 3: 200, 4: 200, 5: 200, 6: 200, 7: 100}))
    assert (fair.rounds, fair.chi_square, fair.p) == (1300, 0, 1)
    assert judge(7, Counter({7: 1300})).p < 1e-100


def test_no_rounds_are_fair() -> None:
    """Where nothing was settled nothing strays."""
    found = judge(7, Counter())
    assert (found.chi_square, found.p) == (0, 1)


def test_the_report_counts_the_buttons_of_settled_rounds(store: Store) -> None:
    """Every button of the log is counted once, at the seat that it shows after corrections."""
    Night(store, 31).play(1500)
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
                shown.append(event.button.seat)
            elif isinstance(event, ev.RoundCorrected) and event.button:
                moved += shown[rounds[event.round]] != event.button.seat
                shown[rounds[event.round]] = event.button.seat
    assert moved
    (found,) = store.read(lambda tx: fairness(Scope().steps(tx), Scope()))
    assert {share.seat: share.first for share in found.shares if share.first} == Counter(shown)
