"""How each line of a history is written: one chart, from which lines are printed and read.

A line is a keyword and its fields. A field is a bare value, or ``key=value`` where the chart names
a key; the keyed ones may stand in any order. ``?`` marks what may be left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final

from puntobanco.errors import CardError, InputError
from puntobanco.rules.reader import nearest
from puntobanco.track.history import records
from puntobanco.track.history.kinds import KINDS, NAME_MAX, Kind, choice
from puntobanco.track.history.records import CHIPS, Row

CHART: Final = f"""
puntobanco-history  Format          version:version
table               Table           id:name  name:name  room=?name
rules               Rules           sheet:name  game=hash  venue=hash
sheet               Form            json:json
terms               Terms           decks=number  seats=number  unit=amount  currency=name
                                    policy=running|gross|collect-then-pay  win-cap=continue|halt
                                    rotation=name  collection=name  people=recorded|left-out

sat                 Sat             patron=name  place=number  line=front|back  at=time
                                    kind=?patron|third-party
left                Left            patron=name  place=number  line=front|back  at=time
chips               Chips           kind:{"|".join(CHIPS)}  patron=name  amount=chips  at=time

shoe                ShoeHead        number:number  kind:software|physical|results  decks=number
                                    cut-card=count  at=time  commitment=?name  lot=?name
                                    receipt=?name
burn                Burn            card:card  unseen=count
aside               Aside           card:seen  position=count  use=out|next|free-hand  why=name
note                Note            why:name  text=text  by=name  at=time
shoe-ended          ShoeEnded       at:time  why=?name

round               RoundHead       number:number  hand=number  opened=time
bank                Bank            place=number  patron=name  kind=patron|third-party  cover=amount
wager               Placed          id:name  place=number  line=front|back  patron=name  bet=name
                                    amount=amount
closed              Closed          at:time
fee                 Fee             patron=name  amount=count  state=paid|waived|refunded
                                    wager=?name
returned            Returned        wager:name  amount=amount  why=name
cards               Dealt           cards:cards
outcome             Ended           outcome:outcome
button              ActionButton    card:card  value=number  seat=number  place=number
settle              Step            wager:name  verdict:verdict  collected=?chips  paid=?chips
                                    returned=?chips  uncovered=?chips
result              Result          net=net  exhausted=flag  capped=flag
settled             Settled         at:time
void                Void            why:name  by=name  approved=name  at=time  text=?text
free                FreeHead        number:number  hand=number  why=name  at=time

correction          CorrectionHead  id:name  round=number  why=name  by=name  approved=name
                                    text=?text
reverse             Reversed        wager:name  verdict:verdict  collected=?chips  paid=?chips
                                    returned=?chips  uncovered=?chips
recovered           Recovered       debtor=name  amount=amount  creditor=?name
moved               Moved           patron=name  amount=net  to=rack|wallet
unrecovered         Unrecovered     debtor=name  amount=amount  policy=claim|forgiven
                                    creditor=?name
corrected           Corrected       at:time

end                 End             shoes=count  rounds=count
"""
"""By keyword: the record, and its fields with their kinds."""


class HistoryError(InputError):
    """A fault of a history: its line and column from 1, the reason and the cure.

    ``column`` is 0 where the whole line, or what should stand there, is meant.
    """

    def __init__(self, row: int, column: int, reason: str, cure: str) -> None:
        """Keep the parts, and join them to one line."""
        place = f"line {row}, column {column}" if column else f"line {row}"
        super().__init__(f"{place}: {reason}; {cure}")
        self.row, self.column, self.reason, self.cure = row, column, reason, cure


# The chart


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a record: how it is called on the line, and what may stand there."""

    field: str
    key: str  # empty: a bare value
    kind: Kind
    default: Any  # MISSING where it must be written

    @property
    def shown(self) -> str:
        """How an error calls it."""
        return f"{self.key}=" if self.key else self.field


@dataclass(frozen=True, slots=True)
class LineForm:
    """How a record of one line is written."""

    keyword: str
    record: type[Row]
    columns: tuple[Column, ...]


def _forms(chart: str) -> Iterator[LineForm]:
    for entry in re.sub(r"\n +", " ", chart).split("\n"):
        if entry:
            keyword, name, *written = entry.split()
            record: type[Row] = getattr(records, name)
            defaults = {each.name: each.default for each in fields(record)}
            columns = (_column(text, defaults) for text in written)
            yield LineForm(keyword, record, tuple(columns))


def _column(written: str, defaults: dict[str, Any]) -> Column:
    name, mark, kind = re.split(r"([:=])", written, maxsplit=1)
    field, word = name.replace("-", "_"), kind.removeprefix("?")
    found = choice(*word.split("|")) if word not in KINDS else KINDS[word]
    default = defaults[field] if kind.startswith("?") else MISSING
    return Column(field, name if mark == "=" else "", found, default)


FORMS: Final = {form.keyword: form for form in _forms(CHART)}
BY_RECORD: Final = {form.record: form for form in FORMS.values()}


# Writing


def write_line(record: Row) -> str:
    """Write a record of one line; what may be left out is, where it says nothing."""
    form = BY_RECORD[type(record)]
    words = [form.keyword]
    for column in form.columns:
        value = getattr(record, column.field)
        if column.default is MISSING or value != column.default:
            text = column.kind.write(value)
            shown = text if column.kind.rest else _quoted(text)
            words.append(f"{column.key}={shown}" if column.key else shown)
    return " ".join(words)


def _quoted(text: str) -> str:
    """Put a value in quotes where it could be taken for something else."""
    if text and text.isprintable() and not any(char in _SPECIAL for char in text):
        return text
    escaped = (
        c if c.isprintable() else json.dumps(c)[1:-1] for c in json.dumps(text, ensure_ascii=False)
    )
    return "".join(escaped)


_SPECIAL: Final = ' "=\\'


# Reading

_WORD: Final = re.compile(
    r"""(?:(?P<key>[a-z-]+)=)?(?P<value>"(?:[^"\\]|\\.)*+"|[^ \t"=\\]++)(?=[ \t]|$)"""
)
_BLANK: Final = " \t"


@dataclass(frozen=True, slots=True)
class _Word:
    column: int
    key: str
    value: str


def read_line(text: str, row: int) -> Row | None:
    """Read one line; None for a blank one and for a comment, HistoryError for what is no line."""
    line = text.rstrip(" \t\r\n")
    start = len(line) - len(line.lstrip(_BLANK))
    if start == len(line) or line[start] == "#":
        return None
    keyword = re.split(r"[ \t]", line[start:], maxsplit=1)[0]
    form = FORMS.get(keyword)
    if form is None:
        raise HistoryError(row, start + 1, f"{_shown(keyword)} begins no line", _near(keyword))
    after = start + len(keyword)
    if form.columns[0].kind.rest:
        after += len(line[after:]) - len(line[after:].lstrip(_BLANK))
        words = [_Word(after + 1, "", line[after:])]
    else:
        words = list(_words(line, after, row))
    return form.record(**dict(_values(form, words, row, len(line) + 1)), row=row)


def _words(line: str, at: int, row: int) -> Iterator[_Word]:
    while at < len(line):
        if line[at] in _BLANK:
            at += 1
            continue
        found = _WORD.match(line, at)
        if found is None:
            reason = f"{_shown(line[at:])} is neither a value nor key=value"
            cure = "put values with blanks, quotes or = in double quotes, as JSON does"
            raise HistoryError(row, at + 1, reason, cure)
        value = found["value"]
        if value.startswith('"'):
            try:
                value = json.loads(value)
            except ValueError:
                cure = "escape control characters, quotes and backslashes as JSON does"
                raise HistoryError(
                    row, found.start("value") + 1, "the quotes hold no text", cure
                ) from None
        elif not value.isprintable():
            cure = "put it in double quotes, and write \\u and four digits for it"
            raise HistoryError(
                row, found.start("value") + 1, "a character here shows nothing", cure
            )
        yield _Word(found.start("value") + 1, found["key"] or "", value)
        at = found.end()


def _values(form: LineForm, words: list[_Word], row: int, end: int) -> Iterator[tuple[str, Any]]:
    """Match words with the columns: the bare ones in order, the keyed ones by key."""
    bare = [column for column in form.columns if not column.key]
    keyed = {column.key: column for column in form.columns if column.key}
    given: set[str] = set()
    for word in words:
        if word.key in given:
            raise HistoryError(
                row, word.column, f"{word.key}= is there twice", "keep one of the two"
            )
        if word.key:
            column = keyed.get(word.key)
            given.add(word.key)
        else:
            column = bare.pop(0) if bare else None
        if column is None:
            reason = f"{form.keyword} has no {word.key + '=' if word.key else 'value'} here"
            cure = f"write {', '.join(column.shown for column in form.columns)}"
            raise HistoryError(row, word.column, reason, cure)
        yield column.field, _read(column, word, row)
    for column in (*bare, *(keyed[key] for key in keyed if key not in given)):
        if column.default is MISSING:
            reason = f"{column.shown} is missing in {form.keyword}"
            raise HistoryError(row, end, reason, column.kind.cure)


def _read(column: Column, word: _Word, row: int) -> Any:
    try:
        return column.kind.read(word.value)
    except CardError as error:
        reason, _, cure = str(error).partition(": ")
        raise HistoryError(row, word.column, reason, cure) from None
    except ValueError:
        reason = f"{column.shown} {_shown(word.value)} does not fit"
        raise HistoryError(row, word.column, reason, column.kind.cure) from None


def _near(keyword: str) -> str:
    return f"begin it with {nearest(keyword[:NAME_MAX], FORMS)}, or with # for a comment"


def _shown(text: str) -> str:
    """Show a piece of input on one line, whatever is in it."""
    return ascii(text if len(text) <= 24 else text[:24] + "...")
