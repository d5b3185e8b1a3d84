"""Reading plain values with names and cures: every fault of a sheet names its place."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from puntobanco.errors import SheetError
from puntobanco.rules.locate import Path, line_of

LIST_MAX: Final = 64
TEXT_MAX: Final = 200
_SHOWN_MAX: Final = 40  # letters of a wrong value or key that a message repeats
_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
BARE: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)

Plain = dict[str, Any]


_LATER: Final = "wagers are placed before the first card"
_EARLIER: Final = "terms do not depend on earlier coups"
_SEATS: Final = "terms do not depend on the seat"
_RANKS: Final = "no rank is counted over all cards"
# What people ask for and no sheet says, and why (docs/reference/sheets.md).
ON_PURPOSE: Final = {
    **dict.fromkeys(("insurance", "after_deal", "late"), _LATER),
    **dict.fromkeys(("progressive", "jackpot", "streak", "previous", "last"), _EARLIER),
    **dict.fromkeys(("seat", "place"), _SEATS),
    **dict.fromkeys(
        (
            *("rank", "ranks", "aces", "twos", "threes", "fours", "fives", "sixes", "sevens"),
            *("eights", "nines", "tens", "jacks", "queens", "kings"),
        ),
        _RANKS,
    ),
}


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a sheet, to find lines in, and the name that errors call it by.

    A derived sheet is read from the values of its base with its own laid over: ``moved`` says
    where in its text the parts stand that have another path there; what only the base has is
    blamed on the line of ``base``.
    """

    file: str
    text: str | None = None
    moved: Mapping[Path, Path] = field(default_factory=dict)

    def fail(self, path: Path, reason: str, cure: str) -> NoReturn:
        """Refuse the sheet at a place."""
        place = self._in_text(path)
        line = None
        if self.text is not None:
            line = line_of(self.text, place) or line_of(self.text, ("base",)) or 1
        raise SheetError(
            self.file, line, _named(path if place == ("base",) else place), reason, cure
        )

    def _in_text(self, path: Path) -> Path:
        for length in range(len(path), 0, -1):
            place = self.moved.get(path[:length])
            if place is not None:
                return place if place == ("base",) else (*place, *path[length:])
        return path


def _named(path: Path) -> str:
    """Write a path as a person would: ``bet[2].result[1].pays``, entries counted from 1."""
    name = ""
    for part in path:
        if isinstance(part, int):
            name += f"[{part + 1}]"
            continue
        word = part if BARE.fullmatch(part) and len(part) <= _SHOWN_MAX else shown(part)
        name += f".{word}" if name else word
    return name or "sheet"


@dataclass(frozen=True, slots=True)
class Reader:
    """One table of a sheet."""

    source: Source
    path: Path
    table: Mapping[str, object]

    def fail(self, key: str | Path, reason: str, cure: str) -> NoReturn:
        """Refuse the sheet at a key of this table, or at a path from here."""
        path = (key,) if isinstance(key, str) else key
        self.source.fail((*self.path, *path), reason, cure)

    def only(self, *keys: str) -> None:
        """Refuse any other key; said first, so that a slip is not taken for what is missing."""
        for key in self.table:
            if key not in keys:
                self.unknown(key, "this key is not known here", keys)

    def unknown(self, key: str, reason: str, known: Iterable[str]) -> NoReturn:
        """Refuse a key: name the near one, or say that a sheet leaves it out on purpose."""
        why = ON_PURPOSE.get(key)
        if why is not None:
            self.fail(key, f"a sheet cannot say this, on purpose: {why}", "leave it out")
        self.fail(key, reason, f"use {nearest(key, known)}")

    def raw(self, key: str) -> object:
        """Take a key's value as it is, None where it is absent."""
        return self.table.get(key)

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self.table

    def text(self, key: str, default: str | None = None) -> str:
        """Take a line of text."""
        value = self.raw(key)
        if value is None and default is not None:
            return default
        if value is None:
            self.fail(key, "it is missing", f'add {key} = "..."')
        if not isinstance(value, str) or not value.strip() or len(value) > TEXT_MAX:
            self.fail(key, f"{shown(value)} is no text of 1 to {TEXT_MAX} letters", "write a text")
        if not value.isprintable():
            self.fail(key, "it holds a control character", "write plain text on one line")
        return value

    def ident(self, key: str = "id") -> str:
        """Take an id: lower-case words joined by hyphens."""
        value = self.text(key)
        if not is_ident(value):
            cure = "write lower-case words joined by hyphens, up to 40 letters"
            self.fail(key, f"{shown(value)} is no id", cure)
        return value

    def choice(self, key: str, words: Iterable[str], default: str | None = None) -> str:
        """Take one of some words."""
        known = tuple(words)
        value = self.text(key, default)
        if value not in known:
            self.fail(key, f"{shown(value)} is not known here", f"use {nearest(value, known)}")
        return value

    def flag(self, key: str, default: bool) -> bool:  # noqa: FBT001 - a default value
        """Take true or false."""
        value = self.raw(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fail(key, f"{shown(value)} is neither true nor false", "write true or false")
        return value

    def integer(self, key: str, low: int, high: int, default: int) -> int:
        """Take a whole number in a range."""
        value = self.table.get(key, default)
        if type(value) is not int or not low <= value <= high:
            cure = f"write a whole number from {low} to {high}" if low < high else f"write {low}"
            self.fail(key, f"{shown(value)} does not fit", cure)
        return value

    def items(self, key: str) -> list[object]:
        """Take a list, or nothing."""
        value = self.raw(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self.fail(key, f"{shown(value)} is no list", "put it in square brackets")
        if len(value) > LIST_MAX:
            self.fail(key, f"it has {len(value)} entries", f"keep it to {LIST_MAX}")
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """Take a list of texts."""
        values = self.items(key)
        for number, value in enumerate(values):
            if not isinstance(value, str):
                cure = 'write texts, such as ["a", "b"]'
                self.fail((key, number), f"{shown(value)} is no text", cure)
        return tuple(str(value) for value in values)

    def table_at(self, key: str) -> Reader:
        """Take a table within; an absent one reads as empty."""
        value = self.raw(key)
        return self.sub((key,), {} if value is None else value)

    def tables(self, key: str) -> list[Reader]:
        """Take a list of tables."""
        return [self.sub((key, index), value) for index, value in enumerate(self.items(key))]

    def sub(self, path: Path, value: object) -> Reader:
        """Read a value as a table."""
        full = (*self.path, *path)
        if not isinstance(value, dict):
            self.source.fail(full, f"{shown(value)} is no table", "write it as { key = value }")
        return Reader(self.source, full, value)


def is_ident(text: str) -> bool:
    """Whether a text has the form of an id."""
    return len(text) <= 40 and _ID.fullmatch(text) is not None


def nearest(word: object, known: Iterable[object]) -> str:
    """Say which word was probably meant, else all of them."""
    words = [str(value).lower() if isinstance(value, bool) else str(value) for value in known]
    close = difflib.get_close_matches(word, words, 1) if isinstance(word, str) else []
    return (close[0] if close else ", ".join(sorted(words))) or "nothing: there is none"


def shown(value: object) -> str:
    """Give a value as a message repeats it: short, on one line, spelt as in TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "a table"
        case list():
            return "a list"
        case int() if abs(value) >= 10**18:
            return "a number of so many digits"
        case str():
            text = repr(value)
        case _:
            text = str(value)
    return text if len(text) <= _SHOWN_MAX else f"{text[: _SHOWN_MAX - 3]}..."
