"""Kills of a real server in random places, and faults that the same harness must find.

Twenty kills in every run, fifty in the night; `make torture` has a thousand.
"""

from pathlib import Path

import pytest

from tests.crash.faulty import FAULTS
from tests.crash.killing import Lost, run

KILLS = 5
WORDS = {  # which promise the judge says is broken
    "early_answers": "INV10",
    "forgotten_answers": "INV",
    "new_cards": "INV15",
    "late_wagers": "INV7",
}


@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 10))]
)
def test_kills_lose_nothing_acknowledged(file: Path, seed: int) -> None:
    """Killed at any moment, the server loses nothing it acknowledged and does nothing twice.

    The log still begins as it did, money is conserved, and the open round goes on with the cards
    that lay in the shoe.
    """
    run(file, seed, KILLS)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_harness_finds_a_planted_fault(file: Path, fault: str) -> None:
    """A server that breaks one promise is found out within some kills."""
    program = ("-m", "tests.crash.faulty", fault)
    with pytest.raises(Lost) as found:
        run(file, 0, 12, program)
    assert WORDS[fault] in str(found.value)
