"""A second set of books for a table with a player-dealer, kept by the oracle, in whole dollars.

Nothing of ours is asked what a round came to: `tests.oracle` settles it by rules of its own, and
this adds it up. The lines are put into the words of the pages elsewhere.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tests.oracle.cards import RANKS, SUITS, Card, cards
from tests.oracle.collection import Collection, Posting, Step, collect
from tests.oracle.coup import TooFewCardsError, facts_of
from tests.oracle.settlement import Settlement, Wager, settle

GAME = "ca-ez-panda8"
SEATS = 7
# Fictional, a template: one dollar of a patron; two, three or five of the player-dealer.
POSTING = Posting(player=(Step(0, 1),), player_dealer=(Step(0, 2), Step(500, 3), Step(1000, 5)))


@dataclass
class Deck:
    """The cards of a shoe as a stranger can know them: all of them, less those that were shown."""

    decks: int
    chance: Random
    left: Counter[str] = field(init=False)
    out: int = 0  # cards that are no longer in the shoe, shown or not

    def __post_init__(self) -> None:
        self.left = Counter({rank + suit: self.decks for rank in RANKS for suit in SUITS})

    def take(self, codes: str) -> list[str]:
        """Let cards come that somebody chose."""
        found = codes.split()
        self.left.subtract(found)
        self.out += len(found)
        assert min(self.left.values()) >= 0, codes
        return found

    def burn(self, code: str) -> None:
        """Burn the first card, and as many more as it is worth: ten for a ten or a picture."""
        self.take(code)
        self.out += {"A": 1}.get(code[0], 10 if code[0] in "TJQK" else int(code[0], 36))

    def coup(self) -> list[str]:
        """Let cards come by chance until the coup is over."""
        found: list[str] = []
        while True:
            found += self.take(self.chance.choices(*zip(*self.left.items(), strict=True))[0])
            try:
                facts_of(dealt(found))
            except TooFewCardsError:
                continue
            return found

    def exchange(self, old: Sequence[str], new: Sequence[str]) -> None:
        """Put other cards in the place of those that were read wrong."""
        self.left.update(old)
        self.left.subtract(new)
        self.out += len(new) - len(old)


def dealt(codes: Sequence[str]) -> list[Card]:
    """Cards as the oracle has them."""
    return cards(" ".join(codes))


@dataclass(frozen=True)
class Placed:
    """A wager as somebody placed it."""

    patron: str
    place: int
    line: str
    bet: str
    amount: int


@dataclass(frozen=True)
class Round:
    """What a round came to."""

    hand: int
    bank: str
    bank_place: int
    cover: int
    wagers: tuple[Placed, ...]
    collection: Collection
    codes: tuple[str, ...] = ()
    done: Settlement | None = None

    @property
    def fees(self) -> int:
        """All that the collection took."""
        return self.collection.player_dealer + sum(fee.amount for fee in self.collection.fees)

    def seat(self, place: int) -> int:
        """Number the places that bet: the player-dealer's is passed over."""
        return place - (place > self.bank_place)

    def concerns(self, patron: str) -> bool:
        """Whether somebody has chips in it."""
        return patron == self.bank or any(wager.patron == patron for wager in self.wagers)

    def moves(self) -> Counter[str]:
        """Say what the settlement gives to each patron, and takes."""
        assert self.done
        found: Counter[str] = Counter({self.bank: self.done.net})
        for step in self.done.steps:
            found[self.wagers[int(step.wager)].patron] += step.paid - step.collected
        return found


@dataclass
class Books:
    """Everybody's chips."""

    wallets: Counter[str] = field(default_factory=Counter)
    racks: Counter[str] = field(default_factory=Counter)
    box: int = 0
    winners: Counter[str] = field(default_factory=Counter)
    rounds: list[Round] = field(default_factory=list)

    def buy(self, patron: str, amount: int) -> None:
        """Chips come from the wallet to the rack, or go back."""
        self.wallets[patron] -= amount
        self.racks[patron] += amount

    def close(
        self, hand: int, bank: tuple[str, int], cover: int, wagers: Sequence[Placed]
    ) -> Round:
        """Close the bets and take the collection; stakes and cover still count as their owners'."""
        who, place = bank
        shown = Round(hand, who, place, cover, tuple(wagers), Collection((), (), 0))
        chips = Counter(self.racks)
        chips[who] -= cover
        for wager in wagers:
            chips[wager.patron] -= wager.amount
        found = collect(POSTING, self._oracles(shown), dict(chips), covered=True)
        for fee in found.fees:
            self.racks[fee.patron] -= fee.amount
        self.racks[who] -= found.player_dealer
        closed = replace(shown, collection=found)
        self.box += closed.fees
        return closed

    def refund(self, closed: Round) -> None:
        """Give the collection of a round back."""
        for fee in closed.collection.fees:
            self.racks[fee.patron] += fee.amount
        self.racks[closed.bank] += closed.collection.player_dealer
        self.box -= closed.fees

    def settle(self, closed: Round, codes: Sequence[str]) -> Round:
        """Settle a round by its cards."""
        whole = self.again(closed, codes)
        self.rounds.append(whole)
        self._book(whole, 1)
        return whole

    def again(self, closed: Round, codes: Sequence[str]) -> Round:
        """Say what a round comes to by other cards."""
        wagers = self._oracles(closed)
        done = settle(GAME, dealt(codes), wagers, seats=SEATS, cover=closed.cover)
        return replace(closed, codes=tuple(codes), done=done)

    def correct(self, settled: Round, codes: Sequence[str]) -> Counter[str]:
        """Settle a round by other cards, and say what that moves."""
        right = self.again(settled, codes)
        moved = right.moves()
        moved.subtract(settled.moves())
        self._book(settled, -1)
        self._book(right, 1)
        self.rounds[self.rounds.index(settled)] = right
        return Counter({who: amount for who, amount in moved.items() if amount})

    def _book(self, whole: Round, sign: int) -> None:
        for who, amount in whole.moves().items():
            self.racks[who] += sign * amount
        self.winners[facts_of(dealt(whole.codes)).result] += sign

    def _oracles(self, played: Round) -> list[Wager]:
        """Wagers as the oracle has them, each named by its number."""
        return [
            Wager(str(n), played.seat(w.place), w.patron, w.line, w.bet, w.amount)
            for n, w in enumerate(played.wagers)
        ]
