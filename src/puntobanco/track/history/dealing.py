"""The check of the cards: each lies where it can, none is there too often, coups are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from puntobanco.cards import DECK, Card
from puntobanco.errors import CoupError
from puntobanco.rules.coup import Coup, hands_of, play
from puntobanco.rules.sheet import Sheet
from puntobanco.shoe import ROUND_CARDS_MAX
from puntobanco.track.history.lines import write_line
from puntobanco.track.history.records import Aside, Bank, Burn, Dealt, Ended
from puntobanco.track.notation import outcome_of

FindFault = Callable[[int, str, str], None]
"""Takes a line, what is wrong there and what was expected."""


class CardsOut:
    """The cards that have left one shoe: how often each, and where the next one lies."""

    def __init__(self, decks: int, fault: FindFault) -> None:
        self._decks, self._fault = decks, fault
        self._seen: Counter[Card] = Counter()
        self._next = 0
        self.is_burned = False

    def burn(self, burn: Burn) -> None:
        """Check a burn: as many unseen cards as the card turned says (ten for court cards)."""
        if self.is_burned:
            self._fault(burn.row, "the shoe was burned before", "one burn a shoe")
        if burn.unseen != burn.card.rank.burn:
            reason = f"{burn.card} burns no {burn.unseen} cards"
            self._fault(burn.row, reason, f"unseen={burn.card.rank.burn}")
        self.is_burned = True
        self._count(burn.row, (burn.card,))
        self._pass(burn.row, 1 + burn.unseen)

    def deal(self, dealt: Dealt | None, asides: Sequence[Aside], row: int) -> None:
        """Check where the cards of a coup lay, with those set aside meanwhile."""
        cards = dealt.cards if dealt else ()
        gone = [aside for aside in asides if aside.use == "out"]
        end = self._next + len(cards) + len(gone)
        places: set[int] = set()
        for aside in asides:
            least, most = (self._next, end) if aside.use == "out" else (end, end + ROUND_CARDS_MAX)
            if not least <= aside.position < most or aside.position in places:
                reason = f"no card lay at {aside.position} to be set aside"
                self._fault(aside.row, reason, f"a position from {least} to {most - 1}")
            places.add(aside.position)
        for aside in gone:
            self._count(aside.row, (aside.card,) if aside.card else ())
        self._count(dealt.row if dealt else row, cards)
        self._pass(row, len(cards) + len(gone))

    def correct(self, before: Sequence[Card], dealt: Dealt, asides: Sequence[Aside]) -> None:
        """Check other cards in place of those of a coup: as many, counted anew."""
        gone = tuple(aside.card for aside in asides if aside.card)
        if len(dealt.cards) + len(asides) != len(before):
            reason = f"{len(dealt.cards)} cards and {len(asides)} set aside lay there"
            self._fault(dealt.row, reason, f"{len(before)} in all")
        self._seen.subtract(before)
        self._count(dealt.row, (*dealt.cards, *gone))

    def _count(self, row: int, cards: Sequence[Card]) -> None:
        self._seen.update(cards)
        for card in dict.fromkeys(cards):
            if self._seen[card] > self._decks:
                reason = f"{card} is out {self._seen[card]} times"
                self._fault(row, reason, f"{self._decks} at most, one a deck")

    def _pass(self, row: int, cards: int) -> None:
        size = self._decks * len(DECK)
        if self._next <= size < self._next + cards:
            self._fault(row, "more cards are out than the shoe has", f"{size} at most")
        self._next += cards


def coup_of(dealt: Dealt, fault: FindFault) -> Coup | None:
    """Make the coup of its cards; None where they are not exactly one."""
    try:
        return play(dealt.cards)
    except CoupError as error:
        reason, _, cure = str(error).rpartition("; ")
        fault(dealt.row, reason, cure)
        return None


def check_begun(dealt: Dealt, fault: FindFault) -> None:
    """Check the cards of a coup that need not be over."""
    try:
        hands_of(dealt.cards)
    except CoupError as error:
        reason, _, cure = str(error).rpartition("; ")
        fault(dealt.row, reason, cure)


def check_outcome(
    sheet: Sheet, coup: Coup, ended: Ended | None, row: int, fault: FindFault
) -> None:
    """Check winner, marks and calls against the cards."""
    expected = outcome_of(sheet, coup)
    if ended is None:
        fault(row, "the outcome is missing", write_line(Ended(expected)))
    elif (ended.outcome.winner, {*ended.outcome.marks}) != (expected.winner, {*expected.marks}):
        reason = f"the cards make no {ended.outcome}"
        fault(ended.row, reason, str(expected))


def place_of(seat: int, bank: Bank) -> int:
    """Give the place of a seat: the player-dealer's place has none."""
    return seat + (seat >= bank.place)


def seat_of(place: int, bank: Bank | None) -> int:
    """Give the seat of a place: its rank among those that are not the player-dealer's."""
    return place - (bank is not None and place > bank.place)
