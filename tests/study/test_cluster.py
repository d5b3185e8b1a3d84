"""Shoes dealt by a Dask cluster: the digest of one process, whatever becomes of its workers."""

# mypy: disable-error-code="no-untyped-call"
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from time import monotonic, sleep

import pytest

from puntobanco.rules.catalogue import find
from puntobanco.sim.counting import Trigger
from puntobanco.sim.shoes import Shoes
from puntobanco.study import cluster as study
from puntobanco.study.blocks import Workers
from puntobanco.study.cluster import Cluster, cluster
from puntobanco.study.counting import Counting
from puntobanco.study.simulation import Simulation
from puntobanco.study.streaks import count_streaks
from tests.cli.running import run

HERE = ("--host", "127.0.0.1", "--no-dashboard")
Process = subprocess.Popen[bytes]


@contextmanager
def program(*arguments: str) -> Iterator[Process]:
    """Run a program of Dask, and end it whatever happens."""
    command = (sys.executable, "-m", "dask", *arguments)
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def scheduler() -> Iterator[tuple[str, Process]]:
    """Start a scheduler on a free port of the loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with program("scheduler", *HERE, "--port", str(port)) as process:
        while True:
            with socket.socket() as trial:
                if not trial.connect_ex(("127.0.0.1", port)):
                    break
            sleep(0.05)
        yield f"tcp://127.0.0.1:{port}", process


@contextmanager
def worker(address: str, *arguments: str) -> Iterator[Process]:
    """Start a worker of one thread."""
    one = ("--nthreads", "1", "--no-nanny", "--death-timeout", "60")
    with program("worker", address, *HERE, *one, *arguments) as process:
        yield process


def come(found: Cluster, number: int) -> None:
    """Wait until so many workers are there."""
    found.client.wait_for_workers(number, timeout=60)


@pytest.fixture(scope="module")
def two() -> Iterator[str]:
    """Give a cluster of two workers."""
    with scheduler() as (address, _), worker(address), worker(address), cluster(address) as found:
        come(found, 2)
        yield address


def simulated(
    sheet: str, workers: Workers, chunk: int | None = None, shoes: int = 300
) -> Simulation:
    """Simulate a few shoes of a shipped sheet."""
    game = find(sheet)
    found = Simulation(game, Shoes(game.decks[2], game.venue.shoe, 3), shoes)
    found.run(workers, lambda _: None, chunk)
    return found


@pytest.mark.parametrize(
    "sheet", ["parkwest-21c", pytest.param("punto-banco", marks=pytest.mark.nightly)]
)
def test_digest_is_that_of_one_process(two: str, sheet: str) -> None:
    """1, 2 and 7 threads, three sizes of chunks and a cluster of two: one digest, one error."""
    shoes = 1024  # in blocks of four
    runs = [simulated(sheet, w, c, shoes) for w, c in ((1, 4), (2, 3), (7, 1))]
    with cluster(two) as found:
        runs.append(simulated(sheet, found, None, shoes))
    assert len({each.digest for each in runs}) == 1
    assert len({tuple(map(each.mean, each.readings)) for each in runs}) == 1


@pytest.mark.nightly
def test_streaks_and_counts_are_those_of_one_process(two: str) -> None:
    """Streaks of either hand and a count's sums are the same from a cluster."""
    game = find("deq-ez")
    shoes = Shoes(8, game.venue.shoe, 5, (0, 0, 0, 0, -1, -1, -1, -1, 2, 2))
    bet = next(each for each in game.bets if not each.is_main)
    counted = []
    with cluster(two) as found:
        for workers in (1, found):
            count = Counting(game, bet, shoes, Trigger(Fraction(4)), 400)
            count.run(workers, lambda _: None)
            counted.append((vars(count.sums), count_streaks(shoes, 400, workers)))
    assert counted[0] == counted[1]


def test_a_lost_worker_costs_its_chunk_alone() -> None:
    """One of two workers is killed at its work: every shoe is counted once, and none is missing."""
    with (
        scheduler() as (address, _),
        worker(address),
        worker(address) as lost,
        cluster(address) as found,
    ):
        come(found, 2)
        taken: list[int] = []

        def watch(now: Simulation) -> None:
            taken.append(now.tally.shoes)
            if len(taken) == 20:
                lost.kill()
                lost.wait()

        game = find("deq-ez")
        many = Simulation(game, Shoes(8, game.venue.shoe, 3), 300)
        many.run(found, watch, 3)
        assert len(taken) == 300
        assert len(found.client.nthreads()) == 1
    assert many.digest == simulated("deq-ez", 1).digest


def test_a_scheduler_that_goes_is_told_in_one_line() -> None:
    """Where the scheduler is lost during a run the error says so, and the run so far is kept."""
    with scheduler() as (address, process), worker(address), cluster(address) as found:
        game = find("deq-ez")
        many = Simulation(game, Shoes(8, game.venue.shoe, 3), 300)

        def watch(now: Simulation) -> None:
            process.kill()
            process.wait()

        with pytest.raises(study.ClusterError, match="the scheduler has gone"):
            many.run(found, watch, 1)
        assert many.tally.shoes > 0


@pytest.mark.parametrize(
    "preload, fault",
    [
        ("puntobanco.__version__ = '0.0.9'", r"a worker has puntobanco 0\.0\.9"),
        ("sys.modules['puntobanco.study.cluster'] = None", r".*puntobanco\.study\.cluster.*"),
    ],
)
def test_a_worker_without_this_version_is_told(tmp_path: Path, preload: str, fault: str) -> None:
    """A worker with another puntobanco, or without one, ends the run with what to install."""
    file = tmp_path / "other.py"
    file.write_text(f"import sys\nimport puntobanco\n{preload}\n")
    with scheduler() as (address, _), worker(address, "--preload", str(file)):
        line = run("simulate", "--shoes", "9", "--cluster", address).fault
    assert re.fullmatch(
        rf"cluster: {address}: {fault}; install puntobanco \S+ where workers run", line
    )


def test_what_is_no_cluster_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """No scheduler, no worker, no address, threads besides, the extra missing: place and cure."""
    monkeypatch.setattr(study, "PATIENCE", 1)

    def fault(*arguments: str) -> str:
        return run("simulate", "--shoes", "9", "--cluster", *arguments).fault

    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        nobody = f"tcp://127.0.0.1:{deaf.getsockname()[1]}"
        assert fault(nobody).startswith(f"cluster: no scheduler answers at {nobody}: ")
    assert fault("nonsense").endswith("; give tcp://HOST:PORT")
    with scheduler() as (address, _):
        assert re.fullmatch(r"cluster: \S+ has no worker; start some: .*", fault(address))
    assert fault("x", "--workers", "2").startswith("workers: those of the cluster deal; ")
    monkeypatch.delitem(sys.modules, "puntobanco.study.cluster")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert fault(nobody).startswith("cluster: distributed is not installed; pip install ")


def test_an_interrupt_leaves_the_cluster_as_it_was(two: str) -> None:
    """Ctrl-C shows what was done with status 130, and the workers take up another run."""
    ours, theirs = pty.openpty()
    command = ("simulate", "--json", "--shoes", "1000000000000", "--cluster", two)
    with subprocess.Popen(
        (sys.executable, "-m", "puntobanco", *command), stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        os.close(theirs)
        shown = b""
        while not re.search(rb"[1-9][0-9,]* rounds", shown):
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        assert process.stdout
        found = json.loads(process.stdout.read())
        assert process.wait() == 130
    os.close(ours)
    assert b"Traceback" not in shown
    with cluster(two) as again:
        until = monotonic() + 60
        while any(again.client.processing().values()) and monotonic() < until:
            sleep(0.1)
        assert not any(again.client.processing().values())
        assert simulated("deq-ez", again).tally.shoes == 300
    assert (
        found["digest"] == run("simulate", "--shoes", str(found["shoes"]), "--json").json["digest"]
    )
