"""A night at the tables: seeded play into a store, legal and not, at any moment.

Cards come from seeded shoes, so that the same seed makes the same log, byte for byte.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from msgspec.structs import replace

from puntobanco.cards import DECK, Card
from puntobanco.house.cage import count_drop, enrol
from puntobanco.house.reports.scope import Scope
from puntobanco.ledger import InsufficientFunds
from puntobanco.rules.catalogue import find, rotation, schedule
from puntobanco.rules.sheet import canonical
from puntobanco.store.base import Store, Transaction
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.decide import decide
from puntobanco.table.evolve import evolve
from puntobanco.table.irregular import TABLE as IRREGULARITIES
from puntobanco.table.postings import postings
from puntobanco.table.state import TableState

# Tables whose bank is a player-dealer, with shuffled and with real cards, and one of the house.
BANKED, REAL, HOUSE = "p1", "r1", "h1"
TABLES = (BANKED, REAL, HOUSE)
PATRONS = tuple("abcdefgh")
PROVIDER = "z"
UNIT = 100
BEGIN = 1_775_000_000_000  # 31 March 2026, 23:33:20 UTC
CHIPS = 3_000_000
DEALER, SUPERVISOR = "dealer-1", "supervisor-1"


def opening(table: str) -> cm.OpenTable:
    """The command that opens a table."""
    return house_opening() if table == HOUSE else banked_opening(table)


def banked_opening(table: str, *, decks: int = 3) -> cm.OpenTable:
    """The command that opens a card room's table."""
    sheet = find("ca-ez-panda8")
    return cm.OpenTable(
        table=table,
        name=f"Table {table}",
        sheet=canonical(sheet.source_form).decode(),
        seats=7,
        decks=decks,
        unit=UNIT,
        limits=tuple(ev.Limit(bet.id, 1_000, 100_000) for bet in sheet.bets),
        clock=None,
        currency="USD",
        rotation=canonical(rotation("bureau-two-hands").source_form).decode(),
        schedule=canonical(schedule("template-fictional").source_form).decode(),
        cover_min=10_000,
        back_line=2,
        cards="typed" if table == REAL else "software",
    )


def house_opening(table: str = HOUSE) -> cm.OpenTable:
    """The command that opens a table whose bank is the house."""
    sheet = find("punto-banco")
    return cm.OpenTable(
        table=table,
        name=f"Table {table}",
        sheet=canonical(sheet.source_form).decode(),
        seats=7,
        decks=sheet.decks[0],
        unit=UNIT,
        limits=tuple(ev.Limit(bet.id, 500, 50_000) for bet in sheet.bets),
        clock=20_000,
        currency="USD",
    )


@dataclass
class StillClock:
    """A clock that somebody moves."""

    now: int = BEGIN

    def __call__(self) -> int:
        """Give the time."""
        return self.now


@dataclass
class Night:
    """Two tables and the people; everything that happens comes from the seed."""

    store: Store
    seed: int
    clock: StillClock = field(default_factory=StillClock)
    states: dict[str, TableState] = field(default_factory=dict)
    shoes: dict[str, list[Card]] = field(default_factory=dict)
    is_new: bool = True

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        if self.is_new:
            self._begin()
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Take up what the store holds; the cards that come next are new ones."""
        for step in self.store.read(lambda tx: [*Scope().steps(tx)]):
            self.states[step.table] = step.after
            self.clock.now = max(self.clock.now, step.at)
        for table in TABLES:
            self.shoes[table] = [*DECK] * 8

    def _begin(self) -> None:
        for patron in (*PATRONS, PROVIDER):
            enrolled = partial(
                enrol, patron=patron, name=patron, role="patron", chips=CHIPS, now=self.clock()
            )
            self.store.submit(enrolled).result(20)
        for table in TABLES:
            self.do(table, opening(table))
        for place, patron in enumerate(PATRONS[:4], 1):
            self.do(BANKED, cm.TakeSeat(patron=patron, place=place, buy_in=200_000))
            self.do(REAL, cm.TakeSeat(patron=patron, place=place, buy_in=200_000))
        self.do(BANKED, cm.TakeSeat(patron=PROVIDER, place=8, buy_in=900_000, kind="third-party"))

    def do(self, table: str, command: cm.AnyCommand, actor: str = DEALER) -> bool:
        """Do something, if it may be done."""
        state = self.states.get(table, TableState())
        if isinstance(command, cm.OpenTable | cm.ChangeBox):  # as the house does
            account = f"drop:{table}:{command.box}"
            boxed = self.store.read(lambda tx: tx.balance(account))
            command = replace(command, boxed=boxed)
        decision = decide(state, command, self.clock())
        try:
            self.write(table, decision.events, actor)
        except InsufficientFunds:
            return False
        return decision.refusal is None

    def write(self, table: str, events: Iterable[ev.AnyEvent], actor: str) -> None:
        """Write events down, with what they move, whoever decided them."""
        before = self.states.get(table, TableState())
        listed = [*events]

        def work(tx: Transaction) -> TableState:
            stream, after = f"table:{table}", before
            head = tx.head(stream)
            bodies = [ev.encode(ev.Entry(event, actor)) for event in listed]
            if bodies:
                tx.append(stream, head, self.clock(), bodies)
            for version, event in enumerate(listed, head + 1):
                moved = postings(after, event)
                if moved:
                    tx.post(stream, version, moved)
                after = evolve(after, event)
            return after

        self.states[table] = self.store.submit(work).result(20)

    def forge(self, table: str) -> None:
        """Let the next round that has wagers be settled as nobody would settle it."""
        for _ in range(5_000):
            played = self.states[table].round
            if played is not None and played.coup is not None and played.wagers:
                break
            self.play(1)
        (event,) = decide(self.states[table], cm.Settle(), self.clock()).events
        assert isinstance(event, ev.RoundSettled)
        self.write(table, [replace(event, lines=event.lines[::-1], button=None)], DEALER)

    def play(self, steps: int) -> "Night":
        """Let so many things happen, or be refused."""
        for _ in range(steps):
            self.clock.now += self.chance.choice((0, 1, 1_000, 4_000, 9_000))
            (table,) = self.chance.choices(TABLES, (45, 40, 15))
            if self.chance.random() < 0.72:
                self.deal_on(table)
            else:
                self.whim(table)
        return self

    def deal_on(self, table: str) -> None:  # noqa: C901, PLR0912 - a line for each state
        """Do what the dealer would do next."""
        state = self.states[table]
        shoe, played = state.shoe, state.round
        if state.setup is None:
            if not state.suspended:
                self.do(table, opening(table))
        elif state.uncounted is not None:
            self.do(table, cm.CountShoe(by=DEALER, rest=state.uncounted))
        elif shoe is None:
            self.shoes[table] = [*DECK * state.game.decks]
            self.chance.shuffle(self.shoes[table])
            fresh = cm.StartShoe(lot="lot-1", receipt="receipt-1")
            if table != REAL:
                fresh = cm.StartShoe(commitment=f"c{state.shoe_number + 1}")
            self.do(table, fresh)
        elif shoe.prepared is not None:
            self.do(table, cm.CutShoe(depth=60))
        elif not shoe.is_burned:
            self.do(table, cm.Burn(card=self.shoes[table][0].code))
        elif state.has_stopped():
            self.rule(table)
        elif played is None and shoe.is_over:
            self.do(table, cm.EndShoe())
        elif played is None:
            self._open(table)
        elif played.phase in {"betting", "paused"}:
            if self.chance.random() < 0.88:
                self.bet(table)
            else:
                self.do(table, cm.CloseBetting())
        elif played.result is None:
            position = shoe.next_position
            card = self.shoes[table][position].code
            source = "keyed" if table == REAL else "shoe"
            self.do(table, cm.DealCard(position=position, card=card, source=source, by=DEALER))
        else:
            self.do(table, cm.Settle())

    def _open(self, table: str) -> None:
        state = self.states[table]
        if state.require_shoe.free_hand_due:
            self.do(table, cm.OpenFreeHand())
            return
        if self.do(table, cm.OpenBetting()) or table == HOUSE:
            return
        offer = state.dealership.offer
        if offer is None:
            self.do(table, cm.OfferPlayerDealer())
        elif self.chance.random() < 0.7:
            cover = self.chance.choice((10_000, 25_000, 80_000, 150_000))
            self.do(table, cm.AcceptPlayerDealer(patron=offer.patron, cover=cover), offer.patron)
        else:
            self.do(table, cm.DeclinePlayerDealer(patron=offer.patron), offer.patron)

    def bet(self, table: str) -> None:
        """Let somebody put something on something."""
        state = self.states[table]
        patron = self.chance.choice([*state.racks] or [*PATRONS])
        for place, line in state.positions_of(patron)[:1]:
            command = cm.SetWager(
                patron=patron,
                place=place,
                bet=self.chance.choice(state.game.sheet.bets).id,
                amount=self.chance.choice((0, 1_000, 1_500, 5_000, 20_000)),
                round=state.round_number,
                line=line,
            )
            self.do(table, command, patron)

    def whim(self, table: str) -> None:
        """Let something happen that the dealer does not wait for."""
        state = self.states[table]
        patron = self.chance.choice((*PATRONS, PROVIDER))
        place = self.chance.randint(1, 8)
        commands: list[cm.AnyCommand] = [
            cm.TakeSeat(patron=patron, place=place, buy_in=100_000),
            cm.StandBehind(patron=patron, place=place, buy_in=50_000),
            cm.BuyIn(patron=patron, amount=20_000),
            cm.CashOut(patron=patron, amount=10_000),
            cm.LeaveSeat(patron=patron),
            cm.TakeBreak(patron=patron),
            cm.GiveUpPlayerDealer(patron=patron),
            cm.ChangeBox(box=self.chance.choice("123")),
            cm.HoldAmount(by=DEALER, patron=patron, amount=3_000, reason="argued"),
            cm.Tick(),
            *(cm.ReleaseAmount(by=SUPERVISOR, number=number) for number in state.held),
            *(
                cm.PayClaim(by=SUPERVISOR, number=claim.number, amount=min(500, claim.amount))
                for claim in state.claims.values()
            ),
            cm.Propose(by=DEALER, reason="misdeal", matter=ev.VoidRound(refund_fees=True)),
            self.correction(table),
            self._irregularity(table),
        ]
        if self.chance.random() < 0.01:
            commands = [cm.CloseTable()]
        self.do(table, self.chance.choice(commands), patron)
        if self.chance.random() < 0.4:
            self.rule(table)
        if self.chance.random() < 0.1:
            self.count(table)

    def rule(self, table: str) -> None:
        """Let the supervisor speak on what is proposed."""
        for number in self.states[table].proposals:
            approve = cm.Approve(by=SUPERVISOR, number=number)
            if self.chance.random() < 0.2 or not self.do(table, approve, SUPERVISOR):
                self.do(table, cm.Reject(by=SUPERVISOR, number=number), SUPERVISOR)

    def count(self, table: str) -> None:
        """Count a box that has left its table, now and then with a chip too many."""
        state = self.states[table]
        box = self.chance.choice([box for box in "123" if box != state.box])
        more = self.chance.choice((0, 0, 0, UNIT))
        if box not in state.hung:
            return
        self.store.submit(
            lambda tx: count_drop(
                tx,
                state,
                table,
                box,
                tx.balance(f"drop:{table}:{box}") + more,
                "counter-1",
                self.clock(),
            )
        ).result(20)

    def correction(self, table: str) -> cm.Propose:
        """Propose to correct one of the last rounds: a card, or a wager that was too much."""
        settled = self.states[table].settled
        if not settled:
            return cm.Propose(by=DEALER, reason="none", matter=ev.CorrectRound(round=1))
        old = self.chance.choice(settled)
        spots = tuple(
            ev.Spot(
                wager.id, wager.bet, wager.amount // UNIT // self.chance.choice((2, 10**6)) * UNIT
            )
            for wager in old.wagers[:1]
        )
        cards = [card.code for card in getattr(old.result, "cards", ())]
        if cards and self.chance.random() < 0.5:
            cards[self.chance.randrange(len(cards))] = self.chance.choice(DECK).code
        matter = ev.CorrectRound(
            round=old.number,
            spots=spots if self.chance.random() < 0.5 else (),
            cards=tuple(cards) if table == REAL else (),
            shortfall=self.chance.choice(("claim", "forgive")),
        )
        return cm.Propose(by=DEALER, reason="misread", matter=matter)

    def _irregularity(self, table: str) -> cm.Propose:
        """Propose that something went wrong: what was seen is the card that lay next."""
        state = self.states[table]
        row = self.chance.choice(IRREGULARITIES)
        needs = row.needs.split()
        out = state.shoe.out if state.shoe and table in self.shoes else 0
        cards = self.shoes.get(table, [*DECK])
        wagers = [*state.round.wagers] if state.round else []
        matter = ev.Irregularity(
            kind=row.kind,
            card=cards[out % len(cards)].code if "card" in needs else None,
            wager=self.chance.choice(wagers or ["w1"]) if "wager" in needs else None,
            amount=9_000 if "amount" in needs else None,
        )
        return cm.Propose(by=DEALER, reason=row.kind, matter=matter)
