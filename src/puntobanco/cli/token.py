"""``token``: what staff and programs sign in with, on a database or at the server that holds it."""

from __future__ import annotations

from typing import Annotated

import typer

from puntobanco.cli.office import perform
from puntobanco.cli.options import AsJson
from puntobanco.cli.stored import DATABASE

app = typer.Typer(
    help="Make, list and take back the tokens of staff and programs.", rich_markup_mode=None
)
Held = Annotated[
    str, typer.Option("--db", help="Database: a file or postgresql://..., served or not.")
]
NewDatabase = Annotated[
    str, typer.Option("--db", help="Database: a file, made if it is new, or postgresql://...")
]


@app.command("create")
def create_token(
    role: Annotated[
        str,
        typer.Option(help="patron, dealer, supervisor, cashier, auditor or admin."),
    ],
    table: Annotated[str | None, typer.Option(help="The one table that it is for.")] = None,
    name: Annotated[str, typer.Option(help="Whose it is; the same name is the same person.")] = "",
    patron: Annotated[
        str | None, typer.Option(help="The patron's id, for the role patron.")
    ] = None,
    days: Annotated[int | None, typer.Option(help="For how long it is good.")] = None,
    db: NewDatabase = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Make a token and print it, this once: the database keeps its hash alone."""
    from puntobanco.cli.plain import write_json
    from puntobanco.house import office
    from puntobanco.house.tokens import Grant
    from puntobanco.web.sessions import new_staff, new_token

    secret, grant = new_token(), Grant(role, table, name, patron, days)
    given = perform(db, office.GiveToken(grant, secret, new_staff()), is_first=True)
    if as_json:
        write_json(given | {"token": secret})
    else:
        print(secret)


@app.command("list")
def list_tokens(db: Held = DATABASE, as_json: AsJson = False) -> None:
    """List the tokens: ids, never the secrets."""
    from puntobanco.cli.plain import printable, write_json
    from puntobanco.house import office

    found = perform(db, office.ListTokens())
    if as_json:
        write_json(found)
        return
    for token in found:
        parts = [token["id"], token["role"], token["table"] or "every table", token["actor"]]
        parts += [token["name"], "taken back" if token["revoked"] is not None else ""]
        print(printable("  ".join(str(part) for part in parts if part)))


@app.command("revoke")
def revoke_token(
    token: Annotated[str, typer.Argument(metavar="ID", help="The id that token list shows.")],
    db: Held = DATABASE,
) -> None:
    """Take a token back for ever."""
    from puntobanco.house import office

    perform(db, office.TakeToken(token))
