"""Measure two ways to do the same work against each other, in turns, in one process."""

import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Contest:
    """Two ways to do one piece of work: ours, and the plain one that it is measured against."""

    name: str
    unit: str
    count: int  # units in one call
    ours: Callable[[], object]
    plain: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Figure:
    """What a contest came to: units a second of both, each the best of its rounds."""

    contest: Contest
    ours: float
    plain: float

    @property
    def ratio(self) -> float:
        """How many times as fast ours is: the only figure that holds on another machine."""
        return self.ours / self.plain


def seconds(work: Callable[[], object]) -> float:
    """Time one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(contest: Contest, rounds: int = ROUNDS) -> Figure:
    """Let both ways take turns, so that a slow minute of the machine hits both; keep the best."""
    turns = [(seconds(contest.ours), seconds(contest.plain)) for _ in range(rounds)]
    ours, plain = (contest.count / min(times) for times in zip(*turns, strict=True))
    return Figure(contest, ours, plain)
