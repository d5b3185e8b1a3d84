"""What a state bears: the version of its table's log, and the epoch of the process that sent it."""

import json
from contextlib import closing
from pathlib import Path
from shutil import copytree

from puntobanco.store.sqlite import open_sqlite
from puntobanco.web.live import Client
from tests.house.houses import House
from tests.web.servers import put_together


async def nowhere(_: str) -> None:
    """Send to nobody."""


def told(house: House) -> tuple[int, int]:
    """The epoch and the number of a state, from a house that has just opened."""
    house.clock.now += 1_000
    found = json.loads(put_together(house).hub.render(Client(nowhere, table="t1")))
    return found["epoch"], found["seq"]


def test_states_are_numbered_by_the_log(tmp_path: Path) -> None:
    """A restart goes on with the number of the log, in a new epoch."""
    file = tmp_path / "room" / "house.db"
    file.parent.mkdir()
    with closing(open_sqlite(file)) as store:
        house = House(store)
        house.open()
        before = told(house)
        house.act()
        later = told(house)
        assert later[1] == house.live.version > before[1]
    copytree(file.parent, tmp_path / "kept")
    with closing(open_sqlite(file)) as store:
        house = House(store, clock=house.clock)
        after = told(house)
        assert after[1] == later[1]
        assert after[0] > later[0]
        for _ in range(5):
            house.act()
        newest = told(house)
    # Yesterday's copy comes back: its lower numbers are a fresh start, not old news.
    with closing(open_sqlite(tmp_path / "kept" / "house.db")) as store:
        restored = told(House(store, clock=house.clock))
    assert restored[1] < newest[1]
    assert restored[0] > newest[0]
