"""Every transfer of the ledger: a row each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from puntobanco.house.log import Logged, table_of
from puntobanco.house.reports.scope import NONE, Scope
from puntobanco.store.base import Transaction


@dataclass(frozen=True, slots=True)
class Moved:
    """A transfer: when, why, from where to where, how much in minor units."""

    time: str
    day: str
    shift: int
    table: str
    round: int
    event: str
    version: int
    line: int
    source: str
    target: str
    amount: int


class _Kind(msgspec.Struct):
    """What an event says of itself, whoever wrote it."""

    type: str
    round: int = 0


class _Entry(msgspec.Struct):
    event: _Kind


_ENTRY = msgspec.json.Decoder(_Entry)
_CAGE = msgspec.json.Decoder(_Kind)


def moved(transaction: Transaction, scope: Scope) -> Iterator[Moved]:
    """Give the transfers of the days, in the order of the log."""
    return (
        row
        for logged in scope.log(transaction)
        if logged.transfers and logged.at in scope.days
        for row in rows_of(logged, scope)
    )


def rows_of(logged: Logged, scope: Scope) -> Iterator[Moved]:
    """Give the rows of one event."""
    table = table_of(logged.stream)
    kind = _CAGE.decode(logged.body) if table is None else _ENTRY.decode(logged.body).event
    shift = scope.hours.shift(logged.at)
    for number, transfer in enumerate(logged.transfers, 1):
        yield Moved(
            time=scope.hours.written(logged.at),
            day=shift.day.isoformat(),
            shift=shift.number,
            table=table or NONE,
            round=kind.round,
            event=kind.type,
            version=logged.version,
            line=number,
            source=transfer.source,
            target=transfer.target,
            amount=transfer.amount,
        )
