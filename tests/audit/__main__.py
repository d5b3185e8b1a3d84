"""Audit every table of a SQLite file, as it is at this moment: `python -m tests.audit FILE`.

The file is only read, on one state of it, so its house may go on meanwhile.
"""

import sys
from contextlib import closing
from pathlib import Path

import apsw

from puntobanco.ledger import HOUSE
from puntobanco.table import events as ev
from tests.audit.books import Audit

PREFIX = "table:"


def audits(file: Path) -> dict[str, Audit]:
    """The books of every table, held against the ledger; the house against all of them."""
    with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        connection.execute("BEGIN")
        balances = dict(connection.execute("SELECT account, balance FROM balances"))
        books: dict[str, Audit] = {}
        for stream, at, body in connection.execute(
            "SELECT stream, at, body FROM events WHERE stream LIKE ? ORDER BY stream, version",
            (f"{PREFIX}%",),
        ):
            audit = books.setdefault(stream.removeprefix(PREFIX), Audit())
            audit.take(ev.decode(body), at)
    for audit in books.values():
        audit.compare(balances, alone=False)
    house = sum(audit.house for audit in books.values())
    for audit in books.values():
        audit.check(balances.get(HOUSE, 0) == house, f"INV4: the house, expected {house}")
    return books


def main(file: str) -> int:
    """Print what cannot be, and say with the status whether anything is."""
    found = 0
    for table, audit in audits(Path(file)).items():
        sys.stdout.write(
            f"table {table}: {audit.number} rounds, {audit.shoe} shoes,"
            f" {len(audit.faults)} faults\n"
        )
        sys.stdout.writelines(f"  {fault}\n" for fault in audit.faults)
        found += len(audit.faults)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
