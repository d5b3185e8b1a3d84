"""Stores with nights in them."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from puntobanco.store.base import Store
from puntobanco.store.sqlite import MEMORY, open_sqlite
from tests.books.nights import Night


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory."""
    with closing(open_sqlite(MEMORY)) as found:
        yield found


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with one night, which no test changes."""
    file = tmp_path_factory.mktemp("house") / "night.db"
    with closing(open_sqlite(file)) as found:
        Night(found, 7).play(1200)
    return file
