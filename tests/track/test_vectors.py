"""Roads against vectors from public sources, where the folder of facts is beside the checkout."""

import json
from typing import Any

from puntobanco.rules.catalogue import find
from puntobanco.rules.marks import tokens_of
from puntobanco.track.notation import parse
from puntobanco.track.roads import Tail, draw
from tests.shared_data import file
from tests.track.shoes import colours, shoe

TOKENS = tokens_of(find("deq-ez"))


def vectors() -> list[dict[str, Any]]:
    """Read the vectors; none where the folder is not there."""
    source = file("road-vectors.json")
    return json.loads(source.read_text("utf-8")) if source else []


def lines() -> list[list[str]]:
    """Read the lines of outcomes and roads, without the heading."""
    source = file("roads.tsv")
    return [line.split("\t") for line in source.read_text().splitlines()[1:]] if source else []


def test_every_key_of_every_vector() -> None:
    """Each road, the next marks, tails of the other policy and windows, cell for cell."""
    for vector in vectors():
        hands, rows = parse(" ".join(vector["outcomes"]), TOKENS), vector.get("rows", 6)
        expected = dict(vector["expected"])
        expected["next"] = {side: [*marks.values()] for side, marks in expected["next"].items()}
        drawn = draw(hands, rows=rows)
        got = drawn.as_json()
        for name in {"bead_plate_window", "big_road_window"} & expected.keys():
            sizes = expected[name]
            cut = draw(hands, rows=sizes.get("rows", rows), columns=sizes["columns"]).as_json()
            shown = cut[name.removesuffix("_window")]
            assert isinstance(shown, list)
            width = len(sizes["cells"][0])
            got[name] = sizes | {"cells": [cell[:width] for cell in shown]}
        assert got == expected, vector["name"]
        straight = draw(hands, rows=rows, tail=Tail.STRAIGHT).as_json()
        for name, cells in vector.get("expected_tail_straight", {}).items():
            assert straight[name] == cells, vector["name"]


def test_every_line_of_the_agreed_roads() -> None:
    """The colours of the lower roads and the cells of the big road, line by line."""
    for hands, *lower, cells in lines():
        roads = draw(shoe(hands))
        assert colours(roads) == [road.replace("-", "") for road in lower], hands
        assert " ".join(f"{m.column},{m.row}" for m in roads.big_road) == cells, hands


def test_the_folder_is_whole_where_it_is() -> None:
    """A folder that is there has vectors and lines, so that the tests above do test."""
    assert bool(vectors()) == bool(lines()) == (file("roads.tsv") is not None)
