"""Who has given the PIN of a table, and how often one may be tried.

A PIN is good for a minute of corrections. It never comes with a command, whose digest is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from puntobanco.web.bucket import Bucket

GOOD_S: Final = 60.0
TRIES: Final = 5
AGAIN: Final = 1 / 30  # tries a second after those, for all at the table together


class Pins:
    """The PINs that were given, in memory alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with none."""
        self.clock = clock
        self._until: dict[tuple[str, str], float] = {}
        self._buckets: dict[str, Bucket] = {}

    def may_try(self, table: str) -> bool:
        """Whether a PIN may be tried at a table now."""
        bucket = self._buckets.setdefault(table, Bucket(burst=TRIES, rate=AGAIN))
        return bucket.admits()

    def given(self, actor: str, table: str) -> None:
        """Keep that somebody has given the PIN; the tries before it are forgotten."""
        self._buckets.pop(table, None)
        self._until[actor, table] = self.clock() + GOOD_S

    def is_given(self, actor: str, table: str) -> bool:
        """Whether somebody has given it within the last minute."""
        return self._until.get((actor, table), 0.0) > self.clock()
