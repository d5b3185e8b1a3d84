"""Counting cards: tags, triggers and units against published figures and a plain recount."""

from fractions import Fraction

import pytest

from puntobanco.money import Odds
from puntobanco.rules.catalogue import find
from puntobanco.rules.sheet import Result, ShoeRules, Verdict
from puntobanco.rules.verdict import result_of, verdict_of
from puntobanco.sim.counting import BUCKETS, Trigger, Worth
from puntobanco.sim.shoes import Shoes, SimulationError
from puntobanco.study.counting import (
    Counting,
    best_trigger,
    effects,
    likeness,
    pilot,
    tags_from,
)
from tests.sim import slow

SHEET = find("deq-ez")
DRAGON = (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)
PANDA = (1, 1, 1, -2, -2, -2, -1, -1, -2, 4)
SHOES = 100_000


def counted(
    bet: str, tags: tuple[int, ...], trigger: Trigger, rules: ShoeRules, shoes: int = SHOES
) -> Counting:
    """Count a bet of the game down."""
    found = Counting(SHEET, SHEET.require_bet(bet), Shoes(8, rules, 1, tags), trigger, shoes)
    found.run(1, lambda _: None)
    return found


LEFT_4, LEFT_11 = (Trigger(Fraction(at), burned_left=True) for at in (4, 11))
# Of 20 to 50 million shoes each: bets a shoe, edge, units a shoe.
PUBLISHED = [
    ("dragon-7", DRAGON, 14, "one-more", Trigger(Fraction(4)), 8.21, 0.0731, 0.600),
    ("dragon-7", DRAGON, 14, "one-more-or-two", Trigger(Fraction(4)), 8.30, 0.0737, 0.612),
    ("dragon-7", DRAGON, 14, "one-more", LEFT_4, 7.45, 0.080, 0.596),
    ("dragon-7", DRAGON, 16, "current", Trigger(Fraction(4)), 7.61, 0.0665, 0.506),
    ("dragon-7", DRAGON, 52, "one-more-or-two", Trigger(Fraction(4)), 5.50, 0.0514, 0.283),
    ("panda-8", PANDA, 14, "one-more", Trigger(Fraction(12)), 3.88, 0.0612, 0.238),
    ("panda-8", PANDA, 14, "one-more", LEFT_11, 3.75, 0.0638, 0.239),
    (
        "dragon-7", (0, 1, 0, 0, -1, -1, -1, -1, 2, 2), 16, "one-more-or-two",
        Trigger(Fraction(0), true=False, start=-32), 8.41, 0.0663, 0.558,
    ),
]  # fmt: skip


@pytest.mark.parametrize("bet, tags, cut, last, trigger, bets, edge, units", PUBLISHED)
def test_published_counts_come_out(
    bet: str,
    tags: tuple[int, ...],
    cut: int,
    last: str,
    trigger: Trigger,
    bets: float,
    edge: float,
    units: float,
) -> None:
    """Bets a shoe, edge and units are the published ones within four standard errors."""
    found = counted(bet, tags, trigger, ShoeRules(cut, last=last))
    wagers, won, each = found.bets_per_shoe, found.units_per_shoe, found.edge
    assert wagers.value == pytest.approx(bets, abs=4 * wagers.standard_error + 0.005)
    assert won.value == pytest.approx(units, abs=4 * won.standard_error + 0.003)
    assert each
    assert each.value == pytest.approx(edge, abs=4 * each.standard_error + 0.0005)
    assert won.standard_error < 0.07
    assert found.n0 == pytest.approx((found.deviation / won.value) ** 2)


@pytest.mark.parametrize(
    "last, rounds", [("current", 80.28), ("one-more", 81.28), ("one-more-or-two", 81.48)]
)
def test_hands_a_shoe_are_the_published_ones(last: str, rounds: float) -> None:
    """81.28 rounds a shoe at cut card 14 with one more, 81.48 with one or two."""
    found = counted("tie", PANDA, Trigger(Fraction(50)), ShoeRules(14, last=last))
    assert found.sums.rounds / found.sums.shoes == pytest.approx(rounds, abs=0.02)


@pytest.mark.parametrize(
    "trigger",
    [
        Trigger(Fraction(3)),
        Trigger(Fraction(5, 2), step=26),
        Trigger(Fraction(1), step=52, burned_left=True),
        Trigger(Fraction(-4), true=False, start=-9),
    ],
)
def test_wagers_are_those_of_a_recount_by_hand(trigger: Trigger) -> None:
    """Fifty shoes dealt by the engine, counted card by card, wagered on and settled: the same."""
    shoes, bet = Shoes(2, ShoeRules(), 4, DRAGON), SHEET.require_bet("banker")
    found = Counting(SHEET, bet, shoes, trigger, 50)
    found.run(1, lambda _: None)
    bets, won, by_count = [], [], dict.fromkeys(range(-20, 21), 0)
    for shoe in range(50):
        cards = slow.shuffled(4, shoe, 2)
        bets.append(0)
        won.append(Fraction(0))
        count = trigger.start + DRAGON[cards[0].points]
        for out, coup in slow.coups(cards, shoes.rules):
            left = 104 - out + (cards[0].rank.burn if trigger.burned_left else 0)
            left = max(1, (left + trigger.step // 2) // trigger.step) * trigger.step
            kept = Fraction(52 * count, left) if trigger.true else Fraction(count)
            by_count[max(-20, min(20, kept.numerator // kept.denominator))] += 1
            burned = cards[0].rank.burn
            assert (kept >= trigger.at) == trigger.is_met(count - trigger.start, 104 - out, burned)
            if kept >= trigger.at:
                bets[-1] += 1
                won[-1] += _won(result_of(SHEET, bet, coup))
            count += sum(DRAGON[card.points] for card in coup.cards)
    assert (found.sums.bets, found.sums.bets_squared) == (sum(bets), sum(b * b for b in bets))
    assert Fraction(found.sums.won, found.parts) == sum(won)
    assert Fraction(found.sums.won_squared, found.parts**2) == sum(w * w for w in won)
    assert {count: rounds for count, rounds, _ in found.by_count} == {
        count: rounds for count, rounds in by_count.items() if rounds
    }


def _won(result: Result | None) -> Fraction:
    if result and result.terms:
        return result.terms.fraction
    return Fraction(-1 if verdict_of(result) is Verdict.TAKE else 0)


def test_always_wagering_is_the_bets_own_expectation() -> None:
    """With a trigger that is always met the edge is the exact one, for a bet of pairs too."""
    game = find("parkwest-21c")
    for bet in game.bets:
        shoes = Shoes(8, game.venue.shoe, 2, PANDA)
        found = Counting(game, bet, shoes, Trigger(Fraction(-10_000)), 20_000)
        found.run(2, lambda _: None)
        assert found.sums.bets == found.sums.rounds
        assert found.edge
        assert found.edge.value == pytest.approx(-EDGES[bet.id], abs=4 * found.edge.standard_error)
        assert sum(rounds for _, rounds, _ in found.by_count) == found.sums.rounds


EDGES = {
    "player": 0.0123508,
    "banker": 0.0079992,
    "player-pair": 0.0409639,
    "banker-pair": 0.0409639,
    "lucky-7": 0.0638988,
    "super-tie": 0.0597160,
}


def test_a_trigger_that_never_comes_wagers_nothing() -> None:
    """Without a wager there is no edge, no unit and no N0."""
    found = counted("tie", PANDA, Trigger(Fraction(999)), ShoeRules(), 100)
    assert (found.edge, found.n0) == (None, None)
    assert found.units_per_shoe.value == found.bets_per_shoe.value == 0


def test_effects_of_removal_are_the_published_ones() -> None:
    """What a card's leaving adds to the expectation, times 10^7, for all bets of the game."""
    wanted = {
        "player": [-177.8, -448.0, -542.6, -672.0, -1195.2, 840.6, 1128.4, 817.3, 533.0, 249.4],
        "dragon-7": [8630.1, 4980.9, -8962.6, -10760.8, -26802.9, -26348.0, -32422.0, -35837.1,
                     53781.6, 47850.3],
        "panda-8": [12076.0, 13216.5, 14437.5, -28609.2, -25361.2, -26547.4, -8915.5, -9140.7,
                    -22405.7, 45021.7],
    }  # fmt: skip
    for bet, row in wanted.items():
        found = effects(SHEET, SHEET.require_bet(bet), 8)
        assert [float(effect) * 1e7 for effect in found] == pytest.approx(row, abs=0.06)
        assert 4 * found[0] + sum(found[1:]) == 0
        tags = tags_from(found)
        assert 4 * tags[0] + sum(tags[1:]) == 0
        assert likeness(found, tags) >= Fraction(96, 100)
    assert tags_from(effects(SHEET, SHEET.require_bet("dragon-7"), 8)) == DRAGON


def test_a_pilot_finds_the_trigger() -> None:
    """The trigger that wins most on shoes of its own is the published one, or one beside it."""
    shoes = Shoes(8, ShoeRules(), 1, DRAGON)
    counting = Counting(SHEET, SHEET.require_bet("dragon-7"), shoes, Trigger(Fraction(0)), 10)
    found = pilot(counting, 1)
    assert 3 <= found.at <= 5
    assert counting.sums.shoes == 0


def test_where_nothing_wins_the_trigger_is_out_of_reach() -> None:
    """A bet that loses at every count has the highest count for its trigger."""
    counting = counted("tie", DRAGON, Trigger(Fraction(0)), ShoeRules(200), 1)
    counting.sums.by_count = [[10, -1]] * BUCKETS
    assert best_trigger(counting) == BUCKETS // 2


@pytest.mark.parametrize("tags", [(0,) * 10, (1,) * 9, (1,) * 11, (3000,) + (0,) * 9])
def test_tags_that_count_nothing_are_refused(tags: tuple[int, ...]) -> None:
    """Ten tags that a card can carry, one of them at least not 0."""
    with pytest.raises(SimulationError, match=r"^tags: .* are no count; give ten whole numbers"):
        Counting(SHEET, SHEET.bets[0], Shoes(8, ShoeRules(), 1, tags), Trigger(Fraction(1)), 5)


def test_odds_too_fine_to_follow_are_refused() -> None:
    """Squares of what a shoe wins must fit: a win of more parts than that is refused in words."""
    with pytest.raises(SimulationError, match=r"^odds: a win of 100001 parts is too fine"):
        Worth.of(frozenset(), [Odds(100_001).numerator, -1])
