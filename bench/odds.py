"""Exact odds: the counting kernels against C, against numpy, and against the pure way.

`python -m bench.odds` measures all of it: the ways take turns in one process, and the median of the
ratios of their turns is told, with the lowest and the highest.
"""

# ruff: noqa: C901, FBT003, PLR0912 - the plain way is meant to be plain

import ctypes
import os
import resource
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
from puntobanco.odds import kernel
from puntobanco.odds.atlas import atlas
from puntobanco.odds.count import Counter52
from puntobanco.odds.expect import Expected
from puntobanco.odds.kernel import Longs
from puntobanco.odds.many import Many, compositions, one_shoe
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.conditions import AXES, FLUSH_AXES
from puntobanco.rules.sheet import Bet, Sheet
from puntobanco.rules.tableau import banker_draws, player_draws
from puntobanco.shoe import Composition
from puntobanco.sim.shoes import Shoes
from puntobanco.sim.unseen import unseen_of

HERE = Path(__file__).parent
EXAMPLE = str(HERE.parent / "docs" / "examples" / "side-bets.toml")
SHOES = 2_000
TURNS = 9
EIGHT = Composition.of(8)
ALONG = {
    "every feature but flushes": frozenset(AXES) - FLUSH_AXES,
    "flushes alone": FLUSH_AXES,
    "a flush and pairs": FLUSH_AXES | {"player_pair"},
    "every feature": frozenset(AXES),
}
PEER = 6.7e-3  # seconds a shoe for five bets, the best figure of another program on such a machine

POINTS = np.tile(np.array([EIGHT.points()], dtype=np.int64), (SHOES, 1))
CARDS = POINTS.sum(axis=1)
TABLES = np.zeros((SHOES, kernel.JOINT), dtype=np.int64)
COUNTS = compositions([EIGHT] * SHOES)


def ours() -> None:
    """The joint table of every shoe."""
    kernel.joints(POINTS, CARDS, kernel.ANSWERS, False, TABLES, 0)


def purely() -> None:
    """Two shoes in plain Python, which keeps what it counted of one."""
    for decks in (8, 7):
        Counter52(Composition.of(decks)).along(frozenset())


@cache
def reference() -> Any:
    """Compile the C reference; None where there is no compiler."""
    compiler = shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        return None
    library = Path(tempfile.mkdtemp()) / "odds_joint.so"
    flags = ["-O3", "-march=native", "-ffp-contract=fast", "-shared", "-fPIC"]
    source = str(HERE / "odds_joint.c")
    subprocess.run([compiler, *flags, source, "-o", str(library)], check=True)
    return ctypes.CDLL(str(library)).joints


SHOES_IN_C = POINTS.astype(np.float64)
CARDS_IN_C = CARDS.astype(np.float64)
TABLES_IN_C = np.zeros((SHOES, kernel.JOINT))


def in_c() -> None:
    """The same in C, in doubles."""
    arrays = (array.ctypes.data for array in (SHOES_IN_C, CARDS_IN_C))
    at, cards = (ctypes.c_void_p(place) for place in arrays)
    reference()(at, cards, SHOES, ctypes.c_void_p(TABLES_IN_C.ctypes.data))


def check() -> None:
    """Both give one table, but for the order in which they hold one part of it."""
    ours()
    in_c()
    mine = TABLES[0].reshape(4, 10, 10).copy()
    mine[2] = mine[2].T
    if (mine.ravel() != TABLES_IN_C[0]).any():
        raise AssertionError("the reference counts something else")


@numba.njit()
def pairs_of_pairs(c: Longs, draws: Any, answers: Any, out: Longs) -> None:
    """Count by unordered pairs, 55 by 55: the plain compiled way."""
    left = c.copy()
    out[:] = 0
    cards = c.sum()
    for a in range(10):
        for b in range(a, 10):
            first = (1 + (a != b)) * left[a] * (left[b] - (a == b))
            left[a] -= 1
            left[b] -= 1
            for d in range(10):
                for e in range(d, 10):
                    ways = first * (1 + (d != e)) * left[d] * (left[e] - (d == e))
                    if ways <= 0:
                        continue
                    left[d] -= 1
                    left[e] -= 1
                    p, q = (a + b) % 10, (d + e) % 10
                    if not draws[p, q]:
                        if not answers[p, q, 10]:
                            out[p * 10 + q] += ways * (cards - 4) * (cards - 5)
                        else:
                            for y in range(10):
                                out[100 + p * 10 + (q + y) % 10] += ways * left[y] * (cards - 5)
                    else:
                        for x in range(10):
                            if not answers[p, q, x]:
                                out[200 + q * 10 + (p + x) % 10] += ways * left[x] * (cards - 5)
                            else:
                                for y in range(10):
                                    out[300 + (p + x) % 10 * 10 + (q + y) % 10] += (
                                        ways * left[x] * (left[y] - (x == y))
                                    )
                    left[d] += 1
                    left[e] += 1
            left[a] += 1
            left[b] += 1


def seconds(work: Callable[[], object]) -> float:
    """Time one call by the processor's clock of this thread."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def told(*ways: tuple[Callable[[], object], int]) -> list[list[float]]:
    """Let ways take turns; give the seconds a unit of each turn."""
    for work, _ in ways:
        work()
    turns = [[seconds(work) / units for work, units in ways] for _ in range(TURNS)]
    return [list(column) for column in zip(*turns, strict=True)]


def ratio(above: list[float], below: list[float]) -> str:
    """The median of the ratios of the turns, with the lowest and the highest."""
    found = sorted(one / other for one, other in zip(above, below, strict=True))
    return f"{median(found):.3g} ({found[0]:.3g} to {found[-1]:.3g})"


def counted(sheet: Sheet, bet: Bet) -> tuple[Callable[[], int], Callable[[], int]]:
    """Two ways to the expectation of a bet before each round of the same shoes, dealing included.

    By the counts of its results, and by `Expected`; each gives how many rounds there were.
    """
    shoes = Shoes(8, sheet.venue.shoe, 1)
    many, expected = Many(sheet, [bet.id]), Expected(sheet, bet)

    def by_results() -> int:
        return sum(len(many.deals(unseen.cards)) for unseen in unseen_of(shoes, 0, 100))

    def at_once() -> int:
        return sum(len(expected.of(unseen.cards)) for unseen in unseen_of(shoes, 0, 100))

    return by_results, at_once


def fresh(code: str) -> str:
    """Seconds of a fresh process, the best of five: the first writes down what it compiles.

    Other work on the machine is in the time on the wall alone; byte code is kept, as it is where
    the package is installed.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    walls, works = [], []
    for _ in range(5):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        command = (sys.executable, "-c", code)
        subprocess.run(command, check=True, capture_output=True, env=kept)
        walls.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        works.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return f"{min(works):.2f} s of processor time, {min(walls):.2f} s on the wall"


def memory() -> int:
    """The most memory so far, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    """Measure everything, and print a page."""
    plain = find("deq-ez")
    draws = np.array([[player_draws(p, b) for b in range(10)] for p in range(10)])
    thirds = (*range(10), None)
    answers = np.array(
        [[[banker_draws(p, b, x) for x in thirds] for b in range(10)] for p in range(10)]
    )
    table = np.zeros(400, dtype=np.int64)

    def naive() -> None:
        for _ in range(20):
            pairs_of_pairs(POINTS[0], draws, answers, table)

    ways = [(ours, SHOES), (naive, 20), (purely, 2)]
    if reference() is not None:
        check()
        ways.append((in_c, SHOES))
    mine, by_pairs, pure, *c = told(*ways)
    print(f"joint table: {1e6 * median(mine):.2f} us a shoe, best {1e6 * min(mine):.2f}")
    if c:
        print(f"  of the C reference, 0.6 or more: {ratio(c[0], mine)}")
    print(f"  55 by 55 pairs / ours, 25 or more: {ratio(by_pairs, mine)}")
    print(f"  pure Python / ours, 25,000 or more: {ratio(pure, mine)}")
    for name in (*shipped(), EXAMPLE):
        many = Many(find(name))
        some = COUNTS if name != EXAMPLE else COUNTS[:50]
        (times,) = told((lambda many=many, some=some: many.deals(some), len(some)))  # type: ignore[misc]
        us = 1e6 * median(times)
        print(f"all bets of {Path(name).stem}: {us:.2f} us a shoe, best {1e6 * min(times):.2f}")
        if name == plain.id:
            print(f"  {PEER * 1e6 / us:,.0f} times the best figure of another program")
    for name, axes in ALONG.items():
        way = atlas(axes)
        (times,) = told((lambda way=way: way.table(one_shoe(EIGHT)), 1))  # type: ignore[misc]
        print(f"along {name}: {1e3 * median(times):.2f} ms, best {1e3 * min(times):.2f}")
    commission = find("punto-banco")
    for sheet, bet in [
        *((plain, bet) for bet in plain.bets),
        (commission, commission.require_bet("banker")),
    ]:
        counts, expectations = counted(sheet, bet)
        rounds = expectations()
        by_results, at_once = told((counts, rounds), (expectations, rounds))
        print(
            f"exact expectation before each of {rounds} simulated rounds, {bet.id} of {sheet.id}:"
            f" {1e-3 / median(at_once):,.0f} k rounds/s, 400 or more;"
            f" counting its results takes {ratio(by_results, at_once)} times as long"
        )
    first = (
        "from puntobanco.odds.many import *; from puntobanco.rules.catalogue import find;"
        "Many(find('deq-ez')).deals(compositions([Composition.of(8)]))"
    )
    print(f"first answer of a fresh process, compiled before: {fresh(first)}, 1.5 or less")
    once = "from puntobanco.__main__ import main; main(['odds', '--json'])"
    print(f"puntobanco odds: {fresh(once)}, 0.5 or less")
    many = Many(plain)
    before = memory()
    for _ in range(1_000_000 // SHOES):
        many.deals(COUNTS)
    print(f"memory after a million more shoes: {memory() - before} KiB more")


def contest() -> Contest:
    """The joint table of shoes, compiled and in plain Python."""
    ours()
    return Contest(
        name="exact counts of a shoe, by the kernel and in plain Python",
        unit="shoes",
        count=2,
        ours=lambda: kernel.joints(POINTS[:2], CARDS[:2], kernel.ANSWERS, False, TABLES[:2], 0),
        plain=purely,
    )


if __name__ == "__main__":
    main()
