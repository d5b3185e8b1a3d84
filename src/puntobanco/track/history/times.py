"""Times as text: milliseconds since 1970 in UTC, ``2026-04-01T19:03:12.250Z``.

Written out, since the pure core has no clock and so no library of dates.
"""

from __future__ import annotations

import re
from typing import Final

_SECOND, _MINUTE, _HOUR, _DAY = 1_000, 60_000, 3_600_000, 86_400_000
_CENTURIES: Final = 146_097  # days of 400 years
_EPOCH: Final = 719_468  # days from 1 March of the year 0 to 1 January 1970
_FORM: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z", re.ASCII)
TIME_MAX: Final = 253_402_300_799_999  # the last millisecond of the year 9999


def write_time(at: int) -> str:
    """Write milliseconds since 1970 as a date and a time of day in UTC."""
    days, rest = divmod(at, _DAY)
    hour, rest = divmod(rest, _HOUR)
    minute, rest = divmod(rest, _MINUTE)
    second, milli = divmod(rest, _SECOND)
    year, month, day = _date(days)
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z"


def read_time(text: str) -> int:
    """Read what ``write_time`` writes; ValueError for anything else, and for 30 February."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise ValueError(text)
    year, month, day, hour, minute, second, milli = map(int, found.groups())
    at = _days(year, month, day) * _DAY + hour * _HOUR + minute * _MINUTE + second * _SECOND + milli
    if not 0 <= at <= TIME_MAX or write_time(at) != text:
        raise ValueError(text)
    return at


# Years begin in March, so that a leap day is the last of its year; then months follow one rule.


def _days(year: int, month: int, day: int) -> int:
    """Count the days from 1970 to a date."""
    shifted = year - (month < 3)
    age, of_age = divmod(shifted, 400)
    of_year = (153 * ((month - 3) % 12) + 2) // 5 + day - 1
    return age * _CENTURIES + of_age * 365 + of_age // 4 - of_age // 100 + of_year - _EPOCH


def _date(days: int) -> tuple[int, int, int]:
    """Find the date that lies so many days after 1970."""
    age, of_age = divmod(days + _EPOCH, _CENTURIES)
    years = (of_age - of_age // 1_460 + of_age // 36_524 - of_age // 146_096) // 365
    of_year = of_age - (365 * years + years // 4 - years // 100)
    moved = (5 * of_year + 2) // 153
    month = (moved + 2) % 12 + 1
    return age * 400 + years + (month < 3), month, of_year - (153 * moved + 2) // 5 + 1
