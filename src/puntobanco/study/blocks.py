"""Shoes shared out among workers, and taken in again in their order.

The rounds of a shoe depend on each other, whole shoes do not. So shoes are taken in by blocks, a
few hundred of equal size, and what a mean may be off by is read from how its blocks differ.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from math import sqrt
from typing import Final, TypeVar

T = TypeVar("T")

LEAST: Final = 256  # blocks of a run, where it has so many shoes; fewer than twice as many
CARDS_IN_CHUNK: Final = 1 << 22  # a tenth of a second of work

Span = tuple[int, int]  # first shoe, how many


def block_size(shoes: int) -> int:
    """Give how many shoes a block has: a power of two, by the number of all shoes alone."""
    return 1 << max(0, (shoes // LEAST).bit_length() - 1)


def spans(shoes: int, chunk: int) -> Iterator[Span]:
    """Cut shoes into spans of at most a chunk, none of them reaching over the end of a block."""
    size = block_size(shoes)
    for begin in range(0, shoes, size):
        end = min(begin + size, shoes)
        yield from ((first, min(chunk, end - first)) for first in range(begin, end, chunk))


def in_order(work: Callable[[int, int], T], todo: Iterable[Span], workers: int) -> Generator[T]:
    """Do work on spans by so many threads, and give the results in the order of the spans.

    Whoever stops listening, by an interrupt too, waits for what is being worked on, not for more.
    """
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
