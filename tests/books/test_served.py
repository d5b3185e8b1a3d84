"""Tables of a server that runs, asked over its API with a token."""

from collections.abc import Iterator

import pytest

from puntobanco.house.roles import Role
from puntobanco.house.tokens import Grant
from puntobanco.table import commands as cm
from puntobanco.web.sessions import new_staff, new_token
from tests.cli.running import Ran, run
from tests.web.servers import Running, running


@pytest.fixture
def served() -> Iterator[Running]:
    """A server on a port, with an open table."""
    with running() as found:
        found.house.open()
        yield found


def asked(served: Running, role: str, *words: str) -> Ran:
    """Ask a server, with a token of a role."""
    secret = new_token()
    served.context.people.give_token(Grant(role, None, role, None, None), secret, new_staff())
    return run("table", *words, "--server", served.origin, "--token", secret)


def test_a_server_lists_shows_and_closes_its_tables(served: Running) -> None:
    """With a supervisor's token the tables of a server are listed, shown and closed."""
    (listed,) = asked(served, "supervisor", "list", "--json").json
    assert (listed["id"], listed["open"], listed["patrons"]) == ("t1", True, 0)
    assert "t1" in asked(served, "supervisor", "list").out
    assert asked(served, "supervisor", "show", "t1", "--json").json["view"]["table"]["id"] == "t1"
    assert asked(served, "supervisor", "close", "t1").status == 0
    assert asked(served, "supervisor", "list", "--json").json == []


def test_what_a_token_may_not_do_is_one_line(served: Running) -> None:
    """A dealer closes no table, a token that nobody gave opens nothing, and either is one line."""
    for fault in (
        asked(served, "dealer", "close", "t1").fault,
        asked(served, "supervisor", "show", "nowhere").fault,
        run("table", "list", "--server", served.origin, "--token", "nobody's").fault,
    ):
        assert fault.endswith(("look at table and token", "end what goes on there first"))


def test_a_box_is_counted_at_a_running_server(served: Running) -> None:
    """A cashier counts a box that has left its table; one that hangs there is refused."""
    assert "hang another one there first" in asked(served, "cashier", "count", "t1", "1", "5").fault
    served.house.desk.do("t1", cm.ChangeBox(box="2"), "sue", Role.SUPERVISOR).result(20)
    other = asked(served, "cashier", "count", "t1", "7", "5").fault
    assert "'7': no such box hung at table t1" in other
    too_much = asked(served, "cashier", "count", "t1", "1", str(10**12 + 1)).fault
    assert "an amount is 0 to 1000000000000" in too_much
    counted = asked(served, "cashier", "count", "t1", "1", "500", "--json").json
    assert counted == {"expected": 0, "counted": 500, "difference": 500}
    assert "look at table and token" in asked(served, "dealer", "count", "t1", "1", "5").fault
    assert "look at table and token" in asked(served, "cashier", "count", "no", "1", "5").fault


def test_a_line_on_a_board(served: Running) -> None:
    """A dealer's token writes a line and takes it down; what cannot stand there is one line."""
    assert asked(served, "dealer", "message", "t1", "Back at ten").status == 0
    assert asked(served, "auditor", "show", "t1", "--json").json["view"]["message"] == "Back at ten"
    assert "60 plain characters" in asked(served, "dealer", "message", "t1", "x" * 61).fault
    assert "look at table and token" in asked(served, "auditor", "message", "t1", "x").fault
    assert "look at table and token" in asked(served, "dealer", "message", "no", "x").fault
    assert asked(served, "supervisor", "message", "t1").status == 0
    assert asked(served, "auditor", "show", "t1", "--json").json["view"]["message"] is None
    asked(served, "supervisor", "close", "t1")
    assert "puntobanco table list" in asked(served, "dealer", "message", "t1", "x").fault
