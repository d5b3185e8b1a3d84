"""The store on SQLite: one file, one process, one writer."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

import apsw

from puntobanco.store import connection as connections
from puntobanco.store.base import Store, StoreStopped, T, Transaction, VerifyReport
from puntobanco.store.lock import FileLock
from puntobanco.store.transaction import SqliteTransaction
from puntobanco.store.verify import verify
from puntobanco.store.writer import OnFatal, Writer, end_process

MEMORY: Final = ":memory:"
_READERS_KEPT: Final = 4

_memory_numbers = itertools.count(1)


class SqliteStore:
    """A `Store` on one SQLite file."""

    def __init__(
        self,
        name: str,
        writing: apsw.Connection,
        lock: FileLock | None,
        on_fatal: OnFatal,
        check: Callable[[], None] = connections.no_check,
    ) -> None:
        """Take over a connection that is set, and the lock of its file."""
        self._name = name
        self._lock = lock
        self._place = MEMORY if connections.is_memory(name) else name
        self._settings: dict[str, str | int] = {
            "engine": "sqlite",
            "file": self._place,
            **connections.settings_of(writing),
        }
        self._gate = Lock()
        self._readers: list[apsw.Connection] = []
        self._closed = False
        self._writer = Writer(writing, self._place, on_fatal, check)

    def submit(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Queue work that may write; the future resolves when it is durable, never before."""
        return self._writer.submit(work)

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Do work that only reads, on one state of the store; writing in it is a bug."""
        with self._reading() as connection:
            transaction = SqliteTransaction(connection, writable=False)
            try:
                return work(transaction)
            finally:
                transaction.end()

    def verify(self) -> VerifyReport:
        """Recompute every hash and every balance."""
        with self._reading() as connection:
            return verify(connection)

    def settings(self) -> dict[str, str | int]:
        """How the engine is set, read back when it was opened."""
        return dict(self._settings)

    def close(self) -> None:
        """Finish what is queued and let go of the file; later work meets `StoreStopped`."""
        with self._gate:
            if self._closed:
                return
            self._closed = True
            idle, self._readers = self._readers, []
        for connection in idle:
            connection.close()
        try:
            self._writer.stop()
        finally:
            if self._lock:
                self._lock.release()

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        """A reader on one state of the file: an idle one, or a new one."""
        with self._gate:
            if self._closed:
                raise StoreStopped(f"{self._place} is closed")
            connection = self._readers.pop() if self._readers else None
        if connection is None:
            connection = connections.open_reader(self._name)
        connection.execute("BEGIN")
        try:
            yield connection
        finally:
            connection.execute("ROLLBACK")
            self._give_back(connection)

    def _give_back(self, connection: apsw.Connection) -> None:
        with self._gate:
            if not self._closed and len(self._readers) < _READERS_KEPT:
                self._readers.append(connection)
                return
        connection.close()


def open_sqlite(
    path: Path | str, *, on_fatal: OnFatal = end_process, vfs: str | None = None
) -> Store:
    """Open a database file, made if it is new, or ``":memory:"``; `StoreError` if it cannot be.

    ``on_fatal`` is told of a failed commit and should not return; ``vfs`` names one of SQLite's.
    """
    connections.check_version(apsw.sqlite_lib_version())
    if path == MEMORY:
        name = connections.memory_name(next(_memory_numbers))
        return SqliteStore(name, connections.open_writer(name), None, on_fatal)
    file = Path(path).absolute()
    with connections.in_words(str(file)), ExitStack() as undo:
        connections.check_place(file)
        lock = FileLock(file)
        undo.callback(lock.release)
        if vfs is None:
            connections.make_file(file)
        writing = connections.open_writer(str(file), vfs)
        undo.pop_all()
    check = connections.same_file(file) if vfs is None else connections.no_check
    return SqliteStore(str(file), writing, lock, on_fatal, check)
