"""``odds``: exact odds of every bet."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from puntobanco.cli.options import AsJson, SheetName
from puntobanco.errors import InputError

DECKS_MAX: Final = 100


def odds(
    rules: SheetName = None,
    decks: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How many decks, 1 to 100; the sheet's own number where it is not said.",
            show_default=False,
        ),
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CARDS",
            help='Cards that are gone from the shoe: "9S 9S KD".',
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count the exact odds of every bet.

    Of any sheet, for any number of decks less any cards; the sheet's limits bind tables only.
    """
    from puntobanco.cards import parse_cards
    from puntobanco.cli.documents import odds_document
    from puntobanco.cli.plain import write_json
    from puntobanco.odds.figures import odds as count
    from puntobanco.rules.catalogue import DEFAULT, find
    from puntobanco.shoe import Composition

    sheet = find(rules or DEFAULT)
    number = sheet.decks[2] if decks is None else decks
    if not 1 <= number <= DECKS_MAX:
        message = f"--decks: {number} is out of range; give a number from 1 to {DECKS_MAX}"
        raise InputError(message)
    removed = parse_cards(" ".join(remove or ()))
    found = count(sheet, Composition.of(number, removed))
    if as_json:
        write_json(odds_document(found, number))
        return
    from puntobanco.cli.pages import odds_page, show

    show(odds_page(found, number, len(removed)))
