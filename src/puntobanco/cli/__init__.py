"""The command line: one module a command, gathered here.

Commands import what they need when they run, so that help and completion stay quick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import typer

from puntobanco import __version__
from puntobanco.cli import (
    account,
    backtest,
    bank,
    count,
    coup,
    export,
    history,
    importing,
    odds,
    protection,
    replay,
    report,
    roads,
    rules,
    serve,
    settle,
    simulate,
    table,
    token,
    verify,
)

PROGRAM: Final = "puntobanco"
COMMANDS: Final[tuple[Callable[..., object], ...]] = (
    coup.coup,
    settle.settle,
    odds.odds,
    report.report,
    simulate.simulate,
    count.count,
    backtest.backtest,
    protection.protection,
    bank.bank,
    roads.roads,
    serve.serve,
    verify.verify,
    replay.replay,
)
GROUPS: Final = {
    "account": account.app,
    "export": export.app,
    "history": history.app,
    "rules": rules.app,
    "table": table.app,
    "token": token.app,
}


def run(arguments: Sequence[str]) -> int:
    """Run a command; errors come out as they are raised."""
    command: Any = typer.main.get_command(_app())
    status = command.main([*arguments] or ["--help"], prog_name=PROGRAM, standalone_mode=False)
    return status if isinstance(status, int) else 0


def _app() -> typer.Typer:
    app = typer.Typer(
        callback=_puntobanco,
        help="EZ Baccarat and its relatives: coups, settlements, exact odds, rule sheets, tables.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    for command in COMMANDS:
        app.command()(command)
    app.command("import")(importing.import_hands)
    for name, group in GROUPS.items():
        app.add_typer(group, name=name)
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
