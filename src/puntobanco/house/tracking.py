"""What the page that tracks a shoe needs: its hands, and which results and cards are possible.

The page knows no game: which marks come with which winner, and who draws, it is told here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from puntobanco.house.shoes import outcomes_of
from puntobanco.rules.coup import Winner
from puntobanco.rules.marks import HAND_MARKS, mark_fault
from puntobanco.rules.tableau import CHART, PLAYER_CHART
from puntobanco.table import commands as cm
from puntobanco.table.decide import decide
from puntobanco.table.entering import hand_of, needs_suits
from puntobanco.table.evolve import evolve
from puntobanco.table.refusals import Refusal
from puntobanco.table.state import Setup, TableState
from puntobanco.track.roads import draw

Plain = dict[str, Any]
Tracked = cm.EnterHand | cm.UndoHand | cm.ChangeHand | cm.InsertHand | cm.DeleteHand


def tracking(state: TableState) -> Plain:
    """Give what is entered so far, and what may be."""
    shoe, put_away = state.shoe, state.put_away
    hands = [hand_of(state, result) for result in shoe.coups] if shoe else []
    return {
        "hands": [
            {"winner": hand.winner, "marks": hand.marks, "cards": hand.cards} for hand in hands
        ],
        "hands_limit": state.hands_limit,
        "next_shoe": state.shoe_number + 1,
        "back_to": put_away.shoe.number if put_away and not hands else None,
        "cut_card": shoe is not None and shoe.rounds_left is not None,
        "decks": state.game.decks,
        "seen": shoe.seen if shoe else {},
        "needs_suits": needs_suits(state),
        "possible": _possible(state.game),
        "draws": _draws(),
    }


def preview(state: TableState, command: Tracked, now: int) -> Plain | Refusal:
    """Give the board as it would be after a command, which is not carried out."""
    decision = decide(state, command, now)
    if decision.refusal is not None:
        return decision.refusal
    for event in decision.events:
        state = evolve(state, event)
    outcomes = outcomes_of(state.game.sheet, state.require_shoe.coups)
    drawn: Plain = draw(outcomes).as_json()
    return drawn | {"outcomes": len(outcomes)}


def _possible(game: Setup) -> Plain:
    """Give for each winner the marks that it can have, and for each the marks that it bars."""
    marks = (*HAND_MARKS, *game.tokens)
    return {
        winner.value: {
            mark: [other for other in marks if _bars(game, winner, mark, other)]
            for mark in marks
            if mark_fault(winner, mark, (), game.tokens) is None
        }
        for winner in Winner
    }


def _bars(game: Setup, winner: Winner, mark: str, other: str) -> bool:
    return other != mark and mark_fault(winner, other, (mark,), game.tokens) is not None


@lru_cache(maxsize=1)
def _draws() -> Plain:
    """Give the drawing rules as rows: by the total of two cards, then by Player's third card."""
    return {
        "player": _rules(PLAYER_CHART.split()),
        "banker": [_rules(row.split()[1:]) for row in CHART.strip().splitlines()[1:]],
    }


def _rules(words: Iterable[str]) -> list[bool]:
    return [word == "D" for word in words]
