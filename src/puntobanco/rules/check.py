"""What a sheet's bets can do, found by going through every class of coups."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puntobanco.rules.classes import Universe, universe
from puntobanco.rules.reader import Source
from puntobanco.rules.sheet import Bet, Call, Sheet, Verdict


@dataclass(frozen=True, slots=True)
class Table:
    """A bet's verdicts: the set of classes that each result catches, and what none caught."""

    axes: frozenset[str]
    classes: Universe
    caught: tuple[int, ...]
    rest: int


def calls_needed(sheet: Sheet, named: Iterable[str]) -> tuple[Call, ...]:
    """Give some calls and all that they rest on, in the sheet's order."""
    wanted = set(named)
    found = []
    for call in reversed(sheet.calls):  # a call names only calls above it
        if call.id in wanted:
            wanted |= call.when.calls
            found.append(call)
    return tuple(reversed(found))


def bet_axes(sheet: Sheet, bet: Bet) -> frozenset[str]:
    """Give the axes that a bet's results and the calls in them need."""
    conditions = [result.when for result in bet.results]
    conditions += [call.when for call in _calls_of(sheet, bet)]
    return frozenset().union(*(condition.axes for condition in conditions))


def call_masks(calls: Iterable[Call], classes: Universe) -> dict[str, int]:
    """Give the set of classes of every call; none of them may rest on a call left out."""
    masks: dict[str, int] = {}
    for call in calls:
        masks[call.id] = classes.holds(call.when, masks)
    return masks


def verdict_table(sheet: Sheet, bet: Bet, along: frozenset[str] = frozenset()) -> Table:
    """Give the set of classes that each result of a bet catches; the first match decides.

    The classes are split along the bet's own axes, and along others where they are named.
    """
    axes = bet_axes(sheet, bet) | along
    classes = universe(axes)
    calls = call_masks(_calls_of(sheet, bet), classes)
    left = classes.everything
    caught = []
    for result in bet.results:
        mask = classes.holds(result.when, calls) & left
        left &= ~mask
        caught.append(mask)
    return Table(axes, classes, tuple(caught), left)


def check(sheet: Sheet, source: Source) -> None:
    """Refuse calls and results that no coup reaches, and bets that never pay or never lose."""
    for number, call in enumerate(sheet.calls):
        calls = calls_needed(sheet, [call.id])
        classes = universe(frozenset().union(*(known.when.axes for known in calls)))
        if not call_masks(calls, classes)[call.id]:
            source.fail(("call", number, "when"), "no coup meets it", "mend the condition")
    placeable = _placeable(sheet)
    for number, bet in enumerate(sheet.bets):
        if bet.id not in placeable:
            source.fail(
                ("bet", number, "requires"),
                f"nobody can ever place {bet.id}: what it requires waits for it in turn",
                "let one of them stand alone",
            )
        table = verdict_table(sheet, bet)
        for row, mask in enumerate(table.caught):
            if not mask:
                source.fail(
                    ("bet", number, "result", row),
                    f"no coup reaches this result of {bet.id}",
                    "mend its condition, or move it above the result that catches it",
                )
        verdicts = {result.verdict for result in bet.results}
        if Verdict.PAY not in verdicts:
            source.fail(("bet", number), f"{bet.id} never pays", "add a result with pays")
        if not table.rest and Verdict.TAKE not in verdicts:
            source.fail(("bet", number), f"{bet.id} never loses", "leave some coup unmatched")


def _calls_of(sheet: Sheet, bet: Bet) -> tuple[Call, ...]:
    return calls_needed(sheet, frozenset().union(*(result.when.calls for result in bet.results)))


def _placeable(sheet: Sheet) -> frozenset[str]:
    """Give the bets that can be placed one after the other, beginning with none."""
    placed: frozenset[str] = frozenset()
    while True:
        more = frozenset(
            bet.id for bet in sheet.bets if not bet.requires or placed.intersection(bet.requires)
        )
        if more == placed:
            return placed
        placed = more
