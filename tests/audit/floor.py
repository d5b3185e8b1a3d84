"""The table itself: open, suspended, limits, boxes, closed."""

from typing import Any

from msgspec.structs import replace

from puntobanco.table import events as ev
from tests.audit.books import Audit, on
from tests.audit.terms import hashes_of, said, terms_of
from tests.oracle.rotation import offer_is_due


@on(ev.TableOpened)
def opened(books: Audit, event: ev.TableOpened) -> None:
    """A table opens once, with a rotation exactly where a player-dealer banks."""
    books.check(books.terms is None, "opened twice")
    books.check(books.table in {"", event.table}, "another table's log")
    books.terms, books.table = terms_of(event, books.game), event.table
    books.opening = event
    books.check(books.terms.is_house != bool(event.rotation), "a rotation and its bank")
    _hang(books, event)


@on(ev.TableClosed)
def closed(books: Audit, _: ev.TableClosed) -> None:
    """Nobody and nothing is left on a table that closes."""
    books.check(books.terms is not None, "closed twice")
    books.check(not books.phase and not books.places and not books.behind, "people or a round")
    books.check(not books.racks and not books.posted and books.holder is None, "chips are left")
    books.check(not books.held and not books.proposals, "something waits for a ruling")
    books.terms, books.suspended, books.broken, books.line = None, False, None, ""
    books.holds, books.declined, books.offer, books.began = [], set(), None, None
    books.hands, books.last, books.put_away = 0, None, None
    books.played, books.agreed, books.opening = {}, {}, None


@on(ev.TableSuspended)
def suspended(books: Audit, event: ev.TableSuspended) -> None:
    """Somebody suspended it."""
    books.check(not books.suspended and bool(event.by), "INV12: suspended")
    books.suspended = True


@on(ev.TableResumed)
def resumed(books: Audit, event: ev.TableResumed) -> None:
    """Somebody lets it go on; a game that had ended for its rotation begins anew."""
    books.check(bool(books.suspended or books.broken) and bool(event.by), "INV12: resumed")
    if books.broken:
        books.broken, books.began = None, None
    books.suspended = False


@on(ev.MessageSet)
def message_set(books: Audit, event: ev.MessageSet) -> None:
    """Somebody wrote another line than stood there; it moves nothing."""
    books.check(bool(event.by) and event.text != books.line, f"INV12: {event}")
    books.line = event.text


@on(ev.LimitsChanged)
def limits_changed(books: Audit, event: ev.LimitsChanged) -> None:
    """Other limits come between two rounds, as somebody proposed and another approved."""
    matter = _agreed(books, event.number, event.by, event.approved)
    names = ("limits", "cover_min", "cover_max", "aggregate", "differential")
    after = {name: getattr(event, name) for name in names}
    books.check(
        isinstance(matter, ev.ChangeLimits)
        and after == {name: getattr(matter, name) for name in names},
        f"INV12: {event} is not what was approved",
    )
    _change(books, said(event.before), after)


@on(ev.TermsChanged)
def terms_changed(books: Audit, event: ev.TermsChanged) -> None:
    """D3: other terms come where each of them may, as somebody proposed and another approved."""
    matter, after = _agreed(books, event.number, event.by, event.approved), said(event.after)
    books.check(
        isinstance(matter, ev.ChangeTerms) and after.items() <= said(matter.terms).items(),
        f"INV12: {event} is not what was approved",
    )
    old, holder = books.open_terms, books.holder
    _change(books, said(event.before), after)
    new = books.open_terms
    hashes = hashes_of(books.opening.sheet if books.opening else "")
    books.check((event.sheet_hash, event.venue_hash) == hashes, "D3: the hash of another sheet")
    books.check(old.is_house == new.is_house, "D3: another bank")
    if (old.bets, old.calls, old.decks, old.venue["shoe"], old.venue["cover"]) != (
        new.bets,
        new.calls,
        new.decks,
        new.venue["shoe"],
        new.venue["cover"],
    ):
        books.check(not books.in_shoe and books.uncounted is None, "D3: another game in a shoe")
        books.put_away = None
    if "rotation" in after:
        due = offer_is_due(old.require_regime, books.hands)
        books.check(holder is None or due, "D3: another rotation in a turn")
        if not books.broken:
            books.holds = [hold for hold in books.holds if hold.ended is None]
            books.began = event.at if holder else None


def _agreed(books: Audit, number: int, by: str, approved: str) -> ev.AnyMatter | None:
    """What two people agreed to, once."""
    found = books.agreed.pop(number, None)
    people = (found[0].by, found[1]) if found else None
    books.check(people == (by, approved), f"INV12: {number} by {by} and {approved}: {people}")
    return found[0].matter if found else None


def _change(books: Audit, before: dict[str, Any], after: dict[str, Any]) -> None:
    """The table is as if it had been opened so; nothing changes in a round or under an offer."""
    opening = books.opening
    assert opening is not None, "other terms of a table that is not open"
    books.check(not books.phase and books.offer is None, "INV7: other terms in a round")
    stood = {name: getattr(opening, name) for name in before}
    books.check(before == stood and before.keys() == after.keys(), f"D3: {before}, it was {stood}")
    books.opening = replace(opening, **after)
    books.terms = terms_of(books.opening, books.game)


@on(ev.BoxChanged)
def box_changed(books: Audit, event: ev.BoxChanged) -> None:
    """The box that leaves holds what the ledger says, and so does the one that comes."""
    books.check(not books.phase, "INV7: a box in a round")
    books.check((event.before, event.held) == (books.box, books.boxed), f"INV16: {event}")
    _hang(books, event)


def _hang(books: Audit, event: ev.TableOpened | ev.BoxChanged) -> None:
    books.check(event.boxed == books.drops[event.box], f"INV16: {event.boxed} in {event.box}")
    books.box, books.boxed = event.box, event.boxed
