"""The check of the cards: each lies where it can, none is there too often, coups are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, count, islice

from puntobanco.cards import DECK, Card
from puntobanco.errors import CoupError
from puntobanco.rules.coup import Coup, hands_of, play
from puntobanco.rules.sheet import Sheet
from puntobanco.track.history.lines import write_line
from puntobanco.track.history.records import Aside, Bank, Burn, Dealt, Ended
from puntobanco.track.notation import outcome_of

FindFault = Callable[[int, str, str], None]
"""Takes a line, what is wrong there and what was expected."""


class CardsOut:
    """The cards that have left one shoe: how often each, and from which positions.

    A coup takes the lowest positions that nothing was taken from for good; a card that was set
    aside for later is such a one, though others may have left the shoe since.
    """

    def __init__(self, decks: int, fault: FindFault) -> None:
        self._decks, self._fault = decks, fault
        self._seen: Counter[Card] = Counter()
        self._next = 0  # position of the card that leaves the shoe next
        self._kept: set[int] = set()  # positions of cards set aside for later
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
        self._reach(burn.row, self._next + 1 + burn.unseen)

    def deal(self, dealt: Dealt | None, asides: Sequence[Aside], row: int) -> None:
        """Check where the cards of a coup lay, with those set aside meanwhile."""
        cards = dealt.cards if dealt else ()
        gone = self._set_aside(asides, len(cards))
        kept = (place for place in sorted(self._kept) if place < self._next)
        free = (place for place in chain(kept, count(self._next)) if place not in gone)
        used = set(islice(free, len(cards)))
        end = max((self._next, *(place + 1 for place in used | gone | self._kept)))
        self._kept -= used | gone
        self._count(dealt.row if dealt else row, cards)
        self._reach(row, end)

    def _set_aside(self, asides: Sequence[Aside], cards: int) -> set[int]:
        """Check that each lay where a card could be taken; give those that are out for good."""
        gone: set[int] = set()
        later = {aside.position for aside in asides if aside.use == "out"} & self._kept
        from_kept = min(cards, len(self._kept - later))
        fresh = sum(aside.position not in self._kept for aside in asides)
        end = self._next + cards - from_kept + fresh
        for aside in asides:
            place = aside.position
            is_free = self._next <= place < end and place not in self._kept
            if place in gone or not (is_free or (place in self._kept and aside.use == "out")):
                reason = f"no card lay at {place} to be set aside"
                self._fault(aside.row, reason, f"a position from {self._next} to {end - 1}")
            elif aside.use == "out":
                gone.add(place)
                self._count(aside.row, (aside.card,) if aside.card else ())
            else:
                self._kept.add(place)
        return gone

    def correct(self, before: Sequence[Card], dealt: Dealt, asides: Sequence[Aside]) -> None:
        """Count other cards in place of those of a coup."""
        gone = (aside.card for aside in asides if aside.card)
        self._seen.subtract(before)
        self._count(dealt.row, (*dealt.cards, *gone))

    def _count(self, row: int, cards: Sequence[Card]) -> None:
        self._seen.update(cards)
        for card in dict.fromkeys(cards):
            if self._seen[card] > self._decks:
                reason = f"{card} is out {self._seen[card]} times"
                self._fault(row, reason, f"{self._decks} at most, one a deck")

    def _reach(self, row: int, end: int) -> None:
        size = self._decks * len(DECK)
        if self._next <= size < end:
            self._fault(row, "more cards are out than the shoe has", f"{size} at most")
        self._next = end


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
