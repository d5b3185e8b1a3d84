"""Reminders of time and money that patrons set themselves: no wager until one is answered (L3).

A reminder counts the time at tables. It waits while the cards are dealt, so that it never stands
between a wager and its result.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Final

from puntobanco.house.desk import Desk
from puntobanco.house.own.limits import MINUTE_MS, played, staked
from puntobanco.house.own.newest import Newest, OwnEvent
from puntobanco.house.shown.own import Reminder
from puntobanco.table import commands as cm
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import TableState

STREAM: Final = "reminders"


class ReminderBegan(OwnEvent, frozen=True, tag=True):
    """So many minutes at tables count from now on; None is no reminder.

    ``ever`` and ``spent`` are what he had won and how long he had played then.
    """

    minutes: int | None
    ever: int
    spent: int
    v: int = 1


class Reminders:
    """The reminders of everybody, kept in the log."""

    def __init__(self, desk: Desk) -> None:
        """Read them."""
        self._desk = desk
        self._newest = Newest(desk.store, STREAM, ReminderBegan)
        desk.guards.append(self.refusal)

    def minutes(self, patron: str) -> int | None:
        """Give how often somebody is reminded."""
        newest = self._newest.of(patron)
        return newest.minutes if newest else None

    def begin(self, patron: str, minutes: int | None, now: int) -> Future[None]:
        """Set a reminder, or answer the one that is due: its time begins anew."""
        if minutes is None and self.minutes(patron) is None:
            return self._newest.settled()
        event = ReminderBegan(patron, minutes, *played(self._desk, patron, now))
        return self._newest.keep(event, now)

    def refusal(self, state: TableState, command: cm.AnyCommand, now: int) -> Refusal | None:
        """Refuse what somebody would stake before he has answered."""
        patron, more = staked(state, command)
        told = self.shown(patron, now, state) if more > 0 else None
        return Refusal(Code.REMINDER_DUE) if told and told.due else None

    def shown(self, patron: str, now: int, state: TableState | None = None) -> Reminder | None:
        """Give how a patron's reminder stands; at a table that deals a hand it is not yet due."""
        newest = self._newest.of(patron)
        if newest is None or newest.minutes is None:
            return None
        ever, spent = played(self._desk, patron, now)
        over = spent - newest.spent >= newest.minutes * MINUTE_MS
        return Reminder(
            minutes=newest.minutes,
            spent_ms=spent - newest.spent,
            net=ever - newest.ever,
            due=over and not (state is not None and _is_dealing(state)),
        )


def _is_dealing(state: TableState) -> bool:
    return state.round is not None and state.round.phase not in {"betting", "paused"}
