"""The shipped rule sheets, and how a sheet is found by id or file.

The one module of the pure layers that reads files: package data and a user's own sheet.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from puntobanco.errors import SheetError
from puntobanco.rules.load import BASE_DEPTH, FILE_MAX, load
from puntobanco.rules.packaged import packaged, packaged_text
from puntobanco.rules.reader import nearest
from puntobanco.rules.sheet import Sheet

DEFAULT: Final = "deq-ez"


@cache
def shipped() -> tuple[str, ...]:
    """Give the ids of the shipped sheets."""
    return packaged("sheets")


def find(name: str) -> Sheet:
    """Find a shipped sheet by id, or read one from a file whose name ends in .toml."""
    if name.endswith(".toml") or "/" in name:
        return _from_file(Path(name), ())
    return _shipped_sheet(name)


@cache
def _shipped_sheet(name: str) -> Sheet:
    if name not in shipped():
        reason = f"there is no rule sheet {name!r}"
        cure = f"use {nearest(name, shipped())}, or a file that ends in .toml"
        raise SheetError("rules", None, "id", reason, cure)
    return load(packaged_text(f"sheets/{name}"), f"{name}.toml", _shipped_sheet)


def _from_file(path: Path, above: tuple[Path, ...]) -> Sheet:
    content = _read(path)
    here = path.resolve()
    if here in above or len(above) >= BASE_DEPTH:
        reason = "its bases go round in a circle" if here in above else "its bases go too deep"
        raise SheetError(str(path), None, "base", reason, "base it on a sheet that stands alone")

    def base(name: str) -> Sheet:
        if name.endswith(".toml"):
            return _from_file(path.parent / name, (*above, here))
        return _shipped_sheet(name)

    return load(content, str(path), base)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(FILE_MAX + 1)
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or "it cannot be read").lower()
        raise SheetError(str(path), None, "file", reason, "give a rule sheet's path") from None
    faults = "strict" if len(content) <= FILE_MAX else "replace"  # too large: load says so
    try:
        return content.decode("utf-8-sig", faults)
    except UnicodeDecodeError:
        reason = "it is no UTF-8 text"
        raise SheetError(str(path), None, "file", reason, "save it as UTF-8") from None
