"""The house's time against other clocks: what is said, what is kept, when no round opens."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from puntobanco.house import clock
from puntobanco.house.alerts import Alert, AlertRaised
from puntobanco.house.in_step import InStep, Offset, farthest, references
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table.refusals import Code, Refusal
from tests.house.houses import House, StillClock

OPENINGS = (cm.OpenBetting(), cm.OpenFreeHand())


class Felt:
    """A house at whose table a round could open, and another clock that a test sets."""

    def __init__(self, house: House) -> None:
        house.betting("ann", clock=None)
        house.done(cm.CloseBetting())
        house.act_until("settle")
        self.house, self.other = house, StillClock(house.clock.now)
        self.in_step = InStep(house.desk, {"machine": self.other})

    def off(self, ms: int) -> None:
        """Let the house's time be so far ahead of the other clock, and look."""
        self.other.now = self.house.clock.now - ms
        asyncio.run(self.in_step.look())

    @property
    def alerts(self) -> list[AlertRaised]:
        """What the floor is told, the oldest first."""
        return [alert.raised for alert in self.house.desk.alerts.open.values()]

    def opening(self) -> Refusal | None:
        """Say what is answered when betting is to open."""
        return self.house.do(cm.OpenBetting()).refusal


@pytest.fixture
def felt() -> Iterator[Felt]:
    """A house between two rounds."""
    with closing(open_sqlite(MEMORY)) as store:
        yield Felt(House(store))


@pytest.mark.parametrize("ms", [0, 250, -250])
def test_e1_a_quarter_of_a_second_is_in_step(
    felt: Felt, ms: int, caplog: pytest.LogCaptureFixture
) -> None:
    """E1: up to 250 ms either way nothing is said, and rounds open."""
    felt.off(ms)
    assert not caplog.records
    assert felt.alerts == []
    assert felt.opening() is None


@pytest.mark.parametrize("ms", [251, 1_000, -251, -1_000])
def test_e1_beyond_that_the_log_of_the_server_warns(
    felt: Felt, ms: int, caplog: pytest.LogCaptureFixture
) -> None:
    """E1: over 250 ms there is a warning, once, and nothing else."""
    for _ in range(3):
        felt.off(ms)
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert f" {ms} ms from the machine clock" in record.getMessage()
    assert felt.alerts == []
    assert felt.opening() is None


@pytest.mark.parametrize("ms", [1_001, 5_000, -1_001, -5_000])
def test_e1_over_a_second_the_floor_is_told(felt: Felt, ms: int) -> None:
    """E1: over 1 s an alert is written in the house's log, once, and rounds open still."""
    felt.off(ms)
    felt.off(ms)
    facts = {"clock": "machine", "ms": ms, "stops": False}
    assert felt.alerts == [AlertRaised("", "clock", 0, facts=facts)]
    assert felt.opening() is None


@pytest.mark.parametrize("ms", [5_001, 3_600_000, -5_001])
def test_e1_over_five_seconds_no_round_opens(felt: Felt, ms: int) -> None:
    """E1: over 5 s no round opens, with wagers or without, until the clocks are in step again."""
    felt.off(ms)
    assert [alert.facts["stops"] for alert in felt.alerts] == [True]
    for command in OPENINGS:
        refusal = felt.in_step.refusal(felt.house.live.state, command, 0)
        assert refusal == Refusal(Code.CLOCK_OUT_OF_STEP, {"ms": ms})
    assert felt.opening() == refusal
    felt.off(5_000)
    assert felt.opening() is None


def test_e1_a_round_in_play_is_finished(felt: Felt) -> None:
    """Only an opening is refused: wagers, cards and chips go on as they would."""
    assert felt.opening() is None
    felt.off(6_000)
    house = felt.house
    house.done(house.wager("ann", "banker", 1_000))
    house.done(cm.CloseBetting())
    house.act_until("settle")
    house.check()


def test_e1_each_level_is_told_as_it_is_reached(
    felt: Felt, caplog: pytest.LogCaptureFixture
) -> None:
    """A distance that grows is told three times, one that flickers once; the end is told too."""
    for ms in (300, 200, 300, 1_200, 300, 1_200, 6_000, 4_000, 6_000, 300):
        felt.off(ms)
        if ms == 200:
            assert [record.getMessage() for record in caplog.records][1:] == [
                "the house's time is in step again"
            ]
            caplog.clear()
    said = [record.args[0] for record in caplog.records if isinstance(record.args, tuple)]
    assert said == [300, 1_200, 6_000]
    assert [alert.facts["ms"] for alert in felt.alerts] == [1_200, 6_000]
    felt.off(0)
    assert caplog.records[-1].getMessage() == "the house's time is in step again"


def test_e1_the_alert_outlives_a_restart(felt: Felt) -> None:
    """The alert is an event of the log, and stands until somebody of the floor has looked."""
    felt.off(2_000)
    house = felt.house
    house.restart()
    (alert,) = house.desk.alerts.open.values()
    assert isinstance(alert, Alert)
    assert (alert.at, alert.raised.kind, alert.raised.facts["ms"]) == (
        house.clock.now,
        "clock",
        2_000,
    )


def test_the_clock_that_is_the_farthest_counts() -> None:
    """Of all clocks the worst is told; one that a store does not have is none."""
    others = {"machine": lambda: 990, "counted": lambda: 1_020, "database": lambda: None}
    assert farthest(lambda: 1_000, others) == Offset("counted", -20)
    assert farthest(lambda: 1_000, {}) == Offset("", 0)


def test_how_long_a_clock_took_to_answer_is_no_distance() -> None:
    """What a server's clock showed while it was asked is in step, however long the way was."""
    house = iter([1_000, 9_000])
    assert farthest(lambda: next(house), {"database": lambda: 4_000}).ms == 0
    house = iter([1_000, 9_000])
    assert farthest(lambda: next(house), {"database": lambda: 9_300}).ms == -300
    house = iter([1_000, 9_000])
    assert farthest(lambda: next(house), {"database": lambda: 900}).ms == 100


@pytest.mark.parametrize("set_by", [-7_000, 7_000])
def test_e1_a_machine_that_is_set_is_noticed(monkeypatch: pytest.MonkeyPatch, set_by: int) -> None:
    """Set back, the house's time is ahead of the machine's; set forward, of what was counted."""
    shift = 0
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + shift * 1_000_000)
    with closing(open_sqlite(MEMORY)) as store:
        house = House(store)
        house.desk.clock = clock.SystemClock()
        others = references(house.desk)
        assert farthest(house.desk.clock, others).level == 0
        shift = set_by
        found = farthest(house.desk.clock, others)
    assert found.clock == ("counted" if set_by > 0 else "machine")
    assert found.ms == pytest.approx(7_000, abs=200)
