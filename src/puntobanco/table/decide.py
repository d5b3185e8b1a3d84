"""The decider: a command and the time in, events and perhaps a refusal out.

Time passes first: a deadline that is reached means its events, whatever the command. Then the
command is looked at in the state that this leaves.
"""

from __future__ import annotations

from typing import assert_never

from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer, Decision
from puntobanco.table.betting import check_wager, set_wager
from puntobanco.table.deadlines import due
from puntobanco.table.dealership import decide_dealership
from puntobanco.table.dealing import decide_dealing
from puntobanco.table.evolve import evolve
from puntobanco.table.floor import decide_floor, open_table
from puntobanco.table.people import decide_people
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.rounds import decide_round
from puntobanco.table.rulings import decide_rulings, is_moot
from puntobanco.table.shoes import decide_shoe, forsake
from puntobanco.table.state import TableState
from puntobanco.table.terms import taking_effect
from puntobanco.table.tracking import decide_tracking

__all__ = ["Decision", "decide"]

HOUSE = "house"  # who turns down what nobody can approve any more
ROUND_OVER = "round-over"
REASONED = (cm.SuspendTable, cm.Propose, cm.HoldAmount, cm.DropClaim)  # who asks it says why


def decide(state: TableState, command: cm.AnyCommand, now: int) -> Decision:
    """Decide a command at a time in milliseconds; nothing is changed, events say what to change."""
    passed: tuple[ev.AnyEvent, ...] = ()
    if not (isinstance(command, cm.PauseBetting) and command.remaining is not None):
        passed = _time(state, now)  # but for an outage, whose pause says what time was left
        for event in passed:
            state = evolve(state, event)
    answer = _answer(state, command, now)
    if isinstance(answer, Refusal):
        answer = Decision(refusal=answer)
    found = answer if isinstance(answer, Decision) else Decision(answer)
    done = (*found.events, *_lapsed(state, found.events))
    return Decision((*passed, *done, *_in_force(state, done, now)), found.refusal)


def _lapsed(state: TableState, done: tuple[ev.AnyEvent, ...]) -> tuple[ev.AnyEvent, ...]:
    """Let what was proposed of a round fall with it, where nothing can come of it any more."""
    over = {event.round for event in done if isinstance(event, ev.RoundVoided | ev.RoundSettled)}
    if not over or not state.proposals:
        return ()
    for event in done:
        state = evolve(state, event)
    return tuple(
        ev.Rejected(number=proposal.number, by=HOUSE, text=ROUND_OVER)
        for proposal in state.proposals.values()
        if proposal.round in over and is_moot(state, proposal.matter)
    )


def _in_force(
    state: TableState, done: tuple[ev.AnyEvent, ...], now: int
) -> tuple[ev.AnyEvent, ...]:
    """Let other terms take effect for which what was done, or time, has made room."""
    if not state.agreed and not any(isinstance(event, ev.Approved) for event in done):
        return ()
    for event in done:
        state = evolve(state, event)
    return taking_effect(state, now)


def _time(state: TableState, now: int) -> tuple[ev.AnyEvent, ...]:
    """Let every deadline that is reached take effect, in the order of the deadlines."""
    passed: tuple[ev.AnyEvent, ...] = ()
    while reached := due(state, now):
        for event in reached:
            state = evolve(state, event)
        passed += reached
    return passed


def _answer(  # noqa: C901, PLR0912 - a row for each part of the table
    state: TableState, command: cm.AnyCommand, now: int
) -> Answer:
    if isinstance(command, cm.Tick):
        return ()
    if isinstance(command, cm.OpenTable):
        return open_table(state, command)
    if isinstance(command, cm.SetWager):
        return check_wager(state, command) or set_wager(state, command)
    if isinstance(command, REASONED) and not command.reason.strip():
        return Refusal(Code.MALFORMED, {"lacks": "reason"})
    if isinstance(command, cm.ForsakeShoes):
        return forsake(state, command)
    if state.setup is None:
        return Refusal(Code.TABLE_CLOSED)
    match command:
        case (
            cm.CloseTable()
            | cm.SuspendTable()
            | cm.ResumeTable()
            | cm.SetMessage()
            | cm.ChangeBox()
        ):
            return decide_floor(state, command, now)
        case (
            cm.TakeSeat()
            | cm.StandBehind()
            | cm.LeaveSeat()
            | cm.BuyIn()
            | cm.CashOut()
            | cm.TakeBreak()
            | cm.ComeBack()
        ):
            return decide_people(state, command, now)
        case (
            cm.OfferPlayerDealer()
            | cm.AcceptPlayerDealer()
            | cm.DeclinePlayerDealer()
            | cm.PassOffer()
            | cm.GiveUpPlayerDealer()
            | cm.PostCover()
        ):
            return decide_dealership(state, command, now)
        case (
            cm.StartShoe()
            | cm.StepShoe()
            | cm.OfferCut()
            | cm.CutShoe()
            | cm.Burn()
            | cm.EndShoe()
            | cm.CountShoe()
            | cm.ClearShoe()
        ):
            return decide_shoe(state, command)
        case cm.DealCard() | cm.EnterResult():
            return decide_dealing(state, command)
        case (
            cm.OpenBetting()
            | cm.OpenFreeHand()
            | cm.PauseBetting()
            | cm.ResumeBetting()
            | cm.CloseBetting()
            | cm.Settle()
        ):
            return decide_round(state, command, now)
        case (
            cm.EnterHand()
            | cm.UndoHand()
            | cm.ChangeHand()
            | cm.InsertHand()
            | cm.DeleteHand()
            | cm.NewShoe()
            | cm.TakeShoeBack()
            | cm.MarkCutCard()
            | cm.LimitHands()
        ):
            return decide_tracking(state, command, now)
        case (
            cm.Propose()
            | cm.Approve()
            | cm.Reject()
            | cm.HoldAmount()
            | cm.ReleaseAmount()
            | cm.PayClaim()
            | cm.DropClaim()
        ):
            return decide_rulings(state, command, now)
        case _:
            assert_never(command)
