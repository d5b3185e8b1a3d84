"""Stores to test on, and the connections that they make."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from puntobanco.store.base import Store, T, Transaction
from puntobanco.store.sqlite import MEMORY, open_sqlite

NOBODY = 65534  # the user without rights of any Unix


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database file that is not there yet."""
    return tmp_path / "table.db"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    """A store in a file."""
    with closing(open_sqlite(file)) as opened:
        yield opened


@pytest.fixture
def memory() -> Iterator[Store]:
    """A store in memory."""
    with closing(open_sqlite(MEMORY)) as opened:
        yield opened


@pytest.fixture
def do(memory: Store) -> "Do":
    """Do work on the store in memory, and wait for it."""
    return Do(memory)


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
def folder_of_another() -> Iterator[Path]:
    """A folder that everybody may read and only its owner may write, seen by somebody else.

    Whoever runs the tests may be root, whom no permission stops, so the test runs as nobody.
    """
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    user = os.geteuid()
    try:
        yield folder
    finally:
        os.seteuid(user)
        folder.chmod(0o755)
        shutil.rmtree(folder)
