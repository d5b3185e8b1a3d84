"""A number for every class of coups, looked up for the rounds of whole shoes at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puntobanco.sim.classes import CLASSES, Axes, grouped
from puntobanco.sim.rounds import Rounds


class Lookup:
    """Numbers by the classes of some axes, in the order of `rules.classes.universe`."""

    def __init__(self, axes: Axes, numbers: Sequence[int]) -> None:
        """Lay the numbers out by bin."""
        self.axes = axes
        self._groups, self._size, places = grouped(axes)
        self._of_bin = np.zeros(CLASSES * self._size, dtype=np.intp)
        self._of_bin[places] = numbers

    def of(self, rounds: Rounds) -> list[int]:
        """Give the number of every round, dealt along these axes and maybe more."""
        bins = rounds.classes.astype(np.intp) * self._size
        if self.axes:
            bins += self._groups[rounds.kinds]
        found: list[int] = self._of_bin[bins].tolist()
        return found
