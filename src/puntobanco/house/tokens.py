"""Tokens: what staff, programs and bots show instead of a sign-in.

The store keeps the hash of a token alone; its first digits are the name by which it is taken back.
"""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from typing import Final

from puntobanco.errors import InputError
from puntobanco.house.names import clean_name
from puntobanco.house.roles import Role
from puntobanco.store.base import Token, Transaction

DAY_MS: Final = 24 * 3_600_000
DAYS_MAX: Final = 3_650
ID_DIGITS: Final = 12
LINK: Final = "link-"  # before the role that a one-time link gives
GIVEN: Final = tuple(role.value for role in Role if role is not Role.HOUSE)


class TokenError(InputError):
    """A token that cannot be given or taken back; the message says the cure."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token is to give: a role, to a patron or to a member of the staff, for a while."""

    role: str
    table: str | None = None  # None: every table
    name: str = ""
    patron: str | None = None
    days: int | None = None  # None: until it is taken back


def give_token(
    transaction: Transaction, grant: Grant, token: str, fresh: str, now: int, kind: str = ""
) -> Token:
    """Keep a token for a patron, or for the member of the staff who has the name.

    One name is one person, in whatever case it is written, so that nobody approves his own
    proposal by having two tokens;
    ``fresh`` is the id of somebody new; a ``kind`` before the role makes it no token of its own.
    """
    _check(transaction, grant)
    label = clean_name(grant.name) or ""
    staff = (t for t in transaction.tokens() if t.role != Role.PATRON.value)
    known = next((t.actor for t in staff if label and _folded(t.label) == _folded(label)), fresh)
    expires = None if grant.days is None else now + grant.days * DAY_MS
    hashed, actor, role = hash_of(token), grant.patron or known, kind + grant.role
    transaction.put_token(hashed, actor, role, grant.table, label, now, expires)
    return Token(hashed, actor, role, grant.table, label, now, expires, None)


def use_link(transaction: Transaction, link: str, token: str, now: int, expires: int) -> bool:
    """Use up a one-time link of the staff: the token takes its role; whether it was good."""
    found = transaction.token(hash_of(link))
    if found is None or not found.role.startswith(LINK):
        return False
    if found.expires is not None and found.expires <= now:
        return False
    if not transaction.revoke_token(found.token_hash, now):
        return False
    role = found.role.removeprefix(LINK)
    transaction.put_token(hash_of(token), found.actor, role, found.table, found.label, now, expires)
    return True


def _folded(label: str) -> str:
    return unicodedata.normalize("NFKC", label).casefold()


def _check(transaction: Transaction, grant: Grant) -> None:
    if grant.role not in GIVEN:
        raise TokenError(f"{grant.role}: there is no such role to give; use {', '.join(GIVEN)}")
    if (grant.role == Role.PATRON.value) != (grant.patron is not None):
        raise TokenError(f"{grant.role}: a patron belongs to the role patron; name one there only")
    if grant.patron is not None and transaction.patron(grant.patron) is None:
        raise TokenError(f"{grant.patron}: there is no such patron; enrol him first")
    if grant.days is not None and not 1 <= grant.days <= DAYS_MAX:
        raise TokenError(f"{grant.days} days: a token cannot last so long; give 1 to {DAYS_MAX}")


def take_token(transaction: Transaction, ident: str, now: int) -> Token:
    """Take a token back by its id."""
    found = [t for t in transaction.tokens() if token_id(t) == ident and t.revoked is None]
    if not found:
        raise TokenError(f"{ident}: there is no such token to take back; list them first")
    for token in found:
        transaction.revoke_token(token.token_hash, now)
    return found[0]


def shown(token: Token) -> dict[str, str | int | None]:
    """Give a token as it may be shown."""
    return {
        "id": token_id(token),
        "actor": token.actor,
        "role": token.role,
        "table": token.table,
        "name": token.label,
        "created": token.created,
        "expires": token.expires,
        "revoked": token.revoked,
    }


def token_id(token: Token) -> str:
    """Give the name of a token, which opens nothing."""
    return token.token_hash.hex()[:ID_DIGITS]


def hash_of(token: str) -> bytes:
    """Give what is kept of a token."""
    return hashlib.sha256(token.encode()).digest()
