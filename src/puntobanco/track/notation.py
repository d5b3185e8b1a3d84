"""The notation of a shoe's outcomes: ``B P+n8 T B+d7+bp``.

Marks of the cards: ``n8`` ``n9`` the winning hand, or both at a tie, is a natural 8 or 9; ``pp``
``bp`` the first two cards of Player, Banker are a pair. The tokens of calls come from the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from puntobanco.errors import InputError
from puntobanco.rules.classes import Universe, universe
from puntobanco.rules.coup import Coup, Hand, Side, Winner
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.verdict import calls_of


class NotationError(InputError):
    """Outcomes that cannot be read; ``hand`` and ``character`` count from 1."""

    def __init__(self, hand: int, character: int, reason: str, cure: str) -> None:
        """Keep the place, and join all to one line."""
        super().__init__(f"hand {hand}, character {character}: {reason}; {cure}")
        self.hand, self.character = hand, character


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one hand ended; ``str`` is its notation."""

    winner: Winner
    marks: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Write the letter and the marks."""
        return "+".join((self.winner.letter, *self.marks))


@dataclass(frozen=True, slots=True)
class Token:
    """Where the token of a call can stand: with which winners, and beside which marks never."""

    winners: frozenset[Winner]
    excludes: frozenset[str] = frozenset()


HAND_MARKS: Final = ("n8", "n9", "pp", "bp")
_WINNERS: Final = {winner.letter: winner for winner in Winner}
# Two cards of one rank have an even total, so a natural 9 is no pair. At a tie both hands are one.
_NINE_PAIRS: Final = {
    Winner.PLAYER: frozenset({"pp"}),
    Winner.BANKER: frozenset({"bp"}),
    Winner.TIE: frozenset({"pp", "bp"}),
}


def parse(text: str, tokens: Mapping[str, Token] | None = None) -> tuple[Outcome, ...]:
    """Read outcomes split by spaces or commas; those without marks may stand together.

    ``tokens`` are those of the sheet's calls (``tokens_of``). The empty text is the empty shoe.
    """
    outcomes: list[Outcome] = []
    for word in re.finditer(r"[^\s,]+", text):
        outcomes += _read(word.group(), len(outcomes) + 1, word.start() + 1, tokens or {})
    return tuple(outcomes)


def render(outcomes: Iterable[Outcome]) -> str:
    """Write outcomes as ``parse`` reads them."""
    return " ".join(map(str, outcomes))


def _read(word: str, hand: int, character: int, tokens: Mapping[str, Token]) -> list[Outcome]:
    """Read one word: winners together, or one winner with its marks."""
    letters, *marks = word.split("+")
    for offset, letter in enumerate(letters.upper()):
        if letter not in _WINNERS:
            raise NotationError(
                hand + offset,
                character + offset,
                f"{_quote(letters[offset:])} is no outcome",
                "write B, P or T, with marks after a plus sign, and spaces or commas between",
            )
    if not marks:
        return [Outcome(_WINNERS[letter]) for letter in letters.upper()]
    if len(letters) != 1:
        raise NotationError(
            hand,
            character,
            f"{_quote(word)} does not say whose the marks are",
            "put one outcome, B, P or T, before its marks and a space before the next outcome",
        )
    winner = _WINNERS[letters.upper()]
    read: list[str] = []
    character += 1
    for written in marks:
        mark = written.lower()
        fault = _fault(winner, mark, read, tokens)
        if fault:
            raise NotationError(hand, character + 1, f"{_quote(written)} {fault[0]}", fault[1])
        read.append(mark)
        character += 1 + len(written)
    return [Outcome(winner, tuple(read))]


def _fault(
    winner: Winner, mark: str, before: list[str], tokens: Mapping[str, Token]
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


def _quote(text: str) -> str:
    """Show a piece of input on one line, whatever is in it."""
    return ascii(text if len(text) <= 12 else text[:12] + "...")


# From cards and sheets


def outcome_of(sheet: Sheet, coup: Coup) -> Outcome:
    """Note a coup: natural of the winner or of a tie, pairs, and the calls of the sheet."""
    player, banker = coup.hands.player, coup.hands.banker
    best = banker if coup.winner is Winner.BANKER else player
    marks = [f"n{best.total}"] if best.is_natural else []
    marks += ["pp"] if _is_pair(player) else []
    marks += ["bp"] if _is_pair(banker) else []
    held = calls_of(sheet, coup)
    return Outcome(coup.winner, (*marks, *(call.token for call in sheet.calls if call.id in held)))


def _is_pair(hand: Hand) -> bool:
    return hand.cards[0].rank is hand.cards[1].rank


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
