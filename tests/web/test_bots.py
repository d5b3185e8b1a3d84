"""Demo patrons: they come through the same doors as anybody, and what they do is legal."""

import asyncio
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from puntobanco import bots
from puntobanco.bots import Bot
from puntobanco.house.dealer import FAST, Dealer
from puntobanco.house.plan import Plan
from puntobanco.house.tokens import Grant
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.web.sessions import new_token
from tests.web.servers import WAIT, Running, running


def bot(served: Running, patron: str, *, is_invited: bool = True) -> Bot:
    """A bot with a token of its own, or with one that nobody gave."""
    token = new_token()
    if not served.context.people.is_known(patron):
        served.context.people.enrol(patron, patron.capitalize(), 10**9, "bot")
    if is_invited:
        served.context.people.give_token(Grant("patron", patron=patron), token, patron)
    return Bot("127.0.0.1", served.port, "t1", token, Random(patron))


async def play(players: list[Bot], served: Running, rounds: int) -> None:
    """Let bots play so many rounds; betting closes when it is time, cards come at once."""
    tasks = [asyncio.create_task(player.run()) for player in players]
    try:
        async with asyncio.timeout(WAIT):
            while served.house.live.state.round_number <= rounds:
                await asyncio.sleep(0.02)
                assert not any(task.done() for task in tasks)
                await asyncio.to_thread(step, served)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def step(served: Running) -> None:
    """Let time pass, and do what is due."""
    house = served.house
    house.clock.now += 20
    played = house.live.state.round
    if played and played.phase == "betting":
        house.do(cm.Tick())
        return
    if len(house.live.state.places) == 3:
        house.act()


def entries(served: Running) -> list[ev.Entry]:
    """The log."""
    return [entry for entry, _ in served.house.entries()]


def test_bots_sit_and_bet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each bot takes a seat, buys in and wagers, and the table accepts what it asks."""
    monkeypatch.setattr(bots, "SITS_OUT", 0.0)
    with running() as served:
        served.house.open(clock=500)
        players = [bot(served, f"bot{number}") for number in range(3)]
        asyncio.run(play(players, served, 3))
        kinds = Counter((entry.actor, type(entry.event).__name__) for entry in entries(served))
        for number in range(3):
            assert kinds[f"bot{number}", "SeatTaken"] == 1
            assert kinds[f"bot{number}", "WagersSet"] >= 1
        served.house.check()


def test_a_bot_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot whose line is cut takes it up again, with the token that it has, at its place."""
    monkeypatch.setattr(bots, "RETRY_S", 0.05)
    with running() as served:
        served.house.open(clock=500)
        players = [bot(served, f"bot{number}") for number in range(3)]

        async def run() -> None:
            await play(players, served, 1)
            for client in served.context.hub.clients:
                served.loop.call_soon_threadsafe(client.end)
            await play(players, served, 3)

        asyncio.run(run())
        sat = [entry for entry in entries(served) if isinstance(entry.event, ev.SeatTaken)]
        assert len(sat) == 3
        served.house.check()


def test_a_bot_without_an_invitation_stays_outside() -> None:
    """A token that nobody gave opens no link; the bot tries again, and harms nobody."""
    with running() as served:
        served.house.open(clock=500)

        async def run() -> None:
            task = asyncio.create_task(bot(served, "bot0", is_invited=False).run())
            await asyncio.sleep(0.5)
            assert not task.done()
            assert len(served.context.hub.clients) == 0
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        asyncio.run(run())
        assert served.house.live.state.places == {}


def test_bots_bank_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a player-dealer's table bots take and decline the position, cover and bet, by the API."""
    monkeypatch.setattr(bots, "SITS_OUT", 0.0)
    monkeypatch.setattr(bots, "THINKS_S", (0.0, 0.02))
    with running() as served:
        plan = Plan(
            "t1", "One", "ca-ez-panda8", (1_000, 50_000), (500, 5_000), clock=400, cover_min=50_000
        )
        served.house.desk.do("t1", plan.command(), "house").result(WAIT)
        served.house.settle()
        players = [bot(served, f"bot{number}") for number in range(3)]

        async def run() -> None:
            loop = asyncio.get_running_loop()
            dealer = Dealer(served.house.desk, "t1", replace(FAST, idle=20))
            tasks = [loop.create_task(player.run()) for player in players]
            tasks.append(loop.create_task(dealer.run()))
            try:
                async with asyncio.timeout(WAIT):
                    while not is_enough(served):
                        await asyncio.sleep(0.02)
                        served.house.clock.now += 20
                        assert not any(task.done() for task in tasks)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run(run())
        served.house.check()


def is_enough(served: Running) -> bool:
    """Whether all has happened that is waited for."""
    kinds = Counter(type(entry.event).__name__ for entry in entries(served))
    wanted = ("PlayerDealerDeclined", "CollectionTaken", "PlayerDealerEnded")
    return kinds["RoundSettled"] >= 4 and all(kinds[name] for name in wanted)
