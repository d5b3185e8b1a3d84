"""Every page in every state: readable, reachable, within the screen, in words."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser.access import Inspection, enlarge
from tests.browser.line import Line, dealing, settled
from tests.browser.seat import DEALT, Seat
from tests.browser.serving import House
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words

# A screen, and whether its text is twice the usual size.
SCREENS: Final = [
    pytest.param(DESK, False, id="desk"),
    pytest.param(PHONE, False, id="phone"),
    pytest.param(PHONE, True, id="phone-large"),
]
LARGE: Final = 32
Screen = dict[str, Any]

SPOIL: Final = """() => {
  const add = (name, text, style = {}) => {
    const element = document.createElement(name);
    element.textContent = text;
    Object.assign(element.style, style);
    document.querySelector("main").append(element);
    return element;
  };
  add("p", "seat.no.such").title = "Hand {hand}";
  add("p", "Beyond", { position: "absolute", left: "350px", width: "90px" });
  add("p", "Faint", { color: "#222" });
  for (const top of ["0px", "20px"]) add("button", top, { position: "absolute", top, left: 0 });
  add("button", "Trap").addEventListener("keydown", (event) => event.preventDefault());
  add("button", "Lost");
}"""
SPOILED: Final = (
    "raw: seat.no.such",
    "raw: Hand {hand}",
    "beyond the edge: <p",
    "color-contrast: <p",
    "lies over <button",
    "no Tab to <",
)


def opened(visits: Visits, house: House, size: Screen, large: bool, **options: Any) -> Page:
    """Give an empty page of a screen, its text twice the size if asked."""
    page = visits.context(house, size, **options).new_page()
    if large:
        enlarge(page, LARGE)
    return page


@pytest.mark.parametrize("size, large", SCREENS)
def test_lobby(calm: House, visits: Visits, size: Screen, large: bool) -> None:
    """The lobby keeps the rules for a stranger and for a guest, and so do a link and an address."""
    inspection = Inspection(words_only=large)
    page = opened(visits, calm, size, large)
    page.goto("/")
    page.get_by_role("article").first.wait_for()
    inspection.scene("stranger", page, tab=True)
    page.request.post("/api/guest", data={"name": None}, headers={"origin": calm.address})
    page.goto("/")
    page.get_by_label(words("lobby.wallet")).wait_for()
    inspection.scene("guest", page, tab=True)
    visits.allow("status of 4")
    for path, title in (("/nothing", "not-found"), ("/enter/used", "link-used")):
        page.goto(path)
        page.get_by_role("heading", name=words(f"notice.{title}.title")).wait_for()
        inspection.scene(title, page, tab=True)
    assert inspection.faults == {}


@pytest.mark.parametrize("size, large", SCREENS)
def test_board(calm: House, visits: Visits, size: Screen, large: bool) -> None:
    """The board keeps the rules in every theme, with many hands and with none."""
    inspection = Inspection(words_only=large)
    page = opened(visits, calm, size, large)
    for table, theme in (("6", "paper"), ("3", "night"), ("1", "safe"), ("5", "paper")):
        page.goto(f"/table/{table}/board?theme={theme}")
        page.locator("#zone-big svg[role=img]").wait_for()
        inspection.scene(f"{table} {theme}", page, tab=True)
    assert inspection.faults == {}


def sheets_of_the_menu(page: Page) -> list[str]:
    """Read which sheets the menu leads to on this screen."""
    page.get_by_role("button", name=words("seat.menu")).click()
    buttons = page.get_by_role("dialog").locator("[data-sheet]").all()
    names = [button.get_attribute("data-sheet") or "" for button in buttons]
    names = [name for name in names if name != "help"]
    page.keyboard.press("Escape")
    return names


@pytest.mark.parametrize("size, large", SCREENS)
def test_seat(calm: House, visits: Visits, size: Screen, large: bool) -> None:
    """The seat keeps the rules while a guest sits down, bets, reads, and loses the line."""
    inspection = Inspection(words_only=large)
    page = opened(visits, calm, size, large)
    line = Line(page)
    page.goto("/table/5")
    seat = Seat(page)
    sheet = page.get_by_role("dialog")
    seat.look("look.phase === 'betting'")
    inspection.scene("visitor", page, tab=True)

    seat.choose()
    page.locator("[data-form=take-seat]").wait_for()
    inspection.scene("sit", page, tab=True)
    sheet.get_by_label(words("seat.guest.name")).fill("Dara")
    seat.sit(200)

    inspection.scene("seated", page, tab=True)
    seat.place(25, on="banker")
    seat.place(5, on="tie")
    seat.place(100, on="banker")
    seat.accepted({"banker": 25, "tie": 5})
    inspection.scene("betting", page, tab=True)
    menu = sheets_of_the_menu(page)
    seat.keys("?")
    for name in ("help", "menu", *menu):
        if name != "help":
            page.get_by_role("button", name=words("seat.menu")).click()
        if name not in {"help", "menu"}:
            sheet.locator(f"[data-sheet='{name}']").click()
        sheet.and_(page.get_by_role("dialog", name=words(f"seat.sheet.{name}"))).wait_for()
        sheet.get_by_text(words("seat.asked")).wait_for(state="hidden")  # what the house is asked
        inspection.scene(f"sheet {name}", page, tab=True)
        seat.keys("Escape")
    visits.allow("WebSocket")
    line.cut()
    page.locator("#page[data-status=lost]").wait_for()
    inspection.scene("lost", page)
    assert inspection.faults == {}


def test_a_hand_on_two_screens(quick: House, visits: Visits) -> None:
    """The seat keeps the rules while cards are dealt and when a hand is settled."""
    inspection = Inspection()
    desk = visits.context(quick, DESK).new_page()
    lines = {"desk": Line(desk)}
    desk.goto("/")
    seat = Seat.at(desk, "3")
    seat.sit(1000)
    cookies = desk.context.storage_state()
    phone = visits.context(quick, PHONE, storage_state=cookies).new_page()
    lines["phone"] = Line(phone)
    phone.goto("/table/3")
    screens = {"desk": seat, "phone": Seat(phone)}
    for each in screens.values():
        each.window(2)
    for line in lines.values():
        line.stop_at(dealing(3))
    seat.place(25, on="banker")
    seat.place(5, on="tie")
    for name, each in screens.items():
        each.look(f"look.phase === 'dealing' && {DEALT} >= 3")
        inspection.scene(f"{name} dealing", each.page, tab=True)
    for name, each in screens.items():
        lines[name].stop_at(settled)
        each.look("look.lines")
        inspection.scene(f"{name} settled", each.page, tab=True)
        each.act("seat.act.detail" if name == "desk" else "seat.act.board")
        each.page.get_by_role("dialog").wait_for()
        inspection.scene(f"{name} settled, sheet", each.page)
    assert inspection.faults == {}


def test_a_table_that_went_away(calm: House, visits: Visits) -> None:
    """A seat page whose table is gone says what is so, and keeps the rules."""
    inspection = Inspection()
    page = visits.context(calm, PHONE).new_page()
    page.route_web_socket(re.compile("/ws/"), lambda link: link.close())
    gone: dict[str, object] = {"signed_in": None, "guests": True, "tables": []}
    page.route("**/api/lobby", lambda route: route.fulfill(json=gone))
    page.goto("/table/5")
    page.get_by_role("heading", name=words("seat.gone.title")).wait_for()
    inspection.scene("gone", page, tab=True)
    assert inspection.faults == {}


def test_the_inspection_sees_what_is_wrong(calm: House, visits: Visits) -> None:
    """A raw key, an open hole, text beyond the edge, faint text, crowded and trapped controls."""
    inspection = Inspection()
    visits.allow("status of 404")
    page = visits.page(calm, "/nothing", PHONE)
    page.get_by_role("heading").wait_for()
    page.evaluate(SPOIL)
    inspection.scene("spoiled", page, tab=True)
    found = "\n".join(inspection.faults["spoiled"])
    for fault in SPOILED:
        assert fault in found
