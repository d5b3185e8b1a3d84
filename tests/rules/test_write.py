"""Sheets written out as TOML, and bets put into a text."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from puntobanco.rules.build import build
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.load import load
from puntobanco.rules.packaged import packaged_text
from puntobanco.rules.reader import Plain, Source
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.write import put_bet, write_bet, write_sheet
from tests.sheet_texts import respelt, toml
from tests.strategies import drawn, sheet_values

EXAMPLE = str(Path(__file__).parents[2] / "docs" / "examples" / "side-bets.toml")
ROOM = "ca-ez-panda8"


def again(text: str) -> Sheet:
    """Read a text."""
    return load(text, "again.toml", find)


@pytest.mark.parametrize("name", [*shipped(), EXAMPLE])
def test_a_sheet_written_out_is_the_same_sheet(name: str) -> None:
    """What is written out of a sheet reads back as it, game and venue, without a base."""
    sheet = find(name)
    text = write_sheet(sheet.source_form)
    found = again(text)
    assert (found.hash, found.venue_hash) == (sheet.hash, sheet.venue_hash)
    assert "base" not in text
    assert write_sheet(found.source_form) == text


@settings(max_examples=30)
@given(values=sheet_values())
def test_any_sheet_written_out_is_the_same_sheet(values: Plain) -> None:
    """So it is with sheets of all that the format can say."""
    sheet = build(values, Source("made"))
    assert again(write_sheet(sheet.source_form)).hash == sheet.hash


def test_what_goes_without_saying_is_not_written() -> None:
    """A written bet names what is special about it and nothing else."""
    form = dict(find(ROOM).source_form)
    bets: list[Plain] = form["bet"]  # type: ignore[assignment]
    assert write_bet(bets[3]).splitlines() == [
        "[[bet]]",
        'id = "dragon-7"',
        'label = "Dragon 7"',
        'kind = "side"',
        'requires = ["player", "banker"]',
        "result = [",
        '  { when = { call = "dragon-7" }, pays = "40:1" },',
        "]",
    ]


def test_texts_are_quoted() -> None:
    """Quotes, backslashes and letters of any script come back as they were."""
    name = 'A "B" \\ <b>龙</b> \u00e9'
    form = dict(find(ROOM).source_form) | {"name": name}
    assert again(write_sheet(form)).name == name


@settings(max_examples=30)
@given(values=sheet_values(), chance=drawn(lambda chance: chance))
def test_a_bet_put_where_it_was_changes_nothing(values: Plain, chance: Random) -> None:
    """However a sheet is spelt, its bets as tables, each of them may be written anew in it."""
    text = respelt(values, chance)
    sheet = again(text)
    bets: list[Plain] = sheet.source_form["bet"]  # type: ignore[assignment]
    for number, bet in enumerate(bets):
        text = put_bet(text, number, bet) or ""
        assert again(text).hash == sheet.hash


def test_the_rest_of_the_text_stays() -> None:
    """Comments and blank lines around a bet that is changed stay as they were."""
    text = packaged_text(f"sheets/{ROOM}")
    bet: Plain = find(ROOM).source_form["bet"][2]  # type: ignore[index]
    changed = put_bet(text, 2, bet | {"label": "Stand-off"}) or ""
    before, after = text.splitlines(), changed.splitlines()
    begin = before.index('id = "tie"')
    assert after[:begin] == before[:begin]
    rest = before[before.index('id = "dragon-7"', begin) - 1 :]
    assert after[-len(rest) :] == rest
    assert again(changed).require_bet("tie").label == "Stand-off"


def test_a_new_bet_stands_behind_the_others() -> None:
    """A number beyond the last bet adds one; without any it stands at the end."""
    text = packaged_text(f"sheets/{ROOM}")
    bet: Plain = find(ROOM).source_form["bet"][3]  # type: ignore[index]
    added = again(put_bet(text, 9, bet | {"id": "another"}) or "")
    assert [each.id for each in added.bets][-1] == "another"
    assert added.venue_hash == find(ROOM).venue_hash
    derived = f'format = 1\nbase = "{ROOM}"\nid = "mine"\nname = "Mine"\n'
    assert again(put_bet(derived, 0, bet | {"id": "another"}) or "").bets[-1].id == "another"


def test_a_bet_is_taken_out() -> None:
    """None in place of a bet takes it out of the text, and nothing else."""
    text = packaged_text(f"sheets/{ROOM}")
    found = again(put_bet(text, 4, None) or "")
    assert [bet.id for bet in found.bets] == ["player", "banker", "tie", "dragon-7"]


def test_bets_that_are_no_tables_are_left_alone() -> None:
    """A text with its bets in one list is not cut: whoever asks writes it out."""
    form = dict(find(ROOM).source_form)
    bet: Plain = form["bet"][0]  # type: ignore[index]
    assert put_bet(toml(form), 0, bet) is None
