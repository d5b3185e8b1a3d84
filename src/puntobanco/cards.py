"""Cards: rank, suit, point value and the two-letter code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, Self

from puntobanco.errors import CardError


class Rank(Enum):
    """A rank with its symbol, its points in the hand and its number on the action button.

    Points: CORE-1 (ace 1, ten and court cards 0). Number: ace 1, jack 11, queen 12, king 13.
    """

    ACE = ("A", 1, 1, "ace")
    TWO = ("2", 2, 2, "two")
    THREE = ("3", 3, 3, "three")
    FOUR = ("4", 4, 4, "four")
    FIVE = ("5", 5, 5, "five")
    SIX = ("6", 6, 6, "six")
    SEVEN = ("7", 7, 7, "seven")
    EIGHT = ("8", 8, 8, "eight")
    NINE = ("9", 9, 9, "nine")
    TEN = ("T", 0, 10, "ten")
    JACK = ("J", 0, 11, "jack")
    QUEEN = ("Q", 0, 12, "queen")
    KING = ("K", 0, 13, "king")

    def __init__(self, symbol: str, points: int, number: int, word: str) -> None:
        self.symbol, self.points, self.number, self.word = symbol, points, number, word

    @property
    def burn(self) -> int:
        """How many cards are burned after this one is turned (ten for ten and court cards)."""
        return self.points or 10


class Suit(Enum):
    """A suit with its symbol and its colour."""

    CLUBS = ("C", False)
    DIAMONDS = ("D", True)
    HEARTS = ("H", True)
    SPADES = ("S", False)

    def __init__(self, symbol: str, is_red: bool) -> None:  # noqa: FBT001 - a member's row
        self.symbol, self.is_red = symbol, is_red


@dataclass(frozen=True, slots=True)
class Card:
    """One card; ``str`` is its code, ``TS`` for the ten of spades."""

    rank: Rank
    suit: Suit

    @property
    def points(self) -> int:
        """What it counts in a hand, 0 to 9."""
        return self.rank.points

    @property
    def code(self) -> str:
        """Two letters, rank and suit."""
        return self.rank.symbol + self.suit.symbol

    @property
    def index(self) -> int:
        """Its place in a new deck, 0 to 51: clubs, diamonds, hearts, spades, each ace to king."""
        return _INDEX[self]

    def __str__(self) -> str:
        """Give the code."""
        return self.code

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``TS``, ``10S`` or ``ts``; CardError names what is wrong with anything else."""
        code = text.strip().upper() if text.isascii() else ""  # the capital of a long s is S
        rank = _RANKS.get(code[:-1])
        suit = _SUITS.get(code[-1:])
        if rank is None or suit is None:
            message = (
                f"{text!r} is not a card: write a rank A 2-9 T J Q K (or 10) and a suit C D H S,"
                " such as 9S"
            )
            raise CardError(message)
        return cls(rank, suit)


_RANKS: Final = {r.symbol: r for r in Rank} | {"10": Rank.TEN}
_SUITS: Final = {s.symbol: s for s in Suit}
DECK: Final = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
_INDEX: Final = {card: index for index, card in enumerate(DECK)}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards split by spaces or commas, in order."""
    return tuple(Card.parse(word) for word in re.split(r"[\s,]+", text.strip()) if word)


def render_cards(cards: tuple[Card, ...]) -> str:
    """Write cards as ``parse_cards`` reads them."""
    return " ".join(card.code for card in cards)
