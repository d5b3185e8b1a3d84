"""What always holds between a table and the ledger; cheap enough to ask after each event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from puntobanco.errors import InvariantError
from puntobanco.ledger import Transfer
from puntobanco.table.state import TableState


def holds(state: TableState, account: str) -> int | None:
    """Give what a table's state says an account holds; None where it says nothing."""
    match account.split(":"):
        case ["rack", _, patron]:
            return state.racks.get(patron, 0)
        case ["escrow", _, number, wager]:
            played = state.round
            if played is None or str(played.number) != number or wager not in played.wagers:
                return 0
            return played.wagers[wager].amount
        case ["cover", _, number]:
            return _covers(state).get(number, 0)
        case ["dispute", _]:
            return sum(held.amount for held in state.held.values())
        case ["drop", _, box] if box == state.box:
            return state.boxed
        case _:
            return None


def on_table(state: TableState) -> int:
    """Give all that is on a table, in racks, on the felt, under dispute and in the box."""
    wagers = state.round.wagers.values() if state.round else ()
    return (
        sum(state.racks.values())
        + sum(wager.amount for wager in wagers)
        + sum(_covers(state).values())
        + sum(held.amount for held in state.held.values())
        + state.boxed
    )


def check_moved(before: TableState, after: TableState, transfers: Iterable[Transfer]) -> None:
    """Check that a table's state and the ledger say the same of one event (INV1, INV4).

    Each account that the transfers touch has changed by as much, and nothing else has changed.
    """
    if before.setup is None or before.box != after.box:  # the box that hung there is not counted on
        return
    moved: Counter[str] = Counter()
    for transfer in transfers:
        moved[transfer.source] -= transfer.amount
        moved[transfer.target] += transfer.amount
    on = 0
    for account, amount in moved.items():
        held = holds(before, account)
        if held is None:
            continue
        on += amount
        if holds(after, account) != held + amount:
            message = f"{account}: {amount} moved, the table says {holds(after, account)} of {held}"
            raise InvariantError(message)
    if on_table(after) - on_table(before) != on:
        message = f"the table has {on_table(after)} after {on_table(before)}, and {on} moved"
        raise InvariantError(message)


def _covers(state: TableState) -> dict[str, int]:
    """Give the covers that lie on a table, by the number of their round."""
    found = {}
    if state.round is not None and state.round.cover is not None:
        found[str(state.round.number)] = state.round.cover.amount
    if state.dealership.cover is not None:
        found[str(state.round_number + 1)] = state.dealership.cover.amount
    return found
