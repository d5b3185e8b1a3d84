"""The store: durable commits and rows a second, by how many clients wait at once.

`python -m bench.store [FOLDER]` prints a table; the folder, by default a temporary one, decides
whose disk is measured. One row is what a wager writes: an event of 300 bytes, a transfer, two
balances and an answer.
"""

import sys
import tempfile
import time
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import quantiles
from unittest.mock import patch

import apsw

from puntobanco.ledger import WORLD, Transfer, rack
from puntobanco.store import writer
from puntobanco.store.base import Store, Transaction
from puntobanco.store.sqlite import MEMORY, open_sqlite

SECONDS = 3.0
BODY = b"x" * 300
TABLES = 8
CASES = ((1, 1), (1, 64), (16, 64), (64, 64), (64, 200))  # batch at most, clients waiting


@dataclass(frozen=True, slots=True)
class Speed:
    """What one case came to."""

    rows: float
    commits: float
    median_ms: float
    p99_ms: float


def wager(number: int, tx: Transaction) -> None:
    """Write what an accepted wager writes."""
    stream, command = f"table:t{number % TABLES}", f"c{number}"
    tx.answer("p1", command)
    version = tx.append(stream, tx.head(stream), number, [BODY])
    tx.post(stream, version, [Transfer(WORLD, rack(f"t{number % TABLES}", "p1"), 100)])
    tx.remember("p1", command, BODY[:32], BODY[:64])


def measure(store: Store, clients: int, seconds: float) -> tuple[int, list[float]]:
    """Let so many clients ask again as soon as they are answered; rows, and each one's wait."""
    waits: list[float] = []
    number = 0
    waiting: list[tuple[float, Future[None]]] = []
    end = time.perf_counter() + seconds
    while (now := time.perf_counter()) < end:
        while len(waiting) < clients:
            waiting.append((now, store.submit(partial(wager, number))))
            number += 1
        waiting[0][1].result()
        still = []
        for begun, future in waiting:
            if future.done():
                waits.append(time.perf_counter() - begun)
            else:
                still.append((begun, future))
        waiting = still
    for _, future in waiting:
        future.result()
    return number, waits


def speed(place: Path | str, batch: int, clients: int) -> Speed:
    """Measure one case on a new store."""
    commits = 0

    def count() -> bool:
        nonlocal commits
        commits += 1
        return False

    opened: list[apsw.Connection] = []
    apsw.connection_hooks.append(opened.append)
    with patch.object(writer, "BATCH_MAX", batch), closing(open_sqlite(place)) as store:
        apsw.connection_hooks.remove(opened.append)
        opened[0].set_commit_hook(count)
        begun = time.perf_counter()
        rows, waits = measure(store, clients, SECONDS)
        seconds = time.perf_counter() - begun
    centiles = quantiles(waits, n=100)
    return Speed(rows / seconds, commits / seconds, centiles[49] * 1000, centiles[98] * 1000)


def line(name: str, batch: int, clients: int, found: Speed) -> str:
    """One line of the table."""
    return (
        f"| {name} | {batch} | {clients} | {found.rows:,.0f} | {found.commits:,.0f}"
        f" | {found.median_ms:.1f} | {found.p99_ms:.1f} |"
    )


def main(folder: Path) -> None:
    """Measure every case, and print a page."""
    print(f"# The store, {datetime.now(tz=UTC).date()}, SQLite {apsw.sqlite_lib_version()}\n")
    print("| store | batch at most | clients | rows/s | commits/s | median ms | p99 ms |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for number, (batch, clients) in enumerate(CASES):
        print(line("file", batch, clients, speed(folder / f"{number}.db", batch, clients)))
    print(line("memory", 64, 64, speed(MEMORY, 64, 64)))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(made))
