"""A round in full: every event of it with its transfers, what was proposed, who approved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec import Struct

from puntobanco.house.audit.told import Said, Told, said, told
from puntobanco.house.day import Hours
from puntobanco.house.log import TABLE
from puntobanco.store.base import Stored, Transaction
from puntobanco.table import events as ev

Plain = dict[str, Any]
_BEFORE: Final = frozenset({"TableOpened", "TermsChanged", "ShoeStarted", "ShoeTakenBack"})


class WholeRound(Struct, frozen=True):
    """A round as the log has it; lines and cards as they stand after the last correction."""

    table: str
    round: int
    state: str  # open | settled | void | corrected
    shoe: int
    hand: int
    rules: str  # the hash of all terms in force
    cards: tuple[tuple[str, str], ...]  # the card, and the hand it lay in
    winner: str | None
    calls: tuple[str, ...]
    lines: tuple[ev.Line, ...]
    returned: tuple[ev.Returned, ...]
    fees: tuple[ev.FeeLine, ...]
    player_dealer: ev.Covered | None
    player_dealer_fee: int
    labels: dict[str, str]  # of the bets
    events: tuple[Told, ...]


@dataclass(slots=True)
class _Reading:
    """A table's log on its way to the end, as far as it is about one round."""

    number: int
    found: list[tuple[Stored, Said]] = field(default_factory=list)
    happened: list[ev.AnyEvent] = field(default_factory=list)
    sheet: str = ""
    shoe: int = 0
    is_on: bool = False
    proposals: set[int] = field(default_factory=set)

    def take(self, stored: Stored, kind: Said) -> None:
        """Keep an event that belongs to the round."""
        if not self.happened:
            self._note(stored, kind)
        if not self._is_meant(stored, kind):
            return
        event = ev.decode(stored.body).event
        self.found.append((stored, kind))
        self.happened.append(event)
        match event:
            case ev.BettingOpened() | ev.FreeHandOpened():
                self.is_on = True
            case ev.RoundSettled() | ev.RoundVoided():
                self.is_on = False
            case ev.Proposed():
                self.proposals.add(event.number)
            case _:
                pass

    def _note(self, stored: Stored, kind: Said) -> None:
        """Keep by what sheet and with which shoe the table plays, until the round begins."""
        if kind.type not in _BEFORE:
            return
        match ev.decode(stored.body).event:
            case (
                ev.TableOpened(sheet=sheet) | ev.TermsChanged(after=ev.Terms(sheet=str() as sheet))
            ):
                self.sheet = sheet
            case ev.ShoeStarted(shoe=shoe) | ev.ShoeTakenBack(shoe=shoe):
                self.shoe = shoe
            case _:
                pass

    def _is_meant(self, stored: Stored, kind: Said) -> bool:
        if kind.round == self.number:
            return True
        match kind.type:
            case "Proposed":
                matter = getattr(ev.decode(stored.body).event, "matter", None)
                of = matter.round if isinstance(matter, ev.CorrectRound) else None
                return of == self.number or (of is None and self.is_on)
            case "Approved" | "Rejected":
                return kind.number in self.proposals
            case _:
                return self.is_on and kind.round == 0


def whole_round(tx: Transaction, table: str, number: int, hours: Hours) -> WholeRound | None:
    """Give a round of a table; None: there was none of this number."""
    reading = _Reading(number)
    for stored in tx.events(TABLE + table):
        reading.take(stored, said(stored))
    happened = reading.happened
    opened = next(_of(happened, ev.BettingOpened, ev.FreeHandOpened), None)
    if opened is None:
        return None
    settled = [*_of(happened, ev.RoundSettled, ev.RoundCorrected)]
    voided = next(_of(happened, ev.RoundVoided), None)
    ended = next(_of(happened, ev.CoupEnded, ev.ResultEntered), None)
    taken = next(_of(happened, ev.CollectionTaken), None)
    last = settled[-1] if settled else None
    return WholeRound(
        table=table,
        round=number,
        state=_state(last, voided),
        shoe=reading.shoe,
        hand=opened.hand,
        rules=getattr(opened, "rules", ""),
        cards=_cards(happened, last),
        winner=ended.winner if ended else None,
        calls=getattr(ended, "calls", ()),
        lines=last.lines if last else (),
        returned=voided.wagers if voided else (),
        fees=taken.fees if taken else (),
        player_dealer=last.player_dealer if last else None,
        player_dealer_fee=taken.player_dealer if taken else 0,
        labels=_labels(reading.sheet),
        events=tuple(told(tx, stored, kind, hours) for stored, kind in reading.found),
    )


def _of(happened: list[ev.AnyEvent], *kinds: type[Any]) -> Iterator[Any]:
    return (event for event in happened if isinstance(event, kinds))


def _state(last: Any, voided: Any) -> str:
    if voided is not None:
        return "void"
    if isinstance(last, ev.RoundCorrected):
        return "corrected"
    return "open" if last is None else "settled"


def _cards(happened: list[ev.AnyEvent], last: Any) -> tuple[tuple[str, str], ...]:
    """Give the cards in the order dealt, or as they were corrected to be."""
    dealt = tuple((event.card, event.hand) for event in _of(happened, ev.CardDealt))
    if isinstance(last, ev.RoundCorrected) and last.cards:
        hands = [hand for _, hand in dealt]
        hands += [""] * (len(last.cards) - len(hands))
        return tuple(zip(last.cards, hands, strict=False))
    return dealt


def _labels(sheet: str) -> dict[str, str]:
    """Give what the bets of a table are called, by the sheet that it opened with."""
    said: Plain = msgspec.json.decode(sheet) if sheet else {}
    return {bet["id"]: bet.get("label", bet["id"]) for bet in said.get("bet", [])}
