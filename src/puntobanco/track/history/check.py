"""The check of a history beyond its form: everything in it is dealt and settled again.

The shoe is followed card by card, each round is settled from its sheet, and a correction starts
from the round as it stands. Every fault names its line and what was expected there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeVar

from puntobanco.rules.coup import Coup
from puntobanco.rules.sheet import Sheet
from puntobanco.track.history.dealing import (
    CardsOut,
    FindFault,
    check_begun,
    check_outcome,
    coup_of,
)
from puntobanco.track.history.heading import FindSheet, sheet_of
from puntobanco.track.history.lines import HistoryError, write_line
from puntobanco.track.history.people import People
from puntobanco.track.history.records import (
    Aside,
    Burn,
    Chips,
    Correction,
    Dealt,
    Fee,
    FreeHand,
    Header,
    History,
    Item,
    Left,
    Move,
    Note,
    Returned,
    Reversed,
    Round,
    Row,
    Sat,
    Shoe,
    Step,
    Voided,
)
from puntobanco.track.history.settling import (
    Standing,
    check_moved,
    check_placed,
    check_returned,
    check_settlement,
    check_steps,
)
from puntobanco.track.history.times import write_time

RowT = TypeVar("RowT", bound=Row)

REACH: Final = 20  # shoes that a correction may reach back: more than a gaming day
NO_BURN: Final = "burn-forgotten"
IMPORTED: Final = "imported"  # written down elsewhere, where nobody said how the shoe was burned


def check_history(history: History, find: FindSheet) -> list[HistoryError]:
    """Check a whole history; ``find`` gives a sheet that is not in it, or raises a SheetError."""
    return list(check(history.header, history.items, find))


def check(header: Header, items: Iterable[Item], find: FindSheet) -> Iterator[HistoryError]:
    """Check one item at a time, and give the faults of each; without its sheet no item."""
    faults: list[HistoryError] = []

    def fault(row: int, reason: str, expected: str) -> None:
        faults.append(HistoryError(row, 0, reason, f"expected: {expected}"))

    sheet = sheet_of(header, find, fault)
    yield from faults
    if sheet is None:
        return
    checker = _Checker(header, sheet, fault)
    for item in items:
        faults.clear()
        checker.item(item)
        yield from faults


class _Checker:
    """A history as far as it has been followed."""

    def __init__(self, header: Header, sheet: Sheet, fault: FindFault) -> None:
        self._terms, self._sheet, self._fault = header.terms, sheet, fault
        self._people = People(header.terms, fault)
        self._clock = 0
        self._shoe = self._round = self._hand = 0
        self._is_hand_free = False  # the last hand was void: its number may come again
        self._has_cards = self._is_burn_due = self._is_shoe_open = False
        self._cards = CardsOut(header.terms.decks, fault)
        self._standing: deque[dict[int, tuple[Standing, CardsOut]]] = deque([{}], REACH + 1)

    def item(self, item: Item) -> None:
        """Follow a shoe, or what happens between shoes."""
        match item:
            case Shoe():
                self._follow(item)
            case Correction():
                self._people.correct(item)
                self._correct(item)
            case Note():
                self._pass(item.row, item.at)
            case Sat() | Left() | Chips():
                self._pass(item.row, item.at)
                self._people.move(item)

    def _pass(self, row: int, at: int) -> None:
        """Let time pass; it never runs back."""
        if at < self._clock:
            self._fault(row, "this is before what stands above", write_time(self._clock))
        self._clock = max(self._clock, at)

    def _count(self, row: int, what: str, number: int, *expected: int) -> None:
        if number not in expected:
            self._fault(row, f"{what} {number} is not the next one", f"{what} {expected[0]}")

    # A shoe

    def _follow(self, shoe: Shoe) -> None:
        head = shoe.head
        if self._is_shoe_open:
            self._fault(head.row, f"shoe {self._shoe} has not ended", "shoe-ended before it")
        self._pass(head.row, head.at)
        self._count(head.row, "shoe", head.number, self._shoe + 1 if self._shoe else head.number)
        if head.decks != self._terms.decks:
            reason = f"the table plays {self._terms.decks} decks"
            self._fault(head.row, reason, f"decks={self._terms.decks}")
        if (head.kind == "software") != bool(head.commitment):
            self._fault(head.row, "software, and nobody else, commits itself", "commitment=")
        self._shoe, self._hand, self._is_hand_free = head.number, 0, False
        self._has_cards = head.kind != "results"
        self._is_burn_due = self._has_cards and self._sheet.venue.shoe.burn == "first-card"
        self._cards = CardsOut(head.decks, self._fault)
        self._standing.append({})
        for item in shoe.items:
            self._inside(item)
        self._is_shoe_open = shoe.end is None
        if shoe.end:
            self._pass(shoe.end.row, shoe.end.at)

    def _inside(self, item: Burn | Aside | Round | FreeHand | Correction | Move | Note) -> None:
        match item:
            case Burn():
                if self._sheet.venue.shoe.burn == "none":
                    self._fault(item.row, "this venue burns nothing", "no burn")
                self._cards.burn(item)
                self._is_burn_due = False
            case Aside():
                self._cards.deal(None, (item,), item.row)
            case Round():
                self._next_hand(item)
                self._play(item)
            case FreeHand():
                self._next_hand(item)
                self._pass(item.head.row, item.head.at)
                self._show(item)
            case Note(why=why):
                self._is_burn_due = self._is_burn_due and why not in {NO_BURN, IMPORTED}
                self.item(item)
            case _:
                self.item(item)

    def _next_hand(self, played: Round | FreeHand) -> None:
        head = played.head
        if self._is_burn_due:
            self._fault(head.row, "the shoe is not burned", f"a burn, or note {NO_BURN}")
            self._is_burn_due = False
        self._count(head.row, "round", head.number, self._round + 1 if self._round else head.number)
        again = (self._hand,) if self._is_hand_free else ()
        self._count(head.row, "hand", head.hand, self._hand + 1, *again)
        self._round, self._hand = head.number, head.hand
        self._is_hand_free = isinstance(played, Round) and isinstance(played.end, Voided)

    def _show(self, played: FreeHand | Round) -> Coup | None:
        """Deal the cards of a hand that is over, and check how it ended."""
        row = played.head.row
        self._cards.deal(played.dealt, played.asides, row)
        if not self._has_cards:
            if played.dealt:
                self._fault(played.dealt.row, "nobody records the cards of this shoe", "no cards")
            if played.ended is None:
                self._fault(row, "the outcome is missing", "an outcome")
            return None
        if played.dealt is None:
            self._fault(row, "the cards are missing", "cards")
            return None
        coup = coup_of(played.dealt, self._fault)
        if coup:
            check_outcome(self._sheet, coup, played.ended, row, self._fault)
        return coup

    # A round

    def _play(self, played: Round) -> None:
        self._times(played)
        self._people.play(played)
        bank, end = played.bank, played.end
        is_empty = isinstance(end, Voided) and not played.wagers  # a free hand, perhaps
        needs_bank = self._has_cards and not is_empty and not self._sheet.is_house_banked
        if needs_bank if bank is None else self._sheet.is_house_banked:
            expected = "no bank" if bank else "a bank"
            row = bank.row if bank else played.head.row
            self._fault(row, f"{self._sheet.id} is banked by the {self._sheet.bank}", expected)
        if bank and not 1 <= bank.place <= self._terms.seats + 1:
            reason = f"there is no place {bank.place}"
            self._fault(bank.row, reason, f"a place from 1 to {self._terms.seats + 1}")
        is_sound = check_placed(self._terms, bank, played.wagers, self._fault)
        if isinstance(end, Voided):
            self._void(played, end)
            return
        gone = check_returned(played.wagers, played.returned, self._fault)
        self._fees(played, played.fees, ("paid", "waived"))
        if played.closed is None:
            self._fault(end.row, "betting was never closed", "closed")
        coup = self._show(played)
        now = Standing(
            bank,
            {wager.id: wager for wager in played.wagers},
            gone,
            played.dealt.cards if played.dealt else (),
            played.ended,
            played.button,
            played.steps,
            played.result,
        )
        if coup and is_sound and (bank or self._sheet.is_house_banked):
            check_settlement(self._sheet, self._terms, now, coup, end.row, self._fault)
            self._standing[-1][played.head.number] = now, self._cards
        elif not self._has_cards and played.wagers:
            self._fault(played.wagers[0].row, "no cards settle this wager", "no wagers")

    def _times(self, played: Round) -> None:
        end = played.end.head if isinstance(played.end, Voided) else played.end
        opened = played.head.opened
        self._pass(played.head.row, opened)
        for during in played.moves:
            if isinstance(during, Correction):
                self._correct(during)
            else:
                self._pass(during.row, during.at)
        if played.closed:
            latest, self._clock = self._clock, opened
            self._pass(played.closed.row, played.closed.at)
            self._clock = max(latest, self._clock)
        self._pass(end.row, end.at)

    def _fees(self, played: Round, fees: Iterable[Fee], states: tuple[str, ...]) -> None:
        payers = {wager.patron for wager in played.wagers}
        payers |= {played.bank.patron} if played.bank else set()
        owners = {wager.id: wager.patron for wager in played.wagers}
        for fee in fees:
            if fee.state not in states:
                self._fault(fee.row, f"no fee is {fee.state} here", " or ".join(states))
            if fee.patron not in payers or (fee.wager and owners.get(fee.wager) != fee.patron):
                reason = f"{fee.patron} has no wager for this fee"
                self._fault(fee.row, reason, "who has one, or the player-dealer")

    def _void(self, played: Round, end: Voided) -> None:
        self._approved(end.head.row, end.head.by, end.head.approved)
        gone = check_returned(played.wagers, (*played.returned, *end.returned), self._fault)
        for wager in played.wagers:
            if wager.id not in gone:
                what = write_line(Returned(wager.id, wager.amount, "void"))
                self._fault(end.head.row, f"the wager {wager.id} does not go back", what)
        self._fees(played, played.fees, ("paid", "waived"))
        self._fees(played, end.fees, ("refunded",))
        for row in (played.ended, played.button, *played.steps, played.result):
            if row:
                self._fault(row.row, "a void round is not settled", "no such line")
        self._cards.deal(played.dealt, played.asides, played.head.row)
        if played.dealt:
            check_begun(played.dealt, self._fault)

    def _approved(self, row: int, by: str, approved: str) -> None:
        if by == approved:
            self._fault(row, f"{by} approves what he proposed", "somebody else's approval")

    # A correction

    def _correct(self, correction: Correction) -> None:
        head, row = correction.head, correction.end.row
        self._approved(head.row, head.by, head.approved)
        self._pass(row, correction.end.at)
        shoe = next((rounds for rounds in self._standing if head.round in rounds), None)
        if shoe is None:
            reason = f"no round {head.round} was settled within {REACH} shoes"
            self._fault(head.row, reason, "the number of one")
            return
        before, out = shoe[head.round]
        for wager in correction.wagers:
            if wager.id not in before.wagers:
                self._fault(wager.row, f"the round has no wager {wager.id}", "one that it has")
        changed = {wager.id: wager for wager in correction.wagers if wager.id in before.wagers}
        wagers = before.wagers | changed
        gone = check_returned(wagers.values(), correction.returned, self._fault)
        if correction.dealt:
            out.correct(before.cards, correction.dealt, correction.asides)
        after = Standing(
            bank=before.bank,
            wagers=wagers,
            returned=before.returned | gone,
            cards=correction.dealt.cards if correction.dealt else before.cards,
            ended=correction.ended or _at(before.ended, row),
            button=correction.button or _at(before.button, row),
            steps=correction.steps,
            result=correction.result or _at(before.result, row),
        )
        steps = [Reversed(*(getattr(s, n) for n in Step.__match_args__)) for s in before.steps]
        check_steps(correction.reversed, steps, row, self._fault)
        is_sound = check_placed(self._terms, before.bank, changed.values(), self._fault)
        coup = coup_of(correction.dealt or Dealt(before.cards), self._fault)
        if coup and is_sound:
            check_outcome(self._sheet, coup, after.ended, row, self._fault)
            check_settlement(self._sheet, self._terms, after, coup, row, self._fault)
        shoe[head.round] = check_moved(before, after, correction, self._fault), out


def _at(record: RowT | None, row: int) -> RowT | None:
    """Let a record that a correction leaves as it was stand on the correction's own line."""
    return record and replace(record, row=row)
