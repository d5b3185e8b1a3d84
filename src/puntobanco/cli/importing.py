"""``import``: hands that others wrote down, as a hand history."""

from __future__ import annotations

import sys
import time
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Final

import typer

from puntobanco.cli.options import Rules
from puntobanco.cli.stored import Output
from puntobanco.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puntobanco.track.history.importing import Importing
    from puntobanco.track.history.records import Shoe

FAULTS_SHOWN: Final = 100  # those beyond are counted
LINE_MAX: Final = 1 << 20  # characters


class Form(Enum):
    """How the hands are written."""

    CARDS = "cards"
    OUTCOMES = "outcomes"


def importing(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A file; - is standard input.", show_default=False),
    ],
    *,
    form: Annotated[
        Form,
        typer.Option(
            help="cards: a hand a line, CSV with a head. outcomes: a shoe a line, B P T and marks."
        ),
    ] = Form.CARDS,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT=NAME",
            help="Which column is what: shoe, cards, player1 to banker3, player_total,"
            " banker_total, winner. Common names are known.",
            show_default=False,
        ),
    ] = None,
    rules: Rules = None,
    decks: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How many decks; the sheet's own number if not said.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[str, typer.Option(metavar="ID", help="What to call the table.")] = "imported",
    output: Output = None,
) -> int:
    """Turn hands that other programs wrote down into a hand history.

    A line that cannot be read, or that no dealer could have dealt, is named on standard error and
    left out; the rest is taken, and the status is 1.
    """
    from puntobanco.cli.plain import one_line
    from puntobanco.cli.stored import write
    from puntobanco.rules.catalogue import find
    from puntobanco.rules.packaged import DEFAULT
    from puntobanco.track.history.importing import Importing
    from puntobanco.track.history.write import write as lines_of

    sheet = find(rules or DEFAULT)
    least, most, usual = sheet.decks
    if decks is not None and not least <= decks <= most:
        message = (
            f"decks: {sheet.id} is dealt from {least} to {most}, not {decks}; give one of them"
        )
        raise InputError(message)
    if not 1 <= len(table) <= 24:  # noqa: PLR2004 - as a table's own id
        message = f"table: {table!r} is no id; give 1 to 24 characters"
        raise InputError(message)
    importing = Importing(sheet, decks or usual, time.time_ns() // 1_000_000)
    shoes = [*_shoes(importing, file, form, _named(column or []))]
    if not shoes:
        first = f"; {importing.faults[0]}" if importing.faults else ""
        message = f"{file}: there is no hand in it that could be taken{first}"
        raise InputError(message)
    text = (f"{line}\n".encode() for line in lines_of(importing.header(table), shoes))
    write(text, output)
    for fault in importing.faults[:FAULTS_SHOWN]:
        print(one_line(f"{file}: {fault}"), file=sys.stderr)
    if importing.faults:
        count = len(importing.faults)
        left = f"{count:,} {'line was' if count == 1 else 'lines were'} left out"
        print(f"{importing.hands:,} hands of {len(shoes):,} shoes taken; {left}", file=sys.stderr)
    return 1 if importing.faults else 0


def _shoes(importing: Importing, file: str, form: Form, named: dict[str, str]) -> Iterator[Shoe]:
    from puntobanco.cli.rounds import opened

    try:
        with opened(file) as raw:
            lines = (line.decode("utf-8-sig") for line in iter(lambda: raw.readline(LINE_MAX), b""))
            if form is Form.OUTCOMES:
                yield from importing.outcomes(lines)
            else:
                yield from importing.cards(lines, named)
    except UnicodeDecodeError:
        message = f"{file}: it is not UTF-8; save it as that"
        raise InputError(message) from None
    except OSError as error:
        message = f"{file}: {(error.strerror or 'it cannot be read').lower()}; name a file, or -"
        raise InputError(message) from None


def _named(column: list[str]) -> dict[str, str]:
    from puntobanco.track.history.importing import COLUMNS

    found = {}
    for each in column:
        what, equals, name = each.partition("=")
        if not equals or what not in COLUMNS:
            message = f"column: {each!r} names none; write WHAT=NAME, WHAT of {', '.join(COLUMNS)}"
            raise InputError(message)
        found[what] = name
    return found
