"""Collection for a plain schedule: who owes what before the first card (3.1, 3.2).

A posting is a fee for players and one for the player-dealer, each in steps: from an amount on, so
much. Nothing here is a share of anything. The fee is per hand (one for a stack) or per wager.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tests.oracle.settlement import Wager


class Step(NamedTuple):
    """From an amount on, so much; until the next step."""

    start: int
    fee: int


@dataclass(frozen=True)
class Posting:
    """The fees of one table."""

    player: tuple[Step, ...] = ()
    player_dealer: tuple[Step, ...] = ()
    per_wager: bool = False
    bets: frozenset[str] | None = None  # that owe a fee; None: all


class Owed(NamedTuple):
    """A fee of a stack, or of one wager of it."""

    patron: str
    place: int
    line: str
    amount: int
    wager: str | None


def step_fee(steps: Sequence[Step], amount: int) -> int:
    """3.2: a step table, never a rate."""
    fee = 0
    for step in steps:
        if amount >= step.start:
            fee = step.fee
    return fee


def owed_by(posting: Posting, stack: Sequence[Wager]) -> list[Owed]:
    """3.2: one fee for the stack, or one for each of its wagers; a waived fee is not there."""
    charged = [wager for wager in stack if posting.bets is None or wager.bet in posting.bets]
    if not charged:
        return []
    if posting.per_wager:
        found = []
        for wager in charged:
            fee = step_fee(posting.player, wager.amount)
            if fee:
                found.append(Owed(wager.patron, wager.seat, wager.line, fee, wager.id))
        return found
    fee = step_fee(posting.player, sum(wager.amount for wager in charged))
    first = charged[0]
    return [Owed(first.patron, first.seat, first.line, fee, None)] if fee else []


def stacks(wagers: Sequence[Wager]) -> list[list[Wager]]:
    """WAG-6: stakes are never merged; by place, the front line first, the back as it came."""
    found: list[list[Wager]] = []
    for place in sorted({wager.seat for wager in wagers}):
        for line in ("front", "back"):
            patrons: list[str] = []
            for wager in wagers:
                if (wager.seat, wager.line) == (place, line) and wager.patron not in patrons:
                    patrons.append(wager.patron)
            found += [
                [w for w in wagers if (w.seat, w.line, w.patron) == (place, line, patron)]
                for patron in patrons
            ]
    return found


@dataclass(frozen=True)
class Collection:
    """What the close of betting came to."""

    returned: tuple[str, ...]  # wagers of stacks that could not pay
    fees: tuple[Owed, ...]
    player_dealer: int


def collect(
    posting: Posting,
    wagers: Sequence[Wager],
    chips: dict[str, int],
    *,
    covered: bool,
    due: Container[str] | None = None,
) -> Collection:
    """1.9 and 3: stack by stack; one that cannot pay goes back whole, and its chips are there.

    `due` says for whom a fee by time is due; he pays once, at the first of his stacks.
    """
    asked: set[str] = set()
    left = dict(chips)
    returned: list[str] = []
    fees: list[Owed] = []
    kept: list[Wager] = []
    for stack in stacks(wagers):
        patron = stack[0].patron
        owed = owed_by(posting, stack)
        if due is not None and (patron not in due or patron in asked):
            owed = []
        amount = sum(fee.amount for fee in owed)
        if amount > left[patron]:
            returned += [wager.id for wager in stack]
            left[patron] += sum(wager.amount for wager in stack)
            continue
        left[patron] -= amount
        fees += owed
        if owed:
            asked.add(patron)
        kept += stack
    action = sum(wager.amount for wager in kept)
    bank = step_fee(posting.player_dealer, action) if covered and action else 0
    return Collection(tuple(returned), tuple(fees), bank)
