"""What becomes of a wager on a finished coup, from the sheet alone."""

from __future__ import annotations

from collections.abc import Iterable

from puntobanco.rules.conditions import Facts, facts_of
from puntobanco.rules.coup import Coup
from puntobanco.rules.sheet import Bet, Result, Sheet, Verdict


def calls_of(sheet: Sheet, coup: Coup) -> tuple[str, ...]:
    """Give the calls that hold, in the sheet's order."""
    return calls_in(sheet, facts_of(coup))


def calls_in(sheet: Sheet, facts: Facts) -> tuple[str, ...]:
    """Give the calls that hold for these facts."""
    held: list[str] = []
    for call in sheet.calls:
        if call.when.holds(facts, frozenset(held)):
            held.append(call.id)
    return tuple(held)


def result_in(bet: Bet, facts: Facts, calls: Iterable[str]) -> Result | None:
    """Give the first result of a bet that holds; None: the wager is taken."""
    held = frozenset(calls)
    return next((result for result in bet.results if result.when.holds(facts, held)), None)


def result_of(sheet: Sheet, bet: Bet, coup: Coup) -> Result | None:
    """Give the result of a bet on a coup; None: the wager is taken."""
    facts = facts_of(coup)
    return result_in(bet, facts, calls_in(sheet, facts))


def verdict_of(result: Result | None) -> Verdict:
    """Give the verdict of a result; none caught the coup: take."""
    return result.verdict if result else Verdict.TAKE
