"""The README and the pages under docs/ do what they say: every block of code is run."""

from pathlib import Path

import pytest

from tests.blocks import ROOT, Block, blocks_of, run_blocks

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUN = ("python", "console", "json", "sh")
ELSEWHERE = {
    ROOT / "docs" / "guides" / "card-room.md"
}  # against a real server, by a test of its own


def blocks(page: Path) -> list[Block]:
    """The blocks of a page."""
    return blocks_of(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "page",
    [
        page
        for page in PAGES
        if page not in ELSEWHERE and any(block.language in RUN for block in blocks(page))
    ],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_blocks_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block of code on a page runs, and prints what the page says."""
    monkeypatch.chdir(tmp_path)
    run_blocks(blocks(page), tmp_path)


def test_readme_shows_the_two_commands_and_a_coup() -> None:
    """The README has the two commands, a coup in ten lines of Python, and odds."""
    languages = [block.language for block in blocks(PAGES[0]) if block.language]
    assert languages == ["sh", "python", "text", "console"]
    (coup,) = (block for block in blocks(PAGES[0]) if block.language == "python")
    assert len(coup.text.strip().splitlines()) <= 10
    (make,) = (block for block in blocks(PAGES[0]) if block.language == "sh")
    assert [line.split()[:2] for line in make.text.splitlines()] == [
        ["make", "run"],
        ["make", "test"],
    ]
