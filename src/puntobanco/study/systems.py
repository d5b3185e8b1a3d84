"""Betting systems: what to wager next, by what happened so far.

No system changes what a wager is expected to lose: each of them only moves the losses about. A
system counts in units; the table's limits and what is left of the bankroll are its purse. What a
progression asks beyond the purse is cut to it, and the progression goes on from there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Final

from puntobanco.errors import InputError
from puntobanco.rules.coup import Winner

PATTERN_MAX: Final = 64


@dataclass(frozen=True, slots=True)
class Purse:
    """What may be wagered now, in units: the table's limits, and what is left."""

    least: int
    most: int  # the table's maximum or the bankroll, whichever is less

    def fit(self, units: int) -> int:
        """Cut a wager to what may be wagered."""
        return min(max(units, self.least), self.most)


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager: the id of a bet, and units."""

    bet: str
    units: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A hand that is over; ``net`` is what one's own wager came to, in parts of a unit."""

    winner: Winner
    net: int | None  # None: no wager


class System(ABC):
    """A way to wager: a subclass says ``stake``, and may ``learn`` from each hand.

    ``bet`` is what the system wagers on where it does not choose; ``sides`` gives the main bet on
    each hand, for systems that follow the shoe. A session begins with a new one.
    """

    def __init__(self, bet: str, sides: Mapping[Winner, str]) -> None:
        """Begin a session."""
        self.bet, self.sides = bet, sides

    @abstractmethod
    def stake(self, purse: Purse) -> Stake | None:
        """Say what to wager on the next hand; None sits out."""

    def learn(self, seen: Seen) -> None:  # noqa: B027 - most need not
        """Take note of a hand."""


class Flat(System):
    """The same every time."""

    def stake(self, purse: Purse) -> Stake:
        """One unit."""
        return Stake(self.bet, purse.fit(1))


class Progression(System):
    """A system whose next wager depends on whether the last was won or lost; a push repeats it."""

    units = 1

    def stake(self, purse: Purse) -> Stake:
        """As much as the progression says."""
        return Stake(self.bet, purse.fit(self.units))

    def learn(self, seen: Seen) -> None:
        """Move on by a win or a loss."""
        if seen.net:
            (self.won if seen.net > 0 else self.lost)()

    def won(self) -> None:
        """Move on by a win."""

    def lost(self) -> None:
        """Move on by a loss."""


class Martingale(Progression):
    """Doubled after each loss, one unit after a win."""

    def won(self) -> None:
        """Begin again."""
        self.units = 1

    def lost(self) -> None:
        """Double."""
        self.units *= 2


class Fibonacci(Progression):
    """The numbers 1, 1, 2, 3, 5, 8: one on after a loss, two back after a win."""

    _at = 0

    def won(self) -> None:
        """Go two numbers back, to the first at most."""
        self._go(max(0, self._at - 2))

    def lost(self) -> None:
        """Go one number on."""
        self._go(self._at + 1)

    def _go(self, at: int) -> None:
        self._at, self.units, following = at, 1, 1
        for _ in range(at):
            self.units, following = following, self.units + following


class Labouchere(Progression):
    """A line of numbers: wager the first and the last, cross both off on a win, add a loss."""

    line: tuple[int, ...] = (1, 2, 3, 4)

    def __init__(self, bet: str, sides: Mapping[Winner, str]) -> None:
        """Begin with the whole line."""
        super().__init__(bet, sides)
        self._left = [*self.line]
        self._staked = 0

    def stake(self, purse: Purse) -> Stake:
        """The two ends of the line."""
        ends = self._left[0] + self._left[-1] if len(self._left) > 1 else self._left[0]
        self._staked = purse.fit(ends)
        return Stake(self.bet, self._staked)

    def won(self) -> None:
        """Cross both off; an empty line begins again."""
        self._left = self._left[1:-1] or [*self.line]

    def lost(self) -> None:
        """Add what was lost."""
        self._left.append(self._staked)


class Steps(Progression):
    """Some steps up while one wins; a loss, or the last step, begins again."""

    steps: tuple[int, ...] = (1,)
    _at = 0

    def won(self) -> None:
        """Go up."""
        self._go((self._at + 1) % len(self.steps))

    def lost(self) -> None:
        """Begin again."""
        self._go(0)

    def _go(self, step: int) -> None:
        self._at = step
        self.units = self.steps[step]


class OneThreeTwoSix(Steps):
    """1, 3, 2 and 6 units while one wins."""

    steps = (1, 3, 2, 6)


class Paroli(Steps):
    """Doubled after a win, three times at most."""

    steps = (1, 2, 4)


class OscarsGrind(System):
    """A unit more after a win, never more than takes the series to one unit won."""

    def __init__(self, bet: str, sides: Mapping[Winner, str]) -> None:
        """Begin a series."""
        super().__init__(bet, sides)
        self._units, self._up, self._staked = 1, 0, 0

    def stake(self, purse: Purse) -> Stake:
        """As much as the series says."""
        self._staked = purse.fit(self._units)
        return Stake(self.bet, self._staked)

    def learn(self, seen: Seen) -> None:
        """A series is over with a unit won; a commission is not counted in it."""
        if not seen.net:
            return
        self._up += self._staked if seen.net > 0 else -self._staked
        if self._up >= 1:
            self._units, self._up = 1, 0
        elif seen.net > 0:
            self._units = min(self._units + 1, 1 - self._up)


class Follow(System):
    """A unit on the hand that won last; ties are passed over."""

    _last: Winner | None = None

    def stake(self, purse: Purse) -> Stake | None:
        """Sit out until a hand has won."""
        side = self.side()
        return None if side is None else Stake(self.sides[side], purse.fit(1))

    def side(self) -> Winner | None:
        """The hand to wager on."""
        return self._last

    def learn(self, seen: Seen) -> None:
        """Take note of the winner."""
        if seen.winner is not Winner.TIE:
            self._last = seen.winner


class Chop(Follow):
    """A unit on the hand that did not win last."""

    def side(self) -> Winner | None:
        """The other hand."""
        return None if self._last is None else _OTHER[self._last]


_OTHER: Final = {Winner.PLAYER: Winner.BANKER, Winner.BANKER: Winner.PLAYER}

SYSTEMS: Final[Mapping[str, type[System]]] = {
    "flat": Flat,
    "martingale": Martingale,
    "fibonacci": Fibonacci,
    "labouchere": Labouchere,
    "1-3-2-6": OneThreeTwoSix,
    "paroli": Paroli,
    "oscars-grind": OscarsGrind,
    "follow": Follow,
    "chop": Chop,
}
Factory = Callable[[str, Mapping[Winner, str]], System]


def pattern(text: str) -> Factory:
    """Give a system that wagers a unit by a pattern of B and P, again and again; - sits out."""
    letters = {winner.letter: winner for winner in _OTHER}
    written = text.upper()
    if not 1 <= len(written) <= PATTERN_MAX or not set(written) <= {*letters, "-"}:
        message = f"pattern: {text!r} is none; write 1 to {PATTERN_MAX} of B, P and -"
        raise InputError(message)
    if set(written) == {"-"}:
        message = "pattern: it never wagers; write a B or a P in it"
        raise InputError(message)
    sides: Sequence[Winner | None] = [letters.get(letter) for letter in written]

    class Pattern(System):
        """A unit by a pattern."""

        def __init__(self, bet: str, bets: Mapping[Winner, str]) -> None:
            super().__init__(bet, bets)
            self._next = cycle(sides)

        def stake(self, purse: Purse) -> Stake | None:
            side = next(self._next)
            return None if side is None else Stake(self.sides[side], purse.fit(1))

    return Pattern
