"""What the lab is asked: a sheet, a shoe, a bet of a form; strict, for it comes from anybody."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from puntobanco.cards import DECK
from puntobanco.rules.parse import FILE_MAX
from puntobanco.rules.reader import LIST_MAX, TEXT_MAX

DECKS: Final = range(1, 9)
PINS_MAX: Final = 3

Plain = dict[str, Any]
Text = Annotated[str, Meta(max_length=FILE_MAX)]
Word = Annotated[str, Meta(max_length=TEXT_MAX)]
Clause = dict[Word, Annotated[list[bool | int | Word], Meta(max_length=LIST_MAX)]]
Count = Annotated[int, Meta(ge=0, le=DECKS[-1])]


class ResultForm(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a bet's terms: any of its clauses, and what follows."""

    when: Annotated[list[Clause], Meta(max_length=LIST_MAX)]
    verdict: Word  # pay, push or take
    pays: Word = ""
    commission: Word = "0%"
    round: Word = "down"


class BetForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A bet; what its text may leave out is there."""

    id: Word
    label: Word
    kind: Word
    result: Annotated[list[ResultForm], Meta(max_length=LIST_MAX)]
    felt: Word = ""
    back_line: bool = True
    requires: Annotated[list[Word], Meta(max_length=LIST_MAX)] = []
    fee: Word = "none"
    cap: Word = "none"


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """A bet to be put into a text in place of the one of that number; without a form: taken out."""

    number: Annotated[int, Meta(ge=0, le=LIST_MAX)]  # among the text's own; beyond the last: new
    form: BetForm | None


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet, a shoe, and the bet that is looked at closely."""

    text: Text
    decks: Count = DECKS[-1]
    gone: Annotated[list[Count], Meta(min_length=len(DECK), max_length=len(DECK))] | None = None
    bet: Annotated[int, Meta(ge=0, le=2 * LIST_MAX)] = 0
    change: Change | None = None
    whole: bool = False  # write the sheet out, without its base
    pins: Annotated[list[Text], Meta(max_length=PINS_MAX)] = []  # sheets to hold it against


class ReportQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """The sheet that a report is of, and the decks that its paytables are counted for."""

    text: Text
    decks: Annotated[int, Meta(ge=DECKS[0], le=DECKS[-1])] = DECKS[-1]
