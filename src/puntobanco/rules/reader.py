"""Reading plain values with names and cures: every fault of a sheet names its place."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NoReturn

from puntobanco.errors import SheetError
from puntobanco.rules.locate import Path, line_of

LIST_MAX: Final = 64
TEXT_MAX: Final = 200
_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a sheet, to find lines in, and the name that errors call it by."""

    file: str
    text: str = ""

    def fail(self, path: Path, reason: str, cure: str) -> NoReturn:
        """Refuse the sheet at a place."""
        key = ""
        for part in path:
            key += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if key else part
        line = line_of(self.text, path) if self.text else None
        raise SheetError(self.file, line, key or "sheet", reason, cure)


@dataclass(frozen=True, slots=True)
class Reader:
    """One table of a sheet; what nobody has taken when it is ``done`` is an unknown key."""

    source: Source
    path: Path
    table: Mapping[str, object]
    _taken: set[str] = field(default_factory=set)

    def fail(self, key: str, reason: str, cure: str) -> NoReturn:
        """Refuse the sheet at a key of this table."""
        self.source.fail((*self.path, key) if key else self.path, reason, cure)

    def raw(self, key: str) -> object:
        """Take a key's value as it is, None where it is absent."""
        self._taken.add(key)
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
            self.fail(key, f"{_short(value)} is no text of 1 to {TEXT_MAX} letters", "write a text")
        if not value.isprintable():
            self.fail(key, "it holds a control character", "write plain text on one line")
        return value

    def ident(self, key: str = "id") -> str:
        """Take an id: lower-case words joined by hyphens."""
        value = self.text(key)
        if not _ID.fullmatch(value) or len(value) > 40:
            self.fail(key, f"{value!r} is no id", "write lower-case words joined by hyphens")
        return value

    def choice(self, key: str, words: Iterable[str], default: str | None = None) -> str:
        """Take one of some words."""
        known = tuple(words)
        value = self.text(key, default)
        if value not in known:
            self.fail(key, f"{value!r} is not known here", f"use {nearest(value, known)}")
        return value

    def flag(self, key: str, default: bool) -> bool:  # noqa: FBT001 - a default value
        """Take true or false."""
        value = self.raw(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fail(key, f"{_short(value)} is neither true nor false", "write true or false")
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Take a whole number in a range."""
        value = self.raw(key)
        if value is None and default is not None:
            return default
        if type(value) is not int or not low <= value <= high:
            said = "it is missing" if value is None else f"{_short(value)} does not fit"
            self.fail(key, said, f"write a whole number from {low} to {high}")
        return value

    def items(self, key: str) -> list[object]:
        """Take a list, or nothing."""
        value = self.raw(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self.fail(key, f"{_short(value)} is no list", "put it in square brackets")
        if len(value) > LIST_MAX:
            self.fail(key, f"it has {len(value)} entries", f"keep it to {LIST_MAX}")
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """Take a list of texts."""
        values = self.items(key)
        if not all(isinstance(value, str) for value in values):
            self.fail(key, "it holds something that is no text", 'write a list such as ["a", "b"]')
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
            self.source.fail(full, f"{_short(value)} is no table", "write it as { key = value }")
        return Reader(self.source, full, value)

    def done(self) -> None:
        """Refuse any key that nobody has taken."""
        for key in self.table:
            if key not in self._taken:
                self.fail(key, "this key is not known here", f"use {nearest(key, self._taken)}")


def nearest(word: object, known: Iterable[object]) -> str:
    """Say which word was probably meant, else all of them."""
    words = [str(value).lower() if isinstance(value, bool) else str(value) for value in known]
    close = difflib.get_close_matches(str(word), words, 1)
    return close[0] if close else ", ".join(sorted(words))


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."
