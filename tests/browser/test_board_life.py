"""A board over weeks: what it shows when things go wrong, and that it never grows."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.access import CONTROLS
from tests.browser.boards import Told
from tests.browser.endurance import FEW_PERCENT, growth, room
from tests.browser.languages import add_language
from tests.browser.serving import House
from tests.browser.states import Scene
from tests.browser.visits import Visits
from tests.browser.words import words

ZONES = """() => Object.fromEntries([...document.querySelectorAll(".zone")].map(
  (zone) => [zone.id, zone.innerHTML]))"""


@pytest.fixture
def told(calm: House, visits: Visits) -> Told:
    """Give a wide board that shows sixty hands."""
    board = Told.at(visits, calm, "wide")
    board.tell(Scene(60).view())
    return board


def message(page: Page) -> str:
    """Read what the message zone says."""
    return page.locator("#zone-message").inner_text()


def test_a_wall_has_nothing_to_press(calm: House, visits: Visits) -> None:
    """With `kiosk=1` no link, button or field is left, on a wide screen and on a phone."""
    for size in ("wide", "phone"):
        told = Told.at(visits, calm, size, "kiosk=1")
        told.tell(Scene(30).view())
        controls = told.page.locator(f":is({CONTROLS}):not(.road-scroll)")
        expect(controls).to_have_count(0)
        assert told.page.evaluate("() => getComputedStyle(document.body).cursor") == "none"


def test_a_board_that_stays_open_does_not_grow(chromium: Browser, tmp_path: Path) -> None:
    """Some hundred rounds later it, and its house, hold no more nodes, listeners or memory."""
    with room(chromium, tmp_path) as here:
        here.play(600)
        before = here.held()
        here.play(400)
        grown = growth(before, here.held())
        assert here.drawn >= here.rounds
    assert {name: share for name, share in grown.items() if share > FEW_PERCENT} == {}


def test_a_lost_line_comes_back(told: Told, visits: Visits) -> None:
    """The last stored hand stays, the strip says since when; afterwards all is as it was."""
    visits.allow("WebSocket")
    before = told.page.evaluate(ZONES)
    told.cut()
    told.picture("offline")
    key = "board.offline.since.other"
    assert words(key, time="|", count=60).split("|")[1] in message(told.page)
    during = told.page.evaluate(ZONES)
    changed = {zone for zone in before if before[zone] != during[zone]}
    assert changed == {"zone-clock", "zone-message"}
    told.mend()
    told.picture("place-bets")
    after = told.page.evaluate(ZONES)
    assert {zone for zone in before if before[zone] != after[zone]} <= {"zone-clock"}


def test_a_newer_house_gets_a_newer_page(told: Told, visits: Visits) -> None:
    """A page that finds other files when its line comes back loads itself anew, and once."""
    visits.allow("WebSocket")
    told.page.evaluate("() => { window.isOld = true; }")
    old = re.compile(r"/static/[0-9a-f]{16}")
    loads = 0

    def serve(route: Route) -> None:
        nonlocal loads
        loads += 1
        answer = route.fetch()
        route.fulfill(response=answer, body=old.sub("/static/0123456789abcdef", answer.text()))

    told.page.route("**/table/1/board*", serve)
    told.cut()
    told.picture("offline")
    told.mend()
    told.page.wait_for_function("() => !window.isOld && document.querySelector('#zone-bead svg')")
    told.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert loads == 2  # one to look, one to load


def test_a_call_has_its_banner(told: Told) -> None:
    """A call lies over the clock alone, in its words, and goes by itself."""
    coups = next(n for n in range(2, 80) if Scene(n).view()["board"]["last"]["calls"])
    told.tell(Scene(coups - 1).view())
    told.tell(Scene(coups).view())
    told.picture("banner")
    call = Scene(coups).view()["board"]["last"]["calls"][0]
    labels = {each["id"]: each["label"] for each in Scene(0).view()["table"]["calls"]}
    expect(told.page.locator("#zone-clock .banner-call")).to_have_text(labels[call])
    told.picture("place-bets")


def test_corrections_are_marked(told: Told) -> None:
    """A corrected bead has a pencil, and the message names its hand; the newest three of many."""
    told.tell(Scene(60, corrected=(23,)).view())
    assert told.page.locator("#zone-bead .pencil-plate").count() == 1
    assert words("board.corrected.one", hands=23) in message(told.page)
    told.tell(Scene(60, corrected=(2, 3, 5, 8)).view())
    assert told.page.locator("#zone-bead .pencil-plate").count() == 4
    assert words("board.corrected.other", hands="… 3, 5, 8") in message(told.page)


@pytest.mark.parametrize("hand", [12, 60, 61])
def test_a_result_that_is_checked_is_ringed(told: Told, hand: int) -> None:
    """The hand in question has a ring, also one that is still dealt, and the message says why."""
    told.tell(Scene(60, "dealing", board={"checked": hand}).view())
    ring = told.page.locator("#zone-bead .checked")
    expect(ring).to_have_count(1)
    place = ring.evaluate("(ring) => ring.parentElement.getAttribute('transform')")
    column, row = divmod(hand - 1, 6)
    assert place == f"translate({100 * column} {100 * row})"
    assert words("board.checked") in message(told.page)


def test_the_floor_has_a_line_of_its_own(told: Told) -> None:
    """What the floor writes is shown as it is written; the fixed line about the odds stays."""
    told.tell(Scene(60, changes={"message": "Closing at <b>2</b> & a half"}).view())
    said = message(told.page)
    assert "Closing at <b>2</b> & a half" in said
    assert words("board.odds_stay") in said


def test_results_without_totals(told: Told) -> None:
    """Where nobody recorded the cards the winner stands alone, on the clock and when it is said."""
    last: dict[str, Any] = {"winner": "banker", "player": None, "banker": None, "calls": []}
    told.tell(Scene(61, board={"last": last}).view())
    expect(told.page.locator(".last-result")).to_have_text(f"{words('board.last')} Banker")
    heard = f"{words('board.spoken.hand', hand=61)} {words('board.banker_wins')}."
    expect(told.page.locator("#spoken")).to_have_text(heard)


def test_a_table_that_closes_keeps_its_board(told: Told) -> None:
    """The clock says that the table is closed; what was last on the board stays."""
    told.send({"table": {"id": "1"}, "phase": "closed"})
    told.picture("closed")
    assert told.page.locator("#zone-bead svg[role=img] > g").count() == 60


def test_a_board_waits_for_its_table(calm: House, visits: Visits) -> None:
    """A board of a table that is not open says so, and shows it as soon as it opens."""
    visits.allow("WebSocket")
    visits.allow("404")
    told = Told(visits.context(calm, {"viewport": {"width": 1280, "height": 720}}).new_page())
    told.is_cut = True
    told.page.route_web_socket(re.compile("/ws/table/"), told.open)
    told.page.goto("/table/99/board?kiosk=1")
    text = told.page.get_by_text(words("board.no_table", id="99"))
    text.wait_for()
    expect(told.page.get_by_role("link")).to_have_count(0)
    told.mend()
    told.send(Scene(3).view())
    told.picture("place-bets")


@pytest.mark.parametrize("cards, seats", [("software", 1), ("results", 0)])
def test_nobody_sits_where_a_shoe_is_tracked(
    calm: House, visits: Visits, cards: str, seats: int
) -> None:
    """On a phone a tab leads to the seat, where the table has seats."""
    told = Told.at(visits, calm, "phone")
    view = Scene(3).view()
    told.tell(view | {"table": view["table"] | {"cards": cards}})
    tabs = told.page.get_by_role("navigation")
    expect(tabs.get_by_role("link", name=words("board.tab.shoe"))).to_be_visible()
    expect(tabs.get_by_role("link", name=words("board.tab.seat"))).to_have_count(seats)


def test_a_language_that_is_not_there(calm: House, visits: Visits) -> None:
    """What is asked for in a language without files stands in English, and nothing is missed."""
    told = Told.at(visits, calm, "wide", "lang=vi,zh-Hant")
    told.tell(Scene(60).view())
    assert told.page.evaluate("() => document.documentElement.lang") == "en"
    assert words("board.odds_stay") in message(told.page)
    expect(told.page.locator(".second")).to_have_count(0)


def test_the_floor_chooses_the_languages(calm: House, visits: Visits) -> None:
    """A board whose address asks for no language turns to those of its table, and back."""
    told = Told.at(visits, calm, "wide")
    add_language(told.page)
    view = Scene(60).view()
    for languages, lang, second in ((["en", "xx"], "en", True), (["xx"], "xx", False)):
        told.tell(view | {"table": view["table"] | {"languages": languages}})
        expect(told.page.locator("html")).to_have_attribute("lang", lang)
        expect(told.page.locator("html")).to_have_attribute("data-bilingual", str(second).lower())
    told.tell(view)
    expect(told.page.locator("html")).to_have_attribute("lang", "en")


def test_keys_that_nobody_sees(calm: House, visits: Visits) -> None:
    """A key turns light, distance or theme, says so, and a page loaded anew looks the same."""
    told = Told.at(visits, calm, "wide", "kiosk=1&hours=0,1,2")
    told.tell(Scene(60).view())
    page, strip = told.page, told.page.locator("#look")
    look = "() => ({ ...document.documentElement.dataset })"
    veil = "() => getComputedStyle(document.body, '::after').opacity"

    def looks(theme: str, dim: str, preset: str) -> None:
        seen = page.evaluate(look)
        assert (seen["theme"], seen["dim"], seen["preset"]) == (theme, dim, preset)

    looks("paper", "day", "near")
    for light, theme in (("evening", "paper"), ("night", "night"), ("auto", "night")):
        page.keyboard.press("l")
        expect(strip).to_contain_text(words(f"board.look.light.{light}"))
        looks(theme, "night" if light == "auto" else light, "near")
    page.keyboard.press("D")
    looks("night", "night", "far")
    page.keyboard.press("t")
    looks("paper", "night", "far")
    assert float(page.evaluate(veil)) > 0
    page.reload()
    told.tell(Scene(60).view())
    looks("paper", "night", "far")
    expect(strip).to_be_empty()
    page.keyboard.press("s")
    for key in ("light.auto", "preset.far", "theme.paper"):
        expect(strip).to_contain_text(words(f"board.look.{key}"))
    looks("paper", "night", "far")
