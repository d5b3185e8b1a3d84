"""The books of a simulated room: tables of every kind, with everything that can happen there."""

from contextlib import closing

import pytest

from puntobanco.house.auditor import audit
from puntobanco.house.logfile import check_log, read_lines, write_log
from puntobanco.house.reports.beancount import write_beancount
from puntobanco.house.reports.drops import drops
from puntobanco.house.reports.ledger import moved
from puntobanco.house.reports.playing_book import PlayingBook
from puntobanco.house.reports.rounds import rounds
from puntobanco.house.reports.scope import EVERY_DAY, Scope
from puntobanco.store.base import Store
from puntobanco.track.history.read import parse
from puntobanco.track.history.records import History
from tests.books.test_history_export import faults, history, openings
from tests.simulator.run import step
from tests.simulator.tables import TABLE
from tests.simulator.world import Machine, World


@pytest.mark.parametrize("seed", [1, 5, 16, 23, 48])
def test_the_books_of_a_simulated_room_come_out(seed: int) -> None:
    """Auditor, exported log, reports and histories of whatever the simulator thought of."""
    machine = Machine()
    with machine.running(), closing(World(seed, machine)) as world:
        for number in range(1, 301):
            step(world, number)
        judge(world.store)


def judge(store: Store) -> None:
    """Write all books of a store."""
    scope = Scope(EVERY_DAY)
    assert store.read(lambda tx: [*audit(tx)]) == []
    lines = store.read(lambda tx: [*write_log(tx)])
    assert check_log(read_lines("room", lines)).fault == ""
    assert len(store.read(lambda tx: [*moved(tx, scope)])) == store.verify().transfers
    for rows in (
        store.read(lambda tx: [*rounds(tx, scope)]),
        store.read(lambda tx: drops(tx, scope)),
        store.read(lambda tx: [*PlayingBook(scope).rows(tx)]),
        store.read(lambda tx: [*write_beancount(tx, scope)]),
    ):
        assert isinstance(rows, list)
    for opening in range(1, openings(store, TABLE) + 1):
        assert faults(history_of(store, opening)) == []


def history_of(store: Store, opening: int) -> History:
    """Write a history and read it again."""
    return parse(history(store, TABLE, opening))
