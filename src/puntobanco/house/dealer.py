"""The dealer of a table whose cards the software deals: the next act, and when.

``next_act`` is pure: it reads the state and names the one thing to do. ``Dealer`` does it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, fields
from typing import Final

from puntobanco.house.desk import Desk, Live, Reply
from puntobanco.table import commands as cm
from puntobanco.table.state import Round, TableState


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in milliseconds."""

    shuffle: int = 4_000
    burn: int = 1_500
    close: int = 800  # from no more bets to the first card
    card: int = 900
    third: int = 1_300  # before a third card
    settle: int = 1_200  # from the last card to the chips
    result: int = 7_000  # to look at the result
    idle: int = 500  # how often an empty table is looked at

    def faster(self, speed: float) -> Pace:
        """Give the same pace so many times as fast."""
        return Pace(*(round(getattr(self, field.name) / speed) for field in fields(self)))


FIRST_CARDS: Final = 4
FAST: Final = Pace(*([0] * 8))


@dataclass(frozen=True, slots=True)
class Act:
    """What the dealer does next, and how long after the last thing."""

    name: str  # wait | shuffle | burn | open | await-close | resume | deal | settle | end-shoe
    after: int = 0


def next_act(state: TableState, pace: Pace, *, had_result: bool) -> Act:
    """Say what comes next at a table."""
    if state.setup is None:
        return Act("wait", pace.idle)
    if state.round is not None:
        return _in_round(state.round, pace)
    look = pace.result if had_result else 0
    shoe = state.shoe
    if shoe is None:
        return Act("shuffle", look)
    if not shoe.is_burned:
        return Act("burn", pace.burn)
    if shoe.is_over:
        return Act("end-shoe", look)
    return Act("open", look) if state.places else Act("wait", pace.idle)


def _in_round(played: Round, pace: Pace) -> Act:
    if played.phase == "paused":
        return Act("resume")
    if played.phase == "betting":
        return Act("await-close")
    if played.phase == "decided":
        return Act("settle", pace.settle)
    dealt = len(played.cards)
    return Act(
        "deal", pace.close if not dealt else pace.card if dealt < FIRST_CARDS else pace.third
    )


class Dealer:
    """Runs one table until it is cancelled."""

    def __init__(self, desk: Desk, table: str, pace: Pace) -> None:
        """Take a table at a pace."""
        self._desk, self._table, self._pace = desk, table, pace

    @property
    def _live(self) -> Live:
        return self._desk.tables[self._table]

    async def run(self) -> None:
        """Do one thing after another; a restart goes on where the log ends."""
        had_result = False
        while self._live.state.setup is not None:
            act = next_act(self._live.state, self._pace, had_result=had_result)
            if act.name == "open" and act.after:
                self._desk.announce_next(self._table, self._desk.clock() + act.after)
            await asyncio.sleep(act.after / 1000)
            reply = await self._do(act)
            had_result = act.name == "settle" and reply is not None and reply.ok

    async def deal_hands(self, hands: int) -> None:
        """Deal hands without bets as fast as they can be written."""
        for _ in range(hands):
            while True:
                act = next_act(self._live.state, FAST, had_result=False)
                if act.name == "wait":
                    act = Act("open")
                if act.name == "await-close":
                    await self._command(cm.CloseBetting())
                else:
                    await self._do(act)
                if act.name == "settle":
                    break

    async def _do(self, act: Act) -> Reply | None:
        live = self._live
        match act.name:
            case "shuffle":
                await asyncio.sleep(self._pace.shuffle / 1000)
                return await asyncio.wrap_future(self._desk.start_shoe(self._table))
            case "burn":
                return await self._command(cm.Burn(card=self._desk.shoe(self._table).card(0).code))
            case "open":
                return await self._command(cm.OpenBetting())
            case "resume":
                return await self._command(cm.ResumeBetting())
            case "await-close":
                return await self._close()
            case "deal":
                position = live.state.shoe.out if live.state.shoe else 0
                card = self._desk.shoe(self._table).card(position)
                return await self._command(cm.DealCard(position=position, card=card.code))
            case "settle":
                return await self._command(cm.Settle())
            case "end-shoe":
                return await self._command(cm.EndShoe())
            case _:
                return None

    async def _close(self) -> Reply | None:
        played = self._live.state.round
        if played is None or played.deadline is None:
            await asyncio.sleep(self._pace.idle / 1000)
            return None
        left = played.deadline - self._desk.clock()
        if left > 0:
            await asyncio.sleep(left / 1000)
        return await self._command(cm.Tick())

    async def _command(self, command: cm.AnyCommand) -> Reply:
        return await asyncio.wrap_future(self._desk.do(self._table, command))
