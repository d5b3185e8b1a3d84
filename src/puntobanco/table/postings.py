"""The transfers that an event means.

A wager leaves the rack when it is accepted, into an escrow of its own; settlement empties every
escrow of the round. The house pays from and takes into ``house``.
"""

from __future__ import annotations

from puntobanco.ledger import HOUSE, Transfer, escrow, rack, wallet
from puntobanco.table import events as ev
from puntobanco.table.state import TableState


def postings(before: TableState, event: ev.AnyEvent) -> tuple[Transfer, ...]:
    """Give the transfers of an event, from the state before it."""
    match event:
        case ev.BoughtIn():
            table = before.game.table
            return (Transfer(wallet(event.patron), rack(table, event.patron), event.amount),)
        case ev.SeatLeft() if event.rack:
            table = before.game.table
            return (Transfer(rack(table, event.patron), wallet(event.patron), event.rack),)
        case ev.WagersSet():
            return _wagers(before, event)
        case ev.RoundSettled():
            table = before.game.table
            return tuple(
                transfer for line in event.lines for transfer in _line(table, event.round, line)
            )
        case _:
            return ()


def _wagers(before: TableState, event: ev.WagersSet) -> tuple[Transfer, ...]:
    """Chips taken off first, so that the rack holds what goes on."""
    table = before.game.table
    mine = rack(table, event.patron)
    held = before.round.wagers if before.round else {}
    off, on = [], []
    for spot in event.spots:
        stands = escrow(table, event.round, spot.wager)
        moved = spot.amount - (held[spot.wager].amount if spot.wager in held else 0)
        if moved > 0:
            on.append(Transfer(mine, stands, moved))
        elif moved < 0:
            off.append(Transfer(stands, mine, -moved))
    return (*off, *on)


def _line(table: str, number: int, line: ev.Line) -> list[Transfer]:
    stands = escrow(table, number, line.wager)
    mine = rack(table, line.patron)
    moves = [
        (stands, HOUSE, line.collected),
        (stands, mine, line.returned),
        (HOUSE, mine, line.paid),
    ]
    return [Transfer(source, target, amount) for source, target, amount in moves if amount]
