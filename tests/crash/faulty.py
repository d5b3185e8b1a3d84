"""The server with a planted fault: `python -m tests.crash.faulty FAULT serve ...`.

Each fault breaks one promise; a harness that does not find it proves nothing.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

from puntobanco import __main__
from puntobanco.shuffle.system import SystemShoe
from puntobanco.store import writer
from puntobanco.store.transaction import SqlTransaction
from puntobanco.table import betting
from puntobanco.table.refusals import Refusal

SLOW = 0.03  # seconds that make a window which otherwise is short


def early_answers() -> None:
    """Everybody is answered before the commit."""

    def commit(self: writer.Writer, jobs: list[Any]) -> list[Any]:
        if jobs:
            self._connection.begin()
            outcomes = [self._do(job) for job in jobs]
            for outcome in outcomes:
                outcome.tell()
            time.sleep(SLOW)
            self._connection.commit()
        return []

    writer.Writer._commit = commit  # type: ignore[method-assign]  # noqa: SLF001


def forgotten_answers() -> None:
    """What was answered is not looked up, so that a command that is sent again is done again."""
    tell = writer._Outcome.tell  # noqa: SLF001

    def late(self: Any) -> None:
        time.sleep(SLOW)
        tell(self)

    writer._Outcome.tell = late  # type: ignore[method-assign]  # noqa: SLF001
    known = SqlTransaction.answer
    SqlTransaction.answer = lambda *_: None  # type: ignore[method-assign]
    remember = SqlTransaction.remember

    def first(tx: SqlTransaction, actor: str, command: str, *rest: bytes) -> None:
        if not known(tx, actor, command):
            remember(tx, actor, command, *rest)

    SqlTransaction.remember = first  # type: ignore[method-assign,assignment]


def new_cards() -> None:
    """After a restart the rest of the shoe is another one."""
    SystemShoe.from_bytes = lambda _: SystemShoe.shuffled(8)  # type: ignore[method-assign,assignment]


def late_wagers() -> None:
    """Wagers are still taken while cards fall."""
    check = betting._check_time  # noqa: SLF001

    def lax(state: Any, wager: Any) -> Refusal | None:
        found = check(state, wager)
        return None if found and found.code.value == "betting-closed" else found

    betting._check_time = lax  # noqa: SLF001


FAULTS: dict[str, Callable[[], None]] = {
    plant.__name__: plant for plant in (early_answers, forgotten_answers, new_cards, late_wagers)
}

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    sys.exit(__main__.main())
