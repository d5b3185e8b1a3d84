"""How much may lie where (1.6, 1.9): limits, what a bet requires, caps, and the fee in the rack."""

from puntobanco.table import events as ev
from tests.audit.books import Audit, OnFelt
from tests.oracle.collection import owed_by
from tests.oracle.settlement import Wager


def fits(books: Audit, on: OnFelt) -> bool:
    """Whether a wager that has grown is one of the table's, and within its limits."""
    terms = books.open_terms
    bet = terms.bets.get(on.bet)
    if bet is None or (on.line == "back" and not bet["back_line"]):
        return False
    least, most = terms.limits[on.bet]
    return (
        least <= on.amount <= most
        and on.amount % terms.unit == 0
        and _within_aggregate(books, on.bet)
        and within_differential(books, on.bet)
    )


def check_stack(books: Audit, event: ev.WagersSet, *, grown: bool) -> None:
    """What lies there together may: each bettor satisfies what a bet requires himself (WAG-6).

    To take chips off, nobody needs the fee.
    """
    terms = books.open_terms
    mine = [(name, on) for name, on in books.felt.items() if on.patron == event.patron]
    stack = {
        on.bet: on.amount for _, on in mine if (on.place, on.line) == (event.place, event.line)
    }
    for name, amount in stack.items():
        bet = terms.bets[name]
        bases = [stack[base] for base in bet["requires"] if base in stack]
        books.check(bool(bases) or not bet["requires"], f"1.9: {name} without a main bet")
        capped = bet["cap"] == "none" or amount <= max(bases, default=0)
        books.check(capped, f"WAG-3: {name} is above its base")
    mains = {on.bet for _, on in mine} & terms.mains
    books.check(terms.venue["opposite_mains"] or len(mains) <= 1, f"WAG-5: {mains}")
    if grown:
        fees = 0
        for place, line in {(on.place, on.line) for _, on in mine}:
            wagers = [
                Wager(ident, on.place, on.patron, on.line, on.bet, on.amount)
                for ident, on in mine
                if (on.place, on.line) == (place, line)
            ]
            fees += sum(fee.amount for fee in owed_by(terms.posting, wagers))
        kept = terms.minutes is not None or books.racks[event.patron] >= fees
        books.check(kept, f"1.9: {event.patron} cannot pay {fees}")


def _within_aggregate(books: Audit, bet: str) -> bool:
    """WAG-3: what all wagers on a side bet could win together."""
    terms = books.open_terms
    if terms.aggregate is None or bet in terms.mains:
        return True
    numerator, denominator = terms.best_odds(bet)
    total = sum(on.amount for on in books.felt.values() if on.bet == bet)
    return total * numerator <= terms.aggregate * denominator


def within_differential(books: Audit, bet: str) -> bool:
    """WAG-3: how far the money on a main bet is from that on another, above it or below it."""
    terms = books.open_terms
    if terms.differential is None or bet not in terms.mains:
        return True
    totals = dict.fromkeys(terms.mains, 0)
    for on in books.felt.values():
        if on.bet in totals:
            totals[on.bet] += on.amount
    return all(abs(totals[bet] - total) <= terms.differential for total in totals.values())
