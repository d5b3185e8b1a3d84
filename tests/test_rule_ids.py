"""Every rule, and every gap in the documents, has a test that bears its id."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
IDS = [
    *(f"CORE-{number}" for number in range(1, 9)),
    *(f"WAG-{number}" for number in range(1, 9)),
    *(f"GAP-0.{number}" for number in range(1, 14)),
    *(f"GAP-2.{number}" for number in range(1, 7)),
    *(f"GAP-3.{number}" for number in range(1, 22)),
]


def borne() -> str:
    """What the tests say of themselves: their docstrings."""
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in TESTS.rglob("test_*.py"))
    return "\n".join(
        ast.get_docstring(node) or ""
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


SAID = borne()


@pytest.mark.parametrize("ident", IDS)
def test_a_test_bears_it(ident: str) -> None:
    """The docstring of a test names the id of the rule or the gap that it holds the code to."""
    assert re.search(rf"{re.escape(ident)}(?![0-9])", SAID)
