"""``roads``: the five roads of a shoe."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from puntobanco.cli.options import AsJson, Rules


def roads(
    outcomes: Annotated[
        list[str],
        typer.Argument(
            metavar="OUTCOMES...",
            help='B, P and T in order, with marks: "B P+n8 T BB B+d7"; "" is the empty shoe.',
            show_default=False,
        ),
    ],
    rules: Rules = None,
    rows: Annotated[int, typer.Option(metavar="N", help="Rows of the board.")] = 6,
    tail: Annotated[
        Literal["drop", "straight"], typer.Option(help="What a streak does once it has turned.")
    ] = "drop",
    ties: Annotated[
        Literal["marks", "cells"], typer.Option(help="How the big road shows ties.")
    ] = "marks",
    columns: Annotated[
        int | None,
        typer.Option(metavar="N", help="Only what so narrow a board shows.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw the roads of a shoe.

    Bead plate, big road, big eye boy, small road and cockroach pig, and the marks that a Banker
    or a Player win would bring next.
    """
    from puntobanco.cli.plain import write_json
    from puntobanco.rules.catalogue import find
    from puntobanco.rules.marks import tokens_of
    from puntobanco.rules.packaged import DEFAULT
    from puntobanco.track.notation import parse
    from puntobanco.track.roads import Tail, Ties, draw

    shoe = parse(" ".join(outcomes), tokens_of(find(rules or DEFAULT)))
    drawn = draw(shoe, rows=rows, tail=Tail(tail), ties=Ties(ties), columns=columns)
    if as_json:
        write_json(drawn.as_json())
        return
    from puntobanco.cli.boards import roads_page
    from puntobanco.cli.pages import show

    show(roads_page(drawn))
