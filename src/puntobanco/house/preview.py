"""What a proposal would do: the chips that move if it is approved, for each handling there is.

The table itself decides, as it would; nothing of it is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from puntobanco.ledger import HOUSE
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Decision
from puntobanco.table.decide import decide
from puntobanco.table.evolve import evolve
from puntobanco.table.irregular import handlings
from puntobanco.table.postings import postings
from puntobanco.table.refusals import Refusal
from puntobanco.table.state import Proposal, TableState

Plain = dict[str, Any]
NameOf = Callable[[str], str]
SOMEBODY: Final = "somebody else"  # whoever approves is not the one who proposed


def preview(state: TableState, proposal: Proposal, now: int, name_of: NameOf) -> list[Plain]:
    """Give the outcome of each handling, the default first; other proposals have one outcome."""
    matter = proposal.matter
    chosen: tuple[str, ...] = ("",)
    if isinstance(matter, ev.Irregularity):
        every = handlings(state, matter.kind)
        first = matter.handling or (every[0] if every else "")
        chosen = (first, *(each for each in every if each != first))
    return [_outcome(state, proposal.number, handling, now, name_of) for handling in chosen]


def outcomes(
    state: TableState, command: cm.Propose, now: int, name_of: NameOf
) -> list[Plain] | Refusal:
    """Give the same for something that is not proposed yet, or why it cannot be."""
    decision = decide(state, command, now)
    if decision.refusal is not None:
        return decision.refusal
    for event in decision.events:
        state = evolve(state, event)
    return preview(state, state.proposals[state.proposal_number], now, name_of)


def _outcome(state: TableState, number: int, handling: str, now: int, name_of: NameOf) -> Plain:
    approve = cm.Approve(by=SOMEBODY, number=number, handling=handling)
    decision = decide(state, approve, now)
    refusal = decision.refusal
    return {
        "handling": handling,
        "refusal": refusal and {"code": refusal.code.value, "params": dict(refusal.params)},
        "moves": [
            {"who": who, "name": None if who == HOUSE else name_of(who), "amount": amount}
            for who, amount in sorted(_moves(state, decision).items())
            if amount
        ],
    }


def _moves(state: TableState, decision: Decision) -> Counter[str]:
    """Sum what comes to people's racks and wallets, to the house and to the drop."""
    found: Counter[str] = Counter()
    for event in decision.events:
        for transfer in postings(state, event):
            found[_owner(transfer.source)] -= transfer.amount
            found[_owner(transfer.target)] += transfer.amount
        state = evolve(state, event)
    del found[""]
    return found


def _owner(account: str) -> str:
    """Say whose an account is; what lies on the felt or is held is nobody's yet."""
    kind, _, rest = account.partition(":")
    if kind in {"rack", "wallet"}:
        return rest.rpartition(":")[2]
    return HOUSE if kind in {HOUSE, "drop"} else ""
