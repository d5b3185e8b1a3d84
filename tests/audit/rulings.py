"""Proposals and rulings, disputes and claims: two people behind each, and no chip lost."""

from puntobanco.table import events as ev
from tests.audit.books import Audit, on
from tests.audit.rounds import check_band


@on(ev.Proposed)
def proposed(books: Audit, event: ev.Proposed) -> None:
    """Somebody proposed the next thing."""
    books.check(event.number == books.proposal_number + 1, f"INV9: proposal {event.number}")
    books.check(bool(event.by), "INV12: nobody proposed")
    books.proposal_number = event.number
    books.proposals[event.number] = event


@on(ev.Approved)
def approved(books: Audit, event: ev.Approved) -> None:
    """Another than who proposed it approved, once."""
    proposal = books.proposals.pop(event.number, None)
    books.check(proposal is not None, f"INV9: {event} of nothing that is open")
    books.check(
        proposal is not None and event.by not in {"", proposal.by},
        f"INV12: {event.by} approves of his own proposal",
    )
    books.ruling = proposal
    if proposal is not None and isinstance(proposal.matter, ev.ChangeLimits | ev.ChangeTerms):
        books.agreed[event.number] = proposal, event.by


@on(ev.Rejected)
def rejected(books: Audit, event: ev.Rejected) -> None:
    """Somebody turned down what was open."""
    agreed = books.agreed.pop(event.number, None)
    proposal = books.proposals.pop(event.number, None)
    books.check(bool(proposal or agreed) and bool(event.by), f"INV9: {event} of nothing")


@on(ev.AmountHeld)
def amount_held(books: Audit, event: ev.AmountHeld) -> None:
    """Chips leave a rack, and are nobody's."""
    books.check(event.number == books.held_number + 1 and event.amount > 0, f"INV9: {event}")
    books.check(event.amount <= books.racks[event.patron], f"INV3: {event}")
    books.racks[event.patron] -= event.amount
    books.held_number = event.number
    books.held[event.number] = event


@on(ev.AmountReleased)
def amount_released(books: Audit, event: ev.AmountReleased) -> None:
    """They go back to whose they were, all of them."""
    held = books.held.pop(event.number, None)
    books.check(
        held is not None and (held.patron, held.amount) == (event.patron, event.amount),
        f"INV9: {event} of {held}",
    )
    books.give(event.patron, event.amount, event.to)


@on(ev.ClaimPaid)
def claim_paid(books: Audit, event: ev.ClaimPaid) -> None:
    """A debtor pays his creditor, and what is left is left."""
    claim = books.claims.pop(event.number, None)
    if claim is None:
        books.check(False, f"INV9: {event} of nothing")
        return
    right = 0 < event.amount <= claim.amount and event.left == claim.amount - event.amount
    books.check(right, f"INV16: {event} of {claim}")
    books.give(claim.debtor, -event.amount, "rack")
    books.check((event.to == "house") == (not claim.creditor), f"INV3: {event} of {claim}")
    books.give(claim.creditor, event.amount, event.to)
    for played in books.played.values():
        if claim.number in played.claims:
            played.got[claim.debtor] -= event.amount
            played.got[claim.creditor] += event.amount
            check_band(books, played)
    if event.left:
        books.claims[event.number] = ev.Claim(
            claim.number, claim.debtor, claim.creditor, event.left
        )


@on(ev.ClaimDropped)
def claim_dropped(books: Audit, event: ev.ClaimDropped) -> None:
    """A claim is given up once."""
    books.check(books.claims.pop(event.number, None) is not None, f"INV9: {event} of nothing")
    books.check(bool(event.by), "INV12: nobody gave it up")
