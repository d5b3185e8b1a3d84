"""The position of player-dealer: offers in the order of 2.7, turns, covers, breaches."""

from puntobanco.table import events as ev
from tests.audit.books import Audit, Cover, on
from tests.oracle import rotation
from tests.oracle.collection import step_fee


@on(ev.PlayerDealerOffered)
def offered(books: Audit, event: ev.PlayerDealerOffered) -> None:
    """The position goes to whose turn it is, on the table's terms."""
    terms = books.open_terms
    books.check(not books.phase or books.is_free, "2.7: offered in a round")
    books.check(books.offer is None, "2.7: two offers at once")
    due = books.holder is None or rotation.offer_is_due(terms.require_regime, books.hands)
    goes_round = bool(books.declined)  # what was offered because of it is offered to the end
    books.check(due or goes_round or _lacks_cover(books), "2.7: offered too soon")
    asked = _asked(books)
    books.check(
        asked is not None and (asked.place, asked.patron) == (event.place, event.patron),
        f"2.7: offered to {event.place}, it is {asked}'s turn",
    )
    fee = step_fee(terms.posting.player_dealer, 0)
    books.check((event.minimum, event.fee) == (terms.cover_min, fee), f"2.7: terms {event}")
    books.offer = event


@on(ev.PlayerDealerDeclined)
def declined(books: Audit, event: ev.PlayerDealerDeclined) -> None:
    """Only who was asked declines."""
    _answers(books, event.place, event.patron)
    books.declined.add(event.place)


@on(ev.AllDeclined)
def all_declined(books: Audit, _: ev.AllDeclined) -> None:
    """Everybody was asked, and nobody holds the position."""
    books.check(_asked(books) is None, "2.7: somebody was not asked")
    books.check(books.holder is None, "2.7: somebody holds it all the same")
    books.declined = set()


@on(ev.PlayerDealerAccepted)
def accepted(books: Audit, event: ev.PlayerDealerAccepted) -> None:
    """Who was asked has it, in time; another's turn ended before."""
    offer = books.offer
    in_time = offer is not None and (offer.deadline is None or books.at < offer.deadline)
    books.check(in_time, "INV7: accepted too late")
    _answers(books, event.place, event.patron)
    third = event.patron in books.third_parties
    books.check((event.kind == "third-party") == third, f"2.7: {event.kind}")
    books.check(event.at == books.at, "INV14: another time within")
    holder = books.holder
    if holder is None:
        books.last = rotation.Hold(event.patron, event.place, third, event.at)
        books.holds.append(books.last)
        books.turn_hands = 0
    else:
        same = (holder.patron, holder.place) == (event.patron, event.place)
        books.check(same, f"2.7: {holder} still holds it")
    books.hands, books.declined, books.broken = 0, set(), None
    if books.began is None:
        books.began = event.at


@on(ev.PlayerDealerEnded)
def ended(books: Audit, event: ev.PlayerDealerEnded) -> None:
    """A turn ends between two rounds, and its cover has gone back."""
    holder = books.holder
    books.check(
        holder is not None and (holder.patron, holder.place) == (event.patron, event.place),
        f"2.7: {event} is not the holder's",
    )
    books.check(books.cover is None or event.reason == "short", "INV7: a turn ended in a round")
    books.check(books.posted is None, "INV5: its cover lies there still")
    if holder is not None:
        books.holds[-1] = holder._replace(ended=event.at)


@on(ev.CoverPosted)
def cover_posted(books: Audit, event: ev.CoverPosted) -> None:
    """The holder's, for the next round, between the table's limits; what lay there goes back."""
    terms, before = books.open_terms, books.posted
    holder = books.holder
    between = not books.phase or books.is_free
    books.check(between and event.round == books.number + 1, f"INV7: {event}")
    books.check(
        holder is not None and (holder.patron, holder.place) == (event.patron, event.place),
        f"2.7: {event} by another than {holder}",
    )
    lay = before.amount if before else 0
    books.check(lay != event.amount, f"{event} changes nothing")
    books.racks[event.patron] += lay - event.amount
    if event.amount:
        most = terms.cover_max or event.amount
        fits = terms.cover_min <= event.amount <= most and event.amount % terms.unit == 0
        books.check(fits, f"2.7: a cover of {event.amount}")
    books.posted = Cover(event.place, event.patron, event.amount) if event.amount else None
    books.usual = event.amount


@on(ev.CoverReduced)
def cover_reduced(books: Audit, event: ev.CoverReduced) -> None:
    """Less lay there than was said: the rest was never at risk, as somebody approved."""
    cover = books.cover
    books.check(books.ruling is not None, "INV12: nobody approved")
    books.check(event.round == books.number and cover is not None, f"INV7: {event}")
    if cover is not None:
        books.check(0 <= event.amount < cover.amount, f"{event} of {cover}")
        books.racks[cover.patron] += cover.amount - event.amount
        cover.amount = event.amount


@on(ev.RotationBroken)
def rotation_broken(books: Audit, event: ev.RotationBroken) -> None:
    """The regime stops the game for what it has come to, and for as long as it says."""
    ended = books.holds  # the turn ended with the breach, a moment ago
    books.holds = [hold._replace(ended=None) if hold.ended == books.at else hold for hold in ended]
    code = broken_by(books)
    books.holds = ended
    books.check(code == event.code, f"2.7: {event.code}, it is {code}")
    books.check(books.holder is None and not books.phase, "2.7: a turn goes on")
    until = rotation.pause_until(books.open_terms.require_regime, books.at)
    books.check(event.until == until, f"2.7: until {event.until}, not {until}")
    books.broken = (event.code, event.until)
    books.offer, books.declined = None, set()
    books.holds, books.began = [], event.until  # the count begins anew


def broken_by(books: Audit) -> str | None:
    """What the regime says now."""
    began = books.at if books.began is None else books.began
    return rotation.breach(books.open_terms.require_regime, began, books.holds, books.at)


def check_opening(books: Audit) -> None:
    """2.7: betting opens for a holder who is there, has covered, and need not offer first."""
    terms, holder = books.open_terms, books.holder
    if terms.is_house:
        books.check(books.posted is None, "INV6: a house that covers")
    if terms.is_house or terms.cards == "results":
        return
    books.check(holder is not None and books.posted is not None, "2.7: opened without a cover")
    books.check(books.offer is None, "2.7: opened while an offer stands")
    due = rotation.offer_is_due(terms.require_regime, books.hands)
    books.check(not due, "2.7: opened, an offer is due")
    books.check(broken_by(books) is None, f"2.7: opened in spite of {broken_by(books)}")
    books.check(books.broken is None, f"2.7: opened in spite of {books.broken}")
    if holder is not None:
        books.check(holder.patron not in books.breaks, "2.7: opened, its holder is away")


def _lacks_cover(books: Audit) -> bool:
    """Whether the holder is away, or has posted nothing and cannot post what is usual."""
    terms, holder = books.open_terms, books.holder
    if holder is None or holder.patron in books.breaks:
        return True
    rack = books.racks[holder.patron] - step_fee(terms.posting.player_dealer, 10**12)
    left = rack // terms.unit * terms.unit
    usual = min(books.usual, left, terms.cover_max or left)
    return books.posted is None and usual < terms.cover_min


def _answers(books: Audit, place: int, patron: str) -> None:
    offer, books.offer = books.offer, None
    books.check(
        offer is not None and (offer.place, offer.patron) == (place, patron),
        f"2.7: {patron} at {place} answers {offer}",
    )


def _asked(books: Audit) -> rotation.Sitter | None:
    terms = books.open_terms
    there = [sitter for sitter in books.sitters if sitter.patron not in books.breaks]
    eligible = [s for s in there if books.betted[s.patron] >= terms.eligible_after]
    here = eligible or there  # at a fresh table nobody has wagered enough
    return rotation.next_asked(
        terms.require_regime, here, terms.places, books.last, books.declined, books.turn_hands
    )
