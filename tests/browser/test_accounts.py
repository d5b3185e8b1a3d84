"""Signing in, with a password and an authenticator, as people do it, and the end of a sign-in."""

from typing import Any, Final

import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import Inspection, enlarge
from tests.browser.conftest import OpenHouse
from tests.browser.serving import House
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words
from tests.cli.running import run

GOOD: Final = "a cat on a warm roof"
SCREENS: Final = [
    pytest.param(DESK, False, id="desk"),
    pytest.param(PHONE, False, id="phone"),
    pytest.param(PHONE, True, id="phone-large"),
]


def order(house: House, *arguments: str) -> str:
    """Give an order from the machine to the house that is open."""
    return run("account", *arguments, "--db", str(house.file)).out.strip()


def invited(house: House, name: str, *roles: str) -> str:
    """Open an account, and give the path of its link."""
    options = [word for role in roles for word in ("--role", role)]
    link = order(house, "add", name, "--name", name.capitalize(), *options, "--url", house.address)
    return link.removeprefix(house.address)


def set_password(page: Page) -> None:
    """Choose a password, where an invitation leads."""
    page.get_by_label(words("account.password.fresh")).fill(GOOD)
    page.get_by_role("button", name=words("account.password.act")).click()


def set_authenticator(page: Page) -> str:
    """Set an authenticator up; give its secret."""
    page.get_by_role("button", name=words("account.factor.begin")).click()
    expect(page.get_by_role("img", name=words("account.factor.picture"))).to_be_visible()
    secret = page.locator(".secret code").inner_text().replace(" ", "")
    page.get_by_label(words("account.factor.code")).fill(pyotp.TOTP(secret).now())
    page.get_by_role("button", name=words("account.factor.confirm")).click()
    expect(page.locator(".codes li")).to_have_count(10)
    return secret


def type_in(page: Page, name: str, password: str) -> None:
    """Type what a sign-in takes, with the keyboard alone."""
    expect(page.get_by_label(words("sign-in.name"))).to_be_focused()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(password)
    page.keyboard.press("Enter")


def test_an_admin_comes_in(open_house: OpenHouse, visits: Visits) -> None:
    """From an invitation to a signed-in admin, out, and in again with password and code by keys."""
    visits.allow("status of 401", "status of 403")
    house = open_house("--no-table")
    page = visits.page(house, invited(house, "ada", "admin"))
    expect(page).to_have_url(f"{house.address}/account")
    set_password(page)
    set_authenticator(page)
    codes = page.locator(".codes li").all_inner_texts()
    page.route("**/api/accounts", lambda _: None)  # however late the list comes, he may go
    page.get_by_role("button", name=words("account.codes.act")).click()
    expect(page).to_have_url(f"{house.address}/accounts")
    page.get_by_role("button", name=words("account.leave")).click()
    expect(page).to_have_url(f"{house.address}/")
    page.unroute("**/api/accounts")
    page.goto("/accounts")
    page.get_by_role("link", name=words("sign-in.act")).click()
    expect(page).to_have_url(f"{house.address}/sign-in?next=%2Faccounts")
    type_in(page, "ADA", GOOD)
    expect(page.get_by_label(words("sign-in.code"))).to_be_focused()
    page.keyboard.type("000000")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text(words("account.fault.sign-in-wrong"))
    page.get_by_label(words("sign-in.code")).fill(codes[0])
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{house.address}/accounts")
    expect(page.get_by_role("listitem").filter(has_text="Ada")).to_be_visible()


def test_three_wrong_passwords_shut_an_account(open_house: OpenHouse, visits: Visits) -> None:
    """A2: after three wrong tries the right password opens nothing; the page says how long."""
    visits.allow("status of 401")
    house = open_house("--no-table")
    order(house, "add", "dee", "--role", "cashier")
    run("account", "password", "dee", "--db", str(house.file), stdin=f"{GOOD}\n")
    page = visits.page(house, "/sign-in", PHONE)
    page.get_by_label(words("sign-in.name")).fill("dee")
    for number in range(4):
        page.get_by_label(words("sign-in.password")).fill(GOOD if number == 3 else "wrong")
        with page.expect_response("**/api/sign-in") as answer:
            page.get_by_role("button", name=words("sign-in.act")).tap()
        assert answer.value.status == 401
        expect(page.get_by_role("alert")).to_have_text(words("account.fault.sign-in-wrong"))
    expect(page).to_have_url(f"{house.address}/sign-in")


def test_signing_out_closes_the_other_pages(open_house: OpenHouse, visits: Visits) -> None:
    """Who signs out in one tab has no link left in another: the seat goes on as a stranger's."""
    house = open_house("--limits", "25-500")
    context = visits.context(house, DESK)
    lobby = context.new_page()
    lobby.goto(house.link)
    expect(lobby.get_by_label(words("lobby.wallet"))).to_be_visible()
    seat = context.new_page()
    with seat.expect_websocket(lambda socket: "ticket=" in socket.url) as opened:
        seat.goto("/table/1")
    with opened.value.expect_event("close"):
        lobby.get_by_role("button", name=words("lobby.sign_out")).click()
    expect(lobby.get_by_role("link", name=words("sign-in.act"))).to_be_visible()


def test_two_admins(open_house: OpenHouse, visits: Visits) -> None:
    """O5: what one admin proposes the other agrees to: to let somebody in, and to erase him."""
    house = open_house("--no-table")
    pages = [visits.page(house, invited(house, name, "admin")) for name in ("ada", "bob")]
    for page in pages:
        set_password(page)
        set_authenticator(page)
        page.get_by_role("button", name=words("account.codes.act")).click()
        page.get_by_role("heading", name=words("accounts.title"), exact=True).wait_for()
    ada, bob = pages
    ada.get_by_label(words("accounts.propose.name"), exact=True).fill("dee")
    ada.get_by_label(words("accounts.propose.shown"), exact=True).fill("Dee")
    ada.get_by_role("combobox").select_option("dealer")
    ada.get_by_role("button", name=words("accounts.propose.act"), exact=True).dblclick()
    row = ada.get_by_role("listitem").filter(has_text="Dee")
    expect(row).to_contain_text(words("accounts.no_duty"))
    expect(ada.get_by_role("alert")).to_have_count(0)  # the second click proposes nothing
    expect(row.get_by_role("button", name=words("accounts.act.agree"))).to_have_count(0)
    bob.reload()
    bob.get_by_role("button", name=words("accounts.act.agree.of", name="Dee")).click()
    bob.set_viewport_size({"width": 390, "height": 500})
    bob.get_by_role("button", name=words("accounts.act.invite.of", name="Dee")).click()
    expect(bob.locator(".secret code")).to_be_in_viewport()
    link = bob.locator(".secret code").inner_text()
    dee = visits.page(house, link.removeprefix(house.address), PHONE)
    set_password(dee)
    set_authenticator(dee)
    dee.get_by_role("button", name=words("account.codes.act")).tap()
    expect(dee.get_by_text(words("duty.dealer"), exact=True)).to_be_visible()
    ada.reload()
    for key in ("bar", "erase", "erase-now"):
        ada.get_by_role("button", name=words(f"accounts.act.{key}.of", name="Dee")).click()
    expect(row).to_contain_text(words("accounts.erasing"))
    expect(row.get_by_role("button", name=words("accounts.act.agree"))).to_have_count(0)
    bob.reload()
    bob.get_by_role("button", name=words("accounts.act.agree.of", name="Dee")).click()
    expect(bob.get_by_role("listitem").filter(has_text="Dee")).to_have_count(0)


@pytest.mark.parametrize("size, large", SCREENS)
def test_the_pages_of_accounts(
    calm: House, visits: Visits, size: dict[str, Any], large: bool
) -> None:
    """Every state of signing in and of an account keeps the rules of all pages."""
    visits.allow("status of 4")
    inspection = Inspection(words_only=large)
    page = visits.context(calm, size).new_page()
    if large:
        enlarge(page, 32)
    name = f"admin {'large' if large else size['viewport']['width']}"
    page.goto("/sign-in")
    page.get_by_label(words("sign-in.name")).fill("nobody")
    inspection.scene("sign in", page, tab=True)
    page.get_by_label(words("sign-in.password")).fill("wrong")
    page.keyboard.press("Enter")
    page.get_by_text(words("account.fault.sign-in-wrong")).wait_for()
    inspection.scene("wrong", page, tab=True)
    page.goto("/floor")
    page.get_by_role("heading", name=words("notice.not-for-you.title")).wait_for()
    inspection.scene("not for you", page, tab=True)
    page.goto("/account")
    page.get_by_text(words("account.nobody")).wait_for()
    inspection.scene("nobody", page, tab=True)
    page.goto(invited(calm, name, "admin"))
    page.get_by_label(words("account.password.fresh")).wait_for()
    inspection.scene("first password", page, tab=True)
    set_password(page)
    page.get_by_role("button", name=words("account.factor.begin")).click()
    page.get_by_role("img", name=words("account.factor.picture")).wait_for()
    inspection.scene("authenticator", page, tab=True)
    page.reload()
    set_authenticator(page)
    inspection.scene("codes", page, tab=True)
    page.get_by_role("button", name=words("account.codes.act")).click()
    page.get_by_role("heading", name=words("accounts.propose.title")).wait_for()
    inspection.scene("accounts", page, tab=True)
    page.goto("/account")
    page.get_by_label(words("account.password.fresh")).wait_for()
    inspection.scene("account", page, tab=True)
    page.goto("/")
    page.get_by_role("link", name=words("lobby.home.admin")).wait_for()
    inspection.scene("lobby of staff", page, tab=True)
    assert inspection.faults == {}
