"""People and their chips."""

from puntobanco.table import events as ev
from tests.audit.books import Audit, on


@on(ev.SeatTaken)
def seat_taken(books: Audit, event: ev.SeatTaken) -> None:
    """One place a patron unless the venue allows two; one patron a place, so many behind it."""
    terms, patron, place = books.open_terms, event.patron, event.place
    books.check(1 <= place <= terms.places, f"no such place {place}")
    positions = books.positions(patron)
    books.check(not positions or terms.venue["second_place"], f"{patron} sits twice")
    books.check(place not in [held for held, _ in positions], f"{patron} is at {place} already")
    if event.line == "back":
        standing = books.behind.setdefault(place, [])
        standing.append(patron)
        books.check(len(standing) <= terms.back_line, f"{len(standing)} behind place {place}")
    else:
        books.check(place not in books.places, f"place {place} is taken")
        books.places[place] = patron
    if event.kind == "third-party":
        books.third_parties.add(patron)
        most = terms.third_parties
        books.check(most is None or len(books.third_parties) <= most, "2.7: third parties")
    books.racks.setdefault(patron, 0)


@on(ev.SeatLeft)
def seat_left(books: Audit, event: ev.SeatLeft) -> None:
    """Nobody leaves wagers or a cover behind; the last place takes the whole rack along."""
    patron, place, line = event.patron, event.place, event.line
    books.check((place, line) in books.positions(patron), "somebody else's place")
    lying = [on for on in books.felt.values() if (on.patron, on.place) == (patron, place)]
    books.check(not lying, "wagers left")
    for cover in (books.cover, books.posted):
        books.check(cover is None or (cover.patron, cover.place) != (patron, place), "cover left")
    holder = books.holder
    books.check(holder is None or (holder.patron, holder.place) != (patron, place), "turn left")
    over = books.breaks.get(patron)
    books.check(event.reason != "break-over" or (over or 0) <= books.at, "INV14: break not over")
    if line == "back":
        books.behind[place].remove(patron)
        if not books.behind[place]:
            del books.behind[place]
    else:
        books.places.pop(place, None)
    if books.positions(patron):
        books.check(event.rack == 0, f"{event.rack} goes, and he stays")
        return
    books.check(books.racks[patron] == event.rack, f"{event.rack} is not the rack")
    del books.racks[patron]
    books.left[patron] += event.rack
    books.breaks.pop(patron, None)
    books.charged.pop(patron, None)
    books.betted.pop(patron, None)
    books.third_parties.discard(patron)


@on(ev.BoughtIn)
def bought_in(books: Audit, event: ev.BoughtIn) -> None:
    """Chips come from the wallet of somebody who is there."""
    books.check(bool(books.positions(event.patron)), f"{event.patron} is not seated")
    whole = event.amount > 0 and event.amount % books.open_terms.unit == 0
    books.check(whole, f"bought in for {event.amount}")
    books.racks[event.patron] += event.amount
    books.bought[event.patron] += event.amount


@on(ev.CashedOut)
def cashed_out(books: Audit, event: ev.CashedOut) -> None:
    """Chips go to the wallet of somebody who stays, and never those on the felt."""
    books.check(event.amount > 0, f"cashed out {event.amount}")
    books.check(event.amount <= books.racks[event.patron], f"INV3: {event} of {books.racks}")
    books.racks[event.patron] -= event.amount
    books.left[event.patron] += event.amount


@on(ev.BreakStarted)
def break_started(books: Audit, event: ev.BreakStarted) -> None:
    """A break ends in the future."""
    books.check(event.until > books.at and event.patron not in books.breaks, f"{event}")
    books.breaks[event.patron] = event.until


@on(ev.BreakEnded)
def break_ended(books: Audit, event: ev.BreakEnded) -> None:
    """Only who is away comes back."""
    books.check(books.breaks.pop(event.patron, None) is not None, f"{event} was not away")
