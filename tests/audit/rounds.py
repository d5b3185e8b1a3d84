"""A round from its opening to its end, and the money of it."""

from collections import Counter
from collections.abc import Iterable

from puntobanco.table import events as ev
from tests.audit.books import Audit, OnFelt, Played, on
from tests.audit.dealership import check_opening
from tests.audit.limits import check_stack, fits, within_differential
from tests.audit.terms import MINUTE, rules_of
from tests.oracle import cards as plain
from tests.oracle import collection
from tests.oracle import settlement as plain_settlement

OPEN = ("betting", "paused")
LEAST = 6  # cards, for a round
BANK = ""  # the house, in moves and claims


@on(ev.BettingOpened)
def betting_opened(books: Audit, event: ev.BettingOpened) -> None:
    """A round opens on a shoe that is ready, for a player-dealer who may have it."""
    books.check(not books.free_hand_due, "4.2: a hand without bets is due")
    check_opening(books)
    _begin(books, event.round, "betting")
    rules = rules_of(books.opening) if books.opening else ""
    books.check(
        event.v == 1 or event.rules == rules, f"D3: a round by {event.rules}, in force are {rules}"
    )
    books.deadline, books.cover, books.posted = event.deadline, books.posted, None


@on(ev.FreeHandOpened)
def free_hand_opened(books: Audit, event: ev.FreeHandOpened) -> None:
    """A hand without bets is a round of cards alone."""
    _begin(books, event.round, "dealing")
    books.is_free, books.free_hand_due = True, False


@on(ev.BettingPaused)
def betting_paused(books: Audit, event: ev.BettingPaused) -> None:
    """Betting stands still."""
    _in(books, "betting", event.round)
    books.phase, books.deadline = "paused", None


@on(ev.BettingResumed)
def betting_resumed(books: Audit, event: ev.BettingResumed) -> None:
    """Betting goes on."""
    _in(books, "paused", event.round)
    books.phase, books.deadline = "betting", event.deadline


@on(ev.WagersSet)
def wagers_set(books: Audit, event: ev.WagersSet) -> None:
    """Chips go from a rack to spots, in time, from who is there and is not the player-dealer."""
    _in(books, "betting", event.round)
    books.check(books.deadline is None or books.at < books.deadline, "INV7: a wager too late")
    here = (event.place, event.line) in books.positions(event.patron)
    books.check(here and event.patron not in books.breaks, "a stranger's wager")
    banks = books.cover is not None and books.cover.patron == event.patron
    books.check(not banks, "1.3: the player-dealer bets")
    grown = False
    for spot in event.spots:
        before = books.felt.get(spot.wager)
        moved = spot.amount - (before.amount if before else 0)
        books.check(moved != 0, f"{spot} changes nothing")
        grown = grown or moved > 0
        books.racks[event.patron] -= moved
        if spot.amount:  # a changed wager keeps its turn in the order of placement
            on_felt = OnFelt(event.place, event.patron, spot.bet, spot.amount, event.line)
            books.felt[spot.wager] = on_felt
            books.check(moved < 0 or fits(books, on_felt), f"1.9: {on_felt} is not allowed")
        else:
            books.felt.pop(spot.wager, None)
        books.check(within_differential(books, spot.bet), f"WAG-3: {spot} leaves a gap")
    spots = Counter((on.place, on.line, on.patron, on.bet) for on in books.felt.values())
    books.check(max(spots.values(), default=1) == 1, f"INV9: two wagers on a spot {spots}")
    check_stack(books, event, grown=grown)


@on(ev.BettingClosed)
def betting_closed(books: Audit, event: ev.BettingClosed) -> None:
    """Wagers are frozen; now it is known who owes what."""
    books.check(books.phase in OPEN and event.round == books.number, "INV7: closed")
    books.phase, books.deadline = "dealing", None
    terms = books.open_terms
    chips = {on.patron: books.racks[on.patron] for on in books.felt.values()}
    due = None
    if terms.minutes is not None:
        due = {
            patron
            for patron in chips
            if books.at - books.charged.get(patron, -MINUTE * 10**9) >= terms.minutes * MINUTE
        }
    books.owed = collection.collect(
        terms.posting, _plain(books.felt), chips, covered=books.cover is not None, due=due
    )


@on(ev.WagersReturned)
def wagers_returned(books: Audit, event: ev.WagersReturned) -> None:
    """Stacks that cannot pay their fee go back whole, or what somebody ruled void."""
    _in(books, books.phase, event.round)
    back = [returned.wager for returned in event.wagers]
    if event.reason == "fee-not-paid":
        owed = books.owed
        books.check(
            owed is not None and sorted(owed.returned) == sorted(back),
            f"1.9: {back} go back, and should {owed}",
        )
        if owed:
            books.owed = collection.Collection((), owed.fees, owed.player_dealer)
    else:
        books.check(books.ruling is not None, "INV12: nobody approved")
    _give_back(books, event.wagers)


@on(ev.CollectionTaken)
def collection_taken(books: Audit, event: ev.CollectionTaken) -> None:
    """The fees that are due go to the drop, once, before the first card."""
    _in(books, "dealing", event.round)
    books.check(not books.cards, "INV7: collected after a card")
    books.check(event.box == books.box and event.at == books.at, f"INV16: {event}")
    owed, bank = books.owed, books.cover
    found = [(x.patron, x.place, x.line, x.amount, x.wager) for x in event.fees]
    most = books.racks[bank.patron] if bank else 0
    expected = min(owed.player_dealer, most) if owed else 0
    books.check(
        owed is not None and Counter(found) == Counter(owed.fees), f"3.2: {found} of {owed}"
    )
    books.check(event.player_dealer == expected, f"3.2: {event.player_dealer}, not {expected}")
    for fee in event.fees:
        books.racks[fee.patron] -= fee.amount
        books.charged[fee.patron] = event.at
    if bank:
        books.racks[bank.patron] -= event.player_dealer
    _drop(books, sum(fee.amount for fee in event.fees) + event.player_dealer)
    books.owed, books.taken = None, event


def check_collected(books: Audit) -> None:
    """Before the first card every fee is in the drop."""
    owed = books.owed
    books.check(
        owed is None or not (owed.returned or owed.fees or owed.player_dealer),
        f"3.2: {owed} is still owed",
    )
    books.owed = None


@on(ev.RoundSettled)
def round_settled(books: Audit, event: ev.RoundSettled) -> None:
    """Every wager gets what the oracle gives it, in the same order."""
    _in(books, "decided", event.round)
    books.check(not books.is_stopped(), "4.2: settled while an irregularity waits")
    books.check(not books.is_free or not books.felt, "4.2: wagers in a hand without bets")
    terms = books.open_terms
    played = Played(books.shoe, dict(books.felt), books.cover, list(books.cards), terms=terms)
    check_settlement(books, played, event.lines, event.button, event.player_dealer)
    for line in event.lines:
        books.racks[line.patron] += line.paid + line.returned
        if books.open_terms.is_house:
            books.house += line.collected - line.paid
    if books.cover:
        net = event.player_dealer.net if event.player_dealer else 0
        books.racks[books.cover.patron] += books.cover.amount + net
        books.hands += 1
        books.turn_hands += 1
    played.lines = event.lines
    played.got = nets(books, played)
    if books.entered:
        books.hands_of_shoe.append(books.entered)
        played.hand = len(books.hands_of_shoe)
    books.played[books.number] = played
    books.rounds[books.number] = list(books.felt.values())
    books.betted.update({on.patron for on in books.felt.values()})
    _end(books)


@on(ev.RoundVoided)
def round_voided(books: Audit, event: ev.RoundVoided) -> None:
    """Everything goes back; the fees too, all of them or none."""
    books.check(bool(books.phase) and event.round == books.number, "INV7: voided")
    own = event.reason in {"new-shoe", "free-hand"} and books.open_terms.cards == "results"
    own |= event.reason == "restored"
    books.check(own or books.ruling is not None, "INV12: nobody approved")
    books.check({x.wager for x in event.wagers} == set(books.felt), f"INV5: {event}")
    books.check(event.cover == (books.cover.amount if books.cover else 0), f"INV5: {event}")
    _give_back(books, event.wagers)
    for fee in event.fees:
        books.racks[fee.patron] += fee.amount
    if books.cover:
        books.racks[books.cover.patron] += event.cover + event.player_dealer_fee
    back = sum(fee.amount for fee in event.fees) + event.player_dealer_fee
    if back:
        taken = books.taken
        whole = taken is not None and (taken.fees, taken.player_dealer) == (
            event.fees,
            event.player_dealer_fee,
        )
        books.check(whole, f"3.2: {event} refunds {taken}")
        _drop(books, -back)
    _end(books)


def check_settlement(
    books: Audit,
    played: Played,
    lines: tuple[ev.Line, ...],
    button: ev.Button | None,
    covered: ev.Covered | None,
) -> None:
    """INV6: the lines, the button and the cover as the oracle has them."""
    terms, bank = played.terms or books.open_terms, played.cover
    books.check(bank is None or not terms.is_house, "INV6: a cover where the house banks")
    if not played.cards:  # results alone: nobody had a wager
        books.check(not lines and not played.wagers, f"INV6: {lines} without a card")
        whole = bank is None or (covered is not None and covered.net == 0)
        books.check(whole, f"INV5: {covered} of {bank}")
        return
    ring = [place for place in range(1, terms.places + 1) if not bank or place != bank.place]
    seat = {place: number for number, place in enumerate(ring, 1)}
    done = plain_settlement.settle(
        terms.game,
        plain.cards(" ".join(played.cards)),
        _plain(played.wagers, seat),
        seats=len(ring),
        cover=bank.amount if bank else None,
        policy=terms.venue["cover"]["policy"],
        win_cap=terms.venue["cover"]["win_cap"],
        unit=terms.unit,
    )
    found = [
        plain_settlement.Step(x.wager, x.verdict, x.collected, x.paid, x.returned, x.uncovered)
        for x in lines
    ]
    books.check(found == done.steps, f"INV6: {found}, expected {done.steps}")
    for line in lines:
        lies = played.wagers.get(line.wager)
        says = OnFelt(line.place, line.patron, line.bet, line.amount, line.line)
        books.check(lies == says, f"INV9: {line} settles {lies}")
    if bank is None:
        books.check(button is None and covered is None, "INV6: a button without a cover")
        return
    keeps = (bank.place, bank.patron, bank.amount, done.net, done.exhausted, done.capped)
    says_bank = covered and (
        covered.place,
        covered.patron,
        covered.cover,
        covered.net,
        covered.exhausted,
        covered.capped,
    )
    books.check(says_bank == keeps, f"INV6: {covered}, expected {keeps}")
    assert done.button_card is not None
    assert done.button_seat is not None
    where = ring[done.button_seat - 1]
    books.check(
        button is not None
        and (plain.card(button.card), button.seat, button.place)
        == (done.button_card, done.button_seat, where)
        and button.value == plain.button_value(done.button_card),
        f"2.6: {button}, expected {done.button_card} at {where}",
    )


def nets(books: Audit, played: Played) -> Counter[str]:
    """What each won or lost; the bank is the player-dealer, or the house."""
    found: Counter[str] = Counter()
    bank = played.cover.patron if played.cover else BANK
    for line in played.lines:
        found[line.patron] += line.paid - line.collected
        found[bank] += line.collected - line.paid
    return found


def check_band(books: Audit, played: Played) -> None:
    """INV6: what really moved, all corrections and claims together, is never beyond the cover."""
    bank = played.cover
    if bank:
        books.check(abs(played.got[bank.patron]) <= bank.amount, f"INV6: {played.got} of {bank}")


def _begin(books: Audit, number: int, phase: str) -> None:
    books.check(not books.phase, "INV7: opened in a round")
    books.check(number == books.number + 1, f"INV7: round {number}")
    books.check(not books.suspended, "I5: opened while suspended")
    books.check(not books.is_stopped(), "4.2: opened while an irregularity waits")
    terms = books.open_terms
    burns = terms.venue["shoe"]["burn"] != "none" and terms.cards != "results"
    ready = books.in_shoe and books.is_prepared and (books.is_burned or not burns)
    books.check(ready, "4.1: opened on a shoe that is not ready")
    if terms.cards != "results":
        books.check(books.more != 0, "4.1: opened after the last round of a shoe")
        left = 52 * books.decks - books.out
        books.check(left >= LEAST, f"4.1: opened on {left} cards")
    books.number, books.phase, books.is_free = number, phase, False
    books.felt, books.cards, books.taken, books.owed = {}, [], None, None
    books.entered = None
    books.out_before = books.out


def _end(books: Audit) -> None:
    """4.1: the end of a shoe, exactly."""
    books.felt, books.phase, books.cover, books.deadline = {}, "", None, None
    last = books.open_terms.venue["shoe"]["last"]
    if books.more is not None:
        books.more -= 1
    elif books.out >= books.edge:
        books.more = {"current": 0, "one-more": 1, "one-more-or-two": 1}[last]
        if last == "one-more-or-two" and books.out_before < books.edge == books.out:
            books.more = 2


def _in(books: Audit, phase: str, number: int) -> None:
    books.check(
        books.phase == phase and number == books.number, f"INV7: in {phase} of round {number}"
    )


def _drop(books: Audit, amount: int) -> None:
    books.drops[books.box] += amount
    books.boxed += amount


def _give_back(books: Audit, wagers: Iterable[ev.Returned]) -> None:
    for back in wagers:
        lay = books.felt.pop(back.wager, None)
        says = OnFelt(back.place, back.patron, back.bet, back.amount, back.line)
        books.check(lay == says, f"INV5: {back} of {lay}")
        books.racks[back.patron] += back.amount


def _plain(
    felt: dict[str, OnFelt], seat: dict[int, int] | None = None
) -> list[plain_settlement.Wager]:
    return [
        plain_settlement.Wager(
            name, seat[on.place] if seat else on.place, on.patron, on.line, on.bet, on.amount
        )
        for name, on in felt.items()
    ]
