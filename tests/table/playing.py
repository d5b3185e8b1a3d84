"""A table to play on without a house: decide, evolve, a ledger, and an auditor that looks on."""

from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from puntobanco.cards import DECK, Card, parse_cards
from puntobanco.ledger import WORLD, Transfer, apply, cover, dispute, drop, escrow, rack, wallet
from puntobanco.rules.catalogue import find
from puntobanco.rules.collection import at_table
from puntobanco.rules.load import load
from puntobanco.rules.rotation import PRESETS, RotationPolicy
from puntobanco.rules.schedule import Schedule
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.decide import Decision, decide
from puntobanco.table.evolve import evolve
from puntobanco.table.postings import postings
from puntobanco.table.refusals import Code
from puntobanco.table.state import TableState
from tests.audit import Audit

TABLE = "t1"
WALLET = 10_000_000
UNIT = 100
MAINS = (500, 50_000)
SIDES = (200, 5_000)
CLOCK = 15_000
BEGIN = 1_700_000_000_000
WIN_PLAYER = parse_cards("9C 2C KD 4D")  # 9 to 6, four cards
TIE = parse_cards("9C 9D KD KC")
BANKER_SEVEN = parse_cards("2C 3D TH 4S 6C")  # two draw a third card each, Player has 8
SMALL = """
format = 1
base = "deq-ez"
id = "small"
name = "Small"
source = "tests"
decks = {{ min = 1, max = 8, default = 1 }}

[change.bet.tie]
back_line = false

[change.bet.dragon-7]
requires = ["player", "banker"]
cap = "base"

[change.bet.panda-8]
requires = ["player", "banker"]

[venue]
opposite_mains = {opposite_mains}
shoe = {{ cut_card = {cut_card}, burn = "{burn}", last = "{last}" }}
"""


def small(
    *,
    cut_card: int = 14,
    burn: str = "first-card",
    last: str = "one-more",
    opposite_mains: str = "false",
) -> Sheet:
    """A house-banked sheet with every kind of condition: what side bets require, caps, mains."""
    text = SMALL.format(cut_card=cut_card, burn=burn, last=last, opposite_mains=opposite_mains)
    return load(text, "small.toml", find)


def opening(sheet: Sheet, *, decks: int = 1, clock: int | None = CLOCK) -> cm.OpenTable:
    """The command that opens a table for a sheet."""
    return cm.OpenTable(
        table=TABLE,
        name="Table 1",
        sheet=canonical(sheet.source_form).decode(),
        seats=7,
        decks=decks,
        unit=UNIT,
        limits=tuple(ev.Limit(bet.id, *(MAINS if bet.is_main else SIDES)) for bet in sheet.bets),
        clock=clock,
        currency="USD",
    )


CARD_ROOM = """
format = 1
base = "{base}"
id = "card-room"
name = "Card room"
source = "tests"

[venue]
opposite_mains = {opposite_mains}
second_place = {second_place}
cover = {{ policy = "{policy}", win_cap = "{win_cap}" }}
shoe = {{ cut_card = {cut_card}, burn = "none", last = "one-more" }}
"""


def played_with(
    base: str = "ca-ez-panda8",
    *,
    policy: str = "running",
    win_cap: str = "continue",
    second_place: str = "false",
    opposite_mains: str = "false",
    cut_card: int = 14,
) -> Sheet:
    """A player-dealer's game with a venue of a test's own, and no burn."""
    text = CARD_ROOM.format(
        base=base,
        policy=policy,
        win_cap=win_cap,
        second_place=second_place,
        opposite_mains=opposite_mains,
        cut_card=cut_card,
    )
    return load(text, "card-room.toml", find)


def card_room(
    sheet: Sheet | None = None,
    *,
    rotation: str | RotationPolicy = "bureau-two-hands",
    schedule: Schedule | None = None,
    mains: tuple[int, int] = (1, 100_000),
    **changes: object,
) -> cm.OpenTable:
    """The command that opens a player-dealer's table: seven seats, unit 1, no clock, no fee."""
    game = sheet or played_with()
    policy = PRESETS[rotation] if isinstance(rotation, str) else rotation
    opened = cm.OpenTable(
        table=TABLE,
        name="Table 1",
        sheet=canonical(game.source_form).decode(),
        seats=7,
        decks=8,
        unit=1,
        limits=tuple(
            ev.Limit(bet.id, *(mains if bet.is_main else (1, 100_000))) for bet in game.bets
        ),
        clock=None,
        currency="USD",
        rotation=canonical(policy.source_form).decode(),
        schedule=written(at_table(schedule, *mains, game)) if schedule else "",
        cover_min=100,
        back_line=2,
    )
    return replace(opened, **changes)


def written(schedule: Schedule) -> str:
    """A schedule as a table keeps it."""
    return canonical(schedule.source_form).decode()


@dataclass
class Felt:
    """One table, its money and its log."""

    state: TableState = field(default_factory=TableState)
    balances: dict[str, int] = field(default_factory=dict)
    log: list[ev.AnyEvent] = field(default_factory=list)
    audit: Audit = field(default_factory=Audit)
    now: int = BEGIN

    @classmethod
    def opened(
        cls, sheet: Sheet | None = None, *, decks: int = 1, clock: int | None = CLOCK
    ) -> "Felt":
        """A table that is open, and nothing more."""
        felt = cls()
        felt.done(opening(sheet or small(), decks=decks, clock=clock))
        return felt

    @classmethod
    def of(cls, command: cm.OpenTable, **patrons: int) -> "Felt":
        """A table opened by a command, with a shoe, and people at their places."""
        felt = cls()
        felt.done(command)
        felt.done(cm.StartShoe(commitment="c"))
        for patron, place in patrons.items():
            felt.sit(patron, place)
        return felt

    @classmethod
    def betting(
        cls, *patrons: str, sheet: Sheet | None = None, clock: int | None = CLOCK
    ) -> "Felt":
        """A table with people at places 1, 2, .. and betting open on an unburned shoe."""
        felt = cls.opened(sheet or small(burn="none"), clock=clock)
        for place, patron in enumerate(patrons, 1):
            felt.sit(patron, place)
        felt.done(cm.StartShoe(commitment="c"))
        felt.done(cm.OpenBetting())
        return felt

    def fund(self, patron: str) -> None:
        """Give a patron a wallet."""
        if wallet(patron) not in self.balances:
            given = [Transfer(WORLD, wallet(patron), WALLET)]
            self.balances = apply(self.balances, given)

    def sit(self, patron: str, place: int, buy_in: int = 100_000) -> None:
        """Let a patron sit down."""
        self.fund(patron)
        self.done(cm.TakeSeat(patron=patron, place=place, buy_in=buy_in))

    def stand(self, patron: str, place: int, buy_in: int = 100_000) -> None:
        """Let a patron stand behind a place."""
        self.fund(patron)
        self.done(cm.StandBehind(patron=patron, place=place, buy_in=buy_in))

    def bank(self, patron: str, cover: int = 10_000) -> None:
        """Offer the position until a patron is asked, who takes it."""
        self.done(cm.OfferPlayerDealer())
        while (offer := self.state.dealership.offer) and offer.patron != patron:
            self.done(cm.DeclinePlayerDealer(patron=offer.patron))
        self.done(cm.AcceptPlayerDealer(patron=patron, cover=cover))

    def do(self, command: cm.AnyCommand) -> Decision:
        """Decide, and let what follows happen: state, money, books."""
        if isinstance(command, cm.OpenTable | cm.ChangeBox):  # as the house does
            command = replace(command, boxed=self.balances.get(f"drop:{TABLE}:{command.box}", 0))
        decision = decide(self.state, command, self.now)
        assert decide(self.state, command, self.now) == decision
        for event in decision.events:
            self.balances = apply(self.balances, postings(self.state, event))
            self.state = evolve(self.state, event)
            self.log.append(event)
            self.audit.take(ev.Entry(event, "test"), self.now)
        return decision

    def done(self, command: cm.AnyCommand) -> tuple[ev.AnyEvent, ...]:
        """Do what may be done, and give its events."""
        decision = self.do(command)
        assert decision.refusal is None, decision.refusal
        return decision.events

    def refused(self, command: cm.AnyCommand) -> Code:
        """Do what may not be done, and give the code."""
        decision = self.do(command)
        assert decision.refusal is not None, decision.events
        return decision.refusal.code

    def bet(
        self, patron: str, bet: str, amount: int, place: int | None = None, line: str = "front"
    ) -> tuple[ev.AnyEvent, ...]:
        """Place a legal wager."""
        return self.done(self.wager(patron, bet, amount, place=place, line=line))

    def wager(
        self,
        patron: str,
        bet: str,
        amount: int,
        *,
        place: int | None = None,
        round: int | None = None,  # noqa: A002 - the word of the command
        line: str = "front",
    ) -> cm.SetWager:
        """The command of a wager at the patron's own place in the newest round."""
        return cm.SetWager(
            patron=patron,
            place=place or self.state.place_of(patron) or 0,
            bet=bet,
            amount=amount,
            round=self.state.round_number if round is None else round,
            line=line,
        )

    def deal(self, cards: tuple[Card, ...]) -> None:
        """Close betting if it is open, and deal a coup."""
        if self.state.round and self.state.round.phase != "dealing":
            self.done(cm.CloseBetting())
        for card in cards:
            assert self.state.shoe
            self.done(cm.DealCard(position=self.state.shoe.next_position, card=card.code))

    def play(self, cards: tuple[Card, ...]) -> ev.RoundSettled:
        """Deal a coup and settle it."""
        self.deal(cards)
        settled, *_ = self.done(cm.Settle())
        assert isinstance(settled, ev.RoundSettled)
        return settled

    def held(self) -> dict[str, int]:
        """What the accounts of the table must hold by its state, nought left out."""
        state, played, posted = self.state, self.state.round, self.state.dealership.cover
        number = state.round_number
        held = {rack(TABLE, patron): amount for patron, amount in state.racks.items()}
        for wager in played.wagers.values() if played else ():
            held[escrow(TABLE, number, wager.id)] = wager.amount
        if played and played.cover:
            held[cover(TABLE, number)] = played.cover.amount
        if posted:
            held[cover(TABLE, number + 1)] = posted.amount
        held[dispute(TABLE)] = sum(held.amount for held in state.held.values())
        if state.setup:
            held[drop(TABLE, state.box)] = state.boxed
        return {account: amount for account, amount in held.items() if amount}

    def check(self) -> None:
        """Hold the state, the ledger and the books against each other."""
        box = drop(TABLE, self.state.box) if self.state.setup else ""
        theirs = {
            name: held
            for name, held in self.balances.items()
            if held and (name.startswith(("rack:", "escrow:", "cover:", "dispute:")) or name == box)
        }
        assert theirs == self.held()
        assert sum(self.balances.values()) == 0
        self.audit.compare(self.balances)
        assert not self.audit.faults, self.audit.faults


def shuffled(chance: Random, decks: int) -> list[Card]:
    """A shoe of whole decks."""
    cards = list(DECK * decks)
    chance.shuffle(cards)
    return cards
