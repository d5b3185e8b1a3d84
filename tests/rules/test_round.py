"""What must be true of a round's wagers and cover before it is settled."""

from dataclasses import replace

import pytest
from hypothesis import given

from puntobanco.rules.catalogue import find
from puntobanco.rules.round import RoundError, check_cover, check_wagers
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Sheet
from tests.strategies import Round, rounds

HOUSE = find("deq-ez")
COVERED = find("ca-ez-panda8")
PAIRS = find("parkwest-21c")


def place(bet: str = "player", **others: object) -> Wager:
    """A wager of Ann on the front line of seat 1, but for some of it."""
    wager = Wager("w", 1, "ann", bet, 100)
    return replace(wager, **{"id": f"{bet}-{others}", **others})  # type: ignore[arg-type]


def refusal(sheet: Sheet, *wagers: Wager, seats: int = 7) -> str:
    """Why wagers are refused."""
    with pytest.raises(RoundError) as refused:
        check_wagers(sheet, wagers, seats)
    return str(refused.value)


@given(rounds())
def test_allowed_rounds(the_round: Round) -> None:
    """Wagers that keep to the sheet are let through, in any order of placement."""
    wagers = [replace(each, patron=f"{each.patron} at {each.seat}") for each in the_round.wagers]
    check_wagers(the_round.sheet, wagers, the_round.seats)


def test_ids_are_unique() -> None:
    """A wager's id is its own, whoever placed it."""
    told = refusal(HOUSE, place(id="x"), place(id="x", seat=2, patron="bo"))
    assert told == "wager 'x': its id is there twice; give every wager an id of its own"


@pytest.mark.parametrize("seat", [0, 8, -1])
def test_seats_exist(seat: int) -> None:
    """A wager stands at a seat of the table."""
    assert f"there is no seat {seat}; write a seat from 1 to 7" in refusal(HOUSE, place(seat=seat))


@pytest.mark.parametrize("seats", [0, 15])
def test_number_of_seats(seats: int) -> None:
    """A table has one to fourteen seats."""
    assert refusal(HOUSE, seats=seats).startswith(f"seats: {seats} is no number of seats")


def test_bets_exist() -> None:
    """A bet that the sheet lacks is refused with those that it has."""
    assert "deq-ez has no bet 'lucky-7'; use player, banker" in refusal(HOUSE, place("lucky-7"))


def test_lines_exist() -> None:
    """A line is front or back."""
    assert "there is no line 'side'; use front or back" in refusal(HOUSE, place(line="side"))


@pytest.mark.parametrize("amount", [0, -5, 10**12 + 1])
def test_amounts(amount: int) -> None:
    """An amount is 1 to 10^12."""
    assert f"{amount} is no amount" in refusal(HOUSE, place(amount=amount))


def test_back_line_where_the_bet_takes_none() -> None:
    """GAP-3.13: a tie needs a seated bettor, where the sheet says so."""
    assert "tie takes no back-line wager" in refusal(COVERED, place("tie", line="back"))
    check_wagers(HOUSE, [place("tie", line="back")], 7)


def test_one_patron_on_a_front_line() -> None:
    """A front line is one patron's; the back line behind it is anybody's."""
    mine, yours = place(), place("tie", patron="bo")
    told = refusal(HOUSE, mine, yours)
    assert "patron 'ann' has the front line of seat 1; put it on the back line" in told
    check_wagers(HOUSE, [mine, replace(yours, line="back"), place("tie")], 7)
    check_wagers(HOUSE, [mine, replace(yours, seat=2)], 7)


def test_opposite_mains() -> None:
    """WAG-5: where the sheet says so a patron holds one main bet, wherever he stands."""
    both = (place(), place("banker", seat=3, line="back"))
    told = refusal(COVERED, *both)
    assert "ca-ez-panda8 does not let patron 'ann' hold banker against a player wager" in told
    check_wagers(HOUSE, both, 7)
    check_wagers(COVERED, [place(), replace(both[1], patron="bo")], 7)
    check_wagers(COVERED, [place(), place(id="more")], 7)


@pytest.mark.parametrize(
    "base",
    [
        place(patron="bo", line="back"),
        place(seat=2),
        place(line="back"),
        place("tie"),
    ],
)
def test_required_wager(base: Wager) -> None:
    """A bonus needs a main wager of the same patron, at the same seat, on the same line."""
    told = refusal(COVERED, base, place("dragon-7"))
    assert "dragon-7 needs a player or banker wager of patron 'ann' at seat 1 on the front" in told


@pytest.mark.parametrize("main", ["player", "banker"])
@pytest.mark.parametrize("line", ["front", "back"])
def test_any_required_wager_will_do(main: str, line: str) -> None:
    """Any one of the bets that a bonus needs will do, placed before or after it."""
    bonus, base = place("super-tie", line=line), place(main, line=line)
    check_wagers(PAIRS, [bonus, base], 7)
    check_wagers(PAIRS, [base, bonus], 7)


def test_cover() -> None:
    """A cover is an amount, and only a player-dealer has one."""
    for good in (None, 1, 10**12):
        check_cover(COVERED, good)
    check_cover(HOUSE, None)
    for bad in (0, -1, 10**12 + 1):
        with pytest.raises(RoundError, match=f"cover: {bad} is no cover"):
            check_cover(COVERED, bad)
    with pytest.raises(RoundError, match="deq-ez is banked by the house"):
        check_cover(HOUSE, 500)
