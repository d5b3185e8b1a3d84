"""What a hand history holds, as records that know nothing of a table's events.

A record of a single line keeps the number of the line that it was read from as ``row``, which no
comparison sees. A record of many lines has its parts in the order in which they are written, so
that its fields are the grammar: one of a kind, one or none, or any number of them.
Amounts are integers in minor units, times are milliseconds since 1970, positions count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from puntobanco.cards import Card
from puntobanco.rules.sheet import Verdict
from puntobanco.track.notation import Outcome

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Row:
    """The common part of everything that is one line; ``row`` is its number, 0 in no file."""

    row: int = field(default=0, compare=False, repr=False, kw_only=True)


# The head of a history


@dataclass(frozen=True, slots=True)
class Format(Row):
    """The first line, by which the format is known."""

    version: int = FORMAT


@dataclass(frozen=True, slots=True)
class Table(Row):
    """The table; ``room`` may be left out."""

    id: str
    name: str
    room: str = ""


@dataclass(frozen=True, slots=True)
class Rules(Row):
    """The rule sheet, and the SHA-256 of its game and of the table's venue."""

    sheet: str
    game: str
    venue: str


@dataclass(frozen=True, slots=True)
class Form(Row):
    """The whole sheet as canonical JSON, so that the history stands alone."""

    json: str


@dataclass(frozen=True, slots=True)
class Terms(Row):
    """What the table plays by; ``people`` says whether chips and seats are ``recorded``."""

    decks: int
    seats: int  # places that bet; a player-dealer has one more
    unit: int
    currency: str
    policy: str
    win_cap: str
    rotation: str
    collection: str
    people: str  # recorded | left-out


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What holds for the whole history."""

    format: Format = Format()
    table: Table
    rules: Rules
    form: Form | None = None
    terms: Terms


# People and their chips


@dataclass(frozen=True, slots=True)
class Sat(Row):
    """A patron sat down, or stood behind a place; ``kind`` marks who plays with a provider."""

    patron: str
    place: int
    line: str  # front | back
    at: int
    kind: str = "patron"  # patron | third-party


@dataclass(frozen=True, slots=True)
class Left(Row):
    """A patron gave up a place."""

    patron: str
    place: int
    line: str
    at: int


@dataclass(frozen=True, slots=True)
class Chips(Row):
    """Chips came to a patron's rack, or left it, in another way than by a round."""

    kind: str  # a key of CHIPS
    patron: str
    amount: int
    at: int


CHIPS: Final = {
    "carried": 1,  # he had them before the history begins
    "buy-in": 1,
    "cash-out": -1,
    "held": -1,  # under dispute
    "released": 1,
    "claim-paid": -1,
    "claim-received": 1,
}
"""Every way, and whether chips come to the rack or leave it."""

Move = Sat | Left | Chips


# The shoe


@dataclass(frozen=True, slots=True)
class ShoeHead(Row):
    """A new shoe: shuffled by software and bound by a commitment, or real cards."""

    number: int
    kind: str  # software | physical | results
    decks: int
    cut_card: int
    at: int
    commitment: str = ""
    lot: str = ""
    receipt: str = ""


@dataclass(frozen=True, slots=True)
class Burn(Row):
    """The first card was turned, and so many more were burned unseen."""

    card: Card
    unseen: int


@dataclass(frozen=True, slots=True)
class Aside(Row):
    """A card left the shoe out of turn; None: nobody saw it.

    ``use``: ``out`` it is burned or removed, ``next`` or ``free-hand`` it will be dealt there.
    """

    card: Card | None
    position: int
    use: str
    why: str


@dataclass(frozen=True, slots=True)
class Note(Row):
    """Something that people should know, and who wrote it down."""

    why: str
    text: str
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class ShoeEnded(Row):
    """The shoe is over; ``why`` where it did not end at its cut card."""

    at: int
    why: str = ""


# The round


@dataclass(frozen=True, slots=True)
class RoundHead(Row):
    """Betting opened for a round; ``hand`` is its number within the shoe."""

    number: int
    hand: int
    opened: int


@dataclass(frozen=True, slots=True)
class Bank(Row):
    """The player-dealer of the round, and how far he covers the others' wagers."""

    place: int
    patron: str
    kind: str  # patron | third-party
    cover: int


@dataclass(frozen=True, slots=True)
class Placed(Row):
    """A wager as it stood when betting closed; wagers stand in the order placed."""

    id: str
    place: int
    line: str  # front | back
    patron: str
    bet: str
    amount: int


@dataclass(frozen=True, slots=True)
class Closed(Row):
    """No more bets."""

    at: int


@dataclass(frozen=True, slots=True)
class Fee(Row):
    """A collection fee for the house, for a patron's stack or for one wager."""

    patron: str
    amount: int
    state: str  # paid | waived | refunded
    wager: str = ""


@dataclass(frozen=True, slots=True)
class Returned(Row):
    """A wager that goes back whole and is not settled."""

    wager: str
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class Dealt(Row):
    """The cards of the coup in the order dealt, those set aside left out."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Ended(Row):
    """How the coup ended, as the notation of outcomes writes it."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ActionButton(Row):
    """The Banker hand's second card, its number, the seat settled first, and its place."""

    card: Card
    value: int
    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Step(Row):
    """One wager settled; steps stand in the order in which they were taken."""

    wager: str
    verdict: Verdict
    collected: int = 0
    paid: int = 0
    returned: int = 0
    uncovered: int = 0


@dataclass(frozen=True, slots=True)
class Result(Row):
    """The player-dealer's result: he keeps cover and net."""

    net: int
    exhausted: bool
    capped: bool


@dataclass(frozen=True, slots=True)
class Settled(Row):
    """The round is settled."""

    at: int


@dataclass(frozen=True, slots=True)
class Void(Row):
    """The round does not count: why, who proposed it and who approved."""

    why: str
    by: str
    approved: str
    at: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Voided:
    """The end of a round that does not count: all wagers go back, and fees that are refunded."""

    head: Void
    returned: tuple[Returned, ...] = ()
    fees: tuple[Fee, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A coup with its wagers and their settlement."""

    head: RoundHead
    bank: Bank | None = None
    moves: tuple[Move | Correction | Note, ...] = ()  # while the round was open
    wagers: tuple[Placed, ...] = ()
    closed: Closed | None = None
    fees: tuple[Fee, ...] = ()
    returned: tuple[Returned, ...] = ()  # before the settlement
    asides: tuple[Aside, ...] = ()
    dealt: Dealt | None = None
    ended: Ended | None = None
    button: ActionButton | None = None
    steps: tuple[Step, ...] = ()
    result: Result | None = None
    end: Settled | Voided


@dataclass(frozen=True, slots=True)
class FreeHead(Row):
    """A hand is dealt without wagers."""

    number: int
    hand: int
    why: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeHand:
    """A round without wagers, cover or collection."""

    head: FreeHead
    asides: tuple[Aside, ...] = ()
    dealt: Dealt | None = None
    ended: Ended


# Corrections


@dataclass(frozen=True, slots=True)
class CorrectionHead(Row):
    """A settled round is settled again: which, why, who proposed it and who approved."""

    id: str
    round: int
    why: str
    by: str
    approved: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Reversed(Row):
    """A step of the settlement that no longer holds, as it was written."""

    wager: str
    verdict: Verdict
    collected: int = 0
    paid: int = 0
    returned: int = 0
    uncovered: int = 0


@dataclass(frozen=True, slots=True)
class Recovered(Row):
    """What was paid of the last correction's claims before this one; "" the house."""

    debtor: str
    amount: int
    creditor: str = ""


@dataclass(frozen=True, slots=True)
class Moved(Row):
    """Chips that the correction gave to a patron, or took (below nought)."""

    patron: str
    amount: int
    to: str  # rack | wallet


@dataclass(frozen=True, slots=True)
class Unrecovered(Row):
    """What a patron no longer has, to whom it is due, and what becomes of it; "" the house."""

    debtor: str
    amount: int
    policy: str  # claim | forgiven
    creditor: str = ""


@dataclass(frozen=True, slots=True)
class Corrected(Row):
    """The correction is done."""

    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What changed of a round, the old steps reversed, and the new ones; the rest stands."""

    head: CorrectionHead
    wagers: tuple[Placed, ...] = ()  # in place of those with the same id
    returned: tuple[Returned, ...] = ()
    asides: tuple[Aside, ...] = ()  # cards that belong to no hand after all
    dealt: Dealt | None = None
    ended: Ended | None = None
    button: ActionButton | None = None
    reversed: tuple[Reversed, ...] = ()
    steps: tuple[Step, ...] = ()
    result: Result | None = None
    recovered: tuple[Recovered, ...] = ()
    moved: tuple[Moved, ...] = ()
    unrecovered: tuple[Unrecovered, ...] = ()
    end: Corrected


# The whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoe:
    """A shoe and all that happened while it lasted.

    Only the last shoe of a history may be without its end: what follows would belong to it.
    """

    head: ShoeHead
    items: tuple[Burn | Aside | Round | FreeHand | Correction | Move | Note, ...] = ()
    end: ShoeEnded | None = None


Item = Shoe | Correction | Move | Note
"""What a history is a sequence of, after its header."""


@dataclass(frozen=True, slots=True)
class End(Row):
    """The last line, without which a history is cut short; it counts shoes and rounds."""

    shoes: int
    rounds: int  # free hands and void rounds are rounds


@dataclass(frozen=True, slots=True)
class History:
    """A table under one set of terms."""

    header: Header
    items: tuple[Item, ...] = ()
