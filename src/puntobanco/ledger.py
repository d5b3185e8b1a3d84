"""The ledger: accounts, transfers between them, and the balances that follow.

An account is a name of parts joined by ":". Money only moves, so the sum over all accounts is
always nought; whoever plays holds nought or more, and only ``world`` (the cash desk) and ``house``
(the bank of a house-banked table) may owe.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from puntobanco.errors import InvariantError, PuntobancoError

WORLD: Final = "world"
HOUSE: Final = "house"
OWING: Final = frozenset({WORLD, HOUSE})  # the accounts that may be negative

# The largest wager (10^12) at the longest odds that a sheet can state (10^6 to one); with it every
# balance is far from the 64 bits of a database column, and the sum is asserted all the same.
TRANSFER_MAX: Final = 10**18
BALANCE_MAX: Final = 2**63 - 1


class InsufficientFunds(PuntobancoError):  # noqa: N818 - the word of the field, not a fault
    """A transfer that its source account does not cover."""

    def __init__(self, account: str, balance: int, amount: int) -> None:
        """Keep the account, what it holds and what was asked of it."""
        super().__init__(f"{account} holds {balance}, asked for {amount}")
        self.account, self.balance, self.amount = account, balance, amount


@dataclass(frozen=True, slots=True)
class Transfer:
    """An amount in minor units that moves from one account to another."""

    source: str
    target: str
    amount: int

    def __post_init__(self) -> None:
        """Refuse what moves nothing, goes nowhere or fits no column."""
        if not self.source or not self.target or self.source == self.target:
            raise InvariantError(f"a transfer needs two accounts: {self!r}")
        if not 1 <= self.amount <= TRANSFER_MAX:
            raise InvariantError(f"a transfer moves 1 to {TRANSFER_MAX}: {self!r}")


def apply(balances: Mapping[str, int], transfers: Iterable[Transfer]) -> dict[str, int]:
    """All balances after the transfers, made in order; an absent account holds nought."""
    after = dict(balances)
    for transfer in transfers:
        held = after.get(transfer.source, 0)
        if held < transfer.amount and not may_be_negative(transfer.source):
            raise InsufficientFunds(transfer.source, held, transfer.amount)
        after[transfer.source] = _bounded(held - transfer.amount)
        after[transfer.target] = _bounded(after.get(transfer.target, 0) + transfer.amount)
    return after


def may_be_negative(account: str) -> bool:
    """Whether the account may owe."""
    return account in OWING


def wallet(patron: str) -> str:
    """What a patron holds away from the tables."""
    return _account("wallet", patron)


def rack(table: str, patron: str) -> str:
    """The chips in front of a patron at a table."""
    return _account("rack", table, patron)


def escrow(table: str, round_: int | str, wager: int | str) -> str:
    """A wager on the felt, until its round is settled or void."""
    return _account("escrow", table, str(round_), str(wager))


def cover(table: str, round_: int | str) -> str:
    """The player-dealer's wager of a round, until the round is settled or void."""
    return _account("cover", table, str(round_))


def drop(table: str, box: str) -> str:
    """The collection in a drop box of a table."""
    return _account("drop", table, box)


def dispute(table: str) -> str:
    """Chips of a table that nobody has while it is argued whose they are."""
    return _account("dispute", table)


def _account(*parts: str) -> str:
    if any(not part or ":" in part for part in parts):
        raise InvariantError(f"a part of an account's name is not empty and has no colon: {parts}")
    return ":".join(parts)


def _bounded(balance: int) -> int:
    if not -BALANCE_MAX <= balance <= BALANCE_MAX:
        raise InvariantError(f"a balance of {balance} fits no 64 bits")
    return balance
