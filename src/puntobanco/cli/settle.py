"""``settle``: rounds in, settlements out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli.options import AsJson
from puntobanco.errors import InputError

if TYPE_CHECKING:
    from puntobanco.cli.rounds import Entry, Settled


def settle(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="One round as a JSON object, or one object a line; - is standard input.",
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Settle rounds that a file holds.

    What is collected, paid and returned, wager by wager, in the order in which a dealer does it.
    """
    from puntobanco.cli.rounds import STANDARD_INPUT, Settler, read_entries

    settler = Settler()
    shown = "standard input" if file == STANDARD_INPUT else file
    faults: list[int] = []
    first, lines = "", 0
    for entry in read_entries(file):
        lines += 1
        try:
            settled = settler.settle(entry.raw)
        except InputError as error:
            if entry.line is None:
                message = f"{shown}: {error}"
                raise InputError(message) from None
            faults.append(entry.line)
            first = first or str(error)
            _write_fault(entry.line, str(error), as_json=as_json)
        else:
            _write(entry, settled, as_json=as_json)
        sys.stdout.flush()  # who sends rounds one by one waits for each
    if faults:
        count = "" if len(faults) == 1 else f" ({len(faults)} of {lines} rounds are wrong)"
        message = f"{shown}:{faults[0]}: {first}{count}"
        raise InputError(message)


def _write(entry: Entry, settled: Settled, *, as_json: bool) -> None:
    if as_json:
        from puntobanco.cli.documents import settlement_document
        from puntobanco.cli.plain import write_json

        write_json(settlement_document(settled.sheet, settled.coup, settled.done))
    else:
        from puntobanco.cli.pages import settlement_page, show

        show(settlement_page(settled, entry.line))


def _write_fault(line: int, error: str, *, as_json: bool) -> None:
    from puntobanco.cli.plain import one_line, write_json

    if as_json:
        write_json({"line": line, "error": one_line(error)})
    else:
        print(f"Line {line} is wrong: {one_line(error)}\n")
