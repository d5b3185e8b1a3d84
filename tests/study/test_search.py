"""Tags that are found from nothing, and a count kept beside recorded shoes."""

from fractions import Fraction

import pytest

from puntobanco.odds.expect import Expected
from puntobanco.rules.catalogue import find
from puntobanco.sim.counting import Trigger
from puntobanco.sim.rounds import cards_of
from puntobanco.sim.shoes import Shoes
from puntobanco.study.counting import Counting
from puntobanco.study.hands import Recorded
from puntobanco.study.recorded import follow_recorded
from puntobanco.study.search import sample, search
from puntobanco.track.history.records import (
    Burn,
    Dealt,
    Ended,
    FreeHand,
    FreeHead,
    Item,
    Shoe,
    ShoeHead,
)
from puntobanco.track.notation import outcome_of
from tests.sim import slow

EZ = find("deq-ez")
DRAGON = (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)  # by points: tens, then 1 to 9
SHOES = Shoes(8, EZ.venue.shoe, 5, DRAGON)


def test_the_published_tags_are_found_from_nothing() -> None:
    """Steps of a tag lead from noughts to a count that wins what the published one wins."""
    rounds = sample(Expected(EZ, EZ.require_bet("dragon-7")), SHOES, 0, 100)
    steps = [*search(rounds)]
    assert steps[0].tags == (0,) * 10
    assert steps[0].units == 0
    won = [step.units for step in steps]
    assert won == sorted(won)
    published, trigger = rounds.best(DRAGON)
    assert trigger in {3, 4, 5}
    assert 0.99 * published <= steps[-1].units <= rounds.most
    for step in steps:
        assert rounds.best(step.tags) == (step.units, step.trigger)


def test_a_sample_counts_as_the_kernel_does() -> None:
    """What a count expects is near what it wins, on other shoes of the same kind."""
    bet = EZ.require_bet("dragon-7")
    units, trigger = sample(Expected(EZ, bet), SHOES, 0, 200).best(DRAGON)
    run = Counting(EZ, bet, SHOES, Trigger(Fraction(trigger)), 40_000)
    run.run(1, lambda _: None)
    assert run.units_per_shoe.value == pytest.approx(units, abs=0.35)


def recorded(shoes: Shoes, number: int) -> Shoe:
    """A simulated shoe as a history has it."""
    cards = cards_of(shoes, number)
    items: list[Burn | FreeHand] = [Burn(cards[0], cards[0].rank.burn)]
    for hand, (_, coup) in enumerate(slow.coups(list(cards), shoes.rules), 1):
        dealt, ended = Dealt(coup.cards), Ended(outcome_of(EZ, coup))
        items.append(FreeHand(head=FreeHead(hand, hand, "test", 0), dealt=dealt, ended=ended))
    return Shoe(head=ShoeHead(number + 1, "physical", shoes.decks, 14, 0), items=tuple(items))


@pytest.mark.parametrize(
    "trigger",
    [
        Trigger(Fraction(2)),
        Trigger(Fraction(3), true=False, start=-4),
        Trigger(Fraction(1), step=26, burned_left=True),
    ],
)
def test_recorded_shoes_are_counted_as_the_kernel_counts_them(trigger: Trigger) -> None:
    """The same shoes, written down card by card, give the same sums and the same table."""
    bet = EZ.require_bet("dragon-7")
    dealt = Counting(EZ, bet, SHOES, trigger, 20)
    dealt.run(1, lambda _: None)
    read = Counting(EZ, bet, SHOES, trigger, 20)
    shoes: list[Item] = [recorded(SHOES, number) for number in range(20)]
    follow_recorded(read, shoes, "")
    assert vars(read.sums) == vars(dealt.sums)


def test_a_history_gives_the_hands_of_its_shoes() -> None:
    """Winners and results are those of the coups that were written down."""
    (hands,) = Recorded(EZ, EZ.bets).shoes([recorded(SHOES, 3)], "")
    coups = [coup for _, coup in slow.coups(list(cards_of(SHOES, 3)), SHOES.rules)]
    assert hands.winners == [coup.winner for coup in coups]
