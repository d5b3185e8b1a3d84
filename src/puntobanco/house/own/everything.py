"""All that patrons set themselves, over one desk: what a guard asks, and what a page shows."""

from __future__ import annotations

from puntobanco.house.desk import Desk
from puntobanco.house.own.deposits import Deposits
from puntobanco.house.own.exclusions import Exclusions
from puntobanco.house.own.limits import SelfLimits
from puntobanco.house.own.reminders import Reminders
from puntobanco.house.shown.own import SelfSet
from puntobanco.store.base import Transaction
from puntobanco.table.refusals import Refusal
from puntobanco.table.state import TableState


class Own:
    """Limits, reminders and exclusions; the first of them that forbids something is named."""

    def __init__(self, desk: Desk) -> None:
        """Read them, and stand before the desk."""
        self.exclusions = Exclusions(desk)
        self.limits = SelfLimits(desk)
        self.reminders = Reminders(desk)
        self.deposits = Deposits(desk.store)

    def at_window(self, tx: Transaction, patron: str, amount: int, now: int) -> Refusal | None:
        """Say that somebody may not buy chips now, by his own word."""
        return self.exclusions.barred(patron, now) or self.deposits.refusal(tx, patron, amount, now)

    def shown(self, patron: str, now: int, state: TableState | None = None) -> SelfSet:
        """Give everything as the patron's pages take it, at a table if he is at one."""
        return SelfSet(
            limits=self.limits.shown(patron, now),
            deposits=self.deposits.shown(patron, now),
            reminder=self.reminders.shown(patron, now, state),
            excluded_ms=self.exclusions.left(patron, now),
        )
