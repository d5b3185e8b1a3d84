"""House rules that no linter knows, as tests."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "puntobanco"
SHEETS = SOURCE / "rules" / "sheets"

PURE = ("cards.py", "money.py", "shoe.py", "ledger.py", "rules", "odds", "track", "table")
WINNERS = {"player", "banker", "tie"}  # bets too, but first of all the outcomes of a coup

# Written so that no pattern is found in its own definition.
HOSTS = re.compile(r"\b(?:py(?:pi|thonhosted)|npmjs|debian|yarnpkg)\.(?:org|com|io)\b")
MACHINE = re.compile(r"(?<![\w.])/(?:work|root|home)/\w")
UNFINISHED = re.compile(r"\b(?:T[O]DO|F[I]XME|X[X]X|H[A]CK)\b")
TICKET = re.compile(r"\bissues? #?[0-9]+\b", re.IGNORECASE)


def committed() -> list[Path]:
    """List the files of the checkout that are, or are about to be, in a commit."""
    listing = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    done = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True)
    return [file for name in done.stdout.split("\0") if name and (file := ROOT / name).is_file()]


def texts() -> Iterator[tuple[str, str]]:
    """Yield each committed text, by its path."""
    for file in committed():
        try:
            yield str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a font or a picture


def modules(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    """Yield each module below a folder, or the module itself, parsed."""
    for file in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
        yield str(file.relative_to(ROOT)), ast.parse(file.read_text(encoding="utf-8"))


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Find a pattern in the committed texts, as path:line: text."""
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def words_of_the_sheets() -> set[str]:
    """Collect the ids and labels of the bets and calls that the shipped sheets define."""
    words = set()
    for file in SHEETS.glob("*.toml"):
        sheet = tomllib.loads(file.read_text(encoding="utf-8"))
        for entry in (*sheet.get("bet", ()), *sheet.get("call", ())):
            words |= {entry[key] for key in ("id", "label") if key in entry}
    return {word for word in words if word.lower() not in WINNERS}


@pytest.mark.parametrize("pattern", [HOSTS, MACHINE, UNFINISHED, TICKET])
def test_committed_files_hold_nothing_of_this_place_or_of_another_day(
    pattern: re.Pattern[str],
) -> None:
    """No file names a registry's host, a path of one machine, unfinished work or a ticket."""
    assert lines_with(pattern) == []


def strings_of(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module that do something: docstrings only explain."""
    explained = {
        id(first.value)
        for node in ast.walk(module)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        for first in node.body[:1]
        if isinstance(first, ast.Expr)
    }
    constants = (node for node in ast.walk(module) if isinstance(node, ast.Constant))
    for node in constants:
        if isinstance(node.value, str) and id(node) not in explained:
            yield node.lineno, node.value


def uncommented(text: str) -> str:
    """Blank the comments of a script or page, and keep its lines."""
    comments = re.compile(r"/\*.*?\*/|<!--.*?-->|//[^\n]*", re.DOTALL)
    return comments.sub(lambda comment: "\n" * comment[0].count("\n"), text)


def test_bets_are_named_in_rule_sheets_only() -> None:
    """A bet is written once, in its sheet: no code of ours knows its id or its name."""
    words = words_of_the_sheets()
    assert words
    known = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, words)))})(?![\w-])")
    found = [
        f"{name}:{line}: {text}"
        for name, module in modules(SOURCE)
        for line, text in strings_of(module)
        if known.search(text)
    ]
    for file in chain(SOURCE.rglob("*.js"), SOURCE.rglob("*.html")):
        lines = uncommented(file.read_text(encoding="utf-8")).splitlines()
        name = file.relative_to(ROOT)
        found += [f"{name}:{number}" for number, line in enumerate(lines, 1) if known.search(line)]
    assert found == []


def test_only_the_command_line_prints() -> None:
    """Text for a person leaves through the command line; everything else returns its results."""
    found = [
        f"{name}:{node.lineno}"
        for name, module in modules(SOURCE)
        if not name.startswith("src/puntobanco/cli/")
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
    ]
    assert found == []


def test_the_pure_core_imports_no_clock_and_no_chance() -> None:
    """Time and randomness come in as arguments, so that a table replays from its events."""
    banned = {"random", "time", "secrets", "datetime"}
    found = []
    for name, module in chain.from_iterable(
        modules(part) for name in PURE if (part := SOURCE / name).exists()
    ):
        for node in ast.walk(module):
            if isinstance(node, ast.Import):
                names = {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names = {(node.module or "").partition(".")[0]}
            else:
                continue
            found += [f"{name}:{node.lineno}: {word}" for word in names & banned]
    assert found == []


def test_every_module_says_what_it_is_for() -> None:
    """A module of the package begins with a docstring."""
    assert [name for name, module in modules(SOURCE) if not ast.get_docstring(module)] == []


def test_every_test_states_its_rule() -> None:
    """A test has a docstring of one sentence: the rule that breaks when the test fails."""
    found = [
        f"{name}:{node.lineno}: {node.name}"
        for name, module in modules(ROOT / "tests")
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
        and not ast.get_docstring(node)
    ]
    assert found == []


def test_no_test_is_skipped() -> None:
    """A test runs or it is not there: the install brings what the tests need."""
    skipping = re.compile(r"\b(?:mark\.skip|pytest\.skip|importorskip|mark\.xfail)")
    assert [
        line for line in lines_with(skipping) if not line.startswith("tests/test_tidy.py")
    ] == []
