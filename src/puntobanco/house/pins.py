"""The PIN of a table, which its dealer gives before he corrects a tracked shoe.

It is in no log: the store keeps a slow hash among the tokens, under a role that opens nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Final

from puntobanco.errors import InputError
from puntobanco.store.base import Token, Transaction

ROLE: Final = "pin"
PATTERN: Final = "^[0-9]{4,12}$"
_COST: Final = {"n": 2**14, "r": 8, "p": 1}  # some 50 ms and 16 MB a try


def check_pin(pin: str) -> None:
    """Refuse what can be no PIN."""
    if not re.fullmatch("[0-9]{4,12}", pin):
        message = "this is no PIN of a table; give 4 to 12 digits"
        raise InputError(message)


def put_pin(transaction: Transaction, table: str, pin: str, salt: str, now: int) -> None:
    """Keep the PIN of a table in place of the one before."""
    check_pin(pin)
    for before in _kept(transaction, table):
        transaction.revoke_token(before.token_hash, now)
    transaction.put_token(_hash(pin, salt), table, ROLE, table, salt, now, None)


def is_pin(transaction: Transaction, table: str, pin: str) -> bool:
    """Whether this is the PIN of a table."""
    return any(
        hmac.compare_digest(kept.token_hash, _hash(pin, kept.label))
        for kept in _kept(transaction, table)
    )


def _kept(transaction: Transaction, table: str) -> list[Token]:
    return [
        token
        for token in transaction.tokens()
        if (token.role, token.table, token.revoked) == (ROLE, table, None)
    ]


def _hash(pin: str, salt: str) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt.encode(), **_COST, dklen=32)
