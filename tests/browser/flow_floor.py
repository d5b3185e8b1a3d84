"""A table is opened, ruled over and closed; chips are sold and paid out."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from puntobanco.ledger import wallet
from tests.browser.cuts import Scene, Step
from tests.browser.flows import (
    TABLE,
    Find,
    approve,
    at_table,
    calm,
    filled,
    minor,
    put_away,
    says,
    send,
    sheet,
    tell,
    there_is,
)
from tests.browser.serving import House
from tests.browser.words import words


def _new_table(page: Page) -> None:
    page.get_by_role("main").get_by_role("button", name=words("floor.new")).click()
    page.locator("form[data-form=open-table]").wait_for()
    filled("open-table", table=TABLE, name="Table 1", cards="typed", paced="dealer", clock="")(page)


def _balance(text: str) -> Callable[[Page], None]:
    def done(page: Page) -> None:
        expect(page.locator(".balance")).to_have_text(text)
        expect(page.locator("form[data-form=exchange] [name=amount]")).to_have_value("")

    return done


def _named(key_: str) -> Find:
    return lambda page: page.get_by_role("button", name=words(key_), exact=True)


def _large_win(page: Page) -> None:
    page.keyboard.press("Escape")
    page.locator("[data-act=large-win]").click()
    filled("large-win", amount="700")(page)


def _sure(page: Page) -> None:
    at_table("close-table")(page)
    page.locator("form[data-form=close-table] [name=sure]").check()


def floor_steps(house: House) -> tuple[Step, ...]:
    """A table is opened, ruled and closed; chips are sold, paid out and counted."""

    def seat_ann(page: Page) -> None:
        tell(house, "dee", "take-seat", patron="ann", place=1, buy_in=50_000)
        at_table("hold", patron="ann", amount="15", reason="which spot")(page)

    return (
        Step("sue", "a table", sheet("open-table"), ("TableOpened",), put_away, _new_table),
        Step("sue", "a message", sheet("message"), ("MessageSet",),
             says("message", "floor.done"), at_table("message", text="Tournament at 8")),
        Step("sue", "it stops", sheet("suspend"), ("TableSuspended",),
             there_is("resume"), at_table("suspend", reason="a spill")),
        Step("sue", "it goes on", sheet("resume"), ("TableResumed",), there_is("suspend")),
        Step("sue", "another box", sheet("box"), ("BoxChanged",),
             says("box", "floor.done"), at_table("box", box="2")),
        Step("sue", "other limits", sheet("limits"), ("Proposed",),
             says("limits", "floor.proposed"), at_table("limits", **{"max:player": "900"})),
        Step("sam", "they are approved", approve, ("Approved", "LimitsChanged"), calm),
        Step("cat", "somebody new", send("enrol"), ("PatronEnrolled",),
             lambda page: expect(page.locator(".balance")).to_have_text("$0"),
             filled("enrol", name="Dara S.")),
        Step("cat", "chips", _named("cage.in"), ("ChipsIssued",), _balance("$250.50"),
             filled("exchange", amount="250.50")),
        Step("cat", "chips paid out", _named("cage.out"), ("ChipsRedeemed",), _balance("$200"),
             filled("exchange", amount="50.50")),
        Step("sue", "a dispute", sheet("hold"), ("AmountHeld",), there_is("release"), seat_ann),
        Step("sue", "it is settled", sheet("release"), ("AmountReleased",),
             lambda page: expect(page.locator("form[data-form=release]")).to_have_count(0)),
        Step("sue", "large wins", sheet("large-win"), ("LargeWinSet",), put_away, _large_win),
        Step("sue", "the table closes", sheet("close-table"), ("SeatLeft", "TableClosed"),
             lambda page: expect(page.get_by_role("article")).to_contain_text(
                 words("floor.state.closed")), _sure),
    )  # fmt: skip


def cage_and_books(scene: Scene) -> None:
    """What the cage says somebody has is in his wallet."""
    page = scene.pages["cat"][0]
    if page.locator(".balance").count():
        chosen = page.locator("[data-patron][aria-pressed=true]").get_attribute("data-patron")
        assert chosen
        assert scene.balance(wallet(chosen)) == minor(page.locator(".balance").inner_text())
