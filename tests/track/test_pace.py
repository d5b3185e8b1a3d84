"""Hands an hour: over the last half hour in which the table was open."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.track.pace import HOUR, LEAST, WINDOW, Pace

MINUTE = 60_000


def dealt(*hands: int) -> Pace:
    """A table that opened at 0, and the minutes at which its hands ended."""
    pace = Pace().opened(0)
    for minute in hands:
        pace = pace.hand(minute * MINUTE)
    return pace


@pytest.mark.parametrize(
    "hands, minute, per_hour",
    [
        ((), 4, None),
        ((), 5, 0),
        ((1, 2, 3), 6, 30),
        (tuple(range(30)), 30, 58),  # the one at the very beginning is half an hour old
        (tuple(range(0, 120, 2)), 120, 28),
        ((1, 2), 60, 0),
        ((1,), 7, 9),  # 8.57
    ],
)
def test_hands_an_hour(hands: tuple[int, ...], minute: int, per_hour: int | None) -> None:
    """Worked by hand: a shorter time counts in full, the last half hour alone after that."""
    assert dealt(*hands).per_hour(minute * MINUTE) == per_hour


def test_a_table_that_is_shut_does_not_slow_down() -> None:
    """The clock stands while the table is closed or suspended; opened twice it runs once."""
    pace = dealt(*range(10)).closed(10 * MINUTE)
    assert pace.per_hour(1_000 * MINUTE) == pace.per_hour(10 * MINUTE) == 54
    again = pace.opened(500 * MINUTE).opened(501 * MINUTE)
    assert again.per_hour(510 * MINUTE) == 27


@settings(max_examples=50)
@given(st.lists(st.integers(1, 10 * MINUTE), max_size=60), st.integers(0, 40 * MINUTE))
def test_it_counts_what_was_played_lately(gaps: list[int], rest: int) -> None:
    """Against all hands counted anew; and no more is kept than the half hour needs."""
    at, times, pace = 0, [], Pace().opened(0)
    for gap in gaps:
        at += gap
        times.append(at)
        pace = pace.hand(at)
    now = at + rest
    window = min(now, WINDOW)
    lately = [time for time in times if now - window < time <= now]
    found = pace.per_hour(now)
    assert (found is None) == (now < LEAST)
    assert found is None or abs(found - len(lately) * HOUR / window) <= 0.5
    assert all(time > at - WINDOW for time in pace.hands)
