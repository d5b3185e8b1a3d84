"""The pages about roads and notation say what the code does."""

import re
from pathlib import Path

import pytest

from puntobanco.rules.catalogue import find
from puntobanco.rules.marks import tokens_of
from puntobanco.track.notation import NotationError, parse
from puntobanco.track.roads import draw
from tests.track.test_golden_shoes import boards

DOCS = Path(__file__).parents[2] / "docs"
TOKENS = tokens_of(find("deq-ez"))


def blocks(page: str) -> list[str]:
    """Give the fenced blocks of a page."""
    return re.findall(r"```\w*\n(.*?)\n```", (DOCS / page).read_text("utf-8"), re.DOTALL)


def test_the_guide_draws_its_shoe_as_the_code_does() -> None:
    """Every picture of the guide is the one drawn from the shoe that it names."""
    shoe, *pictures = blocks("guides/roads.md")
    hands = parse(shoe, TOKENS)
    drawn = {name: "\n".join(lines) for name, lines in boards(draw(hands), hands)}
    names = ("bead plate", "big road", "big eye boy", "small road", "cockroach pig", "next marks")
    assert pictures == [drawn[name] for name in names]


def test_the_notation_page_reads_and_refuses_as_it_says() -> None:
    """The example shoe is read, each refused outcome is refused, and the error is as printed."""
    shoe, error, program = blocks("reference/notation.md")
    assert len(parse(shoe, TOKENS)) == 7
    page = (DOCS / "reference" / "notation.md").read_text("utf-8")
    refused = re.findall(r"^\| `(.+?)` \|", page.partition("## What is refused")[2], re.MULTILINE)
    assert len(refused) == 8
    for text in refused:
        with pytest.raises(NotationError):
            parse(text, TOKENS)
    with pytest.raises(NotationError, match=f"^{re.escape(error)}$"):
        parse("T B+p8", TOKENS)
    exec(compile(program, "notation.md", "exec"), {})  # noqa: S102 - the page's own program
