"""A full card-room table: 70 wagers against a player-dealer's cover.

The settlement walk alone, whole rounds through decide, evolve and postings without a disk (early
and late in a shoe, on a young table and on an old one), and a start on an old table's log.
`python -m bench.table` prints a page, half a minute's work. Rounds are timed by the processor.
"""

import random
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bench.harness import Contest, Figure, measure, seconds
from puntobanco.cards import DECK
from puntobanco.house.clock import SystemClock
from puntobanco.house.desk import Desk
from puntobanco.house.records import Records
from puntobanco.house.snapshot import freeze
from puntobanco.ledger import WORLD, Transfer, wallet
from puntobanco.rules.catalogue import find, rotation, schedule
from puntobanco.rules.collection import at_table
from puntobanco.rules.coup import Coup, next_hand, play
from puntobanco.rules.load import load
from puntobanco.rules.settle import Wager, settle
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.store.base import Store, Transaction
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.decide import decide
from puntobanco.table.evolve import evolve, replay
from puntobanco.table.postings import postings
from puntobanco.table.state import TableState
from tests.oracle import cards as plain_cards
from tests.oracle import settlement as plain

TABLE = "1"
STREAM = f"table:{TABLE}"
SEATS = 14
WAGERS = 70
STANDING = (3, 9)  # places with somebody behind them
BETS = ("player", "banker", "tie", "dragon-7", "panda-8")
COVER = 400_000
CHIPS = 10**12
ROUNDS = 200  # settled in one call of the contest
AGE = 100_000  # events
PART = 12  # rounds that are timed at the beginning of a shoe, and at its end
SHEET = """
format = 1
base = "ca-ez-panda8"
id = "bench"
name = "Bench"
source = "bench"

[change.bet.tie]
back_line = true

[venue]
opposite_mains = true
shoe = { cut_card = 14, burn = "first-card", last = "one-more" }
"""


def sheet() -> Sheet:
    """A game in which a bettor may have all five bets."""
    return load(SHEET, "bench.toml", find)


def coups(count: int, chance: random.Random) -> list[Coup]:
    """Coups from the top of shuffled decks."""
    found = []
    for _ in range(count):
        cards = chance.sample(DECK * 8, 6)
        dealt = cards[:4]
        while next_hand(dealt) is not None:
            dealt.append(cards[len(dealt)])
        found.append(play(dealt))
    return found


def contest() -> Contest:
    """The walk alone: 70 wagers at 14 seats under a cover that some rounds use up."""
    chance, game = random.Random(7), sheet()  # noqa: S311 - rounds to measure with
    rounds = [
        (
            coup,
            [
                Wager(f"{seat}.{bet}", seat, f"p{seat}", bet, 100 * chance.randint(5, 200))
                for seat in range(1, SEATS + 1)
                for bet in BETS
            ],
        )
        for coup in coups(ROUNDS, chance)
    ]
    for_oracle = [
        (
            [plain_cards.card(card.code) for card in coup.cards],
            [plain.Wager(w.id, w.seat, w.patron, w.line, w.bet, w.amount) for w in wagers],
        )
        for coup, wagers in rounds
    ]
    return Contest(
        name="the settlement of 70 wagers at 14 seats",
        unit="rounds",
        count=ROUNDS,
        ours=lambda: [
            settle(game, coup, wagers, seats=SEATS, cover=COVER) for coup, wagers in rounds
        ],
        plain=lambda: [
            plain.settle("ca-ez-panda8", cards, wagers, seats=SEATS, cover=COVER)
            for cards, wagers in for_oracle
        ],
    )


@dataclass
class Night:
    """A table of thirteen bettors, two of them on the back line too, and a player-dealer."""

    state: TableState = field(default_factory=TableState)
    events: list[ev.AnyEvent] = field(default_factory=list)
    moved: list[tuple[Transfer, ...]] = field(default_factory=list)
    now: int = 0
    chance: random.Random = field(default_factory=lambda: random.Random(5))  # noqa: S311
    cards: list[str] = field(default_factory=list)  # of the shoe on the table

    def __post_init__(self) -> None:
        game = sheet()
        fees = at_table(schedule("template-fictional"), 500, 20_000, game)
        self.do(
            cm.OpenTable(
                table=TABLE,
                name="Table 1",
                sheet=canonical(game.source_form).decode(),
                seats=13,
                decks=8,
                unit=100,
                limits=tuple(ev.Limit(bet.id, 500, 20_000) for bet in game.bets),
                clock=None,
                currency="USD",
                rotation=canonical(rotation("bureau-two-hands").source_form).decode(),
                schedule=canonical(fees.source_form).decode(),
                cover_min=1_000,
                back_line=1,
            )
        )
        for place in range(1, SEATS + 1):
            self.do(cm.TakeSeat(patron=f"p{place}", place=place, buy_in=CHIPS))
        for place in STANDING:
            self.do(cm.StandBehind(patron=f"b{place}", place=place, buy_in=CHIPS))

    def do(self, command: cm.AnyCommand) -> None:
        """Decide, move the money, evolve."""
        self.now += 100
        decision = decide(self.state, command, self.now)
        if decision.refusal is not None:
            raise AssertionError(command, decision.refusal)
        for event in decision.events:
            self.moved.append(postings(self.state, event))
            self.state = evolve(self.state, event)
            self.events.append(event)

    def round(self) -> None:
        """Play a round of 70 wagers, from the offer to the settlement."""
        if not self.state.dealership.turn or self.state.dealership.turn.hands % 2 == 0:
            self.do(cm.OfferPlayerDealer())
            offer = self.state.dealership.offer
            if offer:
                self.do(cm.AcceptPlayerDealer(patron=offer.patron, cover=COVER))
        self.do(cm.OpenBetting())
        turn = self.state.dealership.turn
        banks = turn.place if turn else 0
        for place in range(1, SEATS + 1):
            if place != banks:
                for bet in BETS:
                    self._bet(f"p{place}", place, bet, "front")
        behind = next(place for place in STANDING if place != banks)
        for bet in BETS:
            self._bet(f"b{behind}", behind, bet, "back")
        if len(self.state.require_round.wagers) != WAGERS:
            raise AssertionError(self.state.require_round.wagers)
        self.do(cm.CloseBetting())
        while self.state.round and next_hand(self.state.round.cards) is not None:
            position = self.state.require_shoe.next_position
            self.do(cm.DealCard(position=position, card=self.cards[position]))
        self.do(cm.Settle())

    def _bet(self, patron: str, place: int, bet: str, line: str) -> None:
        self.do(
            cm.SetWager(
                patron=patron,
                place=place,
                bet=bet,
                amount=100 * self.chance.randint(5, 200),
                round=self.state.round_number,
                line=line,
            )
        )

    def shoe(self) -> list[float]:
        """Play a whole shoe, and give the seconds of each round."""
        self.cards = [card.code for card in DECK * 8]
        self.chance.shuffle(self.cards)
        self.do(cm.StartShoe(commitment="c"))
        self.do(cm.Burn(card=self.cards[0]))
        times = []
        while not self.state.require_shoe.is_over:
            begun = time.process_time()  # the machine is shared, and nothing here waits
            self.round()
            times.append(time.process_time() - begun)
        self.do(cm.EndShoe())
        return times


def rate(times: list[float]) -> float:
    """Rounds a second, by the median round."""
    return 1 / sorted(times)[len(times) // 2]


def write(tx: Transaction, night: Night) -> None:
    """Put the log of a table into a store, its money with it, as a desk would have."""
    for patron in [f"p{place}" for place in range(1, SEATS + 1)] + [
        f"b{place}" for place in STANDING
    ]:
        tx.append(f"cage:{patron}", 0, 0, [b"{}"])
        tx.post(f"cage:{patron}", 1, [Transfer(WORLD, wallet(patron), CHIPS)])
    bodies = [ev.encode(ev.Entry(event, "bench")) for event in night.events]
    tx.append(STREAM, 0, night.now, bodies)
    for version, moved in enumerate(night.moved, 1):
        if moved:
            tx.post(STREAM, version, moved)


def start(night: Night, *, has_snapshot: bool) -> float:
    """How long a desk takes to read the table back from a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.db"
        with closing(open_sqlite(file)) as store:
            store.submit(partial(write, night=night)).result()
            if has_snapshot:
                _keep(store, night)
        with closing(open_sqlite(file)) as store:
            return seconds(lambda: Desk(store, SystemClock()))


def _keep(store: Store, night: Night) -> None:
    """Keep the table as it stood when its last shoe ended; what came since is read."""
    ends = [i for i, event in enumerate(night.events, 1) if isinstance(event, ev.ShoeEnded)]
    state, records = TableState(), Records()
    for event in night.events[: ends[-1]]:
        records.note(state, event, 0)
        state = evolve(state, event)
    body = freeze(state, records)
    store.submit(lambda tx: tx.put_snapshot(STREAM, ends[-1], body)).result()


def main() -> None:
    """Measure, and print a page."""
    walk: Figure = measure(contest(), rounds=5)
    night = Night()
    young = night.shoe()
    while len(night.events) < AGE:
        old = night.shoe()
    begun = time.process_time()
    again = replay(night.events)
    folded = time.process_time() - begun
    if again != night.state:
        raise AssertionError("the log folds into another state")
    rows = (
        ("settlement alone, rounds/s", 3_000, walk.ours),
        ("whole rounds, the first of a young table's shoe, rounds/s", 150, rate(young[:PART])),
        ("whole rounds, the last of that shoe, rounds/s", 150, rate(young[-PART:])),
        (
            f"whole rounds after {AGE:,} events, the first of a shoe, rounds/s",
            150,
            rate(old[:PART]),
        ),
        (
            f"whole rounds after {AGE:,} events, the last of a shoe, rounds/s",
            150,
            rate(old[-PART:]),
        ),
        (f"fold of {AGE:,} events, s", None, folded),
        (f"start on {AGE:,} events without a snapshot, s", None, start(night, has_snapshot=False)),
        (f"start on {AGE:,} events with a snapshot, s", 2, start(night, has_snapshot=True)),
    )
    print("| work | aim | found |\n|---|---:|---:|")
    for name, aim, found in rows:
        shown = f"{found:.2f}" if name.endswith(", s") else f"{found:,.0f}"
        print(f"| {name} | {aim or ''} | {shown} |")
    print(f"\nThe settlement is {walk.ratio:.1f} times as fast as the plain reading of the rules.")


if __name__ == "__main__":
    main()
