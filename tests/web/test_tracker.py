"""The demo's dealer of real cards: he tracks a shoe through the same door as any program."""

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from puntobanco import bots
from puntobanco.bots import Tracker
from puntobanco.house.dealer import FAST, Dealers
from puntobanco.house.tokens import Grant
from puntobanco.rules.coup import Coup
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.table.playing import TABLE, opening, small
from tests.web.servers import WAIT, Running, running

HANDS = 6


async def track(served: Running, dealers: Dealers, hands: int) -> None:
    """Let the bot deal until the shoe has so many hands; betting closes on time."""
    player = Tracker("127.0.0.1", served.port, TABLE, "token", HANDS, Random(5))
    tasks = [asyncio.create_task(player.run()), asyncio.create_task(dealers.run())]
    try:
        async with asyncio.timeout(WAIT):
            while not (shoe := served.house.live.state.shoe) or len(shoe.coups) < hands:
                await asyncio.sleep(0.01)
                served.house.clock.now += 50
                assert not any(task.done() for task in tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def test_a_bot_tracks_a_shoe(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first hands come at once, the next ones with betting and its clock; all are coups."""

    async def at_once(_: Tracker, __: float) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(bots.Tracker, "_pause", at_once)
    with running() as served:
        house, people = served.house, served.context.people
        house.done(replace(opening(small(), decks=8, clock=500), cards="results"))
        people.give_token(Grant("dealer", TABLE), "token", "s1")
        asyncio.run(track(served, Dealers(house.desk, FAST), HANDS + 3))
        shoe = house.live.state.require_shoe
        assert all(isinstance(result, Coup) for result in shoe.coups)
        entries = [entry for entry, _ in house.entries()]
        opened = [e.event for e in entries if isinstance(e.event, ev.BettingOpened)]
        assert [event.deadline is None for event in opened[:HANDS]] == [True] * HANDS
        assert all(event.deadline is not None for event in opened[HANDS:])
        closed = [e.actor for e in entries if isinstance(e.event, ev.BettingClosed)]
        assert closed[:HANDS] == ["s1"] * HANDS
        assert closed[HANDS] == "dealer"


def test_time_closes_the_bets_of_real_cards() -> None:
    """Where nobody touches a real table's clock, no more bets comes on time all the same."""

    async def watch(served: Running) -> None:
        dealers = asyncio.create_task(Dealers(served.house.desk, FAST).run())
        async with asyncio.timeout(WAIT):
            while (played := served.house.live.state.round) and played.phase == "betting":
                await asyncio.sleep(0.01)
                served.house.clock.now += 50
        dealers.cancel()
        await asyncio.gather(dealers, return_exceptions=True)

    with running() as served:
        house = served.house
        house.done(replace(opening(small(), clock=1_000), cards="results"))
        house.done(cm.NewShoe(by="dan", shoe=1))
        house.done(cm.OpenBetting())
        asyncio.run(watch(served))
        assert house.live.state.require_round.phase == "dealing"
