"""What a run counted: rounds by class, shoes by their number of rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from puntobanco.errors import InvariantError
from puntobanco.rules.classes import universe
from puntobanco.rules.conditions import Facts
from puntobanco.sim import kernel
from puntobanco.sim.classes import CLASSES, Axes, Tables
from puntobanco.sim.kernel import Longs
from puntobanco.sim.rounds import rounds_of
from puntobanco.sim.shoes import Shoes


@dataclass(eq=False)
class Tally:
    """Counts of some shoes; tallies of other shoes may be added."""

    tables: Tables
    shoes: int
    bins: Longs
    lengths: Longs  # by the number of rounds; a kernel without shoes to look at leaves them at 0

    def __iadd__(self, other: Tally) -> Self:
        """Take in other shoes."""
        self.shoes += other.shoes
        self.bins += other.bins
        self.lengths += other.lengths
        return self

    @property
    def rounds(self) -> int:
        """How many rounds there were."""
        return int(self.bins[:CLASSES].sum())  # the table of no axes is the first

    def counts(self, axes: Axes) -> Longs:
        """Give the rounds of every class along some axes, by class number."""
        found = self.bins[self.tables.bins[axes]]
        if found.sum() != self.rounds:
            message = f"{found.sum()} of {self.rounds} rounds are in a known class"
            raise InvariantError(message)
        return found

    def along(self, axes: Axes) -> dict[Facts, int]:
        """Give the rounds of every class along some axes; classes without one are left out."""
        facts = universe(axes).facts
        found = self.counts(axes)
        return {facts[number]: int(found[number]) for number in np.flatnonzero(found)}

    def sums(self, axes: Axes, groups: NDArray[np.intp]) -> list[int]:
        """Give the rounds of groups of classes (sim.classes.spread); exact up to 2^53 rounds."""
        return [int(rounds) for rounds in np.bincount(groups, self.counts(axes))]


def nothing(shoes: Shoes, tables: Tables) -> Tally:
    """Give the tally of no shoe."""
    return Tally(
        tables,
        0,
        np.zeros(tables.size, dtype=np.int64),
        np.zeros(shoes.rounds_max + 1, dtype=np.int64),
    )


def count(shoes: Shoes, tables: Tables, first: int, number: int) -> Tally:
    """Deal so many shoes from the first on, and count their rounds."""
    found = nothing(shoes, tables)
    for rounds in rounds_of(shoes, first, number, tables.every_axis):
        kernel.count(rounds.classes, found.bins)
        for groups, size, offset in tables.split:
            kernel.count_groups(rounds.classes, rounds.kinds, groups, size, found.bins[offset:])
        found.lengths += np.bincount(rounds.lengths, minlength=len(found.lengths))
        found.shoes += len(rounds.lengths)
    return found
