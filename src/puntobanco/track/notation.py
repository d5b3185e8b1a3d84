"""The notation of a shoe's outcomes: ``B P+n8 T B+d7+bp``.

The marks are those of ``rules.marks``: naturals, pairs, and the tokens of the sheet's calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from puntobanco.errors import InputError
from puntobanco.rules.coup import Coup, Winner
from puntobanco.rules.marks import Token, mark_fault, marks_of
from puntobanco.rules.sheet import Sheet


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


_WINNERS: Final = {winner.letter: winner for winner in Winner}


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
        fault = mark_fault(winner, mark, read, tokens)
        if fault:
            raise NotationError(hand, character + 1, f"{_quote(written)} {fault[0]}", fault[1])
        read.append(mark)
        character += 1 + len(written)
    return [Outcome(winner, tuple(read))]


def _quote(text: str) -> str:
    """Show a piece of input on one line, whatever is in it."""
    return ascii(text if len(text) <= 12 else text[:12] + "...")


# From cards and sheets


def outcome_of(sheet: Sheet, coup: Coup) -> Outcome:
    """Note a coup: natural of the winner or of a tie, pairs, and the calls of the sheet."""
    return Outcome(coup.winner, marks_of(sheet, coup))
