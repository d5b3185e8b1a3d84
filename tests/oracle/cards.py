"""Cards as the rules speak of them: ranks, suits, points, and the number on the action button."""

from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "CDHS"


class Card(NamedTuple):
    """One card: a rank of RANKS and a suit of SUITS, both as one letter."""

    rank: str
    suit: str


class WrongCardError(Exception):
    """A word that names no card."""


def card(word: str) -> Card:
    """The card that a word such as `TS`, `10s` or `qd` names."""
    letters = word.upper().replace("10", "T")
    if len(letters) != 2 or letters[0] not in RANKS or letters[1] not in SUITS:
        raise WrongCardError(word)
    return Card(letters[0], letters[1])


def cards(words: str) -> list[Card]:
    """The cards of a line of words, in the order written."""
    return [card(word) for word in words.replace(",", " ").split()]


def points(the_card: Card) -> int:
    """CORE-1: ace 1, two to nine their face, ten and pictures zero."""
    if the_card.rank == "A":
        return 1
    if the_card.rank in "TJQK":
        return 0
    return int(the_card.rank)


def total(hand: list[Card]) -> int:
    """CORE-1: the sum of the points modulo ten."""
    return sum(points(each) for each in hand) % 10


def is_red(the_card: Card) -> bool:
    """Diamonds and hearts are red, clubs and spades are black."""
    return the_card.suit in "DH"


def button_value(the_card: Card) -> int:
    """2.6: the rank, not the points: ace 1, two to ten their face, jack 11, queen 12, king 13."""
    if the_card.rank == "A":
        return 1
    if the_card.rank == "T":
        return 10
    if the_card.rank == "J":
        return 11
    if the_card.rank == "Q":
        return 12
    if the_card.rank == "K":
        return 13
    return int(the_card.rank)
