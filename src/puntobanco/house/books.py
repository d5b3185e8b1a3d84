"""The books that events alone make: tables followed, money moved, nothing else asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from puntobanco.house import cage
from puntobanco.house.follow import Follower, Step
from puntobanco.house.log import Logged
from puntobanco.ledger import Transfer
from puntobanco.table import events as ev
from puntobanco.table.postings import postings


@dataclass(slots=True)
class Books:
    """Tables, balances, and what each patron has won and paid so far."""

    follower: Follower = field(default_factory=Follower)
    balances: dict[str, int] = field(default_factory=dict)
    net: Counter[str] = field(default_factory=Counter)  # won less lost; the house is ""
    fees: Counter[str] = field(default_factory=Counter)

    def take(self, logged: Logged) -> tuple[Step | None, tuple[Transfer, ...]]:
        """Let an event happen; give the step of a table, and the transfers."""
        step = self.follower.take(logged)
        if step is not None:
            moved = postings(step.before, step.event)
            self._win(step)
        elif logged.stream == cage.STREAM:
            moved = cage.postings(cage.decode(logged.body))
        else:
            moved = ()
        for transfer in moved:
            self._move(transfer.source, -transfer.amount)
            self._move(transfer.target, transfer.amount)
        return step, moved

    def _move(self, account: str, amount: int) -> None:
        """What holds nought has no entry, since escrows are many."""
        balance = self.balances.pop(account, 0) + amount
        if balance:
            self.balances[account] = balance

    def _win(self, step: Step) -> None:
        for patron, amount in nets(step):
            self.net[patron] += amount
        for patron, amount in fees(step):
            self.fees[patron] += amount


def nets(step: Step) -> list[tuple[str, int]]:
    """Give what people win and lose by an event; an empty name is the house."""
    event = step.event
    match event:
        case ev.RoundSettled():
            won = [(line.patron, line.paid - line.collected) for line in event.lines]
            covered = event.player_dealer
            if covered:
                return [*won, (covered.patron, covered.net)]
            return [*won, ("", -sum(amount for _, amount in won))]
        case ev.RoundCorrected():
            return [(move.who, move.amount) for move in event.moves]
        case ev.ClaimPaid():
            claim = step.before.claims[event.number]
            return [(claim.debtor, -event.amount), (claim.creditor, event.amount)]
        case _:
            return []


def fees(step: Step) -> list[tuple[str, int]]:
    """Give what people pay in collection by an event, or get back of it."""
    event = step.event
    match event:
        case ev.CollectionTaken():
            sign, from_cover = 1, event.player_dealer
        case ev.RoundVoided():
            sign, from_cover = -1, event.player_dealer_fee
        case _:
            return []
    paid = [(fee.patron, sign * fee.amount) for fee in event.fees]
    cover = step.before.require_round.cover
    return [*paid, (cover.patron, sign * from_cover)] if cover and from_cover else paid


def table_of_account(account: str) -> str | None:
    """Give the table to which an account belongs; None for wallets, the house and the world."""
    kind, _, rest = account.partition(":")
    return None if kind == "wallet" or not rest else rest.partition(":")[0]
