"""A table goes over to another game: what was played stays what it was, on every screen."""

from msgspec.structs import replace

from puntobanco.house.changes import Rules, change, differences, told
from puntobanco.house.snapshot import freeze, thaw
from puntobanco.house.views import Viewer
from puntobanco.rules.catalogue import find
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.house.houses import House
from tests.house.planted import play_round
from tests.table.playing import opening, small

PLAYER = "9C 2C KD 4D"
SEVEN = "2H 9H KH 3H KS 5H"  # Banker wins with a three-card seven


def over(house: House) -> None:
    """Two rounds of a short shoe are played, Ann's wagers in the second, and it is put away."""
    house.done(replace(opening(small(burn="none")), cards="typed"))
    house.enrol("ann")
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=100_000))
    house.done(cm.StartShoe(lot="A-1", receipt="R-1", cut_card=48))
    house.done(cm.CutShoe(depth=26))
    play_round(house, PLAYER)
    play_round(house, SEVEN, ("ann", "player", 1_000), ("ann", "dragon-7", 500))
    house.done(cm.EndShoe())


def go_over(house: House) -> None:
    """Two people agree to another game, and the count of the last shoe lets it come."""
    sheet = find("punto-banco")
    limits = tuple(ev.Limit(bet.id, 100, 50_000) for bet in sheet.bets)
    matter = change(house.live.state.game, Rules(sheet=sheet), {"limits": limits, "decks": 8})
    house.done(cm.Propose(by="dee", reason="x", matter=matter))
    house.done(cm.Approve(by="flo", number=house.live.state.proposal_number))
    house.done(cm.CountShoe(by="dee", rest=house.live.state.uncounted or 0))


def test_hands_of_another_game_are_told_by_it(house: House) -> None:
    """A patron's hands keep their odds and lines, also where a bet of theirs is gone."""
    over(house)
    viewer = Viewer(house.live, str.capitalize)
    (before, _) = viewer.hands("ann")
    go_over(house)
    assert house.live.state.game.sheet.bet("dragon-7") is None
    (after, _) = viewer.hands("ann")
    assert after == before
    assert {line.bet: line.odds for line in after.lines}["dragon-7"] == "40:1"
    assert viewer.mine("ann", 0, house.clock.now).last_wagers == ()


def test_a_board_tells_the_last_shoe_by_its_own_calls(house: House) -> None:
    """The shoe before is counted by the calls of its game; another game begins its day anew."""
    over(house)
    viewer = Viewer(house.live, str.capitalize)
    before = viewer.board(house.clock.now).last_shoe
    go_over(house)
    board = viewer.board(house.clock.now)
    assert board.last_shoe == before
    assert before is not None
    assert [call.count for call in before.calls if call.id == "dragon-7"] == [1]
    assert board.day is None


def test_a_snapshot_keeps_the_game_before(house: House) -> None:
    """What is agreed, what was played by what, and the former game survive as bytes."""
    over(house)
    go_over(house)
    matter = change(house.live.state.game, Rules(), {"clock": 5_000})
    house.done(cm.Propose(by="dee", reason="x", matter=matter))
    state, records = house.live.state, house.live.records
    assert state.settled[-1].game is not None
    assert thaw(freeze(state, records)) == (state, records)
    house.restart()
    assert (house.live.state, house.live.records.former) == (state, records.former)


def test_a_change_is_told_by_what_differs(house: House) -> None:
    """Rules are told by their ids, the venue's choices apart, and nothing that stays is."""
    over(house)
    state = house.live.state
    profile = change(state.game, Rules(venue={"irregularities": "burn"}), {"clock": 15_000})
    stood = told(state.game)
    assert differences(state, profile) == {
        "was": {"irregularities": stood["irregularities"]},
        "now": {"irregularities": "burn"},
        "waits": "",
    }
