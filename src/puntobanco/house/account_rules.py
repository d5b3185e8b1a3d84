"""What an account may be: its names and duties, whose it is, and when it may go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from puntobanco.errors import InputError
from puntobanco.house import sign_ins
from puntobanco.house.account_log import AccountNoted, append
from puntobanco.house.duties import Duty, check_duties, read_duties, written
from puntobanco.house.names import clean_name
from puntobanco.house.roles import Role
from puntobanco.house.tokens import actor_named, duties_of, folded
from puntobanco.ledger import wallet
from puntobanco.store.base import Account, Transaction

SIGN_IN_MAX: Final = 64
CONTACT_MAX: Final = 200


class AccountError(InputError):
    """Something that cannot be done to an account; the message says the cure."""


@dataclass(frozen=True, slots=True)
class Order:
    """An account to open."""

    name: str  # that he signs in by
    shown: str = ""
    contact: str = ""
    duties: str = Role.PATRON.value
    patron: str | None = None  # whose it is, for the role patron


def missing(account: Account) -> tuple[str, ...]:
    """Say what somebody must set before he is let in: a password; staff a second factor."""
    is_staff = Role.PATRON not in {duty.role for duty in read_duties(account.duties)}
    lacks = [] if account.password else ["password"]
    return (*lacks, *(["second-factor"] if is_staff and not account.secret else []))


def new_account(tx: Transaction, order: Order, fresh: str, now: int) -> Account:
    """Make an account: of a patron who is there, or of a new member of the staff."""
    name, duties = folded(order.name), read_duties(order.duties)
    if not (0 < len(name) <= SIGN_IN_MAX and name.isprintable()):
        raise AccountError(
            f"{order.name!r}: nobody can sign in by this; give 1 to {SIGN_IN_MAX} letters"
        )
    if tx.account_named(name) is not None:
        raise AccountError(f"{name}: somebody signs in by this name; give another one")
    if len(order.contact) > CONTACT_MAX or not order.contact.isprintable():
        raise AccountError(f"this is no contact; give one line of {CONTACT_MAX} letters at most")
    is_patron = Role.PATRON in {duty.role for duty in duties}
    if is_patron != (order.patron is not None):
        raise AccountError(f"{name}: a patron belongs to the role patron; name one there only")
    if not duties:
        raise AccountError(f"{name}: say what he works as")
    if order.patron is not None:
        patron = tx.patron(order.patron)
        if patron is None:
            raise AccountError(f"{order.patron}: there is no such patron; enrol him first")
        if tx.account(order.patron) is not None:
            raise AccountError(f"{order.patron}: he has an account; change that one")
        return _account(order.patron, name, patron.name, order, now)
    shown = clean_name(order.shown) or clean_name(order.name) or name
    actor = actor_named(tx, shown) or actor_named(tx, name) or fresh
    if tx.account(actor) is not None:
        raise AccountError(f"{shown}: somebody of the staff has this name; give another one")
    check_duties((*duties_of(tx, actor, now), *duties))
    return _account(actor, name, shown, order, now)


def _account(actor: str, name: str, shown: str, order: Order, now: int) -> Account:
    return Account(
        actor=actor,
        sign_in=name,
        name=shown,
        contact=order.contact.strip(),
        duties=written(read_duties(order.duties)),
        created=now,
    )


def row_of(tx: Transaction, name: str) -> Account:
    """Give the account of a name to sign in by, or of an actor's id."""
    account = tx.account_named(folded(name)) or tx.account(name)
    if account is None:
        raise AccountError(f"{name}: there is no such account; list them first")
    return account


def check_kind(account: Account, wanted: tuple[Duty, ...]) -> None:
    """A patron stays one, and nobody becomes one: his chips and his log are those of his id."""
    patron = Role.PATRON in {
        duty.role for duty in read_duties(account.duties or account.wanted or "")
    }
    if patron or Role.PATRON in {duty.role for duty in wanted}:
        raise AccountError(f"{account.sign_in}: a patron is one for ever, and no staff becomes one")


def duty_of(duties: tuple[Duty, ...], asked: str) -> Duty | None:
    """Give the duty that is asked for, or the only one."""
    if not asked:
        return duties[0] if len(duties) == 1 else None
    return next((duty for duty in duties if str(duty) == asked), None)


def end_if_less(tx: Transaction, account: Account, held: tuple[Duty, ...]) -> None:
    """End the sign-ins of somebody who has lost one of the duties that he held."""
    if not set(held) <= set(read_duties(account.duties)):
        sign_ins.end(tx, account.actor)


def check_erasable(tx: Transaction, name: str) -> str:
    """Give the id of somebody who may be erased: there is one, and his chips are paid out."""
    account = tx.account_named(folded(name)) or tx.account(name)
    gone = account.actor if account else name
    if account is None and tx.patron(gone) is None:
        raise AccountError(f"{name}: there is nobody of that name; list the accounts")
    held = chips_of(tx, gone)
    if held:
        raise AccountError(f"{name}: there are chips of his in {held}; pay them out first")
    return gone


def erase(tx: Transaction, name: str, by: str, now: int) -> str:
    """Erase what is personal of somebody; the log keeps his id."""
    gone = check_erasable(tx, name)
    sign_ins.end(tx, gone)
    tx.drop_account(gone)
    tx.drop_patron(gone)
    tx.drop_tokens(gone)
    tx.drop_sheets(gone)
    append(tx, now, AccountNoted(gone, "erased", by))
    return gone


def chips_of(tx: Transaction, actor: str) -> str:
    """Name an account of chips that are somebody's; empty if he has none."""
    held = [wallet(actor)] if tx.balance(wallet(actor)) else []
    at_tables = (tx.balances(kind) for kind in ("rack:", "escrow:", "cover:", "dispute:"))
    held += [account for found in at_tables for account in found if actor in account.split(":")]
    return held[0] if held else ""
