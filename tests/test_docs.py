"""The documentation is complete: what can be named has its place, and what is linked is there.

Each test reads the live registry, so that a new command, sheet, bet, refusal or address without a
page fails here.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from puntobanco import cli
from puntobanco.rules.catalogue import find, schedule, schedules, shipped
from puntobanco.rules.rotation import PRESETS
from puntobanco.table.refusals import Code
from puntobanco.web import routes
from tests.blocks import blocks_of

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"

LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)(?:#[^)]*)?\)")
HOLE = re.compile(r"\{[^}]*\}")


def text_of(*pages: str) -> str:
    """Read the pages that match, as one text."""
    return "\n".join(
        file.read_text(encoding="utf-8") for page in pages for file in sorted(DOCS.glob(page))
    )


def command_line() -> Iterator[tuple[str, Any]]:
    """Walk the command line: each group and command by the name that is typed."""
    app = cli.app_of((*cli.COMMANDS, *cli.GROUPS))
    todo: list[tuple[str, Any]] = [(cli.PROGRAM, typer.main.get_command(app))]
    while todo:
        name, command = todo.pop()
        yield name, command
        children = getattr(command, "commands", {})
        todo += [(f"{name} {word}", child) for word, child in children.items()]


def commands() -> list[str]:
    """Name what does something: a group only leads there."""
    return sorted(name for name, command in command_line() if not hasattr(command, "commands"))


def options() -> list[str]:
    """Name every option of our own."""
    found = {
        word
        for name, command in command_line()
        if name != cli.PROGRAM
        for parameter in command.params
        for word in parameter.opts
    }
    return sorted(word for word in found if word.startswith("--"))


def addresses() -> Iterator[str]:
    """Name every address that the server answers, with empty braces for what varies."""
    for module in pkgutil.iter_modules(routes.__path__, f"{routes.__name__}."):
        for handler in getattr(importlib.import_module(module.name), "handlers", ()):
            yield from (HOLE.sub("{}", path) for path in handler.paths)


def pages() -> list[Path]:
    """List what a reader may open: the pages, and the files beside the README."""
    return [
        *sorted(DOCS.rglob("*.md")),
        *sorted(ROOT.glob("*.md")),
        *sorted(ROOT.glob("bench/*.md")),
    ]


@pytest.mark.parametrize("command", commands())
def test_every_command_is_in_the_reference_of_the_command_line(command: str) -> None:
    """docs/reference/cli.md shows each command as it is typed."""
    assert re.search(rf"{command}\b", text_of("reference/cli.md"))


@pytest.mark.parametrize("option", options())
def test_every_option_is_in_the_reference_of_the_command_line(option: str) -> None:
    """docs/reference/cli.md names each option."""
    assert re.search(rf"{option}(?![\w-])", text_of("reference/cli.md"))


@pytest.mark.parametrize("sheet", shipped())
def test_every_shipped_sheet_has_its_page(sheet: str) -> None:
    """Each game has its page, docs/rules/ID.md, and the page names each of its bets and calls."""
    page = text_of(f"rules/{sheet}.md")
    game = find(sheet)
    ids = [*(bet.id for bet in game.bets), *(call.id for call in game.calls)]
    assert [name for name in ids if f"`{name}`" not in page] == []


@pytest.mark.parametrize("name", schedules())
def test_every_shipped_schedule_is_in_the_reference(name: str) -> None:
    """docs/reference/schedules.md has each shipped schedule in its table, graded."""
    (row,) = re.findall(rf"^\| `{name}` \|.*$", text_of("reference/schedules.md"), re.MULTILINE)
    posted = schedule(name)
    assert name == "none" or posted.fictional or f"({posted.grade})" in row


@pytest.mark.parametrize("name", PRESETS)
def test_every_rotation_policy_is_in_the_reference(name: str) -> None:
    """docs/reference/rotation.md has each shipped policy, with a worked table."""
    page = text_of("reference/rotation.md")
    assert f"| `{name}` |" in page
    assert f"### {name}\n" in page


@pytest.mark.parametrize("code", [code.value for code in Code])
def test_every_refusal_is_explained(code: str) -> None:
    """docs/reference/refusals.md has each code that a command can be refused with."""
    assert f"`{code}`" in text_of("reference/refusals.md")


@pytest.mark.parametrize("address", sorted(set(addresses())))
def test_every_address_is_in_the_reference(address: str) -> None:
    """docs/reference/http.md or websocket.md has each address that the server answers."""
    known = HOLE.sub("{}", text_of("reference/http.md", "reference/websocket.md"))
    assert re.search(rf"(?<![\w}}/]){re.escape(address)}(?![\w{{/])", known)


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """A link inside the checkout names a file that is there."""
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def typed() -> list[str]:
    """Every line on a page or in the README that somebody would type."""
    pages = [DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))]
    lines = [
        line.removeprefix("$ ").partition("#")[0]
        for page in pages
        for block in blocks_of(page.read_text(encoding="utf-8"))
        for line in block.text.splitlines()
    ]
    return sorted({line.strip() for line in lines if line.startswith(f"{cli.PROGRAM} ")})


@pytest.mark.parametrize("line", typed())
def test_what_a_page_says_to_type_can_be_typed(line: str) -> None:
    """A command line on a page is of a command that there is, with options that it has."""
    known = {name: command for name, command in command_line() if name != cli.PROGRAM}
    words = line.split()
    name = next((" ".join(words[:n]) for n in (3, 2) if " ".join(words[:n]) in known), None)
    if name is None:
        assert words[1].startswith(("-", "[", "COMMAND")), line
        return
    has = {option for parameter in known[name].params for option in parameter.opts} | {"--help"}
    asked = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", line))
    assert asked <= has, f"{line}: {name} has no {asked - has}"
