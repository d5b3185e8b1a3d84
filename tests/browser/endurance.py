"""A board that stays open, and the house behind it: what they have seen makes neither grow.

`python -m tests.browser.endurance` leaves a board open for 10,000 rounds of a table whose results
are entered, each one stored, sent and drawn like any other. The same shoe is played again and
again and looked at after its last hand, so that nothing but time is different. The browser is left
alone meanwhile: what watches over pages in other tests keeps things in them. A house remembers when
the hands of half an hour and the shoes of a day were, which here are ten thousand rounds at once.
"""

import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
from playwright.sync_api import Browser, CDPSession, Page

from puntobanco.house.clock import SystemClock
from puntobanco.house.people import People
from puntobanco.house.tokens import Grant
from puntobanco.store import open_store
from puntobanco.web.sessions import new_staff, new_token
from tests.browser.serving import House
from tests.browser.visits import DESK

SHOE: Final = 50  # hands of the shoe that is played again and again
ROUNDS: Final = 10_000
WARM: Final = 2_000  # until the browser and the house have made what they make once
STEP: Final = 1_000
FEW_PERCENT: Final = 0.05
CLERKS: Final = 12  # each of them may give so many commands a second
PAGE: Final = ("JSHeapUsedSize", "Nodes", "JSEventListeners", "Documents")
TABLE: Final = {
    "table": "1",
    "name": "Table 1",
    "sheet": "deq-ez",
    "mains": {"min": 500, "max": 50_000},
    "sides": {"min": 100, "max": 5_000},
    "cards": "results",
}
SHOWN: Final = """[...document.querySelectorAll("#zone-header p b")]
  .map((number) => number.textContent).join(", ")"""
PATIENCE_S: Final = 20

Held = dict[str, float]


def hands_of_a_shoe() -> list[dict[str, Any]]:
    """Give the hands that are entered: every winner, mark and call."""
    chance = Random(7)
    kinds = (("player", ""), ("banker", ""), ("player", "n9"), ("banker", "bp"), ("tie", ""))
    rare = (("banker", "d7"), ("player", "p8"))
    hands = [*chance.choices(kinds, (30, 30, 10, 8, 9), k=SHOE - len(rare)), *rare]
    return [{"winner": winner, "marks": [mark] if mark else []} for winner, mark in hands]


@dataclass
class Room:
    """A house with one table of results, those who enter them, and a board that looks on."""

    house: House
    client: httpx.Client
    tokens: list[str]
    page: Page
    session: CDPSession
    rounds: int = 0
    shoes: int = 0
    drawn: int = 0  # states that the page was sent

    def play(self, rounds: int) -> None:
        """Play whole shoes, at least so many rounds, and wait until the last hand is drawn."""
        goal = self.rounds + rounds
        while self.rounds < goal:
            self.shoes += 1
            self.order("/api/table/1/commands", type="new-shoe", shoe=self.shoes)
            for hand, entered in enumerate(hands_of_a_shoe(), 1):
                self.rounds += 1
                self.order("/api/table/1/commands", type="enter-hand", hand=hand, **entered)
        self.wait(f"{self.shoes}, {SHOE + 1}")

    def wait(self, shown: str) -> None:
        """Wait until the page shows a shoe and a hand; a locator would leave a script in it."""
        asked = {"expression": SHOWN, "returnByValue": True}
        until = time.monotonic() + PATIENCE_S
        while (found := self.session.send("Runtime.evaluate", asked)["result"]["value"]) != shown:
            assert time.monotonic() < until, (found, shown)
            self.page.wait_for_timeout(50)

    def note(self, frame: dict[str, Any]) -> None:
        """Take down that the page was sent a state."""
        self.drawn += frame["response"]["payloadData"].startswith('{"type":"state"')

    def order(self, path: str, **body: Any) -> None:
        """Send something with an id, which is done."""
        token = self.tokens[self.rounds % CLERKS]
        answer = self.client.post(
            path,
            json={"id": secrets.token_hex(16), **body},
            headers={"authorization": f"Bearer {token}"},
        )
        assert answer.json().get("ok"), answer.text

    def held(self) -> Held:
        """Say what the page holds now."""
        for _ in range(3):
            self.session.send("HeapProfiler.collectGarbage")
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        page = {each["name"]: each["value"] for each in metrics if each["name"] in PAGE}
        return page | {"house": self.house.memory}


@contextmanager
def room(browser: Browser, folder: Path) -> Iterator[Room]:
    """Open a house, its table and its board."""
    house = House(folder / "room.db", ("--no-table",))
    tokens = [new_token() for _ in range(CLERKS)]
    with closing(open_store(str(house.file))) as store:
        people = People(store, SystemClock())
        for token in tokens:
            people.give_token(Grant("supervisor", name=new_staff()), token, new_staff())
    house.open()
    context = browser.new_context(base_url=house.address, reduced_motion="reduce", **DESK)
    with httpx.Client(base_url=house.address) as client:
        page = context.new_page()
        session = context.new_cdp_session(page)
        here = Room(house, client, tokens, page, session)
        here.order("/api/tables", **TABLE)
        page.goto("/table/1/board?kiosk=1")
        here.wait("")
        session.send("Performance.enable")
        session.send("Network.enable")
        session.on("Network.webSocketFrameReceived", here.note)
        try:
            yield here
        finally:
            context.close()
            house.close()


def growth(before: Held, after: Held) -> Held:
    """Give by which share each of them grew."""
    return {name: after[name] / before[name] - 1 for name in before}


def main() -> int:
    """Leave a board open for long; 1 if it, or its house, grew by more than a twentieth."""
    from tests.browser.alone import a_browser
    from tools.system import say

    with (
        tempfile.TemporaryDirectory() as folder,
        a_browser() as chromium,
        room(chromium, Path(folder)) as here,
    ):
        here.play(WARM)
        before = here.held()
        for _ in range(ROUNDS // STEP):
            here.play(STEP)
            after = here.held()
            say(f"{here.rounds} rounds: {after}")
        shown = here.drawn / here.rounds
    grown = growth(before, after)
    say(", ".join(f"{name} {share:+.1%}" for name, share in grown.items()))
    return int(max(grown.values()) > FEW_PERCENT or shown < 1)


if __name__ == "__main__":
    sys.exit(main())
