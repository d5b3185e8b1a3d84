"""From the text of a rule sheet to a checked Sheet: TOML, its limits, and what a base gives."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Final

from puntobanco.errors import SheetError
from puntobanco.rules.build import SHEET_KEYS, build, read_format
from puntobanco.rules.locate import Path
from puntobanco.rules.parse import FILE_MAX, parse_canonical, parse_toml
from puntobanco.rules.plain import plain_form
from puntobanco.rules.reader import Plain, Reader, Source, nearest
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.venue import read_venue

__all__ = ["BASE_DEPTH", "FILE_MAX", "from_canonical", "load", "plain_form", "read_venue"]

BASE_DEPTH: Final = 8
FindBase = Callable[[str], Sheet]


def load(text: str, file: str, find_base: FindBase) -> Sheet:
    """Read a sheet from TOML; SheetError names file, line, key and cure.

    ``find_base`` gives the sheet that ``base`` names, or raises a SheetError.
    """
    return build(*resolve(parse_toml(text, file), Source(file, text), find_base))


def from_canonical(form: bytes, name: str = "stored sheet") -> Sheet:
    """Read a sheet back from its canonical JSON."""
    source = Source(name)
    return build(parse_canonical(form, source), source)


def resolve(values: Plain, source: Source, find_base: FindBase) -> tuple[Plain, Source]:
    """Lay a derived sheet over its base; what the parts of the result are called in its text."""
    top = Reader(source, (), values)
    read_format(top)
    top.only("base", "change", *SHEET_KEYS)
    base = top.raw("base")
    if base is None:
        if top.has("change"):
            cure = 'name the sheet to change: base = "..."'
            top.fail("change", "there is nothing to change", cure)
        return values, source
    form = _base_form(top, find_base)
    game = deepcopy(form)
    moved: dict[Path, Path] = {}
    changes = top.table_at("change")
    changes.only("bet", "call")
    for group in ("bet", "call"):
        entries = form[group]
        _change(entries, changes, group, moved)
        added = values.get(group)
        if isinstance(added, list):
            moved |= {(group, len(entries) + n): (group, n) for n in range(len(added))}
            form[group] = entries + added
        elif added is not None:
            form[group] = added
    for key, value in values.items():
        if key not in {"base", "change", "bet", "call"}:
            form[key] = _overlay(form.get(key), value)
    if form["id"] == game["id"] and form | {"venue": None} != game | {"venue": None}:
        cure = 'give it an id of its own: id = "..."'
        top.fail("id", "it is another game than its base", cure)
    return form, replace(source, moved=moved)


def _base_form(top: Reader, find_base: FindBase) -> Plain:
    try:
        base = find_base(top.text("base"))
    except SheetError as error:
        if error.line is not None:
            raise
        top.fail("base", error.reason, error.cure)  # it was not found, or cannot be read
    return deepcopy(dict(base.source_form))


def _change(entries: list[Plain], changes: Reader, group: str, moved: dict[Path, Path]) -> None:
    wanted = changes.table_at(group)
    for number, entry in enumerate(entries):
        is_changed = entry["id"] in wanted.table
        moved[group, number] = ("change", group, entry["id"]) if is_changed else ("base",)
    numbers = {entry["id"]: number for number, entry in enumerate(entries)}
    for ident in wanted.table:
        if ident not in numbers:
            cure = f"use {nearest(ident, numbers)}"
            wanted.fail(ident, f"the base has no such {group}", cure)
        entries[numbers[ident]].update(wanted.table_at(ident).table)


def _overlay(below: object, above: object) -> object:
    """Lay a table over another, key by key; anything else stands in place of what was there."""
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    return below | {key: _overlay(below.get(key), value) for key, value in above.items()}
