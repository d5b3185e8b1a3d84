"""Twenty thousand steps hold, meet everything that can happen, and would find what is planted."""

import subprocess
import sys
from pathlib import Path
from typing import get_args
from unittest import mock

import pytest

from puntobanco.table import events as ev
from puntobanco.table.refusals import Code
from tests.simulator.faults import FAULTS
from tests.simulator.run import Seen, run
from tests.simulator.world import Broken

SEEDS = 20
STEPS = 1_000
TRIES = 30  # seeds until a planted fault must have shown
# What whoever takes a command from outside answers before the desk is asked, the cage, and the
# guards that a server puts before the tables.
OUTSIDE = {
    Code.NOT_SIGNED_IN,
    Code.RATE_LIMITED,
    Code.PIN_NEEDED,
    Code.WRONG_PIN,
    Code.NO_SUCH_BOX,
    Code.CLOCK_OUT_OF_STEP,
    Code.PLAYED_ELSEWHERE,
    Code.SELF_LIMIT,
    Code.SELF_EXCLUDED,
    Code.REMINDER_DUE,
}


def test_twenty_thousand_steps() -> None:
    """F14: after each step books, state and ledger agree; every event and refusal occurs."""
    seen = Seen()
    for seed in range(SEEDS):
        seen.add(run(seed, STEPS))
    assert seen.steps == SEEDS * STEPS
    assert set(seen.events) == {kind.__name__ for kind in get_args(ev.AnyEvent)}
    assert set(seen.codes) == {code.value for code in set(Code) - OUTSIDE}


def test_a_seed_makes_the_same_log_again() -> None:
    """F14: the command line that a failure prints makes the same log, in any process."""
    digest = run(3, 300).digest
    command = (sys.executable, "-m", "tests.simulator", "--seed", "3", "--steps", "300")
    for salt in ("1", "2"):
        again = subprocess.run(
            command,
            cwd=Path(__file__).parents[2],
            env={"PYTHONHASHSEED": salt},
            check=True,
            capture_output=True,
        )
        assert digest in again.stdout.decode()


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str) -> None:
    """F26: a house with one fault breaks within some seeds, and says which and where."""
    fault = FAULTS[name]
    instead = fault.instead(getattr(fault.place, fault.name))
    with mock.patch.object(fault.place, fault.name, instead):
        found = next(filter(None, map(_broken, range(TRIES))), "")
    assert "-m tests.simulator --seed" in found


def _broken(seed: int) -> str:
    try:
        run(seed, 500)
    except Broken as broken:
        return str(broken)
    return ""
