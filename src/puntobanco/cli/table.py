"""``table``: the tables of a house, listed, shown, checked, changed and closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from puntobanco.cli.options import AsJson
from puntobanco.cli.stored import (
    DATABASE,
    Database,
    From,
    ReadDatabase,
    Shifts,
    Tables,
    To,
    Zone,
    read_only,
    scope,
    stored,
)
from puntobanco.cli.terms import approve_terms, change_terms, reject_terms
from puntobanco.errors import InputError
from puntobanco.house.day import SHIFTS, ZONE

app = typer.Typer(
    help="List, show, check, change and close the tables of a house.", rich_markup_mode=None
)

Id = Annotated[str, typer.Argument(metavar="ID", help="The table.", show_default=False)]
ServerOption = Annotated[
    str | None,
    typer.Option(metavar="URL", help="A running server, instead of a database."),
]
Token = Annotated[
    str | None, typer.Option(help="The token for that server.", envvar="PUNTOBANCO_TOKEN")
]


@app.command("list")
def list_tables(
    db: ReadDatabase = DATABASE,
    server: ServerOption = None,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """List the tables."""
    from puntobanco.cli.plain import write_json
    from puntobanco.house.glance import summaries

    if server is None:
        with read_only(db) as store:
            found = store.read(summaries)
    else:
        from puntobanco.cli.served import Server

        found = Server(server, token).tables()
    if as_json:
        write_json(found)
        return
    from puntobanco.cli.pages import show
    from puntobanco.cli.tables import tables_page

    show(tables_page(found))


@app.command("show")
def show_table(
    table: Id,
    db: ReadDatabase = DATABASE,
    server: ServerOption = None,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Show a table: its people, its chips, and what is open about it.

    A running server shows what the token may see, as its API gives it.
    """
    from puntobanco.cli.plain import write_json
    from puntobanco.house.glance import details

    if server is None:
        with read_only(db) as store:
            found: Mapping[str, Any] = store.read(lambda tx: details(tx, table))
    else:
        from puntobanco.cli.served import Server

        found = Server(server, token).table(table)
    if as_json:
        write_json(found)
        return
    from puntobanco.cli.pages import show
    from puntobanco.cli.tables import table_page

    show(table_page(found))


@app.command("close")
def close_table(
    table: Id,
    db: Database = DATABASE,
    server: ServerOption = None,
    token: Token = None,
) -> None:
    """Close a table between two rounds: whoever sits there stands up with his chips."""
    from puntobanco.cli.served import Server, why_open

    if server is not None:
        Server(server, token).close(table)
        return
    from puntobanco.house.clock import SystemClock
    from puntobanco.house.desk import Desk
    from puntobanco.table.commands import CloseTable

    with stored(db) as store:
        reply = Desk(store, SystemClock()).do(table, CloseTable(), "house").result()
    if reply.refusal is not None:
        raise InputError(why_open(table, reply.refusal.code.value))


@app.command("message")
def set_message(
    table: Id,
    server: Annotated[str, typer.Option(metavar="URL", help="The server that runs the table.")],
    text: Annotated[str, typer.Argument(help="Plain text; none takes the line down.")] = "",
    token: Token = None,
) -> None:
    """Put a line on the board of a table, for everybody to read."""
    from puntobanco.cli.served import Server

    Server(server, token).say(table, text)


app.command("change")(change_terms)
app.command("approve")(approve_terms)
app.command("reject")(reject_terms)


@app.command("check")
def check_tables(
    tables: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="Tables; without any, the whole store."),
    ] = None,
    db: ReadDatabase = DATABASE,
    as_json: AsJson = False,
) -> int:
    """Check that the log, the ledger and the tables say the same.

    Status 0 when nothing is wrong, 1 when something is.
    """
    from puntobanco.cli.plain import one_line, write_json
    from puntobanco.house.auditor import audit

    with read_only(db) as store:
        report = store.verify()
        # Where the store itself is damaged, what follows from its events says nothing.
        faults = report.faults or store.read(lambda tx: tuple(audit(tx, tables or ())))
    if as_json:
        write_json(
            {
                "sound": not faults,
                "events": report.events,
                "transfers": report.transfers,
                "faults": [*faults],
            }
        )
    else:
        for fault in faults:
            print(one_line(fault))
        if not faults:
            print(f"sound: {report.events:,} events and {report.transfers:,} transfers")
    return 1 if faults else 0


@app.command("fairness")
def table_fairness(
    table: Tables = None,
    first: From = None,
    last: To = None,
    zone: Zone = ZONE,
    shifts: Shifts = SHIFTS,
    db: ReadDatabase = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say how often the action button came to each seat, and how likely chance strays so far."""
    from dataclasses import asdict

    from puntobanco.cli.plain import write_json
    from puntobanco.house.reports.fairness import fairness

    about = scope(table, first, last, zone, shifts)
    with read_only(db) as store:
        found = store.read(lambda tx: fairness(about.steps(tx), about))
    if as_json:
        write_json([asdict(each) for each in found])
        return
    from puntobanco.cli.pages import show
    from puntobanco.cli.tables import fairness_page

    show(fairness_page(found))


@app.command("count")
def count_box(
    *,
    table: Id,
    box: Annotated[str, typer.Argument(metavar="BOX", help="The drop box.", show_default=False)],
    amount: Annotated[
        int,
        typer.Argument(
            metavar="AMOUNT", help="What was counted, in minor units.", show_default=False
        ),
    ],
    by: Annotated[
        str | None, typer.Option(help="Who counted; a server knows it by the token.")
    ] = None,
    db: Database = DATABASE,
    server: ServerOption = None,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Take in the count of a drop box that has left its table."""
    from puntobanco.cli.plain import write_json
    from puntobanco.house.cage import check_counted

    check_counted(amount)
    if server is not None:
        from puntobanco.cli.served import Server

        expected, difference = Server(server, token).count(table, box, amount)
    elif by is None:
        message = "--by: somebody counted; say who"
        raise InputError(message)
    else:
        expected, difference = _counted(db, table, box, amount, by)
    if as_json:
        write_json({"expected": expected, "counted": amount, "difference": difference})
    else:
        print(f"expected {expected:,}, counted {amount:,}: {difference:+,}")


def _counted(db: str, table: str, box: str, amount: int, by: str) -> tuple[int, int]:
    from puntobanco.house.cage import count_drop
    from puntobanco.house.clock import SystemClock
    from puntobanco.house.glance import glance

    now = SystemClock()()
    with stored(db) as store:
        counted = store.submit(
            lambda tx: count_drop(tx, glance(tx, table), table, box, amount, by, now)
        ).result()
    return counted.expected, counted.difference
