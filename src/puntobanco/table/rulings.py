"""Proposals and what a supervisor says to them; disputes and claims.

Whoever proposes does not approve: two people stand behind every void, correction and ruling.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from puntobanco.money import AMOUNT_MAX
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.correct import check_correction, correct_round, evolve_correction, paid_of
from puntobanco.table.dealership import reserved
from puntobanco.table.irregular import check_irregularity, handlings, rule_irregularity
from puntobanco.table.people import check_chips, moved, without
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.rounds import void_round
from puntobanco.table.state import Agreed, Held, Proposal, TableState
from puntobanco.table.terms import check_terms

PROPOSALS_MAX = 16

Command = (
    cm.Propose
    | cm.Approve
    | cm.Reject
    | cm.HoldAmount
    | cm.ReleaseAmount
    | cm.PayClaim
    | cm.DropClaim
)
Event = (
    ev.RoundCorrected
    | ev.Proposed
    | ev.Approved
    | ev.Rejected
    | ev.AmountHeld
    | ev.AmountReleased
    | ev.ClaimPaid
    | ev.ClaimDropped
)


def decide_rulings(state: TableState, command: Command, now: int) -> Answer:  # noqa: C901
    """Decide what is proposed, approved, turned down, disputed or claimed."""
    match command:
        case cm.Propose():
            return _propose(state, command, now)
        case cm.Approve():
            return _approve(state, command, now)
        case cm.Reject():
            if command.number not in {**state.proposals, **state.agreed}:
                return Refusal(Code.NO_SUCH_PROPOSAL, {"number": command.number})
            return (ev.Rejected(number=command.number, by=command.by, text=command.text),)
        case cm.HoldAmount():
            return _hold(state, command)
        case cm.ReleaseAmount():
            held = state.held.get(command.number)
            if held is None:
                return Refusal(Code.NO_SUCH_DISPUTE, {"number": command.number})
            return (
                ev.AmountReleased(
                    number=held.number,
                    patron=held.patron,
                    amount=held.amount,
                    to="rack" if held.patron in state.racks else "wallet",
                    by=command.by,
                ),
            )
        case cm.PayClaim():
            return _pay_claim(state, command)
        case cm.DropClaim():
            if command.number not in state.claims:
                return Refusal(Code.NO_SUCH_CLAIM, {"number": command.number})
            return (ev.ClaimDropped(number=command.number, by=command.by, reason=command.reason),)
        case _:
            assert_never(command)


def _propose(state: TableState, command: cm.Propose, now: int) -> Answer:
    """Put something before a supervisor; an irregularity stops the round, and its clock."""
    if len(state.proposals) + len(state.agreed) >= PROPOSALS_MAX:
        return Refusal(Code.TOO_MANY_PROPOSALS, {"most": PROPOSALS_MAX})
    refusal = _check(state, command.matter)
    if refusal:
        return refusal
    proposed = ev.Proposed(
        number=state.proposal_number + 1,
        by=command.by,
        reason=command.reason,
        matter=command.matter,
    )
    played = state.round
    if not isinstance(command.matter, ev.Irregularity) or not played or played.phase != "betting":
        return (proposed,)
    left = None if played.deadline is None else played.deadline - now
    return (proposed, ev.BettingPaused(round=played.number, remaining=left))


def _check(state: TableState, matter: ev.AnyMatter) -> Refusal | None:
    """Say why something cannot be proposed, or done, in this state."""
    match matter:
        case ev.VoidRound():
            return None if state.round else Refusal(Code.NOT_IN_THIS_STATE)
        case ev.CorrectRound():
            return check_correction(state, matter)
        case ev.Irregularity():
            return check_irregularity(state, matter)
        case ev.ChangeLimits() | ev.ChangeTerms():
            return check_terms(state, matter)
        case _:
            assert_never(matter)


def is_moot(state: TableState, matter: ev.AnyMatter) -> bool:
    """Whether something that was proposed of a round can lead to nothing once that is over."""
    if isinstance(matter, ev.Irregularity):
        return check_irregularity(state, matter) is not None
    return isinstance(matter, ev.VoidRound)


def _approve(state: TableState, command: cm.Approve, now: int) -> Answer:
    proposal = state.proposals.get(command.number)
    if proposal is None:
        return Refusal(Code.NO_SUCH_PROPOSAL, {"number": command.number})
    if proposal.by == command.by:
        return Refusal(Code.OWN_PROPOSAL)
    matter, handling = proposal.matter, command.handling
    refusal = _check(state, matter)
    if refusal:
        return refusal
    if isinstance(matter, ev.VoidRound) and state.require_round.number != proposal.round:
        return Refusal(Code.NOT_IN_THIS_STATE)  # the round that it was about is over
    if isinstance(matter, ev.Irregularity):
        handling = handling or matter.handling or handlings(state, matter.kind)[0]
    done = _done(state, matter, handling, command.by, now)
    if not isinstance(done, tuple):
        return done
    approved = ev.Approved(
        number=command.number, by=command.by, handling=handling, text=command.text
    )
    return (approved, *done)


def _done(state: TableState, matter: ev.AnyMatter, handling: str, by: str, now: int) -> Answer:
    """Give what follows from what was approved."""
    match matter:
        case ev.VoidRound():
            return void_round(state, "ruled", refund=matter.refund_fees)
        case ev.CorrectRound():
            return correct_round(state, matter)
        case ev.Irregularity():
            return rule_irregularity(state, matter, handling, by, now)
        case ev.ChangeLimits() | ev.ChangeTerms():
            return ()  # it takes effect as soon as it may
        case _:
            assert_never(matter)


def _hold(state: TableState, command: cm.HoldAmount) -> Answer:
    if command.patron not in state.racks:
        return Refusal(Code.NOT_SEATED)
    return _check_taken(state, command.patron, command.amount, AMOUNT_MAX) or (
        ev.AmountHeld(
            number=state.held_number + 1,
            patron=command.patron,
            amount=command.amount,
            by=command.by,
            reason=command.reason,
        ),
    )


def _check_taken(state: TableState, patron: str, amount: int, most: int) -> Refusal | None:
    """Refuse what is no amount of chips, or not there: a fee that will be due stays in the rack."""
    free = min(most, state.racks[patron] - reserved(state, patron))
    if amount > free:
        return Refusal(Code.NOT_ENOUGH_CHIPS, {"amount": amount, "rack": free})
    return check_chips(state, amount)


def _pay_claim(state: TableState, command: cm.PayClaim) -> Answer:
    claim = state.claims.get(command.number)
    if claim is None:
        return Refusal(Code.NO_SUCH_CLAIM, {"number": command.number})
    if claim.debtor not in state.racks:
        return Refusal(Code.NOT_SEATED)
    to = "house" if not claim.creditor else "rack" if claim.creditor in state.racks else "wallet"
    return _check_taken(state, claim.debtor, command.amount, claim.amount) or (
        ev.ClaimPaid(
            number=claim.number,
            amount=command.amount,
            to=to,
            left=claim.amount - command.amount,
        ),
    )


def evolve_rulings(state: TableState, event: Event) -> TableState:
    """Give the state after a proposal, a ruling, a dispute or a claim."""
    match event:
        case ev.RoundCorrected():
            return evolve_correction(state, event)
        case ev.Proposed():
            about = state.round.number if state.round else None
            proposal = Proposal(event.number, event.by, event.matter, about)
            proposals = {**state.proposals, event.number: proposal}
            return replace(state, proposals=proposals, proposal_number=event.number)
        case ev.Approved():
            return _approved(state, event)
        case ev.Rejected(number=number):
            proposals, agreed = without(state.proposals, number), without(state.agreed, number)
            return replace(state, proposals=proposals, agreed=agreed)
        case ev.AmountHeld():
            held = Held(event.number, event.patron, event.amount)
            return replace(
                state,
                racks=moved(state.racks, event.patron, -event.amount),
                held={**state.held, event.number: held},
                held_number=event.number,
            )
        case ev.AmountReleased():
            racks = state.racks
            if event.to == "rack":
                racks = moved(racks, event.patron, event.amount)
            return replace(state, racks=racks, held=without(state.held, event.number))
        case ev.ClaimPaid():
            return _claim_paid(state, event)
        case ev.ClaimDropped():
            return replace(state, claims=without(state.claims, event.number))
        case _:
            assert_never(event)


def _approved(state: TableState, event: ev.Approved) -> TableState:
    proposal = state.proposals[event.number]
    agreed, matter = state.agreed, proposal.matter
    if isinstance(matter, ev.ChangeLimits | ev.ChangeTerms):
        agreement = Agreed(event.number, proposal.by, event.by, matter)
        agreed = {**agreed, event.number: agreement}
    return replace(state, proposals=without(state.proposals, event.number), agreed=agreed)


def _claim_paid(state: TableState, event: ev.ClaimPaid) -> TableState:
    claim = state.claims[event.number]
    racks = moved(state.racks, claim.debtor, -event.amount)
    if event.to == "rack":
        racks = moved(racks, claim.creditor, event.amount)
    claims = without(state.claims, event.number)
    if event.left:
        claims[event.number] = replace(claim, amount=event.left)
    settled = paid_of(state.settled, claim, event.amount)
    return replace(state, racks=racks, claims=claims, settled=settled)
