"""`token`: shown once, named by an id that opens nothing, taken back for ever."""

from contextlib import closing
from pathlib import Path

import pytest

from puntobanco.house.clock import SystemClock
from puntobanco.house.people import Caller, People
from puntobanco.house.roles import Role
from puntobanco.store.sqlite import open_sqlite
from tests.cli.running import run


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A database file that is not there yet."""
    return str(tmp_path / "room.db")


def bearer(file: str, token: str) -> Caller | None:
    """Who a token stands for."""
    with closing(open_sqlite(file)) as store:
        return People(store, SystemClock()).bearer(token)


def created(file: str, *options: str) -> str:
    """Make a token."""
    return run("token", "create", "--db", file, *options).out.strip()


def test_a_token_is_shown_once(file: str) -> None:
    """What is printed signs in; the file and the list hold nothing of it."""
    token = created(file, "--role", "dealer", "--table", "t1", "--name", "Dee")
    assert len(token) == 43
    found = bearer(file, token)
    assert found
    assert (found.role, found.table) == (Role.DEALER, "t1")
    listed = run("token", "list", "--db", file, "--json").out
    assert token not in listed
    assert token.encode() not in Path(file).read_bytes()
    (shown,) = run("token", "list", "--db", file, "--json").json
    assert (shown["role"], shown["table"], shown["name"]) == ("dealer", "t1", "Dee")
    assert (
        f"{shown['id']}  dealer  t1  {found.actor}  Dee\n" == run("token", "list", "--db", file).out
    )


@pytest.mark.parametrize("words", [("list",), ("revoke", "0123456789ab")], ids=" ".join)
def test_only_a_first_token_makes_a_database(file: str, words: tuple[str, ...]) -> None:
    """Where there is no database there are no tokens to list or to take back, and none is made."""
    fault = run("token", *words, "--db", file).fault
    assert fault == f"{file}: no such database; name one with --db"
    assert not Path(file).exists()


def test_one_name_is_one_person(file: str) -> None:
    """Tokens of one name, in any case, act as one person; two without a name as two."""
    callers = [
        bearer(file, created(file, "--role", role, *name))
        for role, name in (
            ("dealer", ("--name", "Dee")),
            ("cashier", ("--name", "Dee")),
            ("cashier", ("--name", " dEE ")),
            ("dealer", ()),
            ("dealer", ()),
            ("dealer", ("--name", "D ee")),
        )
    ]
    actors = [caller.actor for caller in callers if caller]
    assert actors[0] == actors[1] == actors[2]
    assert len({*actors}) == 4


def test_who_deals_does_not_supervise(file: str) -> None:
    """No one name deals and supervises at one table; at two different ones it may, or later on."""
    dee = ("--name", "Dee")
    made = run("token", "create", "--db", file, "--role", "dealer", "--table", "1", *dee, "--json")
    for table in ((), ("--table", "1")):
        fault = run("token", "create", "--db", file, "--role", "supervisor", *table, *dee).fault
        assert "dealer and supervisor of a table are two people" in fault
    assert bearer(file, created(file, "--role", "supervisor", "--table", "2", *dee))
    run("token", "revoke", made.json["id"], "--db", file)
    assert bearer(file, created(file, "--role", "supervisor", *dee))


def test_a_token_taken_back(file: str) -> None:
    """A token that was taken back opens nothing, and cannot be taken back again."""
    made = run("token", "create", "--db", file, "--role", "auditor", "--json").json
    assert bearer(file, made["token"])
    assert run("token", "revoke", made["id"], "--db", file).status == 0
    assert bearer(file, made["token"]) is None
    assert "list them" in run("token", "revoke", made["id"], "--db", file).fault
    assert run("token", "list", "--db", file).out.endswith("taken back\n")


@pytest.mark.parametrize(
    "options,fault",
    [
        (("--role", "house"), "use patron, dealer"),
        (("--role", "king"), "use patron, dealer"),
        (("--role", "patron"), "name one there only"),
        (("--role", "dealer", "--patron", "ann"), "name one there only"),
        (("--role", "patron", "--patron", "ann"), "enrol him first"),
        (("--role", "admin", "--days", "0"), "give 1 to"),
        (("--role", "admin", "--days", "100000"), "give 1 to"),
        ((), "--role"),
    ],
    ids=str,
)
def test_a_token_that_cannot_be(file: str, options: tuple[str, ...], fault: str) -> None:
    """What cannot be given is one line with a cure, and gives nothing."""
    open_sqlite(file).close()
    assert fault in run("token", "create", "--db", file, *options).fault
    assert run("token", "list", "--db", file, "--json").json == []


def test_a_patrons_token(file: str) -> None:
    """A patron's token acts as that patron."""
    with closing(open_sqlite(file)) as store:
        People(store, SystemClock()).enrol("ann", "Ann", 0)
    token = created(file, "--role", "patron", "--patron", "ann", "--days", "1")
    assert bearer(file, token) == Caller("ann", Role.PATRON)
