"""Who may see odds: nobody who can wager on what is left in a shoe."""

from __future__ import annotations

from puntobanco.house.desk import Desk
from puntobanco.house.people import Caller
from puntobanco.house.roles import Role


def kept_by(desk: Desk, caller: Caller | None) -> str | None:
    """Give the open table at which somebody has a place, so that odds are kept from him."""
    if caller is None or caller.role is not Role.PATRON:
        return None
    return next(
        (
            table
            for table, live in desk.tables.items()
            if live.state.setup is not None and live.state.place_of(caller.actor) is not None
        ),
        None,
    )
