"""Snapshots: a start reads what came after the newest, and finds what the whole log says."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from puntobanco.house.records import Records
from puntobanco.house.snapshot import freeze, thaw
from puntobanco.store.base import Store, Stored, Transaction
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.evolve import evolve
from puntobanco.table.state import TableState
from tests.house.houses import House, StillClock, forgotten
from tests.table.playing import TABLE, small

STREAM = f"table:{TABLE}"
STORED = sorted((Path(__file__).parents[1] / "table").glob("stored-*.jsonl"))


@pytest.mark.parametrize("file", STORED, ids=[file.stem for file in STORED])
def test_any_state_comes_back(file: Path) -> None:
    """After every event of the stored examples, what is frozen thaws to the same."""
    state, records = TableState(), Records()
    for at, line in enumerate(file.read_bytes().splitlines()):
        event = ev.decode(line).event
        records.note(state, event, at)
        state = evolve(state, event)
        assert thaw(freeze(state, records)) == (state, records)


def play(house: House, shoes: int) -> None:
    """Play some short shoes with two patrons, and a few acts of the next."""
    house.open(small(cut_card=30))
    house.enrol("ann", "bea")
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=100_000))
    house.done(cm.TakeSeat(patron="bea", place=4, buy_in=100_000))
    for _ in range(shoes):
        for _ in range(1_000):
            name = house.act().name
            if name == "open":
                house.done(house.wager("ann", "player", 500))
                house.done(house.wager("bea", "tie", 300))
            if name == "end-shoe":
                break
    for _ in range(20):
        house.act()


def reads(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note after which versions a table's events are read from now on."""
    seen: list[int] = []
    kind: Any = store.read(type)
    whole: Callable[[Transaction, str, int], Iterator[Stored]] = kind.events

    def noted(self: Transaction, stream: str, after: int = 0) -> Iterator[Stored]:
        if stream == STREAM:
            seen.append(after)
        return whole(self, stream, after)

    monkeypatch.setattr(kind, "events", noted)
    return seen


def test_a_start_reads_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A restart takes the end of the last shoe for granted, and is where the whole log leads."""
    clock = StillClock()
    with closing(open_sqlite(tmp_path / "a.db")) as store:
        house = House(store, clock)
        play(house, 2)
        before, head = forgotten(house.live), house.live.version
        kept = store.read(lambda tx: tx.snapshot(STREAM))
        assert kept
        seen = reads(store, monkeypatch)
        house.restart()
        assert forgotten(house.live) == before
        assert seen[-1] == kept[0] > head / 2
        store.submit(lambda tx: tx.put_snapshot(STREAM, kept[0], b"{}")).result(20)
        house.restart()
        assert forgotten(house.live) == before
        assert seen[-1] == 0


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b'{"shape":"other"}',
        b"\xff",
        json.dumps({"shape": "", "state": {}, "records": {}}).encode(),
    ],
    ids=range(6),
)
def test_a_snapshot_of_another_shape_is_left_aside(body: bytes) -> None:
    """Bytes that no puntobanco of today wrote are no snapshot, and no fault."""
    assert thaw(body) is None


def test_a_damaged_snapshot_is_left_aside() -> None:
    """A snapshot that lacks a piece, or holds what no table has, is no snapshot."""
    body = json.loads(freeze(TableState(), Records()))
    changes: tuple[Callable[[dict[str, Any]], object], ...] = (
        lambda b: b.pop("state"),
        lambda b: b["state"].pop("$"),
        lambda b: b["state"].update({"$": "Unheard"}),
        lambda b: b["state"].update({"unheard": 1}),
        lambda b: b.update({"state": 5}),
        lambda b: b.update({"sittings": [["ann", 1, 2, [9]]]}),
    )
    for change in changes:
        broken = json.loads(json.dumps(body))
        change(broken)
        assert thaw(json.dumps(broken).encode()) is None
