"""The seat as a patron reads it: one look takes in everything the page says at one moment."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.words import pattern, words

# Runs in the page, so that everything in a look was said at the same time.
LOOK: Final = """(names) => {
  const text = (element) => element?.textContent.replace(/\\s+/g, " ").trim() ?? null;
  const spoken = (element) => {
    const copy = element.cloneNode(true);
    for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return element.ariaLabel ?? text(copy);
  };
  const page = document.getElementById("page");
  const all = (path) => [...document.querySelectorAll(path)];
  const terms = all("#head dt");
  const rack = terms.find((term) => names.rack.includes(text(term)))?.nextElementSibling;
  const lists = all("#page ol[aria-label]");
  const settlement = lists.find((list) => list.ariaLabel.startsWith(names.settlement));
  const cards = (side) => all(`#hands [data-card^="${side}-"] [role=img]`).map(spoken);
  const spots = all("#spots [data-bet]");
  return {
    phase: page.dataset.phase, status: page.dataset.status,
    head: text(document.getElementById("head")),
    rack: text(rack),
    clock: Number(text(document.querySelector("#hands [role=timer]")) || 0),
    spots: Object.fromEntries(spots.map((spot) => [spot.dataset.bet, spoken(spot)])),
    cards: Object.fromEntries(["player", "banker"].map((side) => [side, cards(side)])),
    lines: settlement ? [...settlement.children].map((line) => line.innerText.split("\\n")) : null,
  };
}"""
WAIT: Final = "(asked) => {{ const look = ({look})(asked.names); return ({ready}) ? look : null; }}"
AMOUNT: Final = words("seat.buy-in.other", symbol="$")
NUMBER: Final = r"\$?([\d,]+)"
DEALT: Final = "look.cards.player.length + look.cards.banker.length"


@dataclass(frozen=True)
class Line:
    """A line of the settlement: what lay on a bet, and the word and figure of what became of it."""

    bet: str  # as it is called on the felt
    amount: int
    word: str  # paid | collected | returned
    figure: int

    @property
    def back(self) -> int:
        """What comes to the rack."""
        return {"paid": self.amount, "collected": 0, "returned": 0}[self.word] + (
            0 if self.word == "collected" else self.figure
        )


@dataclass(frozen=True)
class Look:
    """What the page says at one moment; amounts in whole dollars."""

    phase: str
    status: str
    hand: int
    rack: int
    clock: int
    wagers: Mapping[str, int]
    cards: Mapping[str, list[str]]
    lines: tuple[Line, ...]

    @property
    def staked(self) -> int:
        """The sum on the patron's spots."""
        return sum(self.wagers.values())


@dataclass
class Seat:
    """A patron's page."""

    page: Page
    by_touch: bool = False

    def look(self, ready: str = "true", **asked: object) -> Look:
        """Look once a condition holds: an expression over `look` and `asked`."""
        names = {
            "rack": [words("seat.head.rack"), words("seat.head.rack.short")],
            "settlement": words("seat.settlement", hand=""),
        }
        script = WAIT.format(look=LOOK, ready=ready)
        found = self.page.wait_for_function(script, arg={"names": names, **asked})
        return _read(found.json_value())

    def window(self, least: int) -> Look:
        """Wait for a betting window with time left, and nothing of the patron's on the felt."""
        seen = self.look("look.phase === 'betting' && look.clock >= asked.least", least=least)
        assert seen.wagers == {}
        return seen

    @classmethod
    def at(cls, page: Page, table: str) -> "Seat":
        """Come from the lobby to a table, where the sheet to sit down is open."""
        has_touch = page.evaluate("() => navigator.maxTouchPoints > 0")
        page.get_by_role(
            "link", name=words("lobby.sit.at", table=f"Table {table}"), exact=True
        ).click()
        page.get_by_role("dialog").wait_for()
        return cls(page, by_touch=has_touch)

    def choose(self) -> None:
        """Press a free place."""
        self.page.locator("[data-sit]").filter(visible=True).first.click()

    def sit(self, dollars: int) -> None:
        """Sit down with chips: the number is typed into the sheet and sent with Enter."""
        sheet = self.page.get_by_role("dialog")
        sheet.get_by_label(AMOUNT).fill(str(dollars))
        sheet.get_by_label(AMOUNT).press("Enter")
        expect(sheet).to_be_hidden()

    def chip(self, dollars: int) -> None:
        """Choose a chip of the tray."""
        self._press(self.page.locator(f"[data-chip='{dollars * 100}']"))

    def spot(self, bet: str) -> None:
        """Press one of the patron's spots, whatever it says of itself."""
        self._press(self.page.locator(f"#spots [data-bet='{bet}']"))

    def _press(self, control: Locator) -> None:
        if self.by_touch:
            control.tap(force=True)
        else:
            control.click(force=True)

    def place(self, *dollars: int, on: str) -> None:
        """Choose chips, one after the other, and press a spot with each."""
        for value in dollars:
            self.chip(value)
            self.spot(on)

    def act(self, key: str) -> None:
        """Press a button of the tray by its name."""
        self.page.locator("#tray").get_by_role("button", name=words(key)).click()

    def keys(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def drag(self, dollars: int, bet: str) -> None:
        """Drag a chip from the tray to a spot."""
        spot = self.page.locator(f"#spots [data-bet='{bet}']")
        self.page.locator(f"[data-chip='{dollars * 100}']").drag_to(spot)

    def accepted(self, wagers: Mapping[str, int]) -> Look:
        """Wait until exactly these wagers lie on the spots and the house has accepted them."""
        expect(self.page.get_by_text(words("seat.tray.accepted"), exact=True)).to_be_visible()
        seen = self.look()
        assert seen.wagers == dict(wagers)
        return seen


def _read(found: dict[str, Any]) -> Look:
    hand = re.search(words("hand", hand=r"(\d+)"), found["head"])
    return Look(
        phase=found["phase"],
        status=found["status"],
        hand=int(hand[1]) if hand else 0,
        rack=_number(found["rack"] or "0"),
        clock=found["clock"],
        wagers={bet: sum_ for bet, name in found["spots"].items() if (sum_ := _placed(name))},
        cards=found["cards"],
        lines=tuple(_line(line) for line in found["lines"] or () if _is_own(line)),
    )


def _number(text: str) -> int:
    found = re.search(NUMBER, text)
    assert found, text
    return int(found[1].replace(",", ""))


def _placed(name: str) -> int:
    """Read the amount in the name of a spot."""
    for key in ("seat.spot.name", "seat.spot.name.sent"):
        if found := re.match(pattern(key).pattern.rstrip("$"), name):
            placed = found["placed"].rpartition(", ")[2]
            return _number(placed) if re.match(NUMBER, placed) else 0
    return 0


def _is_own(line: list[str]) -> bool:
    return line[1].endswith(words("seat.you"))


def _line(line: list[str]) -> Line:
    bet, _, amount = line[2].rpartition(" ")
    for word in ("paid", "collected", "returned"):
        said = words(f"seat.line.{word}", amount="").strip()
        if found := re.match(rf"{re.escape(said)} {NUMBER}", line[3]):
            return Line(bet, _number(amount), word, _number(found[1]))
    raise AssertionError(line)
