"""The lobby and the doors of a house: guests, links, addresses that lead nowhere."""

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from puntobanco.house.plan import DEMO
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import events as ev
from tests.browser.card_room import ROUND_MS
from tests.browser.conftest import OpenHouse
from tests.browser.seat import Seat
from tests.browser.serving import House
from tests.browser.visits import PHONE, Visits
from tests.browser.words import words

FIRST_HANDS = 3


def test_tables_live_soon_after_the_start(open_house: OpenHouse, visits: Visits) -> None:
    """Patrons sit down at every table of a new house, and bet on one of the first hands there."""
    house = open_house("--demo", "--clock", "4", "--pace", "10")
    lobby = visits.page(house, "/")
    watching = visits.page(house, "/table/5")
    wagers = re.compile(r"(Player|Banker|Tie) \d")
    watching.locator("#places li").filter(has_text=wagers).first.wait_for(
        state="attached", timeout=ROUND_MS
    )
    lobby.get_by_role("img", name=words("lobby.road.spoken", table="Table 5")).wait_for(
        timeout=ROUND_MS
    )
    cards = lobby.get_by_role("article")
    nobody = lobby.get_by_role("img", name=re.compile(words("lobby.seats", taken=0, seats=r"\d+")))
    assert cards.count() == len(DEMO)
    seated = [plan for plan in DEMO if plan.cards == "software"]
    expect(nobody).to_have_count(sum(not plan.patrons for plan in seated), timeout=ROUND_MS)
    for page in (lobby, watching):
        page.close()
    house.close()
    with closing(open_sqlite(house.file)) as store:
        log = store.read(lambda tx: [ev.decode(each.body).event for each in tx.events("table:5")])
    hands = [event for event in log if isinstance(event, ev.RoundSettled)]
    assert any(hand.lines for hand in hands[:FIRST_HANDS])


def test_a_guest_comes_and_goes(calm: House, visits: Visits) -> None:
    """One sheet makes a guest with play chips and seats him; signing out makes him a stranger."""
    page = visits.page(calm, "/")
    note = page.get_by_text(words("lobby.as_guest"))
    expect(note).to_be_visible()
    page.get_by_role("link", name=words("lobby.sit.at", table="Table 6"), exact=True).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label(words("seat.guest.name")).fill("Dara")
    sheet.get_by_role("button", name="$4,000", exact=True).click()
    sheet.get_by_role("button", name=re.compile("^Sit ")).click()
    refusal = words("refusal.not-enough-in-wallet", wallet="$2,000", amount="4,000")
    expect(sheet.get_by_role("alert")).to_have_text(refusal)
    sheet.get_by_role("button", name=re.compile("^Sit ")).click()
    expect(sheet).to_be_hidden()
    assert Seat(page).look("look.rack").rack == 2000
    page.get_by_role("button", name=words("seat.menu")).click()
    sheet.get_by_role("button", name=words("seat.leave.front", place="")).click()
    sheet.get_by_role("button", name=words("seat.leave.again", amount="$2,000")).click()
    expect(page.locator("#tray").get_by_text(words("seat.tray.watching"))).to_be_visible()
    page.get_by_role("link", name=words("seat.to-lobby")).click()
    wallet = page.get_by_label(words("lobby.wallet"))
    expect(wallet).to_contain_text("Dara $2,000")
    expect(note).to_be_hidden()
    page.get_by_role("button", name=words("lobby.sign_out")).click()
    expect(wallet).to_be_hidden()
    expect(note).to_be_visible()
    page.goto("/table/1")
    expect(page.locator("#tray").get_by_text(words("seat.tray.visitor"))).to_be_visible()


def test_choosing_and_watching_a_table(calm: House, visits: Visits) -> None:
    """The filter leaves the tables of a game, and watching one of them shows its board."""
    page = visits.page(calm, "/", PHONE)
    cards = page.get_by_role("article")
    expect(cards).to_have_count(len(DEMO))
    choices = page.get_by_role("group", name=words("lobby.filter"))
    choices.get_by_role("button", name="Punto Banco").tap()
    expect(cards).to_have_count(2)
    choices.get_by_role("button", name=words("lobby.filter.all")).tap()
    expect(cards).to_have_count(len(DEMO))
    page.get_by_role("link", name=words("lobby.watch.at", table="Table 9"), exact=True).tap()
    expect(page).to_have_title(words("board.title", table="Table 9"))


def test_a_house_without_guests(open_house: OpenHouse, visits: Visits) -> None:
    """A stranger may watch and is told how to get a seat; the floor's link opens the door once."""
    house = open_house("--limits", "25-500")
    stranger = visits.page(house, "/")
    expect(stranger.get_by_text(words("lobby.sign_in"))).to_be_visible()
    sit = stranger.get_by_role("link", name=words("lobby.sit"))
    expect(sit).to_have_attribute("aria-disabled", "true")
    stranger.goto("/table/1")
    stranger.locator("#tray [data-sit]").click()
    words_of_the_sheet = words("seat.sit.no-guests")
    expect(stranger.get_by_role("dialog").get_by_text(words_of_the_sheet)).to_be_visible()

    patron = visits.page(house, house.link.removeprefix(house.address))
    expect(patron).to_have_url(f"{house.address}/")
    expect(patron.get_by_label(words("lobby.wallet"))).to_contain_text("$2,000")
    seat = Seat.at(patron, "1")
    seat.sit(500)
    assert seat.look("look.phase === 'betting'").rack == 500

    visits.allow("status of 410")
    stranger.goto(house.link)
    expect(stranger.get_by_role("heading")).to_have_text(words("notice.link-used.title"))
    stranger.get_by_role("link", name=words("notice.act")).click()
    expect(stranger.get_by_text(words("lobby.sign_in"))).to_be_visible()

    visits.allow_a_kill()
    house.kill()
    stale = words("lobby.stale", time="|").split("|")[0]
    stranger.get_by_text(stale).wait_for()
    house.open()
    stranger.evaluate("dispatchEvent(new Event('online'))")
    stranger.get_by_text(stale).wait_for(state="hidden")
    expect(stranger.get_by_role("article", name=re.compile("Table 1"))).to_be_visible()


@pytest.mark.parametrize("path", ["/table/none", "/table/none/shoe", "/nothing/here"])
def test_an_address_without_a_page(calm: House, visits: Visits, path: str) -> None:
    """An address that leads nowhere says what is so and shows the way to the tables."""
    visits.allow("status of 404")
    page = visits.context(calm, PHONE).new_page()
    answer = page.goto(path)
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading")).to_have_text(words("notice.not-found.title"))
    page.get_by_role("link", name=words("notice.act")).tap()
    expect(page.get_by_role("heading", name=words("lobby.title"))).to_be_visible()


def test_a_board_without_a_table(calm: House, visits: Visits) -> None:
    """A board hangs before its table opens: it says so, waits, and shows the way to the tables."""
    for expected in ("status of 404", "Unexpected response code: 403"):
        visits.allow(expected)
    page = visits.context(calm, PHONE).new_page()
    answer = page.goto("/table/none/board")
    assert answer
    assert answer.status == 404
    expect(page.get_by_text(words("board.no_table", id="none"))).to_be_visible()
    page.get_by_role("link").tap()
    expect(page.get_by_role("heading", name=words("lobby.title"))).to_be_visible()
