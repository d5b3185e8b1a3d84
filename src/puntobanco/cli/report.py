"""``report``: the mathematics of a sheet as one page for a designer or a regulator."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from puntobanco.cli.options import SheetName
from puntobanco.cli.stored import Output
from puntobanco.errors import InputError

DECKS: Final = range(1, 9)


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

    sheet = find(rules or DEFAULT)
    number = min(sheet.decks[2], DECKS[-1]) if decks is None else decks
    if number not in DECKS:
        raise InputError(f"--decks: {number} is out of range; give a number from 1 to {DECKS[-1]}")
    from puntobanco.cli.paper import paper
    from puntobanco.odds.joint import covariances
    from puntobanco.odds.many import Many
    from puntobanco.odds.removal import removal
    from puntobanco.shoe import Composition

    many = Many(sheet)
    by_decks = {each: many.odds(Composition.of(each)) for each in DECKS}
    shoe = Composition.of(number)
    page = paper(by_decks, number, removal(sheet, shoe), covariances(sheet, shoe))
    write((part.encode() for part in page), output)
