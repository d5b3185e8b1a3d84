"""Tables of real cards to try procedure, irregularities and corrections on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from puntobanco.cards import DECK, Card, parse_cards
from puntobanco.ledger import HOUSE, WORLD, Transfer, apply, wallet
from puntobanco.rules.catalogue import find, schedule
from puntobanco.rules.collection import at_table
from puntobanco.rules.load import load
from puntobanco.rules.rotation import PRESETS
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.dealing import expected
from puntobanco.table.decide import decide
from puntobanco.table.evolve import evolve, replay
from puntobanco.table.postings import postings
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import TableState

BEGIN = 1_700_000_000_000
WALLET = 1_000_000
UNIT = 100
MOST = 100_000
VENUE = """
format = 1
base = "{base}"
id = "felt"
name = "Felt"
source = "tests"
decks = {{ min = 1, max = 8, default = 8 }}

[venue]
irregularities = "{profile}"
shoe = {{ cut_card = 14, burn = "{burn}", last = "one-more" }}
{more}
"""


def game(
    base: str = "deq-ez", *, profile: str = "keep", burn: str = "none", more: str = ""
) -> Sheet:
    """A shipped game with a room's own choices."""
    text = VENUE.format(base=base, profile=profile, burn=burn, more=more)
    return load(text, "felt.toml", find)


def posted(sheet: Sheet, fees: str) -> str:
    """A shipped schedule as a table of these limits keeps it."""
    if not fees:
        return ""
    return canonical(at_table(schedule(fees), UNIT, MOST, sheet).source_form).decode()


def shuffled(decks: int, seed: int) -> list[Card]:
    """The order of a shoe."""
    cards = list(DECK * decks)
    Random(seed).shuffle(cards)
    return cards


@dataclass
class RealFelt:
    """A table, its money, its log and the dealer's words to it."""

    opening: cm.OpenTable
    state: TableState = field(default_factory=TableState)
    balances: dict[str, int] = field(default_factory=dict)
    log: list[ev.AnyEvent] = field(default_factory=list)
    now: int = BEGIN

    @classmethod
    def opened(
        cls,
        sheet: Sheet | None = None,
        *,
        cards: str = "typed",
        decks: int = 8,
        clock: int = 0,
        fees: str = "",
    ) -> "RealFelt":
        """A table that is open, without a shoe."""
        sheet = sheet or game()
        is_banked = sheet.is_house_banked
        rotation = b"" if is_banked else canonical(PRESETS["bureau-two-hands"].source_form)
        felt = cls(
            cm.OpenTable(
                table="t",
                name="T",
                sheet=canonical(sheet.source_form).decode(),
                seats=7,
                decks=decks,
                unit=UNIT,
                limits=tuple(ev.Limit(bet.id, UNIT, MOST) for bet in sheet.bets),
                clock=clock or None,
                currency="USD",
                rotation=rotation.decode(),
                schedule=posted(sheet, fees),
                cover_min=0 if is_banked else UNIT,
                back_line=2,
                cards=cards,
            )
        )
        felt.done(felt.opening)
        return felt

    @classmethod
    def ready(
        cls, sheet: Sheet | None = None, *, cards: str = "typed", decks: int = 8, clock: int = 0
    ) -> "RealFelt":
        """A table with a shoe that is cut, and burned if the room burns none."""
        felt = cls.opened(sheet, cards=cards, decks=decks, clock=clock)
        felt.new_shoe()
        return felt

    def new_shoe(self, cut_card: int | None = None) -> None:
        """Bring a shoe: shuffled by the software, or from a box, shuffled already and cut."""
        if self.state.game.cards == "software":
            self.done(cm.StartShoe(commitment="c", cut_card=cut_card))
            return
        self.done(cm.StartShoe(lot="L1", receipt="R1"))
        self.done(cm.CutShoe(depth=26))

    def answer(self, command: cm.AnyCommand) -> Refusal | None:
        """Do something; what follows happens to the state and to the money."""
        decision = decide(self.state, command, self.now)
        for event in decision.events:
            self.balances = apply(self.balances, postings(self.state, event))
            self.state = evolve(self.state, event)
            self.log.append(event)
        return decision.refusal

    def done(self, command: cm.AnyCommand) -> tuple[ev.AnyEvent, ...]:
        """Do what may be done, and give its events."""
        before = len(self.log)
        refusal = self.answer(command)
        assert refusal is None, refusal
        return tuple(self.log[before:])

    def refused(self, command: cm.AnyCommand) -> Code:
        """Do what may not be done: nothing happens, and the code says why."""
        before, state = len(self.log), self.state
        refusal = self.answer(command)
        assert refusal is not None
        assert (len(self.log), self.state) == (before, state)
        return refusal.code

    def sit(self, patron: str, place: int, buy_in: int = 50_000) -> None:
        """Let a patron sit down."""
        self.fund(patron)
        self.done(cm.TakeSeat(patron=patron, place=place, buy_in=buy_in))

    def stand(self, patron: str, place: int, buy_in: int = 50_000) -> None:
        """Let a patron stand behind a place."""
        self.fund(patron)
        self.done(cm.StandBehind(patron=patron, place=place, buy_in=buy_in))

    def fund(self, patron: str) -> None:
        """Give a patron a wallet."""
        if wallet(patron) not in self.balances:
            self.balances = apply(self.balances, [Transfer(WORLD, wallet(patron), WALLET)])

    def bank(self, patron: str, cover: int) -> None:
        """Let a patron be the player-dealer, whoever is asked before."""
        self.done(cm.OfferPlayerDealer())
        while (offer := self.state.dealership.offer) and offer.patron != patron:
            self.done(cm.DeclinePlayerDealer(patron=offer.patron))
        self.done(cm.AcceptPlayerDealer(patron=patron, cover=cover))

    def bet(self, patron: str, bet: str, amount: int, line: str = "front") -> None:
        """Place a legal wager."""
        self.done(
            cm.SetWager(
                patron=patron,
                place=self.state.place_of(patron) or 0,
                bet=bet,
                amount=amount,
                round=self.state.round_number,
                line=line,
            )
        )

    def card(self, card: Card | str, **how: object) -> cm.DealCard:
        """The command that deals a card to the hand that is due, as this table's cards come."""
        shoe = self.state.shoe
        source = "shoe" if self.state.game.cards == "software" else "keyed"
        given = {"source": source, "by": "dan", "confirmed": "sue"} | how
        return cm.DealCard(position=shoe.next_position if shoe else 0, card=str(card), **given)  # type: ignore[arg-type]

    def deal(self, cards: str) -> None:
        """Deal cards; betting is closed first."""
        if self.state.round and self.state.round.phase in {"betting", "paused"}:
            self.done(cm.CloseBetting())
        for card in parse_cards(cards):
            self.done(self.card(card))

    def play(self, cards: str, *, opened: bool = False) -> ev.RoundSettled:
        """Play a round to its settlement."""
        if not opened:
            self.done(cm.OpenBetting())
        self.deal(cards)
        settled, *_ = self.done(cm.Settle())
        assert isinstance(settled, ev.RoundSettled)
        return settled

    def play_round(self, shoe: Sequence[Card], *, is_free: bool = False) -> None:
        """Play a round of a shoe whose order is known."""
        self.done(cm.OpenFreeHand() if is_free else cm.OpenBetting())
        if not is_free:
            self.done(cm.CloseBetting())
        while due := expected(self.state):
            self.done(self.card(shoe[due[0]]))
        self.done(cm.Settle())

    def play_out(self, shoe: Sequence[Card]) -> None:
        """Play such a shoe to its last hand, without wagers."""
        while not self.state.require_shoe.is_over:
            self.play_round(shoe, is_free=True)

    def propose(self, matter: ev.AnyMatter) -> int:
        """Let the dealer propose something, and give its number."""
        self.done(cm.Propose(by="dan", reason="seen", matter=matter))
        return self.state.proposal_number

    def report(self, kind: str, handling: str = "", **named: object) -> tuple[ev.AnyEvent, ...]:
        """Let the dealer report an irregularity and the supervisor rule; what follows."""
        number = self.propose(ev.Irregularity(kind=kind, **named))  # type: ignore[arg-type]
        return self.approve(number, handling)

    def approve(self, number: int, handling: str = "") -> tuple[ev.AnyEvent, ...]:
        """Let the supervisor approve, and give what follows from it."""
        return self.done(cm.Approve(by="sue", number=number, handling=handling))[1:]

    def check(self) -> None:
        """Hold state and money against each other, and the replay against what lives."""
        assert sum(self.balances.values()) == 0
        racks = {k: v for k, v in self.balances.items() if k.startswith("rack:") and v}
        assert racks == {f"rack:t:{who}": v for who, v in self.state.racks.items() if v}
        if self.state.game.rotation:
            assert self.balances.get(HOUSE, 0) == 0
        assert replay(self.log) == self.state
        assert [ev.decode(ev.encode(ev.Entry(e, "a"))).event for e in self.log] == self.log
