"""``simulate``: the document, the page, bad input in one line, and an end at any moment."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import nullcontext
from itertools import islice
from typing import TypeVar

import pytest

from puntobanco.errors import InputError
from puntobanco.rules.catalogue import find
from puntobanco.sim.shoes import Shoes
from puntobanco.study.blocks import Span
from puntobanco.study.simulation import Simulation
from tests.cli.running import run

T = TypeVar("T")

KEYS = ["rules", "decks", "shoes", "rounds", "seed", "kernel", "digest"]
TIMES = ["seconds", "rounds_per_second"]


def test_document_of_a_simulation() -> None:
    """The JSON of 100 shoes: what was asked for, what was counted, every bet in sheet order."""
    found = run("simulate", "--shoes", "100", "--seed", "9", "--json").json
    assert list(found) == [*KEYS, *TIMES, "bets"]
    sheet = find("deq-ez")
    same = Simulation(sheet, Shoes(8, sheet.venue.shoe, 9), 100)
    same.run(1, lambda _: None)
    values = ("deq-ez", 8, 100, same.tally.rounds, 9, "deck", same.digest)
    assert tuple(found[key] for key in KEYS) == values
    assert found["rounds_per_second"] == pytest.approx(found["rounds"] / found["seconds"])
    assert list(found["bets"]) == [bet.id for bet in sheet.bets]
    for reading in same.readings:
        mean = same.mean(reading)
        assert found["bets"][reading.bet.id] == {
            "mean": mean.value,
            "standard_error": mean.standard_error,
            "exact": mean.exact,
        }


def test_workers_change_nothing_but_the_time() -> None:
    """One, two and seven workers print the same document, times apart."""
    found = [
        run("simulate", "punto-banco", "--shoes", "50", "--workers", w, "--json").json
        for w in ("1", "2", "7")
    ]
    for document in found:
        for key in TIMES:
            document.pop(key)
    assert found[0] == found[1] == found[2]


def test_one_shoe_has_no_error() -> None:
    """A deviation needs two shoes: for one the error is null."""
    found = run("simulate", "--shoes", "1", "--decks", "1", "--cut", "20", "--json").json
    assert found["decks"] == 1
    assert {bet["standard_error"] for bet in found["bets"].values()} == {None}
    assert "z" in run("simulate", "--shoes", "1").out


def test_streaks_are_told_where_they_are_asked_for() -> None:
    """With --streaks the document has them by hand and length, and the page a table of them."""
    found = run("simulate", "--shoes", "50", "--streaks", "--json").json
    assert list(found["streaks"]) == ["player", "banker"]
    assert {len(row) for row in found["streaks"].values()} == {40}
    assert abs(sum(found["streaks"]["player"]) - sum(found["streaks"]["banker"])) <= 50
    assert re.search(
        r"^1 +[0-9,]+ +\d\d\.\d+ % ", run("simulate", "--shoes", "9", "--streaks").out, re.MULTILINE
    )


def test_lanes_deal_whole_blocks() -> None:
    """The quick kernel rounds the shoes up to its blocks, and says what it is."""
    found = run("simulate", "--shoes", "5000", "--kernel", "lanes", "--json").json
    assert (found["kernel"], found["shoes"]) == ("lanes", 8192)
    out = run("simulate", "--shoes", "1", "--kernel", "lanes").out
    assert re.search(r"^81\.\d+ rounds a shoe, cut card 14$", out, re.MULTILINE)


def test_page_of_a_simulation() -> None:
    """A person reads the shoes, the rounds and every bet by its label, and the digest."""
    out = run("simulate", "parkwest-21c", "--shoes", "300").out
    sheet = find("parkwest-21c")
    assert out.startswith(f"{sheet.name}: 300 shoes of 8 decks\n")
    assert all(re.search(rf"^{re.escape(bet.label)} .*%", out, re.MULTILINE) for bet in sheet.bets)
    assert re.search(r"^seed 1, digest [0-9a-f]{64}$", out, re.MULTILINE)


@pytest.mark.parametrize(
    "arguments, fault",
    [
        ("--shoes 0", r"shoes: 0 is out of range; give a number from 1 to \d+"),
        ("--shoes 5 --seed -1", r"seed: -1 is out of range; give a number from 0 to \d+"),
        ("--shoes 5 --decks 101", r"decks: 101 is out of range; give a number from 1 to 100"),
        ("--shoes 5 --cut 500", r"cut card: 500 does not fit 416 cards; leave from 11 to 399 .*"),
        ("--shoes 5 --decks 1 --cut 52", r"cut card: 52 does not fit 52 cards; leave from 11 .*"),
        ("--shoes 5 --workers 0", r"workers: 0 is out of range; give a number from 1 to 256"),
        ("--shoes many", r"Invalid value for '--shoes': .*"),
        ("parkwest-21c --shoes 5 --kernel lanes", r"kernel: lanes counts no pairs, .*; use deck"),
        ("--shoes 5 --kernel lane", r"Invalid value for '--kernel': .*"),
        ("", r"Missing option '--shoes'; .*"),
    ],
)
def test_bad_input_is_one_line(arguments: str, fault: str) -> None:
    """What cannot be simulated is refused on one line, with its range."""
    assert re.fullmatch(fault, run("simulate", *arguments.split()).fault)


class Gone:
    """A cluster whose scheduler goes after three pieces of work."""

    chunks = 1

    def in_order(self, work: Callable[[int, int], T], todo: Iterable[Span]) -> Generator[T]:
        """Do three of them."""
        for span in islice(todo, 3):
            yield work(*span)
        message = "cluster: x: the scheduler has gone; start it, and the run again"
        raise InputError(message)


@pytest.mark.parametrize(
    "line", ["simulate --shoes 70", "count --bet dragon-7 --trigger 4 --shoes 25000"]
)
def test_a_cluster_that_has_gone_leaves_what_was_done(
    monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """The shoes dealt until then are shown, the error is one line, and the status is 2."""
    command = line.split(maxsplit=1)[0]
    gone = nullcontext(Gone())
    monkeypatch.setattr(f"puntobanco.cli.{command}.crew", lambda workers, address: gone)
    monkeypatch.setattr("puntobanco.study.blocks.CARDS_IN_CHUNK", 8 * 416)
    found = run(*line.split(), "--json")
    assert found.fault.startswith("cluster: x: the scheduler has gone")
    assert found.json["shoes"] in {3, 24}


def test_an_interrupt_shows_what_was_done() -> None:
    """On a terminal progress is shown; Ctrl-C ends the run with the shoes dealt until then."""
    ours, theirs = pty.openpty()
    command = (sys.executable, "-m", "puntobanco", "simulate", "--json", "--shoes", "1000000000000")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while not re.search(rb"[1-9][0-9,]* rounds", shown):
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        assert process.stdout
        found = json.loads(process.stdout.read())
        assert process.wait() == 130
    os.close(ours)
    assert b"of 1,000,000,000,000 shoes" in shown
    assert 0 < found["shoes"] < 10**12
    again = run("simulate", "--shoes", str(found["shoes"]), "--json").json
    assert again["digest"] == found["digest"]
    assert again["rounds"] == found["rounds"]
