"""The transfers that an event means.

A wager leaves the rack when it is accepted, into an escrow of its own; a cover likewise. Settlement
or void empties every escrow of the round and the cover. A house bank pays from and takes into
``house``; a player-dealer's round moves nothing into or out of the house but collection.
"""

from __future__ import annotations

from collections.abc import Iterable

from puntobanco.ledger import HOUSE, Transfer, cover, dispute, drop, escrow, rack, wallet
from puntobanco.table import events as ev
from puntobanco.table.state import TableState


def postings(before: TableState, event: ev.AnyEvent) -> tuple[Transfer, ...]:
    """Give the transfers of an event, from the state before it."""
    return tuple(
        Transfer(source, target, amount)
        for source, target, amount in _moves(before, event)
        if amount
    )


_Moves = Iterable[tuple[str, str, int]]


def _moves(before: TableState, event: ev.AnyEvent) -> _Moves:  # noqa: C901, PLR0912
    if before.setup is None:
        return ()
    table = before.setup.table
    match event:
        case ev.BoughtIn():
            return [(wallet(event.patron), rack(table, event.patron), event.amount)]
        case ev.CashedOut():
            return [(rack(table, event.patron), wallet(event.patron), event.amount)]
        case ev.SeatLeft():
            return [(rack(table, event.patron), wallet(event.patron), event.rack)]
        case ev.CoverPosted():
            return _posted(before, event)
        case ev.FreeHandOpened():
            return _carried(before, event)
        case ev.CoverReduced():
            return _reduced(before, event)
        case ev.WagersSet():
            return _wagers(before, event)
        case ev.WagersReturned():
            return _returned(table, event.round, event.wagers)
        case ev.CollectionTaken():
            return _collected(before, event)
        case ev.RoundSettled():
            return _settled(table, event)
        case ev.RoundVoided():
            return _voided(before, event)
        case ev.RoundCorrected():
            return _corrected(before, event)
        case ev.AmountHeld():
            return [(rack(table, event.patron), dispute(table), event.amount)]
        case ev.AmountReleased():
            return [(dispute(table), _chips(table, event.patron, event.to), event.amount)]
        case ev.ClaimPaid():
            claim = before.claims[event.number]
            target = _chips(table, claim.creditor, event.to)
            return [(rack(table, claim.debtor), target, event.amount)]
        case _:
            return ()


def _chips(table: str, who: str, to: str) -> str:
    """Name the account of somebody's chips: an empty name is the house."""
    if not who:
        return HOUSE
    return rack(table, who) if to == "rack" else wallet(who)


def _posted(before: TableState, event: ev.CoverPosted) -> _Moves:
    posted = before.dealership.cover
    more = event.amount - (posted.amount if posted else 0)
    table = before.game.table
    mine, stands = rack(table, event.patron), cover(table, event.round)
    return [(mine, stands, more)] if more > 0 else [(stands, mine, -more)]


def _carried(before: TableState, event: ev.FreeHandOpened) -> _Moves:
    """A cover that is posted for the next round waits for the one after a hand without wagers."""
    posted, table = before.dealership.cover, before.game.table
    if posted is None:
        return ()
    return [(cover(table, event.round), cover(table, event.round + 1), posted.amount)]


def _reduced(before: TableState, event: ev.CoverReduced) -> _Moves:
    stood, table = before.require_cover, before.game.table
    return [(cover(table, event.round), rack(table, stood.patron), stood.amount - event.amount)]


def _wagers(before: TableState, event: ev.WagersSet) -> _Moves:
    """Chips taken off first, so that the rack holds what goes on."""
    table = before.game.table
    mine = rack(table, event.patron)
    held = before.round.wagers if before.round else {}
    off, on = [], []
    for spot in event.spots:
        stands = escrow(table, event.round, spot.wager)
        moved = spot.amount - (held[spot.wager].amount if spot.wager in held else 0)
        if moved > 0:
            on.append((mine, stands, moved))
        else:
            off.append((stands, mine, -moved))
    return (*off, *on)


def _returned(table: str, number: int, wagers: Iterable[ev.Returned]) -> _Moves:
    return [
        (escrow(table, number, back.wager), rack(table, back.patron), back.amount)
        for back in wagers
    ]


def _collected(before: TableState, event: ev.CollectionTaken) -> _Moves:
    table = before.game.table
    box = drop(table, event.box)
    fees = [(rack(table, fee.patron), box, fee.amount) for fee in event.fees]
    stood = before.require_round.cover
    if stood is not None:
        fees.append((rack(table, stood.patron), box, event.player_dealer))
    return fees


def _settled(table: str, event: ev.RoundSettled) -> _Moves:
    """Take and pay in the order settled; the player-dealer keeps what his cover then holds."""
    covered = event.player_dealer
    bank = cover(table, event.round) if covered else HOUSE
    moves = []
    for line in event.lines:
        stands, mine = escrow(table, event.round, line.wager), rack(table, line.patron)
        moves += [
            (stands, bank, line.collected),
            (stands, mine, line.returned),
            (bank, mine, line.paid),
        ]
    if covered:
        moves.append((bank, rack(table, covered.patron), covered.cover + covered.net))
    return moves


def _voided(before: TableState, event: ev.RoundVoided) -> _Moves:
    table = before.game.table
    moves = list(_returned(table, event.round, event.wagers))
    box = drop(table, before.box)
    moves += [(box, rack(table, fee.patron), fee.amount) for fee in event.fees]
    stood = before.require_round.cover
    if stood is not None:
        mine = rack(table, stood.patron)
        moves.append((cover(table, event.round), mine, event.cover))
        moves.append((box, mine, event.player_dealer_fee))
    return moves


def _corrected(before: TableState, event: ev.RoundCorrected) -> _Moves:
    """Collect what can be recovered first, so that it can be given to whom it belongs."""
    table = before.game.table
    taken = [
        (_chips(table, move.who, move.to), dispute(table), -move.amount)
        for move in event.moves
        if move.amount < 0
    ]
    given = [
        (dispute(table), _chips(table, move.who, move.to), move.amount)
        for move in event.moves
        if move.amount > 0
    ]
    return (*taken, *given)
