"""Who signs in where: the page that a link leads to, and the pages that are for some roles only."""

from collections.abc import Iterator
from http import HTTPStatus

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from puntobanco.house.roles import Role
from puntobanco.house.tokens import Grant
from puntobanco.web.app import create_app
from puntobanco.web.context import Context

Browser = TestClient[Litestar]
STAFF = [role for role in Role if role not in {Role.PATRON, Role.HOUSE}]


@pytest.fixture
def browser(context: Context) -> Iterator[Browser]:
    """A browser that nobody has signed in with."""
    with TestClient(create_app(context), base_url="http://house.test") as opened:
        yield opened


def enter(context: Context, browser: Browser, role: Role, table: str | None = None) -> str:
    """Sign somebody in by a link, and give where it leads."""
    grant, link = Grant(role.value, table, f"Some {role.value}"), f"{role.value}-{table}"
    context.people.put_staff_link(grant, link, f"s-{role.value}")
    answer = browser.get(f"/enter/{link}", follow_redirects=False)
    assert answer.status_code == HTTPStatus.SEE_OTHER
    return str(answer.headers["location"])


def test_a_link_leads_to_the_page_of_the_role(context: Context, browser: Browser) -> None:
    """A supervisor and a cashier go to the floor, a dealer of one table to it, others in."""
    homes = {role: enter(context, browser, role) for role in STAFF}
    to_the_floor = {role for role, home in homes.items() if home == "/floor"}
    assert to_the_floor == {Role.SUPERVISOR, Role.CASHIER}
    assert {homes[role] for role in STAFF if role not in to_the_floor} == {"/"}
    assert enter(context, browser, Role.DEALER, "t1") == "/table/t1/dealer"


@pytest.mark.parametrize("role", STAFF, ids=lambda role: role.value)
def test_the_console_is_the_dealers(context: Context, browser: Browser, role: Role) -> None:
    """The page of a table's dealer opens for dealers and supervisors, and for nobody else."""
    assert browser.get("/table/t1/dealer").status_code == HTTPStatus.FORBIDDEN
    enter(context, browser, role)
    found = browser.get("/table/t1/dealer").status_code
    assert (found == HTTPStatus.OK) is (role in {Role.DEALER, Role.SUPERVISOR})


def test_a_dealer_of_another_table(context: Context, browser: Browser) -> None:
    """Whoever serves one table does not see the console of another one."""
    enter(context, browser, Role.DEALER, "t2")
    answer = browser.get("/table/t1/dealer")
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert 'data-notice="not-for-you"' in answer.text
