"""Tallies and results as the boards show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puntobanco.house.felt import call_colour
from puntobanco.rules.sheet import Sheet
from puntobanco.table import events as ev
from puntobanco.table.entering import totals_of
from puntobanco.table.state import Entered, Result, TableState
from puntobanco.track.notation import Outcome, outcome_of
from puntobanco.track.tally import Tally, tally

Plain = dict[str, Any]


def call_of(sheet: Sheet, ident: str) -> Plain:
    """Describe a call."""
    call = sheet.call(ident)
    return {
        "id": call.id,
        "label": call.label,
        "mark": call.mark,
        "token": call.token,
        "colour": call_colour(sheet, call),
    }


def tally_of(sheet: Sheet, outcomes: Sequence[Outcome]) -> Plain:
    """Count a shoe's outcomes."""
    counted = tally(outcomes, [call.token for call in sheet.calls])
    shares = {
        name: {"count": share.count, "percent": share.percent}
        for name, share in (
            ("player", counted.player),
            ("banker", counted.banker),
            ("tie", counted.tie),
        )
    }
    return {
        "hands": counted.hands,
        **shares,
        "calls": call_counts(sheet, counted),
        "naturals": counted.naturals,
        "player_pairs": counted.player_pairs,
        "banker_pairs": counted.banker_pairs,
        "longest": {"player": counted.longest.player, "banker": counted.longest.banker},
    }


def call_counts(sheet: Sheet, counted: Tally) -> list[Plain]:
    """Count a shoe's calls."""
    return [
        call_of(sheet, call.id)
        | {
            "count": count.count,
            "percent": count.percent,
            "last": count.last,
            "ago": None if count.last is None else counted.hands - count.last,
        }
        for call, count in zip(sheet.calls, counted.calls, strict=True)
    ]


def result_of_hand(sheet: Sheet, result: Result) -> Plain:
    """Give the result of a hand as the board shows it."""
    marks = result.marks if isinstance(result, Entered) else outcome_of(sheet, result).marks
    player, banker = totals_of(result) or (None, None)
    return {
        "winner": result.winner.value,
        "player": player,
        "banker": banker,
        "calls": [call.id for call in sheet.calls if call.token in marks],
    }


def last_shoe(sheet: Sheet, outcomes: Sequence[Outcome], state: TableState) -> Plain:
    """Give the shoe before in numbers."""
    return {"number": state.shoe_number - (state.shoe is not None), **_counts(sheet, outcomes)}


def day_of(sheet: Sheet, shoes: Sequence[Sequence[Outcome]]) -> Plain | None:
    """Give the earlier shoes of a day in numbers, all together."""
    if not shoes:
        return None
    return {"shoes": len(shoes), **_counts(sheet, [hand for shoe in shoes for hand in shoe])}


def _counts(sheet: Sheet, outcomes: Sequence[Outcome]) -> Plain:
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
