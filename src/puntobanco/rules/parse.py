"""From text to plain values: TOML within its limits, and canonical JSON."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Final

from puntobanco.errors import SheetError
from puntobanco.rules.reader import Plain, Reader, Source

FILE_MAX: Final = 64 * 1024

_PART: Final = r"(?:[A-Za-z0-9_-]++|\"[^\"\n]*+\"|'[^'\n]*+')"
# The parser needs minutes and gigabytes for a key of ten thousand dots; no sheet needs eight.
# Possessive, so that a line of blanks costs no more than its length.
_DEEP_KEY: Final = re.compile(rf"^[ \t]*+\[{{0,2}}+(?:[ \t]*+{_PART}[ \t]*+\.){{8}}", re.MULTILINE)
_LONG_NUMBER: Final = re.compile(r"(?<![0-9_])[0-9_]{4000}")
_PARSED_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def parse_toml(text: str, file: str) -> Plain:
    """Read TOML; SheetError names file, line and cure."""
    if len(text.encode(errors="surrogatepass")) > FILE_MAX:
        Source(file).fail((), f"it is larger than {FILE_MAX // 1024} KiB", "make it smaller")
    for pattern, reason, cure in (
        (_DEEP_KEY, "a key has too many dots", "write it with fewer"),
        (_LONG_NUMBER, "a number has too many digits", "write a smaller one"),
    ):
        if found := pattern.search(text):
            raise SheetError(file, text.count("\n", 0, found.start()) + 1, "sheet", reason, cure)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PARSED_PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        said = _PARSED_PLACE.sub("", str(error))
        reason = f"this is no TOML: {said[:1].lower()}{said[1:100]}"
        raise SheetError(file, line, "sheet", reason, "mend the syntax there") from None
    except RecursionError:
        reason = "it is nested too deeply"
        raise SheetError(file, 1, "sheet", reason, "write it flat") from None


def parse_canonical(form: bytes | str, source: Source) -> Plain:
    """Read canonical JSON, as it was stored."""
    try:
        values = json.loads(form)
    except (ValueError, RecursionError):
        source.fail((), "it is no JSON", "give the bytes as they were stored")
    return dict(Reader(source, (), {}).sub((), values).table)
