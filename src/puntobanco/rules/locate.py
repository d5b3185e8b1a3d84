"""Where in a TOML text a key stands, since the parser does not say.

A path is what the reader of a sheet follows: ``("bet", 2, "result", 0, "pays")``. The line
found is that of the deepest part that can be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

Path = tuple[str | int, ...]

_HEADER: Final = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"^\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*[.=]")


def line_of(text: str, path: Path) -> int | None:
    """Give the 1-based line of the deepest known part of a path."""
    lines = _index(text)
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


def _index(text: str) -> dict[Path, int]:
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    rows = text.splitlines()
    skip = 0
    for number, row in enumerate(rows, 1):
        if number <= skip:
            continue
        header = _HEADER.match(row)
        if header:
            table = tuple(part.strip().strip("\"'") for part in header[2].split("."))
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            found.setdefault(table, number)
            continue
        key = _KEY.match(row)
        if key:
            path = (*table, key[1].strip("\"'"))
            found.setdefault(path, number)
            for item, line in _items(rows, number):
                found.setdefault((*path, item), line)
                skip = line
    return found


def _items(rows: list[str], first: int) -> Iterator[tuple[int, int]]:  # noqa: C901 - a scanner
    """Give the lines on which the elements of an array that opens in row ``first`` begin."""
    depth, item, fresh, opened = 0, -1, False, False
    quote = ""
    for number in range(first, len(rows) + 1):
        row = rows[number - 1]
        for char in row[row.index("=") + 1 :] if number == first else row:
            if quote:
                quote = "" if char == quote else quote
            elif char == "#":
                break
            elif not opened and not char.isspace() and char != "[":
                return
            else:
                if depth == 1 and fresh and not char.isspace() and char not in "],":
                    item, fresh = item + 1, False
                    yield item, number
                if char in "\"'":
                    quote = char
                elif char in "[{":
                    depth, opened = depth + 1, True
                    fresh = fresh or depth == 1
                elif char in "]}":
                    depth -= 1
                elif char == "," and depth == 1:
                    fresh = True
                if opened and depth == 0:
                    return
