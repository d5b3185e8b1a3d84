"""The store on SQLite: one file, one process, one writer."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import apsw

from puntobanco.store import sqlite_connection as connections
from puntobanco.store.base import Reading, Store
from puntobanco.store.engine import Connection
from puntobanco.store.lock import FileLock
from puntobanco.store.schema import FORMAT, SCHEMA
from puntobanco.store.sql import SqlReading, SqlStore
from puntobanco.store.sqlite_connection import SqliteConnection
from puntobanco.store.writer import OnFatal, end_process

MEMORY: Final = ":memory:"

_memory_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class _File:
    """An `Engine`: a database file, or one in memory; with the lock, this process has it alone."""

    place: str
    name: str
    settings: dict[str, str | int]
    lock: FileLock | None

    def reader(self) -> Connection:
        return SqliteConnection(connections.open_reader(self.name))

    def faults(self, reader: Connection) -> Iterator[str]:
        return faults(reader)

    def release(self) -> None:
        if self.lock:
            self.lock.release()


def open_sqlite(
    path: Path | str, *, on_fatal: OnFatal = end_process, vfs: str | None = None
) -> Store:
    """Open a database file, made if it is new, or ``":memory:"``; `StoreError` if it cannot be.

    ``on_fatal`` is told of a failed commit and should not return; ``vfs`` names one of SQLite's.
    """
    connections.check_version(apsw.sqlite_lib_version())
    if path == MEMORY:
        name = connections.memory_name(next(_memory_numbers))
        return _store(name, connections.open_writer(name), on_fatal)
    file = Path(path).absolute()
    with connections.in_words(str(file)), ExitStack() as undo:
        connections.check_place(file)
        lock = FileLock(file)
        undo.callback(lock.release)
        if vfs is None:
            connections.make_file(file)
        raw = connections.open_writer(str(file), vfs)
        undo.pop_all()
    check = connections.same_file(file) if vfs is None else connections.no_check
    return _store(str(file), raw, on_fatal, lock=lock, check=check)


def open_sqlite_reading(path: Path | str) -> Reading:
    """Open a database file that is there to read it, beside the process that has it if one does."""
    connections.check_version(apsw.sqlite_lib_version())
    file = Path(path).absolute()
    with connections.in_words(str(file)):
        connections.check_place(file)
        with closing(connections.open_reader(str(file))) as raw:
            found = connections.format_of(raw, str(file))
            settings = {"engine": "sqlite", "file": str(file), **connections.settings_of(raw)}
        if found < FORMAT:  # of an older puntobanco: nobody has it, and it is brought up to date
            open_sqlite(file).close()
    return SqlReading(_File(str(file), str(file), settings, lock=None))


def _store(
    name: str,
    raw: apsw.Connection,
    on_fatal: OnFatal,
    *,
    lock: FileLock | None = None,
    check: connections.Check = connections.no_check,
) -> Store:
    place = MEMORY if connections.is_memory(name) else name
    settings = {"engine": "sqlite", "file": place, **connections.settings_of(raw)}
    writing = SqliteConnection(raw, "BEGIN IMMEDIATE", check)
    return SqlStore(_File(place, name, settings, lock), writing, on_fatal)


def faults(connection: Connection) -> Iterator[str]:
    """What SQLite's own check finds in the file, and how its schema differs from ours."""
    for (line,) in connection.rows("PRAGMA integrity_check"):
        if line != "ok":
            yield f"file: {line}"
    rows = connection.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
    found = {sql for (sql,) in rows}
    yield from (f"schema: missing: {_head(sql)}" for sql in SCHEMA if sql not in found)
    yield from (f"schema: foreign: {_head(sql)}" for sql in sorted(found - set(SCHEMA)))


def _head(sql: str) -> str:
    return " ".join(sql.split()[:3])
