"""An auditor: follows a whole log with nothing to go by but its events, and says what is false.

The chain is linked, the transfers are made and every round is settled again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec import MsgspecError

from puntobanco.errors import InvariantError, PuntobancoError
from puntobanco.house.books import Books, table_of_account
from puntobanco.house.follow import Step
from puntobanco.house.invariants import check_moved, holds
from puntobanco.house.log import Logged, Tip, links
from puntobanco.house.nets import Nets
from puntobanco.house.reports.scope import Scope
from puntobanco.ledger import Transfer, may_be_negative
from puntobanco.rules.coup import Coup
from puntobanco.store.base import Transaction
from puntobanco.table import events as ev
from puntobanco.table.rounds import settlement
from puntobanco.table.state import TableState

# The phase of the round in which something may happen to it.
PHASES: Final[Mapping[type[ev.Event], frozenset[str]]] = {
    ev.BettingPaused: frozenset({"betting"}),
    ev.BettingResumed: frozenset({"paused"}),
    ev.WagersSet: frozenset({"betting", "paused"}),
    ev.BettingClosed: frozenset({"betting", "paused"}),
    ev.CollectionTaken: frozenset({"dealing"}),
    ev.CardDealt: frozenset({"dealing"}),
    ev.CoupEnded: frozenset({"dealing"}),
    ev.ResultEntered: frozenset({"dealing"}),
    ev.RoundSettled: frozenset({"decided"}),
}
# What goes wrong where events do not follow from each other.
_ASTRAY: Final = (PuntobancoError, MsgspecError, LookupError, ValueError, TypeError, OverflowError)


@dataclass(slots=True)
class Auditor:
    """A log followed from its first event; of some ``tables`` alone where they are named."""

    tables: frozenset[str] = frozenset()
    books: Books = field(default_factory=Books)
    events: int = 0
    transfers: int = 0
    currencies: dict[str, str] = field(default_factory=dict)  # by table, when it first opened
    tips: dict[str, Tip] = field(default_factory=dict)
    _cards: defaultdict[str, _CardsOut] = field(default_factory=lambda: defaultdict(_CardsOut))
    _nets: defaultdict[str, Nets] = field(default_factory=lambda: defaultdict(Nets))

    def take(self, logged: Logged) -> Iterator[str]:
        """Follow one event, and say what is wrong with it; after a fault nothing is sure."""
        yield from links(self.tips, logged)
        self.events += 1
        try:
            step, moved = self.books.take(logged)
        except _ASTRAY as error:
            yield f"it does not follow from what went before ({type(error).__name__}: {error})"
            return
        if moved != logged.transfers:
            yield "its transfers are not those that the event means"
        self.transfers += len(moved)
        yield from self._owing(moved)
        if step is not None:
            if isinstance(step.event, ev.TableOpened):
                self.currencies.setdefault(step.table, step.event.currency)
            yield from _judged(step, moved)
            yield from self._dealt(step)
            yield from self._nets[step.table].take(step)

    def end(self) -> Iterator[str]:
        """Say what is wrong once everything has happened."""
        for account, balance in sorted(self.books.balances.items()):
            table = table_of_account(account)
            if balance < 0 and not may_be_negative(account) and self.concerns(account):
                yield f"{account} holds {balance}, and it may not owe"
            held = holds(self.books.follower.states[table], account) if table else None
            is_box = account.startswith("drop:")  # it may have hung there before, or be counted
            if held is not None and held != balance and not is_box:
                yield f"{account} holds {balance}, the table says {held}"

    def concerns(self, account: str) -> bool:
        """Whether all that moved on an account is followed."""
        return not self.tables or table_of_account(account) in self.tables

    def _owing(self, moved: tuple[Transfer, ...]) -> Iterator[str]:
        """A wallet may owe for a moment, where two streams had one time; nothing else may."""
        for account in dict.fromkeys(transfer.source for transfer in moved):
            balance = self.books.balances.get(account, 0)
            is_followed = table_of_account(account) and self.concerns(account)
            if balance < 0 and not may_be_negative(account) and is_followed:
                yield f"{account} owes {-balance}"

    def _dealt(self, step: Step) -> Iterator[str]:
        """No card lies twice at one position, and none is out more often than there are decks."""
        event, out = step.event, self._cards[step.table]
        match event:
            case ev.ShoeStarted() | ev.ShoeTakenBack():  # what is taken back recorded few cards
                self._cards[step.table] = _CardsOut(step.after.game.decks)
            case ev.CardsBurned():
                yield from out.turn(0, event.card)
            case ev.CardDealt() | ev.CardBurned() | ev.CardSetAside():
                yield from out.turn(event.position, event.card)
            case ev.RoundCorrected():
                out.correct(step.before, event)
            case _:
                pass


@dataclass(slots=True)
class _CardsOut:
    """The cards of the shoe on a table that are out: where they lay, and how often each."""

    decks: int = 0
    lying: dict[int, str] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)

    def turn(self, position: int, card: str | None) -> Iterator[str]:
        """Take in a card; one that nobody saw before may be seen now."""
        known = self.lying.get(position)
        if card is None or known == card:
            return
        if known is not None:
            yield f"the card at {position} was {known}"
            return
        self.lying[position] = card
        self.seen[card] += 1
        if self.seen[card] > self.decks:
            yield f"{card} is out more than {self.decks} times"

    def correct(self, before: TableState, event: ev.RoundCorrected) -> None:
        """Put other cards in the place of a coup's, if it was of this shoe."""
        old = next(settled for settled in before.settled if settled.number == event.round)
        shoe = before.shoe
        if shoe is not None and shoe.number == old.shoe and isinstance(old.result, Coup):
            self.seen.subtract(card.code for card in old.result.cards)
            self.seen.update(event.cards)


def _judged(step: Step, moved: tuple[Transfer, ...]) -> Iterator[str]:
    """Say what is wrong with an event, from the states before and after it."""
    before, event = step.before, step.event
    try:
        check_moved(before, step.after, moved)
    except InvariantError as error:
        yield str(error)
    phases = PHASES.get(type(event))
    if phases and before.require_round.phase not in phases:
        yield f"{type(event).__name__} while the round was {before.require_round.phase}"
    match event:
        case ev.RoundSettled():
            played = before.require_round
            if played.coup is not None and before.game.takes_wagers:
                wagers = tuple(played.wagers.values())
                due = settlement(before.game, played.coup, wagers, played.cover)
                if due != (event.lines, event.button, event.player_dealer):
                    yield "this is not the settlement of the round"
        case ev.Approved() if before.proposals[event.number].by == event.by:
            yield f"{event.by} approved what he proposed"
        case ev.BettingOpened(rules=rules) if rules and rules != before.game.rules:
            yield "the round was opened by other rules than were in force"
        case ev.TermsChanged() if event.number not in before.agreed:
            yield f"nobody agreed to the terms of proposal {event.number}"
        case _:
            pass


def audit(transaction: Transaction, tables: Sequence[str] = ()) -> Iterator[str]:
    """Follow a whole store, or some of its tables, and say everything that is false there."""
    auditor = Auditor(frozenset(tables))
    for logged in Scope(tables=tuple(tables)).log(transaction):
        for fault in auditor.take(logged):
            yield f"{logged.stream} {logged.version}: {fault}"
    yield from auditor.end()
    kept = transaction.balances()
    for account in sorted(kept.keys() | auditor.books.balances.keys()):
        held, made = kept.get(account, 0), auditor.books.balances.get(account, 0)
        if held != made and auditor.concerns(account):
            yield f"{account}: holds {held}, the events make {made}"
