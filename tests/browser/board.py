"""The board as it is read from the floor, beside the states that the house sent to it."""

import json
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page, WebSocket

from tests.browser.serving import House
from tests.browser.visits import Visits
from tests.browser.words import words

# Runs in the page once it shows a number of hands, so that everything was there at one moment.
READ: Final = """(plate) => {
  const count = (zone) => document.querySelectorAll(`#zone-${zone} svg[role=img] > g`).length;
  const zones = ["bead", "big", "big_eye_boy", "small_road", "cockroach_pig"];
  const text = (element) => element.textContent.trim();
  const rows = [...document.querySelectorAll("#zone-counters [data-key]")];
  if (!document.querySelector(`#zone-bead svg[role=img][aria-label="${plate}"]`)) return null;
  return {
    marks: Object.fromEntries(zones.map((zone) => [zone, count(zone)])),
    counts: Object.fromEntries(rows.map((row) => [row.dataset.key, text(row.querySelector("dd"))])),
    small: text(document.querySelector("#zone-counters p:last-child")),
  };
}"""
ROOM: Final = 18  # columns that every road of a wide screen has


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
        board.page.goto(f"/table/{table}/board")
        return board

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.states.append(json.loads(frame)))

    def shows(self, hands: int) -> None:
        """Wait for a number of hands; everything on the board then agrees with the house."""
        key = f"board.road.spoken.{'one' if hands == 1 else 'other'}"
        plate = words(key, road=words("road.bead_plate"), count=hands)
        read = self.page.wait_for_function(READ, arg=plate).json_value()
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
            if max((cell[0] for cell in cells), default=0) < ROOM - 1:
                assert (zone, marks) == (zone, len(cells))
            else:
                assert 0 < marks <= len(cells)
