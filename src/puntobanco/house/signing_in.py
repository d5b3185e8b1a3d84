"""What comes of a try to sign in: decided on the writer's thread, where the lock is set as well."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from puntobanco.house import second_factor, sign_ins
from puntobanco.house.account_log import note
from puntobanco.house.account_rules import duty_of, missing
from puntobanco.house.duties import Duty, read_duties
from puntobanco.house.sign_ins import seen
from puntobanco.house.tokens import folded
from puntobanco.house.tries import LOCK_MS, WRONG_MAX, Tries
from puntobanco.store.base import Account, SignIn, Transaction


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a try to sign in: it, or why there is none."""

    sign_in: SignIn | None = None
    reason: str = ""  # wrong | too-many | code | duty
    duties: tuple[Duty, ...] = ()  # to choose from
    seen: int | None = None  # when he signed in before
    actor: str = field(default="", compare=False)  # whose account it was, for the log alone


@dataclass(frozen=True, slots=True)
class Try:
    """What somebody types to sign in, and from where."""

    name: str
    password: str
    code: str = ""
    duty: str = ""
    address: str = ""


def judge(
    tx: Transaction, tries: Tries, tried: Try, token: str, now: int, *, proved: str | None
) -> Outcome:
    """Say what comes of a try; the lock is looked at where it is set, so that none slips by.

    What was ``proved`` is the hash that the password fitted: it may be another one by now.
    """
    account = tx.account_named(folded(tried.name))
    if account is None or not account.duties:
        tries.wrong(tried.address, None, now)
        return Outcome(reason="wrong")
    if tries.is_locked(account.actor, account.locked, tried.address, now):
        tries.wrong(tried.address, None, now)
        return Outcome(reason="wrong", actor=account.actor)
    is_right = proved is not None and account.password == proved
    if is_right and account.secret and not tried.code:
        return Outcome(reason="code")
    passed = _passed(account, tried.code, now) if is_right else None
    if passed is None:
        tries.wrong(tried.address, account.actor, now)
        _fail(tx, account, now)
        return Outcome(reason="wrong", actor=account.actor)
    duties = read_duties(account.duties)
    duty = duty_of(duties, tried.duty)
    if duty is None:
        return Outcome(reason="duty", duties=duties)
    tries.right(tried.address, account.actor)
    return let_in(tx, passed, duty, token, now)


def let_in(tx: Transaction, account: Account, duty: Duty, token: str, now: int) -> Outcome:
    """Sign somebody in whose password and code were right: by half, while something is missing."""
    kind = "half" if missing(account) else "session"
    found = sign_ins.made(kind, token, account.actor, duty.role.value, duty.table, now)
    sign_ins.put(tx, found)
    account = replace(account, failures=0, locked=0)
    tx.put_account(account if kind == "half" else seen(account, now))
    return Outcome(found, seen=account.seen)


def _fail(tx: Transaction, account: Account, now: int) -> None:
    """Count a wrong try; the third locks the account, and the log says so."""
    failures = account.failures + 1
    if failures < WRONG_MAX:
        tx.put_account(replace(account, failures=failures))
        return
    tx.put_account(replace(account, failures=0, locked=now + LOCK_MS))
    note(tx, now, account, "locked", account.actor)


def _passed(account: Account, code: str, now: int) -> Account | None:
    """Give the account with its code used up; None if the code is wrong."""
    if account.secret is None:
        return account
    step = second_factor.step_of(account.secret, code, now, account.step)
    if step is not None:
        return replace(account, step=step)
    left = second_factor.without(account.recovery, code)
    return None if left is None else replace(account, recovery=left)
