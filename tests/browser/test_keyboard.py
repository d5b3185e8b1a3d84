"""No mouse: a hand is played, a proposal approved and chips are sold with the keyboard alone.

The console, the lab and the tracker have tests of the same beside their others.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from puntobanco.house.roles import Role
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.browser.floor import enter, staffed
from tests.browser.seat import Seat
from tests.browser.visits import Visits
from tests.browser.words import words
from tests.house.planted import plant
from tests.table.playing import TABLE
from tests.web.servers import Running

TABS = 120


@pytest.fixture
def found() -> Iterator[Running]:
    """A staffed house with a table of typed cards, where ann sits."""
    with staffed() as opened:
        plant(opened.house, "ann")
        opened.context.people.met("ann", "Ann", "patron")
        yield opened


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until something has the focus."""
    target.wait_for()
    for _ in range(TABS):
        page.keyboard.press("Tab")
        if target.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError(f"no way to {target}")


def test_a_hand_at_a_seat(found: Running, visits: Visits) -> None:
    """A patron sits down, bets, sees what became of it, reads his hands and leaves."""
    house = found.house
    found.context.people.enrol("bea", "Bea", 50_000)
    page = enter(visits, found, "bea", Role.PATRON, f"/table/{TABLE}")
    keys = page.keyboard
    tab_to(page, page.locator("#tray [data-sit]"))
    keys.press("Enter")
    tab_to(page, page.get_by_role("dialog").locator("[name=amount]"))
    keys.press("Control+a")
    keys.type("100")
    keys.press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()
    house.done(cm.OpenBetting())
    seat = Seat(page)
    seat.look("look.phase === 'betting'")
    seat.keys("w", "2", "2", "Shift+2", "5")
    seat.accepted({"player": 5, "dragon-7": 5})
    house.done(cm.CloseBetting())
    for card in ("KH", "KS", "7H", "6H"):
        position = house.live.state.require_shoe.next_position
        house.done(cm.DealCard(position=position, card=card, source="keyed"))
    house.done(cm.Settle())
    seat.look("look.phase === 'settled'")
    expect(page.locator("#say")).to_contain_text(words("seat.said.pay", bet="Player", amount=5))
    tab_to(page, page.get_by_role("button", name=words("seat.hands.all")))
    keys.press("Enter")
    hand = page.locator(".own-hands summary").first
    tab_to(page, hand)
    keys.press("Enter")
    expect(page.locator(".own-hands details[open] .own-lines li")).to_have_count(2)
    keys.press("Escape")
    tab_to(page, page.get_by_role("button", name=words("seat.menu")))
    keys.press("Enter")
    leave = page.locator("[data-leave]")
    tab_to(page, leave)
    keys.press("Enter")
    keys.press("Enter")
    expect(page.locator("#tray [data-sit]")).to_be_visible()
    house.settle()
    assert "bea" not in house.live.state.racks


def test_a_void_is_approved(found: Running, visits: Visits) -> None:
    """A supervisor opens what a dealer asks, reads what it moves, and approves it."""
    house = found.house
    house.done(cm.OpenBetting())
    house.done(house.wager("ann", "player", 2_000))
    house.done(cm.CloseBetting())
    ask = cm.Propose(by="dee", reason="a drink on the felt", matter=ev.VoidRound())
    assert house.desk.do(TABLE, ask, "dee", Role.DEALER).result(20).ok
    page = enter(visits, found, "sue", Role.SUPERVISOR, "/floor")
    column = page.get_by_role("complementary", name=words("floor.needs"))
    tab_to(page, column.get_by_role("button", name=words("floor.see"), exact=True))
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Ann")
    tab_to(page, sheet.get_by_role("button", name=words("floor.approve")))
    page.keyboard.press("Enter")
    expect(sheet).to_be_hidden()
    expect(column.get_by_text(words("floor.nothing"))).to_be_visible()
    house.settle()
    assert house.live.state.round is None


def test_chips_are_sold(found: Running, visits: Visits) -> None:
    """A cashier finds a patron, sells him chips and has the receipt."""
    before = found.context.people.wallet("ann")
    page = enter(visits, found, "cat", Role.CASHIER, "/cage")
    keys = page.keyboard
    tab_to(page, page.get_by_label(words("cage.search")))
    keys.type("ann")
    tab_to(page, page.locator(".patron[data-patron='ann']"))
    keys.press("Enter")
    tab_to(page, page.get_by_label(words("cage.amount")))
    keys.type("250.50")
    keys.press("Enter")
    expect(page.get_by_text(words("cage.receipt.by", name="Cat"))).to_be_visible()
    assert found.context.people.wallet("ann") == before + 25_050
