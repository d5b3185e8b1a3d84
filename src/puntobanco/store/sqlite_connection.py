"""Connections of SQLite: their settings, and the words for files that are none of ours."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import apsw

from puntobanco.store.base import StoreError
from puntobanco.store.engine import Value
from puntobanco.store.schema import ADDED, APPLICATION_ID, FORMAT

SQLITE_MIN: Final = (3, 51, 3)  # older ones can damage a file in WAL mode

BUSY_MS: Final = 5000

# Set one by one in this order, and read back. Patience comes first, for setting the others may have
# to wait already. Recursive triggers make a REPLACE meet the triggers
# that keep the log; fullfsync is a wish that only macOS hears.
PRAGMAS: Final[dict[str, str | int]] = {
    "busy_timeout": BUSY_MS,
    "locking_mode": "normal",
    "journal_mode": "wal",
    "synchronous": 2,  # FULL
    "foreign_keys": 1,
    "trusted_schema": 0,
    "recursive_triggers": 1,
    "mmap_size": 0,
    "secure_delete": 1,
    "fullfsync": 1,
}
_IN_THE_FILE: Final = frozenset({"journal_mode"})  # all others are the connection's alone

_READ_ONLY: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_HEAD: Final = b"SQLite format 3\0"
_FOREIGN: Final = "name another file, or a new one"
_NO_DATABASE: Final = ("no database", _FOREIGN)


Check = Callable[[], None]


def no_check() -> None:
    """Find nothing wrong, where there is no file of one's own to lose."""


@dataclass(frozen=True, slots=True)
class SqliteConnection:
    """A `Connection`; ``check`` raises when a commit would go nowhere."""

    raw: apsw.Connection
    opening: str = "BEGIN"
    check: Check = no_check

    errors = apsw.Error
    refusals = (apsw.ConstraintError,)
    again = ()
    row_lock = ""  # the file has one writer

    def clock(self) -> None:
        """There is no server: the machine's clock is the file's."""

    def begin(self) -> None:
        """Begin a transaction: to write, or to read one state."""
        self.raw.execute(self.opening)

    def commit(self) -> None:
        """Make it durable; returns in no other case."""
        self.check()
        self.raw.execute("COMMIT")

    def rows(self, sql: str, values: tuple[Value, ...] = ()) -> list[Any]:
        """Run a statement, and give its rows."""
        return self.raw.execute(sql, values).fetchall()

    def many(self, sql: str, values: Sequence[tuple[Value, ...]]) -> None:
        """Run a statement that gives no rows, once for each of some values."""
        self.raw.executemany(sql, values)

    def each(self, sql: str) -> Iterator[Any]:
        """Run a statement of more rows than memory should hold."""
        return self.raw.execute(sql)

    def close(self) -> None:
        """Let go."""
        self.raw.close()


def check_version(version: str) -> None:
    """Refuse a SQLite that is older than the first sound one."""
    if tuple(int(part) for part in version.split(".")) < SQLITE_MIN:
        oldest = ".".join(map(str, SQLITE_MIN))
        raise StoreError(
            f"SQLite {version}",
            "too old, it can damage a file in WAL mode",
            f"install an apsw with {oldest} or newer",
        )


def check_place(path: Path) -> None:
    """Refuse a place where no database file can be."""
    if path.is_dir():
        raise StoreError(path, "a folder", "name a file in it")
    if not path.parent.is_dir():
        raise StoreError(path, f"there is no folder {path.parent}", "make it first")
    if path.exists() and not path.is_file():
        raise StoreError(path, "no regular file", _FOREIGN)


def make_file(path: Path) -> None:
    """Make an empty file that nobody else may read, for it will hold the order of shoes.

    The engine would take a foreign file of a few bytes for an empty one, and write over it: so the
    head of a file that is there is read first. A file with a rollback journal beside it is one that
    the power left half made, and the engine's to mend. Only the holder of the lock may do this.
    """
    if path.with_name(f"{path.name}-wal").exists() and not path.exists():
        raise StoreError(
            path,
            f"it is gone, and {path.name}-wal beside it holds what it lacks",
            "put the file back, or move both away to begin anew",
        )
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        head = os.read(descriptor, len(_HEAD))
    finally:
        os.close(descriptor)
    if head not in (b"", _HEAD) and not path.with_name(f"{path.name}-journal").exists():
        raise StoreError(path, *_NO_DATABASE)


def same_file(path: Path) -> Check:
    """Give a check that the path still leads to the file that it leads to now.

    A file that was deleted or replaced goes on taking commits that nobody will ever read.
    """
    opened = path.stat()

    def check() -> None:
        try:
            found = path.stat()
            is_same = (found.st_dev, found.st_ino) == (opened.st_dev, opened.st_ino)
        except OSError:
            is_same = False
        if not is_same:
            raise StoreError(path, "the file was deleted or replaced", "put it back")

    return check


@contextmanager
def in_words(place: str) -> Iterator[None]:
    """Turn what the system or the engine says about a file into a `StoreError`."""
    try:
        yield
    except OSError as error:
        if error.errno in _READ_ONLY:
            raise _read_only(place) from None
        raise StoreError(
            place, f"cannot be opened ({error.strerror})", "name a file that can be written"
        ) from None
    except apsw.NotADBError:
        raise StoreError(place, *_NO_DATABASE) from None
    except apsw.CorruptError:
        raise StoreError(place, "damaged", "restore it from a backup") from None
    except (apsw.ReadOnlyError, apsw.PermissionsError):
        raise _read_only(place) from None
    except (apsw.BusyError, apsw.LockedError):
        raise StoreError(
            place, "locked by another program", "close that program, or name another file"
        ) from None
    except apsw.FullError:
        raise StoreError(place, "the disk is full", "make room on it") from None
    except apsw.Error as error:
        raise StoreError(
            place, f"cannot be opened ({error})", "name a file that can be written"
        ) from None


def open_writer(name: str, vfs: str | None = None) -> apsw.Connection:
    """The one connection that writes; makes what tables a file lacks, refuses a foreign one."""
    flags = apsw.SQLITE_OPEN_CREATE | _flags(name)
    connection = apsw.Connection(name, flags=flags, vfs=vfs)
    try:
        _check_writable(connection, name)
        _set(connection, in_the_file=False)
        found = format_of(connection, name)
        _set(connection, in_the_file=True)
        _read_back(connection, name)
        if found < FORMAT:
            _make_tables(connection, found)
    except BaseException:
        connection.close()
        raise
    return connection


def open_reader(name: str) -> apsw.Connection:
    """A connection that can write nothing."""
    connection = apsw.Connection(name, flags=_flags(name))
    _set(connection, in_the_file=False)
    connection.pragma("query_only", 1)
    return connection


def settings_of(connection: apsw.Connection) -> dict[str, str | int]:
    """The settings as the engine has them."""
    found: dict[str, str | int] = {"sqlite": apsw.sqlite_lib_version()}
    for name in PRAGMAS:
        value = connection.pragma(name)
        found[name] = value if isinstance(value, str | int) else 0  # a VFS without mmap says None
    return found


def is_memory(name: str) -> bool:
    """Whether the name is that of a database in memory."""
    return name.startswith("file:/") and name.endswith("?vfs=memdb")


def memory_name(number: int) -> str:
    """A name under which the connections of one store share a database in memory."""
    return f"file:/puntobanco-{number}?vfs=memdb"


def _flags(name: str) -> int:
    uri = apsw.SQLITE_OPEN_URI if is_memory(name) else 0
    return apsw.SQLITE_OPEN_READWRITE | uri


def _set(connection: apsw.Connection, *, in_the_file: bool) -> None:
    for name, value in PRAGMAS.items():
        if (name in _IN_THE_FILE) is in_the_file:
            connection.pragma(name, value)


def _read_back(connection: apsw.Connection, place: str) -> None:
    found = settings_of(connection)
    for name, wanted in PRAGMAS.items():
        expected = "memory" if name == "journal_mode" and is_memory(place) else wanted
        if found[name] != expected:
            raise StoreError(
                place, f"{name} is {found[name]} and not {expected}", "put it on a local disk"
            )


def _check_writable(connection: apsw.Connection, place: str) -> None:
    """The engine opens a file that it may not write for reading only, and does not say so."""
    if connection.readonly("main"):
        raise _read_only(place)


def format_of(connection: apsw.Connection, place: str) -> int:
    """The format of the file, 0 for a new one; a `StoreError` if it is neither new nor ours."""
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").get
    application = connection.pragma("application_id")
    version: int = connection.execute("PRAGMA user_version").get
    if (tables, application, version) == (0, 0, 0):
        return 0
    if application != APPLICATION_ID:
        raise StoreError(place, "a database of another program", _FOREIGN)
    if version not in ADDED:
        raise StoreError(
            place,
            f"written in format {version}, this puntobanco reads {FORMAT}",
            "use the puntobanco that wrote it",
        )
    return version


def _make_tables(connection: apsw.Connection, found: int) -> None:
    """All that the file lacks or none of it: a crash in between leaves it as it was."""
    connection.execute("BEGIN IMMEDIATE")
    for number in range(found + 1, FORMAT + 1):
        for statement in ADDED[number]:
            connection.execute(statement)
    connection.pragma("application_id", APPLICATION_ID)
    connection.pragma("user_version", FORMAT)
    connection.execute("COMMIT")


def _read_only(place: str) -> StoreError:
    return StoreError(
        place,
        "read-only for this user (the file, its folder or its disk)",
        "name a file that can be written",
    )
