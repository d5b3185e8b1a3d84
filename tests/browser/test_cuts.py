"""Flows with the line cut at each step: nothing lost, nothing doubled, nobody sits as a ghost."""

import pytest

from tests.browser.conftest import OpenHouse
from tests.browser.cuts import ACCOUNT, AFTER, CAGE, CONSOLE, CUTS, FLOOR, SEAT, laid
from tests.browser.flow_accounts import (
    SHARED_STEPS,
    WAY_IN,
    own_steps,
    two_admins,
    with_a_password,
)
from tests.browser.flow_bank import bank_steps, racks_and_books
from tests.browser.flow_console import CONSOLE_STEPS, console_and_books
from tests.browser.flow_floor import cage_and_books, floor_steps
from tests.browser.flows import CARD_ROOM, PATRONS, peopled, shoe_ready
from tests.browser.serving import House
from tests.browser.test_accounts import invited
from tests.browser.visits import Visits

# Leaves what stood before a form out: the form stays the same one, with what was typed.
LEAVE = """async () => {
  const { Markup, render } = await import(`${document.documentElement.dataset.static}/js/html.js`);
  const place = document.createElement("main");
  const form = "<h1>Cage</h1><form><input name=amount></form><div></div>";
  render(place, new Markup(form));
  const field = place.querySelector("input");
  field.value = "25";
  const kept = [];
  for (const notice of ["<p>Lost.</p>", "", "<p>Lost.</p><p>Again.</p>", ""]) {
    render(place, new Markup(notice + form));
    const isThere = place.innerHTML.startsWith(notice + "<h1>");
    kept.push(isThere && place.querySelector("input") === field);
  }
  return [...kept, field.value];
}"""

# Draws what stands around a part that is the page's own.
OWN = """async () => {
  const { Markup, render } = await import(`${document.documentElement.dataset.static}/js/html.js`);
  const place = document.createElement("main");
  const draw = (words) => render(place, new Markup(`<i data-own="data-late"></i>${words}`));
  draw("one");
  const own = place.querySelector("i");
  own.toggleAttribute("data-late", true);
  own.textContent = "bent ";
  draw("two");
  return [place.contains(own) && own.hasAttribute("data-late"), place.textContent];
}"""


def test_what_was_typed_outlasts_a_notice(calm: House, visits: Visits) -> None:
    """A notice that comes and goes above a form leaves the form as it is."""
    page = visits.page(calm, "/")
    assert page.evaluate(LEAVE) == [True, True, True, True, "25"]
    assert page.evaluate(OWN) == [True, "bent two"]


def test_two_steps_of_the_console(open_house: OpenHouse, visits: Visits) -> None:
    """An answer that is lost is given again: a shoe is brought once, and cut once."""
    house = peopled(open_house(*CARD_ROOM, "--cards", "typed", wait=False))
    with laid(house, visits) as scene:
        page = scene.enter("dee", "/table/1/dealer", CONSOLE, token="dee")
        page.locator(".ten-key").first.wait_for()
        scene.walk(CONSOLE_STEPS[:2], AFTER)


@pytest.mark.nightly
@pytest.mark.parametrize("cut", CUTS)
def test_the_console(open_house: OpenHouse, visits: Visits, cut: str) -> None:
    """A hand of real cards at the console, with rulings of the floor."""
    options = (*CARD_ROOM, "--back-line", "2", "--cards", "typed")
    house = peopled(open_house(*options, wait=False))
    with laid(house, visits) as scene:
        scene.told = console_and_books
        page = scene.enter("dee", "/table/1/dealer", CONSOLE, token="dee")
        page.locator(".ten-key").first.wait_for()
        scene.enter("sue", "/floor", FLOOR, token="sue").get_by_role("article").wait_for()
        scene.enter("cat", "/cage", CAGE, token="cat")
        scene.walk(CONSOLE_STEPS, cut)


@pytest.mark.nightly
@pytest.mark.parametrize("cut", CUTS)
def test_the_floor_and_the_cage(open_house: OpenHouse, visits: Visits, cut: str) -> None:
    """A table is opened, ruled over and closed; chips are sold, paid out and counted."""
    house = peopled(open_house("--no-table", wait=False))
    with laid(house, visits) as scene:
        scene.told = cage_and_books
        for who in ("sue", "sam"):
            scene.enter(who, "/floor", FLOOR, token=who)
        scene.enter("cat", "/cage", CAGE, token="cat")
        scene.walk(floor_steps(house), cut)


@pytest.mark.nightly
@pytest.mark.parametrize("cut", CUTS)
def test_the_bank(open_house: OpenHouse, visits: Visits, cut: str) -> None:
    """Patrons sit down, cover one another, bet, stand behind, and leave."""
    options = (*CARD_ROOM, "--back-line", "2", "--paced", "dealer", "--pace", "20")
    house = peopled(open_house(*options, wait=False))
    with laid(house, visits) as scene:
        scene.told = racks_and_books
        shoe_ready(house)
        for who in PATRONS:
            scene.enter(who, "/table/1", SEAT, token=who).locator("#page:not([hidden])").wait_for()
        scene.walk(bank_steps(house), cut)


@pytest.mark.nightly
@pytest.mark.parametrize("cut", CUTS)
def test_an_account(open_house: OpenHouse, visits: Visits, cut: str) -> None:
    """Somebody who was invited sets his password and his authenticator."""
    house = open_house("--no-table")
    with laid(house, visits) as scene:
        page = scene.enter("ada", invited(house, "ada", "admin"), ACCOUNT)
        page.locator("main [name=fresh]").wait_for()
        scene.walk(own_steps("ada", cut), cut)


@pytest.mark.nightly
@pytest.mark.parametrize("cut", CUTS)
def test_the_way_in(open_house: OpenHouse, visits: Visits, cut: str) -> None:
    """Somebody with a password and a second factor signs in."""
    house = with_a_password(open_house("--no-table", wait=False))
    with laid(house, visits) as scene:
        page = scene.enter("ada", "/sign-in?next=%2Faccounts", ACCOUNT)
        page.locator("main [name=password]").wait_for()
        scene.walk(WAY_IN, cut)


@pytest.mark.nightly
@pytest.mark.parametrize("cut", CUTS)
def test_two_admins(open_house: OpenHouse, visits: Visits, cut: str) -> None:
    """What one admin proposes another agrees to; who is shut out is shut out once."""
    house = two_admins(open_house("--no-table", wait=False))
    with laid(house, visits) as scene:
        for who in ("ada", "bob"):
            scene.enter(who, "/accounts", ACCOUNT, token=who).locator(
                "#accounts li"
            ).first.wait_for()
        scene.walk(SHARED_STEPS, cut)
