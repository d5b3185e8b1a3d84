"""A board that stays open: whatever it has shown, it holds no more than when it began.

`python -m tests.browser.endurance` leaves one open for 10,000 rounds.
"""

import sys
from typing import Any, Final

from playwright.sync_api import CDPSession

from tests.browser.boards import Told
from tests.browser.states import Scene

SHOE: Final = 40  # hands of the shoe that is shown again and again
WARM: Final = 100  # shoes, until the browser has made what it makes once
ROUNDS: Final = 10_000
HELD: Final = ("JSHeapUsedSize", "Nodes", "JSEventListeners", "Documents")


def rounds_of_a_shoe() -> list[dict[str, Any]]:
    """Give the views of a shoe: each hand is bet on, closed, and stands on the board."""
    whole = [Scene(hands).view() for hands in range(SHOE)]
    dealt = [
        view | {"phase": "dealing", "clock": None} if number % 2 else view
        for number, view in enumerate(whole)
    ]
    return [*dealt, Scene(0, "shuffling").view()]


def endure(told: Told, rounds: int, warm: int) -> tuple[dict[str, float], dict[str, float]]:
    """Send shoe after shoe; give what the page held after some, and at the end."""
    views = rounds_of_a_shoe()
    session = told.page.context.new_cdp_session(told.page)
    session.send("Performance.enable")
    for _ in range(warm):
        _show(told, views)
    before = _held(session)
    for _ in range(rounds // len(views)):
        _show(told, views)
    return before, _held(session)


def _show(told: Told, views: list[dict[str, Any]]) -> None:
    """Send views as fast as the page takes them, and wait until the last one stands."""
    for view in views[:-1]:
        told.send(view)
    told.tell(views[-1])


def growth(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    """Give by which share each of them grew."""
    return {name: after[name] / before[name] - 1 for name in HELD}


def _held(session: CDPSession) -> dict[str, float]:
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {each["name"]: each["value"] for each in metrics if each["name"] in HELD}


def main() -> int:
    """Leave a board open for long; 1 if it grew by more than a twentieth."""
    from tests.browser.alone import alone
    from tools.system import say

    with alone() as (visits, house):
        grown = growth(*endure(Told.at(visits, house, "wide"), ROUNDS, WARM))
    say(", ".join(f"{name} {share:+.1%}" for name, share in grown.items()))
    return int(max(grown.values()) > 0.05)


if __name__ == "__main__":
    sys.exit(main())
