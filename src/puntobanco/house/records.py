"""What the screens show beside the state of a table: the last settlement, each patron's hands.

Folded from the events, so that a restart shows the same.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Final

from msgspec import UNSET

from puntobanco.cards import parse_cards
from puntobanco.house.incidents import Incidents
from puntobanco.house.shoes import Shoes
from puntobanco.house.takings import Takings
from puntobanco.rules.coup import Coup, play
from puntobanco.rules.settle import button_of
from puntobanco.rules.sheet import Sheet
from puntobanco.table import events as ev
from puntobanco.table.shoes import RESTORED
from puntobanco.table.state import Round, TableState

HISTORY: Final = 120  # hands of each patron; not more, since all who ever sat are kept
VALUES: Final = 13  # of the card that sets the action button


@dataclass(frozen=True, slots=True)
class Ruling:
    """Why a round was void or was settled again, and what that moved."""

    reason: str  # in the words of whoever proposed it
    cause: str = ""  # of a void: the irregularity, or where nothing else is the matter "ruled"
    was: SettledRound | None = None  # how it had been settled
    moves: tuple[ev.Move, ...] = ()
    claims: tuple[ev.Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class SettledRound:
    """A round as it ended; one that was void has its wagers as lines that gave them back."""

    round: int
    shoe: int
    hand: int
    coup: Coup | None
    calls: tuple[str, ...]
    lines: tuple[ev.Line, ...]
    kind: str = "settled"  # settled | free-hand | void | corrected
    button: ev.Button | None = None
    player_dealer: ev.Covered | None = None
    fees: tuple[ev.FeeLine, ...] = ()  # that were taken, and not given back
    player_dealer_fee: int = 0
    rulings: tuple[Ruling, ...] = ()  # oldest first
    former: int | None = None  # by which of the table's former sheets; None: by the present one

    def of(self, patron: str) -> tuple[ev.Line, ...]:
        """Give one patron's lines."""
        return tuple(line for line in self.lines if line.patron == patron)

    def net(self, patron: str) -> int:
        """Give what a patron won less what he lost, with wagers and as player-dealer."""
        bank = self.player_dealer
        covered = bank.net if bank and bank.patron == patron else 0
        return net(self.of(patron)) + covered

    def fee(self, patron: str) -> int:
        """Give what the collection took from a patron, which is no part of any result."""
        bank = self.player_dealer
        covered = self.player_dealer_fee if bank and bank.patron == patron else 0
        return covered + sum(fee.amount for fee in self.fees if fee.patron == patron)

    def concerns(self, patron: str) -> bool:
        """Whether a patron had chips in it."""
        bank = self.player_dealer
        return bool(self.of(patron)) or (bank is not None and bank.patron == patron)

    def touched(self, patron: str) -> bool:
        """Whether a patron has, or had before it was corrected, chips in it."""
        stood = (ruling.was for ruling in self.rulings if ruling.was)
        return self.concerns(patron) or any(was.concerns(patron) for was in stood)


def net(lines: tuple[ev.Line, ...]) -> int:
    """Give what lines won less what they lost."""
    return sum(line.paid - line.collected for line in lines)


@dataclass(slots=True)
class Sitting:
    """One patron's time at the table: this one, and before it all that there was."""

    since: int
    net: int = 0  # since he sat down, collection included
    ever: int = 0  # the same, never set to nought
    spent: int = 0  # milliseconds that he sat here before
    hands: deque[SettledRound] = field(default_factory=lambda: deque(maxlen=HISTORY))


@dataclass(slots=True)
class Records:
    """The records of a table; ``next_at`` is when the dealer means to open betting again."""

    last: SettledRound | None = None
    calls: tuple[str, ...] = ()
    sittings: dict[str, Sitting] = field(default_factory=dict)
    next_at: int | None = None
    notice: tuple[str, int] | None = None  # void | free-hand | corrected | terms, and which round
    all_declined: bool = False  # nobody took the position when it was last offered
    buttons: tuple[int, ...] = (0,) * VALUES  # how often each card value set the action button
    shoes: Shoes = field(default_factory=Shoes)
    incidents: Incidents = field(default_factory=Incidents)
    takings: Takings = field(default_factory=Takings)  # noted by the desk, which knows the shifts
    proposed: dict[int, tuple[str, int]] = field(default_factory=dict)  # why, and when
    approved: str = ""  # why, of what was approved last
    former: tuple[Sheet, ...] = ()  # sheets that the table went by, as long as it is remembered

    def note(self, before: TableState, event: ev.AnyEvent, at: int) -> None:
        """Take in an event, with the state before it."""
        self.shoes.note(before, event, at)
        self.incidents.note(before, event, at)
        self._ruled(event, at)
        self._other_terms(before, event)
        match event:
            case ev.SeatTaken() | ev.SeatLeft():
                self._sat(before, event, at)
            case ev.CoupEnded():
                self.calls = event.calls
            case ev.RoundSettled():
                self._settled(before, event)
            case ev.RoundVoided():
                self._voided(before, event)
            case ev.RoundCorrected():
                self._corrected(before, event)
            case ev.FreeHandOpened():
                self.next_at, self.notice = None, ("free-hand", event.round)
            case ev.BettingOpened():
                self.next_at = None
                self.notice = self.notice if self.notice == ("terms", event.round) else None
            case ev.ShoeStarted():
                self.next_at = None
            case ev.AllDeclined() | ev.PlayerDealerOffered():
                self.all_declined = isinstance(event, ev.AllDeclined)
            case _:
                pass

    def _other_terms(self, before: TableState, event: ev.AnyEvent) -> None:
        """Say that they hold from the next round on; what was played keeps its own sheet."""
        if isinstance(event, ev.LimitsChanged | ev.TermsChanged):
            self.notice = ("terms", before.round_number + 1)
        if not isinstance(event, ev.TermsChanged) or event.after.sheet is UNSET:
            return
        number, self.former = len(self.former), (*self.former, before.game.sheet)
        for sitting in self.sittings.values():
            for place, hand in enumerate(sitting.hands):
                if hand.former is None:
                    sitting.hands[place] = _of_former(hand, number)

    def _ruled(self, event: ev.AnyEvent, at: int) -> None:
        """Keep the reasons of proposals for as long as they stand."""
        if isinstance(event, ev.Proposed):
            self.proposed[event.number] = (event.reason, at)
        elif isinstance(event, ev.Approved | ev.Rejected):
            why, _ = self.proposed.pop(event.number, ("", at))
            self.approved = why if isinstance(event, ev.Approved) else ""

    def _sat(self, before: TableState, event: ev.SeatTaken | ev.SeatLeft, at: int) -> None:
        """Begin somebody's time with his first position, and end it with his last."""
        sitting = self.sittings.setdefault(event.patron, Sitting(at))
        positions = len(before.positions_of(event.patron))
        if isinstance(event, ev.SeatTaken) and positions == 0:
            sitting.since, sitting.net = at, 0
        if isinstance(event, ev.SeatLeft) and positions == 1:
            sitting.spent += at - sitting.since

    def _settled(self, before: TableState, event: ev.RoundSettled) -> None:
        played, shoe = before.round, before.shoe
        if played is None or shoe is None or played.coup is None:
            return
        if not before.game.takes_wagers:  # nobody had anything in it; the board says it all
            return
        kind = "free-hand" if played.is_free else "settled"
        self.last = SettledRound(
            played.number,
            shoe.number,
            played.hand,
            played.coup,
            self.calls,
            event.lines,
            kind,
            event.button,
            event.player_dealer,
            played.fees,
            played.player_dealer_fee,
        )
        if event.button is not None:
            self._count(event.button.value, 1)
        self._remember(before, self.last)

    def _count(self, value: int, rounds: int) -> None:
        """Count a card value that set the button, or no longer does."""
        counts = list(self.buttons)
        counts[value - 1] += rounds
        self.buttons = tuple(counts)

    def _voided(self, before: TableState, event: ev.RoundVoided) -> None:
        played, shoe = before.round, before.shoe
        self.last, self.notice = None, ("void", event.round)
        if played is None or shoe is None or not before.game.takes_wagers:
            return
        lines = tuple(_given_back(back) for back in event.wagers)
        bank = _unmoved(played)
        kept = tuple(fee for fee in played.fees if fee not in event.fees)
        void = SettledRound(
            played.number,
            shoe.number,
            played.hand,
            None,
            (),
            lines,
            "void",
            None,
            bank,
            kept,
            played.player_dealer_fee - event.player_dealer_fee,
            (Ruling("" if event.reason == RESTORED else self.approved, event.reason),),
        )
        self.last = void
        self._remember(before, void)

    def _remember(self, before: TableState, ended: SettledRound) -> None:
        """Keep a round for everybody who has chips at the table."""
        for patron in before.racks:
            sitting = self.sittings.get(patron)
            if sitting is not None:
                sitting.hands.appendleft(ended)
                moved = ended.net(patron) - ended.fee(patron)
                sitting.net += moved
                sitting.ever += moved

    def _corrected(self, before: TableState, event: ev.RoundCorrected) -> None:
        self.notice = ("corrected", event.round)
        old = next(settled for settled in before.settled if settled.number == event.round)
        if event.button is not None and isinstance(old.result, Coup):
            self._count(button_of(old.result, before.game.seats).value, -1)
            self._count(event.button.value, 1)
        if self.last is not None and self.last.round == event.round:
            self.last = _again(self.last, event, self.approved)
        for patron, sitting in self.sittings.items():
            for place, hand in enumerate(sitting.hands):
                if hand.round == event.round:
                    sitting.hands[place] = _again(hand, event, self.approved)
                    moved = sitting.hands[place].net(patron) - hand.net(patron)
                    sitting.net += moved
                    sitting.ever += moved


def _again(stood: SettledRound, event: ev.RoundCorrected, reason: str) -> SettledRound:
    """Give a round as it is after its correction."""
    ruling = Ruling(reason, "", replace(stood, rulings=()), event.moves, event.claims)
    return replace(
        stood,
        coup=play(parse_cards(" ".join(event.cards))) if event.cards else stood.coup,
        calls=event.calls,
        lines=event.lines,
        kind="corrected",
        button=event.button,
        player_dealer=event.player_dealer,
        rulings=(*stood.rulings, ruling),
    )


def _of_former(hand: SettledRound, number: int) -> SettledRound:
    """Let a round, and what stood before it was ruled on, keep the sheet that is going."""
    rulings = tuple(
        replace(ruling, was=ruling.was and replace(ruling.was, former=number))
        for ruling in hand.rulings
    )
    return replace(hand, former=number, rulings=rulings)


def _given_back(back: ev.Returned) -> ev.Line:
    return ev.Line(
        back.wager, back.place, back.patron, back.bet, back.amount, "void", 0, 0, back.amount,
        line=back.line,
    )  # fmt: skip


def _unmoved(played: Round) -> ev.Covered | None:
    cover = played.cover
    if cover is None:
        return None
    return ev.Covered(cover.place, cover.patron, cover.amount, net=0, exhausted=False, capped=False)
