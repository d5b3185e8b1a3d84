"""The table itself: open, suspended, limits, boxes, closed."""

from puntobanco.table import events as ev
from tests.audit.books import Audit, on
from tests.audit.terms import limits_of, terms_of


@on(ev.TableOpened)
def opened(books: Audit, event: ev.TableOpened) -> None:
    """A table opens once, with a rotation exactly where a player-dealer banks."""
    books.check(books.terms is None, "opened twice")
    books.check(books.table in {"", event.table}, "another table's log")
    books.terms, books.table = terms_of(event, books.game), event.table
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
    books.played = {}


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
    books.check(not books.phase, "INV7: limits in a round")
    ruled = books.ruling.matter if books.ruling else None
    books.check(isinstance(ruled, ev.ChangeLimits), "INV12: nobody approved of these limits")
    if isinstance(ruled, ev.ChangeLimits):
        same = (ruled.limits, ruled.cover_min, ruled.cover_max) == (
            event.limits,
            event.cover_min,
            event.cover_max,
        )
        books.check(same, f"INV12: {event} is not what was approved")
    terms = books.open_terms
    terms.limits = limits_of(event.limits)
    terms.cover_min, terms.cover_max = event.cover_min, event.cover_max
    terms.aggregate, terms.differential = event.aggregate, event.differential


@on(ev.BoxChanged)
def box_changed(books: Audit, event: ev.BoxChanged) -> None:
    """The box that leaves holds what the ledger says, and so does the one that comes."""
    books.check(not books.phase, "INV7: a box in a round")
    books.check((event.before, event.held) == (books.box, books.boxed), f"INV16: {event}")
    _hang(books, event)


def _hang(books: Audit, event: ev.TableOpened | ev.BoxChanged) -> None:
    books.check(event.boxed == books.drops[event.box], f"INV16: {event.boxed} in {event.box}")
    books.box, books.boxed = event.box, event.boxed
