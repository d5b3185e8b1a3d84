"""Verdicts from the sheet alone, coup by coup and class by class."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.cards import Card, Rank, Suit, parse_cards
from puntobanco.rules.build import build
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.check import bet_axes, call_masks, calls_needed, verdict_table
from puntobanco.rules.classes import universe
from puntobanco.rules.conditions import AXES, Facts, facts_of
from puntobanco.rules.coup import Coup, play
from puntobanco.rules.load import load
from puntobanco.rules.reader import Source
from puntobanco.rules.sheet import Sheet, Verdict
from puntobanco.rules.verdict import calls_in, calls_of, result_in, result_of, verdict_of
from tests.strategies import coup_from, coups, sheet_values

GAME = """
format = 1
id = "game"
name = "Game"
source = "a test"
bank = "house"

[[call]]
id = "seven"
label = "Seven"
mark = "7"
token = "s"
when = { winner = "banker", banker.total = 7 }

[[call]]
id = "long-seven"
label = "Long seven"
mark = "L7"
token = "ls"
when = { call = "seven", cards = 6 }

[[call]]
id = "red"
label = "Red"
mark = "R"
token = "r"
when = { colour = "red" }

[[bet]]
id = "a"
label = "A"
kind = "main"
result = [
  { when = { call = "long-seven" }, verdict = "push" },
  { when = { call = "seven" }, pays = "3:1" },
  { when = { call = ["seven", "red"], winner = "banker" }, pays = "2:1" },
  { when = { winner = "banker" }, verdict = "take" },
  { when = [{ winner = "tie" }, { player.natural = true }], pays = "1:2", commission = "10%" },
]
"""

# A coup, the calls that hold, the verdict and the odds after commission.
COUPS = """
5C 2D 2C KS 4H     | player                   | take  |
TS 3D AH QS 2C 4D  | banker seven long-seven  | push  |
TS 3D 6H 4S        | banker seven             | pay   | 3:1
TD 3D 6H 6D        | banker red               | pay   | 2:1
TD 3S 6H 6D        | banker                   | take  |
TD 3S 6H 3D        | tie                      | pay   | 9:20
TD 3S 9H 3D        | player                   | pay   | 9:20
TD 3S 7H 3D        | player                   | take  |
"""


def game() -> Sheet:
    """The game above."""
    return load(GAME, "game.toml", find)


@pytest.mark.parametrize("row", COUPS.strip().splitlines())
def test_the_first_match_decides(row: str) -> None:
    """Calls hold in their order; of the results the first decides; no match: taken."""
    cards, calls, verdict, odds = (part.strip() for part in row.split("|"))
    sheet, coup = game(), play(parse_cards(cards))
    winner, *held = calls.split()
    assert coup.winner.value == winner
    assert list(calls_of(sheet, coup)) == held
    result = result_of(sheet, sheet.bets[0], coup)
    assert verdict_of(result).value == verdict
    assert str(result.terms if result and result.terms else "") == odds


def test_axes_come_from_results_and_from_the_calls_that_they_rest_on() -> None:
    """A bet is counted along the axes of its own results and calls, not of all calls."""
    sheet = game()
    assert bet_axes(sheet, sheet.bets[0]) == {"colour"}
    assert [call.id for call in calls_needed(sheet, ["long-seven"])] == ["seven", "long-seven"]
    assert [call.id for call in calls_needed(sheet, ["red"])] == ["red"]
    sheet = find("parkwest-21c")
    axes = {bet.id: sorted(bet_axes(sheet, bet)) for bet in sheet.bets}
    assert axes == {
        "player": [],
        "banker": [],
        "player-pair": ["player_pair"],
        "banker-pair": ["banker_pair"],
        "lucky-7": [],
        "super-tie": ["colour"],
    }


@pytest.mark.parametrize("name", shipped())
def test_tables_divide_all_classes(name: str) -> None:
    """Every class of coups is caught by one result of a bet, or by none of them."""
    sheet = find(name)
    for bet in sheet.bets:
        table = verdict_table(sheet, bet)
        assert table.classes is universe(table.axes)
        together = table.rest
        for mask in table.caught:
            assert mask
            assert not mask & together
            together |= mask
        assert together == table.classes.everything


@pytest.mark.parametrize("name", shipped())
def test_tables_say_what_the_results_say(name: str) -> None:
    """The table of a bet, made of sets, is its results asked of one class after the other."""
    sheet = find(name)
    for bet in sheet.bets:
        table = verdict_table(sheet, bet)
        masks = (*table.caught, table.rest)
        for number, facts in list(enumerate(table.classes.facts))[:: len(masks) + 1]:
            result = result_in(bet, facts, calls_in(sheet, facts))
            row = bet.results.index(result) if result else -1
            assert masks[row] >> number & 1


def seen(facts: Facts, axes: frozenset[str]) -> Facts:
    """Facts with what no axis asks at its default."""
    return Facts(*facts[:4]).along(**{axis: getattr(facts, axis) for axis in AXES if axis in axes})


@given(sheet_values(), st.randoms(use_true_random=False))
@settings(max_examples=12)
def test_sets_and_coups_agree_on_any_sheet(values: dict[str, Any], chance: Random) -> None:
    """Whatever a sheet says, a real coup gets the verdict of its class, and its calls."""
    sheet = build(values, Source("made"))
    for bet in sheet.bets:
        table = verdict_table(sheet, bet)
        if table.classes.size > 50_000:
            continue  # the facts of so many classes take long to write out
        numbers = {facts: number for number, facts in enumerate(table.classes.facts)}
        calls = calls_needed(sheet, [call for r in bet.results for call in r.when.calls])
        masks = call_masks(calls, table.classes)
        for coup in (coup_from(chance) for _ in range(12)):
            number = numbers[seen(facts_of(coup), table.axes)]
            result = result_of(sheet, bet, coup)
            row = bet.results.index(result) if result else len(bet.results)
            assert (*table.caught, table.rest)[row] >> number & 1
            held = set(calls_of(sheet, coup)) & set(masks)
            assert held == {call for call, mask in masks.items() if mask >> number & 1}


VALUE_BETS = [
    (name, bet.id) for name in shipped() for bet in find(name).bets if not bet_axes(find(name), bet)
]


def test_value_bets_are_most() -> None:
    """All bets but pairs and Super Tie ask of values alone."""
    names = [bet.id for name in shipped() for bet in find(name).bets]
    assert len(VALUE_BETS) == len(names) - names.count("player-pair") * 2 - 1


def turned(coup: Coup, turns: list[int]) -> Coup:
    """The same coup with the suit of each card turned by some steps."""
    suits = list(Suit)
    return play(
        tuple(
            Card(card.rank, suits[(suits.index(card.suit) + turn) % 4])
            for card, turn in zip(coup.cards, turns, strict=False)
        )
    )


@given(coups(), st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_suits_do_not_matter_to_a_bet_on_values(coup: Coup, turns: list[int]) -> None:
    """Turning suits, even card by card, changes no verdict of a bet that asks of values alone."""
    other = turned(coup, turns)
    for name, bet in VALUE_BETS:
        sheet = find(name)
        results = [result_of(sheet, sheet.require_bet(bet), played) for played in (coup, other)]
        assert results[0] == results[1]


@given(coups(), st.integers(0, 3))
def test_turning_all_suits_alike_changes_nothing(coup: Coup, turn: int) -> None:
    """Pairs and colours look at suits of cards among each other: all turned by two are the same."""
    other = turned(coup, [2 * turn] * 6)
    red = {"red": "black", "black": "red", "mixed": "mixed"} if turn % 2 else {}
    facts, others = facts_of(coup), facts_of(other)
    for axis in AXES:
        value = getattr(facts, axis)
        assert getattr(others, axis) == (red.get(value, value) if "colour" in axis else value)
    for name in shipped():
        sheet = find(name)
        for bet in sheet.bets:
            assert result_of(sheet, bet, coup) == result_of(sheet, bet, other)


@given(coups())
def test_courts_and_tens_are_alike_to_a_bet_on_values(coup: Coup) -> None:
    """CORE-1: a ten, a jack, a queen and a king count the same."""
    courts = {
        Rank.TEN: Rank.KING,
        Rank.KING: Rank.JACK,
        Rank.JACK: Rank.QUEEN,
        Rank.QUEEN: Rank.TEN,
    }
    other = play(tuple(Card(courts.get(card.rank, card.rank), card.suit) for card in coup.cards))
    for name, bet in VALUE_BETS:
        sheet = find(name)
        assert result_of(sheet, sheet.require_bet(bet), coup) == result_of(
            sheet, sheet.require_bet(bet), other
        )


def test_no_result_is_a_take() -> None:
    """A wager that no result catches is taken."""
    assert verdict_of(None) is Verdict.TAKE
