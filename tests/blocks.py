"""The code blocks of a Markdown page, run in order as a reader would.

A `python` block runs; a `text` block right after it is what it prints. A `console` block is
commands after `$` with what they print, where three dots stand for anything. A block with
title="NAME" is a file that later blocks find. The `make` lines of an `sh` block name targets that
are there.
"""

import io
import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from tests.cli.running import run

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(\w+)?(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One block of a page: its language, the file that it is, its text."""

    language: str
    title: str
    text: str


def blocks_of(page: str) -> list[Block]:
    """Find the blocks of a page."""
    return [Block(language, title, text) for language, title, text in BLOCK.findall(page)]


def run_blocks(blocks: list[Block], folder: Path) -> None:
    """Run the blocks of a page in a folder, which is the current one."""
    names: dict[str, object] = {}
    printed: str | None = None
    for block in blocks:
        if block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")
        match block.language:
            case "python":
                printed = run_python(block.text, names)
                continue
            case "text" if printed is not None:
                assert printed == block.text
            case "console":
                for command, output in commands(block.text):
                    printed_now = run_command(command)
                    assert is_like(printed_now, output), f"{command}\n{printed_now}"
            case "json":
                one_a_line = block.title.endswith(".jsonl")
                for value in block.text.splitlines() if one_a_line else [block.text]:
                    json.loads(value)
            case "sh":
                run_make(block.text)
        printed = None


def run_python(text: str, names: dict[str, object]) -> str:
    """Run a block that goes on where the last one stopped; what it prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(text, "<page>", "exec"), names)  # noqa: S102 - our own page
    return out.getvalue()


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Split a console block into commands and what each prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output.rstrip("\n")


def is_like(printed: str, shown: str) -> bool:
    """Whether a command printed what a page shows."""
    pattern = re.escape(shown).replace(re.escape("..."), ".*") if "..." in shown else None
    if pattern is None:
        return printed == shown
    return re.fullmatch(pattern, printed, re.DOTALL) is not None


def run_command(command: str) -> str:
    """Run a command of ours; its output and errors, without the last line's end."""
    program, *arguments = shlex.split(command)
    assert program == "puntobanco"
    given = b""
    if "<" in arguments:
        at = arguments.index("<")
        given = Path(arguments[at + 1]).read_bytes()
        del arguments[at : at + 2]
    ran = run(*arguments, stdin=given)
    return (ran.out + ran.err).rstrip("\n")


def run_make(text: str) -> None:
    """Ask make what it would do for each of the targets named, and let it do nothing."""
    targets = re.findall(r"^make (\w+)", text, re.MULTILINE)
    assert targets
    make = ("make", "--dry-run", *targets)
    subprocess.run(make, cwd=ROOT, check=True, capture_output=True, timeout=60)
