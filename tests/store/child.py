"""A process with a store of its own, for tests that end it: `python -m tests.store.child DO PLACE`.

Every acknowledged append is one line on standard output, written when its future has resolved.
"""

import os
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Final

import apsw

from puntobanco.ledger import WORLD, Transfer
from puntobanco.store import open_store
from puntobanco.store.base import Store, Transaction

STREAMS: Final = ("table:t1", "table:t2", "table:t3")
WAITING: Final = 8  # appends on their way at once


def body(stream: str, version: int) -> bytes:
    """The bytes of an event, from its place alone, so that whoever reads them can check them."""
    return f"{stream} {version}".encode() * (1 + version % 40)


def wager(stream: str, tx: Transaction) -> tuple[str, int]:
    """Append an event, with the money that moves with it."""
    version = tx.append(stream, tx.head(stream), 1, [body(stream, tx.head(stream) + 1)])
    tx.post(stream, version, [Transfer(WORLD, f"wallet:{stream[-2:]}", version)])
    return stream, version


def append_for_ever(store: Store) -> None:
    """Append until somebody kills this process."""
    waiting: deque[Future[tuple[str, int]]] = deque()
    for number in range(10**9):
        waiting.append(store.submit(partial(wager, STREAMS[number % len(STREAMS)])))
        if len(waiting) == WAITING:
            stream, version = waiting.popleft().result()
            os.write(1, f"{stream} {version}\n".encode())


def hold(store: Store) -> None:
    """Say that the store is open, and wait for the end of standard input."""
    sys.stdout.write(f"{store.settings()['engine']}\n")
    sys.stdout.flush()
    sys.stdin.read()


def fail(store: Store) -> None:
    """Meet a commit that fails; what follows it must not be reached."""

    def spoil(tx: Transaction) -> None:
        wager(STREAMS[0], tx)
        connections[0].set_commit_hook(lambda: True)

    store.submit(spoil).add_done_callback(lambda _: os.write(1, b"acknowledged\n"))
    store.submit(partial(wager, STREAMS[1])).result(20)


DO: Final[dict[str, Callable[[Store], None]]] = {
    "append": append_for_ever,
    "hold": hold,
    "fail": fail,
}

connections: list[apsw.Connection] = []

if __name__ == "__main__":
    apsw.connection_hooks.append(connections.append)
    DO[sys.argv[1]](open_store(sys.argv[2]))
