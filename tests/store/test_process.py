"""Processes: one a database, ended at any moment, or by their own failed commit."""

import fcntl
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from puntobanco.store import open_store
from puntobanco.store.base import Stored, StoreError, Transaction
from puntobanco.store.sqlite import open_sqlite
from tests.store.child import body

ROOT = Path(__file__).parents[2]
KILLS = {"sqlite": 20, "postgresql": 5}


@contextmanager
def child(do: str, place: Path | str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process that does something with the store, and kill it in the end."""
    command = (sys.executable, "-m", "tests.store.child", do, str(place))
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield process
        finally:
            process.kill()


def read_line(process: subprocess.Popen[bytes]) -> bytes:
    """Wait for a line of the child."""
    assert process.stdout
    return process.stdout.readline()


def test_a_second_process_is_refused(place: Path | str) -> None:
    """XM17: while a process has the store, another is told which one, and may have it later."""
    with child("hold", place) as process:
        assert read_line(process) in (b"sqlite\n", b"postgresql\n")
        words = rf"{place}: in use by another process \({process.pid}\b.*\); stop that one"
        with pytest.raises(StoreError, match=words):
            open_store(place)
    open_store(place).close()


def test_a_process_is_refused_by_this_one(place: Path | str) -> None:
    """The other way round, too: the child that comes second ends with one line of words."""
    with closing(open_store(place)), child("hold", place) as process:
        _, errors = process.communicate(timeout=20)
        assert process.returncode == 1
        assert "StoreError" in errors.decode().splitlines()[-1]
        assert "in use by another process" in errors.decode().splitlines()[-1]


def test_a_second_store_in_one_process_is_refused(place: Path | str) -> None:
    """Two stores on one database would be two writers, wherever they are."""
    with closing(open_store(place)), pytest.raises(StoreError, match="in use"):
        open_store(place)


def test_stores_in_memory_are_apart() -> None:
    """In memory each store is alone."""
    with closing(open_sqlite(":memory:")) as one, closing(open_sqlite(":memory:")) as two:
        one.submit(lambda tx: tx.append("a", 0, 1, [b"x"])).result(20)
        assert two.read(lambda tx: tx.head("a")) == 0


def test_a_lock_file_that_is_just_removed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who locks a file that its last holder removes at that moment tries again, on the new one."""
    lock = file.with_name("table.db.lock")
    real = fcntl.flock
    calls: list[int] = []

    def remove_first(descriptor: int, operation: int) -> None:
        if not calls:
            lock.unlink()
        calls.append(operation)
        real(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", remove_first)
    with closing(open_sqlite(file)):
        assert lock.read_text() == str(os.getpid())
        assert len(calls) == 2
    assert not lock.exists()


def test_kill_loses_nothing_acknowledged(place: Path | str) -> None:
    """However often and whenever the writing process is killed, every acknowledged event is there.

    The store is the same all the time, so each start is a recovery as well.
    """
    chance = random.Random(2)
    acknowledged: dict[str, int] = {}
    kills = KILLS["sqlite" if isinstance(place, Path) else "postgresql"]
    for _ in range(kills):
        with child("append", place) as process:
            lines = [read_line(process) for _ in range(chance.randint(1, 60))]
            process.kill()
            lines += process.communicate(timeout=20)[0].splitlines(keepends=True)
        for line in lines:
            if line.endswith(b"\n"):
                stream, version = line.decode().split()
                assert int(version) > acknowledged.get(stream, 0)
                acknowledged[stream] = int(version)
        with closing(open_store(place)) as store:
            assert store.verify().faults == ()
            for stream, version_last in acknowledged.items():
                events, held = store.read(partial(found, stream))
                assert len(events) >= version_last
                assert all(event.body == body(stream, event.version) for event in events)
                assert held == sum(range(1, len(events) + 1))
    assert sum(acknowledged.values()) > kills


def found(stream: str, tx: Transaction) -> tuple[list[Stored], int]:
    """The events of a stream, and what they moved."""
    return list(tx.events(stream)), tx.balance(f"wallet:{stream[-2:]}")


def test_a_failed_commit_ends_the_process(file: Path) -> None:
    """Status 70, one line that names the file, and nobody was told that his work was done."""
    with child("fail", file) as process:
        output, errors = process.communicate(timeout=20)
    assert process.returncode == 70
    assert output == b""
    assert len(errors.splitlines()) == 1
    assert errors.decode().startswith(f"puntobanco: {file}: a commit failed")
    with closing(open_sqlite(file)) as store:
        assert store.read(lambda tx: tx.streams()) == []
