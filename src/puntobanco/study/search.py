"""Tags searched from nothing: one step of a tag after the other, as long as a count wins more.

A count is held against the exact expectation before every round of the same shoes, so that chance
is in the shoes alone. Where no single step helps, two at once are tried, then a step of
the tens that others balance, then the same count on twice the scale; the search ends where nothing
helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from puntobanco.odds.expect import Expected
from puntobanco.sim.shoes import Shoes, check_shoes
from puntobanco.sim.tags import Sample
from puntobanco.sim.unseen import Unseen, unseen_of

SHOES: Final = 2_000
LARGEST: Final = 12  # tag
GAIN: Final = 1.01  # what is less than a hundredth more is no gain
_POINTS: Final = range(10)
_RANKS_OF_TENS: Final = 4

Tags = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A count on the way: its tags by points, its best trigger, and units a shoe."""

    tags: Tags
    trigger: int
    units: float


def sample(
    expectation: Expected,
    shoes: Shoes,
    first: int,
    number: int = SHOES,
    watch: Callable[[int], object] = lambda _: None,
) -> Sample:
    """Deal so many shoes, and find the exact expectation of a bet before every round."""
    check_shoes(number)

    def rounds() -> Iterator[tuple[Unseen, list[float]]]:
        for done, unseen in enumerate(unseen_of(shoes, first, number), 1):
            yield unseen, expectation.of(unseen.cards)
            watch(done)

    return Sample(shoes, rounds())


def search(rounds: Sample, start: Tags = (0,) * 10) -> Iterator[Step]:
    """Give the steps of a search, the last one where no more is won."""
    units, trigger = rounds.best(start)
    now: Step | None = Step(start, trigger, units)
    while now:
        yield now
        now = _on(rounds, now) or _finer(rounds, now)


def _finer(rounds: Sample, now: Step) -> Step | None:
    """Go on from the same count on twice the scale, if that leads on."""
    doubled = Step(tuple(2 * tag for tag in now.tags), 2 * now.trigger, now.units)
    return _on(rounds, doubled)


def _on(rounds: Sample, now: Step) -> Step | None:
    """Give the next step of the first kind of moves that wins more."""
    found = (_better(rounds, now, moves) for moves in (_single, _double, _balanced))
    return next((step for step in found if step), None)


def _better(rounds: Sample, now: Step, moves: Callable[[Tags], Iterator[Tags]]) -> Step | None:
    """Give the best move, if it wins more."""
    best: Step | None = None
    for moved in moves(now.tags):
        if any(moved) and max(map(abs, moved)) <= LARGEST:
            won, trigger = rounds.best(moved)
            if won > (best.units if best else now.units * GAIN):
                best = Step(moved, trigger, won)
    return best


def _single(tags: Tags) -> Iterator[Tags]:
    for points in _POINTS:
        for step in (-1, 1):
            yield _moved(tags, {points: step})


def _double(tags: Tags) -> Iterator[Tags]:
    for one, two in combinations(_POINTS, 2):
        for steps in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            yield _moved(tags, {one: steps[0], two: steps[1]})


def _balanced(tags: Tags) -> Iterator[Tags]:
    """Tens are four ranks: a step of theirs is balanced by a step of four others."""
    for others in combinations(_POINTS[1:], _RANKS_OF_TENS):
        for step in (-1, 1):
            yield _moved(tags, {0: step} | dict.fromkeys(others, -step))


def _moved(tags: Tags, steps: dict[int, int]) -> Tags:
    return tuple(tag + steps.get(points, 0) for points, tag in enumerate(tags))
