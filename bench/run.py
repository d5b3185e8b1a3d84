"""Run every benchmark and write bench/results/DATE.md: `make bench`."""

import platform
import sys
from datetime import UTC, date, datetime
from pathlib import Path

from bench import coup, live, odds, sim, table
from bench.harness import Figure, measure
from puntobanco import __version__

RESULTS = Path(__file__).parent / "results"
CONTESTS = (coup.contest, live.contest, odds.contest, sim.contest, table.contest)


def page(day: date, figures: list[Figure]) -> str:
    """Write the figures down, the ratio first."""
    rows = [
        f"| {figure.contest.name} | {figure.ratio:.2f} "
        f"| {figure.ours:,.0f} {figure.contest.unit}/s | {figure.plain:,.0f} |"
        for figure in figures
    ]
    head = f"# {day.isoformat()}, puntobanco {__version__}, Python {platform.python_version()}"
    table = ["| work | times as fast as plain | ours | plain |", "|---|---:|---:|---:|"]
    return "\n".join([head, "", *table, *rows, ""])


def main() -> int:
    """Measure, show and keep."""
    day = datetime.now(tz=UTC).date()
    text = page(day, [measure(contest()) for contest in CONTESTS])
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{day.isoformat()}.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
