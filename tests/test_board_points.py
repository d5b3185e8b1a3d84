"""docs/internals/board.md names tests that are there."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "internals" / "board.md").read_text()
NAMED = sorted(set(re.findall(r"`([\w/.-]+)::([^`]+)`", PAGE)) - {("file", "name")})


@pytest.mark.parametrize("file,name", NAMED, ids=map("::".join, NAMED))
def test_a_test_that_is_named_is_there(file: str, name: str) -> None:
    """A promise is held by a test, and a test that moves takes its line along."""
    written = f'test("{name}"' if file.endswith(".js") else f"def {name}("
    assert written in (TESTS / file).read_text()


def test_every_point_has_a_test() -> None:
    """The acceptance list has ten points, and each line names what holds it."""
    points = re.findall(r"^\| (\d+) \|[^|]*\|([^|]*)\|$", PAGE, re.MULTILINE)
    assert [int(number) for number, _ in points] == list(range(1, 11))
    assert all("`" in tests for _, tests in points)
