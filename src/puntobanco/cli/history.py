"""``history``: hand histories, checked and shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli.options import AsJson

if TYPE_CHECKING:
    from puntobanco.cli.histories import HistoryFile

app = typer.Typer(help="Check and show hand histories.", rich_markup_mode=None)

File = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A hand history; - is standard input.", show_default=False),
]


@app.command("check")
def check_history(
    file: File,
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="ID_OR_FILE",
            help="The rule sheet of a history that neither holds it nor names a shipped one.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Deal and settle everything in a hand history again.

    Status 0 when it is sound, 1 when the check said no, 2 when lines cannot be read.
    """
    from puntobanco.cli.histories import HistoryFile, check_document, sheet_finder
    from puntobanco.cli.plain import one_line, write_json

    source = HistoryFile(file)
    found = source.check(sheet_finder(rules))
    if as_json:
        write_json(check_document(source, found))
    else:
        for fault in source.faults or found:
            print(one_line(f"{source.shown}: {fault}"))
        if not found and not source.faults:
            counts = " and ".join((_many(source.shoes, "shoe"), _many(source.rounds, "round")))
            print(one_line(f"{source.shown}: a sound history of {counts}"))
    _complain(source)
    return 1 if found else 0


@app.command("show")
def show_history(
    file: File,
    as_json: AsJson = False,
) -> None:
    """Show a hand history, shoe by shoe and round by round, with totals."""
    from puntobanco.cli.histories import HistoryFile, Totals, history_page, part_document
    from puntobanco.cli.plain import write_json

    source = HistoryFile(file)
    totals = Totals()
    if as_json:
        for part in source.parts():
            totals.add(part)
            write_json(part_document(part))
        write_json(totals.document())
    else:
        from puntobanco.cli.pages import show

        for part in source.parts():
            totals.add(part)
            if page := list(history_page(part)):
                show(page)
        show(totals.page())
    _complain(source)


def _many(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _complain(source: HistoryFile) -> None:
    """End with the first line that could not be read, and say how many there are."""
    from puntobanco.errors import InputError

    if source.faults:
        more = len(source.faults) - 1
        count = f" (and {more} more)" if more else ""
        message = f"{source.shown}: {source.faults[0]}{count}"
        raise InputError(message)
