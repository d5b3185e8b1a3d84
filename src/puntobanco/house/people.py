"""Patrons and staff: their names, sign-ins and tokens.

Tokens are made by whoever calls (web.sessions); the store keeps their hashes alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from puntobanco.house.cage import enrol
from puntobanco.house.clock import Clock
from puntobanco.house.pins import is_pin, put_pin
from puntobanco.house.roles import Role
from puntobanco.house.tokens import GIVEN, LINK, Grant, give_token, hash_of, take_token, use_link
from puntobanco.ledger import wallet
from puntobanco.store.base import Patron, Store, Token, Transaction

SESSION_MS: Final = 7 * 24 * 3_600_000
LINK_MS: Final = 24 * 3_600_000
THIRD_PARTY: Final = "third-party"
NOBODY: Final = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is asking: an actor in a role, at one table or at every one."""

    actor: str
    role: Role
    table: str | None = None  # None: every table

    def serves(self, table: str) -> bool:
        """Whether a table is his."""
        return self.table is None or self.table == table


class People:
    """Who is known to the house."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """Read the names."""
        self._store, self._clock = store, clock
        known = store.read(lambda tx: tx.patrons())
        self._names = {patron.id: patron.name for patron in known}
        self._roles = {patron.id: patron.role for patron in known}

    def name_of(self, patron: str) -> str:
        """Give a name, or a dash for somebody who was erased."""
        return self._names.get(patron, NOBODY)

    def kind_of(self, patron: str) -> str:
        """Say whether a patron is a third-party provider's."""
        return THIRD_PARTY if self.role_of(patron) == THIRD_PARTY else "patron"

    def role_of(self, patron: str) -> str:
        """Give what a patron was enrolled as."""
        return self._roles.get(patron, "patron")

    def known(self) -> list[str]:
        """Give the ids of everybody."""
        return sorted(self._names)

    def is_known(self, patron: str) -> bool:
        """Whether the id is taken."""
        return patron in self._names

    def enrol(self, patron: str, name: str, chips: int, role: str = "patron") -> None:
        """Write a new patron down, with chips in the wallet; durable on return."""
        now = self._clock()
        self._store.submit(lambda tx: enrol(tx, patron, name, role, chips, now)).result()
        self.met(patron, name, role)

    def met(self, patron: str, name: str, role: str) -> None:
        """Take note of a patron who was written down."""
        self._names[patron], self._roles[patron] = name, role

    def wallet(self, patron: str) -> int:
        """Give what lies in a wallet."""
        return self._store.read(lambda tx: tx.balance(wallet(patron)))

    def sign_in(self, patron: str, token: str) -> None:
        """Keep a sign-in."""
        expires = self._clock() + SESSION_MS
        self._store.submit(lambda tx: tx.put_session(hash_of(token), patron, expires)).result()

    def signed_in(self, token: str) -> Patron | None:
        """Give who a sign-in belongs to, if it is still good."""
        session = self._store.read(lambda tx: tx.session(hash_of(token)))
        if session is None or session.expires <= self._clock():
            return None
        return self._store.read(lambda tx: tx.patron(session.patron))

    def sign_out(self, token: str) -> None:
        """Drop a sign-in, of a patron or of the staff."""
        hashed, now = hash_of(token), self._clock()

        def work(tx: Transaction) -> None:
            tx.drop_session(hashed)
            tx.revoke_token(hashed, now)

        self._store.submit(work).result()

    def bearer(self, token: str) -> Caller | None:
        """Give who a token stands for, if it is still good."""
        found = self._store.read(lambda tx: tx.token(hash_of(token)))
        if found is None or not self._is_good(found):
            return None
        return Caller(found.actor, Role(found.role), found.table)

    def is_good(self, key: bytes) -> bool:
        """Whether a sign-in or a token still is, by its hash."""
        session = self._store.read(lambda tx: tx.session(key))
        if session is not None:
            return session.expires > self._clock()
        found = self._store.read(lambda tx: tx.token(key))
        return found is not None and self._is_good(found)

    def _is_good(self, token: Token) -> bool:
        if token.revoked is not None or token.role not in GIVEN:
            return False
        return token.expires is None or token.expires > self._clock()

    def tokens(self) -> list[Token]:
        """Give all tokens, the oldest first."""
        found = self._store.read(lambda tx: tx.tokens())
        return [token for token in found if token.role in GIVEN]

    def give_token(self, grant: Grant, token: str, fresh: str) -> Token:
        """Keep a token; durable on return."""
        now = self._clock()
        return self._store.submit(lambda tx: give_token(tx, grant, token, fresh, now)).result()

    def take_token(self, ident: str) -> Token:
        """Take a token back; durable on return."""
        now = self._clock()
        return self._store.submit(lambda tx: take_token(tx, ident, now)).result()

    def put_link(self, patron: str, token: str) -> None:
        """Keep a one-time link."""
        expires = self._clock() + LINK_MS
        self._store.submit(lambda tx: tx.put_link(hash_of(token), patron, expires)).result()

    def take_link(self, token: str) -> str | None:
        """Use a one-time link up; None if it is unknown, used or too old."""
        now = self._clock()
        return self._store.submit(lambda tx: tx.take_link(hash_of(token), now)).result()

    def put_staff_link(self, grant: Grant, link: str, fresh: str) -> None:
        """Keep a one-time link that signs a member of the staff in."""
        now, day = self._clock(), replace(grant, days=1)
        work = self._store.submit(lambda tx: give_token(tx, day, link, fresh, now, LINK))
        work.result()

    def take_staff_link(self, link: str, token: str) -> Caller | None:
        """Use a link of the staff up: the token is its sign-in; None if the link is no good."""
        now = self._clock()
        expires = now + SESSION_MS
        work = self._store.submit(lambda tx: use_link(tx, link, token, now, expires))
        return self.bearer(token) if work.result() else None

    def set_pin(self, table: str, pin: str, salt: str) -> None:
        """Give a table another PIN; durable on return."""
        now = self._clock()
        self._store.submit(lambda tx: put_pin(tx, table, pin, salt, now)).result()

    def is_pin(self, table: str, pin: str) -> bool:
        """Whether this is the PIN of a table; one that has none is opened by nothing."""
        return self._store.read(lambda tx: is_pin(tx, table, pin))
