"""Kill the server for as long as you like: `python -m tests.crash.torture [KILLS] [SEED]`.

The same runs as the test makes, with other seeds and longer logs. It stops at the first fault and
prints the seed, with which the run can be made again; the file is left where it is.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.crash import ground
from tests.crash.killing import run
from tests.crash.test_tracking_kill import BACK_S
from tests.crash.tracking import kill_often

KILLS = 1_000
EACH = 25  # kills of one file


def main(kills: int = KILLS, seed: int = 1_000) -> None:
    """Run, and say how it goes."""
    folder = Path(tempfile.mkdtemp(prefix="torture-"))
    begin = ground.prepare(folder / "ground.db")
    begun = time.monotonic()
    for number in range(0, kills, EACH):
        here = folder / str(seed)
        here.mkdir()
        file = ground.copy(begin, here)
        sys.stdout.write(f"seed {seed}, {file}: ")
        sys.stdout.flush()
        made = run(file, seed, EACH)
        slowest = max(made.starts)
        passed = time.monotonic() - begun
        sys.stdout.write(
            f"{number + EACH} kills in {passed:.0f} s, {len(made.sent)} commands,"
            f" {len(made.judge.seen)} events, slowest start {slowest:.2f} s\n"
        )
        file.unlink()
        seed += 1
    tracked(folder / "tracked", max(EACH, kills // 10), seed)


def tracked(folder: Path, kills: int, seed: int) -> None:
    """Kill a house that tracks a real shoe; every time its whole board is back within 3 s."""
    folder.mkdir()
    slowest = max(took for took, _ in kill_often(folder, seed, kills))
    sys.stdout.write(f"seed {seed}: {kills} kills of a tracked shoe, back in {slowest:.2f} s\n")
    assert slowest < BACK_S


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
