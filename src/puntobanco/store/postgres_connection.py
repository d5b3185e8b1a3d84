"""Connections of PostgreSQL: their settings, and the words for servers that cannot be used."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, LiteralString

import psycopg
from psycopg import errors as codes

from puntobanco.store.base import StoreError
from puntobanco.store.engine import Value
from puntobanco.store.postgres_address import Address
from puntobanco.store.postgres_schema import NAME

VERSION_MIN: Final = 14

# What the driver could not end well on a lost connection it logs, and raises as well: told once.
logging.getLogger("psycopg").setLevel(logging.CRITICAL)

Raw = psycopg.Connection[tuple[Any, ...]]

# Set one by one, and read back. What would end an idle connection, or work that takes its time, is
# off, whatever the server's own settings are: the writer's connection is the lock as well.
SETTINGS: Final = {
    "client_encoding": "UTF8",
    "synchronous_commit": "on",
    "search_path": f"{NAME}, pg_temp",  # named last, no temporary table can stand in for ours
    "lock_timeout": "5s",
    "statement_timeout": "0",
    "idle_session_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
}
# Wishes, which only TCP hears: how soon the server notices that we are gone, and drops the lock.
_WISHES: Final = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
# The server's own; what they promise is its owner's to decide, and ours to tell.
TOLD: Final = ("server_version", "server_encoding", "fsync", "full_page_writes", "data_checksums")

READING: Final = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITING: Final = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

_ROWS_AT_ONCE: Final = 1000

# What a server or the way to it says when there is no connection; it carries no code.
_NO_CONNECTION: Final = (
    (
        re.compile(r"database .* does not exist"),
        "there is no such database",
        "make it with createdb, or name another one",
    ),
    (
        re.compile(r"password|authentication|role .* does not exist"),
        "the server refuses this user and password",
        "check both",
    ),
    (
        re.compile(r"refused|resolve|running|timeout|timed out|unreachable|No route"),
        "the server cannot be reached",
        "start it, or name another host and port",
    ),
)
_ANOTHER: Final = "name a database that can be written"


@dataclass(frozen=True, slots=True)
class PostgresConnection:
    """A `Connection`."""

    raw: Raw
    opening: LiteralString | bytes = READING

    errors = psycopg.Error
    refusals = (psycopg.IntegrityError, psycopg.DataError)
    again = (codes.SerializationFailure, codes.DeadlockDetected)
    row_lock = " FOR UPDATE"

    def clock(self) -> int | None:
        """What the server's clock shows, in milliseconds since 1970."""
        now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        ((found,),) = self.rows(now)
        return int(found)

    def begin(self) -> None:
        """Begin a transaction: to write, or to read one state."""
        self.raw.execute(self.opening)

    def commit(self) -> None:
        """Make it durable; returns in no other case."""
        said = self.raw.execute(b"COMMIT").statusmessage
        if said != "COMMIT":  # a transaction that an error spoilt ends so, without another error
            raise psycopg.OperationalError(f"the server answered {said}")

    def rows(self, sql: str, values: tuple[Value, ...] = ()) -> list[Any]:
        """Run a statement, and give its rows."""
        cursor = self.raw.execute(_translated(sql), values or None)
        return cursor.fetchall() if cursor.description else []

    def many(self, sql: str, values: Sequence[tuple[Value, ...]]) -> None:
        """Run a statement that gives no rows, once for each of some values, in one round trip."""
        with self.raw.cursor() as cursor:
            cursor.executemany(_translated(sql), values)

    def each(self, sql: str) -> Iterator[Any]:
        """Run a statement of more rows than memory should hold."""
        with self.raw.cursor(name="each") as cursor:
            cursor.itersize = _ROWS_AT_ONCE
            yield from cursor.execute(_translated(sql))

    def close(self) -> None:
        """Let go."""
        self.raw.close()


@cache
def _translated(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


def connect(address: Address) -> Raw:
    """Connect, with every setting in force; `StoreError` if one is not."""
    name = f"puntobanco {os.getpid()}"  # for whoever meets the lock
    raw = psycopg.connect(**address.parameters | {"application_name": name}, autocommit=True)
    try:
        _check_server(raw, address.place)
        _set(raw, address.place)
    except BaseException:
        raw.close()
        raise
    return raw


def _set(raw: Raw, place: str) -> None:
    for name, value in (SETTINGS | _WISHES).items():
        raw.execute("SELECT set_config(%s, %s, false)", (name, value))
    for name, value in SETTINGS.items():
        found = setting_of(raw, name)
        if found != value:
            reason = f"{name} is {found} and not {value}"
            raise StoreError(place, reason, "connect to the server itself")


def setting_of(raw: Raw, name: str) -> str:
    """A setting as the server has it."""
    (found,) = raw.execute("SELECT current_setting(%s)", (name,)).fetchall()
    return str(found[0])


def _check_server(raw: Raw, place: str) -> None:
    """Refuse a server that is too old, cannot hold every text, or only follows another one."""
    if raw.info.server_version < VERSION_MIN * 10_000:
        raise StoreError(
            place,
            f"PostgreSQL {setting_of(raw, 'server_version')} is too old",
            f"use {VERSION_MIN} or newer",
        )
    encoding = setting_of(raw, "server_encoding")
    if encoding != "UTF8":
        raise StoreError(
            place,
            f"its encoding is {encoding}",
            "make one with createdb --encoding=UTF8 --template=template0",
        )
    if setting_of(raw, "in_hot_standby") == "on":
        raise StoreError(place, "read-only, it follows another server", "name that one")


@contextmanager
def in_words(place: str) -> Iterator[None]:
    """Turn what the server says, or the way to it, into a `StoreError`."""
    try:
        yield
    except codes.InsufficientPrivilege as error:
        reason = f"this user may not write in it ({_line(error)})"
        raise StoreError(place, reason, "grant that, or name another user") from None
    except psycopg.Error as error:
        words = _line(error)
        if error.sqlstate is None:
            for pattern, reason, cure in _NO_CONNECTION:
                if pattern.search(words):
                    raise StoreError(place, reason, cure) from None
        raise StoreError(place, f"cannot be opened ({words})", _ANOTHER) from None


def _line(error: psycopg.Error) -> str:
    return " ".join(str(error).split())
