"""What the screens show beside the state of a table: the last settlement, each patron's hands.

Folded from the events, so that a restart shows the same.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Final

from puntobanco.cards import parse_cards
from puntobanco.house.incidents import Incidents
from puntobanco.house.shoes import Shoes
from puntobanco.house.takings import Takings
from puntobanco.rules.coup import Coup, play
from puntobanco.rules.settle import button_of
from puntobanco.table import events as ev
from puntobanco.table.state import Round, TableState

HISTORY: Final = 20  # hands of each patron; what a screen shows, since all who ever sat are kept
VALUES: Final = 13  # of the card that sets the action button


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

    def of(self, patron: str) -> tuple[ev.Line, ...]:
        """Give one patron's lines."""
        return tuple(line for line in self.lines if line.patron == patron)

    def net(self, patron: str) -> int:
        """Give what a patron won less what he lost, with wagers and as player-dealer."""
        bank = self.player_dealer
        covered = bank.net if bank and bank.patron == patron else 0
        return net(self.of(patron)) + covered

    def concerns(self, patron: str) -> bool:
        """Whether a patron had chips in it."""
        bank = self.player_dealer
        return bool(self.of(patron)) or (bank is not None and bank.patron == patron)


def net(lines: tuple[ev.Line, ...]) -> int:
    """Give what lines won less what they lost."""
    return sum(line.paid - line.collected for line in lines)


@dataclass(slots=True)
class Sitting:
    """One patron's time at the table."""

    since: int
    net: int = 0
    hands: deque[SettledRound] = field(default_factory=lambda: deque(maxlen=HISTORY))


@dataclass(slots=True)
class Records:
    """The records of a table; ``next_at`` is when the dealer means to open betting again."""

    last: SettledRound | None = None
    calls: tuple[str, ...] = ()
    sittings: dict[str, Sitting] = field(default_factory=dict)
    next_at: int | None = None
    notice: tuple[str, int] | None = None  # void | free-hand | corrected, and which round
    all_declined: bool = False  # nobody took the position when it was last offered
    buttons: tuple[int, ...] = (0,) * VALUES  # how often each card value set the action button
    shoes: Shoes = field(default_factory=Shoes)
    incidents: Incidents = field(default_factory=Incidents)
    takings: Takings = field(default_factory=Takings)  # noted by the desk, which knows the shifts
    proposed: dict[int, tuple[str, int]] = field(default_factory=dict)  # why, and when

    def note(self, before: TableState, event: ev.AnyEvent, at: int) -> None:
        """Take in an event, with the state before it."""
        self.shoes.note(before, event, at)
        self.incidents.note(before, event, at)
        self._ruled(event, at)
        match event:
            case ev.SeatTaken() if event.patron not in before.racks:
                sitting = self.sittings.setdefault(event.patron, Sitting(at))
                sitting.since, sitting.net = at, 0
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
                self.next_at = self.notice = None
            case ev.ShoeStarted():
                self.next_at = None
            case ev.AllDeclined() | ev.PlayerDealerOffered():
                self.all_declined = isinstance(event, ev.AllDeclined)
            case _:
                pass

    def _ruled(self, event: ev.AnyEvent, at: int) -> None:
        """Keep the reasons of proposals for as long as they stand."""
        if isinstance(event, ev.Proposed):
            self.proposed[event.number] = (event.reason, at)
        elif isinstance(event, ev.Approved | ev.Rejected):
            self.proposed.pop(event.number, None)

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
        if played is None or shoe is None:
            return
        lines = tuple(_given_back(back) for back in event.wagers)
        bank = _unmoved(played)
        void = SettledRound(
            played.number, shoe.number, played.hand, None, (), lines, "void", None, bank
        )
        self._remember(before, void)

    def _remember(self, before: TableState, ended: SettledRound) -> None:
        """Keep a round for everybody who has chips at the table."""
        for patron in before.racks:
            sitting = self.sittings.get(patron)
            if sitting is not None:
                sitting.hands.appendleft(ended)
                sitting.net += ended.net(patron)

    def _corrected(self, before: TableState, event: ev.RoundCorrected) -> None:
        self.notice = ("corrected", event.round)
        old = next(settled for settled in before.settled if settled.number == event.round)
        if event.button is not None and isinstance(old.result, Coup):
            self._count(button_of(old.result, before.game.seats).value, -1)
            self._count(event.button.value, 1)
        if self.last is not None and self.last.round == event.round:
            self.last = _again(self.last, event)
        for patron, sitting in self.sittings.items():
            for place, hand in enumerate(sitting.hands):
                if hand.round == event.round:
                    sitting.hands[place] = _again(hand, event)
                    sitting.net += sitting.hands[place].net(patron) - hand.net(patron)


def _again(stood: SettledRound, event: ev.RoundCorrected) -> SettledRound:
    """Give a round as it is after its correction."""
    return replace(
        stood,
        coup=play(parse_cards(" ".join(event.cards))) if event.cards else stood.coup,
        calls=event.calls,
        lines=event.lines,
        kind="corrected",
        button=event.button,
        player_dealer=event.player_dealer,
    )


def _given_back(back: ev.Returned) -> ev.Line:
    return ev.Line(
        back.wager, back.place, back.patron, back.bet, back.amount, "push", 0, 0, back.amount,
        line=back.line,
    )  # fmt: skip


def _unmoved(played: Round) -> ev.Covered | None:
    cover = played.cover
    if cover is None:
        return None
    return ev.Covered(cover.place, cover.patron, cover.amount, net=0, exhausted=False, capped=False)
