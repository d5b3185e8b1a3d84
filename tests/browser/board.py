"""The board as it is read from the floor, beside the states that the house sent to it."""

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page, WebSocket

from tests.browser.serving import House
from tests.browser.visits import Visits
from tests.browser.words import words

# Notes what stands on the board whenever its bead plate changes, all of it at one moment, and
# what the clock and the message have said: a test that looks late has missed nothing.
NOTE: Final = """(() => {
  const zones = ["bead", "big", "big_eye_boy", "small_road", "cockroach_pig"];
  const text = (element) => element.textContent.trim();
  const count = (zone) => document.querySelectorAll(`#zone-${zone} svg[role=img] > g`).length;
  const look = () => ({
    marks: Object.fromEntries(zones.map((zone) => [zone, count(zone)])),
    counts: Object.fromEntries([...document.querySelectorAll("#zone-counters [data-key]")].map(
      (row) => [row.dataset.key, text(row.querySelector("dd"))])),
    small: text(document.querySelector("#zone-counters p:last-child")),
    last: text(document.querySelector("#zone-last")),
  });
  window.noted = { plates: {}, words: new Set() };
  new MutationObserver(() => {
    const plate = document.querySelector("#zone-bead svg[role=img]")?.ariaLabel;
    if (plate && document.querySelector("#zone-message p")) window.noted.plates[plate] ??= look();
    for (const said of document.querySelectorAll("#zone-clock p, #zone-message p")) {
      window.noted.words.add(text(said));
    }
  }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
})()"""
ROOM: Final = 18  # columns that every road of a wide screen has
PLATE: Final = (
    14  # columns of its bead plate; a full one moves on, for the next mark to have a place
)


@dataclass
class Board:
    """A board's page, and what came over its line."""

    page: Page
    states: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, visits: Visits, house: House, table: str, size: dict[str, Any]) -> "Board":
        """Open the board of a table."""
        board = cls(visits.context(house, size).new_page())
        board.page.on("websocket", board._listen)
        board.page.add_init_script(NOTE)
        board.page.goto(f"/table/{table}/board")
        return board

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "state":
            self.states.append(message)

    @property
    def hands(self) -> int:
        """How many hands its bead plate shows now."""
        plate = self.page.locator("#zone-bead").get_by_role("img")
        found = re.search(r"\d+", plate.get_attribute("aria-label") or "")
        assert found
        return int(found[0])

    def says(self, key: str) -> None:
        """Wait until the clock or the message has said some words, now or before."""
        noted = "(words) => window.noted.words.has(words)"
        self.page.wait_for_function(noted, arg=words(key))

    def shows(self, hands: int) -> str:
        """Wait for a number of hands; everything on the board then agrees with the house.

        What is given back is what stood of the shoe before.
        """
        key = f"board.road.spoken.{'one' if hands == 1 else 'other'}"
        plate = words(key, road=words("road.bead_plate"), count=hands)
        noted = "(plate) => window.noted.plates[plate]"
        read = self.page.wait_for_function(noted, arg=plate).json_value()
        boards = [state["view"]["board"] for state in reversed(self.states)]
        board = next(each for each in boards if each["outcomes"] == hands)
        tally = board["tally"]
        winners = {name: tally[name]["count"] for name in ("player", "banker", "tie")}
        calls = {call["id"]: call["count"] for call in tally["calls"]}
        assert sum(winners.values()) == hands
        assert {name: int(text) for name, text in read["counts"].items()} == winners | calls
        assert f"{words('board.naturals')} {tally['naturals']}" in read["small"]
        for zone, marks in read["marks"].items():
            cells = board[{"bead": "bead_plate", "big": "big_road"}.get(zone, zone)]
            room = PLATE if zone == "bead" else ROOM
            if max((cell[0] for cell in cells), default=0) < room - 1:
                assert (zone, marks) == (zone, len(cells))
            else:
                assert 0 < marks <= len(cells)
        return str(read["last"])
