"""What somebody asks of a table: imperative, checked by ``decide``, answered by events.

``patron`` says whose chips and places a command is about, ``by`` which member of the staff acts;
whoever takes the command from outside fills both from the sign-in, never from the message.
"""

from __future__ import annotations

from msgspec import Struct

from puntobanco.table.events import AnyMatter, Limit


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """The common part of all commands."""


# The table


class OpenTable(Command, frozen=True, kw_only=True, tag=True):
    """Open a table for a game; the last lines are as in the event."""

    table: str
    name: str
    sheet: str  # canonical JSON of the resolved sheet
    seats: int
    decks: int
    unit: int
    limits: tuple[Limit, ...]
    clock: int | None
    currency: str
    rotation: str = ""
    schedule: str = ""
    cover_min: int = 0
    cover_max: int | None = None
    aggregate: int | None = None
    differential: int | None = None
    back_line: int = 0
    break_ms: int = 900_000
    offer_ms: int | None = None
    cards: str = "software"
    box: str = "1"
    boxed: int = 0  # what is in that box already: the house fills it from the ledger
    paced: str = "clock"
    languages: tuple[str, ...] = ()


class CloseTable(Command, frozen=True, tag=True):
    """Close the table between two rounds; whoever sits there stands up with his chips."""


class SuspendTable(Command, frozen=True, tag=True):
    """Let the round in play finish, and no other start."""

    by: str
    reason: str


class ResumeTable(Command, frozen=True, tag=True):
    """Let a suspended table go on; a broken rotation begins anew."""

    by: str


class SetMessage(Command, frozen=True, tag=True):
    """Put a line on the table's board, for everybody to read; an empty one takes it down."""

    by: str
    text: str


class ChangeBox(Command, frozen=True, tag=True):
    """Hang another drop box at the table; the house fills in what the ledger says is in it."""

    box: str
    boxed: int = 0


# People and their chips


class TakeSeat(Command, frozen=True, tag=True):
    """Sit down at a place and buy in."""

    patron: str
    place: int
    buy_in: int
    kind: str = "patron"


class StandBehind(Command, frozen=True, tag=True):
    """Stand behind a place, on its back line, and buy in."""

    patron: str
    place: int
    buy_in: int
    kind: str = "patron"


class LeaveSeat(Command, frozen=True, tag=True):
    """Stand up with all chips: from a place, or from wherever the patron is."""

    patron: str
    place: int | None = None


class BuyIn(Command, frozen=True, tag=True):
    """Move chips from the wallet to the rack."""

    patron: str
    amount: int


class CashOut(Command, frozen=True, tag=True):
    """Move chips from the rack to the wallet, and stay."""

    patron: str
    amount: int


class TakeBreak(Command, frozen=True, tag=True):
    """Go away for a while and keep the place."""

    patron: str


class ComeBack(Command, frozen=True, tag=True):
    """Be back from a break; a wager says the same."""

    patron: str


# The player-dealer


class OfferPlayerDealer(Command, frozen=True, tag=True):
    """Offer the position to whose turn it is."""


class AcceptPlayerDealer(Command, frozen=True, tag=True):
    """Take the position, or keep it, and post a cover for the next round."""

    patron: str
    cover: int


class DeclinePlayerDealer(Command, frozen=True, tag=True):
    """Let the position go by."""

    patron: str


class PassOffer(Command, frozen=True, tag=True):
    """The dealer has no answer from whom the position is offered, and offers it on."""


class GiveUpPlayerDealer(Command, frozen=True, tag=True):
    """Stop being the player-dealer, between two rounds."""

    patron: str


class PostCover(Command, frozen=True, tag=True):
    """State the whole cover of the next round; 0 takes it back."""

    patron: str
    amount: int


# The shoe


class StartShoe(Command, frozen=True, tag=True):
    """Bring a shoe to the table: shuffled by the software, or real cards with their papers."""

    commitment: str = ""
    cut_card: int | None = None  # None: as the sheet says
    lot: str = ""
    receipt: str = ""
    prepared: bool = True  # False: inspection, wash and shuffle are recorded step by step
    decks: int | None = None  # that the software shuffled: the table may have another number now


class StepShoe(Command, frozen=True, tag=True):
    """Record the next step of a preparation."""

    by: str
    step: str


class OfferCut(Command, frozen=True, tag=True):
    """Offer the cut to a patron."""

    place: int


class CutShoe(Command, frozen=True, tag=True):
    """Cut, so many cards from the front; the patron to whom it was offered, else the dealer."""

    depth: int
    patron: str | None = None


class Burn(Command, frozen=True, tag=True):
    """Turn the first card and burn."""

    card: str


class EndShoe(Command, frozen=True, tag=True):
    """Put the shoe away."""


class ForsakeShoes(Command, frozen=True, tag=True):
    """Let no shoe up to a number go on, or come: the log is an older one than was played on."""

    shoe: int


class CountShoe(Command, frozen=True, tag=True):
    """Say how many cards were left in a shoe of real cards that is over."""

    by: str
    rest: int


class ClearShoe(Command, frozen=True, tag=True):
    """A supervisor has looked into a count that did not come out."""

    by: str


# The round


class OpenBetting(Command, frozen=True, tag=True):
    """Open betting for a round; the house fills in the most that the holder may cover it with."""

    cover_most: int | None = None


class OpenFreeHand(Command, frozen=True, tag=True):
    """Deal a hand without wagers."""


class PauseBetting(Command, frozen=True, tag=True):
    """Stop the betting clock; ``remaining`` is given after an outage, when the deadline is past."""

    remaining: int | None = None
    by: str = ""


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
    """Deal the card that lies at a position of the shoe; the house knows those of its software."""

    position: int
    card: str = ""
    source: str = "shoe"
    device: str = ""
    sequence: int | None = None
    by: str = ""  # who keyed it
    confirmed: str = ""  # the second person of a keyed card


class EnterResult(Command, frozen=True, tag=True):
    """Enter the result of a hand whose cards nobody records."""

    winner: str
    marks: tuple[str, ...] = ()


class Settle(Command, frozen=True, tag=True):
    """Pay and take."""


# A shoe that is tracked without wagers


class EnterHand(Command, frozen=True, kw_only=True, tag=True):
    """Enter a whole hand: its result, or its cards in the order dealt; betting closes first.

    ``hand`` is the number that it gets, so that two people never enter one hand twice.
    """

    by: str
    hand: int
    winner: str | None = None
    marks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()  # a rank alone where nobody saw to the suit
    is_free: bool = False


class UndoHand(Command, frozen=True, tag=True):
    """Take back the newest hand of the shoe."""

    by: str
    hand: int


class ChangeHand(Command, frozen=True, kw_only=True, tag=True):
    """Give a hand of the shoe another result; ``hands`` is how many the shoe has."""

    by: str
    hand: int
    hands: int
    winner: str | None = None
    marks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class InsertHand(Command, frozen=True, kw_only=True, tag=True):
    """Put in a hand that was forgotten: it gets the number ``hand``, and later ones move on."""

    by: str
    hand: int
    hands: int
    winner: str | None = None
    marks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    is_free: bool = False


class DeleteHand(Command, frozen=True, tag=True):
    """Take out a hand that never was; later ones move back."""

    by: str
    hand: int
    hands: int


class NewShoe(Command, frozen=True, tag=True):
    """Put the shoe away and bring the next one, of this number; the burn card if it is known."""

    by: str
    shoe: int
    burn: str = ""


class TakeShoeBack(Command, frozen=True, tag=True):
    """Put the shoe before on the table again, while this one has no hand."""

    by: str


class MarkCutCard(Command, frozen=True, tag=True):
    """Say that the cut card is out."""

    by: str


class LimitHands(Command, frozen=True, tag=True):
    """Play so many hands of each shoe, as a tournament does; None: as the shoe lasts."""

    by: str
    hands: int | None


# Proposals, disputes, claims


class Propose(Command, frozen=True, tag=True):
    """Propose something that needs a supervisor; an irregularity stops the round at once."""

    by: str
    reason: str
    matter: AnyMatter


class Approve(Command, frozen=True, tag=True):
    """Approve another's proposal, of an irregularity with another handling if need be."""

    by: str
    number: int
    handling: str = ""
    text: str = ""


class Reject(Command, frozen=True, tag=True):
    """Turn a proposal down, or take one's own back."""

    by: str
    number: int
    text: str = ""


class HoldAmount(Command, frozen=True, tag=True):
    """Put chips of a patron's rack under dispute."""

    by: str
    patron: str
    amount: int
    reason: str


class ReleaseAmount(Command, frozen=True, tag=True):
    """Give disputed chips back."""

    by: str
    number: int


class PayClaim(Command, frozen=True, tag=True):
    """Take from a debtor's rack what a correction could not recover."""

    by: str
    number: int
    amount: int


class DropClaim(Command, frozen=True, tag=True):
    """Give a claim up."""

    by: str
    number: int
    reason: str


class Tick(Command, frozen=True, tag=True):
    """Let time pass."""


AnyCommand = (
    OpenTable
    | CloseTable
    | SuspendTable
    | ResumeTable
    | SetMessage
    | ChangeBox
    | TakeSeat
    | StandBehind
    | LeaveSeat
    | BuyIn
    | CashOut
    | TakeBreak
    | ComeBack
    | OfferPlayerDealer
    | AcceptPlayerDealer
    | DeclinePlayerDealer
    | PassOffer
    | GiveUpPlayerDealer
    | PostCover
    | StartShoe
    | StepShoe
    | OfferCut
    | CutShoe
    | Burn
    | EndShoe
    | ForsakeShoes
    | CountShoe
    | ClearShoe
    | OpenBetting
    | OpenFreeHand
    | PauseBetting
    | ResumeBetting
    | SetWager
    | CloseBetting
    | DealCard
    | EnterResult
    | Settle
    | EnterHand
    | UndoHand
    | ChangeHand
    | InsertHand
    | DeleteHand
    | NewShoe
    | TakeShoeBack
    | MarkCutCard
    | LimitHands
    | Propose
    | Approve
    | Reject
    | HoldAmount
    | ReleaseAmount
    | PayClaim
    | DropClaim
    | Tick
)
