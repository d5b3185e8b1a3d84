"""The cage: patrons and the chips that they come with.

Names live in the store's table of patrons, where they can be erased; the log knows ids.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from puntobanco.ledger import WORLD, Transfer, wallet
from puntobanco.store.base import Transaction

STREAM: Final = "cage"


class ChipsIssued(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """The cage put chips into a patron's wallet."""

    patron: str
    amount: int
    v: int = 1


def enrol(
    transaction: Transaction, patron: str, name: str, role: str, chips: int, now: int
) -> None:
    """Write a patron down and issue chips, in one transaction."""
    transaction.add_patron(patron, name, role, now)
    if chips:
        body = msgspec.json.encode(ChipsIssued(patron, chips), order="sorted")
        version = transaction.append(STREAM, transaction.head(STREAM), now, [body])
        transaction.post(STREAM, version, [Transfer(WORLD, wallet(patron), chips)])
