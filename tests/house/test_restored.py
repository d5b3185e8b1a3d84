"""A database that was put back from a copy: no shoe is dealt a second time."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from puntobanco.house.restored import begin_witnessed
from puntobanco.shuffle.system import SystemShoe
from puntobanco.store.sqlite import open_sqlite
from puntobanco.store.witness import Witness
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.postings import postings
from puntobanco.table.refusals import Code
from tests.house.houses import House, StillClock
from tests.table.felts import RealFelt
from tests.table.playing import BEGIN, TABLE

STREAM = f"table:{TABLE}"


@contextmanager
def room(file: Path, paper: Path) -> Iterator[House]:
    """A house that a witness follows, as long as it is open."""
    with closing(open_sqlite(file)) as store:
        begin_witnessed(store, Witness(paper), StillClock(BEGIN))
        yield House(store, StillClock(BEGIN))


def orders(house: House, *numbers: int) -> list[bytes | None]:
    """The secret orders of shoes."""
    return house.store.read(lambda tx: [tx.shoe(STREAM, number) for number in numbers])


def deal_away(house: House) -> None:
    """Play the shoe to its end, and bring the next one."""
    house.act_until("end-shoe")
    house.act_until("shuffle")


@pytest.fixture
def copied(file: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A copy taken in the first shoe's second round, and the witness of what came after it."""
    copy, paper = tmp_path / "copy.db", tmp_path / "witness"
    with room(file, paper) as house:
        house.betting("ann", clock=None)
        house.done(cm.CloseBetting())
        house.act_until("settle")
        house.done(cm.OpenBetting())
        house.done(house.wager("ann", "banker", 2_000))
    shutil.copy(file, copy)
    with room(file, paper) as house:
        house.done(cm.CloseBetting())
        deal_away(house)
        assert house.live.state.shoe_number == 2
    return copy, paper


def test_a_start_on_what_was_played_on_changes_nothing(
    file: Path, copied: tuple[Path, Path]
) -> None:
    """Where nothing is lacking the shoe goes on, from the same order."""
    with room(file, copied[1]) as house:
        assert house.live.state.require_shoe.number == 2
        assert house.desk.shoe(TABLE).commit() == house.live.state.require_shoe.commitment


def test_xc7_the_shoe_of_a_copy_is_burned(copied: tuple[Path, Path]) -> None:
    """XC7: the shoe in play is over, its round void with every chip where it was before."""
    copy, paper = copied
    with room(copy, paper) as house:
        state = house.live.state
        assert (state.shoe, state.round, state.shoe_number) == (None, None, 2)
        assert [type(entry.event) for entry, _ in house.entries()][-3:] == [
            ev.RoundVoided,
            ev.ShoeQuarantined,
            ev.ShoesForsaken,
        ]
        assert state.racks["ann"] + house.balances()["wallet:ann"] == 10_000_000
        house.check()


def test_xc7_numbers_that_were_given_do_not_come_again(copied: tuple[Path, Path]) -> None:
    """XC7: the next shoe has a number above all that were seen, and an order of its own."""
    copy, paper = copied
    with room(copy, paper) as house:
        (known,) = orders(house, 1)
        assert known
        house.act_until("shuffle")
        assert house.live.state.require_shoe.number == 3
        two, three = orders(house, 2, 3)
        assert two is None
        assert three
        assert SystemShoe.from_bytes(three).commit() != SystemShoe.from_bytes(known).commit()
        assert house.refused(cm.Settle()) is Code.NOTHING_TO_SETTLE
        deal_away(house)
        house.check()
    with room(copy, paper) as house:  # and it is what is played on from now on
        assert house.live.state.shoe_number == 4
        assert house.live.state.shoe


def test_xc7_a_crash_in_between_is_met_again(copied: tuple[Path, Path]) -> None:
    """The witness takes the copy for true only when the shoes are gone from it."""
    copy, paper = copied
    with closing(open_sqlite(copy)) as store:
        house = House(store, StillClock(BEGIN))
        house.done(cm.ForsakeShoes(shoe=2))
        assert Witness(paper).lacking(store) == [STREAM]
    with room(copy, paper) as house:
        assert (house.live.state.shoe, house.live.state.shoe_number) == (None, 2)
        assert Witness(paper).lacking(house.store) == []
        house.check()


@pytest.mark.parametrize("cards", ["typed", "scanned"])
def test_a_shoe_of_real_cards_goes_too(cards: str) -> None:
    """The log does not know which of its cards came out since: it is kept for inspection."""
    felt = RealFelt.ready(cards=cards)
    felt.sit("ann", 1)
    felt.play("9C 2C KD 4D")
    events = felt.done(cm.ForsakeShoes(shoe=1))
    assert events == (ev.ShoeQuarantined(shoe=1, reason="restored"),)
    assert postings(felt.state, events[0]) == ()
    felt.new_shoe()
    assert felt.state.require_shoe.number == 2


def test_a_tracked_shoe_stays() -> None:
    """Where results alone are entered nothing is at stake: what is lacking is entered again."""
    felt = RealFelt.ready(cards="results")
    assert felt.done(cm.ForsakeShoes(shoe=7)) == ()


def test_a_table_that_is_closed_keeps_the_numbers() -> None:
    """Opened again it goes on above them; one that lost no shoe has nothing to say."""
    felt = RealFelt.opened()
    felt.done(cm.CloseTable())
    assert felt.done(cm.ForsakeShoes(shoe=6)) == (ev.ShoesForsaken(shoe=6),)
    assert felt.done(cm.ForsakeShoes(shoe=6)) == ()
    felt.done(felt.opening)
    felt.new_shoe()
    assert felt.state.require_shoe.number == 7
