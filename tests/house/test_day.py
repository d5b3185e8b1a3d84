"""Gaming days and shifts, also where the clocks change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.house.day import DayError, Days, Hours, Shift

LOS_ANGELES = "America/Los_Angeles"
HOUR = 3_600_000
SPRING, AUTUMN = date(2026, 3, 7), date(2026, 10, 31)  # the days in which the clocks change there
ZONES = ("UTC", LOS_ANGELES, "Europe/London", "Australia/Lord_Howe", "America/Sao_Paulo")
HOURS = ("06:00,14:00,22:00", "00:00", "02:30,03:00,10:00", "01:30,09:30", "22:00,06:00,14:00")


def at(text: str, zone: str = "UTC") -> int:
    """Give a moment that a clock shows."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def test_a_room_that_says_nothing_has_three_shifts_from_six_in_utc() -> None:
    """The default day begins at 06:00 UTC and has three shifts of eight hours."""
    hours = Hours.read()
    assert hours.shift(at("2026-04-01T06:00")) == Shift(date(2026, 4, 1), 1)
    assert hours.shift(at("2026-04-01T13:59:59.999")) == Shift(date(2026, 4, 1), 1)
    assert hours.shift(at("2026-04-01T14:00")) == Shift(date(2026, 4, 1), 2)
    assert hours.shift(at("2026-04-02T05:59:59.999")) == Shift(date(2026, 4, 1), 3)


@pytest.mark.parametrize("day, length", [(SPRING, 23), (AUTUMN, 25), (date(2026, 7, 1), 24)])
def test_a_day_in_which_the_clocks_change_is_an_hour_shorter_or_longer(
    day: date, length: int
) -> None:
    """F15: a gaming day lasts until the next begins by the room's clock: 23, 24 or 25 hours."""
    hours = Hours.read(LOS_ANGELES)
    assert hours.end(day) - hours.begin(day) == length * HOUR
    last = hours.shift(hours.end(day) - 1)
    assert last == Shift(day, 3)
    assert hours.shift(hours.end(day)) == Shift(day + timedelta(days=1), 1)
    assert len({hours.shift(hours.begin(day) + hour * HOUR).day for hour in range(length)}) == 1


def test_an_hour_that_comes_twice_belongs_to_one_shift_each_time() -> None:
    """A shift that begins at an hour which comes twice begins the first time, and goes on."""
    hours = Hours.read(LOS_ANGELES, "01:30,09:30")
    first = at("2026-11-01T01:30", LOS_ANGELES)
    assert hours.shift(first - 1) == Shift(AUTUMN, 2)
    for minutes in range(120):
        assert hours.shift(first + minutes * 60_000) == Shift(date(2026, 11, 1), 1)


def test_an_hour_that_is_left_out_begins_when_the_clocks_have_jumped() -> None:
    """A day that begins at 02:30 begins at 03:30 where the clocks go from 02:00 to 03:00."""
    hours = Hours.read(LOS_ANGELES, "02:30,10:30")
    assert hours.written(hours.begin(date(2026, 3, 8))) == "2026-03-08T03:30:00.000-07:00"


@given(
    st.sampled_from(ZONES),
    st.sampled_from(HOURS),
    st.datetimes(datetime(2000, 1, 1), datetime(2040, 1, 1)),  # noqa: DTZ001 - UTC is meant
    st.integers(0, 30 * HOUR),
)
def test_days_and_shifts_only_go_forward(
    zone: str, shifts: str, moment: datetime, later: int
) -> None:
    """XO6: a later moment is of no earlier shift, and every moment lies within its own day."""
    hours = Hours.read(zone, shifts)
    then = round(moment.replace(tzinfo=UTC).timestamp()) * 1000
    one, two = hours.shift(then), hours.shift(then + later)
    assert (one.day, one.number) <= (two.day, two.number)
    assert hours.begin(one.day) <= then < hours.end(one.day)


@pytest.mark.parametrize(
    "zone, shifts",
    [
        ("Nowhere/At_All", "06:00"),
        ("../etc/passwd", "06:00"),
        ("UTC", "6:00"),
        ("UTC", "24:00"),
        ("UTC", "06:00,05:00,04:00"),
        ("UTC", "06:00,06:00"),
        ("UTC", ""),
    ],
)
def test_hours_that_cannot_be_are_refused_with_the_cure(zone: str, shifts: str) -> None:
    """An unknown zone, and shifts out of order, say in one line what to write."""
    with pytest.raises(DayError, match="; write "):
        Hours.read(zone, shifts)


def test_days_take_in_their_first_and_their_last() -> None:
    """A report from a day to a day has both, by the room's hours."""
    days = Days.read(Hours.read(), "2026-04-01", "2026-04-02")
    assert at("2026-04-01T05:59") not in days
    assert at("2026-04-01T06:00") in days
    assert at("2026-04-03T05:59") in days
    assert at("2026-04-03T06:00") not in days
    assert at("1999-01-01T00:00") in Days(Hours.read())
    for first, last in (("2026-04-02", "2026-04-01"), ("1st of April", None)):
        with pytest.raises(DayError, match="; "):
            Days.read(Hours.read(), first, last)
