"""Accounts: an invitation, a password, an authenticator, a way in, and what two admins agree to."""

from collections.abc import Callable
from typing import Final

import pyotp
from playwright.sync_api import Page, expect

from tests.browser.cuts import KILLED_BEFORE, Step
from tests.browser.flows import Find
from tests.browser.words import words

GOOD: Final = "a cat on a warm roof"
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
