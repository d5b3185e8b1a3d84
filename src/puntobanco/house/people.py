"""Patrons, their sign-ins and their names.

Tokens are made by whoever calls (web.sessions); the store keeps their hashes alone.
"""

from __future__ import annotations

import hashlib
from typing import Final

from puntobanco.house.cage import enrol
from puntobanco.house.clock import Clock
from puntobanco.ledger import wallet
from puntobanco.store.base import Patron, Store

SESSION_MS: Final = 7 * 24 * 3_600_000
LINK_MS: Final = 24 * 3_600_000
NAME_MAX: Final = 24
NOBODY: Final = "\N{EN DASH}"


class People:
    """Who is known to the house."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """Read the names."""
        self._store, self._clock = store, clock
        self._names = {patron.id: patron.name for patron in store.read(lambda tx: tx.patrons())}

    def name_of(self, patron: str) -> str:
        """Give a name, or a dash for somebody who was erased."""
        return self._names.get(patron, NOBODY)

    def is_known(self, patron: str) -> bool:
        """Whether the id is taken."""
        return patron in self._names

    def enrol(self, patron: str, name: str, chips: int, role: str = "patron") -> None:
        """Write a new patron down, with chips in the wallet; durable on return."""
        now = self._clock()
        self._store.submit(lambda tx: enrol(tx, patron, name, role, chips, now)).result()
        self._names[patron] = name

    def wallet(self, patron: str) -> int:
        """Give what lies in a wallet."""
        return self._store.read(lambda tx: tx.balance(wallet(patron)))

    def sign_in(self, patron: str, token: str) -> None:
        """Keep a sign-in."""
        expires = self._clock() + SESSION_MS
        self._store.submit(lambda tx: tx.put_session(_hash(token), patron, expires)).result()

    def signed_in(self, token: str) -> Patron | None:
        """Give who a sign-in belongs to, if it is still good."""
        session = self._store.read(lambda tx: tx.session(_hash(token)))
        if session is None or session.expires <= self._clock():
            return None
        return self._store.read(lambda tx: tx.patron(session.patron))

    def sign_out(self, token: str) -> None:
        """Drop a sign-in."""
        self._store.submit(lambda tx: tx.drop_session(_hash(token))).result()

    def put_link(self, patron: str, token: str) -> None:
        """Keep a one-time link."""
        expires = self._clock() + LINK_MS
        self._store.submit(lambda tx: tx.put_link(_hash(token), patron, expires)).result()

    def take_link(self, token: str) -> str | None:
        """Use a one-time link up; None if it is unknown, used or too old."""
        now = self._clock()
        return self._store.submit(lambda tx: tx.take_link(_hash(token), now)).result()


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def clean_name(name: str | None) -> str | None:
    """Give a name as it may be shown: printable, trimmed, not too long; None if nothing is left."""
    kept = "".join(c for c in name or "" if c.isprintable() or c.isspace())
    shown = " ".join(kept.split())
    return shown[:NAME_MAX].strip() or None
