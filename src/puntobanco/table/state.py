"""The state of a table: records alone. ``evolve`` changes them, ``decide`` reads them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from msgspec import Struct, field

from puntobanco.cards import DECK, Card
from puntobanco.errors import InvariantError
from puntobanco.rules.coup import Coup, Winner
from puntobanco.rules.marks import Token, tokens_of
from puntobanco.rules.rotation import RotationPolicy, Stint
from puntobanco.rules.schedule import Schedule
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.shoe import Composition, ShoeEnd
from puntobanco.table import events as ev

CORRECTABLE = 12  # settled rounds that a table remembers, and that may be corrected


@dataclass(frozen=True)
class Setup:
    """What was settled when the table opened, or by the floor since."""

    table: str
    name: str
    sheet: Sheet
    seats: int
    decks: int
    unit: int
    limits: Mapping[str, ev.Limit]
    clock: int | None
    currency: str
    rotation: RotationPolicy | None = None
    schedule: Schedule | None = None
    cover_min: int = 0
    cover_max: int | None = None
    aggregate: int | None = None
    differential: int | None = None
    back_line: int = 0
    break_ms: int = 900_000
    offer_ms: int | None = None
    cards: str = "software"
    paced: str = "clock"
    languages: tuple[str, ...] = ()

    @property
    def places(self) -> int:
        """How many places there are: a player-dealer plays from one of his own."""
        return self.seats if self.sheet.is_house_banked else self.seats + 1

    @property
    def takes_wagers(self) -> bool:
        """Whether wagers lie on this felt; where results alone are kept, nothing could be paid."""
        return self.cards != "results"

    @property
    def has_house_clock(self) -> bool:
        """Whether the software deals by itself, at its own pace."""
        return self.cards == "software" and self.paced == "clock"

    @property
    def records_real_cards(self) -> bool:
        """Whether cards come from a box, and are recorded one by one."""
        return self.cards in {"scanned", "typed"}

    @cached_property
    def tokens(self) -> Mapping[str, Token]:
        """Where the tokens of the sheet's calls can stand in a result without cards."""
        return tokens_of(self.sheet)

    @cached_property
    def mains(self) -> frozenset[str]:
        """The main bets."""
        return frozenset(bet.id for bet in self.sheet.bets if bet.is_main)

    @cached_property
    def terms(self) -> ev.Terms:
        """All that the floor may change, as it stands."""
        return ev.Terms(
            sheet=form_of(self.sheet),
            decks=self.decks,
            limits=tuple(self.limits.values()),
            cover_min=self.cover_min,
            cover_max=self.cover_max,
            aggregate=self.aggregate,
            differential=self.differential,
            clock=self.clock,
            paced=self.paced,
            rotation=form_of(self.rotation),
            schedule=form_of(self.schedule),
            back_line=self.back_line,
            break_ms=self.break_ms,
            offer_ms=self.offer_ms,
            languages=self.languages,
        )

    @cached_property
    def rules(self) -> str:
        """SHA-256 over all terms: what a round carries, so that nobody can say it had others."""
        return hashlib.sha256(ev.written(self.terms)).hexdigest()


def form_of(rules: Sheet | RotationPolicy | Schedule | None) -> str:
    """Write rules as events hold them; empty: there are none."""
    return canonical(rules.source_form).decode() if rules else ""


@dataclass(frozen=True, slots=True)
class Entered:
    """The result of a hand whose cards nobody recorded, or some of them by their rank alone."""

    winner: Winner
    marks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()  # in the order dealt


Result = Coup | Entered


class Aside(Struct, frozen=True):
    """A card that is out, and is used before the shoe's next one; None: nobody saw it."""

    position: int
    card: Card | None


class ShoeState(Struct, frozen=True):
    """The shoe on the table: how far it is dealt, and the results that came out of it."""

    number: int
    end: ShoeEnd
    commitment: str
    out: int = 0
    is_burned: bool = False
    rounds_left: int | None = None  # None: the cut card has not shown
    coups: tuple[Result, ...] = ()
    is_physical: bool = False
    prepared: str | None = None  # the last step of a preparation that goes on; None: it is over
    opener: str = ""  # who opened its decks
    cutter: str | None = None  # to whom the cut was offered
    aside: tuple[Aside, ...] = ()
    unseen: int = 0  # cards out that nobody saw
    seen: Mapping[str, int] = field(default_factory=dict)  # how many of each card were seen out
    scans: Mapping[str, int] = field(default_factory=dict)  # device -> the number of its last card

    @property
    def is_ready(self) -> bool:
        """Whether a round may be dealt from it."""
        return self.is_burned and self.prepared is None

    @property
    def is_over(self) -> bool:
        """Whether no further round may start."""
        return self.is_ready and not self.end.may_start(self.out, self.rounds_left)

    @property
    def next_position(self) -> int:
        """The position of the card to be dealt next."""
        return self.aside[0].position if self.aside else self.out

    @property
    def free_hand_due(self) -> bool:
        """Whether a card set aside is known: no wager may be placed before it is used."""
        return any(aside.card is not None for aside in self.aside)

    @property
    def composition(self) -> Composition:
        """What may still come: all cards but those seen; one burned unseen may be any of them."""
        decks = self.end.cards // len(DECK)
        return Composition(tuple(decks - self.seen.get(card.code, 0) for card in DECK))

    @property
    def rest(self) -> int:
        """How many cards have not left it, as far as they were recorded."""
        return self.end.cards - sum(self.seen.values()) - self.unseen


class PutAway(Struct, frozen=True):
    """The shoe before this one as it was, and the results of the one before that."""

    shoe: ShoeState
    last_coups: tuple[Result, ...]


class Cover(Struct, frozen=True):
    """The player-dealer's wager for a round."""

    patron: str
    place: int
    amount: int


class Round(Struct, frozen=True):
    """The round in play: its wagers by id, and the cards dealt so far."""

    number: int
    hand: int
    phase: str  # betting | paused | dealing | decided
    deadline: int | None
    out_before: int
    remaining: int | None = None
    paused_by: str = ""  # who of the staff paused the betting; he lets it go on as well
    wagers: Mapping[str, Wager] = field(default_factory=dict)  # a wager's seat is its place
    cards: tuple[Card, ...] = ()
    result: Result | None = None
    is_free: bool = False
    cover: Cover | None = None
    fees: tuple[ev.FeeLine, ...] = ()
    player_dealer_fee: int = 0

    @property
    def coup(self) -> Coup | None:
        """The finished coup, where its cards are known."""
        return self.result if isinstance(self.result, Coup) else None

    @property
    def require_result(self) -> Result:
        """The result that an event needs."""
        if self.result is None:
            message = "an event needs a result and there is none"
            raise InvariantError(message)
        return self.result

    def of(self, patron: str) -> tuple[Wager, ...]:
        """Give the wagers of one patron."""
        return tuple(w for w in self.wagers.values() if w.patron == patron)

    def stack(self, patron: str, place: int, line: str) -> tuple[Wager, ...]:
        """Give the wagers of one patron at one place and line."""
        return tuple(
            w for w in self.wagers.values() if (w.patron, w.seat, w.line) == (patron, place, line)
        )


class Turn(Struct, frozen=True):
    """A patron's time as the player-dealer."""

    patron: str
    place: int
    kind: str
    hands: int = 0  # settled in this turn
    offered: int = 0  # hands after which the position was last offered round
    cover: int = 0  # of the last round: what the next one's is unless he says otherwise


class Offer(Struct, frozen=True):
    """The position is offered to a patron, and to these places after him."""

    patron: str
    place: int
    deadline: int | None


class Dealership(Struct, frozen=True):
    """Who is the player-dealer, who was, and to whom the position is offered."""

    turn: Turn | None = None
    last: Turn | None = None  # the turn before, or the one that ended
    offer: Offer | None = None
    refused: frozenset[int] = frozenset()  # places that declined in this round of offers
    cover: Cover | None = None  # posted for the next round
    stints: tuple[Stint, ...] = ()  # who held it when, as far back as the policy looks
    since: int | None = None  # when the game began, for the policy's windows
    broken: str = ""  # the code of the rule that stops the game
    paused_until: int | None = None


class Settled(Struct, frozen=True):
    """A settled round as far as a correction needs it."""

    number: int
    shoe: int
    hand: int
    wagers: tuple[Wager, ...]
    cover: Cover | None
    result: Result
    lines: tuple[ev.Line, ...]
    player_dealer: ev.Covered | None
    net: Mapping[str, int]  # what each patron really has from it: settled, corrected, claims paid
    corrections: int = 0
    claims: Mapping[int, ev.Claim] = field(default_factory=dict)  # how much was paid of each
    game: Setup | None = None  # by which it was played; None: by the present one


class Proposal(Struct, frozen=True):
    """Something proposed that a supervisor has not spoken on."""

    number: int
    by: str
    matter: ev.AnyMatter
    round: int | None = None  # that was in play then


class Agreed(Struct, frozen=True):
    """A change of terms that two people agreed to, until it may take effect."""

    number: int
    by: str
    approved: str
    matter: ev.ChangeLimits | ev.ChangeTerms


class Held(Struct, frozen=True):
    """Chips under dispute."""

    number: int
    patron: str
    amount: int


class TableState(Struct, frozen=True):
    """A table; the same events give the same state, anywhere and at any time."""

    setup: Setup | None = None  # None: not opened yet, or closed again
    places: Mapping[int, str] = field(default_factory=dict)  # place -> patron
    behind: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # place -> back line
    racks: Mapping[str, int] = field(default_factory=dict)
    third_parties: frozenset[str] = frozenset()  # patrons here with whom a provider plays
    breaks: Mapping[str, int] = field(default_factory=dict)  # patron -> until when
    played: Mapping[str, int] = field(default_factory=dict)  # rounds with wagers, since he sat
    charged: Mapping[str, int] = field(default_factory=dict)  # when a fee by time was last taken
    box: str = "1"
    boxed: int = 0  # the collection in that box
    hung: frozenset[str] = frozenset()  # the boxes that ever were at the table
    suspended: str | None = None
    message: str = ""  # the floor's line on the board
    shoe: ShoeState | None = None
    shoe_number: int = 0
    uncounted: int | None = None  # cards that a count should find; None: nothing to count
    miscounted_by: str = ""  # who found another number: a supervisor must look into it
    last_coups: tuple[Result, ...] = ()  # of the shoe before
    last_seen: Mapping[str, int] = field(default_factory=dict)  # its cards that were seen out
    last_sheet: Sheet | None = None  # by which it was played; None: by the present one
    put_away: PutAway | None = None  # where results alone are kept, so that it may come back
    hands_limit: int | None = None  # of each shoe
    dealership: Dealership = Dealership()
    round: Round | None = None
    round_number: int = 0
    last_wagers: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    settled: tuple[Settled, ...] = ()  # the newest last
    proposals: Mapping[int, Proposal] = field(default_factory=dict)
    proposal_number: int = 0
    agreed: Mapping[int, Agreed] = field(default_factory=dict)
    held: Mapping[int, Held] = field(default_factory=dict)
    held_number: int = 0
    claims: Mapping[int, ev.Claim] = field(default_factory=dict)
    claim_number: int = 0

    @property
    def game(self) -> Setup:
        """The set-up of an open table."""
        if self.setup is None:
            message = "the table is not open"
            raise InvariantError(message)
        return self.setup

    @property
    def sheet_before(self) -> Sheet:
        """The sheet by which the shoe before this one was played."""
        return self.last_sheet or self.game.sheet

    def game_of(self, settled: Settled) -> Setup:
        """Give the set-up by which a settled round was played."""
        return settled.game or self.game

    @property
    def require_shoe(self) -> ShoeState:
        """The shoe that an event needs."""
        if self.shoe is None:
            message = "an event needs a shoe and there is none"
            raise InvariantError(message)
        return self.shoe

    @property
    def require_round(self) -> Round:
        """The round that an event needs."""
        if self.round is None:
            message = "an event needs a round and there is none"
            raise InvariantError(message)
        return self.round

    @property
    def require_cover(self) -> Cover:
        """The cover of the round that an event needs."""
        cover = self.require_round.cover
        if cover is None:
            message = "an event needs a cover and there is none"
            raise InvariantError(message)
        return cover

    @property
    def player_dealer(self) -> str | None:
        """The patron who holds the position."""
        turn = self.dealership.turn
        return turn.patron if turn else None

    def place_of(self, patron: str) -> int | None:
        """Find where a patron sits, else behind which place he stands."""
        found = self.positions_of(patron)
        return found[0][0] if found else None

    def positions_of(self, patron: str) -> tuple[tuple[int, str], ...]:
        """Give the places and lines of a patron, front lines first."""
        fronts = tuple((place, "front") for place, who in self.places.items() if who == patron)
        backs = tuple((place, "back") for place, who in self.behind.items() if patron in who)
        return fronts + backs

    def has_stopped(self) -> bool:
        """Whether an irregularity that nobody has ruled on stops the round."""
        return any(isinstance(p.matter, ev.Irregularity) for p in self.proposals.values())
