"""A glance at the tables of a store that nobody serves: as they stand, with nothing changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from puntobanco.errors import InputError
from puntobanco.house.invariants import holds, on_table
from puntobanco.house.log import TABLE
from puntobanco.house.snapshot import thaw
from puntobanco.store.base import Transaction
from puntobanco.table import events as ev
from puntobanco.table.evolve import evolve
from puntobanco.table.irregular import phase_of
from puntobanco.table.state import TableState

Plain = dict[str, Any]


def glance(transaction: Transaction, table: str) -> TableState:
    """Give a table's state, from its newest snapshot on."""
    stream = TABLE + table
    if transaction.head(stream) == 0:
        message = f"{table}: there is no such table; puntobanco table list says which there are"
        raise InputError(message)
    kept = transaction.snapshot(stream)
    found = thaw(kept[1]) if kept else None
    state, version = (found[0], kept[0]) if kept and found else (TableState(), 0)
    for stored in transaction.events(stream, version):
        state = evolve(state, ev.decode(stored.body).event)
    return state


def tables(transaction: Transaction) -> Iterator[tuple[str, TableState]]:
    """Give every table with its state."""
    for stream in transaction.streams(TABLE):
        table = stream.removeprefix(TABLE)
        yield table, glance(transaction, table)


def summary(table: str, state: TableState) -> Plain:
    """Give a table on one line; one that is closed has no game."""
    setup = state.setup
    return {
        "id": table,
        "open": setup is not None,
        "name": setup.name if setup else None,
        "game": setup.sheet.name if setup else None,
        "phase": phase_of(state) if setup else "closed",
        "patrons": len(state.racks),
        "round": state.round_number,
        "chips": on_table(state),
    }


def details(table: str, state: TableState, balances: dict[str, int]) -> Plain:
    """Give a table with its people, and what is open about it."""
    setup, played, turn = state.setup, state.round, state.dealership.turn
    return {
        **summary(table, state),
        "sheet": setup.sheet.id if setup else None,
        "currency": setup.currency if setup else None,
        "seats": setup.seats if setup else None,
        "suspended": state.suspended,
        "shoe": state.shoe.number if state.shoe else None,
        "people": [
            {
                "patron": patron,
                "positions": [
                    {"place": place, "line": line} for place, line in state.positions_of(patron)
                ],
                "rack": rack,
                "on_felt": sum(w.amount for w in played.of(patron)) if played else 0,
            }
            for patron, rack in sorted(state.racks.items())
        ],
        "player_dealer": turn.patron if turn else None,
        "cover": played.cover.amount if played and played.cover else 0,
        "box": state.box,
        "drop": {
            account.rpartition(":")[2]: held
            for account, held in sorted(balances.items())
            if account.startswith(f"drop:{table}:")
        },
        "dispute": holds(state, f"dispute:{table}") or 0,
        "proposals": sorted(state.proposals),
        "claims": [
            {"number": c.number, "debtor": c.debtor, "creditor": c.creditor, "amount": c.amount}
            for c in state.claims.values()
        ],
    }
