"""Every bet of every shipped sheet, on every coup that can occur, as the oracle rules it."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from puntobanco.cards import DECK, Card, Suit
from puntobanco.errors import CoupError
from puntobanco.rules.conditions import facts_of
from puntobanco.rules.coup import BySide, Coup, Hand, next_hand, play
from puntobanco.rules.verdict import calls_of, result_of
from tests.agreement.both import CALLS, THEIRS, WINNERS, check_rulings, games, ruling, theirs
from tests.oracle import bets, coup
from tests.oracle import cards as plain

VALUES = range(10)
BY_VALUE = [next(card for card in DECK if card.points == value) for value in VALUES]
# One suit a position, so that the value sequences are not all of one colour.
DEALT = [
    [Card(card.rank, suit) for card in BY_VALUE]
    for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES)
]


def sequences(first: int) -> Iterator[tuple[Card, ...]]:
    """All coups by value that begin with a card of some value, thirds as the oracle draws them."""
    for b1, p2, b2 in product(VALUES, repeat=3):
        four = (DEALT[0][first], DEALT[1][b1], DEALT[2][p2], DEALT[3][b2])
        player_two, banker_two = (first + p2) % 10, (b1 + b2) % 10
        thirds = VALUES if coup.player_must_draw(player_two, banker_two) else (None,)
        for third in thirds:
            five = four if third is None else (*four, DEALT[4][third])
            if coup.banker_must_draw(player_two, banker_two, third):
                for last in VALUES:
                    yield (*five, DEALT[5][last])
            else:
                yield five


@pytest.mark.parametrize("first", VALUES)
def test_every_value_sequence(first: int) -> None:
    """1.1 to 1.8: all 339,400 ordered value sequences are dealt and ruled as the rules say."""
    pairs = {}
    counted = 0
    for dealt in sequences(first):
        counted += 1
        played = play(dealt)
        player, banker = coup.deal(theirs(dealt))
        assert (theirs(played.hands.player.cards), theirs(played.hands.banker.cards)) == (
            player,
            banker,
        )
        their_facts = coup.facts(player, banker)
        assert WINNERS[played.winner.value] == their_facts.result
        assert played.is_natural == their_facts.natural
        # The product rules on its facts alone: one coup of each pair of facts stands for all.
        pairs[facts_of(played), their_facts] = dealt
    assert counted == 33_940
    for (our_facts, their_facts), dealt in pairs.items():
        check_rulings(our_facts, their_facts, dealt)


def four_cards(first: Card, second: Card, *, side: str) -> Coup:
    """A coup in which one hand holds two cards and the other a natural nine."""
    nine = (Card(BY_VALUE[4].rank, Suit.CLUBS), Card(BY_VALUE[5].rank, Suit.CLUBS))
    if side == "player":
        return play((first, nine[0], second, nine[1]))
    return play((nine[0], first, nine[1], second))


@pytest.mark.parametrize("side", ["player", "banker"])
def test_every_pair(side: str) -> None:
    """1.5, 1.8: on all 2,704 first two cards of a hand the pair bets pay as the oracle says."""
    counted = 0
    for first, second in product(DECK, repeat=2):
        dealt = four_cards(first, second, side=side)
        their_facts = coup.facts_of(theirs(dealt.cards))
        check_rulings(facts_of(dealt), their_facts, dealt.cards)
        counted += 1
    assert counted == 2_704


def six_card_ties() -> Iterator[tuple[int, int, int, int]]:
    """All six-card ties by class: two-card totals of both hands and the two third cards."""
    for player_two, banker_two, third in product(VALUES, repeat=3):
        if coup.player_must_draw(player_two, banker_two) and coup.banker_must_draw(
            player_two, banker_two, third
        ):
            last = (player_two + third - banker_two) % 10
            yield player_two, banker_two, third, last


@pytest.mark.parametrize("colours", list(product((Suit.SPADES, Suit.HEARTS), repeat=3)))
def test_every_colouring(colours: tuple[Suit, Suit, Suit]) -> None:
    """1.5: in all 64 colourings of every six-card tie, Super Tie pays as the oracle says."""
    red, black = (Suit.HEARTS, Suit.DIAMONDS), (Suit.SPADES, Suit.CLUBS)
    for player_two, banker_two, third, last in six_card_ties():
        for others in product((red, black), repeat=3):
            # The last digit of each hand's second card makes its two-card total.
            player = (5, (player_two - 5) % 10, third)
            banker = (3, (banker_two - 3) % 10, last)
            player_cards = tuple(
                Card(BY_VALUE[value].rank, suit)
                for value, suit in zip(player, colours, strict=True)
            )
            banker_cards = tuple(
                Card(BY_VALUE[value].rank, pair[value % 2])
                for value, pair in zip(banker, others, strict=True)
            )
            dealt = Coup(BySide(Hand(player_cards), Hand(banker_cards)))
            their_facts = coup.facts_of(theirs(dealt.cards))
            assert their_facts.result == "TIE"
            assert their_facts.six_card
            check_rulings(facts_of(dealt), their_facts, dealt.cards)


def random_coup(chance: random.Random) -> tuple[Card, ...]:
    """The cards of a coup from the top of eight shuffled decks."""
    dealt = chance.sample(DECK * 8, 6)
    count = 4
    while next_hand(dealt[:count]) is not None:
        count += 1
    return tuple(dealt[:count])


@pytest.mark.parametrize("seed", range(4))
def test_random_deals(seed: int) -> None:
    """10,000 coups of real cards are ruled alike through the product's public functions."""
    chance = random.Random(20_000 + seed)
    for _ in range(2_500):
        dealt = random_coup(chance)
        played = play(dealt)
        their_facts = coup.facts_of(theirs(dealt))
        for game, sheet, bets_of_sheet in games():
            held = {call.id for call in sheet.calls if CALLS[call.id](their_facts)}
            assert set(calls_of(sheet, played)) == held
            for bet in bets_of_sheet:
                found = ruling(result_of(sheet, bet, played))
                assert found == bets.verdict(game, bet.id, their_facts), (game, bet.id, dealt)


def test_cards_that_make_no_coup() -> None:
    """CORE-2 to CORE-7: both readings refuse a coup that lacks a card or has one too many."""
    chance = random.Random(7)
    for _ in range(1_000):
        dealt = random_coup(chance)
        extra = (*dealt, chance.choice(DECK))
        for wrong in (dealt[:-1], extra):
            with pytest.raises(CoupError):
                play(wrong)
            with pytest.raises(coup.WrongCoupError):
                coup.deal(theirs(wrong))


def test_points_and_numbers_of_cards() -> None:
    """CORE-1, 2.6: every card counts in a hand and on the action button as the oracle says."""
    for card in DECK:
        assert card.points == plain.points(THEIRS[card])
        assert card.rank.number == plain.button_value(THEIRS[card])
        assert card.suit.is_red == plain.is_red(THEIRS[card])


def test_bets_of_the_sheets() -> None:
    """1.2 to 1.8: each sheet offers the bets of its clause and no others, in order of 2.2."""
    for _, sheet, bets_of_sheet in games():
        assert tuple(bet.id for bet in bets_of_sheet) == bets.BETS[sheet.id]
