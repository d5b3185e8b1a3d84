"""What a sheet's bets can do, found by going through every class of coups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puntobanco.rules.classes import Universe, universe
from puntobanco.rules.reader import Source
from puntobanco.rules.sheet import Bet, Sheet, Verdict


@dataclass(frozen=True, slots=True)
class Table:
    """A bet's verdicts: the set of classes that each result catches, and what none caught."""

    axes: frozenset[str]
    classes: Universe
    caught: tuple[int, ...]
    rest: int


def bet_axes(sheet: Sheet, bet: Bet) -> frozenset[str]:
    """Give the axes that a bet's results and the calls in them need."""
    needed: set[str] = set()
    calls: set[str] = set()
    for result in bet.results:
        needed |= result.when.axes
        calls |= result.when.calls
    for call in reversed(sheet.calls):  # a call names only calls above it
        if call.id in calls:
            needed |= call.when.axes
            calls |= call.when.calls
    return frozenset(needed)


def call_masks(sheet: Sheet, classes: Universe) -> dict[str, int]:
    """Give the set of classes of every call whose axes the universe has."""
    masks: dict[str, int] = {}
    for call in sheet.calls:
        masks[call.id] = classes.holds(call.when, masks)
    return masks


def verdict_table(sheet: Sheet, bet: Bet) -> Table:
    """Give the set of classes that each result of a bet catches; the first match decides."""
    axes = bet_axes(sheet, bet)
    classes = universe(axes)
    calls = call_masks(sheet, classes)
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
        axes = frozenset().union(*(known.when.axes for known in sheet.calls[: number + 1]))
        classes = universe(axes)
        if not call_masks(sheet, classes)[call.id]:
            source.fail(("call", number, "when"), "no coup meets it", "mend the condition")
    for number, bet in enumerate(sheet.bets):
        table = verdict_table(sheet, bet)
        for row, mask in enumerate(table.caught):
            if not mask:
                source.fail(
                    ("bet", number, "result", row),
                    f"no coup reaches this result of {bet.id}",
                    "mend its condition, or move it above the result that catches it",
                )
        if not any(result.verdict is Verdict.PAY for result in bet.results):
            source.fail(("bet", number), f"{bet.id} never pays", "add a result with pays")
        if not table.rest and Verdict.TAKE not in _verdicts(bet):
            source.fail(("bet", number), f"{bet.id} never loses", "leave some coup unmatched")


def _verdicts(bet: Bet) -> Iterator[Verdict]:
    yield from (result.verdict for result in bet.results)
