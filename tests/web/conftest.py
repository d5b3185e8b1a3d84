"""Houses behind a test client and behind a port."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.web.app import create_app
from puntobanco.web.context import Context
from tests.house.houses import House
from tests.web.servers import Running, put_together, running


@pytest.fixture
def house() -> Iterator[House]:
    """A house with an open table."""
    with closing(open_sqlite(MEMORY)) as store:
        opened = House(store)
        opened.open()
        yield opened


@pytest.fixture
def context(house: House) -> Context:
    """What the routes share."""
    return put_together(house)


@pytest.fixture
def client(context: Context) -> Iterator[TestClient[Litestar]]:
    """A browser without a server."""
    with _client(context) as opened:
        yield opened


@pytest.fixture
def real_house(house: House) -> Iterator[TestClient[Litestar]]:
    """A browser of a house that is no demo."""
    with _client(put_together(house, guests=None)) as opened:
        yield opened


def _client(context: Context) -> TestClient[Any]:
    return TestClient(create_app(context), base_url="http://house.test")


@pytest.fixture
def served() -> Iterator[Running]:
    """A server on a port, with an open table and two patrons."""
    with running() as found:
        found.house.open()
        for patron in ("ann", "bea"):
            found.context.people.enrol(patron, patron.capitalize(), 10_000_000)
        found.house.desk.start_shoe("t1").result(20)
        yield found
