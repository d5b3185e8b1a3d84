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


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
