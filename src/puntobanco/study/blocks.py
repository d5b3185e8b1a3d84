"""Shoes shared out among workers, and taken in again in their order.

The rounds of a shoe depend on each other, whole shoes do not. So shoes are taken in by blocks, a
few hundred of equal size, and what a mean may be off by is read from how its blocks differ.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from math import sqrt
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

LEAST: Final = 256  # blocks of a run, where it has so many shoes; fewer than twice as many
CARDS_IN_CHUNK: Final = 1 << 22  # a tenth of a second of work

Span = tuple[int, int]  # first shoe, how many


class Crew(Protocol):
    """Others who do work on spans, and what in_order promises holds of them too."""

    @property
    def chunks(self) -> int:
        """How many chunks of a thread here make a piece of work there."""

    def in_order(self, work: Callable[[int, int], T], todo: Iterable[Span]) -> Generator[T]:
        """Do work on spans, and give the results in the order of the spans."""


Workers = int | Crew  # threads here, or others


def block_size(shoes: int) -> int:
    """Give how many shoes a block has: a power of two, by the number of all shoes alone."""
    return 1 << max(0, (shoes // LEAST).bit_length() - 1)


def spans(shoes: int, chunk: int, done: int = 0) -> Iterator[Span]:
    """Cut the shoes behind those that are done into spans of at most a chunk.

    None of them reaches over the end of a block.
    """
    size = block_size(shoes)
    for begin in range(done // size * size, shoes, size):
        end = min(begin + size, shoes)
        for first in range(max(begin, done), end, chunk):
            yield first, min(chunk, end - first)


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
