"""A coup: one dealing of the Player and the Banker hand to a result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from puntobanco.cards import Card
from puntobanco.errors import CoupError
from puntobanco.rules.tableau import banker_draws, is_natural, player_draws

T = TypeVar("T")
U = TypeVar("U")


class Side(Enum):
    """One of the two hands; never a person."""

    PLAYER = "player"
    BANKER = "banker"

    @property
    def letter(self) -> str:
        """P or B."""
        return self.value[0].upper()

    @property
    def word(self) -> str:
        """The hand's name in a sentence."""
        return self.value.capitalize()


class Winner(Enum):
    """What a coup ends in."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"

    @property
    def letter(self) -> str:
        """P, B or T, as the roads write it."""
        return self.value[0].upper()


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """A value for each hand."""

    player: T
    banker: T

    def __getitem__(self, side: Side) -> T:
        """Give the value of one side."""
        return self.player if side is Side.PLAYER else self.banker

    def map(self, change: Callable[[T], U]) -> BySide[U]:
        """Apply one function to both."""
        return BySide(change(self.player), change(self.banker))


@dataclass(frozen=True, slots=True)
class Hand:
    """Two or three cards."""

    cards: tuple[Card, ...]

    @property
    def two(self) -> int:
        """Total of the first two cards."""
        return (self.cards[0].points + self.cards[1].points) % 10

    @property
    def third(self) -> int | None:
        """Points of the third card, None where the hand stood."""
        return self.cards[2].points if len(self.cards) > 2 else None

    @property
    def total(self) -> int:
        """Final total, 0 to 9 (CORE-1)."""
        return sum(card.points for card in self.cards) % 10

    @property
    def is_natural(self) -> bool:
        """Whether it is an 8 or a 9 on two cards."""
        return len(self.cards) == 2 and is_natural(self.two)

    @property
    def is_pair(self) -> bool:
        """Whether the first two cards have one rank."""
        return self.cards[0].rank is self.cards[1].rank


@dataclass(frozen=True, slots=True)
class Coup:
    """Both hands of a finished coup."""

    hands: BySide[Hand]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order dealt: Player, Banker, Player, Banker, then the third cards."""
        player, banker = self.hands.player.cards, self.hands.banker.cards
        return (player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:])

    @property
    def winner(self) -> Winner:
        """The higher total; equal totals tie (CORE-8)."""
        player, banker = self.hands.player.total, self.hands.banker.total
        if player == banker:
            return Winner.TIE
        return Winner.PLAYER if player > banker else Winner.BANKER

    @property
    def is_natural(self) -> bool:
        """Whether either hand was a natural."""
        return self.hands.player.is_natural or self.hands.banker.is_natural


def next_hand(cards: Sequence[Card]) -> Side | None:
    """Which hand gets the next card after these, in the order dealt; None when the coup is over."""
    if len(cards) < 4:
        return (Side.PLAYER, Side.BANKER)[len(cards) % 2]
    player_two = (cards[0].points + cards[2].points) % 10
    banker_two = (cards[1].points + cards[3].points) % 10
    drawn = cards[4:]
    if player_draws(player_two, banker_two):
        if not drawn:
            return Side.PLAYER
        if len(drawn) == 1 and banker_draws(player_two, banker_two, drawn[0].points):
            return Side.BANKER
        return None
    if not drawn and banker_draws(player_two, banker_two, None):
        return Side.BANKER
    return None


def hands_of(cards: Sequence[Card]) -> BySide[tuple[Card, ...]]:
    """Lay out cards, dealt so far in order, to the hands; CoupError for one that nobody draws."""
    player: list[Card] = []
    banker: list[Card] = []
    for position, card in enumerate(cards):
        side = next_hand(cards[:position])
        if side is None:
            message = (
                f"card {position + 1} ({card.code}) has no hand to go to: after {position} cards"
                f" Player {_total(player)}, Banker {_total(banker)} the coup is over;"
                " leave it out"
            )
            raise CoupError(message)
        (player if side is Side.PLAYER else banker).append(card)
    return BySide(tuple(player), tuple(banker))


def play(cards: Sequence[Card]) -> Coup:
    """Make a coup from exactly its cards, in the order dealt; CoupError says what is missing."""
    hands = hands_of(cards)
    side = next_hand(cards)
    if side is not None:
        message = (
            f"{len(cards)} card{'' if len(cards) == 1 else 's'} given and the coup is not over:"
            f" the {side.word} hand still draws; add its card"
        )
        raise CoupError(message)
    return Coup(hands.map(Hand))


def _total(cards: Sequence[Card]) -> int:
    return sum(card.points for card in cards) % 10
