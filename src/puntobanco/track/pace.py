"""How fast a table is dealt: hands an hour, counted over the time that it was open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

WINDOW: Final = 1_800_000  # half an hour of open table, in milliseconds
LEAST: Final = 300_000  # of open table before there is anything to say
HOUR: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class Pace:
    """Hands on a clock that runs while the table is open; ``since`` None: it stands."""

    since: int | None = None
    ran: int = 0  # before ``since``
    hands: tuple[int, ...] = ()  # of the last half hour, on that clock

    def opened(self, at: int) -> Pace:
        """Let the clock run."""
        return self if self.since is not None else replace(self, since=at)

    def closed(self, at: int) -> Pace:
        """Let the clock stand."""
        return replace(self, since=None, ran=self.clock(at))

    def hand(self, at: int) -> Pace:
        """Count a hand that has just ended."""
        now = self.clock(at)
        kept = tuple(hand for hand in self.hands if hand > now - WINDOW)
        return replace(self, hands=(*kept, now))

    def undone(self) -> Pace:
        """Take the newest hand back."""
        return replace(self, hands=self.hands[:-1])

    def clock(self, at: int) -> int:
        """Give how long the table has been open at a moment."""
        return self.ran + (0 if self.since is None else max(0, at - self.since))

    def per_hour(self, at: int) -> int | None:
        """Give the hands an hour; None before the table has been open for five minutes."""
        now = self.clock(at)
        window = min(now, WINDOW)
        if window < LEAST:
            return None
        hands = sum(hand > now - window for hand in self.hands)
        return (2 * hands * HOUR + window) // (2 * window)
