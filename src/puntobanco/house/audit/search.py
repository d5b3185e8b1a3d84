"""The log searched, the newest event first: by table, round, kind, person and time."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, get_args

from puntobanco.house import account_log, alerts, cage
from puntobanco.house.audit.told import Told, said, told
from puntobanco.house.day import Hours
from puntobanco.house.log import table_of
from puntobanco.store.base import Stored, Transaction
from puntobanco.table import events as ev

PAGE: Final = 50  # events that are given at once
LOOKED_MAX: Final = 2_000  # events that are looked at for one answer
KINDS: Final = sorted(
    kind.__name__
    for kind in (
        *get_args(ev.AnyEvent),
        *get_args(cage.CageEvent),
        account_log.AccountNoted,
        alerts.AlertRaised,
        alerts.AlertCleared,
        alerts.LargeWinSet,
    )
)
_WINDOW: Final = 100  # events of a stream that are read at once


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; what is not said is anything. The last moment is not in it any more."""

    stream: str | None = None
    round: int | None = None
    kind: str | None = None
    person: str | None = None
    first: int | None = None
    last: int | None = None

    def has(self, stored: Stored) -> bool:
        """Whether an event may be meant, by what can be seen without reading it."""
        is_late = self.last is not None and stored.at >= self.last
        return not is_late and (self.person is None or self._names(stored.body))

    def _names(self, body: bytes) -> bool:
        return f'"{self.person}"'.encode() in body  # an id has no sign that JSON would escape


@dataclass(frozen=True, slots=True)
class Found:
    """What was found, and how far each stream was read: the next search goes on below that."""

    events: tuple[Told, ...]
    below: Mapping[str, int] | None  # None: there is no more


def search(tx: Transaction, wanted: Wanted, below: Mapping[str, int], hours: Hours) -> Found:
    """Look through the log from its end, or from where an earlier search stopped."""
    streams = [wanted.stream] if wanted.stream is not None else tx.streams()
    reached = {stream: below.get(stream, tx.head(stream) + 1) for stream in streams}
    looking = heapq.merge(*(_back(tx, stream, reached[stream]) for stream in streams), key=_order)
    events: list[Told] = []
    for looked, stored in enumerate(looking):
        if wanted.first is not None and stored.at < wanted.first:
            return Found(tuple(events), None)
        if looked == LOOKED_MAX or len(events) == PAGE:
            return Found(tuple(events), reached)
        reached[stored.stream] = stored.version
        if wanted.has(stored):
            kind = said(stored)
            is_of_round = wanted.round is None or (
                kind.round == wanted.round and table_of(stored.stream) is not None
            )
            if is_of_round and wanted.kind in {None, kind.type}:
                events.append(told(tx, stored, kind, hours))
    return Found(tuple(events), None)


def _order(stored: Stored) -> tuple[int, str, int]:
    return (-stored.at, stored.stream, -stored.version)


def _back(tx: Transaction, stream: str, below: int) -> Iterator[Stored]:
    """Read a stream backwards, a window at a time."""
    while below > 1:
        first = max(1, below - _WINDOW)
        yield from reversed([*islice(tx.events(stream, first - 1), below - first)])
        below = first
