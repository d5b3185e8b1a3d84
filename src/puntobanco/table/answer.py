"""What a part of the decider answers: events, or a refusal, or (since time passed) both."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.table import events as ev
from puntobanco.table.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command led to; events and a refusal may both be there."""

    events: tuple[ev.AnyEvent, ...] = ()
    refusal: Refusal | None = None


Answer = tuple[ev.AnyEvent, ...] | Refusal | Decision
