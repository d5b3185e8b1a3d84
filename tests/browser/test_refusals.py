"""What a patron is told when something cannot be done, and how wagers are taken back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.line import Line, dealing
from tests.browser.seat import AMOUNT, Seat
from tests.browser.serving import House
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words

WINDOW_S = 5  # enough of a window that lasts ten minutes


def seated(page: Page, table: str, dollars: int) -> Seat:
    """Come in at the lobby as a guest, sit down, and wait until bets are taken."""
    seat = Seat.at(page, table)
    seat.sit(dollars)
    seat.window(WINDOW_S)
    return seat


def told(page: Page, key: str, **holes: object) -> None:
    """Find the sentence of a refusal where the finger was."""
    expect(page.locator("#spots").get_by_text(words(key, **holes))).to_be_visible()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_more_than_a_spot_takes(calm: House, visits: Visits, size: dict[str, object]) -> None:
    """A chip too many is refused with what the spot takes, what lies there and what still fits."""
    seat = seated(visits.page(calm, "/", size), "5", 300)
    seat.place(25, 25, 25, on="banker")
    seat.accepted({"banker": 75})
    seat.place(100, on="banker")
    limits = {"bet": "Banker", "min": 1, "max": 100}
    told(seat.page, "refusal.above-maximum", **limits, placed=75, room=25)
    seat.place(25, on="banker")
    assert seat.accepted({"banker": 100}).rack == 200
    seat.place(1, on="banker")
    told(seat.page, "refusal.above-maximum.full", **limits, placed=100)
    seat.accepted({"banker": 100})


def test_more_than_the_rack_has(calm: House, visits: Visits) -> None:
    """A wager that the rack cannot pay says what the rack has; chips bought in then pay it."""
    page = visits.page(calm, "/")
    seat = seated(page, "1", 10)
    seat.place(25, on="player")
    told(page, "refusal.not-enough-chips", rack="$10", change="$25")
    page.get_by_role("button", name=words("seat.buy-in.more")).click()
    sheet = page.get_by_role("dialog", name=words("seat.sheet.buy-in"))
    sheet.get_by_role("textbox").fill("12,50")
    go = sheet.get_by_role("button", name=words("seat.buy-in.go", amount="…"))
    expect(go).to_be_disabled()
    expect(sheet.get_by_text(words("seat.buy-in.not-number", unit=1))).to_be_visible()
    sheet.get_by_role("textbox").press("Enter")
    sheet.get_by_role("textbox").fill("5,000")
    sheet.get_by_role("textbox").press("Enter")
    refusal = words("refusal.not-enough-in-wallet", wallet="$1,990", amount="5,000")
    expect(sheet.get_by_role("alert")).to_have_text(refusal)
    sheet.get_by_role("textbox").fill("40")
    sheet.get_by_role("button", name=words("seat.buy-in.go", amount="$40")).click()
    seat.look("look.rack === '$50'")
    seat.place(25, on="player")
    assert seat.accepted({"player": 25}).rack == 25


def test_a_place_that_somebody_else_takes_first(calm: House, visits: Visits) -> None:
    """Two patrons choose a place at the same time: the second is told, and keeps his chips."""
    slow = Seat.at(visits.page(calm, "/"), "3")
    fast = Seat.at(visits.page(calm, "/"), "3")
    fast.sit(100)
    sheet = slow.page.get_by_role("dialog")
    sheet.get_by_label(AMOUNT).press("Enter")
    expect(sheet.get_by_role("alert")).to_have_text(words("refusal.place-taken"))
    sheet.get_by_role("button", name=words("seat.close")).click()
    slow.choose()
    slow.sit(2000)
    assert slow.look("look.rack").rack == 2000


def test_undo_clear_and_double(calm: House, visits: Visits) -> None:
    """Chips come back one act at a time, or all at once; an act that cannot be done says why."""
    page = visits.page(calm, "/")
    seat = seated(page, "1", 500)
    tray = page.locator("#tray")
    for key in ("undo", "clear", "repeat", "double"):
        act = tray.get_by_role("button", name=words(f"seat.act.{key}"))
        expect(act).to_have_attribute("aria-disabled", "true")
        expect(act).to_have_attribute("aria-description", re.compile(r"\w"))
    seat.place(25, 100, on="player")
    seat.place(5, on="tie")
    seat.accepted({"player": 125, "tie": 5})
    tray.get_by_role("button", name=words("seat.act.double.to", amount="$260")).click()
    assert seat.accepted({"player": 250, "tie": 10}).rack == 240
    needs = words("seat.why.rack", needs="$520", rack="$240")
    double = tray.get_by_role("button", name=re.compile(words("seat.act.double")))
    expect(double).to_have_attribute("aria-description", needs)
    seat.act("seat.act.undo")
    seat.accepted({"player": 125, "tie": 5})
    seat.act("seat.act.undo")
    seat.accepted({"player": 125})
    page.locator("#spots [data-bet='player']").click(button="right")
    seat.accepted({"player": 120})
    seat.act("seat.act.clear")
    assert seat.look("look.rack === '$500'").wagers == {}
    seat.act("seat.act.undo")
    seat.accepted({"player": 120})


def test_leaving_with_wagers_on_the_felt(calm: House, visits: Visits) -> None:
    """A patron with wagers cannot leave, and reads why; without them his rack goes with him."""
    page = visits.page(calm, "/")
    seat = seated(page, "3", 200)
    seat.place(25, on="banker")
    seat.accepted({"banker": 25})
    page.get_by_role("button", name=words("seat.menu")).click()
    menu = page.get_by_role("dialog", name=words("seat.sheet.menu"))
    leave = menu.get_by_role("button", name=re.compile(words("seat.leave.front", place=""))).first
    expect(leave).to_have_attribute("aria-disabled", "true")
    expect(menu.get_by_text(words("seat.leave.wagers"))).to_be_visible()
    seat.keys("x")
    expect(leave).to_be_enabled()
    leave.click()
    menu.get_by_role("button", name=words("seat.leave.again", amount="$200")).click()
    expect(menu).to_be_hidden()
    expect(page.locator("#tray").get_by_text(words("seat.tray.watching"))).to_be_visible()
    expect(page.locator("#head").get_by_text("$2,000")).to_be_visible()


def test_a_wager_that_arrives_late(quick: House, visits: Visits) -> None:
    """A wager on its way when bets close is refused with a sentence, and its chips stay."""
    page = visits.page(quick, "/", PHONE)
    line = Line(page)
    seat = Seat.at(page, "5")
    seat.sit(100)
    seat.window(2)
    line.hold()
    line.stop_at(dealing(0))
    seat.place(5, on="player")
    assert seat.look().wagers == {"player": 5}
    told(page, "refusal.betting-closed", change="$5")
    assert seat.look().wagers == {}
    assert seat.look().rack == 100
    # Pressing a spot of a closed felt is answered with the same sentence, without asking.
    seat.chip(25)
    seat.spot("tie")
    told(page, "refusal.betting-closed", change="$25")
