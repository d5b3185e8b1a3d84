"""The playing book of a player-dealer: each session, each turn, each round, and their sums.

A session is a patron's time at a table; a third-party provider hands its book over at the end of
each (4 CCR 12260).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from puntobanco.house.follow import Step
from puntobanco.house.reports.scope import Scope
from puntobanco.store.base import Transaction
from puntobanco.table import events as ev
from puntobanco.table.state import Settled, TableState

THIRD_PARTY: Final = "third-party"


@dataclass(frozen=True, slots=True, kw_only=True)
class BookRow:
    """A round, a correction, a claim paid, or the sum of a turn or session, in minor units.

    ``net`` is what the cover won or lost. ``wagers`` is all that was bet against it.
    """

    row: str  # round | correction | claim | turn | session
    table: str
    patron: str
    kind: str
    session: int
    turn: int = 0
    began: str
    ended: str
    day: str
    shift: int
    round: int = 0
    cover: int = 0
    wagers: int = 0
    net: int = 0
    fee: int = 0
    result: str = ""
    rounds: int = 0
    chips_in: int = 0
    chips_out: int = 0


@dataclass(slots=True)
class _Sums:
    began: int
    number: int
    cover: int = 0
    wagers: int = 0
    net: int = 0
    fee: int = 0
    rounds: int = 0


@dataclass(slots=True)
class _Session:
    patron: str
    kind: str
    sums: _Sums
    turn: _Sums | None = None
    turns: int = 0
    chips_in: int = 0
    chips_out: int = 0


@dataclass(slots=True)
class PlayingBook:
    """A book that is being written, of one patron or of all third-party providers."""

    scope: Scope
    patron: str | None = None
    sessions: dict[tuple[str, str], _Session] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    turns: int = 0  # that were seen
    claims: dict[tuple[str, int], Settled] = field(default_factory=dict)  # and their rounds

    def rows(self, transaction: Transaction) -> Iterator[BookRow]:
        """Give the rows of the days, sums after what they sum."""
        for step in self.scope.steps(transaction):
            for row in self._rows(step):
                if self.scope.has(step):
                    yield row

    def _rows(self, step: Step) -> Iterator[BookRow]:
        event = step.event
        self._note(step, event)
        match event:
            case ev.PlayerDealerEnded():
                session = self._session(step, event.patron)
                if session and session.turn:
                    yield self._turn(step, session, session.turn, event.reason)
            case ev.RoundSettled() if event.player_dealer:
                session = self._session(step, event.player_dealer.patron)
                if session:
                    yield self._round(step, session, event, event.player_dealer)
            case ev.RoundCorrected():
                yield from self._corrected(step, event)
            case ev.ClaimPaid():
                yield from self._paid(step, event)
            case ev.SeatLeft() if event.patron not in step.after.racks:
                session = self._session(step, event.patron)
                if session:
                    session.chips_out += event.rack
                    yield self._left(step, session, event.reason)
            case _:
                pass

    def _note(self, step: Step, event: ev.AnyEvent) -> None:
        """Keep what has no row of its own: who sits down, chips, a turn that begins."""
        match event:
            case ev.SeatTaken() if self._is_meant(event.patron, event.kind):
                self._sit(step, event)
            case ev.BoughtIn():
                self._chips(step, event.patron, event.amount)
            case ev.CashedOut():
                self._chips(step, event.patron, -event.amount)
            case ev.PlayerDealerAccepted():
                session = self._session(step, event.patron)
                if session and session.turn is None:
                    self.turns += 1
                    session.turns += 1
                    session.turn = _Sums(step.at, session.turns)
            case _:
                pass

    def _is_meant(self, patron: str, kind: str) -> bool:
        return kind == THIRD_PARTY if self.patron is None else patron == self.patron

    def _session(self, step: Step, patron: str) -> _Session | None:
        return self.sessions.get((step.table, patron))

    def _sit(self, step: Step, event: ev.SeatTaken) -> None:
        if (step.table, event.patron) in self.sessions:
            return  # at a second place
        number = self.numbers[event.patron] = self.numbers.get(event.patron, 0) + 1
        session = _Session(event.patron, event.kind, _Sums(step.at, number))
        self.sessions[step.table, event.patron] = session
        self.kinds[event.patron] = event.kind

    def _chips(self, step: Step, patron: str, amount: int) -> None:
        session = self._session(step, patron)
        if session:
            session.chips_in += max(amount, 0)
            session.chips_out += max(-amount, 0)

    def _round(
        self, step: Step, session: _Session, event: ev.RoundSettled, covered: ev.Covered
    ) -> BookRow:
        played = step.before.require_round
        wagers = _wagers(event.lines)
        for sums in filter(None, (session.sums, session.turn)):
            sums.rounds += 1
            sums.cover += covered.cover
            sums.wagers += wagers
            sums.net += covered.net
            sums.fee += played.player_dealer_fee
        words = [word for word in ("exhausted", "capped") if getattr(covered, word)]
        return self._row(
            step,
            session,
            "round",
            round=event.round,
            cover=covered.cover,
            wagers=wagers,
            net=covered.net,
            fee=played.player_dealer_fee,
            result=" ".join([_result(step.before), *words]),
            rounds=1,
        )

    def _corrected(self, step: Step, event: ev.RoundCorrected) -> Iterator[BookRow]:
        old = next(s for s in step.before.settled if s.number == event.round)
        self.claims |= {(step.table, claim.number): old for claim in event.claims if claim.number}
        who = old.cover.patron if old.cover else ""
        net = sum(move.amount for move in event.moves if move.who == who)
        less = _wagers(event.lines) - _wagers(old.lines)
        yield from self._later(step, "correction", old, net, less, f"correction {event.correction}")

    def _paid(self, step: Step, event: ev.ClaimPaid) -> Iterator[BookRow]:
        claim, old = step.before.claims[event.number], self.claims[step.table, event.number]
        who = old.cover.patron if old.cover else ""
        net = event.amount * ((claim.creditor == who) - (claim.debtor == who))
        if net:
            yield from self._later(step, "claim", old, net, 0, f"claim {event.number}")

    def _later(
        self, step: Step, kind: str, old: Settled, net: int, wagers: int, result: str
    ) -> Iterator[BookRow]:
        """What comes later counts for the session and turn in which it comes, or stands alone."""
        if old.cover is None or old.cover.patron not in self.kinds:
            return
        patron = old.cover.patron
        alone = _Session(patron, self.kinds[patron], _Sums(step.at, 0))
        session = self._session(step, patron) or alone
        for sums in filter(None, (session.sums, session.turn)):
            sums.net += net
            sums.wagers += wagers
        yield self._row(
            step,
            session,
            kind,
            round=old.number,
            cover=old.cover.amount,
            wagers=wagers,
            net=net,
            result=result,
        )

    def _turn(self, step: Step, session: _Session, turn: _Sums, reason: str) -> BookRow:
        row = self._sum(step, session, "turn", turn, reason)
        session.turn = None
        return row

    def _left(self, step: Step, session: _Session, reason: str) -> BookRow:
        del self.sessions[step.table, session.patron]
        return self._sum(step, session, "session", session.sums, reason)

    def _sum(self, step: Step, session: _Session, kind: str, sums: _Sums, why: str) -> BookRow:
        is_whole = kind == "session"
        return self._row(
            step,
            session,
            kind,
            began=sums.began,
            cover=sums.cover,
            wagers=sums.wagers,
            net=sums.net,
            fee=sums.fee,
            result=why,
            rounds=sums.rounds,
            chips_in=session.chips_in if is_whole else 0,
            chips_out=session.chips_out if is_whole else 0,
        )

    def _row(
        self,
        step: Step,
        session: _Session,
        kind: str,
        *,
        began: int | None = None,
        **values: object,
    ) -> BookRow:
        hours = self.scope.hours
        shift = hours.shift(step.at)
        fields: dict[str, object] = {
            "row": kind,
            "table": step.table,
            "patron": session.patron,
            "kind": session.kind,
            "session": session.sums.number,
            "turn": session.turn.number if session.turn else 0,
            "began": hours.written(step.at if began is None else began),
            "ended": hours.written(step.at),
            "day": shift.day.isoformat(),
            "shift": shift.number,
            **values,
        }
        return BookRow(**fields)  # type: ignore[arg-type]


def _wagers(lines: Iterable[ev.Line]) -> int:
    return sum(line.amount for line in lines)


def _result(state: TableState) -> str:
    result = state.require_round.result
    return result.winner.value if result else ""
