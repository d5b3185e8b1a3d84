"""Patrons and staff: their names, sign-ins and tokens.

Tokens are made by whoever calls (web.sessions); the store keeps their hashes alone.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import Final

from puntobanco.house.cage import enrol
from puntobanco.house.clock import Clock
from puntobanco.house.pins import is_pin, put_pin
from puntobanco.house.roles import Role
from puntobanco.house.sign_ins import NOTED_MS, SESSION_MS, enter, is_over, made, purge, put
from puntobanco.house.tokens import GIVEN, Grant, give_token, hash_of, is_good, take_token
from puntobanco.ledger import wallet
from puntobanco.store.base import SignIn, Store, StoreStopped, Token

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


def caller_of(sign_in: SignIn) -> Caller:
    """Give who has signed in."""
    return Caller(sign_in.actor, Role(sign_in.role), sign_in.table)


class People:
    """Who is known to the house."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """Read the names."""
        self._store, self._clock = store, clock
        known = store.read(lambda tx: tx.patrons())
        self._names = {patron.id: patron.name for patron in known}
        self._roles = {patron.id: patron.role for patron in known}
        self._used: dict[bytes, int] = {}  # when each sign-in was last used
        self._noted: dict[bytes, int] = {}  # and when that was last written down

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

    def forget(self, patron: str) -> None:
        """Take note of a patron who was erased."""
        self._names.pop(patron, None)
        self._roles.pop(patron, None)

    def wallet(self, patron: str) -> int:
        """Give what lies in a wallet."""
        return self._store.read(lambda tx: tx.balance(wallet(patron)))

    def sign_in(self, patron: str, token: str) -> None:
        """Keep a sign-in of a patron."""
        self.begin("session", token, Caller(patron, Role.PATRON))

    def begin(self, kind: str, token: str, caller: Caller) -> None:
        """Keep a sign-in, or a link to one; durable on return."""
        now = self._clock()
        kept = made(kind, token, caller.actor, caller.role.value, caller.table, now)
        self._store.submit(lambda tx: put(tx, kept)).result()

    def signed_in(self, token: str) -> Caller | None:
        """Give who has signed in with a token, if that is still good."""
        found = self.sign_in_of(token)
        return caller_of(found) if found and found.kind == "session" else None

    def sign_in_of(self, token: str) -> SignIn | None:
        """Give the sign-in or link of a token, if it is still good."""
        return self._good(hash_of(token))

    def _good(self, key: bytes) -> SignIn | None:
        found = self._store.read(lambda tx: tx.sign_in(key))
        if found is None:
            return None
        found = replace(found, used=max(found.used, self._used.get(key, 0)))
        return None if is_over(found, self._clock()) else found

    def used(self, token: str) -> None:
        """Note that somebody is there who has signed in; looking on does not count."""
        key, now = hash_of(token), self._clock()
        self._used[key] = now
        if now - self._noted.get(key, 0) >= NOTED_MS:
            self._noted[key] = now
            with contextlib.suppress(StoreStopped):
                self._store.submit(lambda tx: tx.use_sign_in(key, now))

    def sign_out(self, token: str) -> None:
        """Drop a sign-in."""
        hashed = hash_of(token)
        self._store.submit(lambda tx: tx.drop_sign_in(hashed)).result()

    def bearer(self, token: str) -> Caller | None:
        """Give who a token stands for, if it is still good."""
        found = self._store.read(lambda tx: tx.token(hash_of(token)))
        if found is None or not is_good(found, self._clock()):
            return None
        return Caller(found.actor, Role(found.role), found.table)

    def is_good(self, key: bytes) -> bool:
        """Whether a sign-in or a token still is, by its hash."""
        session = self._good(key)
        if session is not None:
            return session.kind == "session"
        token = self._store.read(lambda tx: tx.token(key))
        return token is not None and is_good(token, self._clock())

    def purge(self) -> None:
        """Forget sign-ins and links that are over."""
        now = self._clock()
        for key in [key for key, at in list(self._used.items()) if now - at >= SESSION_MS]:
            del self._used[key]
            self._noted.pop(key, None)
        self._store.submit(lambda tx: purge(tx, now)).result()

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
        """Keep a one-time link that signs a patron in."""
        self.begin("link", token, Caller(patron, Role.PATRON))

    def enter(self, link: str, token: str) -> SignIn | None:
        """Use a link up: the token is its sign-in; None if the link is no good."""
        now = self._clock()
        return self._store.submit(lambda tx: enter(tx, link, token, now)).result()

    def set_pin(self, table: str, pin: str, salt: str) -> None:
        """Give a table another PIN; durable on return."""
        now = self._clock()
        self._store.submit(lambda tx: put_pin(tx, table, pin, salt, now)).result()

    def is_pin(self, table: str, pin: str) -> bool:
        """Whether this is the PIN of a table; one that has none is opened by nothing."""
        return self._store.read(lambda tx: is_pin(tx, table, pin))
