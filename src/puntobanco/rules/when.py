"""Reading conditions: the ``when`` of a call or a result, every key and word checked."""

from __future__ import annotations

import json
from collections.abc import Mapping

from puntobanco.rules.conditions import FEATURES, Clause, Condition, Value
from puntobanco.rules.locate import Path
from puntobanco.rules.reader import Plain, Reader, nearest, shown

_EMPTY = "a condition with no key always holds"
_HANDS = ("player", "banker")
_KEYS = (*(key for key in FEATURES if "." not in key), "call", *_HANDS)


def read_when(owner: Reader, calls: tuple[str, ...]) -> Condition:
    """Read the condition of a call or a result; ``calls`` are those that it may name."""
    value = owner.raw("when")
    if value is None:
        owner.fail("when", "it is missing", 'add when = { winner = "banker" }')
    if isinstance(value, list):
        tables = [owner.sub(("when", n), item) for n, item in enumerate(owner.items("when"))]
    else:
        tables = [owner.sub(("when",), value)]
    if not tables:
        owner.fail("when", _EMPTY, "say what must hold")
    distinct: dict[str, tuple[Clause, Plain]] = {}
    for table in tables:
        clause, spelt = _clause(table, calls), _one_spelling(table.table)
        distinct[json.dumps(spelt, sort_keys=True)] = clause, spelt
    clauses, source = zip(*(distinct[text] for text in sorted(distinct)), strict=True)
    return Condition(clauses, list(source))


def _clause(table: Reader, calls: tuple[str, ...]) -> Clause:
    if not table.table:
        table.fail((), _EMPTY, "say what must hold")
    tests: list[tuple[str, frozenset[Value]]] = []
    named: frozenset[str] | None = None
    for key in table.table:
        if key == "call":
            named = _calls(table, calls)
        elif key in _HANDS:
            hand = table.table_at(key)
            if not hand.table:
                table.fail(key, _EMPTY, "say what must hold")
            tests += [_test(hand, part, f"{key}.") for part in hand.table]
        else:
            tests.append(_test(table, key))
    return Clause(tuple(sorted(tests, key=lambda test: test[0])), named)


def _calls(table: Reader, known: tuple[str, ...]) -> frozenset[str]:
    named = []
    for place, value in _values(table, "call"):
        if value not in known:
            cure = f"use {nearest(value, known)}" if known else "declare it above"
            table.fail(place, f"no call {shown(value)} is declared before this", cure)
        named.append(str(value))
    return frozenset(named)


def _test(table: Reader, part: str, hand: str = "") -> tuple[str, frozenset[Value]]:
    """Read one key of a condition; ``hand`` is ``player.`` or ``banker.`` inside of those."""
    known = [key.removeprefix(hand) for key in FEATURES if key.startswith(hand)] if hand else _KEYS
    if part not in known:
        table.unknown(part, "a condition cannot ask this", known)
    feature = FEATURES[hand + part]
    words = {(type(word), word): found for word, found in feature.words.items()}
    wanted: frozenset[Value] = frozenset()
    for place, value in _values(table, part):
        found = words.get((type(value), value)) if isinstance(value, str | int) else None
        if found is None:
            cure = f"use {nearest(value, feature.words)}"
            table.fail(place, f"{shown(value)} never occurs", cure)
        wanted |= found
    return hand + part, wanted


def _values(table: Reader, key: str) -> list[tuple[Path, object]]:
    """Give a key's value, or all of a list, each with its place."""
    value = table.raw(key)
    if not isinstance(value, list):
        return [((key,), value)]
    if not value:
        table.fail(key, "the list is empty", "name at least one value")
    return [((key, number), item) for number, item in enumerate(table.items(key))]


def _one_spelling(table: Mapping[str, object]) -> Plain:
    """Write every value as a sorted list, once each, so that hashes do not depend on spelling."""
    spelt: Plain = {}
    for key, value in table.items():
        if isinstance(value, dict):
            spelt[key] = _one_spelling(value)
        else:
            values = set(value) if isinstance(value, list) else {value}
            spelt[key] = sorted(values, key=lambda word: (isinstance(word, str), word))
    return spelt
