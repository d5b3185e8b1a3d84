"""The command line: one module a command, gathered here.

A command that is named is loaded alone, and imports what it needs when it runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Annotated, Any, Final

import typer

from puntobanco import __version__

PROGRAM: Final = "puntobanco"
# Each is a module here, with a function of its name.
COMMANDS: Final = (
    "coup",
    "settle",
    "odds",
    "report",
    "simulate",
    "count",
    "backtest",
    "protection",
    "bank",
    "roads",
    "serve",
    "verify",
    "replay",
    "import",
)
# Each is a module here, with an app of its own.
GROUPS: Final = ("account", "export", "history", "rules", "table", "token")
_MODULES: Final = {"import": "importing"}  # a word that no module can have for a name


def run(arguments: Sequence[str]) -> int:
    """Run a command; errors come out as they are raised."""
    named = [word for word in arguments[:1] if word in {*COMMANDS, *GROUPS}]
    command: Any = typer.main.get_command(app_of(named or (*COMMANDS, *GROUPS)))
    status = command.main([*arguments] or ["--help"], prog_name=PROGRAM, standalone_mode=False)
    return status if isinstance(status, int) else 0


def app_of(words: Iterable[str]) -> typer.Typer:
    """Gather the commands and groups of some words."""
    app = typer.Typer(
        callback=_puntobanco,
        help="EZ Baccarat and its relatives: coups, settlements, exact odds, rule sheets, tables.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    for word in words:
        name = _MODULES.get(word, word)
        module = import_module(f"{__name__}.{name}")
        if word in COMMANDS:
            app.command(word)(getattr(module, name))
        else:
            app.add_typer(module.app, name=word)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"{PROGRAM} {__version__}")
        raise typer.Exit


def _puntobanco(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    pass
