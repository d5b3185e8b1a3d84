"""What the flows that are walked with the line cut have in common: people, forms, sheets."""

import re
import secrets
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any, Final

import httpx
from playwright.sync_api import Locator, Page, expect

from puntobanco.house.clock import SystemClock
from puntobanco.house.people import Caller, People
from puntobanco.house.roles import Role
from puntobanco.store.sqlite import open_sqlite
from puntobanco.web.sessions import COOKIE
from tests.browser.serving import House
from tests.browser.words import words

TABLE: Final = "1"
CHIPS: Final = 500_000
CARD_ROOM: Final = ("--game", "ca-ez-panda8", "--limits", "5-500", "--cover", "20")
PATRONS: Final = ("ann", "bea", "cid")
STAFF: Final = {
    "dee": Caller("dee", Role.DEALER, TABLE),
    "sue": Caller("sue", Role.SUPERVISOR),
    "sam": Caller("sam", Role.SUPERVISOR),
    "cat": Caller("cat", Role.CASHIER),
}
Find = Callable[[Page], Locator]


def peopled(house: House) -> House:
    """Enrol patrons in the file of a house that is not open yet, sign everybody in, and open it."""
    with closing(open_sqlite(house.file)) as store:
        people = People(store, SystemClock())
        for patron in PATRONS:
            people.enrol(patron, patron.capitalize(), CHIPS)
            people.sign_in(patron, patron)
        for name, who in STAFF.items():
            people.begin("session", name, who)
    house.open()
    return house


def tell(house: House, who: str, kind: str, /, table: str = TABLE, **body: object) -> None:
    """Give a table a command as somebody who has no page here, past the wire."""
    answer = httpx.post(
        f"{house.address}/api/table/{table}/commands",
        json={"id": secrets.token_hex(16), "type": kind, **body},
        headers={"cookie": f"{COOKIE}={who}", "origin": house.address},
        timeout=20,
    ).json()
    assert answer.get("ok"), answer


def minor(text: str) -> int:
    """Read an amount of dollars in cents."""
    found = re.search(r"([\d,]+)(?:\.(\d\d))?", text)
    assert found, text
    return int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


def shoe_ready(house: House) -> None:
    """Wait until the house has shuffled, which it does by itself."""
    while _view(house)["view"]["phase"] != "waiting":
        time.sleep(0.05)


def _view(house: House) -> Any:
    """The table as its dealer sees it, past the wire."""
    headers = {"cookie": f"{COOKIE}=dee"}
    return httpx.get(f"{house.address}/api/table/{TABLE}", headers=headers, timeout=20).json()


def deal_out(house: House, until: str = "open-betting") -> None:
    """Do what comes next at a table that its dealer paces, until the bets can be opened again."""
    while True:
        come = _view(house)["console"]["next"]
        if come["act"] in {until, "offer-player-dealer", "nobody-seated"}:
            return
        if come["command"]:
            tell(house, "dee", come["command"].pop("type"), **come["command"])


def filled(form: str, **fields: str) -> Callable[[Page], None]:
    """Fill a form; a choice is made by its value."""

    def fill(page: Page) -> None:
        place = page.locator(f"form[data-form={form}]")
        for name, value in fields.items():
            found = place.locator(f"[name='{name}']")
            if found.evaluate("(element) => element.localName") == "select":
                found.select_option(value)
            else:
                found.fill(value)

    return fill


def send(form: str) -> Find:
    """The button of a form."""
    return lambda page: page.locator(f"form[data-form={form}] button:not([type=button])").last


def needs(page: Page) -> Locator:
    """What waits for somebody of the floor."""
    return page.get_by_role("complementary", name=words("floor.needs"))


def approve(page: Page) -> Locator:
    """The button that approves what was proposed."""
    return needs(page).get_by_role("button", name=words("floor.approve"))


def calm(page: Page) -> None:
    """Nothing is to be approved."""
    expect(approve(page)).to_have_count(0)


def sheet(form: str) -> Find:
    """The last button of a form of the open sheet."""
    return lambda page: page.get_by_role("dialog").locator(f"form[data-form={form}] button").last


def at_table(form: str, **fields: str) -> Callable[[Page], None]:
    """Open the table up, if it is not, and fill one of its forms."""

    def fill(page: Page) -> None:
        if not page.get_by_role("dialog").is_visible():
            page.get_by_role("article").get_by_role("button").click()
        page.get_by_role("dialog").locator(f"form[data-form={form}]").wait_for()
        filled(form, **fields)(page)

    return fill


def says(form: str, key_: str) -> Callable[[Page], None]:
    """A form says something in its own words."""
    return lambda page: expect(page.locator(f"form[data-form={form}] .told")).to_have_text(
        words(key_)
    )


def there_is(form: str) -> Callable[[Page], None]:
    """A form is there."""
    return lambda page: expect(page.locator(f"form[data-form={form}]")).to_be_visible()


def put_away(page: Page) -> None:
    """No sheet is open."""
    expect(page.get_by_role("dialog")).to_be_hidden()
