"""A second bookkeeper: reads the log of a table and says what in it cannot be.

It folds events by itself, as a plain reading of the rules, and asks nothing of `evolve`, `decide`
or `postings`. Wagers are settled by the oracle. What it holds in the end is what the ledger, and
whoever claims to know the table, must hold too. The numbers of the invariants are its words.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import singledispatchmethod

from puntobanco.ledger import HOUSE, escrow, rack
from puntobanco.table import events as ev
from tests.oracle import cards as plain
from tests.oracle import coup as plain_coup
from tests.oracle import settlement as plain_settlement

OPEN = ("betting", "paused")
BURN = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))


@dataclass
class OnFelt:
    """A wager that lies on the felt."""

    place: int
    patron: str
    bet: str
    amount: int


@dataclass
class Audit:
    """The books of one table; `faults` are the things that cannot be, in words."""

    game: str = "deq-ez"
    faults: list[str] = field(default_factory=list)
    table: str = ""
    at: int = 0
    number: int = 0  # of the last round
    phase: str = ""  # of the round in play; empty between rounds
    deadline: int | None = None
    felt: dict[str, OnFelt] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    places: dict[int, str] = field(default_factory=dict)
    racks: Counter[str] = field(default_factory=Counter)
    bought: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    house: int = 0
    shoe: int = 0
    shoes: list[str] = field(default_factory=list)  # commitments, the first shoe's first
    decks: int = 0
    out: int = 0
    seen: Counter[str] = field(default_factory=Counter)  # cards turned of this shoe
    dealt: dict[tuple[int, int], str] = field(default_factory=dict)  # (shoe, position): card
    rounds: dict[int, list[OnFelt]] = field(default_factory=dict)  # as they were settled
    commands: dict[tuple[str, str], list[ev.AnyEvent]] = field(default_factory=dict)
    _last_command: tuple[str, str] = ("", "")
    _opened: ev.TableOpened | None = None

    def read(self, entries: Iterable[tuple[ev.Entry, int]]) -> "Audit":
        """Take in entries with their times."""
        for entry, at in entries:
            self.take(entry, at)
        return self

    def take(self, entry: ev.Entry, at: int) -> None:
        """Take in one entry."""
        self._check(at >= self.at, f"INV14: {at} after {self.at}")
        self.at = at
        key = (entry.actor, entry.command)
        if entry.command:
            known = key in self.commands
            self._check(not known or key == self._last_command, f"INV9: {key} works twice")
            self.commands.setdefault(key, []).append(entry.event)
        self._last_command = key
        self._take(entry.event)
        self._check(all(amount >= 0 for amount in self.racks.values()), f"INV3: {self.racks}")

    def balances(self) -> dict[str, int]:
        """What the ledger must hold of this table, nought left out."""
        racks = {rack(self.table, patron): amount for patron, amount in self.racks.items()}
        felt = {
            escrow(self.table, self.number, wager): on.amount for wager, on in self.felt.items()
        }
        held = racks | felt | {HOUSE: self.house}
        return {account: amount for account, amount in held.items() if amount}

    def compare(self, balances: Mapping[str, int]) -> None:
        """Hold a ledger of this table alone against the books."""
        ours = (f"rack:{self.table}:", f"escrow:{self.table}:", HOUSE)
        theirs = {name: held for name, held in balances.items() if name.startswith(ours) and held}
        self._check(theirs == self.balances(), f"INV4: {theirs}, expected {self.balances()}")
        self._check(sum(balances.values()) == 0, f"INV2: {sum(balances.values())} too much")
        owing = [name for name, held in balances.items() if held < 0]
        self._check(set(owing) <= {HOUSE, "world"}, f"INV3: {owing} owe")

    def _check(self, holds: bool, fault: str) -> None:
        if not holds:
            self.faults.append(f"round {self.number} {self.phase or '-'}: {fault}")

    @singledispatchmethod
    def _take(self, event: ev.AnyEvent) -> None:
        self._check(holds=False, fault=f"unknown event {event}")

    @_take.register
    def _(self, event: ev.TableOpened) -> None:
        self._check(self._opened is None, "opened twice")
        self._opened, self.table, self.decks = event, event.table, event.decks

    @_take.register
    def _(self, event: ev.TableClosed) -> None:
        self._check(not self.phase and not self.places, "closed with people or a round")
        self._opened = None

    @_take.register
    def _(self, event: ev.SeatTaken) -> None:
        self._check(event.place not in self.places, f"place {event.place} is taken")
        self._check(event.patron not in self.places.values(), f"{event.patron} sits twice")
        self._check(bool(self._opened and 1 <= event.place <= self._opened.seats), "no such place")
        self.places[event.place] = event.patron

    @_take.register
    def _(self, event: ev.SeatLeft) -> None:
        self._check(self.places.pop(event.place, None) == event.patron, "somebody else's place")
        self._check(all(on.patron != event.patron for on in self.felt.values()), "wagers left")
        self._check(self.racks[event.patron] == event.rack, f"{event.rack} is not the rack")
        del self.racks[event.patron]
        self.left[event.patron] += event.rack

    @_take.register
    def _(self, event: ev.BoughtIn) -> None:
        self._check(event.patron in self.places.values(), f"{event.patron} is not seated")
        self._check(event.amount > 0, f"bought in for {event.amount}")
        self.racks[event.patron] += event.amount
        self.bought[event.patron] += event.amount

    @_take.register
    def _(self, event: ev.ShoeStarted) -> None:
        self._check(not self.phase, "INV7: a shoe in a round")
        self._check(event.shoe == self.shoe + 1, f"INV8: shoe {event.shoe} after {self.shoe}")
        self.shoe, self.out = event.shoe, 0
        self.shoes.append(event.commitment)
        self.seen.clear()

    @_take.register
    def _(self, event: ev.CardsBurned) -> None:
        self._check(self.out == 0 and not self.phase, "INV8: burned late")
        self._check(event.unseen == BURN[event.card[0]], f"INV8: {event.unseen} burned")
        self._turn(0, event.card)
        self.out = 1 + event.unseen

    @_take.register
    def _(self, event: ev.BettingOpened) -> None:
        self._check(not self.phase, "INV7: opened in a round")
        self._check(event.round == self.number + 1, f"INV7: round {event.round}")
        self.number, self.phase, self.deadline = event.round, "betting", event.deadline
        self.felt, self.cards = {}, []

    @_take.register
    def _(self, event: ev.BettingPaused) -> None:
        self._in("betting", event.round)
        self.phase, self.deadline = "paused", None

    @_take.register
    def _(self, event: ev.BettingResumed) -> None:
        self._in("paused", event.round)
        self.phase, self.deadline = "betting", event.deadline

    @_take.register
    def _(self, event: ev.WagersSet) -> None:
        self._in("betting", event.round)
        self._check(self.deadline is None or self.at < self.deadline, "INV7: a wager too late")
        self._check(self.places.get(event.place) == event.patron, "a stranger's wager")
        for spot in event.spots:
            before = self.felt.pop(spot.wager, None)
            moved = spot.amount - (before.amount if before else 0)
            self._check(moved != 0, f"{spot} changes nothing")
            self.racks[event.patron] -= moved
            if spot.amount:
                self.felt[spot.wager] = OnFelt(event.place, event.patron, spot.bet, spot.amount)
        spots = Counter((on.place, on.bet, event.line) for on in self.felt.values())
        self._check(max(spots.values(), default=1) == 1, f"INV9: two wagers on a spot {spots}")

    @_take.register
    def _(self, event: ev.BettingClosed) -> None:
        self._check(self.phase in OPEN and event.round == self.number, "INV7: closed")
        self.phase, self.deadline = "dealing", None

    @_take.register
    def _(self, event: ev.CardDealt) -> None:
        self._in("dealing", event.round)
        self._check(event.position == self.out, f"INV8: position {event.position}, not {self.out}")
        self._turn(event.position, event.card)
        self.out = event.position + 1
        self.cards.append(event.card)

    @_take.register
    def _(self, event: ev.CoupEnded) -> None:
        self._in("dealing", event.round)
        self.phase = "decided"
        try:
            player, banker = plain_coup.deal(plain.cards(" ".join(self.cards)))
        except plain_coup.WrongCoupError as error:
            self._check(holds=False, fault=f"INV7: {self.cards} are no coup: {error!r}")
            return
        totals = plain.total(player), plain.total(banker)
        self._check(totals == (event.player, event.banker), f"totals {event}")
        winner = plain_coup.result(*totals).partition("_")[0].lower()
        self._check(winner == event.winner, f"winner {event}")

    @_take.register
    def _(self, event: ev.RoundSettled) -> None:
        self._in("decided", event.round)
        expected = plain_settlement.settle(
            self.game,
            plain.cards(" ".join(self.cards)),
            [
                plain_settlement.Wager(name, on.place, on.patron, "front", on.bet, on.amount)
                for name, on in self.felt.items()
            ],
            seats=self._opened.seats if self._opened else 7,
            cover=None,
            unit=self._opened.unit if self._opened else 1,
        )
        found = [
            plain_settlement.Step(x.wager, x.verdict, x.collected, x.paid, x.returned, x.uncovered)
            for x in event.lines
        ]
        self._check(found == expected.steps, f"INV6: {found}, expected {expected.steps}")
        for line in event.lines:
            on = self.felt.get(line.wager)
            self._check(
                on == OnFelt(line.place, line.patron, line.bet, line.amount),
                f"INV9: {line} settles {on}",
            )
            self.racks[line.patron] += line.paid + line.returned
            self.house += line.collected - line.paid
        self.rounds[self.number] = list(self.felt.values())
        self.felt, self.phase = {}, ""

    @_take.register
    def _(self, event: ev.ShoeEnded) -> None:
        self._check(not self.phase and event.shoe == self.shoe, "INV8: another shoe ended")

    def _in(self, phase: str, number: int) -> None:
        self._check(
            self.phase == phase and number == self.number, f"INV7: in {phase} of round {number}"
        )

    def _turn(self, position: int, card: str) -> None:
        self.seen[card] += 1
        self._check(self.seen[card] <= self.decks, f"INV8: {card} is there too often")
        self.dealt[self.shoe, position] = card
