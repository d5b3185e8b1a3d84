"""What has happened at a table. Events are the record: stored as written, never changed.

Every event carries ``v``, the version of its own shape: 1 for the first, higher once it has grown.
What a shape has gained has a default, so that older bytes are read for ever. People appear by
opaque id, cards by code, amounts in minor units, times in milliseconds since 1970.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A record within an event."""


class Limit(Part, frozen=True):
    """The least and the most that a patron may have on a bet."""

    bet: str
    min: int
    max: int


class Spot(Part, frozen=True):
    """The whole amount that a patron now has on a bet; 0: nothing."""

    wager: str
    bet: str
    amount: int


class Line(Part, frozen=True):
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


class Button(Part, frozen=True):
    """The action button: the card that set it, its number, the seat and the place settled first."""

    card: str
    value: int
    seat: int
    place: int


class Covered(Part, frozen=True):
    """What became of the player-dealer's cover: he keeps ``cover + net``."""

    place: int
    patron: str
    cover: int
    net: int
    exhausted: bool
    capped: bool


class FeeLine(Part, frozen=True):
    """A fee taken from a patron's rack: for a stack, or for one wager of it."""

    patron: str
    place: int
    line: str
    amount: int
    wager: str | None = None


class Returned(Part, frozen=True):
    """A wager that goes back whole."""

    wager: str
    place: int
    line: str
    patron: str
    bet: str
    amount: int


class Hand(Part, frozen=True):
    """The result of a tracked hand; its cards in the order dealt, as far as they were recorded."""

    winner: str
    marks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class Move(Part, frozen=True):
    """Chips that a correction takes from (below nought) or gives to somebody.

    ``who`` is a patron, or empty for the house. ``to`` is where the chips lie: rack, wallet, house.
    """

    who: str
    amount: int
    to: str = "rack"


class Claim(Part, frozen=True):
    """What a correction could not recover; an empty creditor is the house."""

    number: int  # 0: it was forgiven
    debtor: str
    creditor: str
    amount: int


class Terms(Part, frozen=True, kw_only=True):
    """What a table goes by, as far as it is spoken of: what is unset stays as it is."""

    sheet: str | UnsetType = UNSET  # as in the opening, and so are all others
    decks: int | UnsetType = UNSET
    limits: tuple[Limit, ...] | UnsetType = UNSET
    cover_min: int | UnsetType = UNSET
    cover_max: int | UnsetType | None = UNSET
    aggregate: int | UnsetType | None = UNSET
    differential: int | UnsetType | None = UNSET
    clock: int | UnsetType | None = UNSET
    paced: str | UnsetType = UNSET
    rotation: str | UnsetType = UNSET
    schedule: str | UnsetType = UNSET
    back_line: int | UnsetType = UNSET
    break_ms: int | UnsetType = UNSET
    offer_ms: int | UnsetType | None = UNSET
    languages: tuple[str, ...] | UnsetType = UNSET


# What may be proposed, and is done when a supervisor approves of it.


class Matter(Struct, frozen=True, forbid_unknown_fields=True, tag_field="matter", kw_only=True):
    """The common part of what is proposed."""


class VoidRound(Matter, frozen=True, tag="void-round"):
    """Call the round in play off: every wager and the cover go back."""

    refund_fees: bool = False


class CorrectRound(Matter, frozen=True, tag="correct-round"):
    """Settle a settled round again: with other cards, with less on some wagers, or both.

    ``winner`` and ``marks`` are for a table that records results alone. ``shortfall`` says what
    becomes of money that a patron no longer has: a ``claim`` stays open, or it is ``forgiven``.
    """

    round: int
    cards: tuple[str, ...] = ()  # empty: they stand
    spots: tuple[Spot, ...] = ()
    winner: str = ""
    marks: tuple[str, ...] = ()
    shortfall: str = "claim"


class Irregularity(Matter, frozen=True, tag="irregularity"):
    """Something went wrong in the deal; ``kind`` is a row of the table of irregularities."""

    kind: str
    card: str | None = None
    wager: str | None = None
    amount: int | None = None
    handling: str = ""  # empty: as the table's profile says


class ChangeLimits(Matter, frozen=True, tag="change-limits"):
    """Other limits, from the next round on."""

    limits: tuple[Limit, ...]
    cover_min: int = 0
    cover_max: int | None = None
    aggregate: int | None = None
    differential: int | None = None


class ChangeTerms(Matter, frozen=True, tag="change-terms"):
    """Other terms of the table, from where each of them may change: a round, a turn, a shoe."""

    terms: Terms


AnyMatter = VoidRound | CorrectRound | Irregularity | ChangeLimits | ChangeTerms


class Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """The common part of all events."""

    v: int = 1


# The table


class TableOpened(Event, frozen=True, kw_only=True, tag=True):
    """A table was opened; the whole sheet is in the event, so that the log stands alone."""

    table: str
    name: str
    sheet: str  # canonical JSON of the resolved sheet, with the venue as this table has it
    sheet_hash: str
    venue_hash: str
    seats: int  # places that bet; a player-dealer has one more
    decks: int
    unit: int
    limits: tuple[Limit, ...]
    clock: int | None  # milliseconds of a betting window; None: the dealer closes it
    currency: str
    rotation: str = ""  # canonical JSON of the rotation policy; empty where the house banks
    schedule: str = ""  # canonical JSON of the collection schedule; empty: no collection
    cover_min: int = 0
    cover_max: int | None = None
    aggregate: int | None = None  # the most that all wagers on one side bet may win together
    differential: int | None = None  # the widest gap between the totals of two main bets
    back_line: int = 0  # how many may stand behind a place
    break_ms: int = 900_000  # how long a seat is kept for a patron on a break
    offer_ms: int | None = None  # how long an offer of the position stands; None: until answered
    cards: str = "software"  # software | scanned | typed | results: where cards come from
    box: str = "1"  # the drop box that hangs at the table
    boxed: int = 0  # what was in it already
    paced: str = "clock"  # clock | dealer: who says when the software deals
    languages: tuple[str, ...] = ()  # of its board; none: as the house's boards are
    v: int = 5


class TableClosed(Event, frozen=True, tag=True):
    """The table was closed."""


class TableSuspended(Event, frozen=True, tag=True):
    """No round starts until a supervisor lets the table go on."""

    reason: str
    by: str


class TableResumed(Event, frozen=True, tag=True):
    """The table goes on."""

    by: str


class MessageSet(Event, frozen=True, tag=True):
    """The floor put a line on the table's board; empty: it took the line down."""

    text: str
    by: str


class LimitsChanged(Event, frozen=True, kw_only=True, tag=True):
    """Other limits hold from the next round on; ``before`` is what they were."""

    limits: tuple[Limit, ...]
    cover_min: int
    cover_max: int | None
    aggregate: int | None
    differential: int | None
    number: int = 0  # of the proposal; 0: of the one that was approved just before
    by: str = ""  # who proposed, and who approved
    approved: str = ""
    before: Terms = Terms()
    v: int = 2


class TermsChanged(Event, frozen=True, kw_only=True, tag=True):
    """The table goes by other terms from here on; both records name what changed, and no more."""

    number: int  # of the proposal
    by: str  # who proposed, and who approved
    approved: str
    before: Terms
    after: Terms
    sheet_hash: str  # in force from here on
    venue_hash: str
    at: int


class BoxChanged(Event, frozen=True, kw_only=True, tag=True):
    """Another drop box hangs at the table; ``held`` was in the one that left.

    ``boxed`` was in the one that came: nothing, unless it hung here before and nobody counted it.
    """

    box: str
    before: str
    held: int
    boxed: int = 0
    v: int = 2


# People and their chips


class SeatTaken(Event, frozen=True, kw_only=True, tag=True):
    """A patron sat down, or stood behind a place."""

    place: int
    patron: str
    line: str = "front"
    kind: str = "patron"  # patron | third-party: whether a provider plays with him
    v: int = 2


class SeatLeft(Event, frozen=True, kw_only=True, tag=True):
    """A patron stood up; ``rack`` goes to his wallet, nought while he has another place."""

    place: int
    patron: str
    rack: int
    line: str = "front"
    reason: str = "left"  # left | break-over | closed
    v: int = 2


class BoughtIn(Event, frozen=True, tag=True):
    """A patron moved chips from his wallet to his rack at the table."""

    patron: str
    amount: int


class CashedOut(Event, frozen=True, tag=True):
    """A patron moved chips from his rack to his wallet, and stays."""

    patron: str
    amount: int


class BreakStarted(Event, frozen=True, tag=True):
    """A patron went away for a while; his place is kept until then."""

    patron: str
    until: int


class BreakEnded(Event, frozen=True, tag=True):
    """A patron is back."""

    patron: str


# The player-dealer


class PlayerDealerOffered(Event, frozen=True, tag=True):
    """The position is offered: for so many hands, from so much cover, at this fee a hand."""

    place: int
    patron: str
    minimum: int
    fee: int
    hands: int
    deadline: int | None


class PlayerDealerDeclined(Event, frozen=True, tag=True):
    """The position was declined, or the offer ran out."""

    place: int
    patron: str
    reason: str = "declined"  # declined | no-answer | left


class PlayerDealerAccepted(Event, frozen=True, tag=True):
    """A patron has the position, or keeps it."""

    place: int
    patron: str
    kind: str
    at: int


class AllDeclined(Event, frozen=True, tag=True):
    """Nobody would have the position: the table waits."""

    at: int


class PlayerDealerEnded(Event, frozen=True, tag=True):
    """A turn is over."""

    place: int
    patron: str
    reason: str  # passed-on | gave-up | left | break | short | breach | own-limit | closed
    at: int


class CoverPosted(Event, frozen=True, tag=True):
    """The player-dealer's wager for the next round is now so much; 0: he took it back."""

    round: int
    place: int
    patron: str
    amount: int


class CoverReduced(Event, frozen=True, tag=True):
    """Less lay there than was declared: it covers ``amount``, the rest was never at risk."""

    round: int
    amount: int


class RotationBroken(Event, frozen=True, tag=True):
    """The rotation policy lets no round start: until a time, or until a supervisor acts."""

    code: str
    until: int | None
    at: int


# The shoe


class ShoeStarted(Event, frozen=True, kw_only=True, tag=True):
    """A new shoe came to the table; ``commitment`` binds the order that the software shuffled."""

    shoe: int
    decks: int
    cut_card: int
    commitment: str
    lot: str = ""  # of cards from a box
    receipt: str = ""  # of the shuffler, or of pre-shuffled cards
    prepared: bool = True  # False: the steps of its preparation follow
    v: int = 2


class ShoeStepped(Event, frozen=True, tag=True):
    """A step of the preparation of real cards was done."""

    shoe: int
    step: str
    by: str


class CutOffered(Event, frozen=True, tag=True):
    """A patron may cut."""

    place: int
    patron: str


class ShoeCut(Event, frozen=True, tag=True):
    """The shoe was cut, so many cards from its front; by a patron, or by the dealer."""

    shoe: int
    depth: int
    patron: str | None


class CardsBurned(Event, frozen=True, tag=True):
    """The first card was turned, and so many more were burned unseen."""

    shoe: int
    card: str
    unseen: int


class CardBurned(Event, frozen=True, tag=True):
    """One card left the shoe for good; None: nobody saw it."""

    shoe: int
    position: int
    card: str | None
    reason: str


class CardSetAside(Event, frozen=True, tag=True):
    """A card is out and will be used next: in sequence, or in a hand without bets."""

    shoe: int
    position: int
    card: str | None  # None: nobody saw it
    use: str  # next | free-hand


class ShoeEnded(Event, frozen=True, tag=True):
    """The shoe is over."""

    shoe: int


class ShoeQuarantined(Event, frozen=True, tag=True):
    """The shoe was taken out of play at once, and is kept for inspection."""

    shoe: int
    reason: str


class ShoesForsaken(Event, frozen=True, tag=True):
    """No shoe up to this number comes any more: they were given, and this log does not know how."""

    shoe: int


class ShoeCounted(Event, frozen=True, tag=True):
    """The cards of a shoe that is over were counted; the table stops if some are missing."""

    shoe: int
    rest: int  # cards that had not left it
    expected: int
    by: str


class ShoeCleared(Event, frozen=True, tag=True):
    """A supervisor looked into a count that did not come out."""

    by: str


# The round


class BettingOpened(Event, frozen=True, kw_only=True, tag=True):
    """Wagers are taken for a round; at ``deadline`` the betting closes by itself."""

    round: int
    hand: int  # number of the hand within the shoe
    deadline: int | None
    rules: str = ""  # the hash of all terms in force, which hold for the whole round
    v: int = 2


class FreeHandOpened(Event, frozen=True, tag=True):
    """A hand is dealt without wagers, cover or collection."""

    round: int
    hand: int


class BettingPaused(Event, frozen=True, kw_only=True, tag=True):
    """Betting stands still; wagers stay, and so much time is left."""

    round: int
    remaining: int | None
    by: str = ""  # of the staff; empty: the house, which lets it go on by itself
    v: int = 2


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


class WagersReturned(Event, frozen=True, tag=True):
    """Wagers that cannot stand go back before the round is settled."""

    round: int
    reason: str  # fee-not-paid | no-prerequisite
    wagers: tuple[Returned, ...]


class CollectionTaken(Event, frozen=True, tag=True):
    """The round's fees went from the racks to the drop, before the first card."""

    round: int
    fees: tuple[FeeLine, ...]
    player_dealer: int
    box: str
    at: int


class CardDealt(Event, frozen=True, kw_only=True, tag=True):
    """A card left the shoe and lies in a hand."""

    round: int
    position: int
    card: str
    hand: str  # player | banker
    source: str = "shoe"  # shoe | scanned | rescanned | keyed
    device: str = ""
    sequence: int | None = None  # of the device
    confirmed: str = ""  # the second person, where a card was keyed
    v: int = 2


class CoupEnded(Event, frozen=True, tag=True):
    """Both hands are complete."""

    round: int
    winner: str
    player: int
    banker: int
    calls: tuple[str, ...]


class ResultEntered(Event, frozen=True, kw_only=True, tag=True):
    """The result of a hand without wagers, as the notation writes it."""

    round: int
    winner: str
    marks: tuple[str, ...]
    cards: tuple[str, ...] = ()  # in the order dealt, if they were recorded; ranks or whole cards
    v: int = 2


class RoundSettled(Event, frozen=True, kw_only=True, tag=True):
    """Every wager of the round got what it is due, in this order."""

    round: int
    lines: tuple[Line, ...]
    button: Button | None = None
    player_dealer: Covered | None = None
    v: int = 2


class RoundVoided(Event, frozen=True, tag=True):
    """The round does not count: every wager and the cover went back; its cards stay out."""

    round: int
    reason: str
    wagers: tuple[Returned, ...]
    cover: int
    fees: tuple[FeeLine, ...] = ()  # that went back too
    player_dealer_fee: int = 0


class RoundCorrected(Event, frozen=True, tag=True):
    """A settled round was reversed and settled again."""

    round: int
    correction: int
    cards: tuple[str, ...]
    reversed: tuple[Line, ...]
    lines: tuple[Line, ...]
    moves: tuple[Move, ...]
    claims: tuple[Claim, ...]
    shortfall: str
    button: Button | None = None
    player_dealer: Covered | None = None
    calls: tuple[str, ...] = ()
    winner: str = ""
    marks: tuple[str, ...] = ()


# A shoe that is tracked without wagers


class HandChanged(Event, frozen=True, tag=True):
    """A hand of the shoe has another result than was entered."""

    shoe: int
    hand: int
    was: Hand
    now: Hand
    by: str


class HandInserted(Event, frozen=True, tag=True):
    """A forgotten hand has this number; what had it and what followed moved on by one."""

    shoe: int
    hand: int
    now: Hand
    is_free: bool
    by: str


class HandDeleted(Event, frozen=True, tag=True):
    """A hand was taken out of the shoe; what followed moved back by one."""

    shoe: int
    hand: int
    was: Hand
    reason: str  # undone | deleted
    by: str


class ShoeTakenBack(Event, frozen=True, tag=True):
    """The shoe before is on the table again, with all its hands."""

    shoe: int
    by: str


class CutCardMarked(Event, frozen=True, tag=True):
    """Somebody saw the cut card come out."""

    shoe: int
    by: str


class HandsLimited(Event, frozen=True, tag=True):
    """Each shoe is played for so many hands; None: as long as it lasts."""

    hands: int | None
    by: str


# Proposals, disputes, claims


class Proposed(Event, frozen=True, tag=True):
    """Somebody proposed something that needs a supervisor; an irregularity stops the round."""

    number: int
    by: str
    reason: str
    matter: AnyMatter


class Approved(Event, frozen=True, tag=True):
    """A supervisor approved; what follows from it follows in the log."""

    number: int
    by: str
    handling: str = ""
    text: str = ""


class Rejected(Event, frozen=True, tag=True):
    """A supervisor did not approve, or whoever proposed it took it back."""

    number: int
    by: str
    text: str = ""


class AmountHeld(Event, frozen=True, tag=True):
    """Chips are under dispute: off the rack, in nobody's hands."""

    number: int
    patron: str
    amount: int
    by: str
    reason: str


class AmountReleased(Event, frozen=True, tag=True):
    """Disputed chips went back to the rack, or to the wallet of a patron who has left."""

    number: int
    patron: str
    amount: int
    to: str  # rack | wallet
    by: str


class ClaimPaid(Event, frozen=True, tag=True):
    """A claim was paid from the debtor's rack, in whole or in part; ``left`` stays open."""

    number: int
    amount: int
    to: str  # rack | wallet | house
    left: int


class ClaimDropped(Event, frozen=True, tag=True):
    """A claim was given up."""

    number: int
    by: str
    reason: str


AnyEvent = (
    TableOpened
    | TableClosed
    | TableSuspended
    | TableResumed
    | MessageSet
    | LimitsChanged
    | TermsChanged
    | BoxChanged
    | SeatTaken
    | SeatLeft
    | BoughtIn
    | CashedOut
    | BreakStarted
    | BreakEnded
    | PlayerDealerOffered
    | PlayerDealerDeclined
    | PlayerDealerAccepted
    | AllDeclined
    | PlayerDealerEnded
    | CoverPosted
    | CoverReduced
    | RotationBroken
    | ShoeStarted
    | ShoeStepped
    | CutOffered
    | ShoeCut
    | CardsBurned
    | CardBurned
    | CardSetAside
    | ShoeEnded
    | ShoeQuarantined
    | ShoeCounted
    | ShoeCleared
    | ShoesForsaken
    | BettingOpened
    | FreeHandOpened
    | BettingPaused
    | BettingResumed
    | WagersSet
    | BettingClosed
    | WagersReturned
    | CollectionTaken
    | CardDealt
    | CoupEnded
    | ResultEntered
    | RoundSettled
    | RoundVoided
    | RoundCorrected
    | HandChanged
    | HandInserted
    | HandDeleted
    | ShoeTakenBack
    | CutCardMarked
    | HandsLimited
    | Proposed
    | Approved
    | Rejected
    | AmountHeld
    | AmountReleased
    | ClaimPaid
    | ClaimDropped
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


def written(part: Part) -> bytes:
    """Write a record as canonical JSON."""
    return _ENCODER.encode(part)


def decode(body: bytes) -> Entry:
    """Read an entry as it was stored."""
    return _DECODER.decode(body)
