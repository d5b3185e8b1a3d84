"""A house on a database that was put back from a copy: no shoe of before goes on, or comes again.

What was dealt after the copy is known to everybody who sat there, so a shoe in play would be dealt
a second time to people who know its cards (XC7).
"""

from __future__ import annotations

from puntobanco.house.clock import Clock
from puntobanco.house.desk import Desk
from puntobanco.store.base import Store
from puntobanco.store.witness import Witness
from puntobanco.table import commands as cm


def begin_witnessed(store: Store, witness: Witness, clock: Clock) -> None:
    """Let a witness follow a store; where a table lacks what it saw its shoes go."""
    lacking = witness.lacking(store)
    desk = Desk(store, clock)
    for table in desk.tables:
        if (stream := f"table:{table}") in lacking:
            forsake = cm.ForsakeShoes(shoe=witness.seen[stream].shoe)
            desk.do(table, forsake, "house").result()
    shoes = {f"table:{table}": live.state.shoe_number for table, live in desk.tables.items()}
    witness.follow(store, shoes)
