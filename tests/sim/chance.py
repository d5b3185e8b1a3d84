"""Tests of chance, each giving how likely so odd a sample is: of words of 64 bits, of orders."""

from math import erfc, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.shuffle.statistics import tail

Words = NDArray[np.uint64]
Orders = NDArray[np.int64]


def uneven(counts: NDArray[Any], freedom: int | None = None) -> float:
    """Chi-square of counts that should all be the same."""
    expected = counts.sum() / counts.size
    statistic = float(((counts - expected) ** 2).sum() / expected)
    return tail(statistic, freedom or counts.size - 1)


def normal(value: float, mean: float, variance: float) -> float:
    """How likely a normal value is so far off on either side."""
    return erfc(abs(value - mean) / sqrt(2 * variance))


def bytes_uneven(words: Words) -> float:
    """Each byte of a word has all values alike."""
    lanes = words.ravel().view(np.uint8).reshape(-1, 8)
    counts = [np.bincount(lanes[:, lane], minlength=256) for lane in range(8)]
    return uneven(np.array(counts), 8 * 255)


def runs(words: Words) -> float:
    """Words rise and fall as often as chance makes them (runs up and down)."""
    row = words.ravel()
    rises = row[1:] > row[:-1]
    found = 1 + int((rises[1:] != rises[:-1]).sum())
    return normal(found, (2 * row.size - 1) / 3, (16 * row.size - 29) / 90)


def serial(words: Words) -> float:
    """The lowest four bits of a number of 16 bits tell nothing of the next number's highest."""
    numbers = words.ravel().view(np.uint16).astype(np.int64)
    return uneven(np.bincount((numbers[:-1] & 15) * 16 + (numbers[1:] >> 12), minlength=256))


def neighbours(words: Words) -> float:
    """A shoe's words differ from those of the next one in half of their bits."""
    differing = np.bitwise_count(words[1:] ^ words[:-1]).astype(np.int64)
    bits = 64 * differing.size
    return normal(int(differing.sum()), bits / 2, bits / 4)


def repeats(words: Words) -> float:
    """No word comes twice: of a million words of 64 bits that is one chance in thirty million."""
    return float(np.unique(words).size == words.size)


WORD_TESTS = (bytes_uneven, runs, serial, neighbours, repeats)


def avalanche(flips: NDArray[np.uint64]) -> float:
    """Give the worst of 64 x 64: a bit turned over turns each bit of a word in half of all cases.

    Rows are bits turned over, columns cases: what changed in the word.
    """
    bits: NDArray[np.uint64] = flips[:, :, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    share = bits.sum(axis=1, dtype=np.int64)
    cases = flips.shape[1]
    worst = float(np.abs(share - cases / 2).max())
    return min(1.0, int(share.size) * normal(worst, 0, cases / 4))


def places(orders: Orders) -> float:
    """Each card comes to each place alike."""
    shoes, cards = orders.shape
    counts = np.zeros((cards, cards), dtype=np.int64)
    np.add.at(counts, (np.broadcast_to(np.arange(cards), (shoes, cards)), orders), 1)
    return uneven(counts, (cards - 1) ** 2)


def followers(orders: Orders) -> float:
    """Each card is followed by each other alike."""
    cards = orders.shape[1]
    counts = np.zeros((cards, cards), dtype=np.int64)
    np.add.at(counts, (orders[:, :-1].ravel(), orders[:, 1:].ravel()), 1)
    return uneven(counts[~np.eye(cards, dtype=bool)], cards * (cards - 2))


def cycles(orders: Orders) -> float:
    """There are as many cycles as in an order by chance: the sum of 1/k on average."""
    shoes, cards = orders.shape
    k = np.arange(1, cards + 1)
    found = 0
    for order in orders.tolist():
        seen = [False] * cards
        for begin in range(cards):
            found += not seen[begin]
            at = begin
            while not seen[at]:
                seen[at] = True
                at = order[at]
    return normal(found, shoes * float((1 / k).sum()), shoes * float((1 / k - 1 / k**2).sum()))


def same_orders(orders: Orders) -> float:
    """Two shoes in a row have about one card in the same place."""
    shoes, _ = orders.shape
    found = int((orders[1:] == orders[:-1]).sum())
    return normal(found, shoes - 1, shoes - 1)


ORDER_TESTS = (places, followers, cycles, same_orders)
