"""The tally of a shoe: numbers, shares, last hits and streaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from puntobanco.rules.coup import BySide, Winner


class Result(Protocol):
    """What the tally needs of an outcome."""

    @property
    def winner(self) -> Winner:
        """Player, Banker or tie."""

    @property
    def marks(self) -> tuple[str, ...]:
        """Naturals n8 n9, pairs pp bp and the tokens of calls."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many hands of a shoe, and how many of a hundred; the three winners sum to 100."""

    count: int
    percent: int


@dataclass(frozen=True, slots=True)
class CallTally:
    """How often a call came, per hundred hands to one decimal, and the last hand that had it."""

    token: str
    count: int
    percent: float
    last: int | None


@dataclass(frozen=True, slots=True)
class Tally:
    """Everything that a board counts of one shoe; the calls are parts of the winners."""

    hands: int
    player: Share
    banker: Share
    tie: Share
    calls: tuple[CallTally, ...]
    naturals: int
    player_pairs: int
    banker_pairs: int
    longest: BySide[int]


def tally(outcomes: Sequence[Result], tokens: Iterable[str] = ()) -> Tally:
    """Count a shoe; the tokens are those of the sheet's calls, in its order."""
    counts = [sum(o.winner is winner for o in outcomes) for winner in _BY_SIZE]
    shares = dict(zip(_BY_SIZE, map(Share, counts, share_hundred(counts)), strict=True))
    return Tally(
        hands=len(outcomes),
        player=shares[Winner.PLAYER],
        banker=shares[Winner.BANKER],
        tie=shares[Winner.TIE],
        calls=tuple(_call(outcomes, token) for token in tokens),
        # The mark stands for the winner's natural, or both hands' at a tie: once a coup.
        naturals=sum("n8" in o.marks or "n9" in o.marks for o in outcomes),
        player_pairs=sum("pp" in o.marks for o in outcomes),
        banker_pairs=sum("bp" in o.marks for o in outcomes),
        longest=BySide(_longest(outcomes, Winner.PLAYER), _longest(outcomes, Winner.BANKER)),
    )


_BY_SIZE = (Winner.BANKER, Winner.PLAYER, Winner.TIE)
"""Winners from the likeliest to the rarest: who gets a point first where all else is equal."""


def share_hundred(counts: Sequence[int]) -> list[int]:
    """Split 100 in proportion by largest remainder; equal remainders favour the larger count.

    Where nothing is counted, nothing is split.
    """
    whole = sum(counts)
    if not whole:
        return [0] * len(counts)
    shares = [100 * count // whole for count in counts]
    order = sorted(range(len(counts)), key=lambda i: (-(100 * counts[i] % whole), -counts[i], i))
    for index in order[: 100 - sum(shares)]:
        shares[index] += 1
    return shares


def _call(outcomes: Sequence[Result], token: str) -> CallTally:
    hits = [hand for hand, outcome in enumerate(outcomes, 1) if token in outcome.marks]
    # Tenths of a percent, halves up, in integers; the division by ten only places the point.
    tenths = (2000 * len(hits) + len(outcomes)) // (2 * len(outcomes)) if outcomes else 0
    return CallTally(token, len(hits), tenths / 10, hits[-1] if hits else None)


def _longest(outcomes: Iterable[Result], side: Winner) -> int:
    """Find the longest streak of a side; ties neither count nor break it."""
    decisions = (outcome.winner for outcome in outcomes if outcome.winner is not Winner.TIE)
    runs = (sum(1 for _ in run) for winner, run in groupby(decisions) if winner is side)
    return max(runs, default=0)
