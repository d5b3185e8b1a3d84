"""``report``: the mathematics of a sheet as one page for a designer or a regulator."""

from __future__ import annotations

from typing import Annotated

import typer

from puntobanco.cli.options import SheetName
from puntobanco.cli.stored import Output
from puntobanco.errors import InputError


def report(
    rules: SheetName = None,
    decks: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How many decks, 1 to 8; the sheet's own number where it is not said.",
            show_default=False,
        ),
    ] = None,
    output: Output = None,
) -> None:
    """Write the mathematics of a sheet as one HTML page.

    The sheet in words, paytables, exact counts, edges for 1 to 8 decks, deviations, effects of
    removal, plots, and how each number was made. It needs nothing else: no script, no network.
    """
    from puntobanco.cli.stored import write
    from puntobanco.rules.catalogue import find
    from puntobanco.rules.packaged import DEFAULT
    from puntobanco.study.paper import DECKS, paper

    sheet = find(rules or DEFAULT)
    if decks is not None and decks not in DECKS:
        raise InputError(f"--decks: {decks} is out of range; give a number from 1 to {DECKS[-1]}")
    write((part.encode() for part in paper(sheet, decks)), output)
