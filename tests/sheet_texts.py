"""Rule sheets as TOML, plainly or in any of the ways in which people may write the same."""

import json
from random import Random
from typing import Any

DEFAULTS = {
    "commission": "0%",
    "round": "down",
    "fee": "none",
    "cap": "none",
    "requires": [],
    "back_line": True,
}


def toml(values: dict[str, Any]) -> str:
    """A sheet, one key a line."""
    return "".join(f"{key} = {inline(value)}\n" for key, value in values.items())


def inline(value: Any) -> str:
    """A value in one line; JSON's numbers and texts are TOML's."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def respelt(values: dict[str, Any], chance: Random) -> str:
    """The same sheet as somebody else might write it."""
    ends = chance.choice(("\n", "\r\n"))
    lines = ["# the same"]
    lists = {key: value for key, value in values.items() if key in {"call", "bet"}}
    for key, value in _shuffled(values, chance).items():
        if key not in lists and key != "venue":
            lines += [f"{key}  =  {inline(_table(value, chance))} # {key}", ""]
    for key, tables in _shuffled(lists, chance).items():
        for table in tables:
            lines += [f"  [[{key}]]", *_entry(key, table, chance)]
    lines += ["[venue]", *_pairs(values["venue"], chance)]
    return ends.join(lines) + ends


def _entry(key: str, table: dict[str, Any], chance: Random) -> list[str]:
    """A call or a bet, its results in a list or each in a table of its own."""
    results = [_result(result, chance) for result in table.get("result", ())]
    plain = {name: value for name, value in table.items() if name != "result"}
    if "when" in plain:
        plain["when"] = _when(plain["when"], chance)
    if "requires" in plain:
        plain["requires"] = _several(plain["requires"], chance)
    lines = _pairs(_short(plain, chance), chance)
    if not results:
        return lines
    if chance.randrange(2):
        return [*lines, "result = [", *(f" {inline(result)}, # so" for result in results), "]"]
    for result in results:
        lines += [f"[[{key}.result]]", *_pairs(result, chance)]
    return lines


def _result(result: dict[str, Any], chance: Random) -> dict[str, Any]:
    spelt = _short(result, chance) | {"when": _when(result["when"], chance)}
    if "pays" in spelt:
        odds, one = spelt["pays"].split(":")
        times = chance.choice((1, 3))
        spelt["pays"] = f"{int(odds) * times:03}:{int(one) * times}"
    return _shuffled(spelt, chance)


def _when(tables: list[dict[str, Any]], chance: Random) -> Any:
    spelt = [_clause(table, chance) for table in tables]
    if len(spelt) == 1 and chance.randrange(2):
        return spelt[0]
    return _several(spelt, chance)


def _clause(table: dict[str, Any], chance: Random) -> dict[str, Any]:
    spelt: dict[str, Any] = {}
    for key, value in _shuffled(table, chance).items():
        if isinstance(value, dict):
            spelt[key] = _clause(value, chance)
        else:
            alone = len(value) == 1 and chance.randrange(2)
            spelt[key] = value[0] if alone else _several(value, chance)
    return spelt


def _several(values: list[Any], chance: Random) -> list[Any]:
    """A list in any order, something in it twice."""
    twice = [*values, chance.choice(values)] if values and chance.randrange(2) else list(values)
    chance.shuffle(twice)
    return twice


def _short(table: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A table without what goes without saying."""
    if chance.randrange(2):
        return dict(table)
    return {key: value for key, value in table.items() if DEFAULTS.get(key) != value}


def _table(value: Any, chance: Random) -> Any:
    return _shuffled(value, chance) if isinstance(value, dict) else value


def _shuffled(table: dict[str, Any], chance: Random) -> dict[str, Any]:
    return dict(chance.sample(list(table.items()), len(table)))


def _pairs(table: dict[str, Any], chance: Random) -> list[str]:
    lines = []
    for key, value in _shuffled(table, chance).items():
        quote = chance.choice(("", '"', "'"))
        lines.append(f"{quote}{key}{quote} = {inline(_table(value, chance))}")
    return lines
