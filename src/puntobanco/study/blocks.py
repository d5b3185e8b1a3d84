"""Shoes shared out among workers, and taken in again in their order.

The rounds of a shoe depend on each other, whole shoes do not. So shoes are taken in by blocks, a
few hundred of equal size, and what a mean may be off by is read from how its blocks differ. Blocks
grow with the shoes that are there: a run of any length has as many, at its end and when it stops.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from math import sqrt
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

LEAST: Final = 256  # blocks of a run, where it has so many shoes; fewer than twice as many
FIRST: Final = 1 << 15  # shoes of a block while there are few; smaller ones cost too much time
CARDS_IN_CHUNK: Final = 1 << 22  # a hundredth of a second of work

Span = tuple[int, int]  # first shoe, how many


class Crew(Protocol):
    """Others who do work on spans, and what in_order promises holds of them too."""

    @property
    def chunks(self) -> int:
        """How many chunks of a thread here make a piece of work there."""

    def in_order(self, work: Callable[[int, int], T], todo: Iterable[Span]) -> Generator[T]:
        """Do work on spans, and give the results in the order of the spans."""


Workers = int | Crew  # threads here, or others


def block_size(shoes: int, done: int, first: int = FIRST) -> int:
    """Give how many shoes a block has, by how many are wanted and done: a power of two."""
    return min(_size(shoes), max(first, _size(done)))


def _size(shoes: int) -> int:
    return 1 << max(0, (shoes // LEAST).bit_length() - 1)


def spans(shoes: int, chunk: int, done: int = 0, first: int = FIRST) -> Iterator[Span]:
    """Cut the shoes behind those that are done into spans of at most a chunk.

    None of them reaches over the end of a block.
    """
    while done < shoes:
        size = block_size(shoes, done, first)
        number = min(chunk, size - done % size, shoes - done)
        yield done, number
        done += number


def chunk_of(cards: int, workers: Workers) -> int:
    """Give how many shoes of so many cards, or blocks of shoes, are a piece of work."""
    return max(1, CARDS_IN_CHUNK * (1 if isinstance(workers, int) else workers.chunks) // cards)


def in_order(work: Callable[[int, int], T], todo: Iterable[Span], workers: Workers) -> Generator[T]:
    """Do work on spans by so many threads, or by others; the results in the order of the spans.

    Whoever stops listening, by an interrupt too, waits for what is being worked on, not for more.
    """
    if not isinstance(workers, int):
        yield from workers.in_order(work, todo)
        return
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[T]] = deque()
        try:
            for span in todo:
                waiting.append(pool.submit(work, *span))
                if len(waiting) > 2 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def error_of_ratio(above: Sequence[float], below: Sequence[float]) -> float | None:
    """Give the standard error of a sum over another sum, both by blocks; None for one block."""
    blocks = len(above)
    if blocks < 2:  # noqa: PLR2004 - a deviation needs two
        return None
    ratio = sum(above) / sum(below)
    off = sum((a - ratio * b) ** 2 for a, b in zip(above, below, strict=True))
    return sqrt(off * blocks / (blocks - 1)) / sum(below)
