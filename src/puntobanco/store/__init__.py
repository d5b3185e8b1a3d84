"""The store: events in chains, transfers and balances, answers, people and shoes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from puntobanco.store.base import Reading, Store, StoreError
from puntobanco.store.sqlite import open_sqlite, open_sqlite_reading
from puntobanco.store.writer import OnFatal, end_process

SCHEMES: Final = ("postgresql://", "postgres://")


def open_store(place: str | Path, *, on_fatal: OnFatal = end_process) -> Store:
    """Open a database, made if it is new: a file, ``":memory:"``, or an address of PostgreSQL.

    ``on_fatal`` is told of a failed commit and should not return.
    """
    if not str(place).startswith(SCHEMES):
        return open_sqlite(place, on_fatal=on_fatal)
    with _extra():
        from puntobanco.store.postgres import open_postgres  # noqa: PLC0415
    return open_postgres(str(place), on_fatal=on_fatal)


def open_reading(place: str | Path) -> Reading:
    """Open a database that is there to read it; a process that serves it goes on undisturbed."""
    if not str(place).startswith(SCHEMES):
        return open_sqlite_reading(place)
    with _extra():
        from puntobanco.store.postgres import open_postgres_reading  # noqa: PLC0415
    return open_postgres_reading(str(place))


@contextmanager
def _extra() -> Iterator[None]:
    """Say in words that what an extra brings is not there."""
    try:
        yield
    except ImportError:
        raise StoreError(
            "PostgreSQL", "psycopg is not installed", "install puntobanco with its extra postgres"
        ) from None
