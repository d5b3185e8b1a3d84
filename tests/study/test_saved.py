"""Simulations kept in a file: gone on with as if they had never stopped, refused by their terms."""

import json
from pathlib import Path

import pytest

from puntobanco.rules.catalogue import find
from puntobanco.sim.shoes import Shoes
from puntobanco.study import simulation
from puntobanco.study.blocks import FIRST
from puntobanco.study.saved import resume, save
from puntobanco.study.simulation import Simulation
from tests.cli.running import run


def begin(sheet: str, shoes: int, kernel: str) -> Simulation:
    """Ask for some shoes of a shipped sheet."""
    game = find(sheet)
    return Simulation(game, Shoes(8, game.venue.shoe, 3), shoes, kernel)


@pytest.mark.parametrize(
    "sheet, kernel, shoes, stop",
    [("parkwest-21c", "deck", 1_000, 301), ("deq-ez", "lanes", 6 * 4096, 2 * 4096)],
)
@pytest.mark.parametrize("begun", [1, 3])
@pytest.mark.parametrize("least", [1, FIRST])
def test_a_run_goes_on_where_it_stopped(
    monkeypatch: pytest.MonkeyPatch,
    sheet: str,
    kernel: str,
    shoes: int,
    stop: int,
    begun: int,
    least: int,
) -> None:
    """Stopped, kept and gone on with, for more shoes too: digest, errors, shoes of a whole run."""
    monkeypatch.setattr(simulation, "FIRST", least)  # with 1, blocks grow on the way
    whole = begin(sheet, shoes, kernel)
    whole.run(1, lambda _: None)
    first = begin(sheet, shoes // begun, kernel)

    def until(now: Simulation) -> None:
        if now.tally.shoes >= stop:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        first.run(1, until, 7 if kernel == "deck" else 1)
    second = begin(sheet, shoes, kernel)
    resume(second, save(first), "file")
    assert second.tally.shoes == first.tally.shoes >= stop
    assert second.digest == first.digest
    second.run(2, lambda _: None, 5)
    assert second.digest == whole.digest
    assert second.blocks == whole.blocks
    assert second.rounds_per_shoe == whole.rounds_per_shoe


def test_the_command_keeps_a_run_and_goes_on_with_it(tmp_path: Path) -> None:
    """The same line with more shoes deals the rest, and prints the document of a whole run."""
    file = str(tmp_path / "run.json")
    for shoes in ("40", "90", "90"):
        found = run("simulate", "--shoes", shoes, "--save", file, "--json").json
    whole = run("simulate", "--shoes", "90", "--json").json
    assert found.pop("rounds_per_second") == 0  # the last time there was nothing to deal
    whole.pop("rounds_per_second")
    assert whole.pop("seconds") > found.pop("seconds") == 0
    assert found == whole
    assert (
        "rounds of them were there before." in run("simulate", "--shoes", "91", "--save", file).out
    )


@pytest.mark.parametrize(
    "line, fault",
    [
        ("punto-banco", "another sheet"),
        ("deq-ez --seed 2", "another seed: 1, not 2"),
        ("deq-ez --decks 7", "another number of decks: 8, not 7"),
        ("deq-ez --cut 15", "another cut card: 14, not 15"),
        ("deq-ez --last current", "another end of the shoe: 'one-more', not 'current'"),
        ("deq-ez --kernel lanes", "another kernel: 'deck', not 'lanes'"),
        ("deq-ez --shoes 19", "was begun for 20 shoes; ask for at least those"),
    ],
)
def test_another_run_is_refused(tmp_path: Path, line: str, fault: str) -> None:
    """A file of another sheet, seed, kernel or the like is refused in words, and left as it is."""
    file = tmp_path / "run.json"
    run("simulate", "--shoes", "20", "--save", str(file))
    before = file.read_bytes()
    found = run("simulate", "--shoes", "20", *line.split(), "--save", str(file)).fault
    assert fault in found
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "key, value",
    [
        ("shoes", 19),
        ("bins", {"0": 1}),
        ("bins", {"99999999": 1}),
        ("lengths", [1]),
        ("blocks", []),
        ("blocks", [[1]] * 20),
        ("digest", "0"),
        ("puntobanco", "0.0.9"),
        ("more", 1),
        ("seed", "1"),
    ],
)
def test_a_file_that_does_not_add_up_is_refused(tmp_path: Path, key: str, value: object) -> None:
    """Whatever is changed in a file is noticed, in one line with its name."""
    file = tmp_path / "run.json"
    run("simulate", "--shoes", "20", "--save", str(file))
    file.write_text(json.dumps(json.loads(file.read_text()) | {key: value}))
    assert run("simulate", "--shoes", "20", "--save", str(file)).fault.startswith(f"{file}: ")
    file.write_bytes(b"\xff{}")
    assert "no saved simulation" in run("simulate", "--shoes", "20", "--save", str(file)).fault
    assert run("simulate", "--shoes", "20", "--save", str(tmp_path)).fault.startswith(f"{tmp_path}")
