"""What a patron is told when a hand of his was void or was settled again."""

from __future__ import annotations

from puntobanco.house.records import Ruling, SettledRound
from puntobanco.house.shown.board import Result
from puntobanco.house.shown.own import Ruled


def ruled(hand: SettledRound, ruling: Ruling, patron: str) -> Ruled:
    """Give why it was, and what it moved of a patron's chips."""
    moves = [move for move in ruling.moves if move.who == patron]
    back = 0 if ruling.was else _given_back(hand, patron)
    return Ruled(
        cause=ruling.cause,
        reason=ruling.reason,
        was=_result(ruling.was) if ruling.was else None,
        moved=back + sum(move.amount for move in moves),
        to="wallet" if any(move.to == "wallet" for move in moves) else "rack",
        owes=sum(claim.amount for claim in ruling.claims if claim.debtor == patron),
        owed=sum(claim.amount for claim in ruling.claims if claim.creditor == patron),
        forgiven=any(claim.number == 0 for claim in ruling.claims),
    )


def _given_back(void: SettledRound, patron: str) -> int:
    """Give what went back to a patron: his wagers, or the cover that was his."""
    bank = void.player_dealer
    cover = bank.cover if bank and bank.patron == patron else 0
    return cover + sum(line.returned for line in void.of(patron))


def _result(was: SettledRound) -> Result | None:
    coup = was.coup
    if coup is None:
        return None
    totals = coup.hands.player.total, coup.hands.banker.total
    return Result(coup.winner.value, *totals, was.calls)
