"""Where in a TOML text a key or a list's entry stands, since the parser does not say.

A path is what the reader of a sheet follows: ``("bet", 2, "result", 0, "pays")``. The text has
been through the parser before, so that this may take it for valid.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from typing import Final

from puntobanco.errors import InvariantError

Path = tuple[str | int, ...]

DEEPEST: Final = 12  # no sheet goes deeper; a key with ten thousand dots is not followed

_STRINGS: Final = (
    r'"""(?:\\.|[^\\])*?"{3,5}(?!")',
    r"'''.*?'{3,5}(?!')",
    r'"(?:\\.|[^"\\])*"',
    r"'[^']*'",
)
_STRING: Final = "|".join(_STRINGS)
_BLANK: Final = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_PART: Final = re.compile(rf"[ \t]*({_STRING}|[A-Za-z0-9_-]+)[ \t]*(\.?)", re.DOTALL)
_SCALAR: Final = re.compile(rf"{_STRING}|[^,\]}}\n#]+", re.DOTALL)


def line_of(text: str, path: Path) -> int | None:
    """Give the 1-based line of the deepest part of a path that stands in the text."""
    lines = lines_of(text)
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


def lines_of(text: str) -> dict[Path, int]:
    """Give the 1-based line on which every path of the text begins."""
    return _Scan(text).lines


class _Scan:
    """One walk through the text, which notes the line on which every path begins."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n")
        self.ends = [match.start() for match in re.finditer("\n", self.text)]
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._document()

    def _document(self) -> None:
        entries: dict[Path, int] = {}  # of each list of tables, the number of its last
        table: Path = ()
        while self._next():
            if self._take("["):
                table = self._header(entries)
            else:
                self._pair(table)

    def _header(self, entries: dict[Path, int]) -> Path:
        """Read ``[a.b]`` or ``[[a.b]]``; names above it mean the last entry of their list."""
        is_list = self._take("[")
        *above, name = self._key()
        table: Path = ()
        for part in above:
            table = (*table, part)
            self._note(table)
            table = (*table, entries[table]) if table in entries else table
        table = (*table, name)
        self._note(table)
        if is_list:
            entries[table] = entries.get(table, -1) + 1
            table = (*table, entries[table])
            self._note(table)
        self._take("]")
        self._take("]")
        return table

    def _pair(self, table: Path) -> None:
        """Read ``key = value``, the key with or without dots."""
        key = self._key()
        for length in range(1, len(key) + 1):
            self._note((*table, *key[:length]))
        self._take("=")
        self._next()
        self._value((*table, *key))

    def _value(self, path: Path) -> None:
        if self._take("["):
            entry = 0
            while self._next() and not self._take("]"):
                self._note((*path, entry))
                self._value((*path, entry))
                self._next()
                self._take(",")
                entry += 1
        elif self._take("{"):
            while self._next() and not self._take("}"):
                self._pair(path)
                self._next()
                self._take(",")
        else:
            self._skip(_SCALAR)

    def _key(self) -> list[str]:
        parts: list[str] = []
        while True:
            found = self._skip(_PART)
            parts.append(_plain(found[1]))
            if not found[2]:
                return parts[:DEEPEST]

    def _note(self, path: Path) -> None:
        self.lines.setdefault(path, bisect_left(self.ends, self.at) + 1)

    def _next(self) -> bool:
        """Go on to what is no blank and no comment; false at the end."""
        self._skip(_BLANK)
        return self.at < len(self.text)

    def _take(self, sign: str) -> bool:
        found = self.text.startswith(sign, self.at)
        self.at += found * len(sign)
        return found

    def _skip(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = pattern.match(self.text, self.at)
        if found is None:
            message = f"no {pattern.pattern} at {self.at}: the text was not parsed before"
            raise InvariantError(message)
        self.at = found.end()
        return found


def _plain(part: str) -> str:
    """Give a part of a key without quotes and escapes."""
    return str(tomllib.loads(f"part = {part}")["part"]) if part[0] in "\"'" else part
