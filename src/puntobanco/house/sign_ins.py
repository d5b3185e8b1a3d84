"""Sign-ins and the one-time links to them: how long each is good, in the store's own terms."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from puntobanco.house.roles import Role
from puntobanco.house.tokens import hash_of
from puntobanco.store.base import Account, SignIn, Transaction

_MINUTE_MS: Final = 60_000
SESSION_MS: Final = 12 * 60 * _MINUTE_MS  # from the sign-in on, whatever is done
LINK_MS: Final = 24 * 60 * _MINUTE_MS
HALF_MS: Final = 15 * _MINUTE_MS
SESSIONS_MAX: Final = 5  # of one account at a time
NOTED_MS: Final = _MINUTE_MS  # use is written down no more often than that
LASTS: Final = {
    "session": SESSION_MS,
    "half": HALF_MS,  # a password was right, or an invitation: what is missing must be set first
    "link": LINK_MS,
    "invitation": LINK_MS,
}
LEADS_TO: Final = {"link": "session", "invitation": "half"}


def idle_ms(role: str, table: str | None = None) -> int:
    """Give how long a session may lie unused: half an hour for a patron, less for the staff.

    A dealer stands at his one table, whose console is on while nobody plays there.
    """
    if role == Role.PATRON.value:
        return 30 * _MINUTE_MS
    return (120 if role == Role.DEALER.value and table is not None else 15) * _MINUTE_MS


def made(kind: str, token: str, actor: str, role: str, table: str | None, now: int) -> SignIn:
    """Make a sign-in or a link; the store keeps the hash of its token alone."""
    return SignIn(hash_of(token), kind, actor, role, table, now, now, now + LASTS[kind])


def is_over(sign_in: SignIn, now: int) -> bool:
    """Whether its time is over, or it lay unused for too long."""
    is_idle = sign_in.kind == "session" and now - sign_in.used >= idle_ms(
        sign_in.role, sign_in.table
    )
    return now >= sign_in.expires or is_idle


def enter(transaction: Transaction, link: str, token: str, now: int) -> SignIn | None:
    """Use a link up: the token is the sign-in that it leads to; None if the link is no good."""
    found = transaction.sign_in(hash_of(link))
    if found is None or found.kind not in LEADS_TO:
        return None
    transaction.drop_sign_in(found.token_hash)
    if is_over(found, now):
        return None
    entered = made(LEADS_TO[found.kind], token, found.actor, found.role, found.table, now)
    put(transaction, entered)
    account = transaction.account(entered.actor)
    if account is not None and entered.kind == "session":
        transaction.put_account(seen(account, now))
    return entered


def seen(account: Account, now: int) -> Account:
    """Note in an account that its owner has signed in."""
    return replace(account, seen=now, before=account.seen)


def put(transaction: Transaction, sign_in: SignIn) -> None:
    """Keep a sign-in; the oldest ones of somebody who has too many end."""
    transaction.put_sign_in(sign_in)
    if sign_in.kind == "session":
        his = [s for s in transaction.sign_ins() if (s.kind, s.actor) == ("session", sign_in.actor)]
        others = [s for s in his if s.token_hash != sign_in.token_hash]
        for old in others[: 1 - SESSIONS_MAX]:
            transaction.drop_sign_in(old.token_hash)


def end(transaction: Transaction, actor: str, *, but: bytes | None = None) -> int:
    """End every sign-in and link of somebody, but one; give how many."""
    his = [s.token_hash for s in transaction.sign_ins() if s.actor == actor and s.token_hash != but]
    for token_hash in his:
        transaction.drop_sign_in(token_hash)
    return len(his)


def purge(transaction: Transaction, now: int) -> int:
    """Forget what is over; give how many."""
    over = [s.token_hash for s in transaction.sign_ins() if is_over(s, now)]
    for token_hash in over:
        transaction.drop_sign_in(token_hash)
    return len(over)
