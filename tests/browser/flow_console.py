"""A hand of real cards at the console, with rulings of the floor and a box for the cage."""

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, expect

from puntobanco.ledger import rack
from tests.browser.cuts import Scene, Step
from tests.browser.flows import (
    TABLE,
    Find,
    approve,
    at_table,
    calm,
    filled,
    minor,
    says,
    send,
    sheet,
)
from tests.browser.words import words


def key(digit: int) -> Find:
    """One of the ten keys."""
    return lambda page: page.locator(f".ten-key[data-digit='{digit}']")


def comes(act: str) -> Callable[[Page], None]:
    """Something comes next, and all that was sent is answered."""

    def done(page: Page) -> None:
        found = ".line-card" if act == "line" else f".next[data-act={act}]"
        expect(page.locator(found)).to_be_visible()
        expect(page.locator(".saved")).to_have_text(words("console.saved"))

    return done


def _people_of_the_console(page: Page) -> None:
    """Open the list of people, if it is not open."""
    if not page.locator("#sheet[open]").count():
        key(6)(page).click()
    page.locator("form[data-form=sit] [name=patron] option").first.wait_for(state="attached")


def _sits(who: str, place: str) -> Step:
    fill = filled("sit", patron=who, place=place, buy_in="1000")

    def prepare(page: Page) -> None:
        _people_of_the_console(page)
        fill(page)

    def done(page: Page) -> None:
        expect(page.locator("table.people")).to_contain_text(who.capitalize())

    return Step("dee", f"{who} sits", send("sit"), ("SeatTaken", "BoughtIn"), done, prepare)


def _card(code: str, act: str = "deal-card", *more: str) -> Step:
    def choose(page: Page) -> None:
        page.keyboard.press("Escape")
        page.locator(f".pad-52 [data-card='{code}']").click()

    made = "CardsBurned" if act == "nobody-seated" else "CardDealt"
    return Step("dee", f"card {code}", key(3), (made, *more), comes(act), choose)


def _irregularity(page: Page) -> None:
    page.keyboard.press(".")
    page.keyboard.press("8")
    page.locator("[data-kind=wrong-hand]").click()
    filled("irregularity", reason="slipped to the Banker hand")(page)


def _correction(page: Page) -> None:
    page.keyboard.press("9")
    page.locator("[data-round]").first.click()
    filled("correct", cards="2C 9C 4D KD", reason="read the wrong way round")(page)


def _is_put_away(page: Page) -> None:
    expect(page.locator("#sheet")).not_to_be_visible()


CONSOLE_STEPS: Final = (
    Step("dee", "a shoe", send("start-shoe"), ("ShoeStarted",), comes("cut-shoe"),
         filled("start-shoe", lot="L7", receipt="R1")),
    Step("dee", "the cut", send("cut-shoe"), ("ShoeCut",), comes("burn"),
         filled("cut-shoe", depth="200")),
    _card("3D", "nobody-seated"),
    _sits("ann", "1"),
    _sits("bea", "2"),
    Step("dee", "an offer", key(1), ("PlayerDealerOffered",), comes("await-answer"),
         lambda page: page.keyboard.press("Escape")),
    Step("dee", "it is declined", lambda page: page.locator("[data-send=decline]"),
         ("PlayerDealerDeclined", "PlayerDealerOffered"),
         lambda page: expect(page.locator(".next h2")).to_contain_text("Bea")),
    Step("dee", "it is taken", send("accept"), ("PlayerDealerAccepted", "CoverPosted"),
         comes("open-betting"), filled("accept", cover="50")),
    Step("dee", "bets", key(1), ("BettingOpened",), comes("close-betting")),
    Step("dee", "a pause", key(0), ("BettingPaused",), comes("resume-betting")),
    Step("dee", "on again", key(0), ("BettingResumed",), comes("close-betting")),
    Step("dee", "a wager", send("wager"), ("WagersSet",),
         lambda page: expect(page.locator(".console-side .bet")).to_have_count(1),
         filled("wager", bet="player", amount="100")),
    Step("dee", "no more bets", key(2), ("BettingClosed", "CollectionTaken"), comes("deal-card")),
    _card("9C"),
    Step("dee", "an irregularity", send("irregularity"), ("Proposed",), comes("ruling"),
         _irregularity),
    Step("sue", "a ruling", approve, ("Approved",), calm),
    _card("2C"),
    _card("KD"),
    _card("4D", "line", "CoupEnded"),
    Step("dee", "every line", key(6), (), comes("settle"), uncut=True),
    Step("dee", "the settlement", key(5), ("RoundSettled",), comes("open-betting")),
    Step("dee", "a correction", send("correct"), ("Proposed",), _is_put_away, _correction),
    Step("sue", "it is approved", approve, ("Approved", "RoundCorrected"), calm),
    Step("sue", "another box", sheet("box"), ("BoxChanged",), says("box", "floor.done"),
         at_table("box", box="2")),
    Step("cat", "the box is counted", send("count"), ("DropCounted",),
         lambda page: expect(page.locator("form[data-form=count]")).to_have_count(0),
         filled("count", box="1:1", counted="2")),
)  # fmt: skip


def console_and_books(scene: Scene) -> None:
    """The racks on the console are those of the ledger."""
    page = scene.pages["dee"][0]
    for place in page.locator(".console-place:has(.rack)").all():
        name = place.locator(".who").inner_text().split()[0].lower()
        shown = minor(place.locator(".rack").inner_text())
        assert scene.balance(rack(TABLE, name)) == shown
