"""Limits that patrons set themselves, on what they lose and on their time at tables.

A limit holds for a day from when it is set, and then from day to day. It becomes stricter at once;
looser, or off, only when the day is over. What a patron stakes or covers may not take him beyond
the loss that he allowed himself.
"""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final

import msgspec

from puntobanco.house.desk import Desk, Live
from puntobanco.house.own.newest import Newest, OwnEvent
from puntobanco.house.shown.own import Later, OwnLimits
from puntobanco.table import commands as cm
from puntobanco.table.betting import wager_id
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import TableState

STREAM: Final = "limits"
DAY_MS: Final = 24 * 3_600_000
MINUTE_MS: Final = 60_000


class LimitsSet(OwnEvent, frozen=True, tag=True):
    """A patron set himself limits; None is no limit. ``ever`` and ``spent`` are what he had then.

    ``day`` is when the day began that they hold for.
    """

    loss: int | None
    minutes: int | None
    later_loss: int | None
    later_minutes: int | None
    day: int
    ever: int
    spent: int
    v: int = 1


@dataclass(frozen=True, slots=True)
class Standing:
    """How a patron stands against his limits."""

    limits: LimitsSet
    lost: int
    spent: int  # milliseconds

    @property
    def until(self) -> int:
        """When the day is over."""
        return self.limits.day + DAY_MS

    @property
    def reached(self) -> str | None:
        """Which of the limits is reached."""
        loss, minutes = self.limits.loss, self.limits.minutes
        if minutes is not None and self.spent >= minutes * MINUTE_MS:
            return "time"
        return "loss" if loss is not None and self.lost >= loss else None

    def numbers(self, limit: str, now: int) -> dict[str, object]:
        """Give what the sentence of a refusal names."""
        limits = self.limits
        found = {"limit": limit, "opens_ms": self.until - now}
        if limit == "time":
            return found | {"minutes": limits.minutes}
        loss = limits.loss or 0
        return found | {"loss": loss, "left": max(0, loss - self.lost)}


class SelfLimits:
    """The limits of everybody, kept in the log."""

    def __init__(self, desk: Desk) -> None:
        """Read them."""
        self._desk = desk
        self._newest = Newest(desk.store, STREAM, LimitsSet)
        desk.guards.append(self.refusal)
        desk.bounds.append(self.bound)

    def of(self, patron: str, now: int) -> Standing | None:
        """Give how a patron stands; None: he has set no limit."""
        limits = self._newest.of(patron)
        if limits is None:
            return None
        ever, spent = played(self._desk, patron, now)
        if now >= limits.day + DAY_MS:  # the next day has begun, with what was to hold later
            limits = _next_day(limits, now, ever, spent)
            self._newest.keep(limits, now)
        if limits.loss is None and limits.minutes is None:
            return None
        return Standing(limits, limits.ever - ever, spent - limits.spent)

    def set(self, patron: str, loss: int | None, minutes: int | None, now: int) -> Future[None]:
        """Set limits; told when they are durable. The same once more is nothing new."""
        standing = self.of(patron, now)
        if standing is None and loss is None and minutes is None:
            return self._newest.settled()
        if standing is None:
            ever, spent = played(self._desk, patron, now)
            event = LimitsSet(patron, loss, minutes, loss, minutes, now, ever, spent)
        else:
            held = standing.limits
            event = msgspec.structs.replace(
                held,
                loss=_stricter(held.loss, loss),
                minutes=_stricter(held.minutes, minutes),
                later_loss=loss,
                later_minutes=minutes,
            )
        return self._newest.keep(event, now)

    def refusal(self, state: TableState, command: cm.AnyCommand, now: int) -> Refusal | None:
        """Say that a patron's own limit forbids what he asks of a table."""
        patron, more = staked(state, command)
        standing = self.of(patron, now) if more > 0 else None
        if standing is None:
            return None
        loss, reached = standing.limits.loss, standing.reached
        if loss is not None and reached is None:
            risked = sum(_risked(live, patron) for live in list(self._desk.tables.values()))
            if standing.lost + risked + more > loss:
                reached = "loss"
        if reached is None:
            return None
        return Refusal(Code.SELF_LIMIT, standing.numbers(reached, now))

    def bound(self, state: TableState, patron: str, now: int) -> int | None:
        """Give the most that a cover may be which the house posts for somebody at a table."""
        standing = self.of(patron, now)
        if standing is None:
            return None
        if standing.reached is not None:
            return 0
        if standing.limits.loss is None:
            return None
        others = [live for live in list(self._desk.tables.values()) if live.working is not state]
        elsewhere = sum(_risked(live, patron) for live in others)
        return max(0, standing.limits.loss - standing.lost - elsewhere)

    def shown(self, patron: str, now: int) -> OwnLimits | None:
        """Give how a patron stands, as his pages take it."""
        standing = self.of(patron, now)
        if standing is None:
            return None
        limits = standing.limits
        return OwnLimits(
            loss=limits.loss,
            minutes=limits.minutes,
            later=Later(limits.later_loss, limits.later_minutes),
            lost=standing.lost,
            spent_ms=standing.spent,
            reached=standing.reached,
            opens_ms=standing.until - now,
        )


def played(desk: Desk, patron: str, now: int) -> tuple[int, int]:
    """Give what a patron won at all tables since ever, and his time at them."""
    ever = spent = 0
    for live in list(desk.tables.values()):
        sitting = live.records.sittings.get(patron)
        if sitting is not None:
            ever += sitting.ever
            spent += sitting.spent
            if live.state.positions_of(patron):
                spent += now - sitting.since
    return ever, spent


def staked(state: TableState, command: cm.AnyCommand) -> tuple[str, int]:
    """Say whose chips a command would put at stake, and how many more than lie there."""
    match command:
        case cm.SetWager(patron=patron):
            ident = wager_id(patron, command.place, command.bet, command.line)
            held = state.round.wagers.get(ident) if state.round else None
            return patron, command.amount - (held.amount if held else 0)
        case cm.AcceptPlayerDealer(patron=patron):
            return patron, command.cover
        case cm.PostCover(patron=patron):
            return patron, command.amount - _covered(state, patron)
        case _:
            return "", 0


def _next_day(limits: LimitsSet, now: int, ever: int, spent: int) -> LimitsSet:
    """Begin another day, with the limits that were to hold from then."""
    return msgspec.structs.replace(
        limits,
        loss=limits.later_loss,
        minutes=limits.later_minutes,
        day=now,
        ever=ever,
        spent=spent,
    )


def _stricter(held: int | None, asked: int | None) -> int | None:
    return min((each for each in (held, asked) if each is not None), default=None)


def _covered(state: TableState, patron: str) -> int:
    cover = state.round.cover if state.round else state.dealership.cover
    return cover.amount if cover and cover.patron == patron else 0


def _risked(live: Live, patron: str) -> int:
    """Give what a patron has at stake at a table.

    A loss is known once it is shown, and until then the chips count that were shown at stake.
    """
    return max(_at_stake(live.state, patron), _at_stake(live.working, patron))


def _at_stake(state: TableState, patron: str) -> int:
    wagers = state.round.of(patron) if state.round else ()
    return _covered(state, patron) + sum(wager.amount for wager in wagers)
