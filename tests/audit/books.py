"""The books of one table: what lies where, who holds what, and what cannot be."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from puntobanco.ledger import HOUSE, cover, drop, escrow, rack
from puntobanco.table import events as ev
from tests.audit.terms import Terms
from tests.oracle.collection import Collection
from tests.oracle.rotation import Hold, Sitter

Handler = Callable[["Audit", Any], None]
H = TypeVar("H", bound=Handler)

HANDLERS: dict[type, Handler] = {}
# What may follow from a ruling; everything else ends it.
# What a shoe that was put away has of its own, and brings back.
OF_A_SHOE = ("shoe", "hands_of_shoe", "more", "out", "is_burned", "is_prepared", "steps")

RULED = (
    ev.Approved,
    ev.RoundVoided,
    ev.RoundCorrected,
    ev.WagersReturned,
    ev.CoverReduced,
    ev.CardBurned,
    ev.CardSetAside,
    ev.CardDealt,
    ev.CoupEnded,
    ev.ShoeQuarantined,
    ev.AmountReleased,
)


# What must follow at once from an approval.
DONE: dict[type, type] = {
    ev.VoidRound: ev.RoundVoided,
    ev.CorrectRound: ev.RoundCorrected,
}


def on(kind: type) -> Callable[[H], H]:
    """Say that a function takes in events of a kind."""

    def register(handler: H) -> H:
        HANDLERS[kind] = handler
        return handler

    return register


@dataclass
class OnFelt:
    """A wager that lies on the felt."""

    place: int
    patron: str
    bet: str
    amount: int
    line: str = "front"


@dataclass
class Cover:
    """A player-dealer's wager."""

    place: int
    patron: str
    amount: int


@dataclass
class Played:
    """A settled round, as it stands after its corrections."""

    shoe: int
    wagers: dict[str, OnFelt]
    cover: Cover | None
    cards: list[str]
    lines: tuple[ev.Line, ...] = ()
    corrections: int = 0
    terms: Terms | None = None  # by which it was played
    hand: int = 0  # of the shoe, where results alone are kept
    got: Counter[str] = field(default_factory=Counter)  # chips that really moved, the bank's too
    claims: set[int] = field(default_factory=set)  # what is still to move by its last correction


@dataclass
class Audit:
    """The books of one table; `faults` are the things that cannot be, in words."""

    game: str = "deq-ez"  # what a sheet of a test's own is derived from
    faults: list[str] = field(default_factory=list)
    table: str = ""
    terms: Terms | None = None
    opening: ev.TableOpened | None = None  # as if the table had been opened as it goes now
    at: int = 0
    actor: str = ""
    suspended: bool = False
    line: str = ""  # on the board
    # the round
    number: int = 0  # of the last round
    phase: str = ""  # of the round in play; empty between rounds
    deadline: int | None = None
    is_free: bool = False
    felt: dict[str, OnFelt] = field(default_factory=dict)
    cover: Cover | None = None  # of the round in play
    cards: list[str] = field(default_factory=list)
    owed: Collection | None = None  # what the close of betting must come to
    taken: ev.CollectionTaken | None = None
    rounds: dict[int, list[OnFelt]] = field(default_factory=dict)  # as they were settled
    played: dict[int, Played] = field(default_factory=dict)
    charged: dict[str, int] = field(default_factory=dict)  # the last fee by time
    # people and money
    places: dict[int, str] = field(default_factory=dict)
    behind: dict[int, list[str]] = field(default_factory=dict)
    third_parties: set[str] = field(default_factory=set)
    breaks: dict[str, int] = field(default_factory=dict)
    betted: Counter[str] = field(default_factory=Counter)  # rounds with wagers, since he sat
    racks: Counter[str] = field(default_factory=Counter)
    bought: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)  # into wallets
    house: int = 0
    drops: Counter[str] = field(default_factory=Counter)
    box: str = ""
    boxed: int = 0
    # the position of player-dealer
    posted: Cover | None = None  # for the next round
    usual: int = 0  # what the holder posted last
    offer: ev.PlayerDealerOffered | None = None
    declined: set[int] = field(default_factory=set)
    holds: list[Hold] = field(default_factory=list)
    last: Hold | None = None  # who holds it, or held it last
    hands: int = 0  # since the position was last offered round
    turn_hands: int = 0  # of the last turn
    began: int | None = None  # the game, for the regime's window
    broken: tuple[str, int | None] | None = None
    # the shoe
    shoe: int = 0
    in_shoe: bool = False
    shoes: list[str] = field(default_factory=list)  # commitments, the first shoe's first
    steps: list[str] = field(default_factory=list)
    openers: list[str] = field(default_factory=list)
    is_prepared: bool = True
    is_burned: bool = False
    decks: int = 0
    out: int = 0
    out_before: int = 0  # when the round in play began
    edge: int = 0  # cards out when the cut card shows
    more: int | None = None  # rounds after the cut card showed
    seen: Counter[str] = field(default_factory=Counter)  # cards of this shoe whose faces are known
    unseen: int = 0  # others that are out
    aside: list[ev.CardSetAside] = field(default_factory=list)
    free_hand_due: bool = False
    uncounted: int | None = None
    hands_of_shoe: list[ev.Hand] = field(default_factory=list)
    entered: ev.Hand | None = None  # the result of the round in play, without cards on the felt
    put_away: dict[str, Any] | None = None  # the shoe before: what is OF_A_SHOE
    dealt: dict[tuple[int, int], str] = field(default_factory=dict)  # (shoe, position): card
    # rulings
    proposals: dict[int, ev.Proposed] = field(default_factory=dict)
    proposal_number: int = 0
    ruling: ev.Proposed | None = None  # what was approved just now
    agreed: dict[int, tuple[ev.Proposed, str]] = field(default_factory=dict)  # and who approved
    is_fresh: bool = False  # whether nothing has followed from it yet
    held: dict[int, ev.AmountHeld] = field(default_factory=dict)
    held_number: int = 0
    claims: dict[int, ev.Claim] = field(default_factory=dict)
    claim_number: int = 0
    # commands
    commands: dict[tuple[str, str], list[ev.AnyEvent]] = field(default_factory=dict)
    _last_command: tuple[str, str] = ("", "")

    def read(self, entries: Iterable[tuple[ev.Entry, int]]) -> "Audit":
        """Take in entries with their times."""
        for entry, at in entries:
            self.take(entry, at)
        return self

    def take(self, entry: ev.Entry, at: int) -> None:
        """Take in one entry."""
        self.check(at >= self.at, f"INV14: {at} after {self.at}")
        self.at, self.actor = at, entry.actor
        key = (entry.actor, entry.command)
        if entry.command:
            known = key in self.commands
            self.check(not known or key == self._last_command, f"INV9: {key} works twice")
            self.commands.setdefault(key, []).append(entry.event)
        self._last_command = key
        event, house = entry.event, self.house
        follows = DONE.get(type(self.ruling.matter)) if self.ruling and self.is_fresh else None
        self.check(
            follows is None or isinstance(event, follows), f"INV12: {event}, approved {follows}"
        )
        self.is_fresh = isinstance(event, ev.Approved)
        if not isinstance(event, RULED):
            self.ruling = None
        HANDLERS[type(event)](self, event)
        self.check(all(amount >= 0 for amount in self.racks.values()), f"INV3: {self.racks}")
        banks = self.terms is None or self.terms.is_house or isinstance(event, ev.ClaimPaid)
        self.check(banks or self.house == house, f"INV6: a player-dealer's round moved {event}")

    def check(self, holds: bool, fault: str) -> None:
        """Write a fault down if something does not hold."""
        if not holds:
            self.faults.append(f"round {self.number} {self.phase or '-'}: {fault}")

    @property
    def open_terms(self) -> Terms:
        """The terms, of a table that is open."""
        assert self.terms is not None, "an event of a table that is not open"
        return self.terms

    @property
    def holder(self) -> Hold | None:
        """Who holds the position."""
        return self.holds[-1] if self.holds and self.holds[-1].ended is None else None

    @property
    def sitters(self) -> list[Sitter]:
        """Everybody at a place of the front line."""
        return [Sitter(at, who, who in self.third_parties) for at, who in self.places.items()]

    @property
    def disputed(self) -> int:
        """The chips in nobody's hands."""
        return sum(held.amount for held in self.held.values())

    def positions(self, patron: str) -> list[tuple[int, str]]:
        """Where somebody sits and stands."""
        fronts = [(place, "front") for place, who in self.places.items() if who == patron]
        return fronts + [(place, "back") for place, who in self.behind.items() if patron in who]

    def is_stopped(self) -> bool:
        """Whether an irregularity waits for a ruling."""
        return any(isinstance(x.matter, ev.Irregularity) for x in self.proposals.values())

    def give(self, who: str, amount: int, to: str) -> None:
        """Chips go to a rack or a wallet, or come from there; the house has no name."""
        if not who:
            self.house += amount
        elif to == "rack":
            self.check(who in self.racks, f"INV3: {who} has no rack")
            self.racks[who] += amount
        else:
            self.check(to == "wallet" and amount > 0, f"INV3: {amount} of {who} to {to}")
            self.left[who] += amount

    def balances(self) -> dict[str, int]:
        """What the ledger must hold of this table, nought left out."""
        held = {rack(self.table, patron): amount for patron, amount in self.racks.items()}
        for wager, on in self.felt.items():
            held[escrow(self.table, self.number, wager)] = on.amount
        if self.cover:
            held[cover(self.table, self.number)] = self.cover.amount
        if self.posted:
            held[cover(self.table, self.number + 1)] = self.posted.amount
        for box, amount in self.drops.items():
            held[drop(self.table, box)] = amount
        held[f"dispute:{self.table}"] = self.disputed
        held[HOUSE] = self.house
        return {account: amount for account, amount in held.items() if amount}

    def compare(self, balances: Mapping[str, int], *, alone: bool = True) -> None:
        """Hold a ledger against the books; `alone`: no other table has to do with the house."""
        kinds = ("rack", "escrow", "cover", "drop")
        ours = tuple(f"{kind}:{self.table}:" for kind in kinds)
        also = {f"dispute:{self.table}", HOUSE}
        theirs = {
            name: held
            for name, held in balances.items()
            if held and (name.startswith(ours) or name in also)
        }
        expected = self.balances()
        if not alone:
            theirs.pop(HOUSE, None)
            expected.pop(HOUSE, None)
        self.check(theirs == expected, f"INV4: {theirs}, expected {expected}")
        self.check(sum(balances.values()) == 0, f"INV2: {sum(balances.values())} too much")
        owing = [name for name, held in balances.items() if held < 0]
        self.check(set(owing) <= {HOUSE, "world"}, f"INV3: {owing} owe")
