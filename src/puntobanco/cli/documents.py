"""The JSON documents that other programs rely on, as functions of records of the core.

Keys are stable: docs/reference/cli.md lists them. Counts of deals and the terms of exact fractions
are strings, since not every reader of JSON keeps large integers; every other integer is a number.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from puntobanco.rules.coup import Coup, Hand
from puntobanco.rules.schedule import Schedule
from puntobanco.rules.settle import Settlement
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.verdict import calls_of, result_of, verdict_of

if TYPE_CHECKING:
    from puntobanco.odds.figures import BetOdds, SheetOdds
    from puntobanco.odds.removal import Removal

Document = dict[str, object]


def coup_document(sheet: Sheet, coup: Coup) -> Document:
    """Give a coup: hands, winner, calls, and what becomes of every bet."""
    return {
        "rules": sheet.id,
        "cards": [card.code for card in coup.cards],
        "player": _hand(coup.hands.player),
        "banker": _hand(coup.hands.banker),
        "winner": coup.winner.value,
        "calls": list(calls_of(sheet, coup)),
        "bets": {bet.id: _ruling(sheet, bet.id, coup) for bet in sheet.bets},
    }


def _hand(hand: Hand) -> Document:
    return {
        "cards": [card.code for card in hand.cards],
        "total": hand.total,
        "natural": hand.is_natural,
    }


def _ruling(sheet: Sheet, bet: str, coup: Coup) -> Document:
    result = result_of(sheet, sheet.require_bet(bet), coup)
    terms = result.terms if result else None
    return {"verdict": verdict_of(result).value, "odds": str(terms) if terms else None}


def odds_document(
    found: SheetOdds,
    decks: int | None,
    unseen: int = 0,
    effects: Iterable[Removal] | None = None,
) -> Document:
    """Give exact odds: every bet's expectation, deviation, and deals result by result."""
    document: Document = {
        "rules": found.sheet.id,
        "decks": decks,
        "cards": found.composition.total,
        "unseen": unseen,
        "deals": str(found.deals),
        "winner": {winner: str(deals) for winner, deals in found.winner.items()},
        "bets": {each.bet.id: _bet_odds(each) for each in found.bets},
    }
    if effects is not None:
        document["removal"] = {
            each.bet.id: {gone: _fraction(change) for gone, change in each.changes.items()}
            for each in effects
        }
    return document


def _fraction(value: Fraction) -> Document:
    return {
        "numerator": str(value.numerator),
        "denominator": str(value.denominator),
        "value": float(value),
    }


def _bet_odds(found: BetOdds) -> Document:
    resolved = found.edge_resolved
    return {
        "ev": _fraction(found.expectation),
        "deviation": found.deviation,
        "variance": _fraction(found.variance),
        "hit_frequency": _fraction(found.hit_frequency),
        "edge": _fraction(found.edge),
        "edge_resolved": None if resolved is None else _fraction(resolved),
        "results": [
            {
                "verdict": result.verdict.value,
                "odds": str(result.odds) if result.odds else None,
                "deals": str(result.deals),
            }
            for result in found.results
        ],
    }


def settlement_document(sheet: Sheet, coup: Coup, done: Settlement) -> Document:
    """Give a settled round: the button, the coup, the steps in order, the player-dealer."""
    button, bank = done.button, done.player_dealer
    return {
        "button": button and {"card": button.card.code, "value": button.value, "seat": button.seat},
        "coup": coup_document(sheet, coup),
        "steps": [
            {
                "wager": step.wager.id,
                "verdict": step.verdict.value,
                "collected": step.collected,
                "paid": step.paid,
                "returned": step.returned,
                "uncovered": step.uncovered,
            }
            for step in done.steps
        ],
        "player_dealer": bank
        and {"net": bank.net, "exhausted": bank.exhausted, "capped": bank.capped},
    }


def summary_document(sheet: Sheet) -> Document:
    """Give a line of the list of sheets."""
    return {
        "id": sheet.id,
        "name": sheet.name,
        "bank": sheet.bank,
        "bets": [bet.id for bet in sheet.bets],
    }


def sheet_document(sheet: Sheet) -> Document:
    """Give the canonical form of a sheet, and the hashes that a round records."""
    return {
        "id": sheet.id,
        "hash": sheet.hash,
        "venue_hash": sheet.venue_hash,
        "sheet": dict(sheet.source_form),
    }


def schedule_summary(schedule: Schedule) -> Document:
    """Give a line of the list of collection schedules."""
    return {
        "id": schedule.id,
        "name": schedule.name,
        "payer": schedule.payer,
        "basis": schedule.basis,
        "waived": schedule.waived,
        "fictional": schedule.fictional,
        "amounts_known": schedule.amounts_known,
        "source": schedule.source,
        "grade": schedule.grade,
        "caps": schedule.caps is not None,
    }


def schedule_document(schedule: Schedule) -> Document:
    """Give the canonical form of a schedule, and its hash."""
    return {
        "id": schedule.id,
        "hash": schedule.hash,
        "schedule": dict(schedule.source_form),
    }
