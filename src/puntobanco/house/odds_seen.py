"""Whom odds are told: what is left in a shoe is nobody's to know who may wager on it.

Odds of a sheet for whole decks are public figures, as they stand in books. Odds of a shoe of which
cards are out could be those of the shoe on a table, so they are kept from everybody who might wager
there; and whoever has a place at a table works with nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puntobanco.house.desk import Desk, Live
from puntobanco.house.people import Caller
from puntobanco.house.roles import Role


@dataclass(frozen=True, slots=True)
class Kept:
    """For the sake of which open table what is kept: all odds, or those of part of a shoe."""

    all: str | None = None
    part: str | None = None


def kept_from(desk: Desk, caller: Caller | None) -> Kept:
    """Give what is kept from somebody; None is whoever did not say who he is.

    The staff wagers nowhere, so nothing is kept from it. A stranger may be a patron.
    """
    if caller is not None and caller.role is not Role.PATRON:
        return Kept()
    actor = caller.actor if caller else None
    seated = (
        _open_table(desk, lambda live: live.state.place_of(actor) is not None) if actor else None
    )
    return Kept(seated, _open_table(desk, lambda live: live.state.game.takes_wagers))


def _open_table(desk: Desk, holds: Callable[[Live], bool]) -> str | None:
    return next(
        (
            table
            for table, live in desk.tables.items()
            if live.state.setup is not None and holds(live)
        ),
        None,
    )
