"""From plain values back to the TOML of a rule sheet, as a person would write it.

What a sheet takes for granted is left out. A bet is put into a text in place of the one that was
there, and the rest of the text, comments too, stays as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from puntobanco.rules.build import BET_KEYS, SHEET_KEYS
from puntobanco.rules.locate import lines_of
from puntobanco.rules.reader import BARE, Plain

_TAKEN_FOR_GRANTED: Final[Plain] = {
    "back_line": True,
    "requires": [],
    "fee": "none",
    "cap": "none",
    "commission": "0%",
    "round": "down",
}
_FELTS: Final = {"main": "bar", "side": "circle"}


def write_sheet(form: Mapping[str, Any]) -> str:
    """Write a whole sheet out."""
    head = {key: form[key] for key in SHEET_KEYS if key in form and key not in _TABLES}
    calls = (_table("[[call]]", {**call, "when": _short(call["when"])}) for call in form["call"])
    parts = [_pairs(head), *calls, *map(write_bet, form["bet"])]
    if "venue" in form:
        parts.append(_table("[venue]", form["venue"]))
    return "\n".join(parts)


_TABLES: Final = ("call", "bet", "venue")


def write_bet(bet: Mapping[str, Any]) -> str:
    """Write a bet, a line for each of its results."""
    kept = _said({key: bet[key] for key in BET_KEYS if key in bet and key != "result"})
    if bet.get("felt") == _FELTS.get(bet.get("kind", "")):
        kept.pop("felt", None)
    rows = "".join(
        f"  {_value(_said({**row, 'when': _short(row['when'])}))},\n" for row in bet["result"]
    )
    return f"{_table('[[bet]]', kept)}result = [\n{rows}]\n"


def put_bet(text: str, number: int, bet: Mapping[str, Any] | None) -> str | None:
    """Put a bet in place of the text's own of that number, behind all bets if there is none.

    None as a bet takes it out. Gives None where the bets are not written as ``[[bet]]`` tables.
    """
    paths = lines_of(text)
    lines = text.replace("\r\n", "\n").split("\n")
    starts = {
        path[1]: line
        for path, line in paths.items()
        if len(path) == 2 and path[0] == "bet" and isinstance(path[1], int)
    }
    if any(not lines[line - 1].lstrip().startswith("[[") for line in starts.values()):
        return None
    begin = starts.get(number)
    if begin is None:
        at = _end(paths, lines, max(starts)) if starts else len(lines)
        return "\n".join([*lines[:at], "", *_lines(bet), *lines[at:]])
    rest = lines[_end(paths, lines, number) :]
    return "\n".join([*lines[: begin - 1], *_lines(bet), *rest])


def _lines(bet: Mapping[str, Any] | None) -> list[str]:
    return [] if bet is None else write_bet(bet).rstrip("\n").split("\n")


def _end(paths: Mapping[tuple[str | int, ...], int], lines: list[str], number: int) -> int:
    """Give how many lines there are up to the last of a bet; what is said above the next is its."""
    begin = paths["bet", number]
    after = [line for path, line in paths.items() if line > begin and path[:2] != ("bet", number)]
    end = min(after, default=len(lines) + 1) - 1
    while end > begin and (not lines[end - 1].strip() or lines[end - 1].lstrip()[:1] == "#"):
        end -= 1
    return end


def _short(when: Any) -> Any:
    """Write a condition with as few brackets as it can do with."""
    if isinstance(when, Mapping):
        return {key: _short(value) for key, value in when.items()}
    if isinstance(when, list):
        return _short(when[0]) if len(when) == 1 else [_short(each) for each in when]
    return when


def _said(table: Plain) -> Plain:
    """Leave out what holds without being said."""
    granted = _TAKEN_FOR_GRANTED
    return {key: value for key, value in table.items() if granted.get(key, _NOTHING) != value}


_NOTHING: Final = object()


def _table(head: str, table: Mapping[str, Any]) -> str:
    return f"{head}\n{_pairs(table)}"


def _pairs(table: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case Mapping():
            pairs = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
        case Iterable():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            return str(value)


def _text(text: str) -> str:
    """Write a string: what JSON escapes is a string of TOML, but for one sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
