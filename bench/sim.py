"""Simulated shoes: the deck kernel against numpy, plain Python, a plain loop, and C.

`python -m bench.sim` measures all of it: ratios, each of two ways that take turns in one process.
"""

# ruff: noqa: PLR2004, S311 - the plain ways have the numbers of the game in them, and plain chance
import ctypes
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import numba
import numpy as np

from bench.harness import Contest
from puntobanco.cards import DECK
from puntobanco.rules.catalogue import find
from puntobanco.rules.check import bet_axes
from puntobanco.rules.sheet import ShoeRules
from puntobanco.sim import lanes, streams
from puntobanco.sim.classes import tables
from puntobanco.sim.kernel import CODES
from puntobanco.sim.shoes import Shoes
from puntobanco.sim.tally import count
from puntobanco.study.blocks import in_order

SHOES = 2_000
ROUNDS = 81.28  # a shoe
TURNS = 9
EIGHT = Shoes(8, ShoeRules(), 1)
PLAIN = tables([])
FAST = ["-O3", "-march=native", "-fno-strict-aliasing", "-shared", "-fPIC"]
HERE = Path(__file__).parent


def deck() -> None:
    """Ours: whole shoes, counted by value class."""
    count(EIGHT, PLAIN, 0, SHOES)


def all_bets() -> None:
    """Ours, with pairs and colours: what 21st Century Baccarat asks for."""
    sheet = find("parkwest-21c")
    count(EIGHT, tables(bet_axes(sheet, bet) for bet in sheet.bets), 0, SHOES)


def by_numpy() -> None:
    """Shuffle a thousand shoes at a time, work out all places at once, walk in lockstep."""
    source = np.random.default_rng(1)
    fresh = np.array([card.points for card in DECK * 8], dtype=np.uint8)
    highest = np.array([3, 3, 4, 4, 5, 5, 6, 6, 2, 3, 5], dtype=np.uint8)
    bins = np.zeros(12_100, dtype=np.int64)
    for _ in range(SHOES // 1000):
        shoes = np.zeros((1000, 422), dtype=np.uint8)
        shoes[:, :416] = source.permuted(np.tile(fresh, (1000, 1)), axis=1)
        totals = shoes[:, :-2] + shoes[:, 2:]
        twos = np.minimum(totals, totals - 10)
        p, b, x = twos[:, :415], twos[:, 1:416], shoes[:, 4:419]
        lives = (p < 8) & (b < 8)
        player = lives & (p < 6)
        banker = lives & (b <= np.where(player, highest[x], 5))
        third = np.where(player, x, 10)
        answer = np.where(banker, np.where(player, shoes[:, 5:420], x), 10)
        codes = ((p.astype(np.int32) * 10 + b) * 11 + third) * 11 + answer
        taken = 4 + player + banker
        rows = np.arange(1000)
        at = 1 + np.where(shoes[:, 0] == 0, 10, shoes[:, 0]).astype(np.int64)
        last = np.zeros(1000, dtype=bool)
        while rows.size:
            bins += np.bincount(codes[rows, at], minlength=12_100)
            at += taken[rows, at]
            going = ~last
            rows, at = rows[going], at[going]
            last = at >= 402


def by_python() -> None:
    """Lists and whole numbers, no objects: a twentieth of the shoes."""
    source = random.Random(1)
    cards = [card.points for card in DECK * 8]
    highest = (3, 3, 4, 4, 5, 5, 6, 6, 2, 3)
    bins = [0] * 12_100
    for _ in range(SHOES // 20):
        source.shuffle(cards)
        at, last = 1 + (cards[0] or 10), False
        while True:
            p, b = (cards[at] + cards[at + 2]) % 10, (cards[at + 1] + cards[at + 3]) % 10
            at += 4
            third = answer = 10
            if p < 8 and b < 8:
                most = 5
                if p < 6:
                    third = cards[at]
                    most = highest[third]
                    at += 1
                if b <= most:
                    answer = cards[at]
                    at += 1
            bins[((p * 10 + b) * 11 + third) * 11 + answer] += 1
            if last:
                break
            last = at >= 402


@cache
def _loop() -> Any:
    """Compile the plain loop: draw a card where it is needed, branch where the rules do."""

    @numba.njit
    def mixed(state: Any) -> Any:
        word = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return word ^ (word >> np.uint64(31))

    @numba.njit
    def loop(shoes: int, fresh: Any, highest: Any, bins: Any) -> None:
        state = np.uint64(1)
        cards = fresh.copy()
        for _ in range(shoes):
            at, drawn, last = 0, 0, False
            going = True
            while going:
                need = 6 if drawn else 11 + 6
                while drawn < min(at + need, 416):
                    state += np.uint64(0x9E3779B97F4A7C15)
                    word = (mixed(state) >> np.uint64(32)) * np.uint64(416 - drawn)
                    other = drawn + np.int64(word >> np.uint64(32))
                    cards[drawn], cards[other] = cards[other], cards[drawn]
                    drawn += 1
                if at == 0:
                    at = 1 + (cards[0] or 10)
                    continue
                p, b = (cards[at] + cards[at + 2]) % 10, (cards[at + 1] + cards[at + 3]) % 10
                at += 4
                third, answer = 10, 10
                if p < 8 and b < 8:
                    most = 5
                    if p < 6:
                        third = cards[at]
                        most = highest[third]
                        at += 1
                    if b <= most:
                        answer = cards[at]
                        at += 1
                bins[((p * 10 + b) * 11 + third) * 11 + answer] += 1
                going = not last
                last = at >= 402

    return loop


def by_loop() -> None:
    """A plain compiled loop."""
    fresh = np.array([card.points for card in DECK * 8])
    _loop()(
        SHOES, fresh, np.array([3, 3, 4, 4, 5, 5, 6, 6, 2, 3]), np.zeros(12_100, dtype=np.int64)
    )


@cache
def library(source: str) -> Any:
    """Compile a reference; None where there is no compiler, or none for this processor."""
    compiler = shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        return None
    out = Path(tempfile.mkdtemp()) / "reference.so"
    command = [compiler, *FAST, str(HERE / source), "-o", str(out)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        return None
    return ctypes.CDLL(str(out))


def _pointer(array: Any) -> Any:
    return ctypes.c_void_p(array.ctypes.data)


def by_c() -> Any:
    """The same algorithm in C; gives what it counted."""
    d, bins = EIGHT.dealing, np.zeros(len(PLAIN.bins[frozenset()]), dtype=np.int64)
    library("sim_deck.c").deck(
        ctypes.c_uint64(int(d.key)), ctypes.c_uint64(int(d.redraw)), ctypes.c_int64(0),
        ctypes.c_int64(SHOES), _pointer(d.deck), _pointer(d.bounds), _pointer(d.limits),
        _pointer(d.classes), ctypes.c_int64(d.edge), _pointer(bins),
    )  # fmt: skip
    return bins


@numba.njit
def _draws(key: Any, redraw: Any, owned: int, shoes: int, bounds: Any, limits: Any) -> None:
    words = np.empty(104, dtype=np.uint64)
    odd, draws = np.zeros(416, dtype=np.uint16), np.empty(416, dtype=np.uint16)
    for shoe in range(shoes):
        streams.fill(key, np.uint64(shoe), owned, words)
        streams.draw(words, bounds, limits, redraw, np.uint64(shoe), odd, draws)


def draws_alone() -> None:
    """The draws of the shuffles, and nothing else."""
    d = EIGHT.dealing
    _draws(d.key, d.redraw, d.owned, SHOES, d.bounds, d.limits)


def in_lanes() -> None:
    """Ours: a block of 64 shoes in lockstep."""
    lanes.count(EIGHT, 0, 1)


def lanes_by_c() -> Any:
    """The hand-written AVX2 reference, a block too; gives what it counted."""
    bins = np.zeros(5 * CODES, dtype=np.int64)
    library("sim_lanes.c").lanes(ctypes.c_uint64(1), ctypes.c_int64(1), _pointer(bins))
    return bins[: 4 * CODES].reshape(4, CODES).sum(axis=0)


def numbers_alone() -> None:
    """The random numbers of a block, and nothing else."""
    library("sim_lanes.c").numbers_alone(ctypes.c_int64(round(lanes.BLOCK * ROUNDS)))


def deck_block() -> None:
    """Ours, the deck kernel, as many shoes as a block."""
    count(EIGHT, PLAIN, 0, lanes.BLOCK)


def workers(number: int) -> None:
    """Many shoes by so many threads."""

    def work(first: int, shoes: int) -> object:
        return count(EIGHT, PLAIN, first, shoes)

    for _ in in_order(work, [(first, SHOES) for first in range(0, 10 * SHOES, SHOES)], number):
        pass


def ratio(slow: Callable[[], object], quick: Callable[[], object], times: float = 1) -> str:
    """Let two ways take turns, by the time of this thread: how many times as long the first takes.

    The median of all turns, and the middle half of them, which says how noisy it was.
    """
    slow(), quick()
    found = sorted(_seconds(slow) * times / _seconds(quick) for _ in range(TURNS))
    return f"{median(found):.2f} ({found[TURNS // 4]:.2f} to {found[-1 - TURNS // 4]:.2f})"


def _seconds(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start


def contest() -> Contest:
    """The deck kernel against the best numpy does."""
    deck()
    rounds = round(SHOES * ROUNDS)
    return Contest("shoes dealt and counted, against numpy", "rounds", rounds, deck, by_numpy)


def main() -> int:
    """Show every ratio, with the goal that it has."""
    deck()
    best = min(_seconds(deck) for _ in range(TURNS))
    print(f"deck kernel: {best / SHOES / ROUNDS * 1e9:.1f} ns a round at best")
    print(f"numpy / deck, 15 or more: {ratio(by_numpy, deck)}")
    print(f"plain Python / deck, 150 or more: {ratio(by_python, deck, 20)}")
    print(f"plain compiled loop / deck, 1.8 or more: {ratio(by_loop, deck)}")
    if library("sim_deck.c"):
        alike = np.array_equal(by_c(), count(EIGHT, PLAIN, 0, SHOES).counts(frozenset()))
        print(f"the same in C / deck, 1.0 or more: {ratio(by_c, deck)}; counts alike: {alike}")
    print(f"deck / its draws alone, 6 or less: {ratio(deck, draws_alone)}")
    print(f"deck / deck with pairs and colours, 0.6 or more: {ratio(deck, all_bets)}")
    best = min(_seconds(in_lanes) for _ in range(TURNS))
    print(f"lanes kernel: {best / lanes.BLOCK / ROUNDS * 1e9:.2f} ns a round at best")
    print(f"numpy / lanes, 40 or more: {ratio(by_numpy, in_lanes, lanes.BLOCK / SHOES)}")
    if library("sim_lanes.c"):
        counted, codes = lanes_by_c(), np.arange(CODES)
        share = counted[codes % 121 == 120].sum() / counted.sum()  # no third card: 0.3789
        rounds = counted.sum() / lanes.BLOCK
        print(f"AVX2 by hand: {rounds:.2f} rounds a shoe, {share:.4f} of four cards")
        print(f"AVX2 by hand / lanes, 0.75 or more: {ratio(lanes_by_c, in_lanes)}")
        print(f"AVX2 by hand / deck, 0.38 or more: {ratio(lanes_by_c, deck_block)}")
        print(f"random numbers alone / lanes, 0.11 or more: {ratio(numbers_alone, in_lanes)}")
    wall = sorted(_wall(1) / _wall(2) for _ in range(TURNS))
    print(
        f"one worker / two, 1.7 or more on two free cores: {median(wall):.2f}, best {wall[-1]:.2f}"
    )
    return 0


def _wall(number: int) -> float:
    start = time.perf_counter()
    workers(number)
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
