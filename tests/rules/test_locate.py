"""Where in a TOML text a path stands."""

import tomllib
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.errors import InvariantError
from puntobanco.rules.locate import DEEPEST, Path, line_of
from tests.sheet_texts import respelt, toml
from tests.strategies import sheet_values

TEXT = """\
# [not] = "a table"
plain = 1
"quoted key" = 'x = [2'
"esc\\u0061ped" = 2
dotted . key = { inner = [ 3 ] }

list = [ # ]
  1, [ 2,
  3 ],
  { a = '#', b = \"\"\"
]} \\\\\"\"\" , c = [
    4
  ] },
]

[table]
key = 5
[table.'sub'.deeper]
key = 6
[[many]]
key = 7
[[many.of]]
key = 8
[[many.of]]
key = 9
  [many.of.these]
  key = 10
[[many]]
[[many.of]]
key = '''
11'''
last = 12
"""

PLACES: dict[int, Path] = {
    2: ("plain",),
    3: ("quoted key",),
    4: ("escaped",),
    5: ("dotted", "key", "inner", 0),
    7: ("list",),
    8: ("list", 1, 0),
    9: ("list", 1, 1),
    10: ("list", 2, "b"),
    11: ("list", 2, "c"),
    12: ("list", 2, "c", 0),
    16: ("table",),
    17: ("table", "key"),
    18: ("table", "sub", "deeper"),
    19: ("table", "sub", "deeper", "key"),
    20: ("many",),
    21: ("many", 0, "key"),
    22: ("many", 0, "of"),
    23: ("many", 0, "of", 0, "key"),
    24: ("many", 0, "of", 1),
    25: ("many", 0, "of", 1, "key"),
    26: ("many", 0, "of", 1, "these"),
    27: ("many", 0, "of", 1, "these", "key"),
    28: ("many", 1),
    29: ("many", 1, "of", 0),
    30: ("many", 1, "of", 0, "key"),
    32: ("many", 1, "of", 0, "last"),
}


@pytest.mark.parametrize("line", PLACES)
def test_lines(line: int) -> None:
    """A key and an entry of a list stand on the line on which they begin."""
    assert tomllib.loads(TEXT)
    assert line_of(TEXT, PLACES[line]) == line
    assert line_of(TEXT.replace("\n", "\r\n"), PLACES[line]) == line


def test_the_deepest_part_that_stands_there() -> None:
    """What is not in the text is looked for where it would stand."""
    assert line_of(TEXT, ("many", 0, "of", 1, "missing", 3)) == 24
    assert line_of(TEXT, ("missing",)) is None
    assert line_of(TEXT, ()) is None
    assert line_of("", ("missing",)) is None


def test_a_key_of_many_dots_is_followed_so_far() -> None:
    """Nobody looks deeper than a sheet goes."""
    text = "\nx = {" + "a." * 5_000 + "a = 1}"
    assert line_of(text, ("x", *["a"] * 40)) == 2
    assert DEEPEST < 40


def test_a_text_that_was_not_parsed_is_a_bug() -> None:
    """Only a text that the parser has taken is looked through."""
    for text in ("= 1", "\n?"):
        with pytest.raises(InvariantError, match="the text was not parsed before"):
            line_of(f"{text}\n?", ("a",))


def paths(value: Any, path: Path = ()) -> list[Path]:
    """All paths of plain values."""
    items: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    return [path, *(deeper for key, item in items for deeper in paths(item, (*path, key)))]


@given(sheet_values(), st.randoms(use_true_random=False))
@settings(max_examples=8)
def test_every_path_of_any_sheet(values: dict[str, Any], chance: Random) -> None:
    """However a sheet is written, each of its paths is found, never above what it lies in."""
    for text in (toml(values), respelt(values, chance)):
        every = paths(tomllib.loads(text))[1:]
        for path in chance.sample(every, 12):
            line = line_of(text, path)
            above = line_of(text, path[:-1]) or 1
            assert line is not None
            assert path[0] in {"call", "bet"} or line >= above
            if isinstance(path[-1], str):
                assert path[-1] in text.split("\n")[line - 1]
