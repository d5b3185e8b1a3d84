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
    """A supervisor goes to the floor, a cashier to the cage, a dealer to his table, others in."""
    homes = {role: enter(context, browser, role) for role in STAFF}
    assert homes.pop(Role.SUPERVISOR) == "/floor"
    assert homes.pop(Role.CASHIER) == "/cage"
    assert set(homes.values()) == {"/"}
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
