"""A shoe hand by hand: what the board shows, cards once it is over, and any shoe of the log."""

import csv
import io
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from puntobanco.cards import parse_cards
from puntobanco.house.hands import COLUMNS, as_csv, numbers_of, replayed, shoe_of
from puntobanco.house.views import Viewer
from puntobanco.rules.coup import play
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from tests.house.contract import plain
from tests.house.houses import House
from tests.table.playing import TABLE, small

STREAM = f"table:{TABLE}"
SHOES = 4


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """A house in the middle of its fourth shoe."""
    with closing(open_sqlite(MEMORY)) as store:
        opened = House(store)
        opened.enrol("ann")
        opened.open(small(cut_card=30))
        opened.done(cm.TakeSeat(patron="ann", place=1, buy_in=100_000))
        for _ in range(SHOES - 1):
            opened.act_until("end-shoe")
        for _ in range(3):
            opened.act_until("settle")
        yield opened


def told(house: House, number: int | None = None) -> dict[str, Any]:
    """A shoe that the table remembers."""
    found = shoe_of(house.live.state, house.live.records, number)
    assert found
    return found


def from_log(house: House, number: int) -> dict[str, Any] | None:
    """A shoe as the log has it."""
    return house.store.read(lambda tx: replayed(tx, STREAM, number))


def test_the_newest_shoe_is_told_without_cards(house: House) -> None:
    """While a shoe is dealt its hands have results and totals, as the board has, and no card."""
    shoe = told(house)
    assert (shoe["shoe"], shoe["over"], len(shoe["hands"])) == (SHOES, False, 3)
    board = plain(Viewer(house.live, str).view(house.clock.now))["board"]
    assert plain(shoe["tally"]) == board["tally"]
    assert {name: board[name] for name in shoe["roads"]} == shoe["roads"]
    last = {name: shoe["hands"][-1][name] for name in board["last"]}
    assert last == board["last"]
    assert {hand["player_cards"] for hand in shoe["hands"]} == {None}


def test_a_shoe_that_is_over_has_its_cards(house: House) -> None:
    """The cards of each hand give its result when they are played again."""
    shoe = told(house, SHOES - 1)
    assert shoe["over"]
    for hand in shoe["hands"]:
        player, banker = hand["player_cards"], hand["banker_cards"]
        order = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
        coup = play(parse_cards(" ".join(order)))
        assert (coup.winner.value, coup.hands.player.total) == (hand["winner"], hand["player"])


def test_the_shoes_of_the_day_keep_their_outcomes(house: House) -> None:
    """Of a shoe further back the outcomes stand; the log has it whole, and they agree."""
    assert numbers_of(house.live.state, house.live.records) == [4, 3, 2, 1]
    kept, whole = told(house, 1), from_log(house, 1)
    assert whole
    assert kept["roads"] == whole["roads"]
    assert [h["outcome"] for h in kept["hands"]] == [h["outcome"] for h in whole["hands"]]
    assert kept["hands"][0]["player_cards"] is None
    assert whole["hands"][0]["player_cards"]


@pytest.mark.parametrize("number", [SHOES, SHOES - 1])
def test_the_log_tells_the_same(house: House, number: int) -> None:
    """What the table remembers of a shoe and what its log says are one."""
    assert from_log(house, number) == told(house, number)


@pytest.mark.parametrize("number", [0, SHOES + 1, -1])
def test_there_is_no_other_shoe(house: House, number: int) -> None:
    """A number that no shoe had finds nothing."""
    assert shoe_of(house.live.state, house.live.records, number) is None
    assert from_log(house, number) is None


def test_rows_say_what_the_hands_say(house: House) -> None:
    """Every hand is one row under fixed columns; what is unknown is empty."""
    shoe = told(house, SHOES - 1)
    rows = list(csv.DictReader(io.StringIO(as_csv(shoe), newline="")))
    assert tuple(rows[0]) == COLUMNS
    assert [row["outcome"] for row in rows] == [hand["outcome"] for hand in shoe["hands"]]
    assert rows[0]["player_cards"].split() == shoe["hands"][0]["player_cards"]
    assert {row["corrected"] for row in rows} == {"0"}
    assert next(csv.DictReader(io.StringIO(as_csv(told(house, 1)))))["player_cards"] == ""


def test_an_empty_table_has_no_shoe() -> None:
    """Before the first shoe there is nothing to tell."""
    with closing(open_sqlite(MEMORY)) as store:
        house = House(store)
        house.open()
        assert shoe_of(house.live.state, house.live.records) is None
        assert numbers_of(house.live.state, house.live.records) == []
