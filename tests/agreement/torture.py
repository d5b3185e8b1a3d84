"""Small shoes dealt card by card, for as long as you like: `python -m tests.agreement.torture`.

The same check as the test makes, of a thousand shoes of 6 to 9 cards and of ten of 12; and a
million calls, after which the process must be as large as it was.
"""

import sys
from random import Random

from tests.agreement.test_kernels import check, grown, small

SHOES, EACH, LARGE, MOST = 1_000, 100, 10, 12
CALLS, KIB = 1_000_000, 1_024


def main(seed: int = 1) -> None:
    """Check them, and say how it goes; the seed makes the same shoes again."""
    chance = Random(seed)
    for number in range(0, SHOES, EACH):
        check([small(chance) for _ in range(EACH)])
        sys.stdout.write(f"seed {seed}: {number + EACH} shoes are counted as they are dealt\n")
        sys.stdout.flush()
    check([small(chance, MOST, MOST) for _ in range(LARGE)])
    sys.stdout.write(f"{LARGE} shoes of {MOST} cards too\n")
    more = grown(CALLS)
    sys.stdout.write(f"{CALLS} calls: {more} KiB more\n")
    assert more <= KIB


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
