"""A bet as a form has it, and the text of a sheet: two views of one thing.

The text is the truth. A form is read out of it, and a change of the form is put back into it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import ValidationError, convert, structs

from puntobanco.errors import SheetError
from puntobanco.house.lab.question import BetForm, Change, Clause, Plain, ResultForm
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.load import load
from puntobanco.rules.locate import lines_of
from puntobanco.rules.parse import parse_toml
from puntobanco.rules.reader import nearest
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.write import put_bet, write_sheet

FILE: Final = "sheet"  # what a text without a file is called in its faults


def read(text: str) -> Sheet:
    """Read somebody's sheet; its base is a shipped one and never a file."""

    def base(name: str) -> Sheet:
        if name not in shipped():
            cure = f"use {nearest(name, shipped())}"
            raise SheetError(FILE, None, "base", "no sheet of that name was shipped", cure)
        return find(name)

    return load(text, FILE, base)


def changed(text: str, change: Change) -> str:
    """Put a form into a text; one that has its bets in no tables of their own is written out."""
    parse_toml(text, FILE)
    bet = None if change.form is None else _plain(change.form)
    done = put_bet(text, change.number, bet)
    if done is None:
        done = put_bet(write_sheet(read(text).source_form), change.number, bet)
    return done or text


def bets_of(text: str) -> list[Plain]:
    """Give the bets of a text as forms, those of its base before them without; as far as told."""
    values = parse_toml(text, FILE)
    base, own = values.get("base"), values.get("bet")
    above = find(base).bets if isinstance(base, str) and base in shipped() else ()
    told: list[Plain] = [{"id": bet.id, "label": bet.label, "number": None} for bet in above]
    lines = lines_of(text)
    for number, bet in enumerate(own if isinstance(own, list) else ()):
        form = _form(bet)
        told.append(
            {
                "id": form.id if form else "",
                "label": form.label if form else "",
                "number": number,
                "line": lines.get(("bet", number)),
                "form": form and structs.asdict(form) | {"result": list(form.result)},
            }
        )
    return told


def _form(bet: Any) -> BetForm | None:
    """Read a bet as a form, if it has the shape of one, whatever it says."""
    try:
        return convert({**bet, "result": [_row(row) for row in bet["result"]]}, BetForm)
    except (ValidationError, KeyError, TypeError, AttributeError):
        return None


def _row(row: Mapping[str, Any]) -> Plain:
    when = row["when"]
    clauses = [_flat(each) for each in (when if isinstance(when, list) else [when])]
    return {"verdict": "pay", **row, "when": clauses}


def _flat(table: Mapping[str, Any], above: str = "") -> Plain:
    """Write a condition's keys with dots, and every value as a list."""
    flat: Plain = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{above}{key}.")
        else:
            flat[above + key] = value if isinstance(value, list) else [value]
    return flat


def _plain(form: BetForm) -> Plain:
    """Give what a form says as a text has it."""
    plain = {name: value for name, value in structs.asdict(form).items() if value != ""}
    return plain | {"result": [_plain_row(row) for row in form.result]}


def _plain_row(row: ResultForm) -> Plain:
    terms = {"pays": row.pays, "commission": row.commission, "round": row.round}
    if row.verdict != "pay":
        terms = {"verdict": row.verdict}
    return {"when": [_nested(clause) for clause in row.when], **terms}


def _nested(clause: Clause) -> Plain:
    table: Plain = {}
    for key, values in clause.items():
        hand, dot, part = key.partition(".")
        if dot:
            table.setdefault(hand, {})[part] = values
        else:
            table[key] = values
    return table
