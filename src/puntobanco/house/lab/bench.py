"""A question about a sheet and a shoe, and its answer: all that the lab shows.

It is answered from what it holds alone, so that a process apart can do it. A fault of the sheet or
of the shoe is part of the answer, in words.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

from puntobanco.cards import DECK
from puntobanco.errors import CardError, SheetError
from puntobanco.house.felt import lay_bet
from puntobanco.house.lab.forms import bets_of, changed, read
from puntobanco.house.lab.question import DECKS, Plain, Question
from puntobanco.odds.figures import BetOdds, ResultOdds, win_of
from puntobanco.odds.many import Many
from puntobanco.odds.removal import changes
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.words import bet_words, condition_words
from puntobanco.rules.write import write_sheet
from puntobanco.shoe import ROUND_CARDS_MAX, Composition
from puntobanco.table.events import Limit

_KEPT: Final = 8  # sheets whose plans are kept, of some megabytes; 60 for flushes beside all else
_ANY: Final = Limit("", 1, 1)


def answer(question: Question) -> Plain:
    """Answer a question."""
    told: Plain = {"text": question.text, "fault": None, "shoe_fault": None, "bets": []}
    try:
        if question.change:
            told["text"] = changed(question.text, question.change)
        if question.whole:
            told["text"] = write_sheet(read(told["text"]).source_form)
        told["bets"] = bets_of(told["text"])
        sheet = read(told["text"])
        told["sheet"] = _sheet(sheet)
        shoe = _shoe(question)
        told["odds"] = _odds(sheet, shoe, min(question.bet, len(sheet.bets) - 1))
        told["pins"] = [_pin(text, shoe) for text in question.pins]
    except SheetError as error:
        told["fault"] = told_fault(error)
    except CardError as error:
        told["shoe_fault"] = str(error)
    return told


def told_fault(error: SheetError) -> Plain:
    """Tell where a sheet is wrong, and what mends it."""
    return {"line": error.line, "key": error.key, "reason": error.reason, "cure": error.cure}


def _sheet(sheet: Sheet) -> Plain:
    return {
        "id": sheet.id,
        "name": sheet.name,
        "source": sheet.source,
        "cloth": sheet.cloth,
        "seats": sheet.seats,
        "calls": [{"id": call.id, "label": call.label} for call in sheet.calls],
        "felt": [lay_bet(sheet, bet, _ANY) for bet in sheet.bets],
        "words": [bet_words(sheet, bet) for bet in sheet.bets],
    }


def _shoe(question: Question) -> Composition:
    left = tuple(question.decks - cards for cards in question.gone or [0] * len(DECK))
    if min(left) < 0:
        raise CardError("more of a card are gone than there were; put some back")
    if sum(left) < ROUND_CARDS_MAX:
        message = f"{sum(left)} cards are left and a coup may need {ROUND_CARDS_MAX}"
        raise CardError(f"{message}; put some back")
    return Composition(left)


@lru_cache(maxsize=_KEPT)
def _plan(sheet: _Kept, bet: str | None = None) -> Many:
    """Find the shortest way to count a sheet, or one bet of it."""
    return Many(sheet.sheet, None if bet is None else [bet])


class _Kept(Struct, frozen=True):
    """A sheet that is known again by its hash."""

    sheet: Sheet

    def __hash__(self) -> int:
        return hash(self.sheet.hash)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self.sheet.hash == other.sheet.hash


def _odds(sheet: Sheet, shoe: Composition, number: int) -> Plain:
    """Tell every bet's figures, and of one how they move with the decks and with each card."""
    found = _plan(_Kept(sheet)).odds(shoe)
    bet = sheet.bets[number]
    one = _plan(_Kept(sheet), bet.id)
    by_decks = one.expectations([Composition.of(decks).counts for decks in DECKS])
    told: Plain = {
        "cards": shoe.total,
        "deals": str(found.deals),
        "winner": {name: deals / found.deals for name, deals in found.winner.items()},
        "bets": [_bet(sheet, each) for each in found.bets],
        "bet": number,
        "decks": [float(-each) for (each,) in by_decks],
        "removal": None,
    }
    if shoe.total > ROUND_CARDS_MAX:
        (effect,) = changes(one, shoe)
        told["removal"] = {card: float(change) for card, change in effect.changes.items()}
    return told


def _bet(sheet: Sheet, odds: BetOdds) -> Plain:
    words = [condition_words(sheet, result.when) for result in odds.bet.results]
    rows = zip([*words, None], odds.results, strict=True)
    return {
        "id": odds.bet.id,
        "label": odds.bet.label,
        "edge": _exact(odds.edge),
        "hit": float(odds.hit_frequency),
        "deviation": odds.deviation,
        "results": [_result(text, result, odds.deals) for text, result in rows],
    }


def _result(words: str | None, result: ResultOdds, deals: int) -> Plain:
    return {
        "words": words,
        "verdict": result.verdict.value,
        "odds": str(result.odds) if result.odds else None,
        "deals": str(result.deals),
        "share": result.deals / deals,
        "adds": float(result.deals * win_of(result) / deals),
    }


def _exact(value: Fraction) -> Plain:
    """Write a fraction, as texts, for a page's numbers are not exact."""
    return {
        "numerator": str(value.numerator),
        "denominator": str(value.denominator),
        "value": float(value),
    }


def _pin(text: str, shoe: Composition) -> Plain:
    try:
        sheet = read(text)
    except SheetError as error:
        return {"fault": told_fault(error)}
    found = _plan(_Kept(sheet)).odds(shoe)
    return {"name": sheet.name, "id": sheet.id, "bets": [_bet(sheet, bet) for bet in found.bets]}
