"""A glance at the tables of a store that nobody serves: as they stand, with nothing changed."""

from __future__ import annotations

from typing import Any

from puntobanco.errors import InputError
from puntobanco.house.invariants import holds, on_table
from puntobanco.house.log import TABLE
from puntobanco.house.snapshot import thaw
from puntobanco.store.base import Transaction
from puntobanco.table import events as ev
from puntobanco.table.evolve import evolve
from puntobanco.table.irregular import phase_of
from puntobanco.table.state import Setup, TableState

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


def summaries(transaction: Transaction) -> list[Plain]:
    """Give every table on one line."""
    found = [stream.removeprefix(TABLE) for stream in transaction.streams(TABLE)]
    return [_summary(transaction, table, glance(transaction, table)) for table in found]


def _summary(transaction: Transaction, table: str, state: TableState) -> Plain:
    setup = _setup(transaction, table, state)
    return {
        "id": table,
        "open": state.setup is not None,
        "name": setup.name,
        "game": setup.sheet.name,
        "phase": phase_of(state) if state.setup else "closed",
        "patrons": len(state.racks),
        "round": state.round_number,
        "chips": on_table(state),
    }


def _setup(transaction: Transaction, table: str, state: TableState) -> Setup:
    """Give what a table is; one that is closed is what it last was."""
    if state.setup is not None:
        return state.setup
    log = (ev.decode(stored.body).event for stored in transaction.events(TABLE + table))
    *_, newest = (event for event in log if isinstance(event, ev.TableOpened))
    return evolve(TableState(), newest).game


def details(transaction: Transaction, table: str) -> Plain:
    """Give a table with its people, and what is open about it."""
    state = glance(transaction, table)
    setup = _setup(transaction, table, state)
    played, turn = state.round, state.dealership.turn
    return {
        **_summary(transaction, table, state),
        "sheet": setup.sheet.id,
        "currency": setup.currency,
        "seats": setup.seats,
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
            for account, held in sorted(transaction.balances(f"drop:{table}:").items())
        },
        "dispute": holds(state, f"dispute:{table}") or 0,
        "proposals": sorted(state.proposals),
        "claims": [
            {"number": c.number, "debtor": c.debtor, "creditor": c.creditor, "amount": c.amount}
            for c in state.claims.values()
        ],
    }
