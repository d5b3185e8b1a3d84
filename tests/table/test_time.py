"""Time passes first: deadlines, pauses, and commands that come at the edge."""

import pytest

from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.refusals import Code
from tests.table.playing import CLOCK, WIN_PLAYER, Felt


def closing(felt: Felt) -> ev.BettingClosed:
    """The event that the deadline of the round in play means."""
    return ev.BettingClosed(round=felt.state.round_number)


def test_a_wager_before_the_deadline_counts() -> None:
    """One millisecond before the deadline is in time."""
    felt = Felt.betting("ann")
    felt.now += CLOCK - 1
    assert len(felt.bet("ann", "player", 500)) == 1
    felt.check()


@pytest.mark.parametrize("late", [0, 1, 10_000_000])
def test_a_wager_at_the_deadline_is_too_late(late: int) -> None:
    """At the deadline betting closes, and the wager that came then is refused and not written."""
    felt = Felt.betting("ann")
    felt.now += CLOCK + late
    decision = felt.do(felt.wager("ann", "player", 500))
    assert decision.events == (closing(felt),)
    assert decision.refusal
    assert decision.refusal.code is Code.BETTING_CLOSED
    assert felt.state.racks["ann"] == 100_000
    felt.check()


@pytest.mark.parametrize(
    "command,code",
    [
        (cm.Tick(), None),
        (cm.BuyIn(patron="ann", amount=500), None),
        (cm.TakeSeat(patron="bea", place=2, buy_in=500), None),
        (cm.LeaveSeat(patron="ann"), None),
        (cm.DealCard(position=0, card="9C"), None),
        (cm.PauseBetting(), Code.BETTING_NOT_OPEN),
        (cm.ResumeBetting(), Code.BETTING_NOT_OPEN),
        (cm.CloseBetting(), Code.BETTING_NOT_OPEN),
        (cm.OpenBetting(), Code.ROUND_IN_PLAY),
        (cm.CloseTable(), Code.ROUND_IN_PLAY),
        (cm.Settle(), Code.NOTHING_TO_SETTLE),
    ],
    ids=lambda value: type(value).__name__,
)
def test_whatever_comes_at_the_deadline(command: cm.AnyCommand, code: Code | None) -> None:
    """Any command finds the betting closed; what it asks is judged in the state after that."""
    felt = Felt.betting("ann")
    felt.fund("bea")
    felt.now += CLOCK
    decision = felt.do(command)
    assert decision.events[0] == closing(felt)
    assert (decision.refusal and decision.refusal.code) is code
    assert [event for event in felt.log if isinstance(event, ev.BettingClosed)] == [closing(felt)]
    felt.check()


def test_a_tick_before_the_deadline_is_nothing() -> None:
    """A timer that fires early changes nothing."""
    felt = Felt.betting("ann")
    felt.now += CLOCK - 1
    assert felt.done(cm.Tick()) == ()


def test_without_a_clock_the_dealer_closes() -> None:
    """A table without a clock has no deadline, however long it takes."""
    felt = Felt.betting("ann", clock=None)
    felt.now += 10**9
    felt.bet("ann", "player", 500)
    assert felt.done(cm.CloseBetting()) == (closing(felt),)


def test_a_pause_keeps_the_time_that_is_left() -> None:
    """While betting is paused nothing is taken and no time passes; then the rest runs on."""
    felt = Felt.betting("ann")
    felt.bet("ann", "player", 500)
    felt.now += CLOCK - 4_000
    assert felt.done(cm.PauseBetting()) == (ev.BettingPaused(round=1, remaining=4_000),)
    assert felt.refused(felt.wager("ann", "player", 900)) is Code.BETTING_NOT_OPEN
    felt.now += 10**9
    assert felt.done(cm.Tick()) == ()
    (resumed,) = felt.done(cm.ResumeBetting())
    assert resumed == ev.BettingResumed(round=1, deadline=felt.now + 4_000)
    felt.bet("ann", "player", 900)
    felt.now += 4_000
    assert felt.done(cm.Tick()) == (closing(felt),)
    felt.check()


def test_a_pause_without_a_clock() -> None:
    """Where no clock runs, none is stopped."""
    felt = Felt.betting("ann", clock=None)
    assert felt.done(cm.PauseBetting()) == (ev.BettingPaused(round=1, remaining=None),)
    assert felt.done(cm.ResumeBetting()) == (ev.BettingResumed(round=1, deadline=None),)


def test_betting_closes_out_of_a_pause() -> None:
    """The dealer may close a paused round; its wagers stand."""
    felt = Felt.betting("ann")
    felt.bet("ann", "player", 500)
    felt.done(cm.PauseBetting())
    assert felt.done(cm.CloseBetting()) == (closing(felt),)
    assert felt.play(WIN_PLAYER).lines[0].paid == 500
    felt.check()


def test_a_deadline_that_passed_in_an_outage_is_paused() -> None:
    """A pause that names the remaining time is the one thing that is looked at before the clock."""
    felt = Felt.betting("ann")
    felt.bet("ann", "player", 500)
    felt.now += 10**9
    paused = felt.done(cm.PauseBetting(remaining=2_500))
    assert paused == (ev.BettingPaused(round=1, remaining=2_500),)
    felt.done(cm.ResumeBetting())
    felt.now += 2_499
    felt.bet("ann", "player", 700)
    felt.check()
