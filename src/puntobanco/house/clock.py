"""The house's clock: milliseconds since 1970, never backwards."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

Clock = Callable[[], int]


class SystemClock:
    """Wall time that stands still rather than go back."""

    def __init__(self) -> None:
        """Begin with no time seen."""
        self._last, self._gate = 0, Lock()

    def __call__(self) -> int:
        """Give the time now."""
        with self._gate:
            self._last = max(self._last, time.time_ns() // 1_000_000)
            return self._last
