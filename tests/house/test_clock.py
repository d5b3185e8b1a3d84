"""The house's clock."""

import time

import pytest

from puntobanco.house.clock import SystemClock, not_before


class Machine:
    """A machine whose two clocks a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.counted = 5_000, 70
        monkeypatch.setattr(time, "time_ns", lambda: self.wall * 1_000_000)
        monkeypatch.setattr(time, "monotonic_ns", lambda: self.counted * 1_000_000)

    def pass_time(self, milliseconds: int) -> None:
        """Let time pass on both."""
        self.wall += milliseconds
        self.counted += milliseconds


def test_it_is_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """While nobody sets the machine's clock, its time is the house's."""
    machine = Machine(monkeypatch)
    clock = SystemClock()
    assert clock() == 5_000
    machine.pass_time(250)
    assert clock() == 5_250


@pytest.mark.parametrize("back", [1, 3_600_000])
def test_time_goes_on_when_the_wall_clock_is_set_back(
    monkeypatch: pytest.MonkeyPatch, back: int
) -> None:
    """Set back, the clock neither goes back nor stands still: deadlines are reached in time."""
    machine = Machine(monkeypatch)
    clock = SystemClock()
    machine.wall -= back
    assert clock() == 5_000
    machine.pass_time(1_000)
    assert clock() == 6_000


def test_it_follows_the_wall_clock_forward(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set forward, or woken from sleep, the clock is on time again."""
    machine = Machine(monkeypatch)
    clock = SystemClock()
    machine.wall += 86_400_000
    assert clock() == 86_405_000


def test_a_clock_behind_the_log() -> None:
    """After a restart time goes on from the newest event at the speed of the machine."""
    now = 1_000
    clock = not_before(1_600, lambda: now)
    assert clock() == 1_600
    now = 1_050
    assert clock() == 1_650


def test_a_clock_ahead_of_the_log_is_left_alone() -> None:
    """A clock that is right is not touched."""

    def clock() -> int:
        return 1_000

    assert not_before(900, clock) is clock
