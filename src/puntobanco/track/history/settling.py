"""The check of the money of a round: its wagers, its settlement, its void, its correction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from puntobanco.cards import Card
from puntobanco.rules.coup import Coup
from puntobanco.rules.round import RoundError, check_wagers
from puntobanco.rules.settle import Settlement, Wager, settle
from puntobanco.rules.sheet import Sheet
from puntobanco.track.history.dealing import FindFault, place_of, seat_of
from puntobanco.track.history.lines import write_line
from puntobanco.track.history.records import (
    ActionButton,
    Bank,
    Correction,
    Ended,
    Placed,
    Result,
    Returned,
    Reversed,
    Step,
    Terms,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """A settled round as it stands now: what a correction starts from."""

    bank: Bank | None
    wagers: dict[str, Placed]
    returned: frozenset[str]
    cards: tuple[Card, ...]
    ended: Ended | None
    button: ActionButton | None
    steps: tuple[Step, ...]
    result: Result | None
    missing: Counter[str] = field(default_factory=Counter)  # of what each should have won
    claims: Counter[tuple[str, str]] = field(default_factory=Counter)  # debtor, creditor

    @property
    def active(self) -> list[Placed]:
        """The wagers that are settled, in the order placed."""
        return [each for each in self.wagers.values() if each.id not in self.returned]

    def net(self) -> Counter[str]:
        """What each patron won or lost, the player-dealer too; a house bank is the rest."""
        found: Counter[str] = Counter()
        for step in self.steps:
            if wager := self.wagers.get(step.wager):
                found[wager.patron] += step.paid - step.collected
        if self.bank and self.result:
            found[self.bank.patron] += self.result.net
        return found


def check_placed(
    terms: Terms, bank: Bank | None, wagers: Iterable[Placed], fault: FindFault
) -> bool:
    """Check ids, places and whole chips; False where the wagers cannot be settled."""
    places = terms.seats + (bank is not None)
    is_sound = True
    known: set[str] = set()
    for wager in wagers:
        if wager.id in known:
            is_sound = False
            fault(wager.row, f"the wager {wager.id} is there twice", "an id of its own")
        known.add(wager.id)
        if wager.amount % terms.unit:
            fault(wager.row, f"{wager.amount} is not whole chips", f"a multiple of {terms.unit}")
        if not 1 <= wager.place <= places:
            is_sound = False
            fault(wager.row, f"there is no place {wager.place}", f"a place from 1 to {places}")
        elif bank and bank.patron == wager.patron:
            fault(wager.row, "the player-dealer bets against himself", "another patron")
        elif bank and bank.place == wager.place:
            is_sound = False
            fault(wager.row, "this is the player-dealer's place", "another place")
    return is_sound


def check_returned(
    wagers: Iterable[Placed], returned: Iterable[Returned], fault: FindFault
) -> frozenset[str]:
    """Check wagers that go back: each is there, whole, and goes back once; give their ids."""
    amounts = {wager.id: wager.amount for wager in wagers}
    gone: set[str] = set()
    for each in returned:
        if each.wager not in amounts:
            fault(each.row, f"there is no wager {each.wager}", "one that was placed")
        elif each.wager in gone:
            fault(each.row, f"the wager {each.wager} went back before", "one line a wager")
        elif each.amount != amounts[each.wager]:
            reason = f"the wager {each.wager} goes back whole"
            fault(each.row, reason, f"amount={amounts[each.wager]}")
        gone.add(each.wager)
    return frozenset(gone)


def check_settlement(
    sheet: Sheet, terms: Terms, now: Standing, coup: Coup, row: int, fault: FindFault
) -> None:
    """Check button, steps and result against the sheet, chip for chip and in order."""
    wagers = [
        Wager(w.id, seat_of(w.place, now.bank), w.patron, w.bet, w.amount, w.line)
        for w in now.active
    ]
    try:
        check_wagers(sheet, wagers, terms.seats)
    except RoundError as error:
        reason, _, cure = str(error).rpartition("; ")
        at = now.wagers.get(error.wager)
        fault(at.row if at else row, reason, cure)
        return
    cover = now.bank.cover if now.bank else None
    done = settle(
        sheet,
        coup,
        wagers,
        seats=terms.seats,
        cover=cover,
        policy=terms.policy,
        win_cap=terms.win_cap,
        unit=terms.unit,
    )
    _check_button(now, done, row, fault)
    expected = [
        Step(s.wager.id, s.verdict, s.collected, s.paid, s.returned, s.uncovered)
        for s in done.steps
    ]
    check_steps(now.steps, expected, row, fault, sums_of(now, fault))
    _check_result(now, done, row, fault)


def _check_button(now: Standing, done: Settlement, row: int, fault: FindFault) -> None:
    expected = None
    if done.button and now.bank:
        place = place_of(done.button.seat, now.bank)
        expected = ActionButton(done.button.card, done.button.value, done.button.seat, place)
    if now.button != expected:
        what = write_line(expected) if expected else "none where the house banks"
        fault(now.button.row if now.button else row, "this is not the action button", what)


def sums_of(now: Standing, fault: FindFault) -> set[int]:
    """Check that each step takes and gives back its wager; give the lines where it does not."""
    wrong = set()
    for step in now.steps:
        wager = now.wagers.get(step.wager)
        if wager and step.collected + step.returned != wager.amount:
            reason = f"{step.collected} collected and {step.returned} returned are no wager"
            fault(step.row, reason, f"{wager.amount} together")
            wrong.add(step.row)
    return wrong


def check_steps(
    found: Sequence[Step | Reversed],
    expected: Sequence[Step | Reversed],
    row: int,
    fault: FindFault,
    told: Iterable[int] = (),
) -> None:
    """Compare steps one by one; after one out of order no other is compared."""
    for each, right in zip(found, expected, strict=False):
        if each != right and each.row not in told:
            fault(each.row or row, "this is not the step that is due", write_line(right))
        if each.wager != right.wager:
            return
    for extra in found[len(expected) :]:
        fault(extra.row or row, "there is no such step", "no further step")
    for missing in expected[len(found) :]:
        fault(row, "a step is missing", write_line(missing))


def _check_result(now: Standing, done: Settlement, row: int, fault: FindFault) -> None:
    bank = done.player_dealer
    expected = Result(bank.net, bank.exhausted, bank.capped) if bank else None
    at = now.result.row if now.result else row
    if now.result is None or now.bank is None or expected is None:
        if now.result or expected:
            what = write_line(expected) if expected else "none where the house banks"
            fault(at, "this is not the player-dealer's result", what)
        return
    moved = sum(step.collected - step.paid for step in now.steps)
    if abs(now.result.net) > now.bank.cover:
        limit = f"from {-now.bank.cover} to {now.bank.cover}"
        fault(at, f"{now.result.net} is beyond the cover", limit)
    elif now.result.net != moved:
        fault(at, f"the steps do not make {now.result.net}", f"net={moved}")
    elif now.result != expected:
        fault(at, "this is not the player-dealer's result", write_line(expected))


def check_moved(
    before: Standing, after: Standing, correction: Correction, fault: FindFault
) -> Standing:
    """Check that a correction moves what each patron is due, but for what was not recovered.

    Due is what he should have less what he really has; the round is given with what is missing.
    """
    due = after.net()
    due.subtract(before.net())
    due.update(before.missing)
    claims = Counter(before.claims)
    for paid in correction.recovered:
        open_then = claims[paid.debtor, paid.creditor]
        if paid.amount > open_then:
            reason = f"{paid.debtor} paid {paid.amount} of a claim"
            fault(paid.row, reason, f"{open_then} at most")
        claims[paid.debtor, paid.creditor] -= paid.amount
        due[paid.debtor] += paid.amount
        due[paid.creditor] -= paid.amount if paid.creditor else 0
    got: Counter[str] = Counter()
    rows: dict[str, int] = {}
    for moved in correction.moved:
        got[moved.patron] += moved.amount
        rows[moved.patron] = moved.row
    missing, claims = Counter(due), Counter()
    missing.subtract(got)
    for owed in correction.unrecovered:
        if owed.amount > -due[owed.debtor]:
            reason = f"{owed.debtor} owes no {owed.amount}"
            fault(owed.row, reason, f"{max(0, -due[owed.debtor])} at most")
        got[owed.debtor] -= owed.amount
        claims[owed.debtor, owed.creditor] += owed.amount * (owed.policy == "claim")
        if owed.creditor:
            got[owed.creditor] += owed.amount
    for patron in dict.fromkeys((*due, *got)):
        if due[patron] != got[patron]:
            row = rows.get(patron, correction.end.row)
            fault(row, f"{patron} gets {got[patron]}", f"{due[patron]}, with what is unrecovered")
    return replace(after, missing=missing, claims=claims)
