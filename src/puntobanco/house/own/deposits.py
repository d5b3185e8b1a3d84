"""Limits that patrons set on the chips they buy: in a day, in a week, in a month (L1).

The periods roll, so that none begins anew at an hour: whatever clock a room goes by, no 24 hours,
no 7 days and no month has more in it. A limit becomes stricter at once, looser after 24 hours, and
the lowest of the three holds.
"""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import Future
from threading import Lock
from typing import Final

import msgspec
from msgspec import Struct

from puntobanco.house import cage
from puntobanco.house.own.newest import Newest, OwnEvent
from puntobanco.house.shown.own import Deposit, OwnDeposits
from puntobanco.store.base import Store, Transaction
from puntobanco.table.refusals import Code, Refusal

STREAM: Final = "deposit-limits"
DAY_MS: Final = 24 * 3_600_000
PERIODS: Final = {"day": DAY_MS, "week": 7 * DAY_MS, "month": 31 * DAY_MS}  # the longest month


class Most(Struct, frozen=True, forbid_unknown_fields=True):
    """The most that may be bought in a period, and what holds in its place from ``at`` on."""

    most: int | None = None
    later: int | None = None
    at: int = 0

    def now(self, now: int) -> int | None:
        """Give what holds; None is no limit."""
        return self.later if now >= self.at else self.most

    def asked(self, wanted: int | None, now: int) -> Most:
        """Give the limit after somebody asked for another one."""
        held = self.now(now)
        if wanted == self.later:
            return Most(held, wanted, self.at)
        is_stricter = wanted is not None and (held is None or wanted <= held)
        return Most(wanted, wanted, now) if is_stricter else Most(held, wanted, now + DAY_MS)


class DepositLimitsSet(OwnEvent, frozen=True, tag=True):
    """A patron limited what he buys."""

    day: Most = Most()
    week: Most = Most()
    month: Most = Most()
    v: int = 1

    def of(self, period: str) -> Most:
        """Give the limit of a period."""
        found: Most = getattr(self, period)
        return found


class Deposits:
    """What everybody buys, and may buy, at the cashier's window."""

    def __init__(self, store: Store) -> None:
        """Read the limits, and what was bought; what is new of that when it is asked for."""
        self._store = store
        self._newest = Newest(store, STREAM, DepositLimitsSet)
        self._bought: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        self._read, self._gate = 0, Lock()  # the writer asks, and so do the pages
        store.read(self._catch_up)

    def set(self, patron: str, wanted: dict[str, int | None], now: int) -> Future[None]:
        """Set limits; told when they are durable. The same once more is nothing new."""
        before = self._newest.of(patron) or DepositLimitsSet(patron)
        event = msgspec.structs.replace(
            before, **{name: before.of(name).asked(wanted.get(name), now) for name in PERIODS}
        )
        return self._newest.settled() if event == before else self._newest.keep(event, now)

    def refusal(self, tx: Transaction, patron: str, amount: int, now: int) -> Refusal | None:
        """Say that a patron's own limit forbids to sell him so much; the lowest one is named."""
        limits = self._newest.of(patron)
        if limits is None:
            return None
        left = [
            (most - self._used(tx, patron, name, now), name, most)
            for name in PERIODS
            for most in [limits.of(name).now(now)]
            if most is not None
        ]
        room, name, most = min(left, default=(amount, "", 0))
        if amount <= room:
            return None
        numbers = {"limit": f"deposit-{name}", "most": most, "left": max(0, room)}
        return Refusal(Code.SELF_LIMIT, numbers)

    def shown(self, patron: str, now: int) -> OwnDeposits | None:
        """Give a patron's limits and what he has bought; None: he never set one."""
        limits = self._newest.of(patron)
        if limits is None:
            return None
        return self._store.read(
            lambda tx: OwnDeposits(
                **{
                    name: Deposit(
                        most=limits.of(name).now(now),
                        later=limits.of(name).later,
                        later_ms=max(0, limits.of(name).at - now),
                        used=self._used(tx, patron, name, now),
                    )
                    for name in PERIODS
                }
            )
        )

    def _used(self, tx: Transaction, patron: str, period: str, now: int) -> int:
        """Give what somebody has bought in a period that ends now."""
        with self._gate:
            self._catch_up(tx)
            return sum(a for at, a in self._bought[patron] if now - at < PERIODS[period])

    def _catch_up(self, tx: Transaction) -> None:
        for stored in tx.events(cage.STREAM, self._read):
            event = cage.decode(stored.body)
            if isinstance(event, cage.ChipsIssued):
                self._bought[event.patron].append((stored.at, event.amount))
            self._read = stored.version
