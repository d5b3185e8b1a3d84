"""A table as everybody sees it, and as the lobby does."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from puntobanco.house.shown.board import BigRoadCell, Board, CallTally, Winner
from puntobanco.house.shown.felt import (
    Bank,
    Cloth,
    Count,
    Currency,
    OddsText,
    Positive,
    Shown,
    Table,
)

CardCode = Annotated[str, Meta(pattern="^[A23456789TJQK][CDHS]$")]
Line = Annotated[str, Meta(pattern="^(front|back)$")]
Verdict = Annotated[str, Meta(pattern="^(pay|take|push|void)$")]
HandKind = Annotated[str, Meta(pattern="^(settled|free-hand|void|corrected)$")]
Phase = Annotated[str, Meta(pattern="^(shuffling|waiting|betting|paused|dealing|settled)$")]
NoticeKind = Annotated[str, Meta(pattern="^(void|free-hand|corrected|terms)$")]
RoundsLeft = Annotated[int, Meta(ge=0, le=2)]


class Clock(Shown, frozen=True):
    """The betting clock, as remaining time."""

    remaining_ms: Count
    total_ms: Positive
    paused: bool


class Hand(Shown, frozen=True):
    """Cards that lie on the felt, and their total."""

    cards: Annotated[tuple[CardCode, ...], Meta(max_length=3)]
    total: Annotated[int, Meta(ge=0, le=9)]


class Coup(Shown, frozen=True):
    """The coup on the felt."""

    player: Hand
    banker: Hand
    winner: Winner | None
    calls: tuple[str, ...]
    natural: bool


class Wager(Shown, frozen=True):
    """A wager."""

    bet: str
    amount: Positive


class Behind(Shown, frozen=True):
    """Somebody on the back line of a place."""

    name: str
    wagers: tuple[Wager, ...]
    net: int | None
    third_party: bool = False


class Place(Shown, frozen=True):
    """A place at the table."""

    place: Positive
    seat: Positive | None
    name: str | None
    away: bool
    wagers: tuple[Wager, ...]
    net: int | None
    behind: tuple[Behind, ...]
    third_party: bool = False  # a provider's player, marked as such for all to see


class SettledLine(Shown, frozen=True):
    """A line of the settlement; ``bank`` is the player-dealer's result after it."""

    number: Positive
    place: Positive
    line: Line
    name: str
    bet: str
    amount: Positive
    verdict: Verdict
    odds: OddsText | None
    collected: Count
    paid: Count
    returned: Count
    uncovered: Count
    bank: int | None


class BankResult(Shown, frozen=True):
    """What became of the cover; ``ended`` is the line that ended the action."""

    place: Positive
    name: str
    cover: Positive
    net: int
    exhausted: bool
    capped: bool
    fee: Count
    ended: Positive | None


class Settlement(Shown, frozen=True):
    """All lines in the order settled; of a void round, what each gave back."""

    kind: HandKind
    lines: tuple[SettledLine, ...]
    player_dealer: BankResult | None


class PlayerDealer(Shown, frozen=True):
    """Who has the position."""

    place: Positive
    name: str
    third_party: bool
    cover: Count
    hands: Count
    next_offer_in: Count


class Offer(Shown, frozen=True):
    """To whom the position is offered."""

    place: Positive
    name: str
    minimum: Positive
    fee: Count
    hands: Positive
    remaining_ms: Count | None


class CoverRow(Shown, frozen=True):
    """What an outcome would have the player-dealer pay and collect."""

    winner: Winner
    calls: tuple[str, ...]
    pays: Count
    collects: Count
    net: int


class Covers(Shown, frozen=True):
    """Whether the cover reaches."""

    covers: bool
    in_full: bool
    exact: bool
    worst: int
    rows: tuple[CoverRow, ...]


class Button(Shown, frozen=True):
    """The action button."""

    card: CardCode
    value: Annotated[int, Meta(ge=1, le=13)]
    seat: Positive
    place: Positive


class Notice(Shown, frozen=True):
    """A round that was not like the others."""

    kind: NoticeKind
    round: Positive


class View(Shown, frozen=True):
    """The table as everybody sees it."""

    table: Table
    phase: Phase
    is_suspended: bool
    shoe: Positive | None
    hand: Positive | None
    round: Count
    last_rounds: RoundsLeft | None
    hands_limit: Positive | None
    clock: Clock | None
    next_ms: Count | None
    coup: Coup | None
    places: tuple[Place, ...]
    settlement: Settlement | None
    player_dealer: PlayerDealer | None
    offer: Offer | None
    covers: Covers | None
    button: Button | None
    notice: Notice | None
    message: str | None
    board: Board


class ClosedTable(Shown, frozen=True):
    """The id of a table that is closed."""

    id: str


class Closed(Shown, frozen=True):
    """A table that is closed, and nothing more."""

    table: ClosedTable
    phase: Literal["closed"] = "closed"


class Limits(Shown, frozen=True):
    """The limits of the main bets."""

    min: Positive
    max: Positive


class Taken(Shown, frozen=True):
    """A place, taken or not."""

    place: Positive
    taken: bool


class SmallTally(Shown, frozen=True):
    """The tally in small."""

    player: Count
    banker: Count
    tie: Count
    calls: tuple[CallTally, ...]


class TableCard(Shown, frozen=True):
    """A table in the lobby."""

    id: str
    name: str
    game: str
    felt: Cloth
    bank: Bank
    currency: Currency
    limits: Limits
    places: tuple[Taken, ...]
    free: Count
    phase: Phase
    clock: Clock | None
    tally: SmallTally
    big_road: list[BigRoadCell]
    hand: Positive | None
    shoe: Positive | None
