"""What an auditor takes away: the reports of the command line, by the names of their files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from puntobanco.house.logfile import write_log
from puntobanco.house.reports.beancount import write_beancount
from puntobanco.house.reports.drops import DropRow, drops
from puntobanco.house.reports.ledger import Moved, moved
from puntobanco.house.reports.playing_book import BookRow, PlayingBook
from puntobanco.house.reports.rounds import RoundRow, rounds
from puntobanco.house.reports.scope import Scope, csv_lines, json_lines
from puntobanco.house.reports.shifts import ShiftRow, shifts
from puntobanco.store.base import Transaction

Write = Callable[[Transaction, Scope], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class Rows:
    """A report whose rows are of one kind."""

    kind: type[Any]
    rows: Callable[[Transaction, Scope], Iterable[Any]]


REPORTS: Final = {
    "rounds": Rows(RoundRow, rounds),
    "ledger": Rows(Moved, moved),
    "drop": Rows(DropRow, drops),
    "shifts": Rows(ShiftRow, shifts),
    "playing-book": Rows(BookRow, lambda tx, scope: PlayingBook(scope).rows(tx)),
}
MEDIA: Final = {
    "csv": "text/csv",
    "jsonl": "application/x-ndjson",
    "beancount": "text/plain",
}


def _as_csv(report: Rows) -> Write:
    return lambda tx, scope: csv_lines(report.kind, report.rows(tx, scope))


def _as_json(report: Rows) -> Write:
    return lambda tx, scope: json_lines(report.rows(tx, scope))


EXPORTS: Final[dict[str, Write]] = {
    **{f"{name}.csv": _as_csv(report) for name, report in REPORTS.items()},
    **{f"{name}.jsonl": _as_json(report) for name, report in REPORTS.items()},
    "ledger.beancount": write_beancount,
    "log.jsonl": lambda tx, scope: write_log(tx, scope.tables),
}


def media_of(name: str) -> str:
    """Give the media type of an export by its file's ending."""
    return MEDIA[name.rpartition(".")[2]]
