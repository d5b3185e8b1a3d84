"""Whether the log is true: the chain linked, the money moved and every round settled once more.

It is done beside the tables, so it reads a little at a time and rests in between: a fifth of the
time is work.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock, Thread
from typing import Final

from puntobanco.house.auditor import Auditor
from puntobanco.house.log import Logged, Position, place_after
from puntobanco.store.base import Reading, Transaction

PAGE: Final = 100  # events of a stream that are read at once
WORK_S: Final = 0.004
REST: Final = 4  # for so many times as long as it worked
FAULTS_MAX: Final = 100


@dataclass(slots=True)
class Progress:
    """How far it is, and what was found; a fault does not end it."""

    began: int
    all: int = 0
    done: int = 0
    is_over: bool = False
    transfers: int = 0
    faults: list[str] = field(default_factory=list)
    tips: dict[str, tuple[int, str]] = field(default_factory=dict)  # version and hash by stream


class Verifying:
    """One verification at a time, for whoever asks."""

    def __init__(self) -> None:
        """Begin none yet."""
        self._gate = Lock()
        self.progress: Progress | None = None

    def begin(self, store: Reading, now: int) -> Progress:
        """Begin, or join what is under way."""
        with self._gate:
            if self.progress is None or self.progress.is_over:
                self.progress = Progress(now)
                Thread(target=_run, args=(store, self.progress), daemon=True).start()
            return self.progress


def _run(store: Reading, progress: Progress) -> None:
    try:
        verify(store, progress)
    except Exception as error:  # noqa: BLE001 - whatever it is, the auditor is told
        progress.faults.append(f"it was broken off: {type(error).__name__}: {error}")
    progress.is_over = True


def verify(store: Reading, progress: Progress, rest: int = REST) -> None:
    """Follow the whole log, and say in the progress what is wrong with it."""
    ends = store.read(lambda tx: {name: tx.head(name) for name in tx.streams()})
    progress.all = sum(ends.values())
    auditor, began = Auditor(), time.monotonic()
    for logged in _log(store, ends):
        _take(progress, auditor, logged)
        worked = time.monotonic() - began
        if worked > WORK_S:
            time.sleep(worked * rest)
            began = time.monotonic()
    store.read(lambda tx: _end(progress, auditor, tx, ends))


def _take(progress: Progress, auditor: Auditor, logged: Logged) -> None:
    found = [f"{logged.stream} {logged.version}: {fault}" for fault in auditor.take(logged)]
    progress.faults += found[: FAULTS_MAX - len(progress.faults)]
    progress.done += 1
    progress.transfers = auditor.transfers


def _end(progress: Progress, auditor: Auditor, tx: Transaction, ends: dict[str, int]) -> None:
    """Follow what has happened meanwhile, and hold the books against those that are kept."""
    for stream in tx.streams():
        for logged in _page(tx, stream, ends.get(stream, 0), None):
            progress.all += 1
            _take(progress, auditor, logged)
    found = [*auditor.end()]
    kept = tx.balances()
    for account in sorted(kept.keys() | auditor.books.balances.keys()):
        held, made = kept.get(account, 0), auditor.books.balances.get(account, 0)
        if held != made:
            found.append(f"{account}: holds {held}, the events make {made}")
    progress.faults += found[: FAULTS_MAX - len(progress.faults)]
    progress.tips = {
        stream: (version, tip.hex()) for stream, (version, _, tip) in auditor.tips.items()
    }


def _log(store: Reading, ends: dict[str, int]) -> Iterator[Logged]:
    """Read all streams merged by time; no read lasts longer than a page."""
    placed = (_placed(store, stream, end) for stream, end in ends.items())
    return (logged for _, logged in heapq.merge(*placed))


def _placed(store: Reading, stream: str, end: int) -> Iterator[tuple[Position, Logged]]:
    place: Position | None = None
    done = 0
    while done < end:
        after, most = done, min(PAGE, end - done)
        page = store.read(
            lambda tx, after=after, most=most: [*_page(tx, stream, after, most)]  # type: ignore[misc]
        )
        for logged in page:
            place = place_after(place, logged)
            yield place, logged
        done += most


def _page(tx: Transaction, stream: str, after: int, most: int | None) -> Iterator[Logged]:
    """Read events of a stream above a version, with their transfers."""
    posted = tx.transfers(stream, after)
    pending = next(posted, None)
    for stored in islice(tx.events(stream, after), most):
        moved = []
        while pending is not None and pending.version == stored.version:
            moved.append(pending.transfer)
            pending = next(posted, None)
        yield Logged(
            stored.stream, stored.version, stored.at, stored.body, stored.hash, tuple(moved)
        )
