"""What has happened at a table. Events are the record: stored as written, never changed.

Every event carries ``v``, the version of its own shape; a later shape lifts older ones on read.
People appear by opaque id, cards by code, amounts in minor units, times in milliseconds since 1970.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the most that a patron may have on a bet."""

    bet: str
    min: int
    max: int


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole amount that a patron now has on a bet; 0: nothing."""

    wager: str
    bet: str
    amount: int


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One wager settled."""

    wager: str
    place: int
    patron: str
    bet: str
    amount: int
    verdict: str
    collected: int
    paid: int
    returned: int
    uncovered: int = 0
    line: str = "front"


class Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """The common part of all events."""

    v: int = 1


class TableOpened(Event, frozen=True, tag=True):
    """A table was opened; the whole sheet is in the event, so that the log stands alone."""

    table: str
    name: str
    sheet: str  # canonical JSON of the resolved sheet
    sheet_hash: str
    venue_hash: str
    seats: int
    decks: int
    unit: int
    limits: tuple[Limit, ...]
    clock: int | None  # milliseconds of a betting window; None: the dealer closes it
    currency: str


class TableClosed(Event, frozen=True, tag=True):
    """The table was closed."""


class SeatTaken(Event, frozen=True, tag=True):
    """A patron sat down."""

    place: int
    patron: str


class SeatLeft(Event, frozen=True, tag=True):
    """A patron stood up; his rack goes to his wallet."""

    place: int
    patron: str
    rack: int


class BoughtIn(Event, frozen=True, tag=True):
    """A patron moved chips from his wallet to his rack at the table."""

    patron: str
    amount: int


class ShoeStarted(Event, frozen=True, tag=True):
    """A new shoe was shuffled and cut; ``commitment`` binds its order."""

    shoe: int
    decks: int
    cut_card: int
    commitment: str


class CardsBurned(Event, frozen=True, tag=True):
    """The first card was turned, and so many more were burned unseen."""

    shoe: int
    card: str
    unseen: int


class BettingOpened(Event, frozen=True, tag=True):
    """Wagers are taken for a round; at ``deadline`` the betting closes by itself."""

    round: int
    hand: int  # number of the hand within the shoe
    deadline: int | None


class BettingPaused(Event, frozen=True, tag=True):
    """Betting stands still; wagers stay, and so much time is left."""

    round: int
    remaining: int | None


class BettingResumed(Event, frozen=True, tag=True):
    """Betting goes on."""

    round: int
    deadline: int | None


class WagersSet(Event, frozen=True, tag=True):
    """A patron's wagers at a place now stand so; bets not named are as before."""

    round: int
    place: int
    patron: str
    spots: tuple[Spot, ...]
    line: str = "front"


class BettingClosed(Event, frozen=True, tag=True):
    """No more bets: wagers are frozen."""

    round: int


class CardDealt(Event, frozen=True, tag=True):
    """A card left the shoe and lies in a hand."""

    round: int
    position: int
    card: str
    hand: str  # player | banker


class CoupEnded(Event, frozen=True, tag=True):
    """Both hands are complete."""

    round: int
    winner: str
    player: int
    banker: int
    calls: tuple[str, ...]


class RoundSettled(Event, frozen=True, tag=True):
    """Every wager of the round got what it is due, in this order."""

    round: int
    lines: tuple[Line, ...]


class ShoeEnded(Event, frozen=True, tag=True):
    """The shoe is over."""

    shoe: int


AnyEvent = (
    TableOpened
    | TableClosed
    | SeatTaken
    | SeatLeft
    | BoughtIn
    | ShoeStarted
    | CardsBurned
    | BettingOpened
    | BettingPaused
    | BettingResumed
    | WagersSet
    | BettingClosed
    | CardDealt
    | CoupEnded
    | RoundSettled
    | ShoeEnded
)


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """An event as it stands in the log: who caused it, with which command."""

    event: AnyEvent
    actor: str
    command: str = ""


_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_DECODER: Final = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """Write an entry as canonical JSON."""
    return _ENCODER.encode(entry)


def decode(body: bytes) -> Entry:
    """Read an entry as it was stored."""
    return _DECODER.decode(body)
