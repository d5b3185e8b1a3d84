"""The fairness of the action button over a log, for each number of seats."""

from __future__ import annotations

from collections.abc import Iterable

from puntobanco.house.fairness import Fairness, judge
from puntobanco.house.follow import Step
from puntobanco.house.records import VALUES
from puntobanco.house.reports.scope import Scope
from puntobanco.table import events as ev


def fairness(steps: Iterable[Step], scope: Scope) -> tuple[Fairness, ...]:
    """Count the buttons of settled rounds, as corrected, for each number of seats."""
    counts: dict[int, list[int]] = {}  # by seats: how often each value
    shown: dict[
        str, dict[int, int]
    ] = {}  # by table, of the rounds that may be corrected: the value
    for step in steps:
        event, rounds = step.event, shown.setdefault(step.table, {})
        if isinstance(event, ev.RoundSettled) and event.button and scope.has(step):
            for gone in rounds.keys() - {settled.number for settled in step.after.settled}:
                del rounds[gone]
        elif isinstance(event, ev.RoundCorrected) and event.button and event.round in rounds:
            counts[step.before.game.seats][rounds[event.round] - 1] -= 1
        else:
            continue
        rounds[event.round] = event.button.value
        counts.setdefault(step.before.game.seats, [0] * VALUES)[event.button.value - 1] += 1
    return tuple(judge(seats, counts[seats]) for seats in sorted(counts))
