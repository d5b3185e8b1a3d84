"""Coups from cards in the order dealt."""

import re

import pytest
from hypothesis import given

from puntobanco.cards import Card, parse_cards, render_cards
from puntobanco.errors import CoupError
from puntobanco.rules.coup import BySide, Coup, Hand, Side, Winner, hands_of, next_hand, play
from tests.strategies import coups

# Cards in the order dealt; each hand's cards, totals, winner; N: either hand is a natural.
COUPS = """
9S KD 2H 4C 3S 3H     | 9S 2H 3S 4 | KD 4C 3H 7 | banker |
9S KD TH 4C           | 9S TH 9    | KD 4C 4    | player | N
2C 4D 2H 4S           | 2C 2H 4    | 4D 4S 8    | banker | N
9S 9D QH KC           | 9S QH 9    | 9D KC 9    | tie    | N
2C 3D 4H QS 4C        | 2C 4H 6    | 3D QS 4C 7 | banker |
2C 3D TH 4S 6C        | 2C TH 6C 8 | 3D 4S 7    | player |
3C 2D 4H 5S           | 3C 4H 7    | 2D 5S 7    | tie    |
2C TS TC 3S 8C        | 2C TC 8C 0 | TS 3S 3    | banker |
2C TS TC 3S 9C 2D     | 2C TC 9C 1 | TS 3S 2D 5 | banker |
6C TS TC 5S AH        | 6C TC 6    | TS 5S AH 6 | tie    |
6C TS TC 6S           | 6C TC 6    | TS 6S 6    | tie    |
5C TS TC 6S 6D 2D     | 5C TC 6D 1 | TS 6S 2D 8 | banker |
5C TS TC 6S 5D        | 5C TC 5D 0 | TS 6S 6    | banker |
"""


def written(cards: tuple[Card, ...], total: int) -> str:
    """A hand as the table above has it."""
    return f"{render_cards(cards)} {total}"


@pytest.mark.parametrize("row", COUPS.strip().splitlines())
def test_coups(row: str) -> None:
    """CORE-1 to CORE-8: cards go to hands, third cards by the chart, the higher total wins."""
    dealt, player, banker, winner, natural = (part.strip() for part in row.split("|"))
    coup = play(parse_cards(dealt))
    hands = coup.hands
    assert written(hands.player.cards, hands.player.total) == " ".join(player.split())
    assert written(hands.banker.cards, hands.banker.total) == " ".join(banker.split())
    assert coup.winner.value == winner
    assert coup.is_natural is (natural == "N")
    assert render_cards(coup.cards) == dealt


def test_the_order_of_the_deal() -> None:
    """CORE-2: Player, Banker, Player, Banker, then the third cards."""
    cards = parse_cards("2C 3D 3H QS AC 4D")
    given_to = [next_hand(cards[:n]) for n in range(7)]
    player, banker = Side.PLAYER, Side.BANKER
    assert given_to == [player, banker, player, banker, player, banker, None]


def test_a_hand() -> None:
    """A hand knows its first two cards, its third card and its total."""
    two, three = Hand(parse_cards("9S 9D")), Hand(parse_cards("9S 9D 3C"))
    assert (two.two, two.third, two.total, two.is_natural) == (8, None, 8, True)
    assert (three.two, three.third, three.total, three.is_natural) == (8, 3, 1, False)


def test_sides_and_winners() -> None:
    """Sides and winners carry their word and their letter."""
    assert [(side.value, side.letter, side.word) for side in Side] == [
        ("player", "P", "Player"),
        ("banker", "B", "Banker"),
    ]
    assert [winner.value for winner in Winner] == ["player", "banker", "tie"]
    assert [winner.letter for winner in Winner] == ["P", "B", "T"]


def test_by_side() -> None:
    """A value for each hand is read by side, and both are changed alike."""
    both = BySide("p", "b")
    assert (both[Side.PLAYER], both[Side.BANKER]) == ("p", "b")
    assert both.map(str.upper) == BySide("P", "B")


@pytest.mark.parametrize(
    "cards, fault",
    [
        ("", "0 cards given and the coup is not over: the Player hand still draws; add its card"),
        ("9S", "1 card given and the coup is not over: the Banker hand still draws; add its card"),
        ("9S KD 2H", "3 cards given and the coup is not over: the Banker hand still draws"),
        ("2C KD 2H QC", "4 cards given and the coup is not over: the Player hand still draws"),
        ("2C KD 2H QC 4D", "5 cards given and the coup is not over: the Banker hand still draws"),
        (
            "9S KD TH 4C 2S",
            "card 5 (2S) has no hand to go to: after 4 cards Player 9, Banker 4 the coup is over",
        ),
        ("2C 3D TH 4S 6C AS", "card 6 (AS) has no hand to go to: after 5 cards Player 8, Banker 7"),
        ("2C KD 2H QC 4D 5D 9S", "card 7 (9S) has no hand to go to: after 6 cards Player 8"),
    ],
)
def test_no_coup(cards: str, fault: str) -> None:
    """Cards that are no coup are refused, with the hand that lacks one or the card too many."""
    with pytest.raises(CoupError, match="^" + re.escape(fault)):
        play(parse_cards(cards))


def test_a_hand_in_the_making() -> None:
    """Cards dealt so far are laid to the hands before the coup is over."""
    hands = hands_of(parse_cards("2C KD 2H"))
    assert (render_cards(hands.player), render_cards(hands.banker)) == ("2C 2H", "KD")


@given(coups())
def test_a_coup_is_made_of_its_cards(coup: Coup) -> None:
    """The cards of a coup make the coup again, and neither fewer nor more do."""
    assert play(coup.cards) == coup
    for cards in (coup.cards[:-1], (*coup.cards, coup.cards[0])):
        with pytest.raises(CoupError):
            play(cards)


@given(coups())
def test_naturals_never_meet_a_third_card(coup: Coup) -> None:
    """CORE-3, CORE-8: where a hand is a natural, both have two cards."""
    if coup.is_natural:
        assert len(coup.cards) == 4
