"""Incidents that recur: the third of one kind within a day stops the table until somebody looks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from puntobanco.table import events as ev
from puntobanco.table.state import TableState

DAY_MS: Final = 24 * 3_600_000
MOST: Final = 3


@dataclass(slots=True)
class Incidents:
    """When each kind of irregularity was reported last, and the kind that came too often."""

    times: dict[str, tuple[int, ...]] = field(default_factory=dict)
    alarm: str = ""  # nobody has stopped the table for it yet

    def note(self, before: TableState, event: ev.AnyEvent, at: int) -> None:
        """Take in an event, with the state before it."""
        match event:
            case ev.Proposed(matter=ev.Irregularity(kind=kind)):
                recent = (*(t for t in self.times.get(kind, ()) if at - t < DAY_MS), at)[-MOST:]
                self.times[kind] = recent
                if len(recent) == MOST and before.suspended is None:
                    self.alarm = kind
            case ev.TableSuspended():
                self.alarm = ""
            case _:
                pass
