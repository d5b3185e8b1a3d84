"""How events change the state of a table; nothing is checked here, what happened has happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from puntobanco.table import events as ev
from puntobanco.table.dealership import evolve_dealership
from puntobanco.table.dealing import evolve_dealing
from puntobanco.table.floor import evolve_floor
from puntobanco.table.people import evolve_people
from puntobanco.table.rounds import evolve_round
from puntobanco.table.rulings import evolve_rulings
from puntobanco.table.shoes import evolve_shoe
from puntobanco.table.state import TableState
from puntobanco.table.terms import evolve_terms
from puntobanco.table.tracking import evolve_tracking


def replay(events: Iterable[ev.AnyEvent]) -> TableState:
    """Fold events into a state."""
    state = TableState()
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: TableState, event: ev.AnyEvent) -> TableState:
    """Give the state after an event."""
    match event:
        case (
            ev.TableOpened()
            | ev.TableClosed()
            | ev.TableSuspended()
            | ev.TableResumed()
            | ev.MessageSet()
            | ev.BoxChanged()
        ):
            return evolve_floor(state, event)
        case ev.LimitsChanged() | ev.TermsChanged():
            return evolve_terms(state, event)
        case (
            ev.SeatTaken()
            | ev.SeatLeft()
            | ev.BoughtIn()
            | ev.CashedOut()
            | ev.BreakStarted()
            | ev.BreakEnded()
        ):
            return evolve_people(state, event)
        case (
            ev.PlayerDealerOffered()
            | ev.PlayerDealerDeclined()
            | ev.PlayerDealerAccepted()
            | ev.AllDeclined()
            | ev.PlayerDealerEnded()
            | ev.CoverPosted()
            | ev.RotationBroken()
        ):
            return evolve_dealership(state, event)
        case (
            ev.ShoeStarted()
            | ev.ShoeStepped()
            | ev.CutOffered()
            | ev.ShoeCut()
            | ev.CardsBurned()
            | ev.ShoeEnded()
            | ev.ShoeQuarantined()
            | ev.ShoeCounted()
            | ev.ShoeCleared()
            | ev.ShoesForsaken()
        ):
            return evolve_shoe(state, event)
        case (
            ev.CardDealt()
            | ev.CoupEnded()
            | ev.ResultEntered()
            | ev.CardBurned()
            | ev.CardSetAside()
        ):
            return evolve_dealing(state, event)
        case (
            ev.BettingOpened()
            | ev.FreeHandOpened()
            | ev.BettingPaused()
            | ev.BettingResumed()
            | ev.WagersSet()
            | ev.BettingClosed()
            | ev.WagersReturned()
            | ev.CollectionTaken()
            | ev.CoverReduced()
            | ev.RoundSettled()
            | ev.RoundVoided()
        ):
            return evolve_round(state, event)
        case (
            ev.HandChanged()
            | ev.HandInserted()
            | ev.HandDeleted()
            | ev.ShoeTakenBack()
            | ev.CutCardMarked()
            | ev.HandsLimited()
        ):
            return evolve_tracking(state, event)
        case (
            ev.RoundCorrected()
            | ev.Proposed()
            | ev.Approved()
            | ev.Rejected()
            | ev.AmountHeld()
            | ev.AmountReleased()
            | ev.ClaimPaid()
            | ev.ClaimDropped()
        ):
            return evolve_rulings(state, event)
        case _:
            assert_never(event)
