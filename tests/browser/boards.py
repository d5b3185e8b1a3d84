"""A board that is told by the test what stands on its table."""

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page, WebSocketRoute

from tests.browser.serving import House
from tests.browser.states import NOW
from tests.browser.visits import Visits

Size = dict[str, Any]
SIZES: Final[dict[str, Size]] = {
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "720": {"viewport": {"width": 1280, "height": 720}},
    "4k": {"viewport": {"width": 3840, "height": 2160}},
    "tall": {"viewport": {"width": 1080, "height": 1920}},
    "4-3": {"viewport": {"width": 1024, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
}
# The letters are there too: words in another font are of another width.
DRAWN: Final = "() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))"


@dataclass
class Told:
    """The page of a board whose line is the test's own."""

    page: Page
    links: list[WebSocketRoute] = field(default_factory=list)
    is_cut: bool = False
    seq: int = 0
    newest: str = ""

    @classmethod
    def at(cls, visits: Visits, house: House, size: str, query: str = "") -> "Told":
        """Open a board whose clock on the wall stands still."""
        told = cls(visits.context(house, SIZES[size], timezone_id="UTC").new_page())
        told.page.clock.set_fixed_time(NOW)
        told.page.route_web_socket(re.compile("/ws/table/"), told.open)
        told.go(query)
        return told

    def go(self, query: str) -> None:
        """Open it anew, with other wishes."""
        self.page.goto(f"/table/1/board?{query}")

    def picture(self, name: str) -> None:
        """Wait until the clock zone shows a picture."""
        self.page.locator(f"#zone-clock[data-picture={name}]").wait_for()

    def open(self, link: WebSocketRoute) -> None:
        """Take a line that the page opens."""
        if self.is_cut:
            link.close()
            return
        self.links.append(link)
        link.on_message(lambda _: link.send('{"type":"pong"}'))
        if self.newest:
            link.send(self.newest)

    def tell(self, view: dict[str, Any]) -> None:
        """Send a view, and wait until it is on the board."""
        self.page.locator("#zone-clock").wait_for()
        self.send(view)
        self.page.locator("#zone-bead svg[role=img]").wait_for()
        self.page.evaluate(DRAWN)

    def send(self, view: dict[str, Any]) -> None:
        """Send a view, to whoever listens now or later."""
        self.seq += 1
        whole = {"epoch": 1, "seq": self.seq, "now": 1, "fence": None, "view": view, "mine": None}
        self.newest = json.dumps({"type": "state"} | whole)
        for link in self.links[-1:]:
            link.send(self.newest)

    def cut(self) -> None:
        """End the line, and let no other begin."""
        self.is_cut = True
        self.links.pop().close()

    def mend(self) -> None:
        """Let the line through again."""
        self.is_cut = False
