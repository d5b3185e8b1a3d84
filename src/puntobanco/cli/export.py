"""``export``: what the house's log says, as files for people and programs outside."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puntobanco.cli.options import AsJson
from puntobanco.cli.stored import (
    DATABASE,
    From,
    OneTable,
    Output,
    ReadDatabase,
    Shifts,
    Tables,
    To,
    Zone,
    read_only,
    scope,
    write,
)
from puntobanco.errors import InputError
from puntobanco.house.day import SHIFTS, ZONE

if TYPE_CHECKING:
    from pathlib import Path

    from puntobanco.store.base import Transaction

app = typer.Typer(help="Write what the log of a house says to files.", rich_markup_mode=None)


class LedgerFormat(Enum):
    """How a ledger is written."""

    CSV = "csv"
    BEANCOUNT = "beancount"


@app.command("log")
def export_log(
    *,
    table: Tables = None,
    db: ReadDatabase = DATABASE,
    output: Output = None,
) -> None:
    """Write the log itself, which puntobanco verify and replay read.

    Every event as it was stored, with its hash and transfers, and the balances.
    """
    from puntobanco.house.logfile import events_in, write_log

    with read_only(db) as store:
        store.read(lambda tx: write(write_log(tx, table or ()), output, events_in(tx, table or ())))


@app.command("history")
def export_history(
    *,
    table: OneTable,
    opening: Annotated[
        int | None,
        typer.Option(min=1, help="Which opening of the table, from 1; the last one without it."),
    ] = None,
    first: From = None,
    last: To = None,
    zone: Zone = ZONE,
    shifts: Shifts = SHIFTS,
    db: ReadDatabase = DATABASE,
    output: Output = None,
) -> None:
    """Write the hand history of a table, which puntobanco history reads."""
    from puntobanco.house.reports.history import write_history

    about = scope([table], first, last, zone, shifts)
    with read_only(db) as store:
        store.read(lambda tx: write(write_history(tx, about, opening), output))


@app.command("ledger")
def export_ledger(  # noqa: PLR0913 - options of a command
    *,
    format: Annotated[LedgerFormat, typer.Option(help="csv or beancount.")] = LedgerFormat.CSV,  # noqa: A002 - the word that is typed
    table: Tables = None,
    first: From = None,
    last: To = None,
    zone: Zone = ZONE,
    shifts: Shifts = SHIFTS,
    db: ReadDatabase = DATABASE,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Write every transfer of chips."""
    from puntobanco.house.reports.beancount import write_beancount
    from puntobanco.house.reports.ledger import Moved, moved

    about = scope(table, first, last, zone, shifts)
    if format is LedgerFormat.BEANCOUNT:
        if as_json:
            message = "--json: a beancount file is no JSON; leave out one of the two"
            raise InputError(message)
        with read_only(db) as store:
            store.read(lambda tx: write(write_beancount(tx, about), output))
        return
    _rows(Moved, lambda tx: moved(tx, about), db, output, as_json=as_json)


@app.command("playing-book")
def export_playing_book(  # noqa: PLR0913 - options of a command
    *,
    patron: Annotated[str | None, typer.Option(metavar="ID", help="Whose book.")] = None,
    third_party: Annotated[
        bool, typer.Option("--third-party", help="The books of third-party providers.")
    ] = False,
    table: Tables = None,
    first: From = None,
    last: To = None,
    zone: Zone = ZONE,
    shifts: Shifts = SHIFTS,
    db: ReadDatabase = DATABASE,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Write the playing book of a player-dealer: sessions, turns, rounds and their sums."""
    from puntobanco.cli.plain import one_line
    from puntobanco.house.reports.playing_book import BookRow, PlayingBook

    if (patron is None) != third_party:
        message = "a playing book is somebody's; give --patron ID, or --third-party"
        raise InputError(message)
    book = PlayingBook(scope(table, first, last, zone, shifts), patron)
    _rows(BookRow, book.rows, db, output, as_json=as_json)
    if patron is not None and not book.turns:
        print(one_line(f"nobody with the id {patron} was the player-dealer here"), file=sys.stderr)


@app.command("drop")
def export_drop(
    *,
    table: Tables = None,
    first: From = None,
    last: To = None,
    zone: Zone = ZONE,
    shifts: Shifts = SHIFTS,
    db: ReadDatabase = DATABASE,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Write the collection by table, gaming day, shift and box, and its counts."""
    from puntobanco.house.reports.drops import DropRow, drops

    about = scope(table, first, last, zone, shifts)
    _rows(DropRow, lambda tx: drops(tx, about), db, output, as_json=as_json)


@app.command("shifts")
def export_shifts(
    *,
    table: Tables = None,
    first: From = None,
    last: To = None,
    zone: Zone = ZONE,
    shifts: Shifts = SHIFTS,
    db: ReadDatabase = DATABASE,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Write what each table took in, by gaming day and shift."""
    from puntobanco.house.reports.shifts import ShiftRow
    from puntobanco.house.reports.shifts import shifts as report

    about = scope(table, first, last, zone, shifts)
    _rows(ShiftRow, lambda tx: report(tx, about), db, output, as_json=as_json)


@app.command("rounds")
def export_rounds(
    *,
    table: Tables = None,
    first: From = None,
    last: To = None,
    zone: Zone = ZONE,
    shifts: Shifts = SHIFTS,
    db: ReadDatabase = DATABASE,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Write a row for each wager of each round."""
    from puntobanco.house.reports.rounds import RoundRow, rounds

    about = scope(table, first, last, zone, shifts)
    _rows(RoundRow, lambda tx: rounds(tx, about), db, output, as_json=as_json)


def _rows(
    kind: type[Any],
    rows: Callable[[Transaction], Iterable[Any]],
    db: str,
    output: Path | None,
    *,
    as_json: bool,
) -> None:
    """Write rows as CSV or, for a program, as one JSON value a line."""
    from puntobanco.house.reports.scope import csv_lines, json_lines

    with read_only(db) as store:
        store.read(
            lambda tx: write(json_lines(rows(tx)) if as_json else csv_lines(kind, rows(tx)), output)
        )
