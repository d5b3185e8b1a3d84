"""Any tags held against the same rounds: what a wager is worth before each, and what was seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from puntobanco.cards import DECK
from puntobanco.sim.counting import DECK_CARDS
from puntobanco.sim.shoes import Shoes
from puntobanco.sim.unseen import Unseen

_MOST: Final = 100  # count
_POINTS: Final = np.array(
    [[card.points == points for points in range(10)] for card in DECK], np.int64
)


class Sample:
    """Rounds of a few shoes, whose expectations are known."""

    def __init__(self, shoes: Shoes, rounds: Iterable[tuple[Unseen, Sequence[float]]]) -> None:
        """Take in shoes, each with the expectation before each of its rounds."""
        full = shoes.decks * _POINTS.sum(axis=0)
        seen, left, worth = [], [], []
        for unseen, expectations in rounds:
            seen.append((full - unseen.cards @ _POINTS).astype(np.float64))
            left.append(shoes.cards - np.array(unseen.out, dtype=np.float64))
            worth.append(np.array(expectations))
        self.shoes = len(seen)
        self._seen, self._left, self._worth = map(np.concatenate, (seen, left, worth))

    @property
    def length(self) -> float:
        """How many rounds a shoe has."""
        return len(self._worth) / self.shoes

    @property
    def most(self) -> float:
        """What perfect play wins in a shoe."""
        return float(np.maximum(self._worth, 0).sum()) / self.shoes

    def best(self, tags: Sequence[int]) -> tuple[float, int]:
        """Give units a shoe at the best whole trigger, and that; 0 where none wins."""
        count = np.floor(self._seen @ np.array(tags, dtype=np.float64) * DECK_CARDS / self._left)
        bucket = (np.clip(count, -_MOST, _MOST) + _MOST).astype(np.intp)
        by_count = np.bincount(bucket, weights=self._worth, minlength=2 * _MOST + 1)
        from_above = by_count[::-1].cumsum()
        at = int(from_above.argmax())
        return max(0.0, float(from_above[at]) / self.shoes), _MOST - at
