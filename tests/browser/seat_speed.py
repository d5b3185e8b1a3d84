"""How heavy and how quick the seat is on a phone: its weight, when it is usable, a tap's answer.

``python -m tests.browser.seat_speed`` measures all three on a throttled phone and writes them down.
The machine must have nothing else to do: the processor is slowed down by what it has.
"""

import sys
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from playwright.sync_api import Page, Request

from tests.browser.seat import Seat
from tests.browser.serving import House
from tests.browser.visits import PHONE, Visits

WEIGHT: Final = 250_000  # bytes without fonts, as they come over the line
USABLE_MS: Final = 2_000
TAP_MS: Final = 120
TAPS: Final = 20
# A phone on 4G: a quarter of this processor, 9 Mbit/s, 60 ms there and back.
LINE: Final = {
    "offline": False,
    "latency": 60,
    "downloadThroughput": 9_000_000 / 8,
    "uploadThroughput": 1_500_000 / 8,
}
SLOWER: Final = 4
# From the tap to the moment when the house's answer stands in the tray.
TAP: Final = """(bet) => new Promise((resolve) => {
  const start = performance.now();
  const sum = () => document.querySelector("#tray .tray-sum")?.textContent;
  const before = sum();
  const look = () => {
    const isAnswered = document.querySelector("#tray .accepted") && sum() !== before;
    if (isAnswered) resolve(performance.now() - start);
    else requestAnimationFrame(look);
  };
  document.querySelector(`#spots [data-bet='${bet}']`).click();
  requestAnimationFrame(look);
})"""


@dataclass
class Weight:
    """What a page asked for, by bytes."""

    page: Page
    _done: list[Request] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("requestfinished", lambda request: self._done.append(request))  # noqa: PLW0108

    @property
    def without_fonts(self) -> int:
        """Heads and bodies of all answers but fonts."""
        sizes = [r.sizes() for r in self._done if not r.url.endswith(".woff2")]
        return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


@dataclass(frozen=True)
class Speed:
    """What was measured."""

    weight: int
    usable_ms: float
    tap_ms: float

    @property
    def is_enough(self) -> bool:
        """Whether all of it is as was promised."""
        return self.weight < WEIGHT and self.usable_ms < USABLE_MS and self.tap_ms < TAP_MS

    def __str__(self) -> str:
        """Say it in one line."""
        return (
            f"{self.weight:,} bytes without fonts, usable after {self.usable_ms:.0f} ms,"
            f" a tap is answered in {self.tap_ms:.0f} ms (median of {TAPS})"
        )


def measure(visits: Visits, house: House, table: str) -> Speed:
    """Open a seat on a slow phone as somebody new, sit down, and tap."""
    # Without the traces of a test, which take time of their own.
    page = visits.browser.new_context(base_url=house.address, **PHONE).new_page()
    weight = Weight(page)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"/table/{table}", wait_until="commit")
    page.locator("#page:not([hidden]) #spots [data-bet]").first.wait_for()
    usable = page.evaluate("() => performance.now()")
    seat = Seat(page)
    page.locator("#tray [data-sit]").click()
    seat.sit(2000)
    seat.look("look.phase === 'betting'")
    bytes_ = weight.without_fonts
    seat.chip(5)
    taps = [page.evaluate(TAP, "player") for _ in range(TAPS)]
    return Speed(bytes_, usable, median(taps))


def main() -> int:
    """Measure; 1 where it is not enough."""
    from tests.browser.alone import alone
    from tools.system import say

    with alone() as (visits, house):
        found = measure(visits, house, "5")
    say(str(found))
    return 0 if found.is_enough else 1


if __name__ == "__main__":
    sys.exit(main())
