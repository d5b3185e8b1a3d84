"""Limits on how often something may be asked."""

from __future__ import annotations

import time
from typing import Final

BURST: Final = 40
RATE: Final = 10.0  # a second, in the long run


class Bucket:
    """A token bucket over the machine's own clock."""

    def __init__(self, burst: int = BURST, rate: float = RATE) -> None:
        """Begin full."""
        self._burst, self._rate = burst, rate
        self._left, self._at = float(burst), time.monotonic()

    def admits(self) -> bool:
        """Take one token, if there is one."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether it is as good as new."""
        self._fill()
        return self._left >= self._burst

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
