"""Where orders about tokens and accounts go: to the database, or to the process that holds it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from puntobanco.errors import InputError

if TYPE_CHECKING:
    from puntobanco.house.office import AnyOrder, Done

IN_USE: Final = "in use by another process"


def perform(db: str, order: AnyOrder, *, is_first: bool = False) -> Any:
    """Carry an order out, also while a server runs; the ``first`` one may make the database."""
    return carried_out(db, order, is_first=is_first).value


def carried_out(db: str, order: AnyOrder, *, is_first: bool = False) -> Done:
    """Carry an order out, and say as well where the house is that is open."""
    from puntobanco.store import SCHEMES
    from puntobanco.store.base import StoreError

    if not (is_first or db.startswith(SCHEMES) or Path(db).exists()):
        message = f"{db}: no such database; name one with --db"
        raise InputError(message)
    try:
        done = _here(db, order)
    except StoreError as fault:
        if not fault.reason.startswith(IN_USE):
            raise
        from puntobanco.web import control

        done = control.order(fault.place, order)
    if done.fault:
        raise InputError(done.fault)
    return done


def _here(db: str, order: AnyOrder) -> Done:
    from puntobanco.house.accounts import Accounts
    from puntobanco.house.clock import SystemClock
    from puntobanco.house.office import Office
    from puntobanco.house.people import People
    from puntobanco.store import open_store

    with closing(open_store(db)) as store:
        clock = SystemClock()
        people = People(store, clock)
        return Office(people, Accounts(store, people, clock)).do(order)
