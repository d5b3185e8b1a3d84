"""The drop: collection by table, gaming day, shift and box, to compare with the count.

The order of the rows of a box: its fees by rate, what was given back, the sum, the count
(4 CCR 12384, 12385).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from puntobanco.house import cage
from puntobanco.house.follow import Follower, Step
from puntobanco.house.reports.scope import Scope
from puntobanco.store.base import Transaction
from puntobanco.table import events as ev

KINDS: Final = ("fee", "refund", "total", "count")


@dataclass(frozen=True, slots=True)
class DropRow:
    """Fees of one rate, their sum, or a count; amounts in minor units.

    ``rate`` is the fee, nought in a sum. A count says what was ``expected`` and by how much it
    differed; it stands in the shift in which it was made.
    """

    row: str
    table: str
    day: str
    shift: int
    box: str
    rate: int = 0
    fees: int = 0
    amount: int = 0
    expected: int = 0
    difference: int = 0


_Key = tuple[str, str, int, str]  # table, day, shift, box


def drops(transaction: Transaction, scope: Scope) -> list[DropRow]:
    """Give the drop of the days, by table, day, shift and box."""
    fees: Counter[tuple[_Key, str, int]] = Counter()
    counted: list[tuple[_Key, cage.DropCounted]] = []
    follower = Follower()
    for logged in scope.log(transaction):
        step = follower.take(logged)
        if logged.at not in scope.days:
            continue
        if step is not None:
            for box, kind, rate in _fees(step):
                fees[(_key(scope, logged.at, step.table, box), kind, rate)] += 1
        elif logged.stream == cage.STREAM:
            event = cage.decode(logged.body)
            if isinstance(event, cage.DropCounted) and scope.names(event.table):
                counted.append((_key(scope, logged.at, event.table, event.box), event))
    rows = [*_rates(fees), *_totals(fees), *(_count(key, event) for key, event in counted)]
    return sorted(
        rows, key=lambda row: (row.table, row.day, row.shift, row.box, KINDS.index(row.row))
    )


def _key(scope: Scope, at: int, table: str, box: str) -> _Key:
    shift = scope.hours.shift(at)
    return table, shift.day.isoformat(), shift.number, box


def _fees(step: Step) -> Iterator[tuple[str, str, int]]:
    """Give the box, the kind and the rate of every fee of an event."""
    event = step.event
    match event:
        case ev.CollectionTaken():
            box, kind, from_cover = event.box, "fee", event.player_dealer
        case ev.RoundVoided():
            box, kind, from_cover = step.before.box, "refund", event.player_dealer_fee
        case _:
            return
    rates = [fee.amount for fee in event.fees] + [from_cover]
    yield from ((box, kind, rate) for rate in rates if rate)


def _rates(fees: Counter[tuple[_Key, str, int]]) -> Iterator[DropRow]:
    signs = {"fee": 1, "refund": -1}
    for (key, kind, rate), number in sorted(fees.items()):
        yield DropRow(kind, *key, rate=rate, fees=number, amount=signs[kind] * rate * number)


def _totals(fees: Counter[tuple[_Key, str, int]]) -> Iterator[DropRow]:
    number: Counter[_Key] = Counter()
    amount: Counter[_Key] = Counter()
    for (key, kind, rate), count in fees.items():
        sign = 1 if kind == "fee" else -1
        number[key] += sign * count
        amount[key] += sign * rate * count
    for key in number:
        yield DropRow("total", *key, fees=number[key], amount=amount[key])


def _count(key: _Key, event: cage.DropCounted) -> DropRow:
    return DropRow(
        "count",
        *key,
        amount=event.counted,
        expected=event.expected,
        difference=event.difference,
    )
