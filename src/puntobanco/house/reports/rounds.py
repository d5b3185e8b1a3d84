"""Every wager of every round: a row for each round, place and spot, and again for a correction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from puntobanco.house.follow import Step
from puntobanco.house.reports.scope import NONE, Scope
from puntobanco.ledger import HOUSE
from puntobanco.store.base import Transaction
from puntobanco.table import events as ev
from puntobanco.table.state import Cover, Entered, Result, TableState

_AMOUNTS: Final = ("collected", "paid", "returned", "uncovered")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """A wager and what became of it; no column is ever empty.

    ``state`` is settled, returned, void or corrected; ``correction`` counts those of the table.
    """

    table: str
    round: int
    correction: int = 0
    day: str
    shift: int
    opened: str
    closed: str
    ended: str
    shoe: int
    hand: int
    sheet: str
    sheet_hash: str
    venue_hash: str
    schedule: str
    rotation: str
    currency: str
    bank: str  # the player-dealer, or the house
    bank_place: int
    cover: int
    cards: str
    winner: str
    button_place: int
    wager: str
    place: int
    line: str
    patron: str
    kind: str
    bet: str
    amount: int
    fee: int
    state: str
    verdict: str = NONE
    collected: int = 0
    paid: int = 0
    returned: int = 0
    uncovered: int = 0


@dataclass(slots=True)
class _Played:
    """What is known of a round beside the state in which it ends."""

    opened: int
    closed: int
    back: list[ev.Returned] = field(default_factory=list)  # before it was settled
    fees: dict[str, int] = field(default_factory=dict)
    common: dict[str, Any] = field(default_factory=dict)  # once it is settled
    kinds: dict[str, str] = field(default_factory=dict)


def rounds(transaction: Transaction, scope: Scope) -> Iterator[RoundRow]:
    """Give the rows of what ended in the days, in the order of the log."""
    played: dict[str, dict[int, _Played]] = {}
    for step in scope.steps(transaction):
        known = played.setdefault(step.table, {})
        event = step.event
        match event:
            case ev.BettingOpened():
                correctable = {settled.number for settled in step.before.settled}
                for gone in known.keys() - correctable:
                    del known[gone]
                known[event.round] = _Played(step.at, step.at)
            case ev.BettingClosed():
                known[event.round].closed = step.at
            case ev.WagersReturned():
                known[event.round].back += event.wagers
            case ev.CollectionTaken():
                known[event.round].fees = _fees(step.before, event)
            case ev.RoundSettled() if event.round in known:
                rows = _settled(step, event, known[event.round], scope)
                yield from rows if scope.has(step) else ()
            case ev.RoundVoided() if event.round in known:
                rows = _voided(step, event, known[event.round], scope)
                yield from rows if scope.has(step) else ()
            case ev.RoundCorrected() if event.round in known and scope.has(step):
                yield from _corrected(step, event, known[event.round], scope)
            case _:
                pass


def _fees(state: TableState, event: ev.CollectionTaken) -> dict[str, int]:
    """Give the fees by wager; a stack's lies on its first wager."""
    found: dict[str, int] = {}
    played = state.require_round
    for fee in event.fees:
        stack = played.stack(fee.patron, fee.place, fee.line)
        wager = fee.wager or (stack[0].id if stack else "")
        found[wager] = found.get(wager, 0) + fee.amount
    return found


def _settled(step: Step, event: ev.RoundSettled, played: _Played, scope: Scope) -> list[RoundRow]:
    place = event.button.place if event.button else 0
    played.common = _common(step, played, scope, place)
    played.kinds = {line.patron: _kind(step.before, line.patron) for line in event.lines}
    return [
        *_back(played, played.back, step.before, "returned"),
        *(_line(line, played, "settled") for line in event.lines),
    ]


def _voided(step: Step, event: ev.RoundVoided, played: _Played, scope: Scope) -> list[RoundRow]:
    played.common = _common(step, played, scope, 0)
    if event.fees:
        played.fees = {}  # they went back
    return [
        *_back(played, played.back, step.before, "returned"),
        *_back(played, event.wagers, step.before, "void"),
    ]


def _corrected(
    step: Step, event: ev.RoundCorrected, played: _Played, scope: Scope
) -> list[RoundRow]:
    """Write every line anew; when and by which cards are the correction's own."""
    after = next((s for s in step.after.settled if s.number == event.round), None)
    common = {
        **played.common,
        "correction": event.correction,
        **_ended(step.at, scope),
        **(_result(after.result) if after else {}),
        "button_place": event.button.place if event.button else 0,
    }
    again = _Played(played.opened, played.closed, [], {}, common, played.kinds)
    return [_line(line, again, "corrected") for line in event.lines]


def _common(step: Step, played: _Played, scope: Scope, button_place: int) -> dict[str, Any]:
    state = step.before
    game, now = state.game, state.require_round
    return {
        "table": step.table,
        "round": now.number,
        "opened": scope.hours.written(played.opened),
        "closed": scope.hours.written(played.closed),
        **_ended(step.at, scope),
        "shoe": state.require_shoe.number,
        "hand": now.hand,
        "sheet": game.sheet.id,
        "sheet_hash": game.sheet.hash,
        "venue_hash": game.sheet.venue_hash,
        "schedule": game.schedule.id if game.schedule else NONE,
        "rotation": game.rotation.id if game.rotation else NONE,
        "currency": game.currency,
        **_bank(now.cover),
        **(_result(now.result) if now.result else {"winner": NONE, "cards": NONE}),
        "button_place": button_place,
    }


def _ended(at: int, scope: Scope) -> dict[str, Any]:
    shift = scope.hours.shift(at)
    return {
        "ended": scope.hours.written(at),
        "day": shift.day.isoformat(),
        "shift": shift.number,
    }


def _bank(cover: Cover | None) -> dict[str, Any]:
    if cover is None:
        return {"bank": HOUSE, "bank_place": 0, "cover": 0}
    return {"bank": cover.patron, "bank_place": cover.place, "cover": cover.amount}


def _result(result: Result) -> dict[str, Any]:
    cards = result.cards if isinstance(result, Entered) else map(str, result.cards)
    return {"winner": result.winner.value, "cards": " ".join(cards) or NONE}


def _kind(state: TableState, patron: str) -> str:
    return "third-party" if patron in state.third_parties else "patron"


def _line(line: ev.Line, played: _Played, state: str) -> RoundRow:
    return RoundRow(
        **played.common,
        wager=line.wager,
        place=line.place,
        line=line.line,
        patron=line.patron,
        kind=played.kinds.get(line.patron, "patron"),
        bet=line.bet,
        amount=line.amount,
        fee=played.fees.get(line.wager, 0),
        state=state,
        verdict=line.verdict,
        **{name: getattr(line, name) for name in _AMOUNTS},
    )


def _back(
    played: _Played, wagers: Iterable[ev.Returned], before: TableState, state: str
) -> Iterator[RoundRow]:
    for back in wagers:
        yield RoundRow(
            **played.common,
            wager=back.wager,
            place=back.place,
            line=back.line,
            patron=back.patron,
            kind=_kind(before, back.patron),
            bet=back.bet,
            amount=back.amount,
            fee=played.fees.get(back.wager, 0),
            state=state,
            returned=back.amount,
        )
