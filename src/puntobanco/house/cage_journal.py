"""The journal of the cage: its newest events as a cashier reads them, and the boxes to count."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from puntobanco.house import cage
from puntobanco.house.day import Hours
from puntobanco.house.desk import Desk
from puntobanco.ledger import drop
from puntobanco.store.base import Stored, Transaction

Plain = dict[str, Any]
SHOWN: Final = 50


def journal(desk: Desk, hours: Hours, name_of: Callable[[str], str]) -> list[Plain]:
    """Give what the cage did last, the newest first."""

    def read(transaction: Transaction) -> list[Stored]:
        after = max(0, transaction.head(cage.STREAM) - SHOWN)
        return list(transaction.events(cage.STREAM, after))

    found = []
    for stored in reversed(desk.store.read(read)):
        event = cage.decode(stored.body)
        who = getattr(event, "patron", "")
        local = hours.local(stored.at)
        found.append(
            {
                "number": stored.version,
                "day": local.date().isoformat(),
                "clock": local.strftime("%H:%M"),
                "patron": who,
                "name": name_of(who) if who else "",
                "by": name_of(event.by) if event.by else "",
                **_what(event),
            }
        )
    return found


def _what(event: cage.CageEvent) -> Plain:
    match event:
        case cage.ChipsIssued():
            return {"kind": "in", "amount": event.amount}
        case cage.ChipsRedeemed():
            return {"kind": "out", "amount": event.amount}
        case cage.PatronEnrolled():
            return {"kind": "enrolled", "amount": 0}
        case cage.DropCounted():
            return {
                "kind": "count",
                "amount": event.counted,
                "table": event.table,
                "box": event.box,
                "expected": event.expected,
                "difference": event.difference,
            }


def boxes(desk: Desk) -> list[Plain]:
    """Give the boxes that may be counted: they have left their tables, and hold something.

    How much it is nobody tells before the count.
    """
    return desk.store.read(lambda transaction: [*_left(desk, transaction)])


def _left(desk: Desk, transaction: Transaction) -> Iterator[Plain]:
    for table, live in desk.tables.items():
        state = live.state
        for box in sorted(state.hung):
            hangs = state.setup is not None and state.box == box
            if not hangs and transaction.balance(drop(table, box)):
                yield {"table": table, "box": box}
