"""The house's clock: milliseconds since 1970, never backwards."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

Clock = Callable[[], int]
# What the machine counts since its start, its sleep included where it tells that.
_COUNTED: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class SystemClock:
    """Wall time, and where somebody sets that back, what the machine itself counts on."""

    def __init__(self) -> None:
        """Begin with the wall's time."""
        self._gate = Lock()
        self._counted, self._now = time.monotonic_ns(), time.time_ns()

    def __call__(self) -> int:
        """Give the time now."""
        with self._gate:
            counted = time.monotonic_ns()
            self._now = max(self._now + counted - self._counted, time.time_ns())
            self._counted = counted
            return self._now // 1_000_000


def wall() -> int:
    """Give the time of the machine's clock, which somebody may set at any time."""
    return time.time_ns() // 1_000_000


def counted(begin: int) -> Clock:
    """Give a clock that begins at a time and that nobody can set."""
    start = time.clock_gettime_ns(_COUNTED)
    return lambda: begin + (time.clock_gettime_ns(_COUNTED) - start) // 1_000_000


def not_before(newest: int, clock: Clock) -> Clock:
    """Give a clock that goes on from the newest event, if the machine's was set back meanwhile."""
    behind = newest - clock()
    return clock if behind <= 0 else lambda: clock() + behind
