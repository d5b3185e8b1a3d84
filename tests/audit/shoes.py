"""The shoe and its cards: prepared, cut, burned, dealt in order, counted."""

from puntobanco.table import events as ev
from tests.audit.books import OF_A_SHOE, Audit, on
from tests.audit.rounds import check_collected
from tests.audit.tracking import check_hand
from tests.oracle import cards as plain
from tests.oracle import coup as plain_coup

BURN = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
STEPS = ("opened", "verified", "spread", "washed", "stacked", "shuffled")  # 4.1, opening
END = 10  # cards from either end, for a cut
HANDS = ("player", "banker", "player", "banker")


@on(ev.ShoeStarted)
def shoe_started(books: Audit, event: ev.ShoeStarted) -> None:
    """One shoe after the other, the last one counted."""
    books.check(not books.phase and not books.in_shoe, "INV7: a shoe in a round, or two")
    books.check(event.shoe == books.shoe + 1, f"INV8: shoe {event.shoe} after {books.shoe}")
    books.check(event.decks == books.open_terms.decks, f"INV8: {event.decks} decks")
    books.check(books.uncounted is None, "P1: the last shoe was not counted")
    books.shoe, books.out, books.in_shoe, books.decks = event.shoe, 0, True, event.decks
    books.is_burned, books.more = False, None
    books.edge = 52 * event.decks - event.cut_card
    cards = books.open_terms.cards
    physical = cards != "software"
    books.check(physical or event.prepared, "4.1: the software washes no cards")
    books.check(bool(event.lot) or cards in {"software", "results"}, "P2: cards without papers")
    books.steps = list(STEPS) if event.prepared else []
    books.is_prepared = not physical or not event.lot  # real cards are cut still
    books.hands_of_shoe = []
    books.shoes.append(event.commitment)
    books.seen.clear()
    books.unseen = 0
    books.aside, books.free_hand_due, books.openers = [], False, []


@on(ev.ShoeStepped)
def shoe_stepped(books: Audit, event: ev.ShoeStepped) -> None:
    """The steps come in order, and another verifies than who opened."""
    done = books.steps
    books.check(event.shoe == books.shoe and not books.is_burned, f"4.1: {event}")
    books.check(event.step == [*STEPS, ""][len(done)], f"4.1: {event.step} after {done}")
    if event.step == "verified":
        books.check(event.by not in books.openers, "INV12: verified by who opened")
    books.openers.append(event.by)
    done.append(event.step)


@on(ev.CutOffered)
def cut_offered(books: Audit, event: ev.CutOffered) -> None:
    """The cut is offered to somebody who sits there."""
    books.check(books.places.get(event.place) == event.patron, f"4.1: {event}")


@on(ev.ShoeCut)
def shoe_cut(books: Audit, event: ev.ShoeCut) -> None:
    """A shuffled shoe is cut, not too near its ends."""
    books.check(books.steps == list(STEPS) and not books.is_prepared, "4.1: cut too soon")
    most = 52 * books.decks - END
    books.check(END <= event.depth <= most, f"4.1: cut at {event.depth}")
    books.is_prepared = True


@on(ev.CardsBurned)
def cards_burned(books: Audit, event: ev.CardsBurned) -> None:
    """The first card of a shoe burns as many as it is worth, unless somebody ruled otherwise."""
    books.check(event.shoe == books.shoe and books.is_prepared, "INV8: burned too soon")
    first = books.out == 0 and not books.phase and not books.is_burned
    books.check(first or books.ruling is not None, "INV8: burned late")
    books.check(event.unseen == BURN[event.card[0]], f"INV8: {event.unseen} burned")
    _turn(books, books.out, event.card)
    books.out += 1 + event.unseen
    books.unseen += event.unseen
    books.is_burned = True


@on(ev.CardBurned)
def card_burned(books: Audit, event: ev.CardBurned) -> None:
    """The next card leaves for good, as somebody ruled."""
    _leaves(books, event.shoe, event.position, event.card)


@on(ev.CardSetAside)
def card_set_aside(books: Audit, event: ev.CardSetAside) -> None:
    """The next card is out, and will be used first, as somebody ruled."""
    _leaves(books, event.shoe, event.position, event.card)
    books.aside.append(event)
    books.free_hand_due |= event.use == "free-hand"


@on(ev.CardDealt)
def card_dealt(books: Audit, event: ev.CardDealt) -> None:
    """The next card in sequence goes to the next hand, after the close and the collection."""
    books.check(books.phase == "dealing" and event.round == books.number, "INV7: dealt")
    ruled = books.ruling is not None
    books.check(ruled or not books.is_stopped(), "4.2: dealt while an irregularity waits")
    check_collected(books)
    aside = books.aside.pop(0) if books.aside else None
    position = aside.position if aside else books.out
    books.check(event.position == position, f"INV8: position {event.position}, not {position}")
    if aside is None:
        _turn(books, event.position, event.card)
        books.out = event.position + 1
    elif aside.card is None:  # now it is seen
        books.unseen -= 1
        _turn(books, event.position, event.card)
    else:
        books.check(aside.card == event.card, f"INV8: {aside} was dealt as {event.card}")
        books.dealt[books.shoe, event.position] = event.card
    hand = _next_hand(books.cards)
    books.check(event.hand == hand, f"CORE-2: {event.card} to {event.hand}, not {hand}")
    books.cards.append(event.card)
    if books.open_terms.cards == "scanned" and event.source == "keyed":
        second = bool(books.ruling) or event.confirmed not in {"", books.actor}
        books.check(second, f"P4: {event} has nobody behind it")


@on(ev.CoupEnded)
def coup_ended(books: Audit, event: ev.CoupEnded) -> None:
    """The hands are complete, and the result and the calls are theirs."""
    books.check(books.phase == "dealing" and event.round == books.number, "INV7: ended")
    books.phase = "decided"
    try:
        player, banker = plain_coup.deal(plain.cards(" ".join(books.cards)))
    except plain_coup.WrongCoupError as error:
        books.check(False, f"INV7: {books.cards} are no coup: {error!r}")
        return
    facts = plain_coup.facts(player, banker)
    totals = (facts.player_total, facts.banker_total)
    books.check(totals == (event.player, event.banker), f"totals {event}")
    books.check(winner_of(facts) == event.winner, f"winner {event}")
    known = {"dragon-7": facts.dragon_7, "panda-8": facts.panda_8}
    for call, holds in known.items():
        if call in books.open_terms.calls:
            books.check((call in event.calls) == holds, f"1.1: {event} calls {call}")


@on(ev.ResultEntered)
def result_entered(books: Audit, event: ev.ResultEntered) -> None:
    """A result without cards is that of a table that records none, and of no wager."""
    books.check(books.phase == "dealing" and event.round == books.number, "INV7: entered")
    books.check(books.open_terms.cards == "results" and not books.cards, "INV8: cards lie there")
    books.check(not books.felt and not books.is_stopped(), "INV7: entered over wagers")
    books.phase = "decided"
    books.entered = ev.Hand(event.winner, event.marks, event.cards)
    check_hand(books, books.entered)


@on(ev.ShoeEnded)
def shoe_ended(books: Audit, event: ev.ShoeEnded) -> None:
    """A shoe ends between two rounds; real cards are counted then."""
    books.check(not books.phase, "INV7: a shoe ended in a round")
    books.check(books.in_shoe and event.shoe == books.shoe, "INV8: another shoe ended")
    if books.open_terms.cards == "results":
        books.put_away = {name: getattr(books, name) for name in OF_A_SHOE}
    _gone(books)
    if books.open_terms.cards in {"typed", "scanned"}:
        books.uncounted = 52 * books.decks - books.seen.total() - books.unseen


@on(ev.ShoeQuarantined)
def shoe_quarantined(books: Audit, event: ev.ShoeQuarantined) -> None:
    """A shoe goes at once, its round void, as somebody ruled."""
    books.check(not books.phase, "4.2: quarantined in a round")
    books.check(books.in_shoe and event.shoe == books.shoe, f"INV8: {event}")
    own = event.reason == "restored"
    books.check(own or books.ruling is not None, "INV12: nobody approved")
    _gone(books)
    books.put_away = None


@on(ev.ShoesForsaken)
def shoes_forsaken(books: Audit, event: ev.ShoesForsaken) -> None:
    """XC7: numbers that were given once do not come again, and no shoe of them goes on."""
    books.check(not books.in_shoe and event.shoe > books.shoe, f"XC7: {event} at {books.shoe}")
    books.shoe = event.shoe


@on(ev.ShoeCounted)
def shoe_counted(books: Audit, event: ev.ShoeCounted) -> None:
    """P1: what is left and what was out make up the decks, or the table stops."""
    books.check(event.expected == books.uncounted, f"P1: {event}, not {books.uncounted}")
    if event.rest == event.expected:
        books.uncounted = None


@on(ev.ShoeCleared)
def shoe_cleared(books: Audit, _: ev.ShoeCleared) -> None:
    """Somebody looked into it."""
    books.check(books.uncounted is not None, "P1: nothing to clear")
    books.uncounted = None


def winner_of(facts: plain_coup.Facts) -> str:
    """The winner as events name him."""
    return facts.result.partition("_")[0].lower()


def _next_hand(cards: list[str]) -> str:
    """CORE-2 to CORE-7: whose the next card is."""
    if len(cards) < 4:
        return HANDS[len(cards)]
    dealt = plain.cards(" ".join(cards))
    two = plain.total([dealt[0], dealt[2]]), plain.total([dealt[1], dealt[3]])
    draws = plain_coup.player_must_draw(*two)
    return "player" if draws and len(cards) == 4 else "banker"


def _leaves(books: Audit, shoe: int, position: int, card: str | None) -> None:
    books.check(books.ruling is not None, "INV12: nobody approved")
    right = shoe == books.shoe and position == books.out
    books.check(right, f"INV8: card {position} leaves, not {books.out}")
    books.out = position + 1
    if card is None:
        books.unseen += 1
    else:
        _turn(books, position, card)
    books.check(books.out <= 52 * books.decks, f"INV8: {books.out} cards are out")


def _turn(books: Audit, position: int, card: str) -> None:
    books.seen[card] += 1
    books.check(books.seen[card] <= books.decks, f"INV8: {card} is there too often")
    books.dealt[books.shoe, position] = card


def _gone(books: Audit) -> None:
    books.in_shoe, books.free_hand_due, books.aside = False, False, []
