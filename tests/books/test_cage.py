"""The cage: chips that are issued, drop boxes that are counted."""

import pytest

from puntobanco.house import cage
from puntobanco.house.cage import CageError, DropCounted, NoSuchBoxError, count_drop
from puntobanco.money import AMOUNT_MAX
from puntobanco.store.base import Store
from puntobanco.table import commands as cm
from puntobanco.table.events import BoxChanged, decode
from tests.books.nights import BANKED, Night


def counted(night: Night, box: str, amount: int, by: str = "ann") -> DropCounted:
    """Count a box of the card room's table."""
    return night.store.submit(
        lambda tx: count_drop(tx, night.states[BANKED], BANKED, box, amount, by, night.clock())
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


def test_what_is_no_count(store: Store) -> None:
    """A box that never hung there, an amount out of bounds, and nobody's count are refused."""
    night = Night(store, 1)
    night.do(BANKED, cm.ChangeBox(box="9"))
    (box,) = night.states[BANKED].hung - {"9"}
    with pytest.raises(NoSuchBoxError, match=f"'7': no such box hung at table {BANKED}"):
        counted(night, "7", 5)
    for amount in (-1, AMOUNT_MAX + 1):
        with pytest.raises(CageError, match=f"{amount}: an amount is 0 to {AMOUNT_MAX}"):
            counted(night, box, amount)
    for nobody in ("", " ", "\n"):
        with pytest.raises(CageError, match="somebody counted; say who"):
            counted(night, box, 5, nobody)
    assert counted(night, box, AMOUNT_MAX).difference == AMOUNT_MAX


def test_a_box_that_comes_back_is_empty_once_counted(store: Store) -> None:
    """Log, table and ledger say the same of a box that hangs again, counted or not, and anew."""
    night = Night(store, 5).play(600)
    first = night.states[BANKED].box
    account = f"drop:{BANKED}:{first}"

    def hang(box: str) -> BoxChanged:
        while night.states[BANKED].round or not night.do(BANKED, cm.ChangeBox(box=box)):
            night.play(1)
        (stored,) = store.read(lambda tx: list(tx.events(f"table:{BANKED}")))[-1:]
        event = decode(stored.body).event
        assert isinstance(event, BoxChanged)
        return event

    held = hang("9").held
    assert held == store.read(lambda tx: tx.balance(account)) > 0
    assert hang(first).boxed == night.states[BANKED].boxed == held
    assert hang("8").held == held
    assert counted(night, first, held).expected == held
    assert hang(first).boxed == night.states[BANKED].boxed == 0


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
