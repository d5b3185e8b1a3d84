"""The store: events in chains, transfers and balances, answers, people and shoes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from puntobanco.store.base import Store, StoreError
from puntobanco.store.sqlite import open_sqlite
from puntobanco.store.writer import OnFatal, end_process

SCHEMES: Final = ("postgresql://", "postgres://")


def open_store(place: str | Path, *, on_fatal: OnFatal = end_process) -> Store:
    """Open a database, made if it is new: a file, ``":memory:"``, or an address of PostgreSQL.

    ``on_fatal`` is told of a failed commit and should not return.
    """
    if not str(place).startswith(SCHEMES):
        return open_sqlite(place, on_fatal=on_fatal)
    try:
        from puntobanco.store.postgres import open_postgres  # noqa: PLC0415 - an extra
    except ImportError:
        raise StoreError(
            "PostgreSQL", "psycopg is not installed", "install puntobanco with its extra postgres"
        ) from None
    return open_postgres(str(place), on_fatal=on_fatal)
