"""Corrections: a settled round is reversed and settled again; nothing is edited."""

from __future__ import annotations

from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import TableState


def check_correction(state: TableState, matter: ev.CorrectRound) -> Refusal | None:
    """Say why a round cannot be corrected so."""
    known = any(settled.number == matter.round for settled in state.settled)
    return None if known else Refusal(Code.NO_SUCH_ROUND, {"round": matter.round})


def correct_round(state: TableState, matter: ev.CorrectRound) -> Answer:
    """Give the event of a correction."""
    return Refusal(Code.NOTHING_TO_CORRECT, {"round": matter.round})


def evolve_correction(state: TableState, event: ev.RoundCorrected) -> TableState:
    """Give the state after a correction."""
    return state
