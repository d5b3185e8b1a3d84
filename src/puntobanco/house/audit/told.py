"""An event of any stream as an auditor reads it: what, when, who, and what money moved with it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Final

import msgspec
from msgspec import Struct

from puntobanco.house.day import Hours
from puntobanco.house.log import table_of
from puntobanco.store.base import Stored, Transaction

PERSONS: Final = frozenset(
    {"patron", "by", "actor", "who", "debtor", "creditor", "confirmed", "proposed_by"}
)


class Told(Struct, frozen=True):
    """An event of the log; ``entry`` is what was stored, to the byte."""

    stream: str
    table: str | None
    version: int
    at: int
    time: str  # as the room's clock shows it
    kind: str
    round: int
    people: tuple[str, ...]
    hash: str
    entry: msgspec.Raw
    transfers: tuple[tuple[str, str, int], ...]  # from, to, how much


class Said(Struct):
    """What every event says of itself, whatever its stream."""

    type: str
    round: int = 0
    number: int = 0


class _OfATable(Struct):
    event: Said


_TABLE: Final = msgspec.json.Decoder(_OfATable)
_HOUSE: Final = msgspec.json.Decoder(Said)


def said(stored: Stored) -> Said:
    """Read of an event what it is; those of a table lie within an entry."""
    if table_of(stored.stream) is None:
        return _HOUSE.decode(stored.body)
    return _TABLE.decode(stored.body).event


def told(tx: Transaction, stored: Stored, kind: Said, hours: Hours) -> Told:
    """Give an event in full."""
    posted = tx.transfers(stored.stream, stored.version - 1)
    moved = takewhile(lambda each: each.version == stored.version, posted)
    return Told(
        stream=stored.stream,
        table=table_of(stored.stream),
        version=stored.version,
        at=stored.at,
        time=hours.written(stored.at),
        kind=kind.type,
        round=kind.round,
        people=tuple(sorted(set(_people(msgspec.json.decode(stored.body))))),
        hash=stored.hash.hex(),
        entry=msgspec.Raw(stored.body),
        transfers=tuple(
            (each.transfer.source, each.transfer.target, each.transfer.amount) for each in moved
        ),
    )


def _people(said: Any) -> Iterator[str]:
    """Give the ids of the people whom an event names."""
    match said:
        case dict():
            for key, value in said.items():
                if key in PERSONS and isinstance(value, str) and value:
                    yield value
                else:
                    yield from _people(value)
        case list():
            for each in said:
                yield from _people(each)
        case _:
            pass
