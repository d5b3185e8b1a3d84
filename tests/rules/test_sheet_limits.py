"""Hostile sheets: refused in one line, or read in bounded time; never a traceback, never a hang."""

import re
import time
from itertools import combinations
from typing import Any

import pytest

from puntobanco.errors import SheetError
from puntobanco.rules.build import build
from puntobanco.rules.catalogue import find
from puntobanco.rules.conditions import AXES
from puntobanco.rules.load import FILE_MAX, load
from puntobanco.rules.reader import Source
from puntobanco.rules.sheet import Sheet
from tests.rules.test_sheet_faults import GAME, changed, fault_of

Plain = dict[str, Any]


def test_64_kib_a_file() -> None:
    """A sheet of 64 KiB is read, a byte more is refused, in bytes and not in letters."""
    room = FILE_MAX - len(GAME.encode())
    assert load(GAME + "#" * room, "game.toml", find).id == "game"
    too_large = "game.toml: sheet: it is larger than 64 KiB; make it smaller"
    assert fault_of(GAME + "#" * (room + 1)) == too_large
    assert fault_of(GAME + "#" * (room - 1) + "é") == too_large


def test_64_entries_a_list() -> None:
    """Lists hold up to 64: seats, values, results, bets, calls, requirements."""
    assert load(changed("  7,\n", "  7,\n" * 63), "game.toml", find).seats == (7,) * 63 + (13,)
    fault = "8: seats: it has 65 entries; keep it to 64"
    assert fault_of(changed("  7,\n", "  7,\n" * 64)) == f"game.toml:{fault}"
    assert load(changed("    1,\n", "    1,\n" * 63), "game.toml", find).id == "game"
    fault = "38: bet[1].result[2].when.margin: it has 65 entries; keep it to 64"
    assert fault_of(changed("    1,\n", "    1,\n" * 64)) == f"game.toml:{fault}"
    fault = "49: bet[2].requires: it has 65 entries; keep it to 64"
    assert fault_of(changed('  "banker",', '  "banker",' * 65)) == f"game.toml:{fault}"


def test_200_letters_a_text() -> None:
    """A text holds up to 200 letters, and a number what fits."""
    assert load(changed('"Game"', f'"{"x" * 200}"'), "game.toml", find).name == "x" * 200
    fault = f"3: name: '{'x' * 36}... is no text of 1 to 200 letters; write a text"
    assert fault_of(changed('"Game"', f'"{"x" * 201}"')) == f"game.toml:{fault}"
    fault = (
        "7: decks.min: a number of so many digits does not fit; write a whole number from 1 to 8"
    )
    assert fault_of(changed("min = 3", f"min = 0x{'f' * 900}")) == f"game.toml:{fault}"


def game(calls: int, bets: int, results: int) -> Plain:
    """A game of many parts: each result of a bet is one pair of two-card totals."""
    totals = [{"player": {"two": n // 8}, "banker": {"two": n % 8}} for n in range(results)]
    return {
        "format": 1,
        "id": "many",
        "name": "Many",
        "source": "a test",
        "bank": "house",
        "call": [
            {"id": f"c{n}", "label": "C", "mark": "C", "token": f"c{n}", "when": {"cards": 4}}
            for n in range(calls)
        ],
        "bet": [
            {
                "id": f"b{n}",
                "label": "B",
                "kind": "side",
                "result": [{"when": when, "pays": "2:1"} for when in totals],
            }
            for n in range(bets)
        ],
    }


def made(values: Plain) -> Sheet:
    """A sheet from plain values."""
    return build(values, Source("many"))


def test_64_calls_bets_and_results() -> None:
    """A sheet has up to 64 calls, 64 bets and 64 results a bet."""
    assert len(made(game(64, 64, 64)).bets) == 64
    for counts, key in (
        ((65, 1, 1), "call"),
        ((1, 65, 1), "bet"),
        ((1, 1, 65), r"bet\[1\]\.result"),
    ):
        with pytest.raises(SheetError, match=rf"^many: {key}: it has 65 entries; keep it to 64$"):
            made(game(*counts))


ALONG: dict[str, Plain] = {
    "player_pair": {"player": {"pair": "none"}},
    "banker_pair": {"banker": {"pair": "none"}},
    "player_suited": {"player": {"suited": False}},
    "banker_suited": {"banker": {"suited": False}},
    "player_colour": {"player": {"colour": "mixed"}},
    "banker_colour": {"banker": {"colour": "mixed"}},
    "same_rank": {"pairs": "none"},
    "colour": {"colour": "mixed"},
    "player_flush": {"player": {"flush": False}},
    "banker_flush": {"banker": {"flush": False}},
}


def asking(axes: tuple[str, ...]) -> Plain:
    """A condition that asks along some axes."""
    when: Plain = {}
    for axis in axes:
        for key, value in ALONG[axis].items():
            when[key] = when.get(key, {}) | value if isinstance(value, dict) else value
    return when


def test_64_bets_along_as_many_axes_as_there_are() -> None:
    """64 bets of 64 results, no two along the same axes, and 64 calls on each other: 4 seconds.

    Measured on one core of a small machine; with all bets along all axes, half a second.
    """
    values = game(64, 64, 64)
    some = [axes for count in range(10, 0, -1) for axes in combinations(AXES, count)][::16]
    for bet, axes in zip(values["bet"], some, strict=True):
        bet["result"][-1]["when"] = asking(axes)
    values["call"][0]["when"] = asking(AXES)
    for call, above in zip(values["call"][1:], values["call"], strict=False):
        call["when"] = {"call": above["id"]}
    assert len(made(values).bets) == 64


NO_TOML = [
    (1, "format = = 1"),
    (2, 'format = 1\nid = "a\n"'),
    (2, "format = 1\nid = 'a"),
    (3, "format = 1\nid = [1,\n"),
    (3, "format = 1\n\n[bet"),
    (2, "format = 1\nformat = 1\n"),
    (2, "[a]\n[a]\n"),
    (2, f"[{'a' * 300}]\n[{'a' * 300}]\n"),
    (1, "format = 1\rid = 'a'"),
    (1, "format = 1 \x00"),
    (2, "format = 1\n# \x07"),
    (1, "x = 2010-13-01"),
    (1, "\ufeffformat = 1"),
    (4, "format = 1\r\n\r\n\r\n= 2\r\n"),
]


@pytest.mark.parametrize("number", range(len(NO_TOML)))
def test_texts_that_are_no_toml(number: int) -> None:
    """A fault of the syntax is refused in one short line, at its line."""
    line, text = NO_TOML[number]
    message = fault_of(text)
    assert message.startswith(f"game.toml:{line}: sheet: this is no TOML: ")
    assert message.endswith("; mend the syntax there")
    assert len(message) < 200


SYNTAX = [
    ("", "1: format: it is missing; write format = 1"),
    ("\n\nformat = " + "9" * 5_000, "3: sheet: a number has too many digits; write a smaller one"),
    (
        "format = 0x" + "f" * 60_000,
        "1: format: a number of so many digits is not known; write form",
    ),
    ("x = " + "[" * 30_000, "1: sheet: it is nested too deeply; write it flat"),
    ("x = " + "{a=" * 20_000, "1: sheet: it is nested too deeply; write it flat"),
    (
        "format = 1\nx = " + "[" * 300 + "]" * 300,
        "2: x: this key is not known here; use bank, base",
    ),
    (
        "format = 1\nid = " + "[" * 300 + "]" * 300,
        "2: id: a list is no text of 1 to 200 letters; wri",
    ),
    (
        "format = 1\nid.a = {" + "a." * 9_000 + "a = 1}",
        "2: id: a table is no text of 1 to 200 letters",
    ),
    ("\n" + "a." * 9_000 + "a = 1", "2: sheet: a key has too many dots; write it with fewer"),
    ("[" + "a ." * 9_000 + "a]\n" + "a=1\n" * 9, "1: sheet: a key has too many dots; write it wi"),
    ('[["a".' + "'b'." * 9 + "a]]", "1: sheet: a key has too many dots; write it with fewer"),
    (
        "[" + "a" * 300 + "]\n" + "[" + "a" * 300 + "]",
        "2: sheet: this is no TOML: cannot declare ('",
    ),
    (
        "format = 1\n" + "k" * 60_000 + " = 1",
        f"2: '{'k' * 36}...: this key is not known here; use b",
    ),
    (
        "format = 1\n'\ud800' = 1",
        "2: '\\ud800': this key is not known here; use bank, base, bet, c",
    ),
]


@pytest.mark.parametrize("number", range(len(SYNTAX)))
def test_texts_that_are_no_sheet(number: int) -> None:
    """Whatever the text holds, one short line refuses it, at its line."""
    text, fault = SYNTAX[number]
    message = fault_of(text)
    assert message.startswith(f"game.toml:{fault}")
    assert len(message) < 300


BLANKS = [
    " " * 60_000,
    "[" + " " * 60_000,
    "a" * 60_000,
    "a ." * 7 + " " * 60_000,
    '"' * 60_000,
    ("1" * 3_999 + " ") * 16,
    ("a." * 7 + "\n") * 4_000,
    "#" * 60_000,
    "\n" * 60_000,
]


@pytest.mark.parametrize("number", range(len(BLANKS)))
def test_64_kib_of_nothing(number: int) -> None:
    """A long line costs its length, not its square: a second would be a hundred times too much."""
    start = time.process_time()
    assert fault_of(BLANKS[number]).startswith("game.toml:")
    assert time.process_time() - start < 1


def test_64_kib_of_keys() -> None:
    """A sheet of nothing but keys is refused at the first that is not known."""
    keys = "".join(f"k{n}={n}\n" for n in range(6_000))
    assert fault_of(GAME.partition("[[call]]")[0] + keys).startswith(
        "game.toml:13: k0: this key is not known here; use"
    )


def test_conditions_nested_in_conditions() -> None:
    """A condition holds no condition of a condition."""
    when = "when = { player = { player = { total = 7 } } }"
    text = re.sub(r"when = .*total = 7 } }", when, GAME)
    assert fault_of(text).startswith("game.toml:18: call[1].when.player.player: a condition cannot")
    deep = re.sub(r"when = .*total = 7 } }", "when = " + "{ player = " * 80 + "1" + " }" * 80, GAME)
    assert fault_of(deep).startswith("game.toml:18: call[1].when.player.player: a condition cannot")


def test_names_in_any_script() -> None:
    """Names and labels may be written in any script; ids may not."""
    text = changed('name = "Game"', 'name = "百家樂 · Bài cào 🀄"')
    assert load(text, "game.toml", find).name == "百家樂 · Bài cào 🀄"
    assert "is no id" in fault_of(changed('id = "bonus"', 'id = "bônus"'))
    assert "is no id" in fault_of(changed('id = "bonus"', 'id = "\uff11"'))
