"""Tallies and results as the boards show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puntobanco.house.felt import call_colour
from puntobanco.house.shown import board as shown
from puntobanco.house.shown.felt import Call
from puntobanco.rules.sheet import Sheet
from puntobanco.table import events as ev
from puntobanco.table.entering import totals_of
from puntobanco.table.state import Entered, Result, TableState
from puntobanco.track.notation import Outcome, outcome_of
from puntobanco.track.tally import Share, Tally, tally


def call_of(sheet: Sheet, ident: str) -> Call:
    """Describe a call."""
    call = sheet.call(ident)
    return Call(call.id, call.label, call.mark, call.token, call_colour(sheet, call))


def tally_of(sheet: Sheet, outcomes: Sequence[Outcome]) -> shown.Tally:
    """Count a shoe's outcomes."""
    counted = tally(outcomes, [call.token for call in sheet.calls])
    return shown.Tally(
        hands=counted.hands,
        player=_share(counted.player),
        banker=_share(counted.banker),
        tie=_share(counted.tie),
        calls=call_counts(sheet, counted),
        naturals=counted.naturals,
        player_pairs=counted.player_pairs,
        banker_pairs=counted.banker_pairs,
        longest=shown.Longest(counted.longest.player, counted.longest.banker),
    )


def _share(counted: Share) -> shown.Share:
    return shown.Share(counted.count, counted.percent)


def call_counts(sheet: Sheet, counted: Tally) -> tuple[shown.CallTally, ...]:
    """Count a shoe's calls."""
    return tuple(
        shown.CallTally(
            id=call.id,
            label=call.label,
            mark=call.mark,
            token=call.token,
            colour=call_colour(sheet, call),
            count=count.count,
            percent=count.percent,
            last=count.last,
            ago=None if count.last is None else counted.hands - count.last,
        )
        for call, count in zip(sheet.calls, counted.calls, strict=True)
    )


def result_of_hand(sheet: Sheet, result: Result) -> shown.Result:
    """Give the result of a hand as the board shows it."""
    marks = result.marks if isinstance(result, Entered) else outcome_of(sheet, result).marks
    player, banker = totals_of(result) or (None, None)
    calls = tuple(call.id for call in sheet.calls if call.token in marks)
    return shown.Result(result.winner.value, player, banker, calls)


def last_shoe(sheet: Sheet, outcomes: Sequence[Outcome], state: TableState) -> shown.LastShoe:
    """Give the shoe before in numbers."""
    number = state.shoe_number - (state.shoe is not None)
    return shown.LastShoe(**_counts(sheet, outcomes), number=number)


def day_of(sheet: Sheet, shoes: Sequence[Sequence[Outcome]]) -> shown.Day | None:
    """Give the earlier shoes of a day in numbers, all together."""
    if not shoes:
        return None
    hands = [hand for shoe in shoes for hand in shoe]
    return shown.Day(**_counts(sheet, hands), shoes=len(shoes))


def _counts(sheet: Sheet, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    counted = tally(outcomes, [call.token for call in sheet.calls])
    return {
        "hands": counted.hands,
        "player": counted.player.count,
        "banker": counted.banker.count,
        "tie": counted.tie.count,
        "calls": call_counts(sheet, counted),
        "naturals": counted.naturals,
    }


def checked(state: TableState) -> int | None:
    """Give the hand of this shoe whose result somebody has yet to rule on."""
    shoe, played = state.shoe, state.round
    if state.suspended is not None and shoe and not state.game.takes_wagers:
        return len(shoe.coups) or None  # the board stands until somebody has looked into it
    for proposal in state.proposals.values():
        match proposal.matter:
            case ev.CorrectRound(round=number):
                here = (s for s in state.settled if shoe and s.shoe == shoe.number)
                return next((s.hand for s in here if s.number == number), None)
            case ev.VoidRound() | ev.Irregularity() if played:
                return played.hand
            case _:
                pass
    return None
