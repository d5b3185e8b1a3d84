"""Text for a program and for standard error: JSON values, and errors on exactly one line."""

from __future__ import annotations

import json
from typing import Final

_LINE_MAX: Final = 500
_TAIL: Final = 160  # the cure stands at the end of an error


def write_json(value: object) -> None:
    """Print one JSON value on one line, in ASCII, so that any terminal and any pipe takes it."""
    print(json.dumps(value, allow_nan=False))


def printable(text: str) -> str:
    """Show what a stranger wrote: no control character reaches a terminal."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "replace").decode()
        for char in text
    )


def one_line(message: str) -> str:
    """Put an error on one line of bearable length; its end, where the cure is, stays."""
    line = printable(" ".join(message.split()))
    if len(line) <= _LINE_MAX:
        return line
    return f"{line[: _LINE_MAX - _TAIL]} ... {line[-_TAIL:]}"
