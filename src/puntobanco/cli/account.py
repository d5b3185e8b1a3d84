"""``account``: who signs in, and as what; on a database, or at the server that holds it."""

from __future__ import annotations

import getpass
import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from puntobanco.cli.office import carried_out, perform
from puntobanco.cli.options import AsJson
from puntobanco.cli.plain import printable, write_json
from puntobanco.cli.stored import DATABASE
from puntobanco.cli.token import Held, NewDatabase

if TYPE_CHECKING:
    from puntobanco.house.office import Done

app = typer.Typer(
    help="Open, list, change and erase the accounts of staff and patrons.", rich_markup_mode=None
)
URL: Final = "http://127.0.0.1:8000"
Name = Annotated[str, typer.Argument(metavar="NAME", help="What he signs in by, or his id.")]
Duties = Annotated[
    list[str],
    typer.Option("--role", help="dealer, supervisor@7 and so on; may be repeated."),
]
Url = Annotated[
    str,
    typer.Option(
        "--url",
        help="Where the house is reached, for the link; the running server's address if not said.",
        show_default=False,
    ),
]


@app.command("add")
def add_account(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What he will sign in by.")],
    role: Duties,
    shown: Annotated[str, typer.Option("--name", help="The name that is shown.")] = "",
    contact: Annotated[str, typer.Option(help="How he is reached.")] = "",
    patron: Annotated[
        str | None, typer.Option(help="The patron's id, for the role patron.")
    ] = None,
    url: Url = "",
    db: NewDatabase = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Open an account and print a one-time link to set its password, this once."""
    from puntobanco.house import office
    from puntobanco.house.account_rules import Order
    from puntobanco.web.sessions import new_staff, new_token

    link = new_token()
    order = Order(name, shown, contact, " ".join(role), patron)
    done = carried_out(db, office.OpenAccount(order, new_staff(), link), is_first=True)
    _print_link(done, url, link, as_json=as_json)


@app.command("list")
def list_accounts(db: Held = DATABASE, as_json: AsJson = False) -> None:
    """List the accounts: nothing that opens one."""
    from puntobanco.house import office

    found = perform(db, office.ListAccounts())
    if as_json:
        write_json(found)
        return
    for account in found:
        parts = [account["sign_in"], account["name"], account["actor"], account["duties"]]
        parts += [f"proposed: {account['wanted']}" if account["wanted"] else ""]
        parts += ["" if account["password"] else "no password"]
        parts += ["second factor" if account["second_factor"] else "", account["contact"]]
        print(printable("  ".join(str(part) for part in parts if part)))


@app.command("role")
def set_role(name: Name, role: Duties, db: Held = DATABASE, as_json: AsJson = False) -> None:
    """Say what somebody works as; what he loses ends his sign-ins."""
    from puntobanco.house import office

    found = perform(db, office.SetDuties(name, " ".join(role)))
    if as_json:
        write_json(found)


@app.command("password")
def set_password(name: Name, db: Held = DATABASE) -> None:
    """Set somebody's password, read from the terminal or from standard input."""
    from puntobanco.house import office

    if sys.stdin.isatty():
        password = getpass.getpass("New password: ")
    else:
        password = sys.stdin.readline().rstrip("\n")
    perform(db, office.SetPassword(name, password))


@app.command("invite")
def invite(name: Name, url: Url = "", db: Held = DATABASE, as_json: AsJson = False) -> None:
    """Print a one-time link by which somebody sets a new password; the old one is gone."""
    from puntobanco.house import office
    from puntobanco.web.sessions import new_token

    link = new_token()
    _print_link(carried_out(db, office.Invite(name, link)), url, link, as_json=as_json)


@app.command("link")
def link(
    name: Name,
    role: Annotated[str, typer.Option(help="Which of his roles, if he has several.")] = "",
    url: Url = "",
    db: Held = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Print a one-time link that signs somebody in, also at a server that runs."""
    from puntobanco.house import office
    from puntobanco.web.sessions import new_token

    made = new_token()
    _print_link(carried_out(db, office.Link(name, role, made)), url, made, as_json=as_json)


@app.command("totp")
def forget_second_factor(name: Name, db: Held = DATABASE) -> None:
    """Take an authenticator off that was lost; staff must set a new one at the next sign-in."""
    from puntobanco.house import office

    perform(db, office.ForgetSecondFactor(name))


@app.command("end")
def end_sign_ins(name: Name, db: Held = DATABASE) -> None:
    """End every sign-in of somebody, and its open pages."""
    from puntobanco.house import office

    perform(db, office.EndSignIns(name))


@app.command("erase")
def erase(name: Name, db: Held = DATABASE) -> None:
    """Erase name, contact, sign-ins and tokens of somebody; the log has his id alone, and holds."""
    from puntobanco.house import office

    perform(db, office.Erase(name))


def _print_link(done: Done, url: str, token: str, *, as_json: bool) -> None:
    link = f"{url or done.address or URL}/enter/{token}"
    if as_json:
        write_json((done.value or {}) | {"link": link})
    else:
        print(link)
