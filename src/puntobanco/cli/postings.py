"""Pages of collection schedules: what a room would post at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from puntobanco.cli.pages import Page
from puntobanco.rules.schedule import Row, Schedule, Tier

FICTIONAL: Final = "FICTIONAL: these amounts are made up, and no room posts them."
_GRADES: Final = {
    "A": "A, a regulator's text",
    "B": "B, an operator's own page",
    "C": "C, the press or a forum",
    "D": "D, derived",
    "N": "N, no text seen",
}
_PAYERS: Final = {
    "player": "the players",
    "player-dealer": "the player-dealer alone",
    "both": "the players and the player-dealer",
}


def schedules_page(found: Iterable[Schedule]) -> Page:
    """Tell which schedules there are."""
    table = Table(box=None, pad_edge=False)
    for heading in ("Id", "Name", "Collection"):
        table.add_column(heading, justify="left", no_wrap=True)
    for schedule in found:
        table.add_row(schedule.id, schedule.name, _in_short(schedule))
    yield table


def _in_short(schedule: Schedule) -> str:
    if schedule.caps is not None:
        return "caps only"
    if schedule.waived:
        return "waived"
    told = f"paid by {_PAYERS[schedule.payer]}, {_basis(schedule)}"
    if not schedule.amounts_known:
        return f"{told}; amounts not known"
    return f"{told}; FICTIONAL" if schedule.fictional else told


def _basis(schedule: Schedule) -> str:
    if schedule.minutes is not None:
        return f"every {schedule.minutes} minutes"
    return {"per-hand": "once a round", "per-wager": "for each wager"}[schedule.basis]


def schedule_page(schedule: Schedule) -> Page:
    """Tell a schedule, with its source."""
    yield Text(f"{schedule.name}\n", "bold")
    if schedule.fictional:
        yield Text(f"{FICTIONAL}\n", "bold yellow")
    facts = Table(box=None, pad_edge=False, show_header=False)
    facts.add_column(no_wrap=True)
    facts.add_column()
    for name, value in _facts(schedule):
        facts.add_row(name, value)
    yield facts
    if schedule.rows:
        yield ""
        yield _fees(schedule)
    elif not schedule.amounts_known:
        yield "\nThe amounts are not known: no table can open with this schedule."


def _facts(schedule: Schedule) -> Iterator[tuple[str, str]]:
    yield "Id", schedule.id
    yield "Source", schedule.source
    yield "Grade", _GRADES[schedule.grade]
    yield "Approval", schedule.approval
    if schedule.caps is not None:
        caps = {
            "A hand, a player": schedule.caps.per_hand_per_player,
            "An hour, a player": schedule.caps.per_hour_per_player,
        }
        for name, cap in caps.items():
            yield name, "no cap" if cap is None else f"at most {schedule.money(cap)}"
    elif schedule.waived:
        yield "Collection", "waived: nothing is taken, and bets that ask for a fee are open"
    else:
        yield "Paid by", f"{_PAYERS[schedule.payer]}, {_basis(schedule)}, before the first card"
        yield "Paid for", ", ".join(schedule.applies_to) or "any wager"
        back = "goes back: no table can open with this schedule"
        kept = back if schedule.refund_if_no_action else "is kept"
        yield "Without action", f"the fee {kept}"
    yield "Hash", schedule.hash


def _fees(schedule: Schedule) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("Limits of the main bets", "A player pays", "The player-dealer pays"):
        table.add_column(heading, justify="left", no_wrap=True)
    for row in schedule.rows:
        fees = [_steps(schedule, tiers) for tiers in (row.player, row.player_dealer)]
        for line in range(max(map(len, fees))):
            cells = (fee[line] if line < len(fee) else "" for fee in fees)
            table.add_row("" if line else _limits(schedule, row), *cells)
    return table


def _limits(schedule: Schedule, row: Row) -> str:
    if row.limit_min is None or row.limit_max is None:
        return "any"
    return f"{schedule.money(row.limit_min)} to {schedule.money(row.limit_max)}"


def _steps(schedule: Schedule, tiers: Sequence[Tier]) -> list[str]:
    if not tiers:
        return ["nothing"]
    if len(tiers) == 1:
        return [schedule.money(tiers[0].fee)]
    return [f"{schedule.money(tier.fee)} from {schedule.money(tier.start)}" for tier in tiers]
