"""The store on PostgreSQL: one database, one process, one writer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Final

from psycopg import errors

from puntobanco.store import postgres_connection as connections
from puntobanco.store.base import Reading, Store, StoreError
from puntobanco.store.engine import Connection
from puntobanco.store.postgres_address import Address, read_address
from puntobanco.store.postgres_connection import PostgresConnection, Raw
from puntobanco.store.postgres_schema import ADDED, DESCRIPTION, NAME, SCRATCH
from puntobanco.store.schema import APPLICATION_ID, FORMAT
from puntobanco.store.sql import SqlReading, SqlStore
from puntobanco.store.writer import OnFatal, end_process

# The connection of a process that was killed ends a moment after it: so the lock is waited for.
LOCK_PATIENCE: Final = "1s"

_FOREIGN: Final = ("a database of another program", "name another one, or a new one")
_COMMENT: Final = re.compile(r"puntobanco, format ([0-9]+)")


@dataclass(frozen=True, slots=True)
class _Database:
    """An `Engine`: a database, which this process has alone as long as a writer is connected."""

    address: Address
    settings: dict[str, str | int]

    @property
    def place(self) -> str:
        return self.address.place

    def reader(self) -> Connection:
        with connections.in_words(self.place):
            return PostgresConnection(connections.connect(self.address))

    def faults(self, reader: Connection) -> Iterator[str]:
        """How the schema differs from one that is made now; nothing of that one stays."""
        found = {line for (line,) in reader.rows(DESCRIPTION)}
        try:
            with (
                connections.in_words(self.place),
                closing(connections.connect(self.address)) as raw,
            ):
                raw.execute(connections.WRITING)
                _make_tables(raw, 0, SCRATCH)
                made = {line for (line,) in raw.execute(DESCRIPTION.encode())}
        except StoreError as error:
            yield f"schema: cannot be compared: {error.reason}"
            return
        yield from (f"schema: missing: {line}" for line in sorted(made - found))
        yield from (f"schema: foreign: {line}" for line in sorted(found - made))

    def release(self) -> None:
        """The lock went with the writer's connection."""


def open_postgres(address: str, *, on_fatal: OnFatal = end_process) -> Store:
    """Open a database, its tables made if it is new; `StoreError` if it cannot be used.

    ``on_fatal`` is told of a failed commit and should not return.
    """
    read = read_address(address)
    with connections.in_words(read.place), ExitStack() as undo:
        raw = connections.connect(read)
        undo.callback(raw.close)
        _lock(raw, read.place)
        found = _format(raw, read.place)
        if found < FORMAT:
            raw.execute(connections.WRITING)
            _make_tables(raw, found, NAME)
            raw.execute("COMMIT")
        _check_rights(raw, read.place)
        settings = _settings(raw, read.place)
        undo.pop_all()
    writing = PostgresConnection(raw, connections.WRITING)
    return SqlStore(_Database(read, settings), writing, on_fatal)


def open_postgres_reading(address: str) -> Reading:
    """Open a database to read it, beside the process that has it if one does."""
    read = read_address(address)
    with connections.in_words(read.place), closing(connections.connect(read)) as raw:
        found = _format(raw, read.place)
        settings = _settings(raw, read.place)
    if found < FORMAT:  # of an older puntobanco: nobody has it, and it is brought up to date
        open_postgres(address).close()
    return SqlReading(_Database(read, settings))


def _settings(raw: Raw, place: str) -> dict[str, str | int]:
    found: dict[str, str | int] = {"engine": "postgresql", "database": place}
    for name in (*connections.TOLD, *connections.SETTINGS):
        found[name] = connections.setting_of(raw, name)
    return found


def _lock(raw: Raw, place: str) -> None:
    """Keep other processes out for as long as this connection lasts, and not a moment longer."""
    before = connections.setting_of(raw, "lock_timeout")
    raw.execute("SELECT set_config('lock_timeout', %s, false)", (LOCK_PATIENCE,))
    try:
        raw.execute("SELECT pg_advisory_lock(%s)", (APPLICATION_ID,))
    except errors.LockNotAvailable:
        raise StoreError(
            place,
            f"in use by another process ({_holder(raw)})",
            "stop that one, or name another database",
        ) from None
    raw.execute("SELECT set_config('lock_timeout', %s, false)", (before,))


def _holder(raw: Raw) -> str:
    row = raw.execute(
        "SELECT concat_ws(' at ', nullif(split_part(application_name, ' ', 2), ''),"
        " host(client_addr)) FROM pg_locks JOIN pg_stat_activity USING (pid)"
        " WHERE locktype = 'advisory' AND granted AND objid = %s AND datname = current_database()",
        (APPLICATION_ID,),
    ).fetchone()
    return row[0] if row and row[0] else "unknown"


def _format(raw: Raw, place: str) -> int:
    """The format of the tables, 0 for an empty database; a `StoreError` if it is not ours."""
    row = raw.execute(
        "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = %s", (NAME,)
    ).fetchone()
    if row is None:
        if _is_used(raw):
            raise StoreError(place, *_FOREIGN)
        return 0
    comment = _COMMENT.fullmatch(row[0] or "")
    if comment is None:
        raise StoreError(place, *_FOREIGN)
    version = int(comment[1])
    if version not in ADDED:
        raise StoreError(
            place,
            f"written in format {version}, this puntobanco reads {FORMAT}",
            "use the puntobanco that wrote it",
        )
    return version


def _is_used(raw: Raw) -> bool:
    """Whether anybody made a table or the like; an extension's own do not count."""
    row = raw.execute(
        "SELECT count(*) FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace"
        " WHERE nspname <> 'information_schema' AND NOT starts_with(nspname, 'pg_')"
        " AND NOT EXISTS (SELECT FROM pg_depend"
        " WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')"
    ).fetchone()
    return row is not None and row[0] > 0


def _make_tables(raw: Raw, found: int, schema: str) -> None:
    """All that the database lacks or none of it: the caller holds a transaction open."""
    if not found:
        raw.execute(f"CREATE SCHEMA {schema}".encode())
        raw.execute("SELECT set_config('search_path', %s, true)", (f"{schema}, pg_temp",))
    for number in range(found + 1, FORMAT + 1):
        for statement in ADDED[number]:
            raw.execute(statement.encode())
    raw.execute(f"COMMENT ON SCHEMA {schema} IS 'puntobanco, format {FORMAT}'".encode())


def _check_rights(raw: Raw, place: str) -> None:
    """A user who may only read would be noticed at the first wager, which is late."""
    rows = raw.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = %s::regnamespace AND relkind = 'r'"
        " AND NOT (has_schema_privilege(relnamespace, 'USAGE')"
        " AND has_table_privilege(oid, 'INSERT')) ORDER BY relname",
        (NAME,),
    ).fetchall()
    if rows:
        raise StoreError(
            place, f"this user may not write {rows[0][0]}", "grant that, or name another user"
        )
