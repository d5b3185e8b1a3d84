"""The dealer of a table whose cards the software deals: the next act, and when.

``next_act`` is pure: it reads the state and names the one thing to do. ``Dealer`` does it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, fields
from typing import Final

from puntobanco.house.desk import Desk, Live, Reply
from puntobanco.table import commands as cm
from puntobanco.table.covering import lacks_cover
from puntobanco.table.deadlines import next_deadline
from puntobanco.table.dealership import offer_due
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
    offer: int = 1_500  # before the position of player-dealer is offered
    again: int = 10_000  # until it is offered again when nobody would have it

    def faster(self, speed: float) -> Pace:
        """Give the same pace so many times as fast."""
        return Pace(*(round(getattr(self, field.name) / speed) for field in fields(self)))


FIRST_CARDS: Final = 4
FAST: Final = Pace(*([0] * 10))


# Acts that are a command and nothing more.
COMMANDS: Final[dict[str, cm.AnyCommand]] = {
    "offer": cm.OfferPlayerDealer(),
    "open": cm.OpenBetting(),
    "free-hand": cm.OpenFreeHand(),
    "resume": cm.ResumeBetting(),
    "settle": cm.Settle(),
    "end-shoe": cm.EndShoe(),
}


@dataclass(frozen=True, slots=True)
class Act:
    """What the dealer does next, and how long after the last thing."""

    # wait | shuffle | burn | open | await-close | resume | deal | settle | end-shoe | free-hand |
    # offer | await-answer
    name: str
    after: int = 0


def next_act(
    state: TableState,
    pace: Pace,
    *,
    had_result: bool,
    now: int = 0,
    all_declined: bool = False,
) -> Act:
    """Say what comes next at a table; where a dealer sets the pace, of what a machine does."""
    if state.setup is None:
        return Act("wait", pace.idle)
    act = act_due(state, pace, had_result=had_result, now=now, all_declined=all_declined)
    if state.setup.paced == "dealer" and act.name not in {"shuffle", "burn"}:
        return Act("wait", pace.idle)
    return act


def act_due(
    state: TableState,
    pace: Pace,
    *,
    had_result: bool,
    now: int,
    all_declined: bool = False,
) -> Act:
    """Say what is due at an open table, whoever does it there."""
    if state.round is not None:
        return Act("wait", pace.idle) if state.has_stopped() else _in_round(state.round, pace)
    if state.suspended is not None or state.has_stopped():
        return Act("wait", pace.idle)
    look = pace.result if had_result else 0
    shoe = state.shoe
    if shoe is None:
        return Act("shuffle", look)
    if not shoe.is_burned:
        return Act("burn", pace.burn)
    if shoe.is_over:
        return Act("end-shoe", look)
    if shoe.free_hand_due:
        return Act("free-hand", look)
    if not state.places:
        return Act("wait", pace.idle)
    return _position(state, pace, look, now, all_declined=all_declined) or Act("open", look)


def _position(
    state: TableState, pace: Pace, look: int, now: int, *, all_declined: bool
) -> Act | None:
    """Say what the position of player-dealer needs before a round; None: nothing."""
    dealership, until = state.dealership, state.dealership.paused_until
    if state.game.rotation is None:
        return None
    if dealership.broken and (until is None or now < until):
        return Act("wait", pace.idle)
    if dealership.offer is not None:
        return Act("await-answer")
    if offer_due(state):
        return Act("offer", pace.again if all_declined else max(look, pace.offer))
    if lacks_cover(state):  # whoever holds it may still come back, or post one
        return Act("offer", pace.again)
    return None


def _in_round(played: Round, pace: Pace) -> Act:
    if played.phase == "paused":
        return Act("wait", pace.idle) if played.paused_by else Act("resume")
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
        had_result, seen = False, self._live.records.notice
        while self._live.state.setup is not None:
            live = self._live
            notice = live.records.notice
            is_void = notice is not None and notice[0] == "void" and notice != seen
            seen = notice
            act = next_act(
                live.state,
                self._pace,
                had_result=had_result or is_void,  # a void is looked at like a result
                now=self._desk.clock(),
                all_declined=live.records.all_declined,
            )
            if act.name == "open" and act.after:
                self._desk.announce_next(self._table, self._desk.clock() + act.after)
            await asyncio.sleep(act.after / 1000)
            reply = await self._do(act)
            had_result = act.name == "settle" and reply is not None and reply.ok
            if reply is not None and not reply.ok:  # somebody else must act first
                await asyncio.sleep(self._pace.idle / 1000)

    async def deal_hands(self, hands: int) -> None:
        """Deal hands without bets as fast as they can be written."""
        for _ in range(hands):
            while True:
                act = next_act(self._live.state, FAST, had_result=False)
                if act.name in {"wait", "offer", "open"}:
                    act = Act("free-hand" if self._live.state.game.rotation else "open")
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
            case "await-answer" | "await-close":
                return await self._await()
            case "deal":
                position = live.state.shoe.next_position if live.state.shoe else 0
                card = self._desk.shoe(self._table).card(position)
                return await self._command(cm.DealCard(position=position, card=card.code))
            case name if name in COMMANDS:
                return await self._command(COMMANDS[name])
            case _:
                return None

    async def _await(self) -> Reply | None:
        """Look now and then, for somebody may answer or close; a deadline is kept on time."""
        left = self._pace.idle
        if (deadline := next_deadline(self._live.state)) is not None:
            left = min(left, max(0, deadline - self._desk.clock()))
        await asyncio.sleep(left / 1000)
        deadline = next_deadline(self._live.state)
        is_over = deadline is not None and deadline <= self._desk.clock()
        return await self._command(cm.Tick()) if is_over else None

    async def _command(self, command: cm.AnyCommand) -> Reply:
        return await asyncio.wrap_future(self._desk.do(self._table, command))


class Dealers:
    """A clock for all tables, and a dealer for each open one whose cards the software deals."""

    def __init__(self, desk: Desk, pace: Pace) -> None:
        """Look at the tables whenever one changes."""
        self._desk, self._pace = desk, pace
        self._at_work: set[str] = set()
        self._changed = asyncio.Event()
        self._changed.set()
        desk.watch(lambda _: self._changed.set())

    async def run(self) -> None:
        """Send dealers to tables until cancelled; one that fails ends all."""
        async with asyncio.TaskGroup() as work:
            work.create_task(self._keep_time())
            while True:
                await self._changed.wait()
                self._changed.clear()
                await self._stop_what_recurs()
                for table, live in self._desk.tables.items():
                    setup = live.state.setup
                    if setup and setup.cards == "software" and table not in self._at_work:
                        self._at_work.add(table)
                        work.create_task(self._deal(table))

    async def _stop_what_recurs(self) -> None:
        """Suspend the tables where one kind of incident has come too often (I4)."""
        for table, live in self._desk.tables.items():
            kind = live.records.incidents.alarm
            if kind and live.state.setup and live.state.suspended is None:
                reason = f"{kind}, three times in 24 hours"
                stop = cm.SuspendTable(by="house", reason=reason)
                await asyncio.wrap_future(self._desk.do(table, stop, "house"))

    async def _deal(self, table: str) -> None:
        await Dealer(self._desk, table, self._pace).run()
        self._at_work.discard(table)

    async def _keep_time(self) -> None:
        """Let deadlines take effect on time at every table, whoever deals there."""
        while True:
            now, left, late = self._desk.clock(), self._pace.idle, []
            for table, live in self._desk.tables.items():
                deadline = next_deadline(live.state)
                if deadline is not None and deadline <= now:
                    late.append(self._desk.do(table, cm.Tick()))
                elif deadline is not None:
                    left = min(left, deadline - now)
            await asyncio.gather(*map(asyncio.wrap_future, late))
            await asyncio.sleep(left / 1000)
