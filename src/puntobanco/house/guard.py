"""The guard: has late rounds counted by a process of its own, and tells the floor.

No table waits for that process, and a house where nobody bets late on a bonus never starts it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from fractions import Fraction
from typing import Final

from puntobanco.errors import PuntobancoError
from puntobanco.house.alerts import GAME_PROTECTION, AlertRaised
from puntobanco.house.desk import Desk
from puntobanco.house.protection import LateRound, favourable

COUNTER: Final = (sys.executable, "-m", "puntobanco.house.late_odds")
TRIES: Final = 2
_LOG: Final = logging.getLogger(__name__)


class OddsProcess:
    """The process that counts: the first question starts it."""

    def __init__(self) -> None:
        """Begin without a process."""
        self._process: asyncio.subprocess.Process | None = None

    async def expectations(self, late: LateRound) -> dict[str, Fraction]:
        """Give the exact expectation of each bonus bet that was made; PuntobancoError: it died."""
        process = self._process
        if process is None or process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            process = self._process = await asyncio.create_subprocess_exec(
                *COUNTER, stdin=pipe, stdout=pipe
            )
        bets = sorted({line.bet for line in late.wagers})
        question = {"sheet": late.sheet, "bets": bets, "counts": late.counts}
        answer = b""
        if process.stdin and process.stdout:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            answer = await process.stdout.readline()
        if not answer:
            await process.wait()
            raise PuntobancoError("the process that counts odds ended")
        return {bet: Fraction(*each) for bet, each in json.loads(answer).items()}

    async def end(self) -> None:
        """End the process; its standard input would do so as well."""
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


class Guard:
    """Counts what waits, the oldest first, until it is cancelled."""

    def __init__(self, desk: Desk) -> None:
        """Guard the tables of a desk."""
        self._desk, self._odds = desk, OddsProcess()

    async def run(self) -> None:
        """Count again and again."""
        late = self._desk.late
        try:
            while True:
                await late.changed.wait()
                late.changed.clear()
                await self.catch_up()
        finally:
            await self._odds.end()

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
                facts = favourable(late, await self._odds.expectations(late))
                break
            except (PuntobancoError, OSError) as fault:
                _LOG.warning("%s, round %s: %s", late.table, late.round, fault)
        else:
            return
        if facts is not None:
            await self._tell(late, facts)

    async def _tell(self, late: LateRound, facts: dict[str, object]) -> None:
        raised = AlertRaised(late.table, GAME_PROTECTION, late.version, late.round, facts)
        alerts, now = self._desk.alerts, self._desk.clock()
        await asyncio.wrap_future(
            self._desk.do_on_floor(late.table, lambda tx: alerts.write(tx, [raised], now))
        )
