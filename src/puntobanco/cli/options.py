"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from puntobanco.rules.packaged import DEFAULT, packaged


def _sheets(incomplete: str) -> list[str]:
    """Complete the id of a shipped sheet."""
    return [name for name in packaged("sheets") if name.startswith(incomplete)]


def complete_schedule(incomplete: str) -> list[str]:
    """Complete the id of a shipped collection schedule."""
    return [name for name in packaged("schedules") if name.startswith(incomplete)]


Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="ID_OR_FILE",
        help=f"A rule sheet: the id of a shipped one, or a .toml file. [default: {DEFAULT}]",
        show_default=False,
        autocompletion=_sheets,
    ),
]
SheetName = Annotated[
    str | None,
    typer.Argument(
        metavar="[ID_OR_FILE]",
        help=f"A rule sheet: the id of a shipped one, or a .toml file. [default: {DEFAULT}]",
        show_default=False,
        autocompletion=_sheets,
    ),
]
ScheduleName = Annotated[
    str,
    typer.Argument(
        metavar="ID_OR_FILE",
        help="A collection schedule: the id of a shipped one, or a .toml file.",
        show_default=False,
        autocompletion=complete_schedule,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program.")]
