"""What is noted of accounts in the log: ids alone, so that whoever they are of can be erased."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from puntobanco.store.base import Account, Transaction

STREAM: Final = "accounts"
CONSOLE: Final = "console"  # who acts from the machine itself
ERASING: Final = "erasing"  # was proposed; it stands until it is withdrawn or done


class AccountNoted(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """Something was done to an account; ids alone, so that the person can be erased."""

    actor: str
    what: str  # opened, proposed, duties, erasing, withdrawn, barred, locked, ended, erased..
    by: str
    duties: str = ""
    v: int = 1


def decode(body: bytes) -> AccountNoted:
    """Read an entry of the log as it was stored."""
    return msgspec.json.decode(body, type=AccountNoted)


def note(tx: Transaction, now: int, account: Account, what: str, by: str) -> None:
    """Note what was done to an account."""
    append(tx, now, AccountNoted(account.actor, what, by, account.wanted or account.duties))


def erasing(tx: Transaction) -> dict[str, str]:
    """Give whom somebody has proposed to erase, and who that was."""
    found: dict[str, str] = {}
    for stored in tx.events(STREAM):
        event = decode(stored.body)
        if event.what == ERASING:
            found[event.actor] = event.by
        elif event.what in {"withdrawn", "erased"}:
            found.pop(event.actor, None)
    return found


def append(tx: Transaction, now: int, event: AccountNoted) -> None:
    """Add an entry to the log."""
    body = msgspec.json.encode(event, order="sorted")
    tx.append(STREAM, tx.head(STREAM), now, [body])
