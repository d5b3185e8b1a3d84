"""What the staff of a table sees beside the players' view: people, rulings, what is due next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from puntobanco.house.changes import told_matter
from puntobanco.house.position import covers
from puntobanco.house.tracking import tracking
from puntobanco.rules.rotation import breach, next_breach
from puntobanco.table.dealership import offer_due
from puntobanco.table.dealing import expected
from puntobanco.table.state import ShoeState, TableState

Plain = dict[str, Any]
NameOf = Callable[[str], str]
HOUSE: Final = "house"


def staff_view(state: TableState, name_of: NameOf, now: int, screens: int = 0) -> Plain | None:
    """Give what a dealer, a supervisor or an auditor sees of an open table."""
    if state.setup is None:
        return None
    due, played = expected(state), state.round
    return {
        "suspended": state.suspended,
        "is_stopped": state.has_stopped(),
        "expected": None if due is None else {"position": due[0], "hand": due[1]},
        "shoe": _shoe(state.shoe) if state.shoe else None,
        "uncounted": state.uncounted,
        "screens": screens,
        "tracking": None if state.game.takes_wagers else tracking(state),
        "people": _people(state, name_of, now),
        "rotation": rotation_view(state, now),
        "covers": covers(state.setup, played) if played else None,
        "proposals": [
            {
                "number": proposal.number,
                "by": proposal.by,
                "round": proposal.round,
                "matter": told_matter(proposal.matter),
            }
            for proposal in state.proposals.values()
        ],
        "disputes": [
            {
                "number": held.number,
                "patron": held.patron,
                "name": name_of(held.patron),
                "amount": held.amount,
            }
            for held in state.held.values()
        ],
        "claims": [
            {
                "number": claim.number,
                "debtor": claim.debtor,
                "creditor": claim.creditor or HOUSE,
                "amount": claim.amount,
            }
            for claim in state.claims.values()
        ],
        "correctable": [settled.number for settled in state.settled],
        "collection": {"box": state.box, "held": state.boxed, "round": _taken(state)},
    }


def _shoe(shoe: ShoeState) -> Plain:
    return {
        "out": shoe.out,
        "rest": shoe.rest,
        "prepared": shoe.prepared,
        "cutter": shoe.cutter,
        "aside": [
            {"position": aside.position, "card": aside.card.code if aside.card else None}
            for aside in shoe.aside
        ],
        "free_hand_due": shoe.free_hand_due,
        "is_over": shoe.is_over,
    }


def _people(state: TableState, name_of: NameOf, now: int) -> list[Plain]:
    return [
        {
            "patron": patron,
            "name": name_of(patron),
            "kind": "third-party" if patron in state.third_parties else "patron",
            "positions": [
                {"place": place, "line": line} for place, line in state.positions_of(patron)
            ],
            "rack": rack,
            "on_felt": sum(w.amount for w in state.round.of(patron)) if state.round else 0,
            "break_ms": max(0, state.breaks[patron] - now) if patron in state.breaks else None,
        }
        for patron, rack in state.racks.items()
    ]


def rotation_view(state: TableState, now: int) -> Plain | None:
    """Give the clocks of the rotation policy, and what it waits for."""
    policy, dealership = state.game.rotation, state.dealership
    if policy is None:
        return None
    since = now if dealership.since is None else dealership.since
    at = next_breach(policy, dealership.stints, since, now)
    until = dealership.paused_until
    return {
        "policy": policy.id,
        "offer_due": offer_due(state),
        "broken": dealership.broken or breach(policy, dealership.stints, since, now),
        "paused_ms": None if until is None else max(0, until - now),
        "next_breach_ms": None if at is None else at - now,
        "declined": sorted(dealership.refused),
    }


def _taken(state: TableState) -> int:
    """Give what was collected for the round in play."""
    played = state.round
    if played is None:
        return 0
    return sum(fee.amount for fee in played.fees) + played.player_dealer_fee
