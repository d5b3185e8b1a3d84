"""A patron's own exclusion from play: it begins at once, and nobody can take it back (L4).

What lies on the felt is still settled; then his places are free, and his chips in his wallet.
"""

from __future__ import annotations

import contextlib
from concurrent.futures import Future
from typing import Final

from puntobanco.house.desk import Desk
from puntobanco.house.own.limits import staked
from puntobanco.house.own.newest import Newest, OwnEvent
from puntobanco.store.base import StoreStopped
from puntobanco.table import commands as cm
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import TableState

STREAM: Final = "exclusions"
DAY_MS: Final = 24 * 3_600_000
DAYS_MAX: Final = 5 * 366


class Excluded(OwnEvent, frozen=True, tag=True):
    """A patron excluded himself until then."""

    until: int
    v: int = 1


class Exclusions:
    """Who has excluded himself, kept in the log."""

    def __init__(self, desk: Desk) -> None:
        """Read them, and let those go who still have a place."""
        self._desk = desk
        self._newest = Newest(desk.store, STREAM, Excluded)
        desk.guards.append(self.refusal)
        desk.bounds.append(self.bound)
        desk.watch(self._free)
        for table in list(desk.tables):
            self._free(table)

    def _until(self, patron: str) -> int:
        newest = self._newest.of(patron)
        return newest.until if newest else 0

    def begin(self, patron: str, days: int, now: int) -> Future[None]:
        """Exclude a patron for so many days, or longer if he was; told when it is durable."""
        event = Excluded(patron, max(now + days * DAY_MS, self._until(patron)))
        durable = self._newest.keep(event, now)
        for table in list(self._desk.tables):
            self._free(table)
        return durable

    def left(self, patron: str, now: int) -> int | None:
        """Give how long somebody is still excluded; None: he is not."""
        left = self._until(patron) - now
        return left if left > 0 else None

    def barred(self, patron: str, now: int) -> Refusal | None:
        """Say that somebody has excluded himself."""
        left = self.left(patron, now)
        return None if left is None else Refusal(Code.SELF_EXCLUDED, {"opens_ms": left})

    def bound(self, _: TableState, patron: str, now: int) -> int | None:
        """Give the most that a cover may be which the house posts for somebody."""
        return None if self.left(patron, now) is None else 0

    def refusal(self, state: TableState, command: cm.AnyCommand, now: int) -> Refusal | None:
        """Refuse a place, chips, a wager and a cover; chips may always come off."""
        match command:
            case cm.TakeSeat() | cm.StandBehind() | cm.BuyIn():
                return self.barred(command.patron, now)
            case _:
                patron, more = staked(state, command)
                return self.barred(patron, now) if more > 0 else None

    def _free(self, table: str) -> None:
        """Let those stand up at a table who have excluded themselves; a round is waited for."""
        state = self._desk.state(table)
        for patron in state.racks:
            if self.left(patron, self._desk.clock()) is not None:
                with contextlib.suppress(StoreStopped):
                    self._desk.do(table, cm.LeaveSeat(patron=patron), "house")
