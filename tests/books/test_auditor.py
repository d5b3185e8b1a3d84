"""The auditor and the invariants: nights of random play come out, what is false does not."""

import pytest

from puntobanco.house.auditor import Auditor
from puntobanco.house.log import read_log
from puntobanco.store.base import Store
from tests.books.nights import Night


@pytest.mark.parametrize("seed", range(3))
def test_a_night_of_random_play_keeps_every_invariant(store: Store, seed: int) -> None:
    """The events of a night make its transfers, settlements and balances, account by account."""
    Night(store, seed).play(1500)
    auditor = Auditor()
    faults = store.read(
        lambda tx: [
            f"{logged.stream} {logged.version}: {fault}"
            for logged in read_log(tx, tx.streams())
            for fault in auditor.take(logged)
        ]
    )
    assert faults == []
    assert [*auditor.end()] == []
    assert auditor.books.balances == store.read(lambda tx: tx.balances())
    assert sum(auditor.books.balances.values()) == 0
