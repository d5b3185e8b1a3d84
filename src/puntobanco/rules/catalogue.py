"""What ships with the rules, and how a sheet, a schedule or a policy is found by id or file.

The one module of the pure layers that reads files: package data and a user's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from puntobanco.errors import SheetError
from puntobanco.rules.load import BASE_DEPTH, FILE_MAX, load
from puntobanco.rules.packaged import packaged, packaged_text
from puntobanco.rules.parse import parse_toml
from puntobanco.rules.reader import nearest
from puntobanco.rules.rotation import PRESETS, RotationPolicy, load_policies
from puntobanco.rules.schedule import Schedule, load_schedule
from puntobanco.rules.sheet import Sheet


@cache
def shipped() -> tuple[str, ...]:
    """Give the ids of the shipped sheets."""
    return packaged("sheets")


def find(name: str) -> Sheet:
    """Find a shipped sheet by id, or read one from a file whose name ends in .toml."""
    if _is_file(name):
        return _from_file(Path(name), ())
    return _shipped_sheet(name)


@cache
def _shipped_sheet(name: str) -> Sheet:
    if name not in shipped():
        raise _not_there("rule sheet", name, shipped())
    return load(packaged_text(f"sheets/{name}"), f"{name}.toml", _shipped_sheet)


@cache
def schedules() -> tuple[str, ...]:
    """Give the ids of the shipped collection schedules."""
    return packaged("schedules")


def schedule(name: str) -> Schedule:
    """Find a shipped schedule by id, or read one from a file whose name ends in .toml."""
    if _is_file(name):
        return load_schedule(_read(Path(name), "schedule"), name)
    return _shipped_schedule(name)


@cache
def _shipped_schedule(name: str) -> Schedule:
    if name not in schedules():
        raise _not_there("schedule", name, schedules())
    return load_schedule(packaged_text(f"schedules/{name}"), f"{name}.toml")


def rotation(name: str) -> RotationPolicy:
    """Find a shipped rotation policy by id, or read the one of a file that ends in .toml."""
    if _is_file(name):
        policies = load_policies(_read(Path(name), "rotation policy"), name)
        if len(policies) > 1:
            reason = f"it has {len(policies)} policies"
            raise SheetError(name, None, "policy", reason, "keep the one that is meant")
        return policies[0]
    if name not in PRESETS:
        raise _not_there("rotation policy", name, PRESETS)
    return PRESETS[name]


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


def of_file(name: str) -> Sheet | Schedule | RotationPolicy:
    """Read a file of a user, whichever of the three it is: its first key of all says so."""
    keys = parse_toml(_read(Path(name)), name)
    if "schedule" in keys:
        return schedule(name)
    return rotation(name) if "rotation" in keys else find(name)


def _is_file(name: str) -> bool:
    return name.endswith(".toml") or "/" in name


def _not_there(what: str, name: str, known: Iterable[str]) -> SheetError:
    reason = f"there is no {what} {name!r}"
    cure = f"use {nearest(name, known)}, or a file that ends in .toml"
    return SheetError("rules", None, "id", reason, cure)


def _read(path: Path, what: str = "rule sheet") -> str:
    try:
        with path.open("rb") as file:
            content = file.read(FILE_MAX + 1)
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or "it cannot be read").lower()
        raise SheetError(str(path), None, "file", reason, f"give a {what}'s path") from None
    faults = "strict" if len(content) <= FILE_MAX else "replace"  # too large: load says so
    try:
        return content.decode("utf-8-sig", faults)
    except UnicodeDecodeError:
        reason = "it is no UTF-8 text"
        raise SheetError(str(path), None, "file", reason, "save it as UTF-8") from None
