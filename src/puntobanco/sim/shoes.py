"""Which shoes are simulated: decks, how a shoe is burned, cut and ended, and the seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from puntobanco.cards import DECK, Card, Rank, Suit
from puntobanco.errors import InputError, InvariantError
from puntobanco.rules.classes import value_classes
from puntobanco.rules.sheet import ShoeRules
from puntobanco.rules.tableau import banker_draws
from puntobanco.rules.venue import LEAST_CUT
from puntobanco.shoe import ROUND_CARDS_MAX, ShoeEnd
from puntobanco.sim import kernel
from puntobanco.sim.streams import SEED_MAX, SHOES_MAX, bounds_of, keys, words_of

DECKS_MAX: Final = 100
BURN_MAX: Final = 11  # a turned card that burns ten
ROUND_CARDS_MIN: Final = 4

_LAST: Final = {"current": 0, "one-more": 1, "one-more-or-two": 2}
_SUITS: Final = (Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS, Suit.HEARTS)  # by red, and which of two
_RANKS: Final = tuple(Rank)


class SimulationError(InputError):
    """A simulation that cannot be run as it was asked for."""


@dataclass(frozen=True)
class Shoes:
    """All shoes of a seed, by their numbers from 0; ``tags`` is what each points count in."""

    decks: int
    rules: ShoeRules
    seed: int
    tags: tuple[int, ...] = field(default=(0,) * 10)

    def __post_init__(self) -> None:
        """Refuse what cannot be dealt."""
        if not 1 <= self.decks <= DECKS_MAX:
            message = f"decks: {self.decks} is out of range; give a number from 1 to {DECKS_MAX}"
            raise SimulationError(message)
        if not 0 <= self.seed <= SEED_MAX:
            message = f"seed: {self.seed} is out of range; give a number from 0 to {SEED_MAX}"
            raise SimulationError(message)
        least = LEAST_CUT[self.rules.last]
        most = self.cards - ROUND_CARDS_MAX - (BURN_MAX if self._burns else 0)
        if not least <= self.rules.cut_card <= most:
            message = (
                f"cut card: {self.rules.cut_card} does not fit {self.cards} cards; leave from"
                f" {least} to {most} cards behind it"
            )
            raise SimulationError(message)

    @property
    def cards(self) -> int:
        """How many cards a shoe has."""
        return self.decks * len(DECK)

    @property
    def end(self) -> ShoeEnd:
        """When a shoe ends."""
        return ShoeEnd(self.cards, self.rules.cut_card, self.rules.last)

    @property
    def rounds_max(self) -> int:
        """More rounds than a shoe can have."""
        return self.cards // ROUND_CARDS_MIN + 1

    @property
    def _burns(self) -> bool:
        return self.rules.burn == "first-card"

    @cached_property
    def dealing(self) -> kernel.Dealing:
        """Give all of this as the kernels take it."""
        key, redraw = keys(np.uint64(self.seed))
        return kernel.Dealing(
            np.uint64(key),
            np.uint64(redraw),
            words_of(self.cards),
            np.array([_code(card, self.tags) for card in DECK * self.decks], dtype=np.int32),
            *bounds_of(self.cards),
            self._burns,
            _CLASSES,
            self.end.edge,
            _LAST[self.rules.last],
        )


def check_shoes(shoes: int) -> None:
    """Refuse a number of shoes that cannot be simulated."""
    if not 1 <= shoes <= SHOES_MAX:
        message = f"shoes: {shoes} is out of range; give a number from 1 to {SHOES_MAX}"
        raise SimulationError(message)


def card_of(code: int) -> Card:
    """Give the card that a kernel's number is."""
    face = code >> kernel.FACE_AT & 63
    return Card(_RANKS[face >> 2], _SUITS[face & 3])


def _code(card: Card, tags: tuple[int, ...]) -> int:
    face = _RANKS.index(card.rank) << 2 | _SUITS.index(card.suit)
    return (
        face << kernel.FACE_AT
        | card.points << kernel.POINTS_AT
        | _HIGHEST[card.points] << kernel.DRAW_AT
        | tags[card.points] << kernel.TAG_AT
    )


def _highest() -> Mapping[int, int]:
    """Give the highest total that draws, by the Player's third card; the chart has no gap in it."""
    highest = {}
    for third in range(10):
        drawing = [two for two in range(8) if banker_draws(0, two, third)]
        if drawing != list(range(len(drawing))):
            message = f"the Banker hand draws on {drawing} against a {third}"
            raise InvariantError(message)
        highest[third] = drawing[-1]
    return highest


def _classes() -> kernel.Shorts:
    """Give the number of every value class by what a kernel works out of it."""
    numbers = np.zeros(kernel.CODES, dtype=np.uint16)
    for number, facts in enumerate(value_classes()):
        third, answer = (
            kernel.NONE if points is None else points
            for points in (facts.player_third, facts.banker_third)
        )
        two = 10 * facts.player_two + facts.banker_two
        numbers[(11 * two + third) * 11 + answer] = number
    return numbers


_HIGHEST: Final = _highest()
_CLASSES: Final = _classes()
