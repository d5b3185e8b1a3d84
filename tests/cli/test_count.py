"""``count``: the document, the page, and bad input in one line."""

import re

import pytest

from puntobanco.rules.catalogue import find
from tests.cli.running import run

TAGS = "0 0 0 -1 -1 -1 -1 2 2 0"
KEYS = [
    "rules", "bet", "decks", "cut_card", "last", "shoes", "rounds", "seed", "effects", "tags",
    "trigger", "bets_per_shoe", "frequency", "edge", "units_per_shoe", "deviation", "n0",
    "by_count",
]  # fmt: skip


def test_document_of_a_count() -> None:
    """The JSON: what was asked for, effects and tags from A to T, estimates with their errors."""
    arguments = ("--bet", "dragon-7", "--tags", TAGS, "--trigger", "4", "--shoes", "20000")
    found = run("count", *arguments, "--json").json
    assert list(found) == KEYS
    assert found["tags"] == [int(tag) for tag in TAGS.split()]
    assert found["effects"][0] == pytest.approx(4980.9e-7, abs=1e-8)
    assert found["effects"][-1] == pytest.approx(8630.1e-7, abs=1e-8)
    assert (found["trigger"], found["last"], found["cut_card"]) == (4.0, "one-more", 14)
    for key, near in (("bets_per_shoe", 8.21), ("units_per_shoe", 0.6), ("edge", 0.0731)):
        assert abs(found[key]["value"] - near) < 4 * found[key]["standard_error"]
    assert sum(row["rounds"] for row in found["by_count"]) == found["rounds"]


def test_page_of_a_count_that_chooses_tags_and_trigger() -> None:
    """Without tags and trigger they are made, and a person reads them with what they win."""
    out = run("count", "--bet", "dragon-7", "--shoes", "2000", "--last", "one-more-or-two").out
    assert out.startswith(
        f"{find('deq-ez').name}: {find('deq-ez').require_bet('dragon-7').label}\n"
    )
    assert re.search(r"^Tag +0 +0 +0 +-1 +-1 +-1 +-1 +\+2 +\+2 +0$", out, re.MULTILINE)
    assert re.search(r"where the true count is at least [345]:$", out, re.MULTILINE)
    assert "one-more-or-two" in out


def test_perfect_play_is_told_where_it_is_asked_for() -> None:
    """With --perfect the document and the page hold the count against perfect play."""
    arguments = ("count", "--bet", "dragon-7", "--tags", TAGS, "--trigger", "4", "--shoes", "9")
    found = run(*arguments, "--perfect", "5", "--json").json["perfect"]
    assert list(found) == ["shoes", "bets_per_shoe", "units_per_shoe", "counted", "share"]
    assert found["counted"]["value"] == pytest.approx(
        found["share"] * found["units_per_shoe"]["value"]
    )
    assert "Perfect play of 5 of these shoes" in run(*arguments, "--perfect", "5").out
    assert run(*arguments, "--perfect", "-1").fault.startswith("shoes: -1 is out of range")


def test_page_of_a_count_that_never_wagers() -> None:
    """Where no wager is made the page says so without an edge."""
    out = run("count", "--bet", "tie", "--trigger", "99999", "--running", "--shoes", "50").out
    assert "running count is at least 99999" in out
    assert "Won of a wager" not in out
    assert "never" in out


@pytest.mark.parametrize(
    "arguments, fault",
    [
        (("--bet", "nothing"), r"deq-ez: bet: there is no bet 'nothing'; use player, .*"),
        (("--bet", "tie", "--tags", "1 2"), r"tags: '1 2' are not ten whole numbers, .*"),
        (("--bet", "tie", "--tags", "a " * 10), r"tags: .* are not ten whole numbers, .*"),
        (("--bet", "tie", "--tags", "0 " * 10), r"tags: .* are no count; give ten .*"),
        (("--bet", "tie", "--tags", "9999 " * 10), r"tags: .* are no count; give ten .*"),
        (("--bet", "tie", "--trigger", "x"), r"trigger: 'x' is no number; write one .*"),
        (("--bet", "tie", "--trigger", "1/0"), r"trigger: '1/0' is no number; write one .*"),
        (("--bet", "tie", "--trigger", "1e99"), r"trigger: '1e99' is too large .*; write .*"),
        (("--bet", "tie", "--estimate", "0"), r"estimate: 0 is out of range; give 1 to 104 .*"),
        (("--bet", "tie", "--last", "never"), r"last: 'never' is no end of a shoe; use .*"),
        (("--bet", "tie", "--start", "9" * 30), r"start: .* is out of range; give .*"),
        (("--bet", "tie", "--shoes", "0"), r"shoes: 0 is out of range; give .*"),
        (("--bet", "tie", "--cut", "400"), r"cut card: 400 does not fit .*"),
        ((), r"Missing option '--bet'; .*"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], fault: str) -> None:
    """What cannot be counted is refused on one line that names the place and the cure."""
    assert re.fullmatch(fault, run("count", *arguments).fault)
