"""What somebody asks of a table: imperative, checked by ``decide``, answered by events."""

from __future__ import annotations

from msgspec import Struct

from puntobanco.table.events import Limit


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """The common part of all commands."""


class OpenTable(Command, frozen=True, tag=True):
    """Open a table for a game."""

    table: str
    name: str
    sheet: str  # canonical JSON of the resolved sheet
    seats: int
    decks: int
    unit: int
    limits: tuple[Limit, ...]
    clock: int | None
    currency: str


class CloseTable(Command, frozen=True, tag=True):
    """Close the table between two rounds; whoever sits there stands up with his chips."""


class TakeSeat(Command, frozen=True, tag=True):
    """Sit down at a place and buy in."""

    patron: str
    place: int
    buy_in: int


class LeaveSeat(Command, frozen=True, tag=True):
    """Stand up with all chips."""

    patron: str


class BuyIn(Command, frozen=True, tag=True):
    """Move chips from the wallet to the rack."""

    patron: str
    amount: int


class StartShoe(Command, frozen=True, tag=True):
    """Bring a shuffled and cut shoe to the table."""

    commitment: str
    cut_card: int | None = None  # None: as the sheet says


class Burn(Command, frozen=True, tag=True):
    """Turn the first card and burn."""

    card: str


class OpenBetting(Command, frozen=True, tag=True):
    """Open betting for a round."""


class PauseBetting(Command, frozen=True, tag=True):
    """Stop the betting clock; ``remaining`` is given after an outage, when the deadline is past."""

    remaining: int | None = None


class ResumeBetting(Command, frozen=True, tag=True):
    """Let the betting clock run on."""


class SetWager(Command, frozen=True, tag=True):
    """Put the whole amount on a spot; 0 takes it off."""

    patron: str
    place: int
    bet: str
    amount: int
    round: int
    line: str = "front"


class CloseBetting(Command, frozen=True, tag=True):
    """No more bets."""


class DealCard(Command, frozen=True, tag=True):
    """Deal the card that lies at a position of the shoe."""

    position: int
    card: str


class Settle(Command, frozen=True, tag=True):
    """Pay and take."""


class EndShoe(Command, frozen=True, tag=True):
    """Put the shoe away."""


class Tick(Command, frozen=True, tag=True):
    """Let time pass."""


AnyCommand = (
    OpenTable
    | CloseTable
    | TakeSeat
    | LeaveSeat
    | BuyIn
    | StartShoe
    | Burn
    | OpenBetting
    | PauseBetting
    | ResumeBetting
    | SetWager
    | CloseBetting
    | DealCard
    | Settle
    | EndShoe
    | Tick
)
