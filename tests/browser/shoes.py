"""A table near the end of a shoe, made without waiting for eighty hands."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from puntobanco.house.clock import SystemClock
from puntobanco.house.dealer import FAST, Dealer
from puntobanco.house.desk import Desk
from puntobanco.house.people import People
from puntobanco.house.plan import Plan
from puntobanco.house.roles import Role
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table.commands import TakeSeat

PLAN = Plan("1", "Table 1", "deq-ez", (500, 50_000), (100, 5_000), clock=2_500)
PATIENCE_S = 60


def deal_to_the_cut_card(file: Path) -> int:
    """Write a table with one patron, whose cut card is out; give the number of hands so far."""
    with closing(open_sqlite(file)) as store:
        desk = Desk(store, SystemClock())
        desk.do(PLAN.table, PLAN.command(), "house").result(PATIENCE_S)
        People(store, desk.clock).enrol("patron", "Wen C.", 100_000)
        sits = TakeSeat(patron="patron", place=3, buy_in=50_000)
        desk.do(PLAN.table, sits, "patron", Role.PATRON).result(PATIENCE_S)
        # The browser's own loop runs in this thread.
        with ThreadPoolExecutor(1) as other:
            other.submit(asyncio.run, _deal(desk)).result(PATIENCE_S)
        shoe = desk.state(PLAN.table).shoe
        assert shoe
        return len(shoe.coups)


async def _deal(desk: Desk) -> None:
    dealer = Dealer(desk, PLAN.table, FAST)
    while True:
        await dealer.deal_hands(1)
        shoe = desk.state(PLAN.table).shoe
        if shoe and shoe.rounds_left is not None:
            return
