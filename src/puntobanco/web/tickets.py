"""Tickets: a page that is signed in gets one by a POST, and opens one socket with it.

A browser sends its cookie with a socket whoever's page asks; a ticket only our pages can read.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from puntobanco.house.tokens import hash_of
from puntobanco.web.sessions import new_token

TICKET_S: Final = 30.0


class Tickets:
    """Tickets that are good now, each for the sign-in that asked for it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with none."""
        self._clock = clock
        self._good: dict[bytes, tuple[bytes, float]] = {}  # in the order in which they end

    def give(self, token: str) -> str:
        """Give a ticket to a sign-in."""
        now = self._clock()
        while self._good and next(iter(self._good.values()))[1] <= now:
            del self._good[next(iter(self._good))]
        ticket = new_token()
        self._good[hash_of(ticket)] = hash_of(token), now + TICKET_S
        return ticket

    def take(self, ticket: str, token: str) -> bool:
        """Use a ticket up; False if it is unknown, used, too old or another sign-in's."""
        key, end = self._good.pop(hash_of(ticket), (b"", 0.0))
        return key == hash_of(token) and self._clock() < end
