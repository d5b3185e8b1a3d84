"""The writer: one thread that does all work that writes, many pieces of it in one commit.

It takes what is queued, never waits for more, and gives each piece a savepoint, so that one that
fails leaves its neighbours alone. Where another writer can be in the way, a piece that met one is
done again from there: so work changes nothing outside the store before its last statement there,
and finds all as it was. A future resolves after the commit that made its work durable.
Whatever goes wrong beside the work itself ends the process: what the disk then holds is known only
by reading it again, and that is what a start does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Final

from puntobanco.store.base import Moved, StoreError, StoreStopped, T, Transaction
from puntobanco.store.engine import Connection
from puntobanco.store.transaction import SqlTransaction

BATCH_MAX: Final = 64
ATTEMPTS: Final = 3  # at work in whose way another writer was
EXIT_STATUS: Final = 70  # EX_SOFTWARE

OnFatal = Callable[[StoreError], None]


def end_process(error: StoreError) -> None:
    """Say why, and end at once: nothing in memory may be acted on any more."""
    sys.stderr.write(f"puntobanco: {error}\n")
    sys.stderr.flush()
    os._exit(EXIT_STATUS)


@dataclass(frozen=True, slots=True)
class _Job:
    future: Future[Any]
    work: Callable[[Transaction], Any]


@dataclass(frozen=True, slots=True)
class _Outcome:
    future: Future[Any]
    result: Any
    error: BaseException | None
    moved: Moved

    def tell(self) -> None:
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class Writer:
    """The thread, its queue and the only connection that writes."""

    def __init__(self, connection: Connection, place: str, on_fatal: OnFatal) -> None:
        """Start the thread."""
        self._connection = connection
        self._place = place
        self._on_fatal = on_fatal
        self.follower: Callable[[Moved], None] | None = None  # told of each commit
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._gate = Lock()  # nothing enters the queue after the None that ends it
        self._stopped = False
        self._thread = Thread(target=self._run, name="puntobanco-store", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Queue work."""
        future: Future[T] = Future()
        with self._gate:
            if self._stopped:
                raise StoreStopped(f"{self._place} is closed")
            self._queue.put(_Job(future, work))
        return future

    def stop(self) -> None:
        """Finish what is queued, end the thread and close its connection."""
        self._close_gate()
        self._thread.join()
        self._connection.close()

    def _close_gate(self) -> None:
        with self._gate:
            if not self._stopped:
                self._stopped = True
                self._queue.put(None)

    def _run(self) -> None:
        is_last = False
        while not is_last:
            jobs, is_last = self._take()
            try:
                outcomes = self._commit(jobs)
            except BaseException as error:  # noqa: BLE001 - no error may leave futures waiting
                self._fail(jobs, error)
                return
            for outcome in outcomes:
                outcome.tell()

    def _take(self) -> tuple[list[_Job], bool]:
        """The jobs of the next commit, and whether they are the last ones."""
        jobs: list[_Job] = []
        job = self._queue.get()
        while job is not None:
            if job.future.set_running_or_notify_cancel():
                jobs.append(job)
            if len(jobs) == BATCH_MAX or self._queue.empty():
                return jobs, False
            job = self._queue.get()
        return jobs, True

    def _commit(self, jobs: list[_Job]) -> list[_Outcome]:
        if not jobs:
            return []
        self._connection.begin()
        outcomes = [self._do(job) for job in jobs]
        self._connection.commit()
        if self.follower:
            moved = Moved()
            for outcome in outcomes:
                moved.heads.update(outcome.moved.heads)
                moved.shoes.update(outcome.moved.shoes)
            if moved.heads:
                self.follower(moved)
        return outcomes

    def _do(self, job: _Job) -> _Outcome:
        outcome = self._try(job)
        for _ in range(1, ATTEMPTS):
            if not isinstance(outcome.error, self._connection.again):
                break
            outcome = self._try(job)
        return outcome

    def _try(self, job: _Job) -> _Outcome:
        self._connection.rows("SAVEPOINT piece")
        transaction = SqlTransaction(self._connection, writable=True)
        result: Any = None
        problem: BaseException | None = None
        try:
            result = job.work(transaction)
            if transaction.failure:
                raise transaction.failure  # noqa: TRY301 - which the work passed over
        except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to whoever asked
            problem = error
            # If the engine undid the whole commit by itself (a full disk, a lost connection), there
            # is no savepoint left: this raises, and the process ends before anybody is told.
            self._connection.rows("ROLLBACK TO piece")
        finally:
            transaction.end()
        self._connection.rows("RELEASE piece")
        return _Outcome(job.future, result, problem, Moved() if problem else transaction.moved)

    def _fail(self, jobs: list[_Job], cause: BaseException) -> None:
        error = StoreError(
            self._place,
            f"a commit failed ({type(cause).__name__}: {' '.join(str(cause).split())})",
            "mend that and start again: whatever was acknowledged is there",
        )
        error.__cause__ = cause
        self._on_fatal(error)
        # Only a test gets here.
        self._close_gate()
        waiting = list(jobs)
        while not self._queue.empty():
            waiting += self._take()[0]
        for job in waiting:
            job.future.set_exception(StoreStopped(str(error)))
