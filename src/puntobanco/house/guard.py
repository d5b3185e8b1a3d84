"""The guard: has late rounds counted in a process apart, and tells the floor.

No table waits for that process, and a house where nobody bets late on a bonus never starts it.
"""

from __future__ import annotations

import asyncio
import logging
from fractions import Fraction
from typing import Final

import msgspec

from puntobanco.errors import Refused
from puntobanco.house.alerts import GAME_PROTECTION, AlertRaised
from puntobanco.house.apart.asking import Apart
from puntobanco.house.desk import Desk
from puntobanco.house.protection import LateQuestion, LateRound, favourable

COUNTER: Final = "puntobanco.house.late_odds"
TRIES: Final = 2
_LOG: Final = logging.getLogger(__name__)


class Guard:
    """Counts what waits, the oldest first, until it is cancelled."""

    def __init__(self, desk: Desk) -> None:
        """Guard the tables of a desk."""
        self._desk, self._odds = desk, Apart(COUNTER, nice=15)

    async def run(self) -> None:
        """Count again and again."""
        late = self._desk.late
        try:
            while True:
                await late.changed.wait()
                late.changed.clear()
                await self.catch_up()
        finally:
            await self._odds.close()

    async def catch_up(self) -> None:
        """Count all that waits."""
        while self._desk.late.waiting:
            await self._look(self._desk.late.waiting.popleft())

    async def _look(self, late: LateRound) -> None:
        """Count one round; after a start, one whose alert is written already comes again."""
        if (late.table, late.version) in self._desk.alerts.protected:
            return
        for _ in range(TRIES):
            try:
                facts = favourable(late, await self.expectations(late), self._desk.alerts.late_gain)
                break
            except Refused as fault:
                _LOG.warning("%s, round %s: %s", late.table, late.round, fault)
        else:
            return
        if facts is not None:
            await self._tell(late, facts)

    async def expectations(self, late: LateRound) -> dict[str, Fraction]:
        """Give the exact expectation of each bonus bet that was made; Refused: nobody counts it."""
        bets = tuple(sorted({line.bet for line in late.wagers}))
        question = LateQuestion(late.sheet, bets, late.counts)
        answer = await self._odds.ask(late.table, question)
        return {bet: Fraction(exact) for bet, exact in msgspec.json.decode(answer).items()}

    async def _tell(self, late: LateRound, facts: dict[str, object]) -> None:
        raised = AlertRaised(late.table, GAME_PROTECTION, late.version, late.round, facts)
        alerts, now = self._desk.alerts, self._desk.clock()
        await asyncio.wrap_future(
            self._desk.do_on_floor(late.table, lambda tx: alerts.write(tx, [raised], now))
        )
