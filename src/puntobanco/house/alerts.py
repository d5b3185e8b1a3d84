"""Alerts for the floor: what happened at a table that somebody has to look at, until he did.

They are events of a stream of their own. What a table's events raise is written in their own
transaction, so that none is lost; patrons stand in them by id, and names stay where they can be
erased.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec
from msgspec import Struct

from puntobanco.errors import InputError
from puntobanco.ledger import HOUSE
from puntobanco.money import AMOUNT_MAX
from puntobanco.store.base import Transaction
from puntobanco.table import events as ev
from puntobanco.table.state import TableState

STREAM: Final = "floor"
LARGE_WIN: Final = 1_000_000  # what one patron wins in a round, unless the floor says otherwise
LATE_GAIN: Final = 100  # what late bonus wagers of a round are worth to a bettor, to be an alert
KEPT: Final = 12  # cleared alerts that are still shown
GAME_PROTECTION: Final = "game-protection"


class AlertError(InputError):
    """An alert or a threshold that cannot be; the message says the cure."""


class AlertRaised(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """Something happened at a table, with its event of that version; ``facts`` fill a sentence."""

    table: str
    kind: str
    version: int
    round: int = 0
    facts: dict[str, Any] = {}
    v: int = 1


class AlertCleared(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """Somebody looked at an alert, which is known by its version in the stream."""

    alert: int
    by: str
    v: int = 1


class LargeWinSet(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """From so much on a patron's win in a round is an alert."""

    amount: int
    by: str
    v: int = 1


class LateGainSet(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """From so much exact gain on a bettor's late bonus wagers are an alert; 0: from any."""

    amount: int
    by: str
    v: int = 1


FloorEvent = AlertRaised | AlertCleared | LargeWinSet | LateGainSet
_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_DECODER: Final = msgspec.json.Decoder(FloorEvent)


@dataclass(frozen=True, slots=True)
class Alert:
    """An alert and, once somebody has looked, who and when."""

    number: int
    at: int
    raised: AlertRaised
    cleared_by: str = ""
    cleared_at: int | None = None


@dataclass(slots=True)
class Alerts:
    """The alerts that stand, and the newest of those that do not."""

    open: dict[int, Alert] = field(default_factory=dict)
    cleared: deque[Alert] = field(default_factory=lambda: deque(maxlen=KEPT))
    large_win: int = LARGE_WIN
    late_gain: int = LATE_GAIN
    protected: set[tuple[str, int]] = field(default_factory=set)  # table, version
    is_behind: bool = True  # something was written since the last reading
    _version: int = 0

    def read(self, transaction: Transaction) -> None:
        """Take in what was written since the last time."""
        self.is_behind = False
        for stored in transaction.events(STREAM, self._version):
            self._version = stored.version
            self._take(stored.version, stored.at, _DECODER.decode(stored.body))

    def _take(self, number: int, at: int, event: FloorEvent) -> None:
        match event:
            case AlertRaised():
                self.open[number] = Alert(number, at, event)
                if event.kind == GAME_PROTECTION:
                    self.protected.add((event.table, event.version))
            case AlertCleared() if event.alert in self.open:  # the first to look has cleared it
                alert = self.open.pop(event.alert)
                self.cleared.appendleft(replace(alert, cleared_by=event.by, cleared_at=at))
            case LargeWinSet():
                self.large_win = event.amount
            case LateGainSet():
                self.late_gain = event.amount
            case _:
                pass

    def note(
        self,
        transaction: Transaction,
        table: str,
        state: TableState,
        events: Sequence[tuple[ev.AnyEvent, int]],
        now: int,
    ) -> None:
        """Write what events of a table in a state raise, each with its version."""
        cards = state.setup.cards if state.setup else ""
        raised = [
            AlertRaised(table, kind, version, number, facts)
            for event, version in events
            for kind, number, facts in causes(event, self.large_win, cards)
        ]
        if raised:
            self.write(transaction, raised, now)

    def clear(self, transaction: Transaction, numbers: Sequence[int], by: str, now: int) -> None:
        """Clear those of some alerts that stand; AlertError where none does.

        Whose answer was lost asks again: what he has cleared himself is no fault of his.
        """
        found = [number for number in numbers if number in self.open]
        his = {alert.number for alert in self.cleared if alert.cleared_by == by}
        if not found and his.issuperset(numbers):
            return
        if not found:
            raise AlertError("no such alert stands; somebody has cleared it")
        self.write(transaction, [AlertCleared(number, by) for number in found], now)

    def set_large_win(self, transaction: Transaction, amount: int, by: str, now: int) -> None:
        """Say from which win on the floor wants to know; the same once more changes nothing."""
        if not 1 <= amount <= AMOUNT_MAX:
            raise AlertError(f"{amount}: a large win is 1 to {AMOUNT_MAX}, in minor units")
        if amount != self.large_win:
            self.write(transaction, [LargeWinSet(amount, by)], now)

    def set_late_gain(self, transaction: Transaction, amount: int, by: str, now: int) -> None:
        """Say from which exact gain on late bonus wagers are an alert; 0: from any."""
        if not 0 <= amount <= AMOUNT_MAX:
            raise AlertError(f"{amount}: a gain is 0 to {AMOUNT_MAX}, in minor units")
        if amount != self.late_gain:
            self.write(transaction, [LateGainSet(amount, by)], now)

    def write(self, transaction: Transaction, events: Sequence[FloorEvent], now: int) -> None:
        """Append events of the floor."""
        self.is_behind = True
        bodies = [_ENCODER.encode(event) for event in events]
        transaction.append(STREAM, transaction.head(STREAM), now, bodies)


_Cause = tuple[str, int, dict[str, Any]]  # kind, round, facts


def causes(event: ev.AnyEvent, large_win: int, cards: str) -> Iterator[_Cause]:
    """Give what an event is an alert for: its kind, its round and what there is to say.

    A card that is keyed is one where cards are scanned; at a table of typed cards all are.
    """
    match event:
        case ev.RoundSettled():
            yield from _settled(event, large_win)
        case ev.CardDealt(source="keyed") if cards == "scanned":
            facts = {"card": event.card, "position": event.position, "confirmed": event.confirmed}
            yield "keyed-card", event.round, facts
        case ev.ShoeCounted() if event.rest != event.expected:
            facts = {"rest": event.rest, "expected": event.expected, "by": event.by}
            yield "inventory", 0, facts | {"shoe": event.shoe}
        case ev.ShoeQuarantined():
            yield "quarantine", 0, {"shoe": event.shoe, "reason": event.reason}
        case ev.RoundCorrected():
            yield "correction", event.round, {"correction": event.correction}
        case ev.HandChanged() | ev.HandInserted():
            yield "hand-corrected", 0, {"hand": event.hand, "by": event.by}
        case ev.HandDeleted(reason="deleted"):
            yield "hand-corrected", 0, {"hand": event.hand, "by": event.by}
        case ev.RotationBroken():
            yield "rotation-broken", 0, {"code": event.code}
        case ev.TableSuspended(by=by) if by == HOUSE:  # the third incident of one kind
            yield "recurring", 0, {"reason": event.reason}
        case _:
            pass


def _settled(event: ev.RoundSettled, large_win: int) -> Iterator[_Cause]:
    bank = event.player_dealer
    if bank is not None and bank.exhausted:
        facts = {
            "patron": bank.patron,
            "cover": bank.cover,
            "paid": sum(line.paid for line in event.lines),
            "uncovered": sum(line.uncovered for line in event.lines),
            "idle": sum(
                line.verdict != "push" and not line.paid + line.collected for line in event.lines
            ),
        }
        yield "cover-exhausted", event.round, facts
    won: dict[str, int] = {}
    for line in event.lines:
        won[line.patron] = won.get(line.patron, 0) + line.paid - line.collected
    for patron, amount in won.items():
        if amount >= large_win:
            best = max((x for x in event.lines if x.patron == patron), key=lambda x: x.paid)
            facts = {"patron": patron, "amount": amount, "bet": best.bet, "wager": best.amount}
            yield "large-win", event.round, facts
