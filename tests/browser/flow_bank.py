"""A table where patrons cover one another: seats, an offer, a hand, another cover, the way out."""

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

from puntobanco.ledger import rack
from tests.browser.cuts import Scene, Step
from tests.browser.flows import PATRONS, TABLE, Find, deal_out, minor, put_away, tell
from tests.browser.seat import AMOUNT
from tests.browser.serving import House
from tests.browser.words import words

RACK: Final = """(names) => [...document.querySelectorAll("#head dt")]
  .find((term) => names.includes(term.textContent.trim()))?.nextElementSibling.textContent"""


def _place(place: int, *, behind: bool = False) -> Callable[[Page], None]:
    def fill(page: Page) -> None:
        page.locator("#tray [data-sheet='places']").click()
        sheet = page.get_by_role("dialog")
        sheet.locator(f"[data-{'behind' if behind else 'sit'}='{place}']").click()
        sheet.get_by_label(AMOUNT).fill("1000")

    return fill


def _go(page: Page) -> Locator:
    return page.get_by_role("dialog").locator("[data-key=go]")


def _sits_there(page: Page) -> None:
    expect(page.locator("#tray [data-sheet='places']")).to_be_hidden()
    expect(page.locator("#head")).to_contain_text("$1,000")


def _menu(sheet: str, amount: str) -> Callable[[Page], None]:
    def fill(page: Page) -> None:
        page.get_by_role("button", name=words("seat.menu")).click()
        page.get_by_role("dialog").locator(f"[data-sheet='{sheet}']").click()
        if amount:
            page.get_by_role("dialog").get_by_label(AMOUNT).fill(amount)

    return fill


def _bank(sheet: str, amount: str = "") -> Callable[[Page], None]:
    """Open a sheet from the desk of who covers."""

    def fill(page: Page) -> None:
        page.locator(f".bank-desk [data-sheet='{sheet}']").click()
        if amount:
            page.get_by_role("dialog").get_by_label(AMOUNT).fill(amount)

    return fill


def _bets(bet: str, house: House | None = None) -> Callable[[Page], None]:
    def fill(page: Page) -> None:
        if house:
            tell(house, "dee", "open-betting")
        page.locator("#page[data-phase='betting']").wait_for()
        page.locator("[data-chip='2500']").click()

    return fill


def _spot(bet: str) -> Find:
    return lambda page: page.locator(f"#spots [data-bet='{bet}']")


def _accepted(page: Page) -> None:
    expect(page.get_by_text(words("seat.tray.accepted"), exact=True)).to_be_visible()


def _rack(text: str) -> Callable[[Page], None]:
    def done(page: Page) -> None:
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(page.locator("#head")).to_contain_text(text)

    return done


def _offer(page: Page) -> Locator:
    return page.locator("form.offer")


def _limits(page: Page) -> None:
    _menu("limits", "")(page)
    page.locator("form[data-form=limits] [name=loss]").fill("300")


def bank_steps(house: House) -> tuple[Step, ...]:
    """Seats, an offer passed and taken, a hand, another cover, and the way out."""

    def offered(page: Page) -> None:
        tell(house, "dee", "offer-player-dealer")
        _offer(page).wait_for()

    def taken(page: Page) -> None:
        _offer(page).get_by_label(AMOUNT).fill("50")

    def played(page: Page) -> None:
        tell(house, "dee", "close-betting")
        deal_out(house)
        _bank("cover", "60")(page)

    def leaves(page: Page) -> None:
        page.get_by_role("button", name=words("seat.menu")).click()
        page.locator("[data-leave]").click()

    return (
        Step("ann", "a seat", _go, ("SeatTaken", "BoughtIn"), _sits_there, _place(1)),
        Step("bea", "a seat", _go, ("SeatTaken", "BoughtIn"), _sits_there, _place(2)),
        Step("cid", "behind a seat", _go, ("SeatTaken", "BoughtIn"), _sits_there,
             _place(1, behind=True)),
        Step("ann", "passes", lambda page: _offer(page).locator("[data-key=pass]"),
             ("PlayerDealerDeclined", "PlayerDealerOffered"),
             lambda page: expect(_offer(page)).to_be_hidden(), offered),
        Step("bea", "covers", lambda page: _offer(page).locator(".primary"),
             ("PlayerDealerAccepted", "CoverPosted"),
             lambda page: expect(page.locator(".bank-desk")).to_be_visible(), taken),
        Step("cid", "a wager from behind", _spot("player"), ("WagersSet",), _accepted,
             _bets("player", house)),
        Step("ann", "a wager", _spot("banker"), ("WagersSet",), _accepted, _bets("banker")),
        Step("bea", "another cover", _go, ("CoverPosted",),
             lambda page: expect(page.locator(".bank-desk")).to_contain_text("$60"), played),
        Step("bea", "gives up", _go, ("CoverPosted", "PlayerDealerEnded"),
             lambda page: expect(page.locator(".bank-desk")).to_be_hidden(), _bank("give-up")),
        Step("ann", "a limit", lambda page: page.locator("form[data-form=limits] [data-key=go]"),
             ("LimitsSet",), lambda page: expect(page.locator("form[data-form=limits]")
             ).to_contain_text("$300"), _limits, again="seat.limits.unanswered"),
        Step("cid", "more chips", _go, ("BoughtIn",), put_away, _menu("buy-in", "200")),
        Step("cid", "fewer chips", _go, ("CashedOut",), put_away, _menu("cash-out", "300")),
        Step("ann", "a break", lambda page: page.locator("[data-ask=take-break]"),
             ("BreakStarted",), put_away, _menu_alone),
        Step("ann", "back", lambda page: page.locator("#spots [data-ask=come-back]"),
             ("BreakEnded",), _is_back),
        Step("cid", "leaves", lambda page: page.locator("[data-leave]"), ("SeatLeft",),
             lambda page: expect(page.locator("#tray [data-sheet='places']")).to_be_visible(),
             leaves),
    )  # fmt: skip


def _menu_alone(page: Page) -> None:
    page.keyboard.press("Escape")
    page.get_by_role("button", name=words("seat.menu")).click()


def _is_back(page: Page) -> None:
    expect(page.locator("[data-ask=come-back]")).to_have_count(0)


def racks_and_books(scene: Scene) -> None:
    """What a seat says of a rack is what the ledger holds."""
    for who in PATRONS:
        page = scene.pages[who][0]
        found = page.evaluate(RACK, [words("seat.head.rack"), words("seat.head.rack.short")])
        assert scene.balance(rack(TABLE, who)) == (minor(found) if found else 0)
