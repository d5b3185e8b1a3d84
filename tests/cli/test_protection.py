"""``protection`` on the command line, and what it is made of."""

from fractions import Fraction
from pathlib import Path

import pytest

from puntobanco.rules.catalogue import find
from puntobanco.sim.counting import Trigger
from puntobanco.sim.shoes import Shoes
from puntobanco.study.counting import Counting
from puntobanco.study.perfect import perfect_play
from puntobanco.study.protection import protection
from tests.cli.running import run

EZ = find("deq-ez")


def test_it_is_perfect_play_and_the_count_on_the_same_shoes() -> None:
    """What a bet gives away is what perfect play and the count at its trigger win there."""
    bet = EZ.require_bet("dragon-7")
    shoes = Shoes(8, EZ.venue.shoe, 3)
    (found,) = protection(EZ, [bet], shoes, [52], 20)
    assert found.tags is not None
    rules = type(shoes.rules)(52, shoes.rules.burn, shoes.rules.last)
    dealt = Shoes(8, rules, 3, found.tags)
    played = perfect_play(Counting(EZ, bet, dealt, Trigger(Fraction(found.trigger)), 20), 20)
    assert played.units_per_shoe.value == pytest.approx(found.perfect)
    assert played.counted.value == pytest.approx(found.counted)


def test_a_deeper_cut_gives_more_away() -> None:
    """The fewer cards lie behind the cut card, the more rounds and the more units there are."""
    found = run("protection", "--bet", "dragon-7", "--shoes", "15", "--json").json
    rows = found["bets"]["dragon-7"]
    assert [row["cut_card"] for row in rows] == [14, 26, 39, 52, 78, 104]
    for name in ("rounds", "perfect", "counted"):
        values = [row[name] for row in rows]
        assert values == sorted(values, reverse=True)
    assert all(row["counted"] <= row["perfect"] for row in rows)
    assert rows[0]["tags"] == [0, 0, 0, -1, -1, -1, -1, 2, 2, 0]


def test_a_bet_that_no_count_follows() -> None:
    """A pair of any rank is moved by no card alone: perfect play wins, and there is no count."""
    options = ("--bet", "player-pair", "--cuts", "14", "--shoes", "1")
    (row,) = run("protection", "parkwest-21c", *options, "--json").json["bets"]["player-pair"]
    assert (row["tags"], row["trigger"], row["counted"]) == (None, None, 0)
    assert row["perfect"] >= 0
    fault = run("count", "parkwest-21c", "--bet", "player-pair", "--shoes", "10").fault
    assert fault.startswith("tags: no card's leaving moves this bet by itself")


def test_a_plot(tmp_path: Path) -> None:
    """It is an SVG with a drawing for each bet: what perfect play wins and what a count wins."""
    file = tmp_path / "plot.svg"
    run("protection", "--shoes", "5", "--cuts", "14,52", "--plot", str(file))
    drawn = file.read_text(encoding="utf-8")
    assert drawn.startswith("<svg ")
    assert drawn.count("<polyline") == 2 * 3
    assert [drawn.count(f">{name}</text>") for name in ("perfect play", "by a count", "14")] == [
        3
    ] * 3
    assert all(f">{name}: units a shoe</text>" in drawn for name in ("Tie", "Dragon 7", "Panda 8"))


@pytest.mark.parametrize(
    "options, fault",
    [
        (("--cuts", "x"), "cuts: 'x'"),
        (("--cuts", ""), "cuts: ''"),
        (("--cuts", "14 500"), "cut card: 500"),
        (("--cuts", " ".join(map(str, range(14, 40)))), "cuts: 26 are too many"),
        (("--bet", "nope"), "nope"),
        (("--shoes", "0"), "shoes: 0"),
    ],
)
def test_bad_input(options: tuple[str, ...], fault: str) -> None:
    """One line names the place and the cure."""
    assert fault in run("protection", *options).fault
