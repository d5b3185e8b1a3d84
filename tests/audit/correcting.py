"""A correction: the round as it should be, less what each really has from it."""

from collections import Counter

from puntobanco.table import events as ev
from tests.audit.books import Audit, OnFelt, Played, on
from tests.audit.rounds import BANK, check_band, check_settlement, nets


@on(ev.RoundCorrected)
def round_corrected(books: Audit, event: ev.RoundCorrected) -> None:
    """It undoes what stands, settles again as the oracle does, and moves just the difference."""
    before = books.played.get(event.round)
    ruling = books.ruling.matter if books.ruling else None
    if before is None or not isinstance(ruling, ev.CorrectRound):
        books.check(False, f"INV12: {event} of {before} under {ruling}")
        return
    books.check(ruling.round == event.round, f"INV12: {event.round}, approved {ruling.round}")
    books.check(event.correction == before.corrections + 1, f"INV9: {event.correction}")
    books.check(event.reversed == before.lines, f"INV4: {event.reversed}, stood {before.lines}")
    after = Played(
        before.shoe,
        _less(books, before.wagers, ruling.spots),
        before.cover,
        list(ruling.cards) or before.cards,
        event.lines,
        corrections=event.correction,
        terms=before.terms,
        hand=before.hand,
    )
    check_settlement(books, after, event.lines, event.button, event.player_dealer)
    due, after.got = nets(books, after), Counter(before.got)
    due.subtract(before.got)
    _check_moves(books, event, due)
    for move in event.moves:
        books.give(move.who, move.amount, move.to)
        after.got[move.who] += move.amount
    check_band(books, after)
    for number in before.claims:  # this correction says anew what is still to move
        books.claims.pop(number, None)
    if event.shortfall == "claim":
        for claim in event.claims:
            books.check(claim.number == books.claim_number + 1, f"INV9: {claim}")
            books.claims[claim.number] = claim
            books.claim_number = claim.number
            after.claims.add(claim.number)
    _other_cards(books, before, after)
    if books.open_terms.cards == "results":
        hands = books.hands_of_shoe if books.in_shoe and before.shoe == books.shoe else None
        if books.put_away and books.put_away["shoe"] == before.shoe:
            hands = books.put_away["hands_of_shoe"]
        if hands:
            hands[before.hand - 1] = ev.Hand(event.winner, event.marks, event.cards)
    books.played[event.round] = after


def _other_cards(books: Audit, before: Played, after: Played) -> None:
    """P1, INV8: other cards are out of that shoe than was thought, and perhaps more or fewer."""
    if books.open_terms.cards == "results" or before.shoe != books.shoe:
        return
    books.seen.subtract(before.cards)
    books.seen.update(after.cards)
    if books.in_shoe:
        many = [card for card, count in books.seen.items() if count > books.decks]
        books.check(not many, f"INV8: {many} are there too often")
    elif books.uncounted is not None:
        books.uncounted += len(before.cards) - len(after.cards)


def _less(books: Audit, wagers: dict[str, OnFelt], spots: tuple[ev.Spot, ...]) -> dict[str, OnFelt]:
    """WAG-1: after the first card a wager only ever becomes less, or goes."""
    after = dict(wagers)
    for spot in spots:
        lay = after.pop(spot.wager, None)
        if lay is None or spot.amount > lay.amount:
            books.check(False, f"WAG-1: {spot} of {lay}")
        elif spot.amount:
            after[spot.wager] = OnFelt(lay.place, lay.patron, lay.bet, spot.amount, lay.line)
    return {name: after[name] for name in wagers if name in after}


def _check_moves(books: Audit, event: ev.RoundCorrected, due: Counter[str]) -> None:
    """Nobody gives or gets more than he is due; what is short is a claim, or is forgiven."""
    books.check(sum(due.values()) == 0, f"INV1: {due}")
    books.check(sum(move.amount for move in event.moves) == 0, f"INV1: {event.moves}")
    moved: Counter[str] = Counter()
    for move in event.moves:
        moved[move.who] += move.amount
    owes: Counter[str] = Counter()
    waits: Counter[str] = Counter()
    for claim in event.claims:
        books.check(claim.amount > 0, f"INV3: {claim}")
        owes[claim.debtor] += claim.amount
        waits[claim.creditor] += claim.amount
    numbered = all((claim.number > 0) == (event.shortfall == "claim") for claim in event.claims)
    books.check(numbered, f"4.2: {event.claims}, {event.shortfall}")
    is_house = books.open_terms.is_house
    for who in {*due, *moved}:
        short = due[who] - moved[who]
        books.check(waits[who] - owes[who] == short, f"INV6: {who!r} is short {short}")
        if who != BANK:  # the house pays first what its debtors owe it still
            right = moved[who] * due[who] >= 0 and abs(moved[who]) <= abs(due[who])
            books.check(right, f"INV6: {who!r} moves {moved[who]}, due {due[who]}")
            paid = not is_house or due[who] <= 0 or short == 0
            books.check(paid, f"INV6: the house owes {who} {short}")
