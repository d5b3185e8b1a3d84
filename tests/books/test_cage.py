"""The cage: chips that are issued, drop boxes that are counted."""

import pytest

from puntobanco.house import cage
from puntobanco.house.cage import CageError, DropCounted, count_drop
from puntobanco.store.base import Store
from puntobanco.table import commands as cm
from tests.books.nights import BANKED, Night


def counted(night: Night, box: str, amount: int) -> DropCounted:
    """Count a box of the card room's table."""
    return night.store.submit(
        lambda tx: count_drop(tx, night.states[BANKED], BANKED, box, amount, "ann", night.clock())
    ).result(20)


def test_a_box_is_counted_once_it_has_left_its_table(store: Store) -> None:
    """A box that hangs is not counted; one that has left is emptied, and the difference kept."""
    night = Night(store, 5).play(600)
    box = night.states[BANKED].box
    account = f"drop:{BANKED}:{box}"
    held = store.read(lambda tx: tx.balance(account))
    assert held > 0
    with pytest.raises(CageError, match=f"box {box} hangs at table {BANKED}; hang another"):
        counted(night, box, held)
    while not night.do(BANKED, cm.ChangeBox(box="9")):
        night.play(1)
    held = store.read(lambda tx: tx.balance(account))
    world = store.read(lambda tx: tx.balance("world"))
    event = counted(night, box, held - 100)
    assert (event.expected, event.counted, event.difference) == (held, held - 100, -100)
    assert store.read(lambda tx: tx.balance(account)) == 0
    assert store.read(lambda tx: tx.balance("world")) == world + held
    assert counted(night, box, 0).expected == 0


def test_nobody_counts_less_than_nothing(store: Store) -> None:
    """A count below nought is refused."""
    with pytest.raises(CageError, match="-1: nobody counts less"):
        counted(Night(store, 1), "2", -1)


@pytest.mark.parametrize(
    "body",
    [
        b'{"amount":5,"patron":"ann","type":"ChipsIssued","v":1}',
        b"""{"box":"2","by":"a","counted":4,"difference":-1,"expected":5,"table":"1","type":"DropCounted","v":1}""",
    ],
)
def test_what_the_cage_stored_is_read_for_ever(body: bytes) -> None:
    """The literal bytes of every event of the cage stay readable, and move what they moved."""
    (moved,) = cage.postings(cage.decode(body))
    assert moved.amount == 5
