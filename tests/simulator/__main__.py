"""Simulate: `python -m tests.simulator [--seed N] [--steps M] [--runs R]`.

A run is one seed and so many steps; the next has the next seed. What occurred is counted,
and the digest is of the last run's log.
"""

import argparse
import sys
import time

from tests.simulator.run import Seen, run
from tests.simulator.world import Broken


def main() -> int:
    """Run, and say what occurred."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulator")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=1)
    asked = parser.parse_args()
    seen, begun = Seen(), time.monotonic()
    for seed in range(asked.seed, asked.seed + asked.runs):
        try:
            seen.add(run(seed, asked.steps))
        except Broken as broken:
            sys.stdout.write(f"{broken}\n")
            return 1
    for name, counter in (("events", seen.events), ("refusals", seen.codes)):
        counts = ", ".join(f"{kind} {count:,}" for kind, count in sorted(counter.items()))
        sys.stdout.write(f"{name}: {counts}\n")
    passed = time.monotonic() - begun
    sys.stdout.write(f"{seen.steps:,} steps in {passed:.0f} s, log {seen.digest}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
