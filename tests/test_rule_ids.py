"""Every rule, every gap in the documents and every public fault has a test that bears its id."""

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
    *(f"A{number}" for number in range(1, 9)),  # accounts and sessions
    *(f"D{number}" for number in range(1, 8)),  # display, rules, odds
    *(f"L{number}" for number in range(1, 6)),  # limits and responsible play
    *(f"XO{number}" for number in (2, 4, 5, 6)),  # faults of others: late, double, out of order
    *(f"XN{number}" for number in (1, 3, 5)),  # of the line
    *(f"XA{number}" for number in (1, 3)),  # of authority
    *(f"XS{number}" for number in (1, 3, 4, 5, 6, 9, 10)),  # of shoe and screen
]
# What a test of the browser code says of itself stands over it.
SCRIPTS = re.compile(r"/\*\*(?P<said>(?:(?!\*/).)*)\*/\s*test\(", re.DOTALL)


def borne() -> str:
    """What the tests say of themselves."""
    scripts = (file.read_text(encoding="utf-8") for file in TESTS.rglob("*.test.js"))
    over_scripts = (found["said"] for text in scripts for found in SCRIPTS.finditer(text))
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in TESTS.rglob("test_*.py"))
    docstrings = (
        ast.get_docstring(node) or ""
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )
    return "\n".join((*docstrings, *over_scripts))


SAID = borne()


@pytest.mark.parametrize("ident", IDS)
def test_a_test_bears_it(ident: str) -> None:
    """The docstring of a test names the id of the rule or the gap that it holds the code to."""
    assert re.search(rf"(?<![A-Za-z0-9.-]){re.escape(ident)}(?![0-9])", SAID)
