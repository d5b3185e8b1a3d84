"""Irregularities of the deal, and what may be done about each (rules.md 4.2)."""

from __future__ import annotations

from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import TableState


def check_irregularity(state: TableState, matter: ev.Irregularity) -> Refusal | None:
    """Say why an irregularity cannot occur in this state."""
    return Refusal(Code.NOT_IN_THIS_STATE)


def rule_irregularity(state: TableState, matter: ev.Irregularity, handling: str) -> Answer:
    """Give what follows from a ruling."""
    return Refusal(Code.NO_SUCH_HANDLING, {"handling": handling})
