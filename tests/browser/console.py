"""The dealer's console in a browser, on a house of this process whose table a test looks into."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from puntobanco.house.people import Caller
from puntobanco.house.roles import Role
from puntobanco.table import commands as cm
from puntobanco.web.sessions import COOKIE
from tests.browser.serving import House
from tests.browser.visits import DESK, Visits
from tests.browser.words import words
from tests.table.playing import TABLE
from tests.web.servers import Running

SUPERVISOR = "sue"
DEALER = "dee"


def approve(running: Running, number: int) -> None:
    """Let a supervisor, who is another person, approve a proposal."""
    command = cm.Approve(by=SUPERVISOR, number=number)
    reply = running.house.desk.do(TABLE, command, SUPERVISOR, Role.SUPERVISOR).result(20)
    assert reply.ok, reply.refusal
    running.house.settle()


@dataclass
class Console:
    """A dealer's page, and the table behind it."""

    page: Page
    running: Running

    @classmethod
    def at(cls, visits: Visits, running: Running, size: dict[str, Any] = DESK) -> "Console":
        """Sign a dealer in, and open his table."""
        house = House(Path(), (), port=running.port)
        running.context.people.begin("session", "dealers", Caller(DEALER, Role.DEALER, TABLE))
        context = visits.context(house, size)
        context.add_cookies([{"name": COOKIE, "value": "dealers", "url": house.address}])
        page = context.new_page()
        page.goto(f"/table/{TABLE}/dealer")
        page.locator(".ten-key").first.wait_for()
        return cls(page, running)

    @property
    def state(self) -> Any:
        """The state of the table."""
        return self.running.house.live.state

    def comes(self, act: str) -> None:
        """Wait until something is what comes next, and nothing is on its way."""
        expect(self.page.locator(f".next[data-act={act}]")).to_be_visible()
        self.rests()

    def rests(self) -> None:
        """Wait until everything that was sent is answered."""
        expect(self.page.locator(".saved")).to_have_text(words("console.saved"))

    def press(self, *keys: str) -> None:
        """Press keys of the keyboard, one after the other, each when the last one is answered."""
        for key in keys:
            self.page.keyboard.press(key)
            self.rests()

    def key(self, digit: int) -> Locator:
        """One of the ten keys."""
        return self.page.locator(f".ten-key[data-digit='{digit}']")

    def fill(self, form: str, **fields: str) -> None:
        """Fill a form, and send it; a choice is made by its value or by what it says."""
        place = self.page.locator(f"form[data-form={form}]")
        for name, value in fields.items():
            field = place.locator(f"[name='{name}']")
            if field.evaluate("(element) => element.localName") == "select":
                field.select_option(value)
            elif field.get_attribute("type") == "checkbox":
                field.set_checked(bool(value))
            else:
                field.fill(value)
        place.locator("button.primary, button:not([type=button])").last.click()

    def type_card(self, code: str) -> None:
        """Type a card on the keyboard and deal it."""
        count = len(self.state.round.cards) if self.state.round else 0
        rank = {"T": "0", "A": "1", "J": "/", "Q": "*", "K": "+"}.get(code[0], code[0])
        for key in (rank, str("CDHS".index(code[1]) + 1), "Enter"):
            self.page.keyboard.press(key)
        self.dealt(count + 1)

    def tap_card(self, code: str) -> None:
        """Tap a card on the pad and deal it."""
        count = len(self.state.round.cards)
        self.page.locator(f".pad-52 [data-card='{code}']").click()
        self.key(3).click()
        self.dealt(count + 1)

    def dealt(self, count: int) -> None:
        """Wait until so many cards lie there."""
        cards = self.page.locator(".hands .card, .shown .card")
        expect(cards).to_have_count(count)
        self.rests()

    def lines(self) -> list[tuple[str, ...]]:
        """The lines of the settlement: seat, bet, what is done, and the player-dealer's result."""
        rows = self.page.locator(".order-line")
        return [
            tuple(
                " ".join(row.locator(part).inner_text().split())
                for part in (".at", ".bet", ".what", ".net")
            )
            for row in rows.all()
        ]
