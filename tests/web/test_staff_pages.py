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
        Role.AUDITOR: "/floor",
        Role.ADMIN: "/accounts",
    }
    assert enter(context, browser, Role.DEALER, "t1") == "/table/t1/dealer"


PAGES = {
    "/table/t1/dealer": {Role.DEALER, Role.SUPERVISOR},
    "/floor": {Role.SUPERVISOR, Role.AUDITOR, Role.ADMIN},
    "/cage": {Role.CASHIER},
    "/audit": {Role.AUDITOR},
    "/accounts": {Role.ADMIN},
}


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("role", STAFF, ids=lambda role: role.value)
def test_a_page_is_for_its_roles(context: Context, browser: Browser, path: str, role: Role) -> None:
    """A page of the staff opens for its roles; strangers, patrons and others see the way in."""
    context.people.enrol("ann", "Ann", 0)
    context.people.put_link("ann", "anns")
    assert browser.get(path).status_code == HTTPStatus.FORBIDDEN
    browser.post("/api/enter", json={"link": "anns"}, headers=ORIGIN)
    assert browser.get(path).status_code == HTTPStatus.FORBIDDEN
    enter(context, browser, role)
    answer = browser.get(path)
    assert (answer.status_code == HTTPStatus.OK) is (role in PAGES[path])
    assert ('data-notice="not-for-you"' in answer.text) is (role not in PAGES[path])


def test_a_dealer_of_another_table(context: Context, browser: Browser) -> None:
    """Whoever serves one table does not see the console of another one."""
    enter(context, browser, Role.DEALER, "t2")
    answer = browser.get("/table/t1/dealer")
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert 'data-notice="not-for-you"' in answer.text
