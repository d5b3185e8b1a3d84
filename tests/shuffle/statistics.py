"""The chi-square test, without a library: how likely so uneven a count is by chance."""

from collections.abc import Sequence
from math import erfc, sqrt


def chi_square(counts: Sequence[int], expected: float) -> float:
    """The statistic of counts that should all be the same."""
    return sum((count - expected) ** 2 for count in counts) / expected


def tail(statistic: float, freedom: int) -> float:
    """The chance of a statistic at least so large (Wilson and Hilferty's cube root)."""
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(z / sqrt(2)) / 2
