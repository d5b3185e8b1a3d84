"""A shoe shuffled in this process with the system's randomness.

Its commitment binds the order before the first wager: SHA-256 over a salt and the cards.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final, Self

from puntobanco.cards import DECK, Card
from puntobanco.errors import InvariantError

_SALT: Final = 32
_TAG: Final = b"puntobanco/shoe/1"


@dataclass(frozen=True, slots=True, repr=False)
class SystemShoe:
    """A fixed order of cards; its repr shows none of them."""

    salt: bytes
    order: bytes  # Card.index of every card

    @classmethod
    def shuffled(cls, decks: int) -> Self:
        """Shuffle whole decks: Fisher and Yates, with unbiased draws from the system."""
        cards = bytearray(bytes(range(len(DECK))) * decks)
        for last in range(len(cards) - 1, 0, -1):
            other = secrets.randbelow(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cls(secrets.token_bytes(_SALT), bytes(cards))

    @classmethod
    def from_bytes(cls, stored: bytes) -> Self:
        """Read a shoe as ``to_bytes`` wrote it."""
        salt, order = stored[:_SALT], stored[_SALT:]
        if len(salt) != _SALT or not order or max(order) >= len(DECK):
            message = "a stored shoe is damaged"
            raise InvariantError(message)
        return cls(salt, order)

    def to_bytes(self) -> bytes:
        """Write the secret order, for the store alone."""
        return self.salt + self.order

    def commit(self) -> str:
        """Give the digest that binds the order."""
        return hashlib.sha256(_TAG + self.salt + self.order).hexdigest()

    def card(self, position: int) -> Card:
        """Give the card at a position, from 0."""
        return DECK[self.order[position]]

    def open(self) -> str:
        """Give salt and order, from which anyone can make the commitment again."""
        return self.to_bytes().hex()

    def __repr__(self) -> str:
        """Show the commitment alone."""
        return f"SystemShoe({self.commit()[:12]}, {len(self.order)} cards)"
