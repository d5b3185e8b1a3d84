"""Run the checks one after the other, all of them, and say at the end which failed.

`python -m tools.check quick` is the gate for every commit: no browser, no long agreement tests.
`python -m tools.check all` is what `make test` runs.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import playwright

from tools.system import say

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
TSC = ROOT / "node_modules" / "typescript" / "bin" / "tsc"


@dataclass(frozen=True, slots=True)
class Step:
    """One program that must succeed, and the name that the summary gives it."""

    name: str
    command: tuple[str, ...]
    again: tuple[str, ...] = ()  # once more, and alone, for what depends on the machine's pace


def node() -> str:
    """Find Node: the one that Playwright carries, which is the same everywhere."""
    carried = Path(playwright.__file__).parent / "driver" / "node"
    return str(carried) if carried.exists() else shutil.which("node") or "node"


def pytest(*arguments: str) -> tuple[str, ...]:
    """Write down a run of pytest."""
    return (sys.executable, "-m", "pytest", "-q", *arguments)


def steps(*, everything: bool) -> Iterator[Step]:
    """List the steps that the checkout has something for, the quickest first."""
    yield Step("format", (str(BIN / "ruff"), "format", "--check"))
    yield Step("lint", (str(BIN / "ruff"), "check"))
    yield Step("contracts", (str(BIN / "lint-imports"), "--no-logo"))
    yield Step("types", (str(BIN / "mypy"),))
    if TSC.exists():
        yield Step("types of the browser code", (node(), str(TSC), "-p", str(ROOT)))
    if scripts := sorted(map(str, (ROOT / "tests" / "js").rglob("*.test.js"))):
        yield Step("tests of the browser code", (node(), "--test", *scripts))
    if not everything:
        yield Step("tests", pytest("-m", "not browser and not slow and not nightly"))
        return
    # More workers than there are processors: many tests wait for a server that starts or a timeout.
    yield Step("tests", pytest("-n", "3", "-m", "not browser and not nightly"))
    if any((ROOT / "tests" / "browser").rglob("test_*.py")):
        asked = ("-m", "browser and not nightly", "tests/browser")
        yield Step(
            "tests in a browser",
            pytest("-n", "3", *asked),
            pytest("--last-failed", "--last-failed-no-failures", "none", "--maxfail", "4", *asked),
        )


def passed(step: Step) -> bool:
    """Run one step in the open, and tell how it went."""
    say(step.name)
    start = time.monotonic()
    done = subprocess.run(step.command, cwd=ROOT, check=False).returncode == 0
    if not done and step.again:
        say(f"{step.name}: what failed, once more and alone")
        done = subprocess.run(step.again, cwd=ROOT, check=False).returncode == 0
    say(f"{step.name}: {'good' if done else 'FAILED'}, {time.monotonic() - start:.1f} s")
    return done


def main(which: str) -> int:
    """Run the steps; 0 when every one of them passed."""
    failed = [step.name for step in steps(everything=which == "all") if not passed(step)]
    say(f"failed: {', '.join(failed)}" if failed else "all is well")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
