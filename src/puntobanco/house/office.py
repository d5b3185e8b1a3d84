"""The office: orders about tokens and accounts from the machine itself, as data.

They are carried out where the database is held: here, or in the process that serves it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from msgspec import Struct

from puntobanco.errors import InputError
from puntobanco.house.account_log import CONSOLE
from puntobanco.house.account_rules import Order as AccountOrder
from puntobanco.house.accounts import Accounts
from puntobanco.house.people import People
from puntobanco.house.tokens import Grant, shown
from puntobanco.store.base import Account


class Order(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=True):
    """Something to be done."""


class GiveToken(Order, frozen=True):
    """Keep a token."""

    grant: Grant
    token: str
    fresh: str

    def done(self, office: Office) -> object:
        """Keep it."""
        return shown(office.people.give_token(self.grant, self.token, self.fresh))


class ListTokens(Order, frozen=True):
    """List the tokens."""

    def done(self, office: Office) -> object:
        """List them."""
        return [shown(token) for token in office.people.tokens()]


class TakeToken(Order, frozen=True):
    """Take a token back."""

    ident: str

    def done(self, office: Office) -> object:
        """Take it back."""
        return shown(office.people.take_token(self.ident))


class OpenAccount(Order, frozen=True):
    """Open an account, with an invitation to set its password."""

    order: AccountOrder
    fresh: str
    link: str

    def done(self, office: Office) -> object:
        """Open it."""
        opened = office.accounts.open(self.order, self.fresh, CONSOLE)
        office.accounts.invite(opened.actor, self.link, CONSOLE)
        return listed(opened)


class ListAccounts(Order, frozen=True):
    """List the accounts."""

    def done(self, office: Office) -> object:
        """List them."""
        return [listed(account) for account in office.accounts.known()]


class SetDuties(Order, frozen=True):
    """Say what somebody works as."""

    name: str
    duties: str

    def done(self, office: Office) -> object:
        """Set them."""
        return listed(office.accounts.set_duties(self.name, self.duties, CONSOLE))


class SetPassword(Order, frozen=True):
    """Set somebody's password."""

    name: str
    password: str

    def done(self, office: Office) -> None:
        """Set it."""
        office.accounts.set_password(self.name, self.password, CONSOLE)


class Invite(Order, frozen=True):
    """Give somebody a link to set a password with."""

    name: str
    link: str

    def done(self, office: Office) -> None:
        """Keep it."""
        office.accounts.invite(self.name, self.link, CONSOLE)


class Link(Order, frozen=True):
    """Give somebody a link that signs him in."""

    name: str
    duty: str
    link: str

    def done(self, office: Office) -> object:
        """Keep it."""
        return listed(office.accounts.link(self.name, self.link, CONSOLE, self.duty))


class ForgetSecondFactor(Order, frozen=True):
    """Take an authenticator off that was lost."""

    name: str

    def done(self, office: Office) -> object:
        """Take it off."""
        return listed(office.accounts.forget_second_factor(self.name, CONSOLE))


class EndSignIns(Order, frozen=True):
    """End every sign-in of somebody."""

    name: str

    def done(self, office: Office) -> object:
        """End them."""
        return office.accounts.end_sign_ins(self.name, CONSOLE)


class Erase(Order, frozen=True):
    """Erase what is personal of somebody."""

    name: str

    def done(self, office: Office) -> None:
        """Erase it."""
        office.accounts.erase(self.name, CONSOLE)


AnyOrder = (
    GiveToken
    | ListTokens
    | TakeToken
    | OpenAccount
    | ListAccounts
    | SetDuties
    | SetPassword
    | Invite
    | Link
    | ForgetSecondFactor
    | EndSignIns
    | Erase
)


class Done(Struct, frozen=True):
    """What came of an order: a value, or why it was not done."""

    value: Any = None
    fault: str = ""
    address: str = ""  # of the house, where one is open


ORDERS: Final = msgspec.json.Decoder(AnyOrder)
DONE: Final = msgspec.json.Decoder(Done)


@dataclass(frozen=True, slots=True)
class Office:
    """Carries orders out."""

    people: People
    accounts: Accounts
    address: str = ""

    def do(self, order: AnyOrder) -> Done:
        """Carry an order out."""
        try:
            return Done(order.done(self), address=self.address)
        except InputError as fault:
            return Done(fault=str(fault))


def listed(account: Account) -> dict[str, str | bool | None]:
    """Give an account as it may be shown."""
    return {
        "actor": account.actor,
        "sign_in": account.sign_in,
        "name": account.name,
        "contact": account.contact,
        "duties": account.duties,
        "wanted": account.wanted,
        "password": account.password is not None,
        "second_factor": account.secret is not None,
    }
