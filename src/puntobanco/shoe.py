"""The shoe: what is in it, how it ends, and the port through which cards come to a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol, Self

from puntobanco.cards import DECK, Card
from puntobanco.errors import CardError

ROUND_CARDS_MAX: Final = 6


@dataclass(frozen=True, slots=True)
class Composition:
    """How many there are of each of the 52 cards, by ``Card.index``."""

    counts: tuple[int, ...]

    @classmethod
    def of(cls, decks: int, removed: Iterable[Card] = ()) -> Self:
        """Give whole decks less some cards; CardError when there are not so many of one."""
        counts = [decks] * len(DECK)
        for card in removed:
            if not counts[card.index]:
                times, word = (
                    ("once", "deck holds") if decks == 1 else (f"{decks} times", "decks hold")
                )
                message = (
                    f"{card.code} is there more than {times}: {decks} {word}"
                    f" {decks} of each card; take one out"
                )
                raise CardError(message)
            counts[card.index] -= 1
        return cls(tuple(counts))

    @classmethod
    def left(cls, cards: Iterable[Card]) -> Self:
        """Give the shoe in which just these cards are left."""
        held = Counter(card.index for card in cards)
        return cls(tuple(held[index] for index in range(len(DECK))))

    def less(self, removed: Iterable[Card]) -> Self:
        """Give the shoe without some cards; CardError when one of them is not in it."""
        counts = list(self.counts)
        for card in removed:
            if not counts[card.index]:
                raise CardError(f"{card.code} is not in the shoe so often; take one out")
            counts[card.index] -= 1
        return type(self)(tuple(counts))

    @property
    def total(self) -> int:
        """All cards."""
        return sum(self.counts)

    def points(self, *, red: bool | None = None) -> tuple[int, ...]:
        """How many cards count 0, 1, .. 9; of one colour, where ``red`` is said."""
        found = [0] * 10
        for card, count in zip(DECK, self.counts, strict=True):
            if red is None or card.suit.is_red == red:
                found[card.points] += count
        return tuple(found)


class Shoe(Protocol):
    """A shoe whose order is fixed: the same position always gives the same card."""

    def commit(self) -> str:
        """Give a digest that binds the order without showing it."""

    def card(self, position: int) -> Card:
        """Give the card at a position, from 0."""

    def open(self) -> str:
        """Give what proves the commitment, once the shoe is over."""


@dataclass(frozen=True, slots=True)
class ShoeEnd:
    """When a shoe ends.

    Of ``cards`` cards ``cut_card`` lie behind the cut card, which shows when ``cards - cut_card``
    are out. ``last``: ``current`` ends the shoe with the round in which it shows; ``one-more``
    plays one more; ``one-more-or-two`` plays two when it is the first card out of a round.
    """

    cards: int
    cut_card: int
    last: str

    @property
    def edge(self) -> int:
        """How many cards are out when the cut card shows."""
        return self.cards - self.cut_card

    def rounds_left(self, out_before: int, out_after: int, left: int | None) -> int | None:
        """How many rounds may follow a round; None while the cut card has not shown.

        ``left`` is what this gave after the round before.
        """
        if left is not None:
            return max(0, left - 1)  # a shoe that is tracked may be dealt further than it should
        if out_after < self.edge:
            return None
        if self.last == "current":
            return 0
        if self.last == "one-more-or-two" and out_before < self.edge == out_after:
            return 2
        return 1

    def may_start(self, out: int, left: int | None) -> bool:
        """Whether another round may start: rounds are left, and six cards for it."""
        return left != 0 and self.cards - out >= ROUND_CARDS_MAX
