"""``coup``: a coup from its cards."""

from __future__ import annotations

from typing import Annotated

import typer

from puntobanco.cli.options import AsJson, Rules


def coup(
    cards: Annotated[
        list[str],
        typer.Argument(
            metavar="CARDS...",
            help="Player, Banker, Player, Banker, then third cards: 9S 4H KD 2C, or 9S,4H,KD,2C.",
            show_default=False,
        ),
    ],
    rules: Rules = None,
    as_json: AsJson = False,
) -> None:
    """Play a coup from its cards.

    Both hands and why they drew or stood, the winner, the calls, and every bet's verdict.
    """
    from puntobanco.cli.dealt import coup_of
    from puntobanco.cli.documents import coup_document
    from puntobanco.cli.plain import write_json
    from puntobanco.rules.catalogue import find
    from puntobanco.rules.packaged import DEFAULT

    sheet = find(rules or DEFAULT)
    played = coup_of(" ".join(cards), sheet)
    if as_json:
        write_json(coup_document(sheet, played))
        return
    from puntobanco.cli.pages import coup_page, show

    show(coup_page(sheet, played))
