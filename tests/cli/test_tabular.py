"""Distributions as files: CSV, Parquet and SVG, of what the document says, or one line why not."""

import csv
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from pyarrow import parquet  # type: ignore[import-untyped]

from tests.cli.running import run

SVG = "{http://www.w3.org/2000/svg}"


def rows_of(file: Path) -> list[dict[str, Any]]:
    """Read a table back."""
    if file.suffix == ".parquet":
        found: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
        return found
    with file.open(newline="") as there:
        return [*csv.DictReader(there)]


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_simulate_writes_shoes_classes_and_streaks(tmp_path: Path, suffix: str) -> None:
    """Every shoe, every round of each set of axes and every streak is in its table once."""
    lengths, classes, streaks = (tmp_path / f"{name}{suffix}" for name in ("l", "c", "s"))
    options = ("--lengths", str(lengths), "--classes", str(classes), "--streak-table", str(streaks))
    found = run("simulate", "parkwest-21c", "--shoes", "60", "--json", *options).json
    shoes = rows_of(lengths)
    assert sum(int(row["shoes"]) for row in shoes) == 60
    assert sum(int(row["shoes"]) * int(row["rounds"]) for row in shoes) == found["rounds"]
    by_axes: dict[str, int] = {}
    for row in rows_of(classes):
        by_axes[row["axes"]] = by_axes.get(row["axes"], 0) + int(row["rounds"])
        assert not row["axes"] or row[row["axes"].split()[0]] not in {"", None}
        assert row["axes"] or row["colour"] in {"", None}
    assert len(by_axes) > 1
    assert set(by_axes.values()) == {found["rounds"]}
    for side in ("player", "banker"):
        assert [int(row[side]) for row in rows_of(streaks)] == found["streaks"][side]


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_count_and_backtest_write_what_they_tell(tmp_path: Path, suffix: str) -> None:
    """A row for each count as the document has it, and one for each session of each system."""
    file = tmp_path / f"table{suffix}"
    line = ("count", "--bet", "dragon-7", "--trigger", "4", "--shoes", "50", "--json")
    found = run(*line, "--table", str(file)).json
    rows = rows_of(file)
    assert [
        {"count": int(row["count"]), "rounds": int(row["rounds"]), "mean": float(row["mean"])}
        for row in rows
    ] == found["by_count"]
    found = run("backtest", "--shoes", "30", "--json", "--table", str(file)).json["systems"]
    rows = rows_of(file)
    for name, each in found.items():
        nets = [int(row["net"]) for row in rows if row["system"] == name]
        assert (len(nets), sum(nets)) == (each["sessions"], each["net"])


@pytest.mark.parametrize(
    "line, drawn",
    [
        ("simulate --shoes 60 --lengths", range(5, 20)),
        ("count --bet dragon-7 --trigger 4 --shoes 50 --plot", range(20, 42)),
        ("backtest --shoes 30 --system flat --system martingale --plot", range(10, 121)),
    ],
)
def test_plots_are_svg_of_their_own(tmp_path: Path, line: str, drawn: range) -> None:
    """Where a drawing is asked for, it is well-formed and has a bar for what occurred."""
    file = tmp_path / "plot.svg"
    run(*line.split(), str(file))
    root = ET.parse(file).getroot()  # noqa: S314 - we wrote it
    assert len([*root.iter(f"{SVG}rect")]) in drawn
    assert root.find(f"{SVG}style") is not None


@pytest.mark.parametrize("line", ["--shoes 600", "--shoes 5000 --kernel lanes", "--shoes 1"])
def test_every_mean_is_drawn_as_it_settled(tmp_path: Path, line: str) -> None:
    """Each bet has its curve, its interval and its exact value, with the figures of the page."""
    file = tmp_path / "plot.svg"
    found = run("simulate", *line.split(), "--json", "--plot", str(file)).json
    root = ET.parse(file).getroot()  # noqa: S314 - we wrote it
    panels = root.findall(f"{SVG}g")
    assert len(panels) == len(found["bets"])
    for panel, bet in zip(panels, found["bets"].values(), strict=True):
        inside = panel.find(f"{SVG}svg")
        assert inside is not None
        curve, band = (inside.find(f"{SVG}{kind}") for kind in ("polyline", "polygon"))
        assert curve is not None
        assert band is not None
        assert inside.find(f"{SVG}line[@class='exact']") is not None
        points = curve.attrib["points"].split()
        assert len(band.attrib["points"].split()) == 2 * len(points)
        assert len(points) < 512
        assert points[-1].startswith("284.0,")
        name = panel.findtext(f"{SVG}text") or ""
        assert f"{bet['mean']:+.4%}".replace("%", " %") in name
        assert name.endswith(f"exactly {bet['exact']:+.4%}".replace("%", " %"))


def test_no_system_changes_the_expectation_as_a_figure(tmp_path: Path) -> None:
    """Below the sessions each system has a dot, its interval, and what its wagers expect."""
    file = tmp_path / "plot.svg"
    line = ("backtest", "--shoes", "20", "--system", "flat", "--system", "paroli", "--json")
    found = run(*line, "--plot", str(file)).json["systems"]
    _, figure = ET.parse(file).getroot().findall(f"{SVG}svg")  # noqa: S314 - we wrote it
    assert figure.findtext(f"{SVG}title") == "No system changes what a wager is expected to lose"
    assert len(figure.findall(f"{SVG}circle")) == len(figure.findall(f"{SVG}line[@class='exact']"))
    told = [each.text for each in figure.findall(f"{SVG}text")]
    for name, each in found.items():
        assert told[told.index(name) + 1] == f"{100 * each['net'] / each['wagered']:+.3f}"


def test_what_cannot_be_written_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another suffix, a folder that is not there, lanes, Parquet without its extra: one line."""

    def fault(*arguments: str) -> str:
        return run("simulate", "--shoes", "9", *arguments).fault

    assert fault("--lengths", "x.xls") == (
        "x.xls: no such kind of table; end the name in .csv or .parquet"
    )
    assert "no such file" in fault("--lengths", str(tmp_path / "no" / "x.csv"))
    assert fault("--kernel", "lanes", "--lengths", "x.svg").startswith("kernel: lanes does not ")
    assert fault("--classes", "x.svg").startswith("x.svg: no such kind of table")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert fault("--classes", "x.parquet").startswith("pyarrow is not installed; pip install ")
