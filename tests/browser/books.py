"""What the house wrote down, read from its file after it ended."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from puntobanco.ledger import rack, wallet
from puntobanco.store.base import Transaction
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import events as ev


@dataclass(frozen=True)
class Books:
    """A patron's money and lines at a table, in minor units, and what is wrong with the file."""

    wallet: int
    rack: int
    lines: tuple[tuple[ev.Line, ...], ...]  # of each round that had any, in order
    faults: tuple[str, ...]


def read_books(file: Path, table: str, patron: str) -> Books:
    """Open the file of a house that has ended, and check all of it."""
    with closing(open_sqlite(file)) as store:

        def work(tx: Transaction) -> Books:
            events = (ev.decode(stored.body).event for stored in tx.events(f"table:{table}"))
            settled = [event for event in events if isinstance(event, ev.RoundSettled)]
            own = (tuple(line for line in each.lines if line.patron == patron) for each in settled)
            return Books(
                tx.balance(wallet(patron)),
                tx.balance(rack(table, patron)),
                tuple(lines for lines in own if lines),
                store.verify().faults,
            )

        return store.read(work)
