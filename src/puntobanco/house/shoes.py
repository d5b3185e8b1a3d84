"""What a board tells of a table's shoes beside their results: when, what was corrected, how fast.

Folded from the events with the other records. The results of this shoe and of the one before lie in
the state, hand for hand beside the notes here; of earlier shoes the outcomes are kept for a day.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from puntobanco.rules.coup import Coup, Winner
from puntobanco.rules.sheet import Sheet
from puntobanco.table import events as ev
from puntobanco.table.state import Result, TableState
from puntobanco.track.notation import Outcome, outcome_of, render
from puntobanco.track.pace import Pace

KEPT_MS: Final = 25 * 3_600_000  # the longest gaming day there is
_WINNERS: Final = {winner.letter: winner for winner in Winner}


@dataclass(frozen=True, slots=True)
class Note:
    """What is known of a hand beside its result."""

    round: int
    at: int
    is_free: bool = False
    is_corrected: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """A shoe that is over: when its last hand was, and its outcomes in their notation."""

    number: int
    at: int
    written: str
    sheet_hash: str

    @property
    def outcomes(self) -> list[Outcome]:
        """Give the outcomes; marks are those of the game that was played then."""
        words = (word.split("+") for word in self.written.split())
        return [Outcome(_WINNERS[letter], tuple(marks)) for letter, *marks in words]


@dataclass(slots=True)
class Shoes:
    """The notes of this shoe and of the one before, the shoes before that, and the pace."""

    hands: tuple[Note, ...] = ()
    before: tuple[Note, ...] = ()
    older: tuple[Note, ...] = ()  # of the shoe before that one, for one that is taken back
    earlier: tuple[Past, ...] = ()
    pace: Pace = field(default_factory=Pace)

    def note(self, before: TableState, event: ev.AnyEvent, at: int) -> None:
        """Take in an event, with the state before it."""
        match event:
            case ev.TableOpened() | ev.TableResumed():
                self.pace = self.pace.opened(at)
            case ev.TableClosed() | ev.TableSuspended():
                self.pace = self.pace.closed(at)
            case ev.RoundSettled():
                played = before.require_round
                self.hands = (*self.hands, Note(event.round, at, played.is_free))
                self.pace = self.pace.hand(at)
            case ev.RoundCorrected() if _changes_result(before, event):
                self.hands = _corrected(self.hands, event.round)
                self.before = _corrected(self.before, event.round)
            case ev.HandChanged() | ev.HandInserted() | ev.HandDeleted():
                self._tracked(event, at)
            case ev.ShoeTakenBack():
                self.hands, self.before, self.older = self.before, self.older, ()
                self.earlier = self.earlier[:-1] if self.before else self.earlier
            case ev.ShoeEnded() | ev.ShoeQuarantined():
                self._ended(before, at)
            case _:
                pass

    def _ended(self, before: TableState, at: int) -> None:
        """Move on by one shoe; what was the one before is kept in short."""
        earlier = tuple(past for past in self.earlier if past.at > at - KEPT_MS)
        if self.before:
            number = before.shoe_number - 1
            sheet = before.sheet_before
            written = render(outcomes_of(sheet, before.last_coups))
            earlier = (*earlier, Past(number, self.before[-1].at, written, sheet.hash))
        self.hands, self.before, self.older, self.earlier = (), self.hands, self.before, earlier

    def _tracked(self, event: ev.HandChanged | ev.HandInserted | ev.HandDeleted, at: int) -> None:
        """Keep one note a hand; what was undone at once is no correction and no hand an hour."""
        hands, place = list(self.hands), event.hand - 1
        match event:
            case ev.HandChanged():
                hands[place] = replace(hands[place], is_corrected=True)
            case ev.HandInserted():
                hands.insert(place, Note(0, at, event.is_free, is_corrected=True))
            case ev.HandDeleted():
                del hands[place]
                if event.reason == "undone":
                    self.pace = self.pace.undone()
        self.hands = tuple(hands)


def _corrected(hands: tuple[Note, ...], number: int) -> tuple[Note, ...]:
    return tuple(
        replace(note, is_corrected=True) if note.round == number else note for note in hands
    )


def _changes_result(before: TableState, event: ev.RoundCorrected) -> bool:
    """Whether a correction is about the hand itself, and not about wagers alone."""
    stood = next(settled.result for settled in before.settled if settled.number == event.round)
    if isinstance(stood, Coup):
        return tuple(card.code for card in stood.cards) != event.cards
    return (stood.winner.value, stood.marks) != (event.winner, event.marks)


def outcomes_of(sheet: Sheet, results: Iterable[Result]) -> list[Outcome]:
    """Give the outcomes of results, with the marks of a sheet."""
    return [
        outcome_of(sheet, result)
        if isinstance(result, Coup)
        else Outcome(result.winner, result.marks)
        for result in results
    ]
