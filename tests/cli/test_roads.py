"""``roads``: the document and the page; the roads themselves are tested with the track."""

import pytest

from puntobanco.rules.catalogue import find
from puntobanco.rules.marks import tokens_of
from puntobanco.track.notation import parse
from puntobanco.track.roads import Tail, Ties, draw
from tests.cli.running import run

SHOE = "BBPPPB T+n8 B+d7 BBBBBBBBB P+p8 TT PPBPBPBBPPP"


def test_document_of_roads() -> None:
    """The JSON of a shoe is what the track draws, with the options given."""
    shoe = parse(SHOE, tokens_of(find("deq-ez")))
    assert run("roads", SHOE, "--json").json == draw(shoe).as_json()
    options = ("--rows", "4", "--tail", "straight", "--ties", "cells", "--columns", "9")
    drawn = draw(shoe, rows=4, tail=Tail.STRAIGHT, ties=Ties.CELLS, columns=9)
    assert run("roads", *SHOE.split(), *options, "--json").json == drawn.as_json()


def test_empty_shoe() -> None:
    """The empty text is the empty shoe: roads without a mark, and no road has begun."""
    assert run("roads", "", "--json").json == {
        "bead_plate": [],
        "big_road": [],
        "big_eye_boy": [],
        "small_road": [],
        "cockroach_pig": [],
        "next": {"banker": [None, None, None], "player": [None, None, None]},
    }
    assert "Bead plate\n  -\n" in run("roads", "").out


def test_tokens_are_those_of_the_sheet() -> None:
    """A sheet without a call has no token for it."""
    assert run("roads", "T+l7", "--rules", "parkwest-21c").status == 0
    assert "'l7' is no mark here" in run("roads", "T+l7").fault


@pytest.mark.parametrize(
    "arguments, fault",
    [
        ((), "Missing argument 'OUTCOMES...'"),
        (("BX",), "hand 2, character 2"),
        (("B+p8",), "hand 1, character 3: 'p8' cannot come with B; it holds with P"),
        (("B", "--rows", "0"), "rows 0 leave nothing to draw on; give 1 or more"),
        (("B", "--columns", "0"), "columns 0 leave nothing to draw on"),
        (("B", "--rows", "x"), "Invalid value for '--rows'"),
        (("B", "--tail", "up"), "'up' is not one of 'drop', 'straight'"),
    ],
)
def test_no_roads(arguments: tuple[str, ...], fault: str) -> None:
    """Outcomes that cannot be, and boards that cannot be, are refused."""
    assert fault in run("roads", *arguments).fault


def test_page_of_roads() -> None:
    """A person reads the roads as grids of letters, with ties and tokens on the marks."""
    out = run("roads", "TBB B+d7 PT").out
    assert out.splitlines()[:14] == [
        "Bead plate",
        "  T",
        "  B",
        "  B",
        "  B+d7",
        "  P",
        "  T",
        "",
        "Big road, with the ties on each mark",
        "  B/1  P/1",
        "  B    .",
        "  B+d7 .",
        "",
        "Big eye boy",
    ]
    assert out.endswith("after a Banker win  b - -\n  after a Player win  r - -\n")
