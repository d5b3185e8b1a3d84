"""Members of the staff in a browser, on a house of this process that a test looks into."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from puntobanco.house.people import Caller
from puntobanco.house.roles import Role
from puntobanco.house.tokens import Grant
from puntobanco.web.sessions import COOKIE
from tests.browser.serving import House
from tests.browser.visits import DESK, Visits
from tests.web.servers import Running, running

NAMES: Final = {"sue": "Sue", "sam": "Sam", "aud": "Aud", "cat": "Cat"}


@contextmanager
def staffed() -> Iterator[Running]:
    """A house on a port with its staff, and no table."""
    with running(guests=None) as found:
        for actor, name in NAMES.items():
            grant = Grant("supervisor", name=name)
            found.context.people.give_token(grant, f"token-of-{actor}", actor)
        yield found


def enter(
    visits: Visits, found: Running, actor: str, role: Role, path: str, size: dict[str, Any] = DESK
) -> Page:
    """Sign somebody in, and open a page."""
    house = House(Path(), (), port=found.port)
    found.context.people.begin("session", f"cookie-{actor}", Caller(actor, role))
    context = visits.context(house, size)
    context.add_cookies([{"name": COOKIE, "value": f"cookie-{actor}", "url": house.address}])
    page = context.new_page()
    page.goto(path)
    return page
