"""The cage: patrons and the chips that they come with, and what is counted out of a drop box.

Names live in the store's table of patrons, where they can be erased; the log knows ids.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from puntobanco.errors import InputError
from puntobanco.house.names import clean_name
from puntobanco.ledger import WORLD, Transfer, drop, wallet
from puntobanco.money import AMOUNT_MAX
from puntobanco.store.base import Transaction
from puntobanco.table.state import TableState

STREAM: Final = "cage"


class CageError(InputError):
    """Something that the cage cannot do; the message names the place and the cure."""


class NoSuchBoxError(CageError):
    """A drop box that never hung at the table."""


class ChipsIssued(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """The cage put chips into a patron's wallet."""

    patron: str
    amount: int
    by: str = ""
    v: int = 2


class ChipsRedeemed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """The cage took chips out of a patron's wallet, and paid them out."""

    patron: str
    amount: int
    by: str
    v: int = 1


class PatronEnrolled(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """The cage wrote a patron down; a third-party provider's is marked as such."""

    patron: str
    kind: str  # patron | third-party
    by: str
    v: int = 1


class DropCounted(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """A drop box that had left its table was emptied and counted (4 CCR 12384, 12385).

    The ledger gives up what it ``expected`` there; the ``difference`` is for people to explain.
    """

    table: str
    box: str
    expected: int
    counted: int
    difference: int
    by: str
    v: int = 1


CageEvent = ChipsIssued | ChipsRedeemed | PatronEnrolled | DropCounted

_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_DECODER: Final = msgspec.json.Decoder(CageEvent)


def decode(body: bytes) -> CageEvent:
    """Read an event of the cage as it was stored."""
    return _DECODER.decode(body)


def postings(event: CageEvent) -> tuple[Transfer, ...]:
    """Give the transfers of an event."""
    match event:
        case ChipsIssued():
            return (Transfer(WORLD, wallet(event.patron), event.amount),)
        case ChipsRedeemed():
            return (Transfer(wallet(event.patron), WORLD, event.amount),)
        case DropCounted() if event.expected:
            return (Transfer(drop(event.table, event.box), WORLD, event.expected),)
        case DropCounted() | PatronEnrolled():
            return ()


def enrol(
    transaction: Transaction, patron: str, name: str, role: str, chips: int, now: int
) -> None:
    """Write a patron down and issue chips, in one transaction."""
    transaction.add_patron(patron, name, role, now)
    if chips:
        _append(transaction, ChipsIssued(patron, chips), now)


def write_down(
    transaction: Transaction, patron: str, name: str, kind: str, by: str, now: int
) -> None:
    """Enrol a patron at the cashier's window."""
    transaction.add_patron(patron, name, kind, now)
    _append(transaction, PatronEnrolled(patron, kind, by), now)


def issue(transaction: Transaction, patron: str, amount: int, by: str, now: int) -> None:
    """Sell chips to a patron."""
    _append(transaction, ChipsIssued(patron, amount, by), now)


def redeem(transaction: Transaction, patron: str, amount: int, by: str, now: int) -> None:
    """Pay a patron's chips out; ``InsufficientFunds`` if the wallet holds less."""
    _append(transaction, ChipsRedeemed(patron, amount, by), now)


def check_counted(counted: int) -> None:
    """Refuse what nobody can have counted."""
    if not 0 <= counted <= AMOUNT_MAX:
        message = f"{counted}: an amount is 0 to {AMOUNT_MAX}, in minor units"
        raise CageError(message)


def count_drop(
    transaction: Transaction,
    state: TableState,
    table: str,
    box: str,
    counted: int,
    by: str,
    now: int,
) -> DropCounted:
    """Take in the count of a drop box; it must have left its table before, whose state is given."""
    account = drop(table, box)
    if state.setup is not None and state.box == box:
        message = f"box {box} hangs at table {table}; hang another one there first"
        raise CageError(message)
    if box not in state.hung:
        known = ", ".join(sorted(state.hung))
        message = f"{box!r}: no such box hung at table {table}; there were {known}"
        raise NoSuchBoxError(message)
    check_counted(counted)
    if clean_name(by) is None:
        message = f"{by!r}: somebody counted; say who, with letters"
        raise CageError(message)
    expected = transaction.balance(account)
    event = DropCounted(table, box, expected, counted, counted - expected, by)
    _append(transaction, event, now)
    return event


def _append(transaction: Transaction, event: CageEvent, now: int) -> None:
    body = _ENCODER.encode(event)
    version = transaction.append(STREAM, transaction.head(STREAM), now, [body])
    moved = postings(event)
    if moved:
        transaction.post(STREAM, version, moved)
