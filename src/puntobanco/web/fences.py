"""Which link of a patron acts at a table: the one with the highest number, and no other.

A page that is opened takes the seat. One that comes back by itself shows the number it had, and
acts only if nobody has taken the seat meanwhile: two pages never fight for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from puntobanco.web.live import Client

WATCHES: Final = 0  # the number of a page that wants no seat
_Seat = tuple[str, str]  # table, patron


class Fences:
    """The newest number of each patron at each table, and the link that has it."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._newest: dict[_Seat, tuple[int, Client | None]] = {}

    def enter(self, client: Client, shown: int | None) -> None:
        """Let a patron's link act, unless it comes back after another one has taken the seat."""
        seat = _seat_of(client)
        if seat is None or shown == WATCHES:
            return
        newest, holder = self._newest.get(seat, (WATCHES, None))
        if shown is not None and shown < newest:
            return
        client.fence = max(newest, shown or WATCHES) + 1
        self._newest[seat] = client.fence, client
        if holder is not None:
            holder.fence = None
            if shown == newest:
                holder.end()  # the same page has come back: its old line is dead
            else:
                holder.mark()

    def leave(self, client: Client) -> None:
        """Forget a link, and keep its number."""
        seat = _seat_of(client)
        if seat is not None and self._newest.get(seat, (WATCHES, None))[1] is client:
            self._newest[seat] = self._newest[seat][0], None


def _seat_of(client: Client) -> _Seat | None:
    return (client.table, client.patron) if client.table and client.patron else None
