"""``bank`` on the command line."""

from pathlib import Path

import pytest

from tests.cli.running import run

ONE = ("--wager", "banker=5000", "--cover", "40000", "--shoes", "2")


def test_the_figures_of_a_bank() -> None:
    """Seven wagers of one bet: the expectation of each, less the fee of a round."""
    found = run("bank", *ONE, "--schedule", "template-fictional", "--json").json
    assert (found["rules"], found["wagered"], found["bankroll"]) == (
        "ca-ez-panda8",
        35_000,
        400_000,
    )
    exact = found["round"]["expectation"]
    assert exact["value"] == pytest.approx(0.0101830 * 35_000 - found["fee"], abs=0.01)
    assert int(exact["numerator"]) / int(exact["denominator"]) == pytest.approx(exact["value"])
    assert sum(each["chance"] for each in found["round"]["results"]) == pytest.approx(1)
    assert found["hour"]["mean"] == pytest.approx(40 * exact["value"])
    assert [each["risk"] for each in found["needed"]] == [0.1, 0.05, 0.01, 0.001]


def test_what_a_risk_needs() -> None:
    """A risk of one's own stands among the others, with the least cover that keeps to it."""
    wagers = ("--wager", "banker=5000", "--wager", "dragon-7=500", "--shoes", "1")
    line = ("bank", *wagers, "--risk", "1/50", "--json")
    found = run(*line, "--cover", "20000").json
    assert [each["risk"] for each in found["needed"]] == [0.1, 0.05, 0.02, 0.01, 0.001]
    cover = found["cover_needed"]["cover"]
    assert found["cover_needed"]["risk"] == 0.02
    assert found["round"]["exhausted"] > 0.02
    for given, is_enough in ((cover, True), (cover - 1, False)):
        again = run(*line, "--cover", str(given)).json
        assert (again["round"]["exhausted"] <= 0.02) is is_enough
        assert again["cover_needed"]["cover"] == cover


def test_wagers_at_some_seats() -> None:
    """A seat, some seats, or all of them."""
    wagers = ("--wager", "2:player=1000", "--wager", "3-5:banker=2000", "--wager", "3:tie=500")
    found = run("bank", *wagers, "--cover", "9000", "--shoes", "1", "--json").json
    assert found["wagered"] == 1_000 + 3 * 2_000 + 500


def test_the_page_and_the_plot(tmp_path: Path) -> None:
    """What a person reads, and a drawing with both risks."""
    file = tmp_path / "ruin.svg"
    out = run("bank", *ONE, "--held", "2/14", "--plot", str(file)).out
    assert "An hour of 5.71429 rounds wins" in out
    drawn = file.read_text(encoding="utf-8")
    assert drawn.count("<polyline") == 2
    assert "in 8 hours</text>" in drawn


@pytest.mark.parametrize(
    "options, fault",
    [
        (("--wager", "banker", "--cover", "1"), "wager: 'banker' is none"),
        (("--wager", "nope=5", "--cover", "1"), "nope"),
        (("--wager", "9:banker=5", "--cover", "1"), "seat"),
        (("--wager", "banker=5", "--cover", "0"), "cover: 0"),
        (("--wager", "dragon-7=5", "--cover", "1"), "dragon-7"),
        ((*ONE, "--bankroll", "0"), "bankroll: 0"),
        ((*ONE, "--hours", "0"), "hours: 0"),
        ((*ONE, "--held", "2"), "held: '2' cannot be; write a share above 0 and up to 1"),
        ((*ONE, "--held", "15/14"), "held: '15/14' cannot be; write a share above 0 and up to 1"),
        ((*ONE, "--rounds", "x"), "rounds: 'x' cannot be; write a number above 0"),
        ((*ONE, "--risk", "0"), "risk: '0' cannot be; write a share above 0 and up to 1"),
        ((*ONE, "--shoes", "0"), "shoes: 0"),
        ((*ONE, "--seed", "-1"), "seed: -1"),
        ((*ONE, "--schedule", "nope"), "nope"),
        (("deq-ez", *ONE), "the house banks"),
    ],
)
def test_bad_input(options: tuple[str, ...], fault: str) -> None:
    """One line names the place and the cure."""
    assert fault in run("bank", *options).fault
