"""Who is at the table: a patron who has not been heard of for some minutes stands up.

The rack goes to the wallet, as when he leaves by himself. A patron with wagers on the felt keeps
his place until they are settled. Where cards are real, patrons sit there in person: nobody asks
for their links.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Collection, Mapping
from typing import Final

from puntobanco.table import commands as cm
from puntobanco.table.state import TableState
from puntobanco.web.live import Hub

AWAY_MS: Final = 5 * 60_000
LOOK_S: Final = 5.0
PURGE_EACH: Final = 720  # looks

Seat = tuple[str, str]  # table, patron


def take_attendance(
    seen: Mapping[Seat, int], seated: Collection[Seat], present: Collection[Seat], now: int
) -> tuple[dict[Seat, int], tuple[Seat, ...]]:
    """Give when each seated patron was last seen, and who has been away too long."""
    newest = {seat: now if seat in present else seen.get(seat, now) for seat in seated}
    return newest, tuple(seat for seat, at in newest.items() if now - at >= AWAY_MS)


def _there(state: TableState) -> set[str]:
    """Give everybody at a table, at a place or behind one."""
    return {*state.places.values(), *itertools.chain.from_iterable(state.behind.values())}


def end_links(hub: Hub) -> None:
    """End the links of sign-ins and tokens that are over by now."""
    for client in hub.clients:
        if client.key is not None and not hub.people.is_good(client.key):
            client.end()


class Attendance:
    """Looks at seats and links now and then, until it is cancelled."""

    def __init__(self, hub: Hub) -> None:
        """Begin with everybody seen just now."""
        self._hub = hub
        self._seen: dict[Seat, int] = {}

    async def run(self) -> None:
        """Look again and again; once an hour forget the sign-ins that are over."""
        for number in itertools.count():
            await self.look()
            end_links(self._hub)
            if number % PURGE_EACH == 0:
                await asyncio.to_thread(self._hub.people.purge)
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Let those stand up who have been away too long."""
        desk = self._hub.desk
        seated = [
            (table, patron)
            for table, live in desk.tables.items()
            if live.state.setup is not None and live.state.setup.cards == "software"
            for patron in _there(live.state)
        ]
        present = {
            (client.table, client.patron)
            for client in self._hub.clients
            if client.table and client.patron
        } | self._hub.take_heard()
        self._seen, away = take_attendance(self._seen, seated, present, desk.clock())
        for table, patron in away:
            await asyncio.wrap_future(desk.do(table, cm.LeaveSeat(patron=patron), "house"))
