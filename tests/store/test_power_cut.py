"""The power goes at any operation of the disk: what was acknowledged is there afterwards.

Killing a process cannot show this, for the system still writes what the process had handed over.
"""

import itertools
import random
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from unittest.mock import patch

import apsw
import pytest

from puntobanco.errors import PuntobancoError
from puntobanco.store import sqlite_connection
from puntobanco.store.base import Store, StoreError, StoreStopped, Transaction
from puntobanco.store.sqlite import open_sqlite
from tests.store.child import STREAMS, body, wager
from tests.store.disk import Disk

CONTROLS = 40
ROUNDS = 12  # of one to five appends each, waited for together
CHECKPOINT_PAGES = 24  # so that the log is copied into the database a few times in a run

Pragmas = dict[str, str | int]

names = itertools.count()


# A file system in Python has no shared memory; one connection that has the file alone needs none.
EXCLUSIVE: Pragmas = {"locking_mode": "exclusive"}


@dataclass(frozen=True)
class Run:
    """A store on a disk until its power went."""

    disk: Disk
    acknowledged: dict[str, int]  # the last version of each stream


@contextmanager
def set_up(pragmas: Pragmas) -> Iterator[None]:
    """Open stores with other settings, and with many checkpoints."""
    hook = partial(apsw.Connection.wal_autocheckpoint, n=CHECKPOINT_PAGES)
    apsw.connection_hooks.append(hook)
    with patch.dict(sqlite_connection.PRAGMAS, pragmas):
        yield
    apsw.connection_hooks.remove(hook)


def run(folder: Path, seed: int, cut_at: int | None, pragmas: Pragmas) -> Run:
    """Append until the power goes, or to the end."""
    disk = Disk(f"disk{next(names)}", cut_at, seed)
    acknowledged: dict[str, int] = {}
    with set_up(pragmas), suppress(StoreError, StoreStopped, apsw.IOError):
        store = open_sqlite(folder / "table.db", on_fatal=lambda _: None, vfs=disk.name)
        with closing(store), suppress(StoreStopped):
            for told in rounds(store, random.Random(seed)):
                acknowledged.update(told)
    disk.unregister()
    return Run(disk, acknowledged)


def rounds(store: Store, chance: random.Random) -> Iterator[dict[str, int]]:
    """Append a few events at a time, and say what was acknowledged."""
    for _ in range(ROUNDS):
        streams = chance.choices(STREAMS, k=chance.randint(1, 5))
        futures = [store.submit(partial(wager, stream)) for stream in streams]
        for future in futures:
            yield dict([future.result(20)])


def what_is_wrong(folder: Path, acknowledged: dict[str, int]) -> list[str]:
    """Open what the disk holds on a real one, and compare it with what was acknowledged."""
    reopened = partial(open_sqlite, folder / "table.db", on_fatal=lambda _: None)
    try:
        # The real disk under this test need not survive anything, and syncs are slow.
        with patch.dict(sqlite_connection.PRAGMAS, synchronous=0), closing(reopened()) as store:
            found = list(store.verify().faults)
            for stream in STREAMS:
                found += store.read(partial(lost, stream, acknowledged.get(stream, 0)))
            # And it goes on from there.
            store.submit(partial(wager, STREAMS[0])).result(20)
            return found
    except (PuntobancoError, apsw.Error) as error:
        return [str(error)]


def lost(stream: str, acknowledged: int, tx: Transaction) -> list[str]:
    """What is missing from a stream, or not what was written."""
    head = tx.head(stream)
    found = [] if head >= acknowledged else [f"{stream}: {acknowledged} is lost, {head} is left"]
    wrong = [
        event.version for event in tx.events(stream) if event.body != body(stream, event.version)
    ]
    return found + [f"{stream}: {version} is not what was written" for version in wrong]


def after(folder: Path, cut_at: int, pragmas: Pragmas) -> list[str]:
    """Cut the power at an operation; what is wrong then."""
    folder.mkdir()
    cut = run(folder, cut_at, cut_at, pragmas)
    cut.disk.after_the_cut(folder)
    return what_is_wrong(folder, cut.acknowledged)


def test_an_uncut_run_is_whole(tmp_path: Path) -> None:
    """The disk itself loses nothing, and the run is long enough to meet checkpoints."""
    done = run(tmp_path, 1, None, EXCLUSIVE)
    for name, file in done.disk.files.items():
        (tmp_path / Path(name).name).write_bytes(file.seen)
    assert sum(done.acknowledged.values()) > ROUNDS
    assert what_is_wrong(tmp_path, done.acknowledged) == []


def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """With the store's settings, every acknowledged event survives a cut, at each operation."""
    whole = run(tmp_path, 1, None, EXCLUSIVE).disk.operations
    assert whole > 200
    wrong = {cut: after(tmp_path / str(cut), cut, EXCLUSIVE) for cut in range(1, whole + 1)}
    assert {cut: found for cut, found in wrong.items() if found} == {}


@pytest.mark.parametrize("synchronous", [0, 1])
def test_the_control_loses_something(tmp_path: Path, synchronous: int) -> None:
    """With fewer syncs the same cuts do lose acknowledged events: the test above can fail."""
    pragmas = EXCLUSIVE | {"synchronous": synchronous}
    whole = run(tmp_path, 1, None, pragmas).disk.operations
    chosen = random.Random(1).sample(range(1, whole), CONTROLS)
    wrong = [cut for cut in chosen if after(tmp_path / str(cut), cut, pragmas)]
    assert len(wrong) > CONTROLS // 4
