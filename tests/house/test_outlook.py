"""What a cover could come to: each result, settled from every seat where the button may fall."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from puntobanco.house.outlook import Outlook, outlook, wagers_faced
from puntobanco.rules.settle import Wager
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table.state import Setup
from tests.house.houses import House
from tests.house.test_position import banked, card_room, played

PLACE = 8  # of the player-dealer; the others are seats 1 to 7
WAGERS = (  # worked example 1 of the rules
    (5, "banker", 100, "front"),
    (5, "dragon-7", 10, "front"),
    (6, "player", 400, "front"),
    (6, "panda-8", 10, "front"),
    (6, "banker", 100, "back"),
    (6, "dragon-7", 10, "back"),
    (7, "player", 50, "front"),
    (7, "dragon-7", 5, "front"),
    (1, "player", 200, "front"),
    (1, "dragon-7", 10, "front"),
    (2, "banker", 300, "front"),
    (2, "dragon-7", 5, "front"),
    (3, "player", 100, "front"),
    (3, "tie", 20, "front"),
)
HELD = tuple(
    Wager(str(n), seat, f"{seat}{line}", bet, amount * 100, line)
    for n, (seat, bet, amount, line) in enumerate(WAGERS)
)


@pytest.fixture
def house() -> Iterator[House]:
    """A house with a clock that stands still."""
    with closing(open_sqlite(MEMORY)) as store:
        yield House(store)


@pytest.fixture
def game(house: House) -> Setup:
    """The table of the example."""
    return card_room(house).live.state.game


def by_result(rows: list[Outlook]) -> dict[tuple[str, tuple[str, ...]], Outlook]:
    """Find rows by their result."""
    return {(row.winner, row.calls): row for row in rows}


def test_a_cover_that_a_call_exhausts(game: Setup) -> None:
    """Example 1: 600 do not reach for a Dragon 7; whoever is first, 1,600 are owed."""
    rows = by_result(outlook(game, HELD, PLACE, 60_000))
    dragon = rows["banker", ("dragon-7",)]
    assert (dragon.pays, dragon.collects) == (160_000, 78_000)
    assert (dragon.worst, dragon.exhausted) == (-60_000, True)
    assert dragon.uncovered > 0
    player = rows["player", ()]
    assert (player.pays, player.collects) == (75_000, 57_000)


def test_a_cover_that_reaches(game: Setup) -> None:
    """With enough for everything each result is what it collects less what it pays."""
    for row in outlook(game, HELD, PLACE, 10_000_000):
        assert row.worst == row.best == row.collects - row.pays
        assert (row.uncovered, row.untaken, row.exhausted) == (0, 0, False)


@pytest.mark.parametrize("cover", [100, 5_000, 60_000, 76_000])
def test_never_beyond_the_cover(game: Setup, cover: int) -> None:
    """Penal Code 330.11: whatever comes, neither a win nor a loss is larger than the cover."""
    for row in outlook(game, HELD, PLACE, cover):
        assert -cover <= row.worst <= row.best <= cover


def test_no_wagers_before_the_first_hand(house: House) -> None:
    """Before any hand nothing is faced, and every result comes to nothing."""
    state = card_room(house).live.state
    assert wagers_faced(state, "ann", 1) == ()
    rows = outlook(state.game, (), 1, 20_000)
    assert {(row.worst, row.best) for row in rows} == {(0, 0)}


def test_own_wagers_are_not_faced(house: House) -> None:
    """Nobody covers himself: the last hand's wagers stand, less his own and those behind him."""
    banked(house)
    played(house)
    state = house.live.state
    assert {wager.patron for wager in wagers_faced(state, "ann", 1)} == {"bea", "cid", "dan"}
    assert {wager.patron for wager in wagers_faced(state, "bea", 2)} == {"cid"}
