"""The figures of bets: expectation, deviation, results in the order of the sheet."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings

from puntobanco.cards import parse_cards
from puntobanco.errors import InvariantError
from puntobanco.money import Odds
from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import BetOdds, ResultOdds, bet_odds, odds
from puntobanco.rules.build import build
from puntobanco.rules.catalogue import find
from puntobanco.rules.conditions import AXES
from puntobanco.rules.reader import Source
from puntobanco.rules.sheet import Verdict
from puntobanco.rules.verdict import calls_in, result_in
from puntobanco.shoe import Composition
from tests.odds.test_count import left
from tests.strategies import sheet_values

# Edges of eight decks in percent, from rules.md 1.7.
EDGES = """
deq-ez player -1.2351   deq-ez banker -1.0183   deq-ez tie -14.3596
deq-ez dragon-7 -7.6113   deq-ez panda-8 -10.1876   parkwest-21c banker -0.7999
parkwest-21c lucky-7 -6.3899   parkwest-21c super-tie -5.9716   parkwest-21c player-pair -4.0964
parkwest-ez-tie7-push tie -30.64
"""


@cache
def eight_decks() -> Counter52:
    """The counts of eight decks."""
    return Counter52(Composition.of(8))


@pytest.mark.parametrize("row", EDGES.replace("\n", "   ").strip().split("   "))
def test_edges_of_eight_decks(row: str) -> None:
    """1.7: what a bettor may expect of one unit."""
    name, bet, percent = row.split()
    figures = bet_odds(find(name), find(name).require_bet(bet), eight_decks())
    digits = len(percent.partition(".")[2])
    assert f"{float(100 * figures.expectation):.{digits}f}" == percent


def test_results_in_the_order_of_the_sheet() -> None:
    """One entry a result, then what none of them caught, also where nothing is left for it."""
    sheet = find("punto-banco")
    banker = bet_odds(sheet, sheet.require_bet("banker"), eight_decks())
    assert [(row.verdict, row.odds, row.deals) for row in banker.results] == [
        (Verdict.PAY, Odds(19, 20), 2_292_252_566_437_888),
        (Verdict.PUSH, None, 475_627_426_473_216),
        (Verdict.TAKE, None, 2_230_518_282_592_256),
    ]
    assert banker.deals == 4_998_398_275_503_360
    only_fives = left("5S 5S 5H 5H 5D 5D 5C 5C")
    tie = bet_odds(sheet, sheet.require_bet("tie"), Counter52(only_fives))
    assert [row.deals for row in tie.results] == [8 * 7 * 6 * 5 * 4 * 3, 0]


def test_winners() -> None:
    """The deals by winner are part of every answer."""
    found = odds(find("deq-ez"), Composition.of(8))
    assert found.winner == {
        "player": 2_230_518_282_592_256,
        "banker": 2_292_252_566_437_888,
        "tie": 475_627_426_473_216,
    }
    assert (found.deals, found.composition.total) == (4_998_398_275_503_360, 416)
    assert [figures.bet.id for figures in found.bets] == [bet.id for bet in find("deq-ez").bets]


def test_moments() -> None:
    """Expectation and variance are exact; the deviation is the root of the variance."""
    rows = (
        ResultOdds(Verdict.PAY, Odds(3, 2), 1),
        ResultOdds(Verdict.PUSH, None, 2),
        ResultOdds(Verdict.TAKE, None, 3),
    )
    figures = BetOdds(find("deq-ez").bets[0], rows)
    assert figures.deals == 6
    assert figures.expectation == Fraction(-1, 4)
    assert figures.variance == Fraction(7, 8) - Fraction(1, 16)
    assert figures.deviation == pytest.approx(0.9013878)


def test_a_removed_card_changes_the_odds() -> None:
    """Odds are those of the cards that are left."""
    sheet = find("deq-ez")
    whole = odds(sheet, Composition.of(8))
    less = odds(sheet, Composition.of(8, parse_cards("7S 7H 7D")))
    assert less.deals < whole.deals
    assert less.bets[3].expectation < whole.bets[3].expectation


@given(sheet_values())
@settings(max_examples=6)
def test_any_sheet_on_a_small_shoe(values: dict[str, Any]) -> None:
    """The odds of any bet are its results, asked of each class along all axes, times the deals."""
    sheet = build(values, Source("made"))
    counter = Counter52(left("2S 2H 7D 7D TC 5S KD 4H AC 9S"))
    everything = counter.along(frozenset(AXES))
    for bet in sheet.bets:
        deals = [0] * (len(bet.results) + 1)
        for facts, count in everything.items():
            result = result_in(bet, facts, calls_in(sheet, facts))
            deals[bet.results.index(result) if result else -1] += count
        assert [row.deals for row in bet_odds(sheet, bet, counter).results] == deals


def test_a_deal_without_a_class_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """No deal is lost on the way from the counts to the figures."""
    counter = Counter52(Composition.of(1))
    monkeypatch.setattr(Counter52, "along", lambda *_: {})
    sheet = find("deq-ez")
    with pytest.raises(InvariantError, match=r"^player: 0 of 14658134400 deals are in a known"):
        bet_odds(sheet, sheet.bets[0], counter)
