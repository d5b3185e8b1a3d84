"""Results of a physical shoe, entered by touch, keyboard, number pad and scanner."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import Inspection, enlarge
from tests.browser.conftest import OpenHouse
from tests.browser.serving import House
from tests.browser.tracker import OPTIONS, SHOE_MS, UNDO_MS, Tracker
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words

TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
SMALL = """() => [...document.querySelectorAll("button, a[href], input")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => [each.getBoundingClientRect(), each.outerHTML.slice(0, 90)])
  .filter(([box]) => box.width < 44 || box.height < 44).map(([box, text]) => text)"""
TALL = "() => document.documentElement.scrollHeight - innerHeight"
BACK_MS = 3_000  # the whole board is there again after a power cut


@pytest.fixture
def house(open_house: OpenHouse) -> House:
    """Give a house with one table of results."""
    return open_house(*OPTIONS)


def marks(page: Page) -> int:
    """How many beads a board shows."""
    return page.locator("#zone-bead svg[role=img] > g").count()


def test_two_presses_and_every_screen(house: House, visits: Visits) -> None:
    """A hand is two presses, a call too; the board changes with the hand, and a hold undoes it."""
    tracker = Tracker.at(visits, house)
    board = visits.page(house, "/table/1/board", DESK)
    for hand, keys in enumerate(("winner:banker", "call:d7", "call:p8", "winner:tie"), 1):
        tracker.press(keys, "store")
        tracker.is_at(hand + 1)
    expect(board.locator("#zone-bead svg[role=img] > g")).to_have_count(4)
    expect(tracker.page.locator(".dealer-status")).to_contain_text(
        words("dealer.saved.one", count=1)
    )
    tracker.hold("undo", 100)
    tracker.says(words("dealer.refused.hold-longer"))
    tracker.is_at(5)
    tracker.hold("undo", UNDO_MS)
    tracker.is_at(4)
    expect(board.locator("#zone-bead svg[role=img] > g")).to_have_count(3)


def test_a_refusal_keeps_the_entry(house: House, visits: Visits) -> None:
    """What no hand can be is refused where the finger was, in words, and stays on the keys."""
    tracker = Tracker.at(visits, house)
    tracker.press("winner:player", "mark:pp", "call:d7")
    tracker.says(words("dealer.refused.side", mark="Dragon 7", winner="Banker", chosen="Player"))
    expect(tracker.key("winner:player")).to_have_attribute("aria-pressed", "true")
    expect(tracker.key("mark:pp")).to_have_attribute("aria-pressed", "true")
    expect(tracker.key("call:d7")).to_have_attribute("aria-disabled", "true")
    tracker.store()
    tracker.press("store")
    tracker.says(words("dealer.refused.nothing"))
    tracker.is_at(2)


def test_what_the_house_refuses_stays_too(house: House, visits: Visits) -> None:
    """While the board is frozen an entry waits on the page; the PIN lets the board go on."""
    tracker = Tracker.at(visits, house)
    tracker.store("winner:banker")
    tracker.page.locator("[data-sheet=menu]").click()
    tracker.page.locator("[data-act=suspend-table]").click()
    tracker.page.locator("[data-act=resume-table]").wait_for()
    tracker.page.locator("#sheet [data-close]").click()
    tracker.press("winner:tie", "store")
    tracker.says(words("dealer.house.table-suspended"))
    expect(tracker.key("winner:tie")).to_have_attribute("aria-pressed", "true")
    tracker.page.locator("[data-sheet=menu]").click()
    tracker.page.locator("[data-act=resume-table]").click()
    tracker.give_pin()
    tracker.page.locator("[data-act=suspend-table]").wait_for()
    tracker.page.locator("#sheet [data-close]").click()
    tracker.store()


def test_quick_entry(house: House, visits: Visits) -> None:
    """With quick entry one press is a hand, and for three seconds one press takes it back."""
    tracker = Tracker.at(visits, house)
    tracker.page.locator("[data-sheet=menu]").click()
    tracker.page.locator("[data-toggle=quick]").click()
    tracker.page.locator("#sheet [data-close]").click()
    tracker.press("mark:bp", "winner:banker")
    tracker.is_at(2)
    tracker.page.locator("[data-act=undo-now]").click()
    tracker.is_at(1)
    tracker.press("call:p8")
    tracker.is_at(2)
    expect(tracker.page.locator("[data-act=undo-now]")).to_be_hidden()
    tracker.page.reload()
    tracker.press("winner:tie")
    tracker.is_at(3)


def test_a_number_pad(house: House, visits: Visits) -> None:
    """The keys of a number pad, and letters, do all that a finger does."""
    tracker = Tracker.at(visits, house, DESK)
    keyboard = tracker.page.keyboard
    for hand, keys in enumerate(("1", "2", "3", "7", "8", "43", "/1", "6B", "p", "0T"), 2):
        for key in keys:
            keyboard.press(key)
        keyboard.press("Enter")
        tracker.is_at(hand)
    keyboard.press("3")
    keyboard.press("-")
    expect(tracker.key("winner:banker")).to_have_attribute("aria-pressed", "false")
    keyboard.down("Backspace")
    tracker.page.wait_for_timeout(UNDO_MS + 100)
    keyboard.up("Backspace")
    tracker.is_at(10)
    keyboard.press("+")
    expect(tracker.page.locator("[data-act=close-betting]")).to_be_visible()
    expect(tracker.page.locator(".dealer-clock")).not_to_be_empty()
    keyboard.press("1")
    keyboard.press("Enter")
    tracker.is_at(11)
    expect(tracker.page.locator("[data-act=open-betting]")).to_be_visible()


def test_a_scanner(house: House, visits: Visits) -> None:
    """A scanner types each card and Enter; the cards give the result, the last one stores it."""
    tracker = Tracker.at(visits, house, DESK)
    tracker.page.keyboard.press(".")
    for card in ("9C", "2C", "KD"):
        tracker.page.keyboard.type(f"{card}\n")
    tracker.says(words("dealer.next_card", count=4, side="Banker"))
    tracker.page.keyboard.type("4D\n")
    tracker.is_at(2)
    last = tracker.page.locator(".dealer-last b")
    expect(last).to_contain_text("Natural 9")
    expect(last).to_contain_text("9\N{EN DASH}6")
    tracker.page.keyboard.type("23T4")
    tracker.page.keyboard.press("Enter")
    tracker.says(words("dealer.refused.card-missing", side="Player"))
    tracker.page.keyboard.type("K")
    tracker.page.keyboard.type("5")
    tracker.says(words("dealer.refused.complete", card="five").partition(".")[0])
    tracker.page.keyboard.press("Enter")
    tracker.is_at(3)


def test_any_hand_is_corrected(house: House, visits: Visits) -> None:
    """A hand is picked, its board looked at, the PIN given; wrong PINs change nothing."""
    tracker = Tracker.at(visits, house)
    board = visits.page(house, "/table/1/board", DESK)
    for winner in ("player", "banker", "player"):
        tracker.store(f"winner:{winner}")
    page = tracker.page
    sheet = page.locator("#sheet")
    page.locator("[data-sheet=correct]").click()
    sheet.locator("[data-hand='2']").click()
    tracker.press("winner:tie", within="#sheet")
    expect(sheet.locator(".preview svg path.tie-slash")).to_have_count(1)
    expect(board.locator("#zone-big path.tie-slash")).to_have_count(0)
    sheet.locator("[data-act=confirm]").click()
    visits.allow("403")
    tracker.give_pin("0000")
    expect(page.locator("#pin .message")).to_contain_text(words("refusal.wrong-pin"))
    tracker.give_pin()
    expect(sheet).to_be_hidden()
    expect(board.locator("#zone-big path.tie-slash")).to_have_count(1)
    for act, hand in (("insert", 5), ("delete", 4)):
        page.locator("[data-sheet=correct]").click()
        sheet.locator("[data-hand='1']").click()
        sheet.locator(f"[data-correct={act}]").click()
        if act == "insert":
            tracker.press("call:d7", within="#sheet")
        sheet.locator("[data-act=confirm]").click()
        expect(sheet).to_be_hidden()
        tracker.is_at(hand)


def test_a_new_shoe_and_back(house: House, visits: Visits) -> None:
    """A short press begins no shoe; one that was begun goes back while it has no hand."""
    tracker = Tracker.at(visits, house)
    tracker.store("winner:player")
    tracker.hold("new-shoe", 300)
    tracker.says(words("dealer.refused.hold-longer"))
    tracker.is_at(2)
    tracker.hold("new-shoe", SHOE_MS)
    tracker.is_at(1)
    expect(tracker.page.locator(".dealer-head")).to_contain_text(words("shoe", shoe=2))
    tracker.hold("take-back", SHOE_MS)
    tracker.give_pin()
    tracker.is_at(2)
    expect(tracker.page.locator(".dealer-head")).to_contain_text(words("shoe", shoe=1))
    tracker.hold("new-shoe", SHOE_MS)
    tracker.is_at(1)
    tracker.store("winner:tie")
    expect(tracker.page.locator("[data-hold=take-back]")).to_have_count(0)


def test_the_burn_card(house: House, visits: Visits) -> None:
    """A new shoe's burn card is told by touch or by keys, once, and is out of the shoe."""
    tracker = Tracker.at(visits, house)
    page, sheet = tracker.page, tracker.page.locator("#sheet")
    page.locator("[data-sheet=burn]").click()
    confirm = sheet.locator("[data-act=burn]")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    sheet.locator("[data-card=K]").click()
    sheet.locator("[data-card=H]").click()
    confirm.click()
    king = words("card.name", rank=words("card.rank.K"), suit=words("card.suit.H"))
    tracker.says(words("dealer.burned", card=king))
    expect(page.locator("[data-sheet=burn]")).to_have_count(0)
    tracker.store("winner:player")
    tracker.hold("new-shoe", SHOE_MS)
    page.locator("[data-sheet=burn]").click()
    page.keyboard.type("0S\n")
    ten = words("card.name", rank=words("card.rank.T"), suit=words("card.suit.S"))
    tracker.says(words("dealer.burned", card=ten))
    expect(page.locator("[data-hold=take-back]")).to_be_visible()
    assert page.evaluate(TALL) <= 0


def test_a_line_for_the_board(house: House, visits: Visits) -> None:
    """What the dealer writes in the options stands on the board until he takes it down."""
    tracker = Tracker.at(visits, house)
    board = visits.page(house, "/table/1/board", DESK)
    tracker.page.locator("[data-sheet=menu]").click()
    line = tracker.page.locator("[name=line]")
    line.fill(" Results of the draw at <b>ten</b> ")
    line.press("Enter")
    notice = board.locator("#zone-message .notice")
    expect(notice).to_have_text("Results of the draw at <b>ten</b>")
    line.fill("\u00ad")
    line.press("Enter")
    refused = words("dealer.refused.line").partition("</b>")[2]
    expect(tracker.page.locator("#sheet .message")).to_contain_text(refused)
    line.fill("")
    line.press("Enter")
    expect(notice).to_have_count(0)


def test_keys_that_are_held_can_be_asked_for(house: House, visits: Visits) -> None:
    """By keyboard a held key is held too, and a short press of it asks before anything is done."""
    tracker = Tracker.at(visits, house, DESK)
    tracker.store("winner:player")
    button = tracker.page.locator("[data-hold=new-shoe]")
    button.focus()
    tracker.page.keyboard.press("Enter")
    sheet = tracker.page.locator("#sheet")
    expect(sheet).to_contain_text(words("dealer.ask.new-shoe", shoe=2))
    tracker.is_at(2)
    sheet.locator("[data-sure]").click()
    tracker.is_at(1)


def test_a_tournament_counts_down(house: House, visits: Visits) -> None:
    """So many hands are played of a shoe, and the page counts them down; then it says so."""
    tracker = Tracker.at(visits, house)
    tracker.page.locator("[data-sheet=menu]").click()
    tracker.page.locator("[name=hands]").fill("2")
    tracker.page.locator("[name=hands]").press("Enter")
    tracker.page.locator("#sheet [data-close]").click()
    countdown = tracker.page.locator(".countdown")
    expect(countdown).to_have_text(words("dealer.hands_left.other", count=2))
    tracker.store("winner:player")
    expect(countdown).to_have_text(words("dealer.hands_left.one", count=1))
    tracker.press("winner:player", "store")
    expect(countdown).to_have_text(words("dealer.hands_left.other", count=0))
    tracker.press("winner:tie", "store")
    tracker.says(words("dealer.house.shoe-over"))


def test_a_power_cut(house: House, visits: Visits) -> None:
    """Killed between two presses, the house loses no stored hand, and the board is back at once."""
    tracker = Tracker.at(visits, house, DESK)
    board = visits.page(house, "/table/1/board", DESK)
    visits.allow_a_kill()
    visits.allow("WebSocket connection")
    for hand in range(1, 4):
        tracker.store("winner:player")
        tracker.press("winner:banker", "store")
        house.kill()
        expect(tracker.page.locator(".dealer-status.lost")).to_be_visible()
        house.open()
        board.goto("/table/1/board")
        beads = board.locator("#zone-bead svg[role=img] > g")
        expect(beads.nth(2 * hand - 2)).to_be_visible(timeout=BACK_MS)
        # What was on its way is sent again, and stored once.
        tracker.is_at(2 * hand + 1)
        expect(beads).to_have_count(2 * hand)


def test_a_sign_in_that_is_over(house: House, visits: Visits) -> None:
    """A page whose sign-in is over says so and leads to another one; what it showed is gone."""
    tracker = Tracker.at(visits, house, DESK)
    visits.allow_a_kill()
    visits.allow("WebSocket connection")
    house.kill()
    tracker.page.context.clear_cookies()
    house.open()
    main = tracker.page.locator("main")
    expect(main).to_contain_text(words("dealer.not_signed_in"))
    main.get_by_role("link", name=words("dealer.sign_in")).click()
    expect(tracker.page).to_have_url(f"{house.address}/sign-in")


@pytest.mark.parametrize("size", [PHONE, TABLET, DESK], ids=["phone", "tablet", "desk"])
def test_access(house: House, visits: Visits, size: dict[str, Any]) -> None:
    """Every state of the page is for everybody: axe, names, the Tab key, targets of 44 pixels."""
    tracker = Tracker.at(visits, house, size)
    page, seen = tracker.page, Inspection()
    assert page.evaluate(TALL) <= 0
    for key in ("winner:banker", "call:d7", "winner:player"):
        tracker.store(key)
    tracker.press("call:p8", "winner:banker")
    small = {"entry": page.evaluate(SMALL)}
    assert page.evaluate(TALL) <= 0
    seen.scene("entry", page, tab=size is DESK)
    page.keyboard.press("Escape")
    tracker.press("mode", "rank:9")
    seen.scene("cards", page)
    small["cards"] = page.evaluate(SMALL)
    assert page.evaluate(TALL) <= 0
    for name in ("correct", "menu", "help"):
        if name == "help":
            page.locator("[data-sheet=menu]").click()
        page.locator(f"[data-sheet={name}]").click()
        if name == "correct":
            page.locator("[data-hand='1']").click()
        page.locator("#sheet [data-close]").wait_for()
        seen.scene(name, page)
        small[name] = page.evaluate(SMALL)
        page.locator("#sheet [data-close]").click()
    for light in ("day", "night"):
        page.locator("[data-sheet=menu]").click()
        page.locator(f"[data-glow={light}]").click()
        page.locator("#sheet [data-close]").click()
        seen.scene(light, page)
    assert seen.faults == {}
    assert {name: found for name, found in small.items() if found} == {}


def test_text_of_twice_the_size(house: House, visits: Visits) -> None:
    """With text of twice the size on a phone every word can be read, here or further down."""
    tracker, seen = Tracker.at(visits, house), Inspection(words_only=True)
    tracker.store("call:d7")
    enlarge(tracker.page, 32)
    tracker.press("call:p8", "winner:banker")
    seen.scene("entry", tracker.page)
    tracker.press("mode")
    seen.scene("cards", tracker.page)
    for name in ("correct", "menu"):
        tracker.page.locator(f"[data-sheet={name}]").click()
        seen.scene(name, tracker.page)
        tracker.page.locator("#sheet [data-close]").click()
    assert seen.faults == {}


def test_nobody_enters_before_he_has_signed_in(house: House, visits: Visits) -> None:
    """Whoever has not signed in is shown the way to do it, and nothing of the page."""
    visits.allow("status of 403")
    page = visits.page(house, "/table/1/dealer", DESK)
    expect(page.get_by_role("heading")).to_have_text(words("notice.not-for-you.title"))
    expect(page.locator("#dealer")).to_have_count(0)
