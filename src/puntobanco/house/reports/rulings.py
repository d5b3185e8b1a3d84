"""Who ruled what, and what of it a hand history remarks on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from puntobanco.errors import InvariantError
from puntobanco.house.follow import Step
from puntobanco.rules.coup import Winner
from puntobanco.table import events as ev
from puntobanco.table.terms import spoken_of
from puntobanco.track.history import records as hh
from puntobanco.track.notation import Outcome

NOBODY: Final = ("house", "rules", "")  # proposed and approved what needed no ruling
Said = tuple[str, str, str]
"""Who proposed, who approved, and what was written."""


@dataclass(slots=True)
class Rulings:
    """What is proposed, and the ruling whose consequences follow in the log."""

    proposed: dict[int, ev.Proposed] = field(default_factory=dict)
    last: Said = NOBODY
    last_at: int = 0

    def note(self, step: Step) -> None:
        """Keep proposals, and what a supervisor says to them."""
        event = step.event
        match event:
            case ev.Proposed():
                self.proposed[event.number] = event
            case ev.Approved() if event.number in self.proposed:
                proposal = self.proposed[event.number]
                text = "; ".join(filter(None, (proposal.reason, event.text)))
                self.last, self.last_at = (proposal.by, event.by, text), step.at
            case _:
                pass

    def said(self, step: Step) -> Said:
        """Give the ruling from which an event follows: one of the same moment."""
        return self.last if self.last_at == step.at else NOBODY

    def is_remark(self, step: Step) -> bool:
        """Whether an event is something that a history remarks on."""
        match step.event:
            case ev.Approved(number=number):
                proposal = self.proposed.get(number)
                return proposal is not None and isinstance(proposal.matter, ev.Irregularity)
            case ev.RoundCorrected() | ev.RotationBroken():
                return True
            case ev.TableSuspended() | ev.TableResumed() | ev.LimitsChanged() | ev.TermsChanged():
                return True
            case ev.HandChanged() | ev.HandInserted() | ev.HandDeleted():
                return True
            case _:
                return False

    def remark(self, step: Step) -> hh.Note:
        """Give the note of an event."""
        event, at = step.event, step.at
        match event:
            case ev.Approved():
                matter = self.proposed[event.number].matter
                why = matter.kind if isinstance(matter, ev.Irregularity) else "approved"
                return hh.Note(why, self.last[2], event.by, at)
            case ev.RoundCorrected():
                _, approved, text = self.said(step)
                return hh.Note("correct-round", f"round {event.round}: {text}", approved, at)
            case ev.TableSuspended():
                return hh.Note("suspended", event.reason, event.by, at)
            case ev.TableResumed():
                return hh.Note("resumed", "", event.by, at)
            case ev.LimitsChanged() | ev.TermsChanged():
                return hh.Note("terms-changed", _terms(event), event.approved, at)
            case ev.RotationBroken():
                return hh.Note("rotation-broken", event.code, NOBODY[0], at)
            case ev.HandChanged():
                return hh.Note(
                    "hand-changed", _hand(event.hand, event.was, event.now), event.by, at
                )
            case ev.HandInserted():
                text = _hand(event.hand, None, event.now)
                return hh.Note("hand-inserted", text, event.by, at)
            case ev.HandDeleted():
                text = _hand(event.hand, event.was)
                return hh.Note(f"hand-{event.reason}", text, event.by, at)
            case _:
                raise InvariantError(f"{event} is nothing to remark on")


def _terms(event: ev.LimitsChanged | ev.TermsChanged) -> str:
    """Name the terms that changed, and who proposed it."""
    names = spoken_of(event.after) if isinstance(event, ev.TermsChanged) else ("limits",)
    return f"{', '.join(names)}; proposed by {event.by or NOBODY[0]}"


def _hand(number: int, *hands: ev.Hand | None) -> str:
    """Write what a hand was and what it is now, in the notation of outcomes."""
    shown = ["-" if h is None else str(Outcome(Winner(h.winner), h.marks)) for h in hands]
    return f"hand {number}: {' now '.join(shown)}"
