"""What a patron is told of the game at his table: its rules in words, and exact odds.

The odds are those of the full shoe, never of what is left in one. Counting takes a moment, so it is
done once for each sheet and number of decks, by a process apart: no table waits for it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from msgspec import Struct

from puntobanco.house.apart.task import Task
from puntobanco.house.house_rules import malfunctions
from puntobanco.odds.figures import BetOdds, odds
from puntobanco.rules.load import from_canonical
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.words import condition_words, house_way_words, words_of
from puntobanco.shoe import Composition

Plain = dict[str, Any]


class Question(Struct, frozen=True):
    """A sheet in its canonical form, and a number of decks."""

    sheet: str
    decks: int


def told(sheet: Sheet, decks: int) -> Plain:
    """Give a sheet in words and in figures, whole numbers as texts where they may be large."""
    words = words_of(sheet)
    counted = odds(sheet, Composition.of(decks))
    return {
        "sheet": sheet.id,
        "decks": decks,
        "deals": str(counted.deals),
        "drawing": list(house_way_words()),
        "sections": [
            {"title": part.title, "lines": list(part.lines)}
            for part in (*words.sections, malfunctions())
        ],
        "winner": {name: _share(n, counted.deals) for name, n in counted.winner.items()},
        "bets": [_bet(sheet, bet) for bet in counted.bets],
    }


def _bet(sheet: Sheet, counted: BetOdds) -> Plain:
    results = counted.results
    words = [condition_words(sheet, result.when) for result in counted.bet.results]
    return {
        "id": counted.bet.id,
        "edge": _figure(counted.edge),
        "rows": [
            {
                "verdict": result.verdict.value,
                "odds": str(result.odds) if result.odds else None,
                "on": on,
                "chance": _share(result.deals, counted.deals),
            }
            for result, on in zip(results, [*words, None], strict=True)
            if result.deals
        ],
    }


def _share(part: int, whole: int) -> Plain:
    return _figure(Fraction(part, whole))


def _figure(exact: Fraction) -> Plain:
    return {"value": float(exact), "exact": f"{exact.numerator}/{exact.denominator}"}


TASK: Final = Task(
    Question,
    lambda question, _: told(from_canonical(question.sheet.encode()), question.decks),
)
