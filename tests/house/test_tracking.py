"""A tracked shoe as the house shows it and keeps it: board, notes, snapshots, a look ahead."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.house.snapshot import freeze, thaw
from puntobanco.house.tracking import preview, tracking
from puntobanco.house.views import Viewer
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table.refusals import Refusal
from tests.house.contract import plain
from tests.house.houses import House
from tests.table.playing import opening, small

HANDS: tuple[dict[str, Any], ...] = (
    {"winner": "banker", "marks": ("n8",)},
    {"cards": ("9S", "2C", "KD", "4D")},
    {"cards": ("2", "3", "T", "4", "K"), "is_free": True},
)


@pytest.fixture
def house() -> Iterator[House]:
    """A house whose one table tracks a shoe of three hands: a result, cards, ranks."""
    with closing(open_sqlite(MEMORY)) as store:
        opened = House(store)
        opened.done(replace(opening(small(), decks=8), cards="results"))
        opened.done(cm.NewShoe(by="dan", shoe=1))
        for hand, said in enumerate(HANDS, 1):
            opened.done(cm.EnterHand(by="dan", hand=hand, **said))
        yield opened


def view(house: House) -> dict[str, Any]:
    """The table as everybody sees it."""
    return plain(Viewer(house.live, str.capitalize).view(house.clock.now))


def test_the_board_of_a_tracked_shoe(house: House) -> None:
    """Between two hands the next one's number stands there, and the last one's totals if known."""
    seen = view(house)
    assert (seen["phase"], seen["hand"], seen["coup"]) == ("waiting", 4, None)
    assert seen["board"]["last"] == {"winner": "banker", "player": 2, "banker": 7, "calls": []}
    assert [cell[2:] for cell in seen["board"]["bead_plate"]] == [
        ["B", ["n8"]], ["P", ["n9"]], ["B", []],
    ]  # fmt: skip
    house.done(cm.UndoHand(by="dan", hand=3))
    assert view(house)["board"]["last"]["player"] == 9


def test_what_the_page_is_told(house: House) -> None:
    """The page has the hands, what marks go together, who draws, and what is out."""
    told = tracking(house.live.state)
    assert [hand["winner"] for hand in told["hands"]] == ["banker", "player", "banker"]
    assert told["hands"][2]["cards"] == ("2", "3", "T", "4", "K")
    assert told["possible"]["player"]["n9"] == ["n8", "pp", *house.live.state.game.tokens]
    assert set(told["possible"]["tie"]) == {"n8", "n9", "pp", "bp"}
    assert told["draws"]["player"] == [True] * 6 + [False] * 2
    assert [row.count(True) for row in told["draws"]["banker"]] == [11, 11, 11, 10, 7, 5, 2, 0]
    assert told["seen"]["9S"] == 1
    assert (told["next_shoe"], told["back_to"]) == (2, None)
    house.done(cm.NewShoe(by="dan", shoe=2))
    assert tracking(house.live.state)["back_to"] == 1


def test_every_hand_keeps_its_note(house: House) -> None:
    """A corrected hand is marked, one that was put in too; what was taken out leaves no note."""
    shoes = house.live.records.shoes
    house.done(cm.ChangeHand(by="dan", hand=1, hands=3, winner="tie"))
    house.done(cm.InsertHand(by="dan", hand=2, hands=3, winner="tie"))
    house.done(cm.DeleteHand(by="dan", hand=3, hands=4))
    assert [(note.is_corrected, note.is_free) for note in shoes.hands] == [
        (True, False), (True, False), (False, True),
    ]  # fmt: skip
    assert view(house)["board"]["corrected"] == [1, 2]
    house.done(cm.UndoHand(by="dan", hand=3))
    assert len(shoes.hands) == len(house.live.state.require_shoe.coups) == 2


def test_notes_come_back_with_their_shoe(house: House) -> None:
    """A shoe that is taken back has its notes again, and so has the one before it."""
    for shoe in (2, 3):
        house.done(cm.NewShoe(by="dan", shoe=shoe))
        house.done(cm.EnterHand(by="dan", hand=1, winner="tie"))
    shoes = house.live.records.shoes
    stood = shoes.hands, shoes.before, shoes.earlier
    assert len(shoes.earlier) == 1
    house.done(cm.NewShoe(by="dan", shoe=4))
    house.done(cm.TakeShoeBack(by="dan"))
    assert (shoes.hands, shoes.before, shoes.earlier) == stood
    assert view(house)["board"]["last_shoe"]["number"] == 2


def test_an_undone_hand_is_no_hand_an_hour(house: House) -> None:
    """What was taken back at once does not count in the pace of the table."""
    hands = house.live.records.shoes.pace.hands
    house.done(cm.EnterHand(by="dan", hand=4, winner="tie"))
    house.done(cm.UndoHand(by="dan", hand=4))
    assert house.live.records.shoes.pace.hands == hands


def test_a_frozen_board_says_which_hand_is_checked(house: House) -> None:
    """While the table is suspended over a result, the newest hand is the one that is checked."""
    house.done(cm.SuspendTable(by="dan", reason="disputed"))
    assert view(house)["board"]["checked"] == 3
    house.done(cm.ResumeTable(by="sue"))
    assert view(house)["board"]["checked"] is None


def test_a_restart_shows_the_same(house: House) -> None:
    """From the log or from a snapshot: the same hands, the same shoe that may come back."""
    house.done(cm.NewShoe(by="dan", shoe=2))
    house.done(cm.LimitHands(by="dan", hands=60))
    state, shown = house.live.state, view(house)
    body = freeze(state, house.live.records)
    found = thaw(body)
    assert found
    assert found[0] == state
    house.restart()
    assert house.live.state == state
    assert view(house) == shown
    house.done(cm.TakeShoeBack(by="dan"))
    assert len(house.live.state.require_shoe.coups) == 3


def test_nothing_of_a_shoe_outlives_the_table(house: House) -> None:
    """A table that opens again has no shoe to take back, and no tournament."""
    house.done(cm.LimitHands(by="dan", hands=60))
    house.done(cm.CloseTable())
    house.done(replace(opening(small(), decks=8), cards="results"))
    assert (house.live.state.put_away, house.live.state.hands_limit) == (None, None)


def test_a_look_ahead(house: House) -> None:
    """The roads as they would be are those of the hands as they would be."""
    state = house.live.state
    delete = cm.DeleteHand(by="dan", hand=2, hands=3)
    board = preview(state, delete, house.clock.now)
    assert not isinstance(board, Refusal)
    assert board["outcomes"] == 2
    assert isinstance(preview(state, replace(delete, hands=4), house.clock.now), Refusal)
    house.done(delete)
    drawn = view(house)["board"]
    assert {key: board[key] for key in ("bead_plate", "big_road")} == {
        key: drawn[key] for key in ("bead_plate", "big_road")
    }
