"""Exact odds by brute counting of ordered six-card sequences (1.7), for any shoe.

Every sequence of six cards from the shoe is equally likely; a coup uses the first four, five or
six of them. Sequences are counted by value, each with the number of ways to pick its cards one
after the other: a falling factorial. Pairs are counted over two cards by rank and suit, colours
by counting the same sequences among the red cards alone and among the black cards alone.
"""

from collections import Counter
from fractions import Fraction
from math import perm
from typing import NamedTuple

from tests.oracle.bets import TAKE, Ruling, verdict
from tests.oracle.cards import RANKS, SUITS, Card, is_red, points
from tests.oracle.coup import (
    Facts,
    banker_must_draw,
    is_dragon_7,
    is_panda_8,
    pair_tier,
    player_must_draw,
    result,
)

PAIR_BETS = ("player-pair", "banker-pair")
HELD = tuple(range(10))


class Outcome(NamedTuple):
    """What the values of a coup decide."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    natural: bool


def shoe(decks: int, removed: list[Card] | None = None) -> Counter[Card]:
    """How many of each card are in a shoe of some decks less the cards taken out."""
    left = Counter({Card(rank, suit): decks for rank in RANKS for suit in SUITS})
    for gone in removed or []:
        left[gone] -= 1
        if left[gone] < 0:
            raise ValueError(gone)
    return left


def by_value(left: Counter[Card]) -> list[int]:
    """CORE-1: the cards of a shoe counted by points, 0 to 9."""
    values = [0] * 10
    for each, count in left.items():
        values[points(each)] += count
    return values


def of_colour(left: Counter[Card], *, red: bool) -> Counter[Card]:
    """The red cards of a shoe, or the black ones."""
    return Counter({each: count for each, count in left.items() if is_red(each) == red})


def outcomes(values: list[int]) -> Counter[Outcome]:
    """The ordered six-card sequences of each outcome, in a shoe counted by points.

    Cards are picked one by one in the order dealt (CORE-2); `ways` grows by what is left of the
    value picked. Cards that the coup does not need are whatever comes next.
    """
    left = list(values)
    size = sum(left)
    counted: Counter[Outcome] = Counter()
    for p1 in HELD:
        ways_1 = left[p1]
        left[p1] -= 1
        for b1 in HELD if ways_1 else ():
            ways_2 = ways_1 * left[b1]
            left[b1] -= 1
            for p2 in HELD if ways_2 else ():
                ways_3 = ways_2 * left[p2]
                left[p2] -= 1
                for b2 in HELD if ways_3 else ():
                    ways_4 = ways_3 * left[b2]
                    if ways_4:
                        left[b2] -= 1
                        two = ((p1 + p2) % 10, (b1 + b2) % 10)
                        count_thirds(two, ways_4, left, size - 4, counted)
                        left[b2] += 1
                left[p2] += 1
            left[b1] += 1
        left[p1] += 1
    return counted


def count_thirds(
    two: tuple[int, int], ways: int, left: list[int], size: int, counted: Counter[Outcome]
) -> None:
    """Add the sequences that go on from two-card totals, with `size` cards left in the shoe."""
    player_two, banker_two = two
    natural = player_two in {8, 9} or banker_two in {8, 9}
    if player_must_draw(player_two, banker_two):
        for third in HELD:
            drawn = ways * left[third]
            left[third] -= 1
            ours = (player_two + third) % 10
            if not drawn:
                pass
            elif banker_must_draw(player_two, banker_two, third):
                for last in HELD:
                    theirs = (banker_two + last) % 10
                    counted[Outcome(ours, theirs, 3, 3, natural)] += drawn * left[last]
            else:
                counted[Outcome(ours, banker_two, 3, 2, natural)] += drawn * (size - 1)
            left[third] += 1
    elif banker_must_draw(player_two, banker_two, None):
        for last in HELD:
            theirs = (banker_two + last) % 10
            counted[Outcome(player_two, theirs, 2, 3, natural)] += ways * left[last] * (size - 1)
    else:
        counted[Outcome(player_two, banker_two, 2, 2, natural)] += ways * size * (size - 1)


def facts_of(outcome: Outcome, *, one_colour: bool = False, pair: str = "none") -> Facts:
    """The facts of 1.1 for an outcome, with the colour and the pair that were counted beside it."""
    ours, theirs = outcome.player_total, outcome.banker_total
    return Facts(
        result=result(ours, theirs),
        player_total=ours,
        banker_total=theirs,
        player_cards=outcome.player_cards,
        banker_cards=outcome.banker_cards,
        natural=outcome.natural,
        dragon_7=is_dragon_7(ours, theirs, outcome.banker_cards),
        panda_8=is_panda_8(ours, theirs, outcome.player_cards),
        six_card=outcome.player_cards == 3 and outcome.banker_cards == 3,
        one_colour=one_colour,
        player_pair=pair,
        banker_pair=pair,
    )


def pair_tiers(left: Counter[Card]) -> Counter[str]:
    """1.5: the tiers of one hand's first two cards, by every first card and every second card.

    The two cards of a hand are as likely any two cards of the shoe, so both hands count alike;
    four more cards follow in any order.
    """
    rest = perm(sum(left.values()) - 2, 4)
    counted: Counter[str] = Counter()
    for first, some in left.items():
        for second, others in left.items():
            ways = some * (others - 1 if first == second else others)
            counted[pair_tier(first, second)] += ways * rest
    return counted


def deals(left: Counter[Card]) -> int:
    """All ordered six-card sequences of a shoe."""
    return perm(sum(left.values()), 6)


class Shoe:
    """The counts of one shoe, made once and asked by every bet."""

    def __init__(self, decks: int, removed: list[Card] | None = None) -> None:
        """Count a shoe of some decks less the cards taken out."""
        left = shoe(decks, removed)
        self.deals = deals(left)
        self.outcomes = outcomes(by_value(left))
        self.pairs = pair_tiers(left)
        red = outcomes(by_value(of_colour(left, red=True)))
        black = outcomes(by_value(of_colour(left, red=False)))
        # Red cards alone make a whole sequence only where the coup takes all six.
        self.one_colour = {
            outcome: red[outcome] + black[outcome]
            for outcome in self.outcomes
            if outcome.player_cards == 3 and outcome.banker_cards == 3
        }

    def rulings(self, game: str, bet: str) -> Counter[Ruling]:
        """How many of the shoe's sequences end in each ruling on a bet."""
        counted: Counter[Ruling] = Counter()
        if bet in PAIR_BETS:
            any_outcome = next(iter(self.outcomes))
            for tier, ways in self.pairs.items():
                counted[verdict(game, bet, facts_of(any_outcome, pair=tier))] += ways
            return counted
        for outcome, ways in self.outcomes.items():
            single = self.one_colour.get(outcome, 0)
            counted[verdict(game, bet, facts_of(outcome, one_colour=True))] += single
            counted[verdict(game, bet, facts_of(outcome))] += ways - single
        return counted

    def expectation(self, game: str, bet: str) -> Fraction:
        """The bettor's exact expected result on a wager of one."""
        won = Fraction(0)
        for ruling, ways in self.rulings(game, bet).items():
            if ruling.verdict == "pay":
                won += ways * Fraction(ruling.numerator, ruling.denominator)
        return (won - self.rulings(game, bet)[TAKE]) / self.deals

    def variance(self, game: str, bet: str) -> Fraction:
        """The exact variance of the result of a wager of one."""
        square = Fraction(0)
        for ruling, ways in self.rulings(game, bet).items():
            if ruling.verdict == "pay":
                square += ways * Fraction(ruling.numerator, ruling.denominator) ** 2
        square += self.rulings(game, bet)[TAKE]
        return square / self.deals - self.expectation(game, bet) ** 2
