"""What is one patron's own: nobody else is told it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from puntobanco.house.shown.board import Result, Winner
from puntobanco.house.shown.felt import Count, Positive, Shown
from puntobanco.house.shown.view import Coup, Covers, HandKind, Line, Offer, SettledLine, Wager

GoesTo = Annotated[str, Meta(pattern="^(rack|wallet)$")]
Reached = Annotated[str, Meta(pattern="^(loss|time)$")]


class Refusal(Shown, frozen=True):
    """Why nothing more fits on a spot."""

    code: str
    params: Mapping[str, object]


class Spot(Shown, frozen=True):
    """A patron's own spot."""

    amount: Count
    room: Count
    refusal: Refusal | None


class OwnResult(Shown, frozen=True):
    """A patron's own result of the round just settled."""

    net: int
    fee: Count
    as_player_dealer: int | None
    lines: tuple[SettledLine, ...]


class Ruled(Shown, frozen=True):
    """Why a hand was void or was settled again, and what of it a patron felt.

    ``cause`` is an irregularity's kind, ``reason`` somebody's own words, ``was`` the result before;
    what could not be moved is owed by him or to him, or forgiven.
    """

    cause: str
    reason: str
    was: Result | None
    moved: int
    to: GoesTo
    owes: Count
    owed: Count
    forgiven: bool


class PastHand(Shown, frozen=True):
    """A hand of the patron's history."""

    round: Positive
    hand: Positive
    shoe: Positive
    kind: HandKind
    winner: Winner | None
    player: int | None
    banker: int | None
    calls: tuple[str, ...]
    wagers: tuple[Wager, ...]
    cover: Positive | None
    net: int
    fee: Count
    rulings: tuple[Ruled, ...]


class Before(Shown, frozen=True):
    """How a hand had been settled before a correction."""

    coup: Coup | None
    lines: tuple[SettledLine, ...]
    net: int


class WholeHand(PastHand, frozen=True):
    """The same with its cards and lines, and how it had been settled before each correction."""

    coup: Coup | None
    lines: tuple[SettledLine, ...]
    before: tuple[Before, ...]


class Session(Shown, frozen=True):
    """A patron's time at the table."""

    since_ms: Count
    net: int


class Person(Shown, frozen=True):
    """Who is signed in."""

    id: str
    name: str


class Position(Shown, frozen=True):
    """A position of the patron's, with its spots."""

    place: Positive
    line: Line
    spots: dict[str, Spot]


class Later(Shown, frozen=True):
    """Limits that hold from the next day on."""

    loss: Count | None
    minutes: Count | None


class OwnLimits(Shown, frozen=True):
    """A patron's own limits, and how he stands against them."""

    loss: Count | None
    minutes: Count | None
    later: Later
    lost: int
    spent_ms: Count
    reached: Reached | None
    opens_ms: Count


class Deposit(Shown, frozen=True):
    """The most that a patron buys in a period, what holds later, and what he has bought."""

    most: Count | None
    later: Count | None
    later_ms: Count
    used: Count


class OwnDeposits(Shown, frozen=True):
    """A patron's own limits on what he buys."""

    day: Deposit
    week: Deposit
    month: Deposit


class Reminder(Shown, frozen=True):
    """A patron's reminder: how long he has played since the last one, and what came of it."""

    minutes: Positive
    spent_ms: Count
    net: int
    due: bool


class SelfSet(Shown, frozen=True):
    """All that a patron has set himself."""

    limits: OwnLimits | None
    deposits: OwnDeposits | None
    reminder: Reminder | None
    excluded_ms: Positive | None


class Mine(Shown, frozen=True):
    """What is a patron's own."""

    patron: Person
    wallet: Count
    place: Positive | None
    rack: Count
    on_felt: Count
    positions: tuple[Position, ...]
    spots: dict[str, Spot]
    is_player_dealer: bool
    cover: Count
    covers: Covers | None
    offer: Offer | None
    break_ms: Count | None
    fees_due: Count
    last_wagers: tuple[Wager, ...]
    result: OwnResult | None
    history: Annotated[tuple[PastHand, ...], Meta(max_length=20)]
    session: Session | None
    limits: OwnLimits | None
    deposits: OwnDeposits | None = None
    reminder: Reminder | None = None
    excluded_ms: Positive | None = None
