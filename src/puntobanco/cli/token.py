"""``token``: what staff and programs sign in with, made where no server holds the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli.options import AsJson
from puntobanco.cli.stored import DATABASE, Database, stored

if TYPE_CHECKING:
    from puntobanco.house.people import People
    from puntobanco.store.base import Store

app = typer.Typer(
    help="Make, list and take back the tokens of staff and programs.", rich_markup_mode=None
)
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
    from puntobanco.house.tokens import Grant, shown
    from puntobanco.web.sessions import new_staff, new_token

    secret = new_token()
    with _people(_opened(db)) as people:
        given = people.give_token(Grant(role, table, name, patron, days), secret, new_staff())
    if as_json:
        write_json(shown(given) | {"token": secret})
    else:
        print(secret)


@app.command("list")
def list_tokens(db: Database = DATABASE, as_json: AsJson = False) -> None:
    """List the tokens: ids, never the secrets."""
    from puntobanco.cli.plain import printable, write_json
    from puntobanco.house.tokens import shown

    with _people(stored(db)) as people:
        found = [shown(token) for token in people.tokens()]
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
    db: Database = DATABASE,
) -> None:
    """Take a token back for ever."""
    with _people(stored(db)) as people:
        people.take_token(token)


@contextmanager
def _people(opened: AbstractContextManager[Store]) -> Iterator[People]:
    from puntobanco.house.clock import SystemClock
    from puntobanco.house.people import People

    with opened as store:
        yield People(store, SystemClock())


def _opened(db: str) -> AbstractContextManager[Store]:
    """Open a database, new or not: the first token is made before anything else is there."""
    from puntobanco.store import open_store

    return closing(open_store(db))
