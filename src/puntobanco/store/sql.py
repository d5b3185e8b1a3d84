"""The store on an engine: one writer, and readers that are kept for the next one who reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from threading import Lock
from typing import Final

from puntobanco.store.base import Moved, StoreStopped, T, Transaction, VerifyReport
from puntobanco.store.engine import Connection, Engine
from puntobanco.store.transaction import SqlTransaction
from puntobanco.store.verify import verify
from puntobanco.store.writer import OnFatal, Writer

_READERS_KEPT: Final = 4


class SqlReading:
    """A `Reading` of an engine that speaks SQL."""

    def __init__(self, engine: Engine) -> None:
        """Take over an engine."""
        self._engine = engine
        self._gate = Lock()
        self._readers: list[Connection] = []
        self._closed = False

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Do work that only reads, on one state of the store; writing in it is a bug."""
        with self._reading() as connection:
            transaction = SqlTransaction(connection, writable=False)
            try:
                return work(transaction)
            finally:
                transaction.end()

    def verify(self) -> VerifyReport:
        """Recompute every hash and every balance."""
        with self._reading() as connection:
            return verify(connection, self._engine.faults(connection))

    def settings(self) -> dict[str, str | int]:
        """How the engine is set, read back when it was opened."""
        return dict(self._engine.settings)

    def clock(self) -> int | None:
        """What the store's own clock shows, in milliseconds; None: it has the machine's."""
        with self._reading() as connection:
            return connection.clock()

    def close(self) -> None:
        """Let go of the database; later work meets `StoreStopped`."""
        with self._gate:
            if self._closed:
                return
            self._closed = True
            idle, self._readers = self._readers, []
        for connection in idle:
            connection.close()
        try:
            self._stop()
        finally:
            self._engine.release()

    def _stop(self) -> None:
        """End what else works on the database."""

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """A reader on one state of the store: an idle one, or a new one."""
        with self._gate:
            if self._closed:
                raise StoreStopped(f"{self._engine.place} is closed")
            connection = self._readers.pop() if self._readers else None
        if connection is None:
            connection = self._engine.reader()
        with ExitStack() as broken:
            broken.callback(connection.close)
            connection.begin()
            try:
                yield connection
            finally:
                connection.rows("ROLLBACK")
                broken.pop_all()
                self._give_back(connection)

    def _give_back(self, connection: Connection) -> None:
        with self._gate:
            if not self._closed and len(self._readers) < _READERS_KEPT:
                self._readers.append(connection)
                return
        connection.close()


class SqlStore(SqlReading):
    """A `Store` on an engine that speaks SQL."""

    def __init__(self, engine: Engine, writing: Connection, on_fatal: OnFatal) -> None:
        """Take over an engine and the one connection that writes."""
        super().__init__(engine)
        self._writer = Writer(writing, engine.place, on_fatal)

    def submit(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Queue work that may write; the future resolves when it is durable, never before."""
        return self._writer.submit(work)

    def follow(self, follower: Callable[[Moved], None]) -> None:
        """Tell somebody what each commit moved, before whoever waits for it is answered."""
        self._writer.follower = follower

    def _stop(self) -> None:
        """Finish what is queued."""
        self._writer.stop()
