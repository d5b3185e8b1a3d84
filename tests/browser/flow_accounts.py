"""Accounts: an invitation, a password, an authenticator, a way in, and what two admins agree to."""

from collections.abc import Callable
from contextlib import closing
from typing import Final

import pyotp
from playwright.sync_api import Locator, Page, expect

from puntobanco.house.account_rules import Order
from puntobanco.house.accounts import Accounts
from puntobanco.house.clock import SystemClock
from puntobanco.house.people import Caller, People
from puntobanco.house.roles import Role
from puntobanco.store.sqlite import open_sqlite
from tests.browser.cuts import KILLED_BEFORE, Step
from tests.browser.flows import Find
from tests.browser.serving import House
from tests.browser.words import words

GOOD: Final = "a cat on a warm roof"
CODES: Final = ("aaaabbbbccccdddd", "bbbbccccddddeeee")
NOTED: Final = "AccountNoted"


def button(key: str, **holes: str) -> Find:
    """A button by its name."""
    return lambda page: page.get_by_role("button", name=words(key, **holes), exact=True)


def typed(**fields: str) -> Callable[[Page], None]:
    """Type into fields by their names."""

    def fill(page: Page) -> None:
        for name, value in fields.items():
            page.locator(f"main [name={name}]").fill(value)

    return fill


def authenticator(page: Page) -> None:
    """Read the secret from the page, and type what the authenticator shows."""
    secret = page.locator(".secret code").inner_text().replace(" ", "")
    page.locator("main [name=code]").fill(pyotp.TOTP(secret).now())


def has_codes(page: Page) -> None:
    """The codes are shown; where their answer was lost he must sign in, and may have others."""
    expect(page.locator(".codes li, a[href^='/sign-in']").first).to_be_visible()


def begins_anew(page: Page) -> None:
    """The picture went with the house that had shown it: he is told, and asks for another one."""
    expect(page.get_by_text(words("account.fault.begun-anew"))).to_be_visible()
    expect(button("account.factor.begin")(page)).to_be_visible()


def own_steps(who: str, cut: str | None) -> tuple[Step, ...]:
    """From an invitation to an account with a password and an authenticator."""
    begins = button("account.factor.begin")
    is_gone = cut == KILLED_BEFORE
    return (
        Step(who, "a password", button("account.password.act"), (NOTED,),
             lambda page: expect(begins(page)).to_be_visible(), typed(fresh=GOOD)),
        Step(who, "a picture", begins, (), lambda page: page.locator(".qr").wait_for()),
        Step(who, "the authenticator", button("account.factor.confirm"),
             () if is_gone else (NOTED,), begins_anew if is_gone else has_codes,
             authenticator),
    )  # fmt: skip


def comes_in(page: Page) -> None:
    """He is in; where the answer was lost that had let him in, his code is used up: another one."""
    inside = page.get_by_role("heading", name=words("accounts.title"), exact=True)
    wrong = page.get_by_text(words("account.fault.sign-in-wrong"))
    expect(inside.or_(wrong)).to_be_visible()
    if wrong.count():
        page.locator("main [name=code]").fill(CODES[1])
        button("sign-in.act")(page).click()
    expect(inside).to_be_visible()


WAY_IN: Final = (
    Step("ada", "a password", button("sign-in.act"), (),
         lambda page: page.locator("main [name=code]").wait_for(),
         typed(name="ada", password=GOOD)),
    Step("ada", "a code", button("sign-in.act"), (), comes_in, typed(code=CODES[0])),
)  # fmt: skip


def with_a_password(house: House) -> House:
    """Give an admin a password and a second factor in the file of a house, and open it."""
    with closing(open_sqlite(house.file)) as store:
        accounts = Accounts(store, People(store, SystemClock()), SystemClock())
        actor = accounts.open(Order("ada", "Ada", duties="admin"), "ada", "tests").actor
        accounts.set_password(actor, GOOD, "tests")
        secret = pyotp.random_base32()
        now = pyotp.TOTP(secret).now()
        assert accounts.set_second_factor(actor, secret, now, [*CODES], "tests")
    house.open()
    return house


def row(page: Page) -> Locator:
    """The account of Dee in the list."""
    return page.get_by_role("listitem").filter(has_text="Dee")


def says_in_row(key: str) -> Callable[[Page], None]:
    """The account of Dee says something."""
    return lambda page: expect(row(page)).to_contain_text(words(key))


def agreed(page: Page) -> None:
    """Dee is a dealer, which the proposal said before, and there is nothing left to agree to."""
    expect(button("accounts.act.agree.of", name="Dee")(page)).to_have_count(0)
    says_in_row("duty.dealer")(page)


def sure(page: Page) -> None:
    """Press once, where it is not yet proposed, so that the second press is asked for."""
    expect(row(page)).to_be_visible()
    first = button("accounts.act.erase.of", name="Dee")(page)
    if first.count():
        first.click()


def looks_again(page: Page) -> None:
    """See what the other admin proposed, and be sure of what is asked."""
    page.reload()
    sure(page)


SHARED_STEPS: Final = (
    Step("ada", "a proposal", button("accounts.propose.act"), (NOTED,),
         says_in_row("accounts.no_duty"), typed(name="dee", shown="Dee")),
    Step("bob", "two agree", button("accounts.act.agree.of", name="Dee"), (NOTED,),
         agreed, lambda page: page.reload()),
    Step("ada", "an erasing", button("accounts.act.erase-now.of", name="Dee"), (NOTED,),
         says_in_row("accounts.erasing"), looks_again, refill=sure),
    Step("bob", "two erase", button("accounts.act.agree.of", name="Dee"), (NOTED,),
         lambda page: expect(row(page)).to_have_count(0), lambda page: page.reload()),
    Step("bob", "sign-ins end", button("accounts.act.end.of", name="Ada"), (NOTED,),
         lambda page: expect(button("accounts.act.end.of", name="Ada")(page)).to_have_count(0)),
)  # fmt: skip


def two_admins(house: House) -> House:
    """Give two admins accounts in the file of a house, sign them in, and open it."""
    with closing(open_sqlite(house.file)) as store:
        people = People(store, SystemClock())
        accounts = Accounts(store, people, SystemClock())
        for name in ("ada", "bob"):
            accounts.open(Order(name, name.capitalize(), duties="admin"), name, "tests")
            people.begin("session", name, Caller(name, Role.ADMIN))
    house.open()
    return house
