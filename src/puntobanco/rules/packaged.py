"""The files that ship with the rules, as text: package data, nothing else on the disk."""

from __future__ import annotations

from importlib import resources
from typing import Final

DEFAULT: Final = "deq-ez"  # the sheet that is meant where none is named

_SUFFIX = ".toml"


def packaged(folder: str) -> tuple[str, ...]:
    """Give the names of the shipped files in a folder, without their ending."""
    files = (resources.files("puntobanco.rules") / folder).iterdir()
    names = (file.name for file in files)
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)))


def packaged_text(name: str) -> str:
    """Give the text of a shipped file, named without its ending."""
    return (resources.files("puntobanco.rules") / f"{name}{_SUFFIX}").read_text("utf-8")
