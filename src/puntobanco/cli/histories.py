"""Hand histories for the command line: a file of one, its JSON, and its pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import chain, islice
from typing import Any, Final

from rich.text import Text

from puntobanco.cards import render_cards
from puntobanco.cli.boards import WINNERS
from puntobanco.cli.documents import Document
from puntobanco.cli.pages import Page, table_of
from puntobanco.cli.plain import printable
from puntobanco.cli.rounds import STANDARD_INPUT, opened
from puntobanco.errors import InputError, SheetError
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.sheet import Sheet
from puntobanco.track.history.check import check
from puntobanco.track.history.kinds import KINDS
from puntobanco.track.history.lines import BY_RECORD, Column, HistoryError
from puntobanco.track.history.read import FAULTS_MAX, LINE_MAX, read
from puntobanco.track.history.records import (
    Correction,
    FreeHand,
    Header,
    Item,
    Note,
    Round,
    Row,
    Shoe,
    Voided,
)
from puntobanco.track.history.times import write_time
from puntobanco.track.history.write import rounds_in

LOG_HEAD: Final = b'{"line":"head"'  # which begins what `export log` writes


def sheet_finder(rules: str | None) -> Callable[[str], Sheet]:
    """Find sheets by id among the shipped ones: a history opens no file; ``rules`` may."""

    def found(name: str) -> Sheet:
        if rules is None and name not in shipped():
            reason = f"there is no shipped sheet {name}"
            raise SheetError("rules", None, "id", reason, "give it with --rules")
        return find(rules or name)

    return found


@dataclass(slots=True)
class HistoryFile:
    """A hand history in a file, gone through once, an item at a time."""

    name: str
    faults: list[HistoryError] = field(default_factory=list)
    shoes: int = 0
    rounds: int = 0

    @property
    def shown(self) -> str:
        """How an error calls it."""
        return "standard input" if self.name == STANDARD_INPUT else self.name

    def parts(self) -> Iterator[Header | Item]:
        """Read header and items; InputError where there is no file."""
        try:
            with opened(self.name) as file:
                lines = iter(partial(file.readline, LINE_MAX + 1), b"")
                first = next(lines, b"")
                if first.startswith(LOG_HEAD):
                    message = f"{self.shown}: this is an exported log; use puntobanco verify"
                    raise InputError(message)
                for part in read(chain([first] if first else [], lines), self.faults):
                    if isinstance(part, Shoe):
                        self.shoes += 1
                        self.rounds += rounds_in(part)
                    yield part
        except OSError as error:
            reason = (error.strerror or "it cannot be read").lower()
            message = f"{self.shown}: {reason}; give a hand history's file, or - for standard input"
            raise InputError(message) from None

    def sound_parts(self) -> Iterator[Header | Item]:
        """Read header and items up to the first line that cannot be read, which is an error."""
        for part in chain(self.parts(), [None]):
            if self.faults:
                message = f"{self.shown}: {self.faults[0]}"
                raise InputError(message)
            if part is not None:
                yield part

    def check(self, find_sheet: Callable[[str], Sheet]) -> list[HistoryError]:
        """Give the faults of the check; none where lines cannot be read, since those come first."""
        parts = self.parts()
        header = next(parts, None)
        if not isinstance(header, Header):
            return []
        items = (part for part in parts if not isinstance(part, Header))
        found = list(islice(check(header, items, find_sheet), FAULTS_MAX))
        for _ in parts:  # the check has had enough, or has no sheet: the rest is read all the same
            continue
        return [] if self.faults else found


def check_document(source: HistoryFile, found: list[HistoryError]) -> Document:
    """Give what a check found."""
    faults = source.faults or found
    return {
        "sound": not faults,
        "shoes": source.shoes,
        "rounds": source.rounds,
        "faults": [
            {"line": each.row, "column": each.column, "reason": each.reason, "cure": each.cure}
            for each in faults
        ],
    }


def part_document(part: Any) -> Document:
    """Give a record by its parts, and a line by its fields; ``is`` says by its keyword which."""
    if isinstance(part, Row):
        form = BY_RECORD[type(part)]
        values = {c.field: _plain(c, getattr(part, c.field)) for c in form.columns}
        return {"is": form.keyword, **values}
    document: Document = {}
    for each in fields(part):
        value = getattr(part, each.name)
        if isinstance(value, tuple):
            document[each.name] = [part_document(one) for one in value]
        else:
            document[each.name] = None if value is None else part_document(value)
    first = next(iter(document.values()))
    return {"is": first["is"] if isinstance(first, dict) else "", **document}


def _plain(column: Column, value: Any) -> object:
    if column.kind is KINDS["time"] or not isinstance(value, tuple | int | str | None):
        return column.kind.write(value)
    return [str(card) for card in value] if isinstance(value, tuple) else value


# Totals


@dataclass(slots=True)
class Totals:
    """What a history adds up to; money as it stands after corrections."""

    counts: Counter[str] = field(default_factory=Counter)
    currency: str = ""

    def add(self, part: Header | Item) -> None:
        """Count a part and what is in it."""
        match part:
            case Header():
                self.currency = part.terms.currency
            case Shoe():
                self.counts["shoes"] += 1
                for item in part.items:
                    self._add(item)
            case _:
                self._add(part)

    def _add(self, item: Any) -> None:
        if isinstance(item, Round | FreeHand):
            self.counts["rounds"] += 1
            if item.ended:
                self.counts[item.ended.outcome.winner.value] += 1
        match item:
            case Round():
                self.counts["void"] += isinstance(item.end, Voided)
                self.counts["wagers"] += len(item.wagers)
                self.counts["staked"] += sum(wager.amount for wager in item.wagers)
                self.counts["fees"] += sum(f.amount for f in item.fees if f.state == "paid")
                if isinstance(item.end, Voided):
                    self.counts["fees"] -= sum(fee.amount for fee in item.end.fees)
            case FreeHand():
                self.counts["free"] += 1
            case Correction():
                self.counts["corrections"] += 1
        for sign, steps in ((1, getattr(item, "steps", ())), (-1, getattr(item, "reversed", ()))):
            self.counts["collected"] += sign * sum(step.collected for step in steps)
            self.counts["paid"] += sign * sum(step.paid for step in steps)

    def document(self) -> Document:
        """Give the totals by name."""
        return {"is": "totals", **{name: self.counts[name] for name in _TOTALS}}

    def page(self) -> Page:
        """Tell the totals."""
        yield Text(f"Totals, in minor units of {printable(self.currency)}", "bold")
        rows = table_of("", "Amount")
        rows.show_header = False
        for name, label in _TOTALS.items():
            rows.add_row(label, f"{self.counts[name]:,}")
        yield rows


_TOTALS = {
    "shoes": "Shoes",
    "rounds": "Rounds",
    "void": "void",
    "free": "free hands",
    "player": "Player wins",
    "banker": "Banker wins",
    "tie": "Ties",
    "corrections": "Corrections",
    "wagers": "Wagers",
    "staked": "Staked",
    "collected": "Collected",
    "paid": "Paid",
    "fees": "Fees",
}


# Pages


def history_page(part: Header | Item) -> Page:
    """Tell the head of a history, a shoe with its rounds, or what happened between shoes."""
    match part:
        case Header(table=named, rules=rules, terms=terms):
            yield Text(printable(f"{named.name} ({named.id})"), "bold")
            yield printable(
                f"{rules.sheet}, {terms.decks} decks, {terms.seats} seats, in {terms.currency}"
            )
            yield ""
        case Shoe():
            yield Text(f"Shoe {part.head.number}, {write_time(part.head.at)}", "bold")
            yield from _rounds(part)
            yield ""
        case Correction() | Note():
            yield from _told(part)


def _rounds(shoe: Shoe) -> Page:
    rows = table_of(
        "Round", "Hand", "Cards", "Outcome", "Wagers", "Amount", "Collected", "Paid", "Result"
    )
    for item in shoe.items:
        if isinstance(item, Round):
            rows.add_row(*_hand(item), *_money(item))
        elif isinstance(item, FreeHand):
            rows.add_row(*_hand(item), "free hand")
    yield rows
    for item in shoe.items:
        if isinstance(item, Correction | Note):
            yield from _told(item)


def _hand(item: Round | FreeHand) -> tuple[str | Text, ...]:
    cards = render_cards(item.dealt.cards) if item.dealt else ""
    outcome: str | Text = "void" if isinstance(item, Round) and item.ended is None else ""
    if item.ended:
        shown = item.ended.outcome
        outcome = Text(str(shown), WINNERS[shown.winner])
    return str(item.head.number), str(item.head.hand), cards, outcome


def _money(item: Round) -> tuple[str, ...]:
    sums = (
        sum(wager.amount for wager in item.wagers),
        sum(step.collected for step in item.steps),
        sum(step.paid for step in item.steps),
    )
    net = f"{item.result.net:+,}" if item.result else ""
    return str(len(item.wagers)), *(f"{amount:,}" if amount else "" for amount in sums), net


def _told(item: Correction | Note) -> Page:
    if isinstance(item, Note):
        yield printable(f"Note, {item.why}: {item.text}")
        return
    head = item.head
    yield printable(
        f"Correction {head.id} of round {head.round}, {head.why}: by {head.by}, {head.approved}"
    )
