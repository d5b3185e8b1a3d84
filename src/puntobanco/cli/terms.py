"""``table change``, ``approve`` and ``reject``: other terms for an open table, by two people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from puntobanco.errors import InputError

Id = Annotated[str, typer.Argument(metavar="ID", help="The table.", show_default=False)]
Number = Annotated[
    int, typer.Argument(metavar="NUMBER", help="The proposal.", show_default=False, min=1)
]
OnServer = Annotated[
    str, typer.Option("--server", metavar="URL", help="The server that runs the table.")
]
Token = Annotated[
    str | None, typer.Option(help="The token for that server.", envvar="PUNTOBANCO_TOKEN")
]
NONE: Final = "none"


def change_terms(  # noqa: PLR0913 - every term has an option of its own
    *,
    table: Id,
    server: OnServer,
    reason: Annotated[str, typer.Option(help="Why; it stands in the log.")],
    sheet: Annotated[
        str | None,
        typer.Option(metavar="ID_OR_FILE", help="Another game: shipped, one's own, or a file."),
    ] = None,
    decks: Annotated[int | None, typer.Option(help="Decks of the next shoe.")] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="BET=LEAST:MOST", help="Limits of a bet, in minor units; all bets."),
    ] = None,
    clock: Annotated[
        str | None, typer.Option(metavar="SECONDS", help="Betting clock; none: no clock.")
    ] = None,
    pace: Annotated[
        str | None, typer.Option(metavar="WHO", help="Who says when: clock or dealer.")
    ] = None,
    rotation: Annotated[str | None, typer.Option(metavar="ID", help="Rotation policy.")] = None,
    collection: Annotated[
        str | None, typer.Option(metavar="ID", help="Collection; none: no collection.")
    ] = None,
    irregularities: Annotated[
        str | None, typer.Option(metavar="PROFILE", help="keep, burn or free-hand.")
    ] = None,
    second_place: Annotated[
        bool | None, typer.Option(help="Whether a patron may have two places.")
    ] = None,
    back_line: Annotated[int | None, typer.Option(help="How many stand behind a place.")] = None,
    languages: Annotated[
        str | None, typer.Option(metavar="LANG[,LANG]", help="Of the board; none: as linked.")
    ] = None,
    token: Token = None,
) -> None:
    """Propose other terms for an open table; another supervisor approves them.

    Limits, clock and the room's rules hold from the next round on, the rotation from the end of a
    turn, the game and its decks from the next shoe.
    """
    from puntobanco.cli.served import Server

    venue = {"irregularities": irregularities, "second_place": second_place}
    said: dict[str, Any] = {
        "decks": decks,
        "paced": pace,
        "rotation": rotation,
        "back_line": back_line,
        "sheet": _sheet(sheet) if sheet else None,
        "limits": [_limit(each) for each in limit] if limit else None,
        "venue": {key: value for key, value in venue.items() if value is not None} or None,
    }
    terms = {key: value for key, value in said.items() if value is not None}
    if clock is not None:
        terms["clock"] = None if clock == NONE else _milliseconds(clock)
    if collection is not None:
        terms["schedule"] = None if collection == NONE else collection
    if languages is not None:
        terms["languages"] = [] if languages == NONE else languages.split(",")
    if not terms:
        message = "nothing to change is named; puntobanco table change --help lists the terms"
        raise InputError(message)
    number = Server(server, token).propose(table, reason, terms)
    print(f"proposal {number}" if number else "proposed")


def approve_terms(table: Id, number: Number, server: OnServer, token: Token = None) -> None:
    """Approve what somebody else has proposed at a table."""
    from puntobanco.cli.served import Server

    Server(server, token).rule(table, "approve", number)


def reject_terms(table: Id, number: Number, server: OnServer, token: Token = None) -> None:
    """Turn down what is proposed at a table, or was agreed to and waits."""
    from puntobanco.cli.served import Server

    Server(server, token).rule(table, "reject", number)


def _sheet(asked: str) -> str | dict[str, Any]:
    """Give an id as it is, and a file as the sheet that it holds."""
    path = Path(asked)
    if path.suffix not in {".toml", ".json"}:
        return asked
    from puntobanco.rules.catalogue import find

    return json.loads(json.dumps(find(asked).source_form))  # type: ignore[no-any-return]


def _limit(asked: str) -> dict[str, Any]:
    bet, _, bounds = asked.partition("=")
    least, _, most = bounds.partition(":")
    if not (bet and least.isdecimal() and most.isdecimal()):
        message = f"--limit {asked}: write BET=LEAST:MOST in minor units, such as tie=100:50000"
        raise InputError(message)
    return {"bet": bet, "min": int(least), "max": int(most)}


def _milliseconds(asked: str) -> int:
    whole, _, part = asked.partition(".")
    if not (whole.isdecimal() and len(part) <= 3 and (part.isdecimal() or not part)):  # noqa: PLR2004
        message = f"--clock {asked}: write seconds, such as 20 or 12.5, or none"
        raise InputError(message)
    return int(whole) * 1000 + int(part.ljust(3, "0"))
