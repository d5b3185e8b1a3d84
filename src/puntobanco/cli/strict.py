"""JSON from outside, read strictly: what it means is what it says, or it is refused.

msgspec checks types, keys and ranges. What it lets pass is closed here: keys that are there twice,
integers of any size, nesting without end. Every fault names its place and a cure.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NoReturn, TypeVar

import msgspec

from puntobanco.errors import InputError

T = TypeVar("T")

_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING: Final = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_PLACE: Final = re.compile(r"(?P<message>.*?)(?: - at `\$(?P<path>[^`]*)`)?", re.DOTALL)
_STEP: Final = re.compile(r"\.(?P<key>[a-z_]+)|\[(?P<index>[0-9]+)\]", re.ASCII)
_SHOWN_MAX: Final = 40


class DocumentError(InputError):
    """JSON that is not the document asked for."""


class _Number(str):
    """A number as it was written, so that an error can show it."""

    __slots__ = ()


class _Twice(Exception):  # noqa: N818 - caught in this module
    """A key that stands twice in one object."""


def read_json(raw: bytes, kind: type[T], cures: Mapping[str, str]) -> T:
    """Read one value.

    ``cures`` says what to write at every key; "" is the whole, "wagers[]" one of the wagers.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} is no UTF-8; save it as UTF-8"
        raise DocumentError(message) from None
    plain = _plain(text)
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        _explain(str(error), plain, cures)
    except msgspec.DecodeError as error:
        reason = str(error).removeprefix("JSON is malformed: ")
        message = f"this is no JSON: {reason}; mend the syntax there"
        raise DocumentError(message) from None


def _plain(text: str) -> Any:
    """Read with the standard library, which tells lines and columns and shows every key."""
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_Number,
            parse_float=_Number,
            parse_constant=_Number,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        reason = error.msg[:1].lower() + error.msg[1:]
        message = f"{place}: this is no JSON: {reason}; mend the syntax there"
        raise DocumentError(message) from None
    except RecursionError:
        message = "this is no JSON for us: it is nested too deeply; keep to the format"
        raise DocumentError(message) from None
    except _Twice as error:
        message = f"the key {show(str(error))} is there twice in one object; keep one of the two"
        raise DocumentError(message) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _Twice(next(key for key in keys if keys.count(key) > 1))
    return found


def _explain(error: str, plain: Any, cures: Mapping[str, str]) -> NoReturn:
    """Say in our words what msgspec found."""
    found = _PLACE.fullmatch(error)
    told, path = (found["message"], found["path"] or "") if found else (error, "")
    place, key, value = "", "", plain
    for step in _STEP.finditer(path):
        if step["key"]:
            key, value = step["key"], value[step["key"]]
            place += f" {key}" if place else key
        else:
            value = value[int(step["index"])]
            place = f"{place.removesuffix('s')} {int(step['index']) + 1}"
            key = f"{key}[]"
    prefix = f"{place}: " if place else ""
    if unknown := _UNKNOWN.fullmatch(told):
        reason = f"the key {show(unknown[1])} is not known here"
    elif missing := _MISSING.fullmatch(told):
        key, reason = missing[1], f"{missing[1]} is missing"
    else:
        reason = f"{show(value)} does not fit"
    message = f"{prefix}{reason}; {cures[key]}"
    raise DocumentError(message)


def show(value: Any) -> str:
    """Show a value of JSON as it was written, a long one shortened."""
    match value:
        case _Number():
            shown = str(value)
        case dict():
            return "an object"
        case list():
            return "a list"
        case _:
            shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= _SHOWN_MAX else f"{shown[: _SHOWN_MAX - 3]}..."
