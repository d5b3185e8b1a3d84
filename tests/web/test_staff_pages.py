"""Who signs in where: the page that a link leads to, and the pages that are for some roles only."""

import contextlib
from collections.abc import Iterator
from http import HTTPStatus

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from puntobanco.house.account_log import CONSOLE
from puntobanco.house.account_rules import AccountError, Order
from puntobanco.house.duties import Duty
from puntobanco.house.roles import Role
from puntobanco.web.app import create_app
from puntobanco.web.context import Context

Browser = TestClient[Litestar]
ORIGIN = {"origin": "http://house.test"}
STAFF = [role for role in Role if role not in {Role.PATRON, Role.HOUSE}]


@pytest.fixture
def browser(context: Context) -> Iterator[Browser]:
    """A browser that nobody has signed in with."""
    with TestClient(create_app(context), base_url="http://house.test") as opened:
        yield opened


def enter(context: Context, browser: Browser, role: Role, table: str | None = None) -> str:
    """Sign somebody in by a link, and give where it leads."""
    duty = str(Duty(role, table))
    with contextlib.suppress(AccountError):
        context.accounts.open(Order(duty, duties=duty), f"s-{duty}", CONSOLE)
    context.accounts.link(duty, f"link of {duty}", CONSOLE)
    answer = browser.post("/api/enter", json={"link": f"link of {duty}"}, headers=ORIGIN)
    assert answer.status_code == HTTPStatus.OK
    return str(answer.json()["next"])


def test_a_link_leads_to_the_page_of_the_role(context: Context, browser: Browser) -> None:
    """Everybody goes to the page he works on, a dealer of one table to it, others to the lobby."""
    homes = {role: enter(context, browser, role) for role in STAFF}
    assert homes == {
        Role.DEALER: "/",
        Role.SUPERVISOR: "/floor",
        Role.CASHIER: "/cage",
        Role.AUDITOR: "/",
        Role.ADMIN: "/accounts",
    }
    assert enter(context, browser, Role.DEALER, "t1") == "/table/t1/dealer"


@pytest.mark.parametrize("role", STAFF, ids=lambda role: role.value)
def test_the_console_is_the_dealers(context: Context, browser: Browser, role: Role) -> None:
    """The page of a table's dealer opens for dealers and supervisors, and for nobody else."""
    assert browser.get("/table/t1/dealer").status_code == HTTPStatus.FORBIDDEN
    enter(context, browser, role)
    found = browser.get("/table/t1/dealer").status_code
    assert (found == HTTPStatus.OK) is (role in {Role.DEALER, Role.SUPERVISOR})


@pytest.mark.parametrize("role", STAFF, ids=lambda role: role.value)
def test_the_floor_and_the_cage(context: Context, browser: Browser, role: Role) -> None:
    """The floor opens for who oversees it, the cage for cashiers, neither for anybody else."""
    enter(context, browser, role)
    oversees = role in {Role.SUPERVISOR, Role.AUDITOR, Role.ADMIN}
    assert (browser.get("/floor").status_code == HTTPStatus.OK) is oversees
    assert (browser.get("/cage").status_code == HTTPStatus.OK) is (role is Role.CASHIER)


def test_a_dealer_of_another_table(context: Context, browser: Browser) -> None:
    """Whoever serves one table does not see the console of another one."""
    enter(context, browser, Role.DEALER, "t2")
    answer = browser.get("/table/t1/dealer")
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert 'data-notice="not-for-you"' in answer.text
