"""The words of simulated shoes, put to the tests of dieharder (the Debian package of that name).

`python -m bench.dieharder` runs the tests that are named below, each on words that no other had,
and prints a table; `python -m bench.dieharder 0 15` runs those. One in a hundred results is WEAK
by chance; such a test is put again, on further words, five times as often.
"""

import re
import shutil
import subprocess
import sys
import time

import numpy as np

from puntobanco.sim.streams import fill, keys

SEED = 1
BATCH = 1 << 17  # words, a mebibyte; shoe upon shoe, as words of a seed follow each other
MINUTES = 20
RAW = "200"  # dieharder's number for a stream on standard input
TESTS = ("0", "1", "2", "3", "8", "9", "10", "11", "12", "13", "15", "16", "100", "101", "102",
         "201", "202", "203", "204", "205", "206", "207", "208", "209", "4", "17", "5",
         "6", "7")  # fmt: skip
AGAIN = ("-p", "500")
RESULT = re.compile(r"^\s*([\w-]+)\|\s*(\d+)\|\s*(\d+)\|\s*(\d+)\|([\d.]+)\|\s*(\w+)", re.MULTILINE)


def put(test: str, first: int, *more: str) -> tuple[str, int]:
    """Give a test batches from the first on, as many as it takes; its report, and how many."""
    key, _ = keys(np.uint64(SEED))
    words = np.empty(BATCH, dtype=np.uint64)
    batch = first
    command = ["dieharder", "-g", RAW, "-d", test, *more]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin  # noqa: S101 - PIPE gives both
        assert process.stdout  # noqa: S101
        try:
            while True:
                fill(key, np.uint64(batch), BATCH, words)
                process.stdin.write(words.tobytes())
                batch += 1
        except BrokenPipeError:
            report = process.stdout.read().decode()
    return report, batch - first


def main(tests: list[str]) -> int:
    """Run tests until the time is up; 1 if one has failed."""
    if shutil.which("dieharder") is None:
        print("dieharder is not installed; apt-get install dieharder", file=sys.stderr)
        return 2
    print("| test | number | ntup | tsamples | psamples | p | assessment | MiB | seconds |")
    print("|---|---|---|---|---|---|---|---|---|")
    done, failed, begin = 0, False, time.monotonic()
    for test in tests or TESTS:
        start = time.monotonic()
        if start - begin > 60 * MINUTES:
            print(f"\nNot run, the time was up: {test} and what follows.")
            break
        report, batches = put(test, done)
        done += batches
        if "WEAK" in report:
            again, some = put(test, done, *AGAIN)
            report, batches, done = report + again, batches + some, done + some
        size, seconds = batches * BATCH * 8 >> 20, time.monotonic() - start
        for row in RESULT.findall(report):
            failed |= row[-1] == "FAILED"
            print("|", " | ".join((row[0], test, *row[1:], str(size), f"{seconds:.0f}")), "|")
            size, seconds = 0, 0.0
        sys.stdout.flush()
    print(f"\n{done * BATCH * 8 / 1e9:.2f} GB of words, seed {SEED}.")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
