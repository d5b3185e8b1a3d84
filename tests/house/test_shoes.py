"""The notes of a table's shoes: when each hand was, what was corrected, the shoes of the day."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from msgspec.structs import replace

from puntobanco.house.desk import Desk
from puntobanco.house.shoes import KEPT_MS, Past, Shoes, outcomes_of
from puntobanco.house.shown.board import Board, Result
from puntobanco.house.shown.view import View
from puntobanco.house.snapshot import freeze, thaw
from puntobanco.house.views import Viewer
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import Winner
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.track.notation import Outcome
from tests.house.houses import House
from tests.table.playing import TABLE, opening, small

HOUR = 3_600_000


@pytest.fixture
def house() -> Iterator[House]:
    """A house with one patron at a table of short shoes."""
    with closing(open_sqlite(MEMORY)) as store:
        opened = House(store)
        opened.enrol("ann")
        opened.open(small(cut_card=30))
        opened.done(cm.TakeSeat(patron="ann", place=1, buy_in=100_000))
        yield opened


def shoes(house: House) -> Shoes:
    """The notes as they stand."""
    return house.live.records.shoes


def shoe(house: House) -> int:
    """Play a shoe to its end; give how many hands it had."""
    house.act_until("end-shoe")
    return len(house.live.state.last_coups)


def told(view: Viewer, house: House) -> Board:
    """The board that everybody sees."""
    found = view.view(house.clock.now)
    assert isinstance(found, View)
    return found.board


def test_each_hand_has_its_note(house: House) -> None:
    """Beside the results of both shoes lie their notes, each with its round and its moment."""
    first = shoe(house)
    house.clock.now += HOUR
    house.act_until("settle")
    house.clock.now += HOUR
    house.act_until("settle")
    assert [note.round for note in shoes(house).before] == list(range(1, first + 1))
    assert len(shoes(house).hands) == len(house.live.state.require_shoe.coups) == 2
    assert shoes(house).hands[1].at - shoes(house).hands[0].at == HOUR


def test_a_void_round_is_no_hand_and_a_free_hand_is_one(house: House) -> None:
    """What was called off has no note; what was dealt without wagers has one that says so."""
    house.act_until("open")
    house.done(cm.Propose(by="dan", reason="r", matter=ev.VoidRound()))
    house.done(cm.Approve(number=1, by="sue"))
    assert shoes(house).hands == ()
    house.done(cm.OpenFreeHand())
    house.act_until("settle")
    assert [note.is_free for note in shoes(house).hands] == [True]


def results_table() -> cm.OpenTable:
    """A table of real cards that records results alone."""
    return replace(opening(find("deq-ez"), decks=8, clock=None), cards="results")


def test_a_corrected_hand_is_marked() -> None:
    """A hand is checked while its correction waits, and marked once it has another result."""
    with closing(open_sqlite(MEMORY)) as store:
        house = House(store)
        house.done(results_table())
        house.done(cm.StartShoe(lot="7", receipt="8"))
        house.done(cm.CutShoe(depth=26))
        for winner in ("player", "banker", "tie"):
            house.done(cm.OpenBetting())
            house.done(cm.CloseBetting())
            house.done(cm.EnterResult(winner=winner))
            house.done(cm.Settle())
        view = Viewer(house.live, str.capitalize)
        house.done(cm.Propose(by="dan", reason="r", matter=ev.CorrectRound(round=2, winner="tie")))
        board = told(view, house)
        assert (board.checked, board.corrected) == (2, ())
        house.done(cm.Approve(number=1, by="sue"))
        board = told(view, house)
        assert (board.checked, board.corrected) == (None, (2,))
        assert board.last == Result("tie", None, None, ())
        house.done(cm.EndShoe())
        assert [note.is_corrected for note in shoes(house).before] == [False, True, False]


def test_a_correction_of_wagers_alone_marks_no_hand(house: House) -> None:
    """The hand stands as it was; only what was paid changed."""
    house.act_until("open")
    house.done(house.wager("ann", "player", 1_000))
    house.act_until("settle")
    wager = house.live.state.settled[0].wagers[0].id
    less = ev.CorrectRound(round=1, spots=(ev.Spot(wager, "player", 500),))
    house.done(cm.Propose(by="dan", reason="r", matter=less))
    house.done(cm.Approve(number=1, by="sue"))
    assert [note.is_corrected for note in shoes(house).hands] == [False]


def test_the_shoes_of_a_day_add_up(house: House) -> None:
    """All shoes that ended on this gaming day count together; the next day begins with none."""
    view, hands = Viewer(house.live, str.capitalize), 0
    assert told(view, house).day is None
    for number in range(1, 4):
        hands += shoe(house)
        day = told(view, house).day
        assert day
        assert (day.shoes, day.hands) == (number, hands)
        assert day.player + day.banker + day.tie == hands
    house.clock.now = view.hours.end(view.hours.shift(house.clock.now).day)
    house.act_until("settle")
    assert told(view, house).day is None
    house.clock.now += KEPT_MS
    shoe(house)
    shoe(house)
    assert len(shoes(house).earlier) == 1


def test_a_past_shoe_keeps_its_outcomes() -> None:
    """They are read back as they were written, also with marks that today's game does not know."""
    outcomes = [Outcome(Winner.BANKER, ("d7", "bp")), Outcome(Winner.TIE), Outcome(Winner.PLAYER)]
    assert Past(3, 0, " ".join(map(str, outcomes)), "h").outcomes == outcomes


def test_notes_outlive_a_restart(house: House) -> None:
    """A snapshot and a start from the log have the same notes, and so have all the screens."""
    for _ in range(3):
        shoe(house)
    frozen = thaw(freeze(house.live.state, house.live.records))
    assert frozen
    assert frozen[1].shoes == shoes(house)
    again = Desk(house.store, house.clock)
    assert again.tables[TABLE].records.shoes == shoes(house)


def test_the_pace_stands_while_the_table_is_suspended(house: House) -> None:
    """Hands an hour are those of the time in which the table was open."""
    for _ in range(12):
        house.clock.now += 60_000
        house.act_until("settle")
    before = shoes(house).pace.per_hour(house.clock.now)
    house.done(cm.SuspendTable(by="sue", reason="r"))
    house.clock.now += HOUR
    assert shoes(house).pace.per_hour(house.clock.now) == before == 60


def test_results_have_the_marks_of_the_sheet(house: House) -> None:
    """Outcomes carry what the board shows: naturals, pairs, the tokens of calls."""
    shoe(house)
    game, results = house.live.state.game, house.live.state.last_coups
    assert [outcome.winner for outcome in outcomes_of(game.sheet, results)] == [
        result.winner for result in results
    ]
