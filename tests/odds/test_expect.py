"""The expectation of one bet for many shoes: each as the counts of its results give it."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from puntobanco.errors import CardError
from puntobanco.odds.count import Counter52
from puntobanco.odds.expect import Expected
from puntobanco.odds.figures import bet_odds
from puntobanco.odds.many import Many, compositions
from puntobanco.rules.build import build
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.reader import Source
from puntobanco.rules.sheet import ShoeRules
from puntobanco.shoe import Composition
from puntobanco.sim.shoes import Shoes
from puntobanco.sim.unseen import unseen_of
from tests.odds.test_count import left
from tests.odds.test_many import by_chance
from tests.strategies import sheet_values

EXAMPLE = str(Path(__file__).parents[2] / "docs" / "examples" / "side-bets.toml")
SHOES = compositions(
    [
        Composition.of(8),
        Composition.of(1),
        *(by_chance(seed, 1 + seed % 8) for seed in range(40)),
        left("7S 7S TC 9D 4H AC"),
        Composition(tuple(800 * (number == 9) for number in range(52))),
    ]
)


@pytest.mark.parametrize("name", [*shipped(), EXAMPLE])
def test_every_bet_of_every_sheet(name: str) -> None:
    """Whatever cancels out, each expectation is the exact fraction, rounded once."""
    sheet = find(name)
    for bet in sheet.bets:
        exact = Many(sheet, [bet.id]).expectations(SHOES)
        assert Expected(sheet, bet).of(SHOES) == [float(won) for (won,) in exact], bet.id


def test_before_every_round_of_a_shoe() -> None:
    """Down to the cut card, of the main bets and the bonuses, it is what plain counting gives."""
    sheet = find("deq-ez")
    (unseen,) = unseen_of(Shoes(1, ShoeRules(), 1), 0, 1)
    for bet in sheet.bets:
        counters = [Counter52(Composition(tuple(row))) for row in unseen.cards.tolist()]
        exact = [float(bet_odds(sheet, bet, counter).expectation) for counter in counters]
        assert Expected(sheet, bet).of(unseen.cards) == exact


@given(sheet_values())
@settings(max_examples=3)
def test_any_sheet(values: dict[str, Any]) -> None:
    """Whatever a sheet asks and pays, odd payoffs too, an expectation is the pure way's."""
    sheet = build(values, Source("made"))
    shoe = left("2S 2H 7D 7D TC 5S KD 4H AC 9S")
    for bet in sheet.bets:
        (found,) = Expected(sheet, bet).of([shoe.counts])
        assert found == float(bet_odds(sheet, bet, Counter52(shoe)).expectation)


@pytest.mark.parametrize("pays", ["99999:1", "999983:999979"])
def test_payoffs_that_no_64_bits_hold(pays: str) -> None:
    """A payoff that would run over is counted in whole numbers of any size."""
    values: Any = deepcopy(find("deq-ez").source_form)
    values["bet"][2]["result"][0]["pays"] = pays
    sheet = build(values, Source("made"))
    bet = sheet.bets[2]
    (exact,) = Many(sheet, [bet.id]).expectations(SHOES[:1])
    assert Expected(sheet, bet).of(SHOES[:1]) == [float(exact[0])]


def test_a_shoe_that_is_none() -> None:
    """What the kernel cannot count is refused in words, as everywhere."""
    sheet = find("deq-ez")
    with pytest.raises(CardError, match=r"^shoe 1 has 832 cards"):
        Expected(sheet, sheet.bets[0]).of([[16] * 52])
