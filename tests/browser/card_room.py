"""A card room of the test's own: patrons whom the test enrols, and their pages at its table."""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from puntobanco.house.clock import SystemClock
from puntobanco.house.people import People
from puntobanco.ledger import cover, escrow, rack, wallet
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import events as ev
from puntobanco.web.sessions import COOKIE, new_token
from tests.browser.conftest import OpenHouse
from tests.browser.seat import AMOUNT, Seat
from tests.browser.serving import House
from tests.browser.visits import DESK, Visits
from tests.browser.words import words

TABLE: Final = "1"
CHIPS: Final = 500_000
ROUND_MS: Final = 120_000
GAME: Final = ("--game", "ca-ez-panda8", "--limits", "5-500", "--cover", "20", "--back-line", "2")
# Keeps what a settlement says from when it is shown: it may be gone before a busy test looks.
WATCH: Final = """() => {
  const text = (line, path) =>
    line.querySelector(path)?.textContent.trim().replace(/\\s+/g, " ") ?? "";
  const read = () => [...document.querySelectorAll("#side .lines .line")].map((line) => ({
    number: Number(text(line, ".number")), what: text(line, ".what"),
    word: text(line, ".verdict b"), why: text(line, ".verdict small"), after: text(line, ".after"),
    bar: line.querySelector(".gauge") !== null,
  }));
  clearInterval(window.watching);
  window.kept = null;
  window.watching = setInterval(() => {
    if (!document.querySelector("#page[data-phase='settled'] #side .line")) return;
    window.kept = { lines: read(), net: text(document, ".bank-desk .running-head b") };
  }, 50);
}"""


@dataclass(frozen=True)
class Shown:
    """What a page says of a settlement: its lines, and to who covered what it came to."""

    lines: list[dict[str, Any]]
    net: int | None


@dataclass
class Patron:
    """Somebody with chips in his wallet, and his page."""

    name: str
    seat: Seat

    @property
    def page(self) -> Page:
        """The page."""
        return self.seat.page

    @property
    def sheet(self) -> Locator:
        """The sheet that is open."""
        return self.page.get_by_role("dialog")

    def sit(self, place: int, dollars: int, *, behind: bool = False) -> None:
        """Take a place, or stand behind one, from the list of all places."""
        self.page.locator("#tray [data-sheet='places']").click()
        self.sheet.locator(f"[data-{'behind' if behind else 'sit'}='{place}']").click()
        self.sheet.get_by_label(AMOUNT).fill(str(dollars))
        self.sheet.get_by_label(AMOUNT).press("Enter")
        expect(self.page.locator("#tray [data-sheet='places']")).to_be_hidden()

    def offered(self) -> Locator:
        """Wait until the position is offered to him, and what may come of it is told."""
        form = self.page.locator("form.offer")
        form.wait_for(timeout=ROUND_MS)
        expect(form.get_by_text(words("seat.outlook.asking"))).to_have_count(0)
        return form

    def passes(self) -> None:
        """Pass the position on."""
        form = self.offered()
        form.get_by_role("button", name=words("seat.offer.pass")).click()
        expect(form).to_be_hidden()

    def covers(self, dollars: int) -> None:
        """Take the position with a cover."""
        form = self.offered()
        form.get_by_label(AMOUNT).fill(str(dollars))
        form.get_by_role("button", name=words("seat.offer.take", cover=f"${dollars:,}")).click()
        expect(self.page.locator(".bank-desk")).to_be_visible()

    def watch(self) -> None:
        """Begin to keep what the next settlement says."""
        self.page.evaluate(WATCH)

    def settled(self) -> Shown:
        """Read the settlement beside the table, once there was one."""
        handle = self.page.wait_for_function("() => window.kept", timeout=ROUND_MS)
        found = handle.json_value()
        net = re.sub(r"[^\d-]", "", found["net"].replace("\N{MINUS SIGN}", "-"))
        return Shown(found["lines"], int(net) if net else None)


@dataclass
class CardRoom:
    """The house, and who may come in."""

    house: House
    tokens: dict[str, str]

    @classmethod
    def opened(
        cls,
        open_house: OpenHouse,
        *names: str,
        options: tuple[str, ...] = (),
        pace: str = "2",
    ) -> "CardRoom":
        """Enrol patrons in a new file, and open a house on it."""
        house = open_house("--pace", pace, *GAME, *options, wait=False)
        tokens = {name: new_token() for name in names}
        with closing(open_sqlite(house.file)) as store:
            people = People(store, SystemClock())
            for name, token in tokens.items():
                people.enrol(name, name.capitalize(), CHIPS)
                people.sign_in(name, token)
        house.open()
        return cls(house, tokens)

    def enter(self, visits: Visits, name: str, size: dict[str, Any] = DESK) -> Patron:
        """Come to the table as somebody."""
        context = visits.context(self.house, size)
        context.add_cookies(
            [{"name": COOKIE, "value": self.tokens[name], "url": self.house.address}]
        )
        page = context.new_page()
        page.goto(f"/table/{TABLE}")
        page.locator("#page:not([hidden])").wait_for()
        return Patron(name, Seat(page))

    def events(self) -> Iterator[ev.AnyEvent]:
        """Read the log from the file of the house, which has ended."""
        with closing(open_sqlite(self.house.file)) as store:
            assert store.verify().faults == ()
            bodies = store.read(lambda tx: [each.body for each in tx.events(f"table:{TABLE}")])
        return (ev.decode(body).event for body in bodies)

    def held(self, patron: str) -> int:
        """Read all that is a patron's: wallet, rack, wagers on the felt, a cover."""
        log = list(self.events())
        stakes = {
            escrow(TABLE, event.round, spot.wager)
            for event in log
            if isinstance(event, ev.WagersSet) and event.patron == patron
            for spot in event.spots
        }
        covers = {
            cover(TABLE, event.round)
            for event in log
            if isinstance(event, ev.CoverPosted) and event.patron == patron
        }
        with closing(open_sqlite(self.house.file)) as store:
            balances = store.read(lambda tx: tx.balances())
        own = {wallet(patron), rack(TABLE, patron), *stakes, *covers}
        return sum(amount for account, amount in balances.items() if account in own)
