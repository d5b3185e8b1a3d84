"""``replay``: an exported log played again to the same chips."""

from __future__ import annotations

from typing import Annotated

import typer

from puntobanco.cli.options import AsJson


def replay(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="An exported log; - is standard input.", show_default=False
        ),
    ],
    as_json: AsJson = False,
) -> int:
    """Play an exported log again, and say where the chips are in the end.

    Status 0 when its tail says the same, 1 when not, 2 when it cannot be read.
    """
    from puntobanco.cli.plain import write_json
    from puntobanco.cli.stored_log import lines_of, shown_name
    from puntobanco.house.replaying import chips_document, replay_log

    with lines_of(file) as lines:
        replayed = replay_log(shown_name(file), lines)
    if as_json:
        write_json(chips_document(replayed))
    else:
        from puntobanco.cli.pages import show
        from puntobanco.cli.tables import chips_page

        show(chips_page(replayed))
    return 0 if replayed.is_equal else 1
