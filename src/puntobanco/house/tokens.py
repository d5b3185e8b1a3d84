"""Tokens: what staff, programs and bots show instead of a sign-in.

The store keeps the hash of a token alone; its first digits are the name by which it is taken back.
"""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from typing import Final

from puntobanco.errors import InputError
from puntobanco.house.duties import Duty, check_duties, read_duties
from puntobanco.house.names import clean_name
from puntobanco.house.roles import Role
from puntobanco.store.base import Token, Transaction

DAY_MS: Final = 24 * 3_600_000
DAYS_MAX: Final = 3_650
ID_DIGITS: Final = 12
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


def give_token(transaction: Transaction, grant: Grant, token: str, fresh: str, now: int) -> Token:
    """Keep a token for a patron, or for the member of the staff who has the name.

    ``fresh`` is the id of somebody new.
    """
    label = clean_name(grant.name) or ""
    actor = grant.patron or actor_named(transaction, label) or fresh
    _check(transaction, grant, actor, now)
    expires = None if grant.days is None else now + grant.days * DAY_MS
    hashed = hash_of(token)
    transaction.put_token(hashed, actor, grant.role, grant.table, label, now, expires)
    return Token(hashed, actor, grant.role, grant.table, label, now, expires, None)


def actor_named(transaction: Transaction, name: str) -> str | None:
    """Give the member of the staff who has a name, in whatever case it is written.

    One name is one person, so that nobody approves his own proposal by having two tokens.
    """
    wanted = folded(name)
    if not wanted:
        return None
    named = [(t.label, t.actor) for t in transaction.tokens() if t.role != Role.PATRON.value]
    staff = [a for a in transaction.accounts() if a.duties != Role.PATRON.value]
    known = named + [(a.name, a.actor) for a in staff] + [(a.sign_in, a.actor) for a in staff]
    return next((actor for name, actor in known if folded(name) == wanted), None)


def folded(name: str) -> str:
    """Give a name in the one case by which it is compared."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def duties_of(transaction: Transaction, actor: str, now: int) -> tuple[Duty, ...]:
    """Give what somebody works as: by his account, and by the tokens that are good."""
    account = transaction.account(actor)
    held = read_duties(account.duties) if account else ()
    return (*held, *token_duties(transaction, actor, now))


def token_duties(transaction: Transaction, actor: str, now: int) -> tuple[Duty, ...]:
    """Give what somebody works as by tokens alone."""
    good = [t for t in transaction.tokens() if t.actor == actor and is_good(t, now)]
    return tuple(Duty(Role(token.role), token.table) for token in good)


def is_good(token: Token, now: int) -> bool:
    """Whether a token is one, and neither taken back nor too old."""
    if token.revoked is not None or token.role not in GIVEN:
        return False
    return token.expires is None or token.expires > now


def _check(transaction: Transaction, grant: Grant, actor: str, now: int) -> None:
    if grant.role not in GIVEN:
        raise TokenError(f"{grant.role}: there is no such role to give; use {', '.join(GIVEN)}")
    if (grant.role == Role.PATRON.value) != (grant.patron is not None):
        raise TokenError(f"{grant.role}: a patron belongs to the role patron; name one there only")
    if grant.patron is not None and transaction.patron(grant.patron) is None:
        raise TokenError(f"{grant.patron}: there is no such patron; enrol him first")
    if grant.days is not None and not 1 <= grant.days <= DAYS_MAX:
        raise TokenError(f"{grant.days} days: a token cannot last so long; give 1 to {DAYS_MAX}")
    wanted = Duty(Role(grant.role), grant.table)
    check_duties((*duties_of(transaction, actor, now), wanted))


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
