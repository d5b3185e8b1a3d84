"""The check of seats and racks, where a history records them: nobody plays with what is not his."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from puntobanco.track.history.dealing import FindFault
from puntobanco.track.history.records import (
    CHIPS,
    Chips,
    Correction,
    Fee,
    Left,
    Move,
    Note,
    Round,
    Sat,
    Settled,
    Terms,
)


class People:
    """Who sits where, and what lies in the racks."""

    def __init__(self, terms: Terms, fault: FindFault) -> None:
        self._is_recorded = terms.people == "recorded"
        self._fault = fault
        self._racks: Counter[str] = Counter()
        self._places: set[tuple[int, str, str]] = set()  # place, line, patron

    def move(self, move: Move) -> None:
        """Follow somebody who sits down or leaves, and chips that come or go."""
        if not self._is_recorded:
            self._fault(move.row, "people are left out of this history", "people=recorded")
            return
        match move:
            case Chips():
                self._put(move.row, move.patron, CHIPS[move.kind] * move.amount)
            case Sat():
                self._sit(move)
            case Left():
                where = (move.place, move.line, move.patron)
                if where not in self._places:
                    reason = f"{move.patron} is not at the {move.line} line of place {move.place}"
                    self._fault(move.row, reason, "a place that he has")
                self._places.discard(where)

    def _sit(self, sat: Sat) -> None:
        there = [who for place, line, who in self._places if (place, line) == (sat.place, "front")]
        if sat.line == "front" and there:
            self._fault(sat.row, f"{there[0]} sits at place {sat.place}", "a free place")
        self._places.add((sat.place, sat.line, sat.patron))

    def play(self, played: Round) -> None:
        """Follow a round: whoever bets is there, chips go on the felt and come back."""
        before = set(self._places)
        late = [during for during in played.moves if _is_late(during, played)]
        self._pass(during for during in played.moves if during not in late)
        if not self._is_recorded:
            self._pass(late)
            return
        seated = before | self._places
        bank = played.bank
        stakes = [(w.row, w.place, w.line, w.patron, w.amount) for w in played.wagers]
        if bank:
            stakes.insert(0, (bank.row, bank.place, "front", bank.patron, bank.cover))
        for row, place, line, patron, amount in stakes:
            if (place, line, patron) not in seated:
                reason = f"{patron} is not at the {line} line of place {place}"
                self._fault(row, reason, "who is there")
            self._put(row, patron, -amount)
        self._pay(played.fees)
        end = played.end
        returned = (
            played.returned if isinstance(end, Settled) else (*played.returned, *end.returned)
        )
        owners = {wager.id: wager.patron for wager in played.wagers}
        for each in returned:
            self._put(each.row, owners.get(each.wager, ""), each.amount)
        self._pass(late)
        for step in played.steps:
            self._put(step.row, owners.get(step.wager, ""), step.paid + step.returned)
        if bank:
            self._put(
                bank.row, bank.patron, bank.cover + (played.result.net if played.result else 0)
            )
        if not isinstance(end, Settled):
            self._pay(end.fees)

    def _pass(self, moves: Iterable[Move | Correction | Note]) -> None:
        """Follow what happened while a round was open."""
        for during in moves:
            if isinstance(during, Correction):
                self.correct(during)
            elif not isinstance(during, Note):
                self.move(during)

    def correct(self, correction: Correction) -> None:
        """Follow the chips that a correction moves to racks and takes from them."""
        for moved in correction.moved:
            if self._is_recorded and moved.to == "rack":
                self._put(moved.row, moved.patron, moved.amount)

    def _pay(self, fees: Iterable[Fee]) -> None:
        signs = {"paid": -1, "waived": 0, "refunded": 1}
        for fee in fees:
            self._put(fee.row, fee.patron, signs[fee.state] * fee.amount)

    def _put(self, row: int, patron: str, amount: int) -> None:
        self._racks[patron] += amount
        if amount < 0 > self._racks[patron]:
            reason = f"the rack of {patron} is {-self._racks[patron]} short"
            self._fault(row, reason, f"{self._racks[patron] - amount} at most")


def _is_late(during: Move | Correction | Note, played: Round) -> bool:
    """Whether something happened once the wagers lay there, and some of them had gone back."""
    if played.closed is None:
        return False
    at = during.end.at if isinstance(during, Correction) else during.at
    takes = isinstance(during, Left) or (isinstance(during, Chips) and CHIPS[during.kind] < 0)
    return at > played.closed.at or (takes and at == played.closed.at)
