"""The writer: many pieces of work in one commit, and what a failed commit means."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import apsw
import pytest

from puntobanco.errors import InvariantError
from puntobanco.ledger import WORLD, InsufficientFunds, Transfer
from puntobanco.store import open_store
from puntobanco.store.base import Conflict, Store, StoreError, StoreStopped, Transaction
from puntobanco.store.sqlite import open_sqlite
from puntobanco.store.writer import BATCH_MAX

SECONDS = 20
TOO_MUCH = Transfer("wallet:wen", "drop:t", 1)


@contextmanager
def held(store: Store) -> Iterator[None]:
    """Keep the writer busy, so that what is submitted meanwhile goes into one commit."""
    started, release = Event(), Event()

    def hold(_: Transaction) -> None:
        started.set()
        release.wait(SECONDS)

    future = store.submit(hold)
    assert started.wait(SECONDS)
    try:
        yield
    finally:
        release.set()
        future.result(SECONDS)


def is_open(store: Store) -> bool:
    """Whether the store still takes work."""
    try:
        store.submit(append("a"))
    except StoreStopped:
        return False
    return True


def append(stream: str) -> Callable[[Transaction], int]:
    """Work that adds one event to a stream."""
    return lambda tx: tx.append(stream, tx.head(stream), 1, [b"x"])


def fail(tx: Transaction) -> None:
    """Work that writes everywhere and then fails."""
    version = tx.append("a", tx.head("a"), 1, [b"wrong"])
    tx.post("a", version, [Transfer(WORLD, "wallet:wen", 5)])
    tx.remember("p1", "c1", b"d", b"r")
    raise RuntimeError("changed my mind")


def spoil(connection: apsw.Connection) -> Callable[[Transaction], Any]:
    """Work that makes the commit that it is in fail: a hook that says True has it rolled back."""
    return lambda _: connection.set_commit_hook(lambda: True)


def test_work_gives_its_result(store: Store) -> None:
    """What work returns is what its future holds."""
    assert store.submit(append("a")).result(SECONDS) == 1
    assert store.submit(lambda tx: tx.streams()).result(SECONDS) == ["a"]


def test_a_refusal_leaves_its_neighbours(store: Store) -> None:
    """In one commit, work that fails is undone and told so; what stood before and after stays."""
    with held(store):
        before = store.submit(append("a"))
        wrong: list[Future[Any]] = [
            store.submit(fail),
            store.submit(lambda tx: tx.append("a", 7, 1, [b"late"])),
            store.submit(lambda tx: tx.post("a", tx.append("a", 1, 1, [b"y"]), [TOO_MUCH])),
            store.submit(lambda _: sys.exit(3)),
        ]
        after = store.submit(append("a"))
    assert (before.result(SECONDS), after.result(SECONDS)) == (1, 2)
    kinds = [type(future.exception(SECONDS)) for future in wrong]
    assert kinds == [RuntimeError, Conflict, InsufficientFunds, SystemExit]
    assert store.read(lambda tx: [event.body for event in tx.events("a")]) == [b"x", b"x"]
    assert store.read(lambda tx: (tx.balances(), tx.answer("p1", "c1"))) == ({}, None)
    assert store.verify().ok


def stubborn(tx: Transaction) -> None:
    """Work that is refused a row, and goes on as if it had not been."""
    tx.remember("p1", "c1", b"d", b"one")
    with suppress(InvariantError):
        tx.remember("p1", "c1", b"d", b"another")


def test_a_refused_row_is_not_passed_over(store: Store) -> None:
    """Work that was refused a row comes to nothing, whatever it makes of that itself."""
    with held(store):
        futures = [store.submit(append("a")), store.submit(append("a"))]
        wrong = store.submit(stubborn)
        futures.append(store.submit(append("a")))
    with pytest.raises(InvariantError, match="the store refuses a row"):
        wrong.result(SECONDS)
    assert [future.result(SECONDS) for future in futures] == [1, 2, 3]
    assert store.read(lambda tx: tx.answer("p1", "c1")) is None


def test_up_to_64_go_into_one_commit(connections: list[apsw.Connection], sqlite: Store) -> None:
    """What is queued is committed together, at most 64 pieces at once, and in order."""
    commits = 0

    def count() -> bool:
        nonlocal commits
        commits += 1
        return False

    connections[0].set_commit_hook(count)
    with held(sqlite):
        futures = [sqlite.submit(append("a")) for _ in range(2 * BATCH_MAX + 1)]
    assert [future.result(SECONDS) for future in futures] == list(range(1, 2 * BATCH_MAX + 2))
    assert BATCH_MAX == 64
    assert commits == 1 + 3  # the first was that of the work that held the writer


def test_nothing_resolves_before_the_commit(
    connections: list[apsw.Connection], sqlite: Store
) -> None:
    """When the engine is about to commit, no future of that commit is done, good or bad."""
    seen: list[list[bool]] = []
    futures: list[Future[Any]] = []

    def look() -> bool:
        seen.append([future.done() for future in futures])
        return False

    with held(sqlite):
        connections[0].set_commit_hook(look)
        futures += [sqlite.submit(work) for work in (append("a"), fail, append("b"))]
    assert futures[2].result(SECONDS) == 1
    assert seen == [[False, False, False]] * 2  # at the commit of what held the writer, and theirs


def test_a_resolved_future_is_visible_to_all(store: Store) -> None:
    """Whoever was told of an event finds it, from any connection."""
    for version in range(1, 30):
        assert store.submit(append("a")).result(SECONDS) == version
        assert store.read(lambda tx: tx.head("a")) == version


def test_readers_see_one_state(store: Store) -> None:
    """A reader sees what was committed when it began, and nothing of what is written meanwhile."""
    store.submit(append("a")).result(SECONDS)

    def work(tx: Transaction) -> tuple[int, int]:
        first = tx.head("a")
        store.submit(append("a")).result(SECONDS)
        return first, tx.head("a")

    assert store.read(work) == (1, 1)
    assert store.read(lambda tx: tx.head("a")) == 2


def test_readers_read_at_once(store: Store) -> None:
    """Readers inside readers each get a connection of their own; no writer is waited for."""
    store.submit(append("a")).result(SECONDS)

    def depth(left: int) -> int:
        return store.read(lambda tx: tx.head("a") + (depth(left - 1) if left else 0))

    with held(store):
        assert depth(6) == 7


def test_a_reader_that_fails_gives_its_connection_back(store: Store) -> None:
    """An error of work that reads reaches its caller, and the next reader is none the worse."""
    for _ in range(10):
        with pytest.raises(ZeroDivisionError):
            store.read(lambda tx: tx.head("a") // 0)
    assert store.read(lambda tx: tx.head("a")) == 0


def test_cancelled_work_is_not_done(store: Store) -> None:
    """Work that is cancelled before its turn never happens; its neighbours do."""
    with held(store):
        first, second = store.submit(append("a")), store.submit(append("a"))
        assert first.cancel()
    assert second.result(SECONDS) == 1
    with pytest.raises(CancelledError):
        first.result(SECONDS)


def test_close_finishes_what_is_queued(place: Path | str) -> None:
    """Closing waits for the queue; afterwards the store takes nothing; closing twice is fine."""
    store = open_store(place)
    futures = [store.submit(append("a")) for _ in range(200)]
    store.close()
    assert [future.result(0) for future in futures] == list(range(1, 201))
    store.close()
    with pytest.raises(StoreStopped, match="is closed"):
        store.submit(append("a"))
    with pytest.raises(StoreStopped, match="is closed"):
        store.read(lambda tx: tx.head("a"))
    with closing(open_store(place)) as again:
        assert again.read(lambda tx: tx.head("a")) == 200


def test_a_closed_file_is_one_file(file: Path) -> None:
    """Once a store is closed, nothing lies beside its file."""
    with closing(open_sqlite(file)) as store:
        store.submit(append("a")).result(SECONDS)
    assert [entry.name for entry in file.parent.iterdir()] == ["table.db"]


def test_a_reader_outlives_the_store(place: Path | str) -> None:
    """Closing while somebody reads lets him finish."""
    store = open_store(place)
    store.submit(append("a")).result(SECONDS)

    def work(tx: Transaction) -> int:
        store.close()
        return tx.head("a")

    assert store.read(work) == 1


def test_a_failed_commit_stops_the_store(connections: list[apsw.Connection], file: Path) -> None:
    """After a failed commit nobody is told that his work was done, and no work is taken."""
    told: list[StoreError] = []
    store = open_sqlite(file, on_fatal=told.append)
    assert store.submit(append("a")).result(SECONDS) == 1
    with held(store):
        futures = [store.submit(append("a")), store.submit(spoil(connections[0]))]
        futures += [store.submit(append("a")) for _ in range(BATCH_MAX + 5)]
        futures.append(store.submit(fail))
    for future in futures:
        with pytest.raises(StoreStopped, match="a commit failed"):
            future.result(SECONDS)
    with pytest.raises(StoreStopped):
        store.submit(append("a"))
    assert len(told) == 1
    assert str(told[0]).startswith(f"{file}: a commit failed (ConstraintError: ")
    store.close()
    store = open_sqlite(file)
    assert store.read(lambda tx: tx.head("a")) == 1
    store.close()


def test_a_failure_while_closing(connections: list[apsw.Connection], file: Path) -> None:
    """A commit that fails in the last batch is told like any other, and closing does not hang."""
    told: list[StoreError] = []
    store = open_sqlite(file, on_fatal=told.append)
    with held(store):
        future = store.submit(append("a"))
        spoiler = store.submit(spoil(connections[0]))
        closing = Thread(target=store.close)
        closing.start()
        while is_open(store):
            pass
    closing.join(SECONDS)
    assert not closing.is_alive()
    assert [type(f.exception(SECONDS)) for f in (future, spoiler)] == [StoreStopped] * 2
    assert len(told) == 1


def test_a_full_disk_undoes_the_whole_commit(
    connections: list[apsw.Connection], file: Path
) -> None:
    """If the engine itself rolls back, work that seemed done is not, so nobody is told so."""
    told: list[StoreError] = []
    store = open_sqlite(file, on_fatal=told.append)
    with held(store):
        good = store.submit(append("a"))
        connections[0].pragma("max_page_count", connections[0].pragma("page_count"))
        big = store.submit(lambda tx: tx.append("a", 1, 1, [b"x" * 1_000_000]))
    for future in (good, big):
        with pytest.raises(StoreStopped):
            future.result(SECONDS)
    assert len(told) == 1
    store.close()
    store = open_sqlite(file)
    assert store.read(lambda tx: tx.head("a")) == 0
    assert store.verify().ok
    store.close()
