"""The log as one sequence: every event of a store with the transfers that were stored with it.

Streams are merged by time. A stream whose clock was set back keeps its order: an event counts as
no earlier than the one before it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from puntobanco.ledger import Transfer
from puntobanco.store import chain
from puntobanco.store.base import Transaction

TABLE: Final = "table:"
Tip = tuple[int, int, bytes]  # version, time and hash of a stream's newest event


@dataclass(frozen=True, slots=True)
class Logged:
    """An event as it lies in a log."""

    stream: str
    version: int
    at: int
    body: bytes
    hash: bytes
    transfers: tuple[Transfer, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """Where an event stands in the merged log."""

    at: int
    stream: str
    version: int


def table_of(stream: str) -> str | None:
    """Give the table whose stream it is."""
    return stream.removeprefix(TABLE) if stream.startswith(TABLE) else None


def links(tips: dict[str, Tip], logged: Logged) -> Iterator[str]:
    """Put an event at the end of its stream's chain, and say how it does not belong there."""
    version, at, tip = tips.get(logged.stream, (0, 0, chain.genesis(logged.stream)))
    if logged.version != version + 1:
        yield f"it follows {version} of {logged.stream}, so events are missing or twice there"
    if logged.at < at:
        yield f"it is earlier than {version} of {logged.stream}"
    try:
        linked = chain.link(tip, logged.version, logged.at, logged.body)
    except OverflowError:
        linked = b""
    if linked != logged.hash:
        yield "its hash is not that of its bytes and of what went before"
    tips[logged.stream] = logged.version, logged.at, logged.hash


def read_log(transaction: Transaction, streams: Iterable[str]) -> Iterator[Logged]:
    """Read streams, merged by time; nothing is held but one page of each."""
    pairs = heapq.merge(*(_placed(transaction, stream) for stream in streams))
    return (logged for _, logged in pairs)


def place_after(before: Position | None, logged: Logged) -> Position:
    """Give the position of a stream's next event."""
    at = logged.at if before is None else max(before.at, logged.at)
    return Position(at, logged.stream, logged.version)


def _placed(transaction: Transaction, stream: str) -> Iterator[tuple[Position, Logged]]:
    place: Position | None = None
    for logged in _stream(transaction, stream):
        place = place_after(place, logged)
        yield place, logged


def _stream(transaction: Transaction, stream: str) -> Iterator[Logged]:
    """Read one stream; its transfers come in the order of its events."""
    posted = transaction.transfers(stream)
    pending = next(posted, None)
    for stored in transaction.events(stream):
        moved: list[Transfer] = []
        while pending is not None and pending.version == stored.version:
            moved.append(pending.transfer)
            pending = next(posted, None)
        yield Logged(
            stored.stream, stored.version, stored.at, stored.body, stored.hash, tuple(moved)
        )
