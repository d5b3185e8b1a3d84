"""The collection: which fees a round owes, from a room's posted schedule.

Fees are taken before the first card, go to the drop box, and are no part of a settlement.
A fee that is waived is a lawful state of a fee: it opens the bonus bets as a paid one does
(GAP-0.1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NoReturn

from puntobanco.errors import InvariantError, SheetError
from puntobanco.rules.reader import nearest
from puntobanco.rules.schedule import Row, Schedule, Tier, load_schedule, schedule_from_canonical
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Sheet

__all__ = [
    "Fee",
    "Schedule",
    "at_table",
    "check_caps",
    "check_possible",
    "fees",
    "is_paid_or_waived",
    "load_schedule",
    "player_dealer_fee",
    "schedule_from_canonical",
    "stack_fee",
]

_HOUR: Final = 60


@dataclass(frozen=True, slots=True)
class Fee:
    """What a patron owes for a stack, or for one wager of it."""

    patron: str
    place: int
    line: str
    amount: int
    rate: int  # which of the table's authorised rates, counted from 1 for the smallest
    wager: str | None = None


def at_table(
    schedule: Schedule, limit_min: int, limit_max: int, sheet: Sheet | None = None
) -> Schedule:
    """Give the schedule as a table with these limits of its main bets has it: one row, or waived.

    The row is the narrowest that holds the table's limits. With a sheet, ``applies_to`` must name
    its kinds and bets.
    """
    check_possible(schedule)
    if sheet is not None:
        known = ("main", "side", *(bet.id for bet in sheet.bets))
        for word in schedule.applies_to:
            if word not in known:
                reason = f"{sheet.id} has no bet and no kind {word!r}"
                _refuse(schedule, "applies_to", reason, f"use {nearest(word, known)}")
    if schedule.waived:
        return schedule
    fitting = [row for row in schedule.rows if _holds(row, limit_min, limit_max)]
    if not fitting:
        _refuse_limits(schedule, limit_min, limit_max)
    return replace(schedule, rows=(min(fitting, key=_width),))


def check_possible(schedule: Schedule) -> None:
    """Refuse a posting that no table can collect by, whatever its limits."""
    if schedule.caps is not None:
        _refuse(schedule, "caps", "it caps fees and sets none", "name a schedule that sets them")
    if not schedule.amounts_known:
        cure = "copy it to a file with the amounts of the posting, and name that"
        _refuse(schedule, "amounts_known", "its amounts are not known", cure)
    if schedule.refund_if_no_action:
        reason = "a table keeps a fee whatever action the wagers got"
        _refuse(schedule, "refund_if_no_action", reason, "leave it out")


def _holds(row: Row, low: int, high: int) -> bool:
    if row.limit_min is None or row.limit_max is None:
        return True
    return row.limit_min <= low and high <= row.limit_max


def _width(row: Row) -> tuple[int, int]:
    low, high = row.limit_min or 0, row.limit_max or 0
    return high - low, -low


def _refuse_limits(schedule: Schedule, low: int, high: int) -> NoReturn:
    near = min(
        schedule.rows,
        key=lambda row: abs((row.limit_min or 0) - low) + abs((row.limit_max or 0) - high),
    )
    wanted, posted = (
        f"{schedule.money(least)} to {schedule.money(most)}"
        for least, most in ((low, high), (near.limit_min or 0, near.limit_max or 0))
    )
    reason = f"no row holds limits of {wanted}"
    _refuse(schedule, "row", reason, f"give the main bets limits within {posted}, the nearest row")


def _refuse(schedule: Schedule, key: str, reason: str, cure: str) -> NoReturn:
    raise SheetError(schedule.id, None, key, reason, cure)


def fees(
    schedule: Schedule,
    sheet: Sheet,
    wagers: Sequence[Wager],
    due: Callable[[str], bool] | frozenset[str] = frozenset(),
) -> tuple[Fee, ...]:
    """Give what the players of a round owe, by place, the front line first, the back as it came.

    A wager's ``seat`` holds its place. ``due`` tells for whom a fee per time is due now; such a
    patron pays once, at the first of his stacks. What is waived does not appear.
    """
    stacks: dict[tuple[int, str, str], list[Wager]] = {}
    for wager in wagers:
        stacks.setdefault((wager.seat, wager.line, wager.patron), []).append(wager)
    asked: set[str] = set()
    found: list[Fee] = []
    for (_, _, patron), stack in sorted(
        stacks.items(), key=lambda item: (item[0][0], item[0][1] != "front")
    ):
        if schedule.basis == "per-time":
            is_due = due(patron) if callable(due) else patron in due
            if not is_due or patron in asked:
                continue
        owed = _stack_fees(schedule, sheet, stack)
        asked |= {fee.patron for fee in owed}
        found += owed
    return tuple(found)


def stack_fee(
    schedule: Schedule, sheet: Sheet, wagers: Sequence[Wager], *, is_due: bool = True
) -> int:
    """Give what one stack must be able to pay; ``is_due`` where the fee is per time."""
    if schedule.basis == "per-time" and not is_due:
        return 0
    return sum(fee.amount for fee in _stack_fees(schedule, sheet, wagers))


def is_paid_or_waived(
    schedule: Schedule, sheet: Sheet, wagers: Sequence[Wager], chips: int, *, is_due: bool = True
) -> bool:
    """Whether a stack opens the bets that ask for a fee: its own is waived, or it has the chips.

    ``chips`` are those that its patron has beside the wagers (GAP-0.1, GAP-0.11).
    """
    return stack_fee(schedule, sheet, wagers, is_due=is_due) <= chips


def player_dealer_fee(schedule: Schedule, total_action: int) -> int:
    """Give what the player-dealer owes for a round: a flat fee, or by steps of all wagers."""
    return _fee_at(_row_of(schedule).player_dealer, total_action)


def _stack_fees(schedule: Schedule, sheet: Sheet, wagers: Sequence[Wager]) -> list[Fee]:
    """Give the fees of one stack: one for the whole, or one for each wager."""
    charged = [wager for wager in wagers if _applies(schedule, sheet, wager)]
    if schedule.basis == "per-wager":
        charged.sort(key=lambda wager: sheet.order(wager.bet))
        return [
            fee
            for wager in charged
            for fee in _fee(schedule, wager, wager.amount, of_wager=wager.id)
        ]
    if not charged:
        return []
    return _fee(schedule, charged[0], sum(wager.amount for wager in charged))


def _fee(schedule: Schedule, wager: Wager, amount: int, of_wager: str | None = None) -> list[Fee]:
    row = _row_of(schedule)
    owed = _fee_at(row.player, amount)
    if not owed:
        return []
    rate = row.rates.index(owed) + 1
    return [Fee(wager.patron, wager.seat, wager.line, owed, rate, of_wager)]


def _applies(schedule: Schedule, sheet: Sheet, wager: Wager) -> bool:
    bet = sheet.require_bet(wager.bet)
    return not schedule.applies_to or not {bet.id, bet.kind}.isdisjoint(schedule.applies_to)


def _row_of(schedule: Schedule) -> Row:
    if schedule.waived:
        return Row(None, None, (), ())
    if len(schedule.rows) != 1:
        message = f"the schedule {schedule.id} is not that of a table"
        raise InvariantError(message)
    return schedule.rows[0]


def _fee_at(tiers: Sequence[Tier], amount: int) -> int:
    return next((tier.fee for tier in reversed(tiers) if tier.start <= amount), 0)


def check_caps(schedule: Schedule, caps: Schedule) -> None:
    """Refuse a schedule one of whose fees is above what another one caps."""
    if caps.caps is None:
        _refuse(caps, "caps", "it caps nothing", "name a schedule that has caps")
    per, cap, times = "a hand", caps.caps.per_hand_per_player, 1
    if schedule.minutes is not None:
        per, cap, times = "an hour", caps.caps.per_hour_per_player, schedule.minutes
    if cap is None:
        return
    for number, row in enumerate(schedule.rows, 1):
        for fee in row.rates:
            each = fee if schedule.minutes is None else fee * _HOUR
            if each * caps.unit > cap * times * schedule.unit:
                reason = f"a fee of {schedule.money(fee)} is above {caps.id}'s cap for {per}"
                cure = f"keep to {caps.money(cap)} {per}"
                _refuse(schedule, f"row[{number}]", reason, cure)
