"""Perfect play: the exact expectation before every round, and a count beside it."""

from fractions import Fraction

import pytest

from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import bet_odds
from puntobanco.rules.catalogue import find
from puntobanco.rules.sheet import ShoeRules
from puntobanco.shoe import Composition
from puntobanco.sim.counting import Trigger
from puntobanco.sim.shoes import Shoes, SimulationError
from puntobanco.sim.unseen import unseen_of
from puntobanco.study.counting import Counting
from puntobanco.study.perfect import perfect_play
from tests.sim import slow

SHEET = find("deq-ez")
DRAGON = (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)


def counting(rules: ShoeRules, decks: int = 8) -> Counting:
    """Count Dragon 7 down, from a true count of four."""
    shoes = Shoes(decks, rules, 1, DRAGON)
    return Counting(SHEET, SHEET.require_bet("dragon-7"), shoes, Trigger(Fraction(4)), 1)


@pytest.mark.parametrize("burn", ["first-card", "none"])
def test_unseen_cards_are_those_that_nobody_has_seen(burn: str) -> None:
    """Before each round: the whole shoe less the turned card and the cards of earlier rounds."""
    shoes = Shoes(2, ShoeRules(burn=burn), 8, DRAGON)
    for number, found in enumerate(unseen_of(shoes, 0, 4)):
        cards = slow.shuffled(8, number, 2)
        dealt = list(slow.coups(cards, shoes.rules))
        seen = cards[:1] if burn == "first-card" else []
        for row, out, running, (at, coup) in zip(
            found.cards.tolist(), found.out, found.running, dealt, strict=True
        ):
            assert out == at
            assert tuple(row) == Composition.of(2, seen).counts
            assert running == sum(DRAGON[card.points] for card in seen)
            seen = [*seen, *coup.cards]


def test_perfect_play_wagers_where_the_exact_expectation_is_above_nothing() -> None:
    """The units of a few shoes are the sum of exact expectations, counted the slow way."""
    found = perfect_play(counting(ShoeRules(60), 2), 2)
    shoes, bets, best, counted = Shoes(2, ShoeRules(60), 1, DRAGON), 0, 0.0, 0.0
    for unseen in unseen_of(shoes, 0, 2):
        for row, out, running in zip(unseen.cards, unseen.out, unseen.running, strict=True):
            counter = Counter52(Composition(tuple(row.tolist())))
            won = bet_odds(SHEET, SHEET.require_bet("dragon-7"), counter).expectation
            bets += won > 0
            best += float(won) if won > 0 else 0.0
            counted += float(won) if 52 * running >= 4 * (104 - out) else 0.0
    assert found.bets_per_shoe.value == bets / 2
    assert found.units_per_shoe.value == pytest.approx(best / 2)
    assert found.counted.value == pytest.approx(counted / 2)


def test_the_published_count_wins_most_of_what_perfect_play_does() -> None:
    """Dragon 7, cut card 14: 11.75 % of rounds, 0.713 units a shoe; the count has 87 % of it."""
    found = perfect_play(counting(ShoeRules()), 400)
    assert found.bets_per_shoe.value == pytest.approx(0.1175 * 81.28, abs=1.6)
    assert found.units_per_shoe.value == pytest.approx(0.713, abs=0.17)
    assert found.share == pytest.approx(0.87, abs=0.04)
    assert found.units_per_shoe.standard_error < 0.06


def test_no_shoes_are_not_played() -> None:
    """At least one shoe is dealt."""
    with pytest.raises(SimulationError, match=r"^shoes: 0 "):
        perfect_play(counting(ShoeRules()), 0)
