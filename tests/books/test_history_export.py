"""The hand history from a log: whatever a night brings, the check finds no fault in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.errors import InputError
from puntobanco.house.day import Days, Hours
from puntobanco.house.reports.history import write_history
from puntobanco.house.reports.scope import Scope
from puntobanco.rules.catalogue import find
from puntobanco.store.base import Store
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import events as ev
from puntobanco.track.history.check import check_history
from puntobanco.track.history.read import parse
from puntobanco.track.history.records import History, Round, Shoe
from tests.books.nights import BANKED, REAL, TABLES, Night


def history(store: Store, table: str, opening: int | None = None, days: Days | None = None) -> str:
    """Write the history of a table."""
    scope = Scope(days or Days(Hours.read()), (table,))
    return store.read(lambda tx: b"".join(write_history(tx, scope, opening))).decode()


def faults(found: History) -> list[str]:
    """Check a history."""
    return list(map(str, check_history(found, find)))


def openings(store: Store, table: str) -> int:
    """Count how often a table was opened."""
    return store.read(
        lambda tx: sum(
            isinstance(ev.decode(stored.body).event, ev.TableOpened)
            for stored in tx.events(f"table:{table}")
        )
    )


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.integers(100, 1500))
def test_the_check_finds_no_fault_in_any_night(seed: int, steps: int) -> None:
    """Each opening of each table, with voids, corrections, irregularities, people: all is sound."""
    store = open_sqlite(MEMORY)
    try:
        Night(store, seed).play(steps)
        for table in TABLES:
            for opening in range(1, openings(store, table) + 1):
                assert faults(parse(history(store, table, opening))) == []
    finally:
        store.close()
