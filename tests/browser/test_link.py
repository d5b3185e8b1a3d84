"""The line between a page and the house: cut, silent, slow, lost to another page, in a hurry."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.books import read_books
from tests.browser.conftest import OpenHouse
from tests.browser.line import Line
from tests.browser.seat import AMOUNT, Seat
from tests.browser.serving import House
from tests.browser.visits import PHONE, Visits
from tests.browser.words import words

WINDOW_S = 5  # enough of a window that lasts ten minutes
CUTS = ("before it is sent", "after it is sent", "by a kill")
# A page's line, in the hands of a test: the newest state, and the answers to what it says.
OPEN = """async (path) => {
  const { connect } = await import(`${document.documentElement.dataset.static}/js/socket.js`);
  window.answers = [];
  window.line = connect(path, {
    acts: true,
    onState: (message) => { window.state = message; },
    onStatus: (told) => { window.told = told; },
  });
}"""
# The page's own clock, from now until it says that the line is lost.
NOTE_LOSS = """() => {
  const page = document.getElementById("page");
  window.begun = performance.now();
  new MutationObserver(() => {
    if (page.dataset.status === "lost") window.lostAt ??= performance.now();
  }).observe(page, { attributes: true });
}"""
SAY = """([id, command]) => {
  line.send(command, id).then((answer) => answers.push(answer));
}"""


def seated(page: Page, table: str, dollars: int) -> Seat:
    """Come in at the lobby as a guest, sit down, and wait until bets are taken."""
    seat = Seat.at(page, table)
    seat.sit(dollars)
    seat.window(WINDOW_S)
    return seat


def opened(page: Page, table: str) -> None:
    """Be a guest who talks to a table over a line of his own."""
    page.evaluate(
        """() => fetch("/api/guest", { method: "POST", body: "{}",
          headers: { "content-type": "application/json" } })"""
    )
    page.evaluate(OPEN, f"/ws/table/{table}")
    page.wait_for_function("() => window.state?.mine")


def say(page: Page, number: int, **command: Any) -> None:
    """Say something, with an id of the test's."""
    page.evaluate(SAY, [f"{number:032x}", command])


def answers(page: Page, count: int) -> list[Any]:
    """Wait for so many answers."""
    page.wait_for_function("(count) => answers.length >= count", arg=count)
    found: list[Any] = page.evaluate("() => answers")
    return found


@pytest.mark.parametrize("cut", CUTS)
def test_what_was_said_is_done_once(open_house: OpenHouse, visits: Visits, cut: str) -> None:
    """A line that is cut at any moment loses and doubles nothing: what was said is done once.

    It is said again with the same id until it is answered.
    """
    house = open_house("--demo", "--clock", "600")
    visits.allow_a_kill()
    page = visits.page(house, "/")
    line = Line(page)
    page.reload()
    opened(page, "1")
    free = next(p["place"] for p in page.evaluate("() => state.view.places") if p["name"] is None)
    say(page, 1, type="take-seat", place=free, buy_in=50_000)
    assert answers(page, 1)[-1]["ok"]

    line.loses_what_is_said = cut == CUTS[0]
    line.loses_answers = True
    say(page, 2, type="buy-in", amount=700)
    if cut != CUTS[0]:
        page.wait_for_function("() => state.mine.rack === 50700")
    assert len(page.evaluate("() => answers")) == 1
    if cut == CUTS[2]:
        house.kill()
        page.wait_for_function("() => told.state === 'lost'")
    line.loses_what_is_said = line.loses_answers = False
    line.drop()
    if cut == CUTS[2]:
        house.open()
    found = answers(page, 2)

    assert [(each["id"], each["ok"]) for each in found] == [(f"{n:032x}", True) for n in (1, 2)]
    page.wait_for_function("() => state.mine.rack === 50700")
    patron = page.evaluate("() => state.mine.patron.id")
    page.evaluate("() => line.close()")
    house.close()
    books = read_books(house.file, "1", patron)
    assert (books.rack, books.wallet, books.faults) == (50_700, 200_000 - 50_700, ())


def test_i6_a_silent_line(calm: House, visits: Visits) -> None:
    """I6: within three seconds of silence no bet can be placed, and the page says why.

    When the line is back so is everything else; nothing was placed meanwhile.
    """
    page = visits.page(calm, "/")
    line = Line(page)
    seat = seated(page, "1", 500)
    seat.place(25, on="banker")
    seat.accepted({"banker": 25})
    page.evaluate(NOTE_LOSS)
    line.is_silent = True
    page.locator("#page[data-status='lost']").wait_for()
    expect(page.locator("#spots").get_by_text("Connection lost.")).to_be_visible()
    assert page.evaluate("() => lostAt - begun") < 3_000
    seat.place(25, on="player")
    assert seat.look().wagers == {"banker": 25}
    for act in ("clear", "double"):
        button = page.locator("#tray").get_by_role("button", name=words(f"seat.act.{act}"))
        expect(button).to_have_attribute("aria-disabled", "true")
    line.is_silent = False
    page.locator("#page[data-status='open']").wait_for()
    seat.place(25, on="player")
    seat.act("seat.act.undo")
    assert seat.accepted({"banker": 25}).rack == 475
    seat.act("seat.act.clear")


def test_e4_bets_end_early_on_the_page(open_house: OpenHouse, visits: Visits) -> None:
    """E4: the page says how its line is and why that matters; bets end on it half a second early.

    The page hears no more of the house, whose betting its own clock ends.
    """
    house = open_house("--demo", "--clock", "4", "--pace", "6")
    page = visits.page(house, "/")
    line = Line(page)
    seat = Seat.at(page, "1")
    expect(page.get_by_role("dialog").get_by_text(words("seat.late"))).to_be_visible()
    seat.sit(500)
    seat.window(1)
    lag = page.locator("#head [data-lag]")
    expect(lag).to_contain_text(words("seat.lag"))
    line.stop_at(lambda view: view["phase"] == "betting")
    seat.look("look.phase === 'betting' && look.clock === 0")
    seat.place(25, on="banker")
    assert seat.look().wagers == {}
    assert seat.look().phase == "betting"


def test_a3_one_patron_on_two_devices(calm: House, visits: Visits) -> None:
    """A3: the seat is played on the page that was opened last; the other shows it, and says so.

    There it can be taken back, by a person alone: a line that comes back does not.
    """
    page = visits.page(calm, "/")
    line = Line(page)
    seat = seated(page, "2", 500)
    cookies = page.context.storage_state()
    here = page.locator("[data-here]")
    phone = visits.page(calm, "/table/2", PHONE, storage_state=cookies)
    second = Seat(phone)
    assert second.window(WINDOW_S).rack == 500
    expect(here).to_be_visible()
    second.place(25, on="banker")
    second.accepted({"banker": 25})
    assert seat.look("look.rack === '$475'").wagers == {"banker": 25}
    seat.place(25, on="player")
    for _ in range(3):
        line.drop()
        page.locator("#page[data-status='elsewhere']").wait_for()
    expect(here).to_be_visible()
    expect(phone.locator("[data-here]")).to_have_count(0)
    here.click()
    expect(here).to_have_count(0)
    expect(phone.locator("[data-here]")).to_be_visible()
    page.locator("#page[data-status='open']").wait_for()
    seat.act("seat.act.clear")
    assert second.look("look.rack === '$500'").wagers == {}


def test_xo4_a_hurried_hand(open_house: OpenHouse, visits: Visits) -> None:
    """XO4, D5: whoever hits Enter thirty times sits once, and has bet what the page shows."""
    house = open_house("--demo", "--clock", "600")
    page = visits.page(house, "/")
    seat = Seat.at(page, "1")
    page.get_by_role("dialog").get_by_label(AMOUNT).focus()
    for _ in range(30):
        page.keyboard.press("Enter")
    seat.window(WINDOW_S)
    bought = seat.look().rack
    page.locator("#spots [data-bet='banker']").focus()
    seat.chip(5)
    page.locator("#spots [data-bet='banker']").focus()
    for _ in range(30):
        page.keyboard.press("Enter")
    expect(page.get_by_text(words("seat.tray.accepted"), exact=True)).to_be_visible()
    seen = seat.look()
    assert seen.rack == bought - seen.wagers["banker"]
    wallet = page.request.get("/api/lobby").json()["signed_in"]["wallet"]
    assert wallet == 200_000 - bought * 100
    state = page.evaluate("() => fetch('/api/table/1').then((answer) => answer.json())")
    own = [w for place in state["view"]["places"] for w in place["wagers"] if place["name"]]
    assert {"bet": "banker", "amount": seen.wagers["banker"] * 100} in own


@pytest.mark.parametrize("hours", [-1, 1])
def test_xo5_a_clock_that_is_wrong(calm: House, visits: Visits, hours: int) -> None:
    """XO5: a computer whose clock is an hour off counts the same seconds as everybody."""
    right = visits.page(calm, "/table/1")
    wrong = visits.context(calm, PHONE).new_page()
    wrong.add_init_script(f"const now = Date.now; Date.now = () => now() + {hours * 3_600_000};")
    wrong.goto("/table/1")
    clocks = [
        Seat(page).look("look.phase === 'betting' && look.clock > 0").clock
        for page in (right, wrong)
    ]
    assert abs(clocks[0] - clocks[1]) <= 2


NUMBERED: list[dict[str, Any]] = [
    {"epoch": epoch, "seq": seq, "fence": None, "type": "state", "view": {}, "mine": None}
    for epoch, seq in ((1, 5), (1, 7), (1, 6), (1, 7), (2, 3), (2, 2), (2, 4))
]


def test_older_states_are_dropped(calm: House, visits: Visits) -> None:
    """Within an epoch an older state is not shown; another epoch begins anew, with any number."""
    page = visits.page(calm, "/")

    def tell(link: WebSocketRoute) -> None:
        for each in NUMBERED:
            link.send(json.dumps(each))

    page.route_web_socket("**/ws/table/x?*", tell)
    page.reload()
    page.evaluate(
        """async () => {
          const place = document.documentElement.dataset.static;
          const { connect } = await import(`${place}/js/socket.js`);
          window.seen = [];
          connect("/ws/table/x", { onState: ({ epoch, seq }) => seen.push([epoch, seq]) });
        }"""
    )
    page.wait_for_function("() => seen.at(-1)?.[0] === 2 && seen.at(-1)?.[1] === 4")
    assert page.evaluate("() => seen") == [[1, 5], [1, 7], [1, 7], [2, 3], [2, 4]]
