"""What is a patron's own at a seat: limits, hands, the game in words and odds, the squeeze."""

import re
from dataclasses import dataclass
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from puntobanco.web.sessions import COOKIE
from tests.browser.access import Inspection
from tests.browser.conftest import OpenHouse
from tests.browser.cuts import BACK_MS, SEAT, laid
from tests.browser.flows import deal_out, peopled, shoe_ready, tell
from tests.browser.seat import AMOUNT, Seat
from tests.browser.seat_speed import WEIGHT, Weight
from tests.browser.serving import House
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words

MOVING: Final = {"reduced_motion": "no-preference"}
# A patron who squeezes, and whom nobody hurries: the page would open a card after eight seconds.
SQUEEZE: Final = """if (location.protocol === "http:") {
  localStorage.setItem("puntobanco.seat", JSON.stringify({ squeeze: true }));
}
const wait = setTimeout;
window.setTimeout = (work, ms, ...rest) => wait(work, ms === 8000 ? 600_000 : ms, ...rest);"""
HANDLE: Final = "[data-squeeze]"
# Everything that a finger is meant for, with its size; the inside of a larger target is none.
SMALL: Final = """() => [...document.querySelectorAll("a[href], button, input, summary")].filter(
  (element) => element.checkVisibility({ visibilityProperty: true })).map((element) => {
    const { width, height } = element.getBoundingClientRect();
    return { width, height, html: element.outerHTML.slice(0, 120) };
  }).filter(({ width, height }) => width > 1 && (width < 43.5 || height < 43.5))
  .map(({ width, height, html }) => `${width.toFixed(1)} x ${height.toFixed(1)}: ${html}`)"""

# Pairs of spots of which one, or a word on it, lies over the other.
COLLIDING: Final = """(path) => {
  const parts = (spot) => [spot, ...spot.querySelectorAll(".spot-face > *")]
    .map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0);
  const boxes = [...document.querySelectorAll(path)].map((spot) => {
    const all = parts(spot);
    return { name: spot.dataset.bet ?? "more", left: Math.min(...all.map((r) => r.left)),
      right: Math.max(...all.map((r) => r.right)), top: Math.min(...all.map((r) => r.top)),
      bottom: Math.max(...all.map((r) => r.bottom)) };
  });
  const beside = (a, b) => a.right <= b.left || b.right <= a.left;
  const meet = (a, b) => !beside(a, b) && a.top < b.bottom && b.top < a.bottom;
  return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => meet(a, b))
    .map((b) => `${a.name} and ${b.name}`));
}"""


def sheet(page: Page, name: str) -> Any:
    """Open a sheet from the menu."""
    page.get_by_role("button", name=words("seat.menu")).click()
    page.get_by_role("dialog").locator(f"[data-sheet='{name}']").click()
    found = page.get_by_role("dialog", name=words(f"seat.sheet.{name}"))
    expect(found.get_by_text(words("seat.asked"), exact=True)).to_have_count(0)
    return found


def seated(page: Page, table: str, dollars: int) -> Seat:
    """Sit down at the best free place as a guest."""
    page.goto(f"/table/{table}")
    seat = Seat(page)
    page.locator("#tray [data-sit]").click()
    seat.sit(dollars)
    return seat


def test_own_limits(calm: House, visits: Visits) -> None:
    """A limit is set on the page, shown as it is used up, and refuses with what it leaves."""
    seat = seated(visits.page(calm, "/"), "3", 200)
    page = seat.page
    form = sheet(page, "limits")
    form.get_by_label(words("seat.limits.loss.ask", symbol="$")).fill("30")
    form.get_by_label(words("seat.limits.time.ask")).fill("soon")
    form.get_by_role("button", name=words("seat.limits.go")).click()
    expect(form.get_by_role("alert")).to_have_text(words("seat.limits.not-number"))
    form.get_by_label(words("seat.limits.time.ask")).fill("1441")
    form.get_by_role("button", name=words("seat.limits.go")).click()
    expect(form.get_by_role("alert")).to_have_text(words("seat.limits.too-long", minutes=1440))
    form.get_by_label(words("seat.limits.time.ask")).fill("90")
    form.get_by_role("button", name=words("seat.limits.go")).click()
    expect(form).to_contain_text(words("seat.limits.of", used="$0", limit="$30"))
    seat.keys("Escape")
    expect(page.locator("#side")).to_contain_text(words("seat.limits.of", used="$0", limit="$30"))
    seat.look("look.phase === 'betting'")
    seat.place(25, on="player")
    seat.accepted({"player": 25})
    seat.place(25, on="player")
    left = words("refusal.self-limit.left", left="$30", opens="in 24 hours")
    expect(page.locator("#spots .bubble")).to_have_text(left)
    seat.accepted({"player": 25})
    # A looser limit waits until the day is over.
    form = sheet(page, "limits")
    form.get_by_label(words("seat.limits.loss.ask", symbol="$")).fill("")
    form.get_by_role("button", name=words("seat.limits.go")).click()
    expect(form).to_contain_text(
        words("seat.limits.later", loss=words("seat.limits.none"), time="90 min")
    )
    seat.keys("Escape")
    seat.place(25, on="player")
    expect(page.locator("#spots .bubble")).to_have_text(left)


def test_no_play_for_a_time(calm: House, visits: Visits) -> None:
    """L4: said twice, the place is free at once, the page says until when, and no seat is given."""
    seat = seated(visits.page(calm, "/"), "3", 200)
    page = seat.page
    found = sheet(page, "limits")
    found.get_by_role("button", name=words("seat.exclude.30"), exact=True).click()
    for key in ("seat.exclude.go", "seat.exclude.sure"):
        days = words("seat.exclude.30")
        found.get_by_role("button", name=words(key, days=days), exact=True).click()
    news = words("seat.excluded", opens="in 30 days")
    expect(page.locator("#spots").get_by_text(news)).to_be_visible()
    page.locator("#tray [data-sit]").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(AMOUNT).press("Enter")
    refusal = words("refusal.self-excluded", opens="in 30 days")
    expect(dialog.get_by_role("alert")).to_have_text(refusal)


# Every phase in which the sheet of a reminder was seen.
SEEN: Final = """() => {
  window.seen = new Set();
  new MutationObserver(() => {
    if (document.querySelector("#sheet:not([hidden]) [data-answer]"))
      window.seen.add(document.getElementById("page").dataset.phase);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


@pytest.mark.nightly
def test_a_reminder(quick: House, visits: Visits) -> None:
    """L3: after a minute it comes, never while cards are dealt, and bets go on once answered."""
    seat = seated(visits.page(quick, "/"), "1", 500)
    page = seat.page
    form = sheet(page, "limits")
    form.get_by_label(words("seat.reminder.ask")).fill("1")
    form.get_by_role("button", name=words("seat.limits.go")).click()
    page.evaluate(SEEN)
    seat.keys("Escape")
    go = page.locator("#sheet [data-answer]")
    go.wait_for(timeout=120_000)
    expect(page.get_by_role("dialog")).to_contain_text(words("seat.reminder.played.one", count=1))
    page.locator("#sheet [data-close]").click()
    seat.look("look.phase === 'dealing'")
    go.click()  # it is there again once the hand is over
    expect(go).to_have_count(0)
    seat.window(2)
    seat.place(25, on="player")
    seat.accepted({"player": 25})
    assert "dealing" not in page.evaluate("() => [...window.seen]")


@pytest.mark.parametrize("table, bets", [("1", 5), ("11", 5), ("21", 6)])
def test_the_game_in_words_and_odds(calm: House, visits: Visits, table: str, bets: int) -> None:
    """Every bet of the table's own sheet has its exact edge and chances, and its rules in words."""
    page = visits.page(calm, f"/table/{table}")
    inspection = Inspection()
    found = sheet(page, "game")
    odds = found.locator("details.odds")
    expect(odds).to_have_count(bets)
    for each in odds.all():
        expect(each.locator("summary")).to_contain_text(re.compile(r"\d\.\d\d%"))
    odds.first.locator("summary").click()
    expect(odds.first).to_contain_text(re.compile(r"\d+/\d+"))
    expect(found).to_contain_text(words("seat.odds.past"))
    expect(found).to_contain_text("Nobody chooses anything")
    inspection.scene("game", page)
    assert inspection.faults == {}


def test_own_hands(quick: House, visits: Visits) -> None:
    """A hand that was played is there with its cards, its line and its net."""
    seat = seated(visits.page(quick, "/"), "1", 500)
    seat.window(2)
    seat.place(25, on="banker")
    seat.look("look.phase === 'settled' && look.lines && look.lines.length")
    found = sheet(seat.page, "hands")
    hand = found.locator("details").first
    hand.locator("summary").click()
    expect(hand.get_by_role("img")).not_to_have_count(0)
    expect(hand.locator(".own-lines")).to_contain_text("Banker 25")


@dataclass(frozen=True)
class Held:
    """A card that lies face down, and the pointer that bends it up."""

    handle: Locator
    card: str | None
    at: tuple[float, float]
    height: float

    def take(self) -> None:
        """Put the pointer down at its lower edge."""
        self.handle.page.mouse.move(*self.at)
        self.handle.page.mouse.down()

    def lift(self, part: float) -> None:
        """Move the pointer up by a part of the card."""
        x, bottom = self.at
        self.handle.page.mouse.move(x, bottom - self.height * part, steps=3)


def lifted(house: House, seat: Seat) -> Held:
    """Deal a hand to a wager on Banker, and lift its first card by less than half."""
    page = seat.page
    tell(house, "dee", "open-betting")
    page.locator("#page[data-phase='betting']").wait_for()
    seat.place(25, on="banker")
    seat.accepted({"banker": 25})
    deal_out(house, until="settle")
    handle = page.locator(HANDLE)
    handle.wait_for()
    box = handle.bounding_box()
    assert box
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] - 10
    card = handle.locator("xpath=..").get_attribute("data-card")
    held = Held(handle, card, at, box["height"])
    held.take()
    held.lift(0.3)
    return held


def test_a_squeeze(open_house: OpenHouse, visits: Visits) -> None:
    """A card bends with the finger; let go before half it is down again, past half it is open.

    The keyboard does the same, and the hand is settled whatever is squeezed.
    """
    house = peopled(open_house("--paced", "dealer", "--pace", "20", wait=False))
    shoe_ready(house)
    context = visits.context(house, DESK, **MOVING)
    context.add_init_script(SQUEEZE)
    context.add_cookies([{"name": COOKIE, "value": "ann", "url": house.address}])
    seat = seated(context.new_page(), "1", 500)
    page = seat.page
    held = lifted(house, seat)
    handle, first = held.handle, held.card
    up = int(handle.get_attribute("aria-valuenow") or 0)
    assert 20 < up < 40
    page.mouse.up()
    expect(handle).to_have_attribute("aria-valuenow", "0")
    assert handle.locator("xpath=..").get_attribute("data-card") == first
    # A card that opens while a finger holds it: the finger holds none of the next.
    held.take()
    held.lift(0.7)
    page.locator("[data-show]").press("Enter")
    expect(page.locator(f".card-place:not(.down)[data-card='{first}'] .front svg")).to_be_visible()
    handle.wait_for()
    second = handle.locator("xpath=..").get_attribute("data-card")
    assert second != first
    page.mouse.up()
    expect(handle).to_have_attribute("aria-valuenow", "0")
    page.locator("[data-show]").wait_for()  # it has come to lie
    handle.focus()
    for _ in range(6):
        page.keyboard.press("ArrowUp")
    expect(page.locator(f".card-place:not(.down)[data-card='{second}'] .front svg")).to_be_visible()
    page.keyboard.press("Space")  # all that is there, at once
    expect(page.locator(HANDLE)).to_have_count(0)
    deal_out(house)
    seat.look("look.phase === 'settled' && look.lines && look.lines.length")


@pytest.mark.nightly
def test_a_squeeze_while_the_line_is_cut(open_house: OpenHouse, visits: Visits) -> None:
    """A card that is lifted when the line goes is turned without it, and the hand goes on after."""
    house = peopled(open_house("--paced", "dealer", "--pace", "20", wait=False))
    with laid(house, visits) as scene:
        shoe_ready(house)
        page = scene.enter("ann", "/table/1", SEAT, DESK | MOVING, token="ann")
        page.add_init_script(SQUEEZE)
        seat = seated(page, "1", 500)
        held = lifted(house, seat)
        handle, first = held.handle, held.card
        scene.wire.cut()
        expect(page.locator("#page[data-status='lost']")).to_be_visible()
        assert 20 < int(handle.get_attribute("aria-valuenow") or 0) < 40
        held.lift(0.7)
        page.mouse.up()
        opened = page.locator(f".card-place:not(.down)[data-card='{first}'] .front svg")
        expect(opened).to_be_visible()
        scene.wire.mend()
        expect(page.locator("#page[data-status='lost']")).to_have_count(0, timeout=BACK_MS)
        expect(opened).to_be_visible()  # what is turned stays turned
        deal_out(house)
        page.locator("#page").press("Space")
        seat.look("look.phase === 'settled' && look.lines && look.lines.length")


@pytest.mark.parametrize("table", ["2", "11", "21"])
def test_every_target_of_a_phone(calm: House, visits: Visits, table: str) -> None:
    """Nothing that a finger is meant for is under 44 px, in any state or sheet."""
    seat = seated(visits.page(calm, "/", PHONE), table, 500)
    page = seat.page
    found = {"seated": page.evaluate(SMALL)}
    for name in ("limits", "hands", "game", "places", "buy-in", "cash-out"):
        sheet(page, name)
        found[name] = page.evaluate(SMALL)
        seat.keys("Escape")
    assert {name: small for name, small in found.items() if small} == {}


def test_the_weight_of_the_page(calm: House, visits: Visits) -> None:
    """On its way to a phone the page weighs less than a quarter of a megabyte, without fonts."""
    page = visits.context(calm, PHONE).new_page()
    weight = Weight(page)
    page.goto("/table/11")
    page.locator("#page:not([hidden]) #spots [data-bet]").first.wait_for()
    assert 50_000 < weight.without_fonts < WEIGHT


def test_a_new_bet_has_its_spot(open_house: OpenHouse, visits: Visits) -> None:
    """Bets that somebody wrote have their spots, limits and odds without a line of code."""
    house = open_house("--game", "docs/examples/side-bets.toml", "--clock", "600")
    page = visits.page(house, "/table/1")
    zones = page.locator("#spots [data-more]")
    expect(zones).not_to_have_count(0)
    zones.first.click()
    expect(page.get_by_role("dialog").locator("[data-bet]")).not_to_have_count(0)
    phone = visits.page(house, "/table/1", size=PHONE)
    more = phone.locator("#spots [data-more]")
    expect(more).to_have_count(1)
    assert phone.evaluate(COLLIDING, "#spots :is([data-bet], [data-more])") == []
    more.click()
    expect(phone.get_by_role("dialog").locator("[data-bet]")).not_to_have_count(0)
    assert phone.evaluate(COLLIDING, "dialog [data-bet]") == []
