"""One person with two pages of a console, or of the cage: what both do is done once each."""

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from puntobanco.ledger import wallet
from puntobanco.web.sessions import COOKIE
from tests.browser.conftest import OpenHouse
from tests.browser.cuts import Scene, laid
from tests.browser.flow_console import comes
from tests.browser.flows import CARD_ROOM, CHIPS, filled, peopled, send
from tests.browser.line import Line
from tests.browser.serving import House
from tests.browser.visits import DESK, Visits
from tests.browser.words import words


def tabs(visits: Visits, house: House, who: str) -> tuple[Page, Page]:
    """Two pages of one browser, in which somebody is signed in."""
    context = visits.context(house, DESK)
    context.add_cookies([{"name": COOKIE, "value": who, "url": house.address}])
    return context.new_page(), context.new_page()


@pytest.mark.nightly
def test_two_consoles(open_house: OpenHouse, visits: Visits) -> None:
    """Both pages bring the shoe: there is one, and the later page says why, and follows."""
    house = peopled(open_house(*CARD_ROOM, "--cards", "typed", wait=False))
    with laid(house, visits) as scene:
        first, second = tabs(visits, house, "dee")
        line = Line(second)
        line.stop_at(lambda _: True)  # the second page is a state behind
        for page in (first, second):
            page.goto("/table/1/dealer")
            comes("start-shoe")(page)
            filled("start-shoe", lot="L7", receipt="R1")(page)
        before = scene.events()
        send("start-shoe")(first).click()
        comes("cut-shoe")(first)
        send("start-shoe")(second).click()
        expect(second.locator(".refused")).to_be_visible()
        line.stop_at(lambda _: False)
        comes("cut-shoe")(second)
        assert scene.events() - before == Counter({"ShoeStarted": 1})


@pytest.mark.nightly
def test_two_cages(open_house: OpenHouse, visits: Visits) -> None:
    """What two pages of the cage sell is sold once each, and both show it by themselves."""
    house = peopled(open_house("--no-table", wait=False))
    with laid(house, visits) as scene:
        both = tabs(visits, house, "cat")
        for page in both:
            page.goto("/cage")
            page.locator("[data-patron='ann']").click()
            filled("exchange", amount="100")(page)
        for page in both:
            page.get_by_role("button", name=words("cage.in")).click()
        for page in both:
            expect(page.locator(".balance")).to_have_text("$5,200")
        assert _sold(scene) == 2
        assert scene.balance(wallet("ann")) == CHIPS + 2 * 10_000


def _sold(scene: Scene) -> int:
    """How often chips were sold beyond those that everybody came with."""
    return scene.events()["ChipsIssued"] - 3
