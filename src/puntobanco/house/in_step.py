"""The house's time in step with other clocks: beyond some distance no round opens (E1).

One clock gives every time of the log. It is compared with clocks that it does not make itself:
the machine's, which anybody may set; what the machine has counted since the start, which nobody
can; and the database server's, where there is one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from puntobanco.house.alerts import AlertRaised
from puntobanco.house.clock import Clock, counted, wall
from puntobanco.house.desk import Desk
from puntobanco.table import commands as cm
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import TableState

WARN_MS: Final = 250
ALERT_MS: Final = 1_000
STOP_MS: Final = 5_000
LOOK_S: Final = 1.0
KIND: Final = "clock"
_LOG: Final = logging.getLogger(__name__)

References = Mapping[str, Callable[[], int | None]]


@dataclass(frozen=True, slots=True)
class Offset:
    """How far the house's time is ahead of a clock, or behind it where that is negative."""

    clock: str = ""
    ms: int = 0

    @property
    def level(self) -> int:
        """How bad it is: 0 in step, 1 a warning, 2 an alert, 3 no round opens."""
        return sum(abs(self.ms) > most for most in (WARN_MS, ALERT_MS, STOP_MS))


def references(desk: Desk) -> References:
    """Give the clocks that a house is compared with."""
    return {"machine": wall, "counted": counted(wall()), "database": desk.store.clock}


def farthest(house: Clock, others: References) -> Offset:
    """Give the distance from the clock that is the farthest; how long it took to answer is none."""
    found = Offset()
    for name, other in others.items():
        before, shown, after = house(), other(), house()
        if shown is not None:
            offset = Offset(name, min(max(shown, before), after) - shown)
            found = max(found, offset, key=lambda each: abs(each.ms))
    return found


class InStep:
    """Looks at the clocks every second: warns, tells the floor, and lets no round open."""

    def __init__(self, desk: Desk, others: References) -> None:
        """Compare a desk's clock with others, and stand before its rounds."""
        self._desk, self._others = desk, others
        self._told = 0  # the worst level since the clocks were last in step
        self.offset = Offset()
        desk.guards.append(self.refusal)

    async def run(self) -> None:
        """Look again and again."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Compare once; each level is told when it is first reached, and the end of it."""
        self.offset = offset = await asyncio.to_thread(farthest, self._desk.clock, self._others)
        if offset.level > self._told:
            said = "the house's time is %d ms from the %s clock: over %d ms no round opens"
            _LOG.warning(said, offset.ms, offset.clock, STOP_MS)
            if abs(offset.ms) > ALERT_MS:
                await self._raise(offset)
        elif self._told and not offset.level:
            _LOG.warning("the house's time is in step again")
        self._told = max(offset.level, self._told) if offset.level else 0

    async def _raise(self, offset: Offset) -> None:
        alerts, now = self._desk.alerts, self._desk.clock()
        facts = {"clock": offset.clock, "ms": offset.ms, "stops": abs(offset.ms) > STOP_MS}
        raised = AlertRaised("", KIND, 0, facts=facts)
        work = self._desk.do_on_floor(None, lambda tx: alerts.write(tx, [raised], now))
        await asyncio.wrap_future(work)

    def refusal(self, state: TableState, command: cm.AnyCommand, now: int) -> Refusal | None:
        """Say why a round may not open now."""
        del state, now  # whatever the table, and however late by a clock that may be wrong
        if isinstance(command, cm.OpenBetting | cm.OpenFreeHand) and abs(self.offset.ms) > STOP_MS:
            return Refusal(Code.CLOCK_OUT_OF_STEP, {"ms": self.offset.ms})
        return None
