"""What commands on a database share: its option, files that are written whole, progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from puntobanco.errors import InputError

if TYPE_CHECKING:
    from puntobanco.house.day import Hours
    from puntobanco.house.reports.scope import Scope
    from puntobanco.store.base import Reading, Store

DATABASE: Final = "puntobanco.db"
STEP: Final = 200  # lines between two signs of progress

Database = Annotated[
    str, typer.Option("--db", help="Database: a file or postgresql://..., that no server holds.")
]
ReadDatabase = Annotated[
    str, typer.Option("--db", help="Database: a file or postgresql://...; a server may hold it.")
]
Tables = Annotated[
    list[str] | None,
    typer.Option("--table", metavar="ID", help="A table; may be repeated. Without it, all."),
]
OneTable = Annotated[str, typer.Option("--table", metavar="ID", help="The table.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="A file, written whole or not at all."),
]
From = Annotated[
    str | None, typer.Option("--from", metavar="DAY", help="The first gaming day: 2026-04-01.")
]
To = Annotated[str | None, typer.Option("--to", metavar="DAY", help="The last gaming day.")]
Zone = Annotated[str, typer.Option(help="The room's time zone, such as America/Los_Angeles.")]
Shifts = Annotated[str, typer.Option(help="When shifts begin; with the first the gaming day does.")]


@contextmanager
def stored(db: str) -> Iterator[Store]:
    """Open a database that is there, and that nobody else has, to write in it."""
    from puntobanco.store import open_store

    _check(db)
    with closing(open_store(db)) as store:
        yield store


@contextmanager
def read_only(db: str) -> Iterator[Reading]:
    """Open a database that is there to read it, whether a server has it or not."""
    from puntobanco.store import open_reading

    _check(db)
    with closing(open_reading(db)) as store:
        yield store


def _check(db: str) -> None:
    """Refuse a file that is not there: a new one would have nothing to say."""
    from puntobanco.store import SCHEMES

    if not db.startswith(SCHEMES) and not Path(db).exists():
        message = f"{db}: no such database; name one with --db"
        raise InputError(message)


def scope(
    tables: Iterable[str] | None, first: str | None, last: str | None, zone: str, shifts: str
) -> Scope:
    """Read what a report is about."""
    from puntobanco.house.day import Days
    from puntobanco.house.reports.scope import Scope

    return Scope(Days.read(hours(zone, shifts), first, last), tuple(tables or ()))


def hours(zone: str, shifts: str) -> Hours:
    """Read a room's hours."""
    from puntobanco.house.day import Hours

    return Hours.read(zone, shifts)


def write(lines: Iterable[bytes], file: Path | None, total: int | None = None) -> None:
    """Write lines to a file, whole or not at all, or to standard output."""
    with _opened(file) as put, progress(total, wanted=file is not None) as advance:
        for number, line in enumerate(lines, 1):
            put(line)
            if number % STEP == 0:
                advance(STEP)


@contextmanager
def progress(total: int | None, *, wanted: bool = True) -> Iterator[Callable[[int], object]]:
    """Show progress on standard error, if that is a terminal."""
    if not wanted or not (sys.stderr and sys.stderr.isatty()):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=total)
        yield lambda done: shown.advance(task, done)


@contextmanager
def _opened(file: Path | None) -> Iterator[Callable[[bytes], object]]:
    if file is None:
        yield sys.stdout.buffer.write
        sys.stdout.buffer.flush()
        return
    if file.exists() and not file.is_file():  # a pipe, or a device: nothing to put in its place
        with file.open("wb") as there:
            yield there.write
        return
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with beside.open("wb") as new:
            yield new.write
            new.flush()
            os.fsync(new.fileno())
        beside.replace(file)
    except OSError as error:
        message = f"{file}: {(error.strerror or 'it cannot be written').lower()}; name another file"
        raise InputError(message) from None
    finally:
        beside.unlink(missing_ok=True)
