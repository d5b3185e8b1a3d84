"""A shoe of results alone: hands entered whole, changed, put in and taken out."""

from puntobanco.table import events as ev
from tests.audit.books import Audit, on
from tests.oracle import cards as plain
from tests.oracle import coup as plain_coup

ANY_SUIT = "S"  # of a card that was recorded by its rank


@on(ev.HandChanged)
def hand_changed(books: Audit, event: ev.HandChanged) -> None:
    """It was what was entered, and somebody says what it is."""
    _was(books, event.shoe, event.hand, event.was, event.by)
    check_hand(books, event.now)
    if 1 <= event.hand <= len(books.hands_of_shoe):
        books.hands_of_shoe[event.hand - 1] = event.now


@on(ev.HandInserted)
def hand_inserted(books: Audit, event: ev.HandInserted) -> None:
    """It stands before the hand that had its number."""
    fits = event.shoe == books.shoe and 1 <= event.hand <= len(books.hands_of_shoe)
    books.check(fits and bool(event.by), f"INV4: {event}")
    check_hand(books, event.now)
    books.hands_of_shoe.insert(event.hand - 1, event.now)
    for played in books.played.values():
        if played.shoe == books.shoe and played.hand >= event.hand:
            played.hand += 1


@on(ev.HandDeleted)
def hand_deleted(books: Audit, event: ev.HandDeleted) -> None:
    """What was entered is out; undone, it was the newest."""
    _was(books, event.shoe, event.hand, event.was, event.by)
    newest = event.hand == len(books.hands_of_shoe)
    books.check(event.reason != "undone" or newest, f"INV4: {event} is not the newest")
    del books.hands_of_shoe[event.hand - 1]
    of_shoe = {n: played for n, played in books.played.items() if played.shoe == books.shoe}
    for number, played in of_shoe.items():
        if played.hand == event.hand:
            del books.played[number]
        elif played.hand > event.hand:
            played.hand -= 1
    if event.reason == "undone" and books.more is not None:
        books.more += 1


@on(ev.ShoeTakenBack)
def shoe_taken_back(books: Audit, event: ev.ShoeTakenBack) -> None:
    """The shoe before comes back as it was; no hand came out of the one that goes."""
    books.check(not books.phase and bool(event.by), "INV7: a shoe taken back in a round")
    books.check(not books.in_shoe or not books.hands_of_shoe, f"INV8: {event} over hands")
    if books.put_away is None:
        books.check(False, f"INV8: {event}, and none was put away")
        return
    for name, value in books.put_away.items():
        setattr(books, name, value)
    books.check(event.shoe == books.shoe, f"INV8: {event}, it was {books.shoe}")
    books.in_shoe, books.put_away = True, None


@on(ev.CutCardMarked)
def cut_card_marked(books: Audit, event: ev.CutCardMarked) -> None:
    """The hand that is dealt, and as many more as the house rules say."""
    books.check(event.shoe == books.shoe and books.more is None, f"4.1: {event}")
    last = books.open_terms.venue["shoe"]["last"]
    books.more = 1 if last == "current" else 2


@on(ev.HandsLimited)
def hands_limited(books: Audit, event: ev.HandsLimited) -> None:
    """Somebody limits the hands of a shoe."""
    books.check(bool(event.by) and (event.hands is None or event.hands > 0), f"{event}")


def check_hand(books: Audit, hand: ev.Hand) -> None:
    """Cards that were recorded make a coup with its winner, and marks are of its kind."""
    if not hand.cards:
        return
    codes = [code if len(code) > 1 else code + ANY_SUIT for code in hand.cards]
    try:
        facts = plain_coup.facts_of(plain.cards(" ".join(codes)))
    except plain_coup.WrongCoupError as error:
        books.check(False, f"INV7: {hand} is no coup: {error!r}")
        return
    winner = facts.result.partition("_")[0].lower()
    books.check(winner == hand.winner, f"CORE-8: {hand}, {winner} won")


def _was(books: Audit, shoe: int, hand: int, was: ev.Hand, by: str) -> None:
    held = books.hands_of_shoe
    stood = held[hand - 1] if 1 <= hand <= len(held) else None
    right = shoe == books.shoe and stood is not None and stood.winner == was.winner
    books.check(right and bool(by), f"INV4: hand {hand} was {was}, entered {stood}")
