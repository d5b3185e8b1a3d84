"""Stores to test on, and the connections that they make."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from puntobanco.store import open_store
from puntobanco.store.base import Store, T, Transaction
from puntobanco.store.sqlite import MEMORY, open_sqlite

NOBODY = 65534  # the user without rights of any Unix


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database file that is not there yet."""
    return tmp_path / "table.db"


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> Path | str:
    """Where a database can be made, on either engine."""
    made: Path | str = request.getfixturevalue(
        {"sqlite": "file", "postgres": "database"}[request.param]
    )
    return made


@pytest.fixture
def store(place: Path | str) -> Iterator[Store]:
    """A store that outlives its process, on either engine."""
    with closing(open_store(place)) as opened:
        yield opened


@pytest.fixture
def sqlite(file: Path) -> Iterator[Store]:
    """A store in a file."""
    with closing(open_sqlite(file)) as opened:
        yield opened


@pytest.fixture(params=["memory", "postgres"])
def quick(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A store for what is the same in memory, on either engine."""
    place = MEMORY if request.param == "memory" else request.getfixturevalue("database")
    with closing(open_store(place)) as opened:
        yield opened


@pytest.fixture
def do(quick: Store) -> "Do":
    """Do work on such a store, and wait for it."""
    return Do(quick)


class Do:
    """Work, one piece after the other."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, work: Callable[[Transaction], T]) -> T:
        """Do one piece, and give its result."""
        return self._store.submit(work).result(timeout=20)


@pytest.fixture
def connections() -> Iterator[list[apsw.Connection]]:
    """The connections opened since, the writer of a store first."""
    opened: list[apsw.Connection] = []
    apsw.connection_hooks.append(opened.append)
    yield opened
    apsw.connection_hooks.remove(opened.append)


@pytest.fixture
def guarded() -> Iterator["Guarded"]:
    """A folder whose permissions bind even root."""
    folder = Path(tempfile.mkdtemp())
    user = os.geteuid()
    try:
        yield Guarded(folder)
    finally:
        os.seteuid(user)
        folder.chmod(0o700)
        shutil.rmtree(folder)


class Guarded:
    """A folder, and a file that may be in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "table.db"

    def set(self, folder: int, file: int | None = None) -> None:
        """Set the permissions, and be somebody whom they bind: root, whom none does, is nobody."""
        if file is not None:
            self.file.chmod(file)
        self.folder.chmod(folder)
        if os.geteuid() == 0:
            os.seteuid(NOBODY)
