"""Gaming days and shifts: which of them a moment belongs to, in a room's own time.

A gaming day begins with its first shift and ends where the next one begins, so it has 23 or 25
hours where the clocks change. What begins at an hour that the clocks leave out begins as late as
they jump; at an hour that comes twice, the first time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from itertools import pairwise
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from puntobanco.errors import InputError

ZONE: Final = "UTC"
SHIFTS: Final = "06:00,14:00,22:00"
SHIFTS_MAX: Final = 24
_HOUR: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])", re.ASCII)
_DAY: Final = timedelta(days=1)


class DayError(InputError):
    """A time zone, a list of shifts or a day that cannot be; the message says the cure."""


@dataclass(frozen=True, slots=True)
class Shift:
    """A shift of a gaming day; shifts count from 1."""

    day: date
    number: int


@dataclass(frozen=True)
class Hours:
    """When a room's shifts begin; with the first one the gaming day does."""

    zone: tzinfo
    starts: tuple[time, ...]

    @classmethod
    def read(cls, zone: str = ZONE, shifts: str = SHIFTS) -> Hours:
        """Read a time zone's name and the hours at which shifts begin."""
        return cls(_zone(zone), _starts(shifts))

    def begin(self, day: date) -> int:
        """Give the moment at which a gaming day begins."""
        return _moments(self, day)[0]

    def end(self, day: date) -> int:
        """Give the moment at which it is over, which is the next one's first."""
        return self.begin(day + _DAY)

    def shift(self, at: int) -> Shift:
        """Give the gaming day and shift of a moment."""
        day = self.local(at).date()
        if at < self.begin(day):
            day -= _DAY
        moments = _moments(self, day)
        number = max(n for n, start in enumerate(moments, 1) if start <= at)
        return Shift(day, number)

    def began(self, at: int) -> int:
        """Give the moment at which the shift of a moment began."""
        shift = self.shift(at)
        return _moments(self, shift.day)[shift.number - 1]

    def local(self, at: int) -> datetime:
        """Give what the room's clock shows."""
        return datetime.fromtimestamp(at // 1000, self.zone).replace(microsecond=at % 1000 * 1000)

    def written(self, at: int) -> str:
        """Write a moment as the room's clock shows it, with its distance from UTC."""
        return self.local(at).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class Days:
    """The gaming days that a report is about; without an edge it has none."""

    hours: Hours
    first: date | None = None
    last: date | None = None

    @classmethod
    def read(cls, hours: Hours, first: str | None = None, last: str | None = None) -> Days:
        """Read the edges, such as 2026-04-01."""
        days = cls(hours, _day(first), _day(last))
        if days.first and days.last and days.last < days.first:
            message = f"{first} to {last}: the days end before they begin; turn them round"
            raise DayError(message)
        return days

    def __contains__(self, at: int) -> bool:
        """Whether a moment lies in these days."""
        return self.is_begun(at) and not self.is_over(at)

    def is_begun(self, at: int) -> bool:
        """Whether a moment is not before the first day."""
        return self.first is None or at >= self.hours.begin(self.first)

    def is_over(self, at: int) -> bool:
        """Whether a moment is after the last day."""
        return self.last is not None and at >= self.hours.end(self.last)


@lru_cache(maxsize=1024)
def _moments(hours: Hours, day: date) -> tuple[int, ...]:
    """Give when the shifts of a gaming day begin, in order; hours before the first are tomorrow's.

    Where two fall into the hour that is left out, they may change places: the later one waits.
    """
    first = hours.starts[0]
    found: list[int] = []
    for start in hours.starts:
        local = datetime.combine(day if start >= first else day + _DAY, start, hours.zone)
        moment = round(local.timestamp()) * 1000
        found.append(max(moment, found[-1]) if found else moment)
    return tuple(found)


def _zone(name: str) -> tzinfo:
    if name == ZONE:
        return UTC  # also on a machine without a database of time zones
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        message = f"{name}: no such time zone; write a name such as America/Los_Angeles"
        raise DayError(message) from None


def _starts(text: str) -> tuple[time, ...]:
    words = text.split(",")
    starts = tuple(
        time(int(found[1]), int(found[2])) for found in map(_HOUR.fullmatch, words) if found
    )
    if len(starts) < len(words) or len(words) > SHIFTS_MAX or not _goes_round(starts):
        message = (
            f"{text}: these are no shifts; write hours in the order of the day, the first of which"
            f" begins it, such as {SHIFTS}"
        )
        raise DayError(message)
    return starts


def _goes_round(starts: Sequence[time]) -> bool:
    """Whether hours follow each other within a day from the first one on."""
    first = starts[0]
    turned = [(start < first, start) for start in starts]
    return all(a < b for a, b in pairwise(turned))


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 - a day, no moment
    except ValueError:
        message = f"{text}: this is no day; write one such as 2026-04-01"
        raise DayError(message) from None
