"""How often a sign-in may be tried, from where: what is wrong is counted, in memory alone.

The lock of an account is kept with it. An address from which somebody has signed in before has
tries of its own, so that nobody is locked out by a stranger elsewhere.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Final

WRONG_MAX: Final = 3  # of one account, then it is locked
LOCK_MS: Final = 15 * 60_000
ADDRESS_MAX: Final = 20  # from one address within the same time
ADDRESSES_KEPT: Final = 10_000


class Tries:
    """Wrong tries of the last quarter of an hour."""

    def __init__(self) -> None:
        """Begin with none."""
        self._wrong: defaultdict[str, deque[int]] = defaultdict(deque)
        self._known: set[tuple[str, str]] = set()

    def is_barred(self, address: str, now: int) -> bool:
        """Whether an address has tried too often."""
        return self._count(address, now) >= ADDRESS_MAX

    def is_locked(self, actor: str, locked: int, address: str, now: int) -> bool:
        """Whether an account, locked until then for strangers, is so for an address."""
        if (actor, address) in self._known:
            return self._count(f"{address} {actor}", now) >= WRONG_MAX
        return now < locked

    def wrong(self, address: str, actor: str | None, now: int) -> None:
        """Count a wrong try, of an account that is there or not."""
        if len(self._wrong) > ADDRESSES_KEPT:
            self._wrong = defaultdict(
                deque,
                {key: times for key, times in self._wrong.items() if times[-1] > now - LOCK_MS},
            )
        self._wrong[address].append(now)
        if actor is not None:
            self._wrong[f"{address} {actor}"].append(now)

    def right(self, address: str, actor: str) -> None:
        """Forget what was wrong before somebody signed in, and know the address."""
        self._known.add((actor, address))
        self._wrong.pop(f"{address} {actor}", None)

    def _count(self, key: str, now: int) -> int:
        times = self._wrong.get(key)
        while times and times[0] <= now - LOCK_MS:
            times.popleft()
        return len(times or ())
