"""Ranks, suits, card codes and lists of cards."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.cards import DECK, Card, Rank, Suit, parse_cards, render_cards
from puntobanco.errors import CardError

RANKS = """
symbol  A 2 3 4 5 6 7 8 9 T J Q K
points  1 2 3 4 5 6 7 8 9 0 0 0 0
number  1 2 3 4 5 6 7 8 9 10 11 12 13
burn    1 2 3 4 5 6 7 8 9 10 10 10 10
word    ace two three four five six seven eight nine ten jack queen king
"""

NEW_DECK = (
    "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD "
    "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
)


@pytest.mark.parametrize("row", RANKS.strip().splitlines())
def test_ranks(row: str) -> None:
    """CORE-1, 2.6, 4.1: what each rank is called, counts, is worth on the button, burns."""
    what, *values = row.split()
    assert [str(getattr(rank, what)) for rank in Rank] == values


def test_suits() -> None:
    """Clubs and spades are black, diamonds and hearts are red."""
    assert "".join(suit.symbol for suit in Suit) == "CDHS"
    assert [suit.is_red for suit in Suit] == [False, True, True, False]


def test_a_new_deck() -> None:
    """A deck is 52 different cards; a card knows its place among them."""
    assert render_cards(DECK) == NEW_DECK
    assert [card.index for card in DECK] == list(range(52))


@pytest.mark.parametrize("text", ["TS", "ts", "tS", "10S", "10s", " TS ", "\tTS\n"], ids=repr)
def test_spellings_of_one_card(text: str) -> None:
    """A ten is written T or 10, in any case; what is printed is TS."""
    card = Card.parse(text)
    assert (card.rank, card.suit, card.code, str(card)) == (Rank.TEN, Suit.SPADES, "TS", "TS")
    assert card.points == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "S",
        "9",
        "1S",
        "0S",
        "11S",
        "9X",
        "9SS",
        "9 S",
        "9♠",
        "9\u017f",
        "\uff19S",
        "TS9",
        "100S",
        "JOKER",
    ],
)
def test_no_card(text: str) -> None:
    """What is no card of any deck is refused with what a card looks like."""
    with pytest.raises(CardError, match=rf"^{re.escape(repr(text))} is not a card: .*such as 9S$"):
        Card.parse(text)


@pytest.mark.parametrize(
    "text",
    ["9S KD 10h", "9S,KD,10h", " 9s,  kd\n10H, ", ",9S, KD,,TH"],
    ids=repr,
)
def test_lists_of_cards(text: str) -> None:
    """Cards are split by spaces or commas, in order."""
    assert render_cards(parse_cards(text)) == "9S KD TH"


@pytest.mark.parametrize("text", ["", " ", ",,"])
def test_an_empty_list(text: str) -> None:
    """No cards are no fault of the list."""
    assert parse_cards(text) == ()


def test_a_list_names_the_card_that_is_wrong() -> None:
    """Of many cards the wrong one is named."""
    with pytest.raises(CardError, match=r"^'1S' is not a card"):
        parse_cards("9S KD 1S 2C")


@given(st.lists(st.sampled_from(DECK)).map(tuple))
def test_render_and_parse(cards: tuple[Card, ...]) -> None:
    """What is written is read back."""
    assert parse_cards(render_cards(cards)) == cards
    assert all(Card.parse(card.code) == card for card in cards)


@given(st.text())
def test_any_text(text: str) -> None:
    """Any text is a card's code in some case, or it is refused."""
    code = text.strip()
    if re.fullmatch(r"(?:[A2-9TJQKatjqk]|10)[CDHScdhs]", code):
        assert Card.parse(text).code == code.upper().replace("10", "T")
    else:
        with pytest.raises(CardError):
            Card.parse(text)
