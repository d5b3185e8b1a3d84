"""Houses in memory and in files."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from puntobanco.store.sqlite import MEMORY, open_sqlite
from tests.house.houses import House


@pytest.fixture
def house() -> Iterator[House]:
    """A house that nothing has happened in yet."""
    with closing(open_sqlite(MEMORY)) as store:
        yield House(store)


@pytest.fixture
def betting_house() -> Iterator[House]:
    """A house with patrons at a table that takes bets."""
    with closing(open_sqlite(MEMORY)) as store:
        opened = House(store)
        opened.betting("ann", "bea", clock=None)
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database file that is not there yet."""
    return tmp_path / "house.db"
