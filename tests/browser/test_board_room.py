"""Room on the board: on every screen, near and far, in long words, nothing is cut or meets."""

import json
from typing import Any, Final

import pytest

from tests.browser.boards import Told
from tests.browser.languages import add_language
from tests.browser.serving import House
from tests.browser.states import Scene
from tests.browser.visits import Visits

BUSY: Final = Scene(80, "last-bets", earlier=9, corrected=(3, 23, 44, 61), board={"checked": 80})
SCENES: Final = (
    BUSY,
    Scene(60, "dealing", corrected=(60,), changes={"last_rounds": 2}),
    Scene(30, "waiting", earlier=0),
    Scene(0, "shuffling", changes={"message": "Momma " * 10}),
    Scene(30, corrected=(3, 23, 30), changes={"message": "頒獎于十點开始" * 4}),
    Scene(1, "waiting", changes={"is_suspended": True}),
)

# Zones that meet, zones beyond the screen, words beyond their zone, words over other words.
CROWDED: Final = """() => {
  const shown = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
  const zones = [...document.querySelectorAll(".zone")].filter(shown);
  const box = (element) => element.getBoundingClientRect();
  const meet = (a, b, by) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > by
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
  // Without the room that a line keeps above and below its letters.
  const inked = ({ left, right, top, bottom, height }) =>
    ({ left, right, top: top + .22 * height, bottom: bottom - .24 * height });
  const faults = [];
  const flows = getComputedStyle(document.getElementById("zone-bead")).position === "static";
  for (const [index, zone] of zones.entries()) {
    const { left, top, right, bottom } = box(zone);
    if (left < -1 || right > innerWidth + 1) faults.push(`${zone.id} leaves the screen`);
    const isHigh = top < -1 || bottom > innerHeight + 1;
    if (!flows && isHigh) faults.push(`${zone.id} leaves the screen`);
    for (const other of zones.slice(index + 1)) {
      const tabs = [zone, other].some((each) => each.matches(".zone-tabs"));
      if (!tabs && meet(box(zone), box(other), 1)) faults.push(`${zone.id} meets ${other.id}`);
    }
    const walker = document.createTreeWalker(zone, NodeFilter.SHOW_TEXT);
    const words = [];
    while (walker.nextNode()) {
      const { parentElement: parent, data } = walker.currentNode;
      const isOut = parent.closest(
        "svg, .visually-hidden, .road-scroll, .last-title, .counter-name, .limits, .longest");
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      if (!data.trim() || isOut || !shown(parent)) continue;
      for (const line of range.getClientRects()) words.push([data.trim(), inked(line)]);
    }
    for (const [at, [text, word]] of words.entries()) {
      if (word.left < left - 1 || word.right > right + 1) faults.push(`beside ${zone.id}: ${text}`);
      if (word.top < top || word.bottom > bottom) faults.push(`above or below ${zone.id}: ${text}`);
      for (const [other, next] of words.slice(at + 1)) {
        if (meet(word, next, 2)) faults.push(`${text} lies over ${other}`);
      }
    }
  }
  return faults;
}"""


@pytest.fixture(scope="module")
def views() -> list[dict[str, Any]]:
    """Give the views of the scenes, made once."""
    return [scene.view() for scene in SCENES]


@pytest.mark.parametrize("size", ["wide", "4-3", "tall", "phone"])
def test_there_is_room(calm: House, visits: Visits, size: str, views: list[dict[str, Any]]) -> None:
    """Zones keep apart and on the screen, and every word stays in its zone, whatever goes on."""
    told = Told.at(visits, calm, size)
    add_language(told.page)
    faults: dict[str, list[str]] = {}
    for query in ("lang=xx", "preset=far&theme=night", "lang=en,xx&theme=safe"):
        told.go(query)
        for view in views:
            told.tell(view)
            found = told.page.evaluate(CROWDED)
            if found:
                faults[f"{query} {view['board']['outcomes']} {view['phase']}"] = found
    assert faults == {}, json.dumps(faults, indent=1)
