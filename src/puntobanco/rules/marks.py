"""Marks of an outcome, and which of them can come together.

Marks of the cards: ``n8`` ``n9`` the winning hand, or both at a tie, is a natural 8 or 9; ``pp``
``bp`` the first two cards of Player, Banker are a pair. The tokens of calls come from the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from puntobanco.rules.classes import Universe, universe
from puntobanco.rules.coup import Coup, Side, Winner
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.verdict import calls_of


def marks_of(sheet: Sheet, coup: Coup) -> tuple[str, ...]:
    """Give the marks of a coup: natural of the winner or of a tie, pairs, the sheet's calls."""
    player, banker = coup.hands.player, coup.hands.banker
    best = banker if coup.winner is Winner.BANKER else player
    marks = [f"n{best.total}"] if best.is_natural else []
    marks += ["pp"] if player.is_pair else []
    marks += ["bp"] if banker.is_pair else []
    held = calls_of(sheet, coup)
    return (*marks, *(call.token for call in sheet.calls if call.id in held))


@dataclass(frozen=True, slots=True)
class Token:
    """Where the token of a call can stand: with which winners, and beside which marks never."""

    winners: frozenset[Winner]
    excludes: frozenset[str] = frozenset()


HAND_MARKS: Final = ("n8", "n9", "pp", "bp")
# Two cards of one rank have an even total, so a natural 9 is no pair. At a tie both hands are one.
_NINE_PAIRS: Final = {
    Winner.PLAYER: frozenset({"pp"}),
    Winner.BANKER: frozenset({"bp"}),
    Winner.TIE: frozenset({"pp", "bp"}),
}


def mark_fault(
    winner: Winner, mark: str, before: Sequence[str], tokens: Mapping[str, Token]
) -> tuple[str, str] | None:
    """Say what is wrong with a mark after those before it, and the cure."""
    token = tokens.get(mark)
    if token is None and mark not in HAND_MARKS:
        known = ", ".join((*HAND_MARKS, *tokens))
        return "is no mark here", f"known are {known}"
    if mark in before:
        return "is written twice", "leave one out"
    if token and winner not in token.winners:
        can = " or ".join(w.letter for w in Winner if w in token.winners) or "no outcome"
        return f"cannot come with {winner.letter}", f"it holds with {can}"
    for other in before:
        if other in _excluded(winner, mark, tokens) or mark in _excluded(winner, other, tokens):
            return f"cannot come with {other} in {winner.letter}", "leave one out"
    return None


def _excluded(winner: Winner, mark: str, tokens: Mapping[str, Token]) -> frozenset[str]:
    """Give the marks that never stand beside one."""
    if mark in tokens:
        return tokens[mark].excludes
    if mark == "n9":
        return _NINE_PAIRS[winner] | {"n8"}
    return frozenset()


def tokens_of(sheet: Sheet) -> dict[str, Token]:
    """Find where each token of a sheet can stand, by looking at every class of coups."""
    axes = frozenset[str]().union(*(call.when.axes for call in sheet.calls))
    classes = universe(axes)
    calls: dict[str, int] = {}
    for call in sheet.calls:
        calls[call.id] = classes.holds(call.when, calls)
    marks = _hand_marks(classes, axes) | {call.token: calls[call.id] for call in sheet.calls}
    winners = {w: classes.where("winner", frozenset({w.value})) for w in Winner}
    return {
        call.token: Token(
            frozenset(w for w, mask in winners.items() if mask & calls[call.id]),
            frozenset(mark for mark, mask in marks.items() if not mask & calls[call.id]),
        )
        for call in sheet.calls
    }


def _hand_marks(classes: Universe, axes: frozenset[str]) -> dict[str, int]:
    """Give the classes in which each mark of the cards can be written."""
    winners = {
        side: classes.where("winner", frozenset({side.value, Winner.TIE.value})) for side in Side
    }

    def natural(total: int) -> int:
        mask = 0
        for side, wins in winners.items():
            on_two = classes.where(f"{side.value}.natural", frozenset({True}))
            mask |= wins & on_two & classes.where(f"{side.value}.two", frozenset({total}))
        return mask

    def pair(side: Side) -> int:
        # A class that is not split by pairs can be one where its two cards make an even total.
        even = classes.where(f"{side.value}.two", frozenset({0, 2, 4, 6, 8}))
        if f"{side.value}_pair" not in axes:
            return even
        return even & ~classes.where(f"{side.value}.pair", frozenset({"none"}))

    return {"n8": natural(8), "n9": natural(9), "pp": pair(Side.PLAYER), "bp": pair(Side.BANKER)}
