"""Exact odds for game protection, counted in a process apart."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from puntobanco.house.apart.task import Task
from puntobanco.house.protection import LateQuestion
from puntobanco.odds.many import Many
from puntobanco.rules.load import from_canonical
from puntobanco.shoe import Composition


@lru_cache(maxsize=32)
def _many(sheet: str, bets: tuple[str, ...]) -> Many:
    return Many(from_canonical(sheet.encode()), bets)


def answer(question: LateQuestion) -> dict[str, str]:
    """Give the expectation of each bet, as a fraction."""
    found = _many(question.sheet, question.bets).odds(Composition(question.counts))
    return {odds.bet.id: str(odds.expectation) for odds in found.bets}


TASK: Final = Task(LateQuestion, lambda question, _: answer(question))
