"""How any sheet lies on the felt: the six shipped ones as golden files, odd ones by rule."""

import json
from collections.abc import Callable

import msgspec
import pytest

from puntobanco.house.felt import call_colour, chips, inscription, lay_bet
from puntobanco.house.shown.felt import Bet, Commission, Loses, Pushes
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.load import load
from puntobanco.rules.sheet import Sheet
from puntobanco.table.events import Limit
from tests.house.contract import held

HEAD = """
format = 1
id = "odd"
name = "Odd"
source = "tests"
bank = "house"
cloth = "plum"
"""
MAIN = """
[[bet]]
id = "player"
label = "Player"
kind = "main"
result = [{ when = { winner = "player" }, pays = "1:1" }]
"""


def odd(text: str) -> Sheet:
    """A sheet of a main bet and whatever else."""
    return load(HEAD + text + MAIN, "odd.toml", find)


def laid(sheet: Sheet, bet: str) -> Bet:
    """The spot of a bet, held to its type."""
    return held(lay_bet(sheet, sheet.require_bet(bet), Limit(bet, 100, 5_000)))


def side(when: str, *, requires: str = "[]", more: str = "") -> Sheet:
    """A sheet with one side bet that pays on a condition."""
    return odd(
        f"""
[[bet]]
id = "side"
label = "Side"
kind = "side"
requires = {requires}
result = [{{ when = {when}, pays = "5:1" }}{more}]
"""
    )


@pytest.mark.parametrize("game", shipped())
def test_the_shipped_sheets(game: str, golden: Callable[[str, str], None]) -> None:
    """Zones, colours, odds and the inscription of a shipped game are as they were reviewed."""
    sheet = find(game)
    bets = [held(lay_bet(sheet, bet, Limit(bet.id, 100, 5_000))) for bet in sheet.bets]
    calls = {call.id: call_colour(sheet, call) for call in sheet.calls}
    lines = [
        *(json.dumps(msgspec.to_builtins(bet)) for bet in bets),
        json.dumps(calls),
        *(json.dumps(msgspec.to_builtins(part)) for part in inscription(sheet)),
    ]
    golden(f"felt/{game}.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize(
    "when,zone,colour",
    [
        ('{ winner = "player" }', "left-bonus", "player"),
        ('{ winner = "banker" }', "right-bonus", "banker"),
        ('{ winner = "tie" }', "centre", "tie"),
        ('{ winner = ["player", "banker"] }', "centre", "tie"),
        ('{ winner = ["banker", "tie"] }', "centre", "tie"),
        ('[{ winner = "player" }, { winner = "banker" }]', "centre", "tie"),
        ("{ player = { total = 9 } }", "left-bonus", "player"),
        ("{ banker = { cards = 3 } }", "right-bonus", "banker"),
        ("{ player = { total = 9 }, banker = { total = 0 } }", "centre", "tie"),
        ("[{ player = { total = 9 } }, { banker = { total = 9 } }]", "centre", "tie"),
        ('{ winner = "player", banker = { total = 0 } }', "left-bonus", "player"),
        ("{ cards = 6 }", "centre", "tie"),
    ],
)  # fmt: skip
def test_where_a_side_bet_lies(when: str, zone: str, colour: str) -> None:
    """A bet lies on the side of the hand that it is about, and in the centre if on no one's."""
    found = laid(side(when), "side")
    assert (found.zone, found.colour, found.call) == (zone, colour, None)


CALLS = """
[[call]]
id = "lucky"
label = "Lucky"
mark = "L"
token = "lk"
when = { winner = "banker", banker = { total = 6 } }

[[call]]
id = "double"
label = "Double"
mark = "D"
token = "db"
when = [{ player = { total = 0 } }, { banker = { total = 0 } }]

[[call]]
id = "blue"
label = "Blue"
mark = "B"
token = "bl"
when = { player = { pair = "any" } }
"""


@pytest.mark.parametrize(
    "when,zone,colour,call",
    [
        ('{ call = "lucky" }', "right-bonus", "gold", "lucky"),
        ('{ call = "blue" }', "left-bonus", "slate", "blue"),
        ('{ call = "double" }', "centre", "ink", "double"),
        ('[{ call = "lucky" }, { call = "blue" }]', "centre", "tie", None),
        ('[{ call = "lucky" }, { winner = "banker", banker = { total = 9 } }]',
         "right-bonus", "banker", None),
        ('{ call = "lucky", player = { cards = 3 } }', "centre", "tie", None),
    ],
)  # fmt: skip
def test_bets_on_calls(when: str, zone: str, colour: str, call: str | None) -> None:
    """A bet that one call alone pays has its emblem and colour; others have their side's."""
    text = (
        CALLS
        + f"""
[[bet]]
id = "side"
label = "Side"
kind = "side"
result = [{{ when = {when}, pays = "5:1" }}]
"""
    )
    found = laid(odd(text), "side")
    assert (found.zone, found.colour, found.call) == (zone, colour, call)


def test_a_main_bet_that_calls_bar() -> None:
    """What pushes or takes a main bet in spite of its winner stands on its spot and on the felt."""
    text = (
        CALLS
        + """
[[bet]]
id = "banker"
label = "Bank"
kind = "main"
result = [
  { when = { call = "lucky" }, verdict = "take" },
  { when = { call = "double" }, verdict = "push" },
  { when = { winner = "banker" }, pays = "1:1", commission = "2.5%" },
]
"""
    )
    sheet = odd(text)
    found = laid(sheet, "banker")
    assert (found.pushes_on, found.loses_on) == (("Double",), ("Lucky",))
    assert not found.pushes_on_tie
    assert (found.zone, found.colour, found.commission) == ("banker", "banker", "2.5%")
    assert inscription(sheet) == (
        Pushes("Bank", "Double"),
        Loses("Bank", "Lucky"),
        Commission("Bank", "2.5%"),
    )


def test_many_odds_stand_highest_first() -> None:
    """A bet with several results shows all its odds once, the highest first."""
    more = (
        ', { when = { winner = "banker" }, pays = "3:2" }'
        ', { when = { winner = "tie" }, pays = "100:1" }'
    )
    found = laid(side("{ player = { cards = 3 } }", more=more), "side")
    assert found.pays == ("100:1", "5:1", "3:2")


def test_what_a_bet_requires_is_told() -> None:
    """Required bets are named by id, in the order of the sheet."""
    assert laid(side('{ winner = "tie" }', requires='["player"]'), "side").requires == ("player",)


def test_a_sheet_of_one_bet() -> None:
    """The smallest sheet has a felt: no calls, no inscription."""
    sheet = odd("")
    assert inscription(sheet) == ()
    assert laid(sheet, "player").zone == "player"


@pytest.mark.parametrize(
    "unit,least,most,offered",
    [
        (100, 500, 50_000, [500, 2_500, 10_000, 50_000]),
        (100, 100, 10_000, [100, 500, 2_500, 10_000]),
        (100, 2_500, 500_000, [2_500, 10_000, 50_000, 100_000]),
        (100, 700, 50_000, [100, 500, 2_500, 10_000]),
        (25, 500, 100_000, [500, 2_500, 10_000, 50_000]),
        (100, 100, 100, [100]),
        (100, 500, 600, [100, 500]),
        (100, 10_000, 1_000_000, [10_000, 50_000, 100_000, 500_000]),
        (50, 50, 75, [50]),
        (1, 1, 20, [1, 5]),
        (250, 250, 5_000, [250, 1_250]),
        (10**9, 10**9, 10**12, [10**9, 5 * 10**9, 25 * 10**9, 10**11]),
    ],
)
def test_chips(unit: int, least: int, most: int, offered: list[int]) -> None:
    """Up to four values, the smallest of which pays the least wager, none above the most."""
    assert list(chips(unit, least, most)) == offered


@pytest.mark.parametrize("unit", [1, 25, 50, 100, 250, 500])
@pytest.mark.parametrize("least", [1, 2, 5, 7, 20])
@pytest.mark.parametrize("most", [1, 3, 100, 10_000])
def test_every_wager_can_be_built_of_chips(unit: int, least: int, most: int) -> None:
    """The chips are of whole units, and the least wager is made of them exactly."""
    low, high = unit * least, unit * least * most
    offered = chips(unit, low, high)
    assert 1 <= len(offered) <= 4
    assert list(offered) == sorted(offered)
    assert all(value % unit == 0 and value <= high for value in offered)
    assert low % offered[0] == 0


@pytest.mark.parametrize("sheet", shipped())
def test_main_bets_push_on_a_tie(sheet: str) -> None:
    """GAP-3.2, GAP-0.4: help says that an ordinary tie pushes the main bets, and no other bet."""
    game = find(sheet)
    pushed = {bet.id for bet in game.bets if laid(game, bet.id).pushes_on_tie}
    other_reading = {"tie"} if sheet == "parkwest-ez-tie7-push" else set()  # on 7-7: GAP-0.2
    assert pushed == {bet.id for bet in game.bets if bet.is_main} | other_reading
