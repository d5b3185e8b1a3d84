"""Money: integers in minor units, odds as a fraction to one, the only place that divides."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import gcd
from typing import Final, Self

from puntobanco.errors import MoneyError

AMOUNT_MAX: Final = 10**12
BASIS: Final = 10_000  # basis points in the whole
_TERM_MAX: Final = 1_000_000
_ODDS: Final = re.compile(r"([0-9]{1,7}):([0-9]{1,7})", re.ASCII)


class Rounding(Enum):
    """Which way a payment goes that no chip can make."""

    DOWN = "down"
    UP = "up"
    NEAREST = "nearest"


@dataclass(frozen=True, slots=True)
class Odds:
    """What a winning wager is paid, to one: ``Odds(40)`` is 40 to 1."""

    numerator: int
    denominator: int = 1

    def __post_init__(self) -> None:
        """Reduce, and refuse terms that are no odds."""
        if self.numerator < 1 or self.denominator < 1:
            message = f"odds {self.numerator}:{self.denominator} need terms above 0"
            raise MoneyError(message)
        divisor = gcd(self.numerator, self.denominator)
        object.__setattr__(self, "numerator", self.numerator // divisor)
        object.__setattr__(self, "denominator", self.denominator // divisor)

    def __str__(self) -> str:
        """Give the notation, ``40:1``."""
        return f"{self.numerator}:{self.denominator}"

    @property
    def fraction(self) -> Fraction:
        """The exact multiple of the wager."""
        return Fraction(self.numerator, self.denominator)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``a:b``."""
        match = _ODDS.fullmatch(text.strip())
        if match is None:
            message = f"{text!r} are no odds: write them to one, such as 40:1"
            raise MoneyError(message)
        above, below = int(match[1]), int(match[2])
        if not (1 <= above <= _TERM_MAX and 1 <= below <= _TERM_MAX):
            message = f"odds {above}:{below} need terms from 1 to {_TERM_MAX}"
            raise MoneyError(message)
        return cls(above, below)

    def less(self, commission: int) -> Odds:
        """The odds after a commission of so many basis points: 1:1 less 500 is 19:20."""
        if not commission:
            return self
        net = self.fraction * Fraction(BASIS - commission, BASIS)
        return Odds(net.numerator, net.denominator)


def payout(
    amount: int,
    odds: Odds,
    commission: int = 0,
    rounding: Rounding = Rounding.DOWN,
    unit: int = 1,
) -> int:
    """What a winning wager is owed, in minor units, beside its own return.

    ``commission`` is in basis points of the winnings; the result is a multiple of ``unit``.
    """
    share = amount * odds.numerator * (BASIS - commission)
    whole = odds.denominator * BASIS * unit
    units, rest = divmod(share, whole)
    if rest and (rounding is Rounding.UP or (rounding is Rounding.NEAREST and 2 * rest >= whole)):
        units += 1
    return units * unit
