"""Sheets that start from another."""

import pytest

from puntobanco.errors import SheetError
from puntobanco.rules.catalogue import find
from puntobanco.rules.load import load
from puntobanco.rules.sheet import Verdict

EXTRA = """\
[[bet]]
id = "natural"
label = "Natural"
kind = "side"
result = [{ when = { call = "natural" }, pays = "2:1" }]
"""

NATURAL = """\
[[call]]
id = "natural"
label = "Natural"
mark = "N"
token = "nat"
when = [{ player.natural = true }, { banker.natural = true }]
"""


def derived(text: str) -> str:
    """A sheet on the California game."""
    return f'format = 1\nbase = "ca-ez-panda8"\nid = "house-game"\nname = "House game"\n{text}'


def fault_of(text: str) -> str:
    """The line that refuses a sheet, from the line number on."""
    with pytest.raises(SheetError) as caught:
        load(text, "mine.toml", find)
    assert str(caught.value).startswith("mine.toml:")
    return str(caught.value).removeprefix("mine.toml:")


def test_what_differs_is_laid_over_the_base() -> None:
    """Changed keys, further bets and calls, own venue keys; everything else as in the base."""
    base = find("ca-ez-panda8")
    text = '[change.bet.tie]\nlabel = "Égalité"\nback_line = true\n'
    text += '[change.call.dragon-7]\nmark = "D"\n' + NATURAL + EXTRA
    text += '[venue]\nsecond_place = true\ncover = { win_cap = "halt" }\nshoe.cut_card = 16\n'
    sheet = load(derived(text), "mine.toml", find)
    assert (sheet.id, sheet.source, sheet.seats) == ("house-game", base.source, base.seats)
    tie, old = sheet.require_bet("tie"), base.require_bet("tie")
    assert (tie.label, tie.back_line, tie.results) == ("Égalité", True, old.results)
    assert [bet.id for bet in sheet.bets] == [*(bet.id for bet in base.bets), "natural"]
    assert [call.id for call in sheet.calls] == ["dragon-7", "panda-8", "natural"]
    assert [call.mark for call in sheet.calls] == ["D", "8", "N"]
    assert sheet.venue.second_place
    assert (sheet.venue.cover.policy, sheet.venue.cover.win_cap) == ("running", "halt")
    assert (sheet.venue.shoe.cut_card, sheet.venue.shoe.burn) == (16, "first-card")
    assert sheet.venue.collection == base.venue.collection
    assert find("ca-ez-panda8") == base


def test_a_table_is_laid_over_key_by_key_and_a_list_is_replaced() -> None:
    """Decks keep what is not said; seats and results are said as a whole."""
    result = "result = [{ when = { winner = 'tie' }, pays = '9:1' }]"
    sheet = load(
        derived(f"decks = {{ default = 6 }}\nseats = [9]\n[change.bet.tie]\n{result}"),
        "mine.toml",
        find,
    )
    assert sheet.decks == (3, 8, 6)
    assert sheet.seats == (9,)
    assert [str(result.odds) for result in sheet.require_bet("tie").results] == ["9:1"]


def test_only_the_venue_differs() -> None:
    """A room's own choices leave the game and its hash what they were."""
    base = find("ca-ez-panda8")
    text = 'format = 1\nbase = "ca-ez-panda8"\n[venue]\nrotation = "reg-2026"'
    sheet = load(text, "mine.toml", find)
    assert sheet.hash == base.hash
    assert sheet.venue_hash != base.venue_hash


def test_a_shipped_sheet_on_a_sheet_on_a_sheet() -> None:
    """Bases may have bases: the reading of a 7-7 tie on Parkwest's on California's."""
    sheet = find("parkwest-ez-tie7-push")
    assert sheet.source == "Parkwest Bicycle, EZ Baccarat"
    assert sheet.decks == find("ca-ez-panda8").decks
    assert sheet.require_bet("panda-8").fee == "paid-or-waived"
    assert sheet.require_bet("tie").results[0].verdict is Verdict.PUSH


FAULTS = [
    ('format = 1\nbase = 7\nid = "a"', "2: base: 7 is no text of 1 to 200 letters; write a text"),
    (
        'format = 1\nid = "a"\nbase = "dec-ez"',
        "3: base: there is no rule sheet 'dec-ez'; use deq-ez, or a file that ends in .toml",
    ),
    (
        'format = 1\nid = "a"\n[change.bet.tie]\nfee = "none"',
        '3: change: there is nothing to change; name the sheet to change: base = "..."',
    ),
    ('base = "deq-ez"', "1: format: it is missing; write format = 1"),
    ('format = 2\nbase = "deq-ez"', "1: format: 2 is not known; write format = 1"),
    (derived("bass = 1"), "5: bass: this key is not known here; use base"),
    (derived("[change.bets]"), "5: change.bets: this key is not known here; use bet"),
    (derived("[change]\nbet = 3"), "6: change.bet: 3 is no table; write it as { key = value }"),
    (
        derived("[change.bet]\ntie = 3"),
        "6: change.bet.tie: 3 is no table; write it as { key = value }",
    ),
    (derived("change = []"), "5: change: a list is no table; write it as { key = value }"),
    (derived("[change.bet.ties]"), "5: change.bet.ties: the base has no such bet; use tie"),
    (
        derived("[change.call.dragon]"),
        "5: change.call.dragon: the base has no such call; use dragon-7",
    ),
    (
        'format = 1\nbase = "punto-banco"\n[change.call.x]',
        "3: change.call.x: the base has no such call; use nothing: there is none",
    ),
    (derived("bet = 3"), "5: bet: 3 is no list; put it in square brackets"),
    (derived("venue = 3"), "5: venue: 3 is no table; write it as { key = value }"),
    (
        derived("[change.bet.tie]\nfees = 'none'"),
        "6: change.bet.tie.fees: this key is not known here; use fee",
    ),
    (
        derived("[change.bet.tie]\nfee = 'nun'"),
        "6: change.bet.tie.fee: 'nun' is not known here; use none",
    ),
    (
        derived("[change.bet.tie]\n\nresult = [\n  { when = { winner = 'tie' }, pays = '8' },\n]"),
        "8: change.bet.tie.result[1].pays: '8' are no odds: write them to one, such as 40:1; mend",
    ),
    (
        derived("[change.call.panda-8]\nwhen = { winner = 'player', player.third = 10 }"),
        "6: change.call.panda-8.when.player.third: 10 never occurs; use 0, 1, 2, 3, 4, 5, 6, 7, 8",
    ),
    (
        derived(EXTRA),
        "9: bet[1].result[1].when.call: no call 'natural' is declared before this; use dragon-7, p",
    ),
    (
        derived(NATURAL + EXTRA + EXTRA.replace('id = "natural"', 'id = "tie"')),
        "17: bet[2].id: the bet 'tie' is there twice; give it another id",
    ),
    (
        derived(NATURAL.replace('"nat"', '"d7"')),
        "9: call[1].token: 'd7' is taken by another call; write another token",
    ),
    (
        derived("[change.bet.banker]\nid = 'bank'"),
        "2: bet[4].requires[2]: there is no other bet 'banker'; use bank",
    ),
    (
        derived("[change.call.dragon-7]\nwhen = { winner = 'tie' }"),
        "2: bet[2].result[3]: no coup reaches this result of banker; mend its condition, or move",
    ),
    (
        derived("[venue.shoe]\nlast = 'one-more-or-two'\ncut_card = 11"),
        "7: venue.shoe.cut_card: 11 does not fit; write a whole number from 12 to 208",
    ),
]


@pytest.mark.parametrize("number", range(len(FAULTS)))
def test_faults_of_a_derived_sheet(number: int) -> None:
    """A fault is placed in the text of the derived sheet; one of its base on the line of base."""
    text, fault = FAULTS[number]
    assert fault_of(text).startswith(fault)
