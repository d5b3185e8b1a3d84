"""The page that tracks a shoe, as its dealer uses it, and the board that others see."""

import re
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.serving import House
from tests.browser.visits import PHONE, Visits
from tests.browser.words import words

PIN: Final = "4711"
OPTIONS: Final = ("--game", "ca-ez-panda8", "--cards", "results", "--pin", PIN)
UNDO_MS: Final = 800
SHOE_MS: Final = 1_500


def dealers_link(house: House) -> str:
    """The one-time link of the dealer that the house printed."""
    return next(
        found[0]
        for line in house.said
        if line.strip().startswith("Dealer") and (found := re.search(r"http\S+/enter/\S+", line))
    )


@dataclass
class Tracker:
    """A dealer's page."""

    page: Page
    by_touch: bool = False

    @classmethod
    def at(cls, visits: Visits, house: House, size: dict[str, Any] = PHONE) -> "Tracker":
        """Sign in by the printed link; a shoe is begun if there is none."""
        page = visits.context(house, size).new_page()
        page.goto(dealers_link(house))
        expect(page).to_have_url(f"{house.address}/table/1/dealer")
        tracker = cls(page, by_touch=bool(size.get("has_touch")))
        page.locator(".dealer-head").wait_for()
        if page.get_by_text(words("dealer.no_shoe")).is_visible():
            tracker.hold("new-shoe", SHOE_MS)
            tracker.key("store").wait_for()
        return tracker

    def key(self, name: str, within: str = "#dealer") -> Locator:
        """A key of the entry."""
        return self.page.locator(f'{within} [data-key="{name}"]')

    def press(self, *names: str, within: str = "#dealer") -> None:
        """Press keys of the entry, whatever they say of themselves."""
        for name in names:
            key = self.key(name, within)
            if self.by_touch:
                key.tap(force=True)
            else:
                key.click(force=True)

    def store(self, *names: str) -> None:
        """Press keys and the big one, and wait until the hand is stored."""
        before = self.hand
        self.press(*names, "store")
        self.is_at(before + 1)

    def hold(self, name: str, milliseconds: int) -> None:
        """Hold a key down for so long, and let go."""
        button = self.page.locator(f"[data-hold={name}]")
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.wait_for_timeout(milliseconds + 150)
        self.page.mouse.up()

    @property
    def hand(self) -> int:
        """The number of the hand that is entered next."""
        found = re.search(r"\d+", self.page.locator(".hand-number").inner_text())
        assert found
        return int(found[0])

    def is_at(self, hand: int) -> None:
        """Wait until a hand is the next one."""
        said = re.compile(rf"^{re.escape(words('hand', hand=hand))}(\D|$)")
        expect(self.page.locator(".hand-number")).to_have_text(said)

    def says(self, text: str) -> None:
        """Wait until the line below the big key says something."""
        expect(self.page.locator(".says")).to_contain_text(text)

    def give_pin(self, pin: str = PIN) -> None:
        """Type the PIN of the table."""
        self.page.locator("#pin input").fill(pin)
        self.page.locator("#pin input").press("Enter")
