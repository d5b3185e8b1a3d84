"""The state of a table, and how events change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from puntobanco.cards import Card
from puntobanco.errors import InvariantError
from puntobanco.rules.coup import Coup, play
from puntobanco.rules.load import from_canonical
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Sheet
from puntobanco.shoe import ShoeEnd
from puntobanco.table import events as ev

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Setup:
    """What was settled when the table opened."""

    table: str
    name: str
    sheet: Sheet
    seats: int
    decks: int
    unit: int
    limits: Mapping[str, ev.Limit]
    clock: int | None
    currency: str


class ShoeState(Struct, frozen=True):
    """The shoe on the table: how far it is dealt, and the coups that came out of it."""

    number: int
    end: ShoeEnd
    commitment: str
    out: int = 0
    is_burned: bool = False
    rounds_left: int | None = None  # None: the cut card has not shown
    coups: tuple[Coup, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no further round may start."""
        return self.is_burned and not self.end.may_start(self.out, self.rounds_left)


class Round(Struct, frozen=True):
    """The round in play: its wagers by id, and the cards dealt so far."""

    number: int
    hand: int
    phase: str  # betting | paused | dealing | decided
    deadline: int | None
    out_before: int
    remaining: int | None = None
    wagers: Mapping[str, Wager] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()
    coup: Coup | None = None

    def of(self, patron: str) -> tuple[Wager, ...]:
        """Give the wagers of one patron."""
        return tuple(w for w in self.wagers.values() if w.patron == patron)


class TableState(Struct, frozen=True):
    """A table; the same events give the same state, anywhere and at any time."""

    setup: Setup | None = None  # None: not opened yet, or closed again
    places: Mapping[int, str] = field(default_factory=dict)  # place -> patron
    racks: Mapping[str, int] = field(default_factory=dict)
    shoe: ShoeState | None = None
    shoe_number: int = 0
    last_coups: tuple[Coup, ...] = ()  # of the shoe before
    round: Round | None = None
    round_number: int = 0
    last_wagers: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)

    @property
    def game(self) -> Setup:
        """The set-up of an open table."""
        if self.setup is None:
            message = "the table is not open"
            raise InvariantError(message)
        return self.setup

    def place_of(self, patron: str) -> int | None:
        """Find where a patron sits."""
        return next((place for place, who in self.places.items() if who == patron), None)


def replay(events: Iterable[ev.AnyEvent]) -> TableState:
    """Fold events into a state."""
    state = TableState()
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: TableState, event: ev.AnyEvent) -> TableState:  # noqa: C901, PLR0912
    """Give the state after an event; nothing is checked here, what happened has happened."""
    match event:
        case ev.TableOpened():
            return replace(state, setup=_setup(event))
        case ev.TableClosed():
            return replace(state, setup=None)
        case ev.SeatTaken():
            return replace(
                state,
                places={**state.places, event.place: event.patron},
                racks={**state.racks, event.patron: 0},
            )
        case ev.SeatLeft():
            return replace(
                state,
                places=_without(state.places, event.place),
                racks=_without(state.racks, event.patron),
                last_wagers=_without(state.last_wagers, event.patron),
            )
        case ev.BoughtIn():
            return replace(state, racks=_moved(state.racks, event.patron, event.amount))
        case ev.ShoeStarted():
            rules = state.game.sheet.venue.shoe
            end = ShoeEnd(52 * event.decks, event.cut_card, rules.last)
            shoe = ShoeState(event.shoe, end, event.commitment, is_burned=rules.burn == "none")
            return replace(state, shoe=shoe, shoe_number=event.shoe)
        case ev.CardsBurned():
            return replace(state, shoe=replace(_shoe(state), out=1 + event.unseen, is_burned=True))
        case ev.BettingOpened():
            fresh = Round(event.round, event.hand, "betting", event.deadline, _shoe(state).out)
            return replace(state, round=fresh, round_number=event.round)
        case ev.BettingPaused():
            paused = replace(
                _round(state), phase="paused", deadline=None, remaining=event.remaining
            )
            return replace(state, round=paused)
        case ev.BettingResumed():
            resumed = replace(
                _round(state), phase="betting", deadline=event.deadline, remaining=None
            )
            return replace(state, round=resumed)
        case ev.WagersSet():
            return _with_wagers(state, event)
        case ev.BettingClosed():
            closed = replace(_round(state), phase="dealing", deadline=None, remaining=None)
            return replace(state, round=closed)
        case ev.CardDealt():
            shoe, played = _shoe(state), _round(state)
            card = Card.parse(event.card)
            return replace(
                state,
                shoe=replace(shoe, out=event.position + 1),
                round=replace(played, cards=(*played.cards, card)),
            )
        case ev.CoupEnded():
            played = _round(state)
            return replace(state, round=replace(played, phase="decided", coup=play(played.cards)))
        case ev.RoundSettled():
            return _settled(state, event)
        case ev.ShoeEnded():
            return replace(state, shoe=None, last_coups=_shoe(state).coups)
        case _:
            assert_never(event)


def _setup(event: ev.TableOpened) -> Setup:
    return Setup(
        event.table,
        event.name,
        _sheet(event.sheet),
        event.seats,
        event.decks,
        event.unit,
        {limit.bet: limit for limit in event.limits},
        event.clock,
        event.currency,
    )


@lru_cache(maxsize=64)
def _sheet(form: str) -> Sheet:
    return from_canonical(form.encode())


def _shoe(state: TableState) -> ShoeState:
    if state.shoe is None:
        message = "an event needs a shoe and there is none"
        raise InvariantError(message)
    return state.shoe


def _round(state: TableState) -> Round:
    if state.round is None:
        message = "an event needs a round and there is none"
        raise InvariantError(message)
    return state.round


def _with_wagers(state: TableState, event: ev.WagersSet) -> TableState:
    played = _round(state)
    wagers = dict(played.wagers)
    moved = 0
    for spot in event.spots:
        before = wagers.pop(spot.wager, None)
        moved += spot.amount - (before.amount if before else 0)
        if spot.amount:
            wagers[spot.wager] = Wager(
                spot.wager, event.place, event.patron, spot.bet, spot.amount, event.line
            )
    return replace(
        state,
        round=replace(played, wagers=wagers),
        racks=_moved(state.racks, event.patron, -moved),
    )


def _settled(state: TableState, event: ev.RoundSettled) -> TableState:
    shoe, played = _shoe(state), _round(state)
    racks = dict(state.racks)
    last: dict[str, tuple[tuple[str, int], ...]] = dict(state.last_wagers)
    for patron in {wager.patron for wager in played.wagers.values()}:
        last[patron] = tuple((w.bet, w.amount) for w in played.of(patron))
    for line in event.lines:
        racks[line.patron] += line.paid + line.returned
    left = shoe.end.rounds_left(played.out_before, shoe.out, shoe.rounds_left)
    coups = (*shoe.coups, played.coup) if played.coup else shoe.coups
    return replace(
        state,
        shoe=replace(shoe, rounds_left=left, coups=coups),
        round=None,
        racks=racks,
        last_wagers=last,
    )


def _moved(racks: Mapping[str, int], patron: str, amount: int) -> dict[str, int]:
    return {**racks, patron: racks[patron] + amount}


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {k: v for k, v in mapping.items() if k != key}
