"""What a report is about: some tables, some gaming days; and rows as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from puntobanco.errors import InputError
from puntobanco.house.day import Days, Hours
from puntobanco.house.follow import Step, follow
from puntobanco.house.log import TABLE, Logged, read_log, table_of
from puntobanco.house.shown.felt import CURRENCY
from puntobanco.store.base import Transaction

NONE: Final = "none"  # what a column says that has nothing to say
EVERY_DAY: Final = Days(Hours.read())


@dataclass(frozen=True, slots=True)
class Scope:
    """Tables and days; without tables, all."""

    days: Days = EVERY_DAY
    tables: tuple[str, ...] = ()

    @property
    def hours(self) -> Hours:
        """The room's hours."""
        return self.days.hours

    def log(self, transaction: Transaction) -> Iterator[Logged]:
        """Read the log from its beginning to the last day, other tables left out."""
        known = transaction.streams()
        missing = [table for table in self.tables if TABLE + table not in known]
        if missing:
            message = f"{missing[0]}: there is no such table; puntobanco table list says which"
            raise InputError(f"{message} there are")
        named = {TABLE + table for table in self.tables}
        streams = [s for s in known if not named or s in named or table_of(s) is None]
        for logged in read_log(transaction, streams):
            if not self.days.is_over(logged.at):
                yield logged

    def steps(self, transaction: Transaction) -> Iterator[Step]:
        """Follow the tables from the beginning; whoever reports leaves out what is not in it."""
        return follow(self.log(transaction))

    def names(self, table: str) -> bool:
        """Whether a table is one of these."""
        return not self.tables or table in self.tables

    def has(self, step: Step) -> bool:
        """Whether a step lies in the days."""
        return step.at in self.days


def currency(code: str) -> tuple[str, int]:
    """Give a currency with the decimals of its amounts; an empty code is the room's own."""
    return code or CURRENCY.code, CURRENCY.exponent


def csv_lines(kind: type[Any], rows: Iterable[Any]) -> Iterator[bytes]:
    """Write rows of one kind as CSV, with a line of their names before."""
    names = [each.name for each in fields(kind)]
    yield _line(names)
    for row in rows:
        yield _line([getattr(row, name) for name in names])


def json_lines(rows: Iterable[Any]) -> Iterator[bytes]:
    """Write rows as JSON, one a line."""
    for row in rows:
        yield json.dumps(asdict(row)).encode() + b"\n"


def _line(cells: Iterable[object]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode()
