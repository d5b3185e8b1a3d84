"""Accounts: how people sign in, what they work as, and how they are erased again.

All that is personal stands in one row of the store, beside the patron's name; the log gets ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from puntobanco.house import second_factor, sign_ins
from puntobanco.house.account_log import ERASING, AccountNoted, append, erasing, note
from puntobanco.house.account_rules import (
    AccountError,
    Order,
    check_erasable,
    check_kind,
    duty_of,
    end_if_less,
    erase,
    missing,
    new_account,
    row_of,
)
from puntobanco.house.clock import Clock
from puntobanco.house.duties import Duty, check_duties, read_duties, written
from puntobanco.house.passwords import Passwords, check_password
from puntobanco.house.people import People
from puntobanco.house.roles import Role
from puntobanco.house.sign_ins import is_over
from puntobanco.house.signing_in import Outcome, Try, judge, let_in
from puntobanco.house.tokens import Grant, folded, token_duties
from puntobanco.house.tries import Tries
from puntobanco.store.base import Account, SignIn, Store, T, Transaction

ADMINS: Final = 2  # that it takes to let somebody in


class Accounts:
    """The accounts of a house."""

    def __init__(
        self, store: Store, people: People, clock: Clock, passwords: Passwords | None = None
    ) -> None:
        """Serve a store."""
        self._store, self._people, self._clock = store, people, clock
        self._passwords = passwords or Passwords()
        self._tries = Tries()

    def known(self) -> list[Account]:
        """Give all accounts."""
        return self._store.read(lambda tx: tx.accounts())

    def find(self, name: str) -> Account:
        """Give the account of a name to sign in by, or of an actor's id."""
        return self._store.read(lambda tx: row_of(tx, name))

    def of(self, actor: str) -> Account | None:
        """Give the account of an actor, if he has one."""
        return self._store.read(lambda tx: tx.account(actor))

    def covers(self, grant: Grant) -> bool:
        """Whether one admin may give a token: two have agreed to its duty, or there are not two."""
        known = [(account, read_duties(account.duties)) for account in self.known()]
        admins = sum(Role.ADMIN in {duty.role for duty in duties} for _, duties in known)
        wanted = Duty(Role(grant.role), grant.table)
        return (
            admins < ADMINS
            or wanted.role is Role.PATRON
            or any(
                duty.role is wanted.role and duty.table in {None, wanted.table}
                for account, duties in known
                if folded(grant.name) in {account.sign_in, folded(account.name)}
                for duty in duties
            )
        )

    # Opening, duties, the end

    def open(self, order: Order, fresh: str, by: str, *, proposed: bool = False) -> Account:
        """Open an account; where it is proposed, somebody else must agree to its duties."""
        now = self._clock()

        def work(tx: Transaction) -> Account:
            account = new_account(tx, order, fresh, now)
            if proposed:
                account = replace(account, duties="", wanted=account.duties, wanted_by=by)
            tx.put_account(account)
            note(tx, now, account, "proposed" if proposed else "opened", by)
            return account

        return self._do(work)

    def set_duties(self, actor: str, duties: str, by: str, *, proposed: bool = False) -> Account:
        """Change what somebody works as; a change that is proposed waits until another agrees."""
        now, wanted = self._clock(), read_duties(duties)

        def work(tx: Transaction) -> Account:
            account = row_of(tx, actor)
            held = read_duties(account.duties)
            check_kind(account, wanted)
            check_duties(wanted)
            waits = proposed and set(wanted) != set(held)
            if waits and (account.wanted, account.wanted_by) == (written(wanted), by):
                return account  # asked again
            account = replace(
                account,
                duties=account.duties if waits else written(wanted),
                wanted=written(wanted) if waits else None,
                wanted_by=by if waits else None,
            )
            tx.put_account(account)
            note(tx, now, account, "proposed" if waits else "duties", by)
            if not waits:
                end_if_less(tx, account, held)
            return account

        return self._do(work)

    def agree(self, actor: str, by: str) -> Account | None:
        """Do what another one has proposed: give duties and take them away, or erase somebody."""
        now = self._clock()

        def work(tx: Transaction) -> Account | str:
            proposer = erasing(tx).get(actor)
            if proposer is not None:
                if by == proposer:
                    raise AccountError(f"{actor}: it takes a second person; let another agree")
                return erase(tx, actor, by, now)
            account = row_of(tx, actor)
            if account.wanted is None:
                raise AccountError(f"{actor}: nothing is proposed; propose something first")
            held, wanted = read_duties(account.duties), read_duties(account.wanted)
            is_his = by == account.actor and not set(wanted) <= set(held)
            if by == account.wanted_by or is_his:
                raise AccountError(f"{actor}: it takes a second person; let another admin agree")
            check_duties((*token_duties(tx, account.actor, now), *wanted))
            account = replace(account, duties=written(wanted), wanted=None, wanted_by=None)
            tx.put_account(account)
            note(tx, now, account, "duties", by)
            end_if_less(tx, account, held)
            return account

        done = self._do(work)
        if isinstance(done, str):
            self._people.forget(done)
            return None
        return done

    def propose_erasing(self, actor: str, by: str) -> None:
        """Propose to erase somebody; another admin must agree."""
        now = self._clock()

        def work(tx: Transaction) -> None:
            found = check_erasable(tx, actor)
            if erasing(tx).get(found) != by:  # whose answer was lost asks again
                append(tx, now, AccountNoted(found, ERASING, by))

        self._do(work)

    def erasing(self) -> dict[str, str]:
        """Give whom somebody wants to erase, and who that is."""
        return self._store.read(erasing)

    def withdraw(self, actor: str, by: str) -> None:
        """Take a proposal about somebody back, whatever it is."""
        now = self._clock()

        def work(tx: Transaction) -> None:
            account = tx.account(actor)
            if account is not None and account.wanted is not None:
                account = replace(account, wanted=None, wanted_by=None)
                tx.put_account(account)
            elif actor not in erasing(tx):
                raise AccountError(f"{actor}: nothing is proposed")
            append(tx, now, AccountNoted(actor, "withdrawn", by))

        self._do(work)

    def bar(self, actor: str, by: str) -> None:
        """Shut somebody out at once: sign-ins, tokens and password are gone until an invitation."""
        now = self._clock()

        def work(tx: Transaction) -> None:
            account = row_of(tx, actor)
            ended, dropped = sign_ins.end(tx, account.actor), tx.drop_tokens(account.actor)
            if ended or dropped or account.password:  # whose answer was lost asks again
                tx.put_account(replace(account, password=None, failures=0, locked=0))
                note(tx, now, account, "barred", by)

        self._do(work)

    def end_sign_ins(self, actor: str, by: str) -> int:
        """End every sign-in of somebody; give how many."""
        now = self._clock()

        def work(tx: Transaction) -> int:
            account = row_of(tx, actor)
            ended = sign_ins.end(tx, account.actor)
            if ended:  # whose answer was lost asks again
                note(tx, now, account, "ended", by)
            return ended

        return self._do(work)

    def erase(self, actor: str, by: str) -> None:
        """Erase what is personal of somebody whose chips are paid out: account, name, tokens."""
        now = self._clock()
        self._people.forget(self._do(lambda tx: erase(tx, actor, by, now)))

    # What somebody sets for himself

    def set_password(self, actor: str, password: str, by: str, but: bytes | None = None) -> None:
        """Give an account another password, and end its sign-ins, all but one."""
        account = self.find(actor)
        check_password(password, account.sign_in)
        kept, now = self._passwords.hash(password), self._clock()

        def work(tx: Transaction) -> None:
            found = replace(row_of(tx, account.actor), password=kept, failures=0, locked=0)
            tx.put_account(found)
            note(tx, now, found, "password", by)
            sign_ins.end(tx, found.actor, but=but)

        self._do(work)

    def is_proved(self, actor: str, password: str, address: str) -> bool:
        """Whether somebody who is signed in knows the password, if there is one; tries count."""
        account, now = self.find(actor), self._clock()
        if account.password is None:
            return True
        if self._tries.is_barred(address, now):
            return False
        is_right = self._passwords.is_right(account.password, password)
        if not is_right:
            self._do(lambda _: self._tries.wrong(address, account.actor, now))
        return is_right

    def set_second_factor(
        self, actor: str, secret: str, code: str, codes: list[str], by: str
    ) -> bool:
        """Take an authenticator that shows the right code, and codes for when it is lost."""
        now = self._clock()
        step = second_factor.step_of(secret, code, now, 0)
        if step is None:
            return False

        def work(tx: Transaction) -> bool:
            account = row_of(tx, actor)
            recovery = second_factor.kept(codes)
            tx.put_account(replace(account, secret=secret, step=step, recovery=recovery))
            note(tx, now, account, "second-factor", by)
            return True

        return self._do(work)

    def forget_second_factor(self, actor: str, by: str) -> Account:
        """Take an authenticator off that was lost; the staff must set a new one."""
        now = self._clock()

        def work(tx: Transaction) -> Account:
            account = replace(row_of(tx, actor), secret=None, step=0, recovery="")
            tx.put_account(account)
            note(tx, now, account, "second-factor", by)
            sign_ins.end(tx, account.actor)
            return account

        return self._do(work)

    # Signing in

    def signed_in(self) -> Counter[str]:
        """Count the sign-ins of everybody."""
        now = self._clock()
        found = self._store.read(lambda tx: tx.sign_ins())
        return Counter(s.actor for s in found if s.kind == "session" and not is_over(s, now))

    def invite(self, name: str, token: str, by: str) -> None:
        """Keep a one-time link by which somebody sets a password; the one before is gone."""
        now = self._clock()

        def work(tx: Transaction) -> None:
            account = row_of(tx, name)
            duties = read_duties(account.duties)
            if not duties:
                raise AccountError(f"{name}: nobody has agreed to his duties yet")
            sign_ins.end(tx, account.actor)
            tx.put_account(replace(account, password=None, failures=0, locked=0))
            first = duties[0]
            sign_ins.put(
                tx,
                sign_ins.made(
                    "invitation", token, account.actor, first.role.value, first.table, now
                ),
            )
            note(tx, now, account, "invited", by)

        self._do(work)

    def link(self, name: str, token: str, by: str, duty: str = "") -> Account:
        """Keep a one-time link to a whole sign-in, in one of his duties."""
        now = self._clock()

        def work(tx: Transaction) -> Account:
            account = row_of(tx, name)
            chosen = duty_of(read_duties(account.duties), duty)
            if chosen is None:
                raise AccountError(
                    f"{name}: say which duty it is for: {account.duties or 'he has none yet'}"
                )
            role, table = chosen.role.value, chosen.table
            sign_ins.put(tx, sign_ins.made("link", token, account.actor, role, table, now))
            note(tx, now, account, "link", by)
            return account

        return self._do(work)

    def sign_in(self, tried: Try, token: str) -> Outcome:
        """Sign somebody in, if all is right; what is wrong of it is not told."""
        now = self._clock()
        if self._tries.is_barred(tried.address, now):
            return Outcome(reason="too-many")
        name = folded(tried.name)
        account = self._store.read(lambda tx: tx.account_named(name))
        is_right = self._passwords.is_right(account.password if account else None, tried.password)
        proved = account.password if account and is_right else None
        return self._do(lambda tx: judge(tx, self._tries, tried, token, now, proved=proved))

    def complete(self, half: SignIn, token: str) -> Outcome:
        """Make a whole sign-in of a half one, once nothing is missing."""
        now = self._clock()

        def work(tx: Transaction) -> Outcome:
            account = row_of(tx, half.actor)
            if missing(account) or not tx.drop_sign_in(half.token_hash):
                return Outcome(reason="wrong")
            return let_in(tx, account, Duty(Role(half.role), half.table), token, now)

        return self._do(work)

    def _do(self, work: Callable[[Transaction], T]) -> T:
        return self._store.submit(work).result()
