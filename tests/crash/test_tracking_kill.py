"""A house killed while hands of a real shoe are entered: the whole board is back, and soon."""

from pathlib import Path

import pytest

from tests.crash.tracking import kill_often

KILLS = 4
BACK_S = 3.0  # here of a processor's time; by the clock in `make torture`


@pytest.mark.parametrize("seed", range(3))
def test_no_stored_hand_is_lost(tmp_path: Path, seed: int) -> None:
    """Killed at any moment, at most the hand on its way is lost, and the board is back in 3 s."""
    assert max(worked for _, worked in kill_often(tmp_path, seed, KILLS)) < BACK_S
