"""Game protection: a shoe that has grown rich is told, exactly, and nobody waits for it."""

import asyncio
import subprocess
import sys
from fractions import Fraction

import pytest

from puntobanco.cards import parse_cards
from puntobanco.house import guard as gd
from puntobanco.house.alerts import GAME_PROTECTION, LATE_GAIN, Alert
from puntobanco.house.guard import Guard
from puntobanco.house.late_odds import answer
from puntobanco.house.protection import LateQuestion, favourable
from puntobanco.odds.figures import odds
from puntobanco.shoe import Composition
from puntobanco.table import commands as cm
from tests.house.houses import House
from tests.house.planted import LATE, ROUNDS, plant, play_round
from tests.table.playing import small

BET = (("ann", "player", 1_000), ("ann", "dragon-7", 500))
GONE = " ".join(ROUNDS)
PATIENCE = 60


def told(house: House) -> list[Alert]:
    """The alerts of game protection."""
    return [a for a in house.desk.alerts.open.values() if a.raised.kind == GAME_PROTECTION]


def expected() -> Fraction:
    """What the bet was worth before the late round, counted another way."""
    found = odds(small(burn="none"), Composition.of(1, parse_cards(GONE)))
    return next(bet.expectation for bet in found.bets if bet.bet.id == "dragon-7")


@pytest.mark.anyio
async def test_a_rich_shoe_is_told(house: House) -> None:
    """Who bet, how much, on what, at which exact expectation, and how near the end."""
    plant(house, "ann", "bea")
    play_round(house, LATE, *BET)
    watch = asyncio.create_task(Guard(house.desk).run())
    is_told = asyncio.Event()
    house.desk.watch(lambda _: is_told.set())
    await asyncio.wait_for(is_told.wait(), PATIENCE)
    watch.cancel()
    await asyncio.gather(watch, return_exceptions=True)
    (alert,) = told(house)
    assert expected() > 0
    assert alert.raised.table == "t1"
    assert alert.raised.round == len(ROUNDS) + 1
    assert alert.raised.facts == {
        "left": 38 - 4 * len(ROUNDS),
        "least": LATE_GAIN,
        "expectations": {"dragon-7": str(expected())},
        "wagers": [{"patron": "ann", "place": 1, "bet": "dragon-7", "amount": 500}],
    }


def test_a_small_gain_is_no_cause(house: House) -> None:
    """What a bettor's wagers of a round gain together, exactly, is an alert from the least on."""
    plant(house, "ann", "bea")
    bets = (("ann", "dragon-7", 400), ("ann", "panda-8", 200), ("bea", "dragon-7", 500))
    play_round(house, LATE, ("ann", "player", 1_000), ("bea", "player", 1_000), *bets)
    (late,) = house.desk.late.waiting
    odds = {"dragon-7": Fraction(1, 5), "panda-8": Fraction(1, 10)}

    def bettors(least: int) -> set[str]:
        facts = favourable(late, odds, least)
        return {wager["patron"] for wager in facts["wagers"]} if facts else set()

    both = {"ann", "bea"}
    assert [bettors(least) for least in (0, 100, 101)] == [both, both, set()]
    odds["panda-8"] = Fraction(-1)  # now Ann's gain is that of her other wager alone: 80
    assert [bettors(least) for least in (80, 81)] == [both, {"bea"}]
    odds["dragon-7"] = Fraction(0)
    assert bettors(0) == set()


def test_what_is_no_cause(house: House) -> None:
    """Early in a shoe, and without a bonus wager, nothing waits to be counted."""
    plant(house, "ann")
    assert not house.desk.late.waiting
    play_round(house, LATE, BET[0])
    assert not house.desk.late.waiting


@pytest.mark.anyio
async def test_nobody_waits(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A settlement is acknowledged, and the next round opens, while the odds are never counted."""
    asked = asyncio.Event()

    async def never(self: Guard, late: object) -> dict[str, Fraction]:
        del self, late
        asked.set()
        await asyncio.Event().wait()
        return {}

    monkeypatch.setattr(Guard, "expectations", never)
    plant(house, "ann")
    watch = asyncio.create_task(Guard(house.desk).run())
    play_round(house, LATE, *BET)
    await asyncio.wait_for(asked.wait(), PATIENCE)
    house.done(cm.OpenBetting())
    assert house.live.state.round
    assert not house.desk.alerts.open
    watch.cancel()
    await asyncio.gather(watch, return_exceptions=True)


@pytest.mark.anyio
async def test_a_restart_counts_what_waited(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round that was settled when the house went down is counted at the next start, once."""

    async def good(self: Guard, late: object) -> dict[str, Fraction]:
        del self, late
        return {"dragon-7": Fraction(1, 2)}

    monkeypatch.setattr(Guard, "expectations", good)
    plant(house, "ann")
    play_round(house, LATE, *BET)
    for _ in range(3):
        house.restart()
        assert len(house.desk.late.waiting) == 1
        await Guard(house.desk).catch_up()
        assert len(told(house)) == 1
    house.restart()
    assert len(house.desk.alerts.open) == 1


@pytest.mark.anyio
async def test_a_round_that_is_never_counted_is_let_go(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dead process costs its question and no more; a round that kills it twice is let go."""
    plant(house, "ann")
    play_round(house, LATE, *BET)
    monkeypatch.setattr(gd, "COUNTER", "no.such.module")
    await Guard(house.desk).catch_up()
    assert told(house) == []


def test_the_process_answers_as_the_odds_do(house: House) -> None:
    """A question is answered by exact fractions, those of the other counter."""
    plant(house, "ann")
    play_round(house, LATE, *BET)
    (late,) = house.desk.late.waiting
    found = answer(LateQuestion(late.sheet, ("dragon-7",), late.counts))
    assert Fraction(found["dragon-7"]) == expected()


def test_the_house_loads_no_compiler() -> None:
    """Nothing of a house loads kernels: only the processes apart do."""
    code = (
        "import sys, puntobanco.house.guard, puntobanco.web.app;"
        " print({'numba', 'numpy'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "set()"
